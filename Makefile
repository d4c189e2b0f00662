# Every habit of this project. `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play test check format bench docs clean

help: ## list every habit
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv with everything the other habits need (quick when it is there)

$(STAMP): pyproject.toml
	@echo "Setting up $(VENV) (once; a minute or two) ..."
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Gravitable needs Python 3.11 or newer; set PYTHON=... to one")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
	@echo "Ready."

play: setup ## set up everything and play in the terminal
	@$(BIN)/gravitable play

test: setup ## set up everything and run the tests
	@$(BIN)/python -m pytest -n 2

check: setup ## lint, formatting and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: setup ## let ruff format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: setup ## measure the speed (one JSON object a line)
	@$(BIN)/gravitable bench --json

docs: setup ## build the documentation site into site/
	@$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@$(BIN)/zensical build

clean: ## remove what set-up, tests and builds made
	rm -rf $(VENV) site dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
