# Every habit of this project. `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PLAYS := $(VENV)/.installed-to-play
BUILT := src/gravitable/server/static/index.html

# Containers often say that Python shall keep no compiled modules; then every program, and each of the hundreds that the
# tests start, would compile all of its libraries again: 8 s a server instead of 3.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup client browser play terminal test check format bench newcomer soak soak-long screenshots docs wheel lowest release upgrade clean

help: ## list every habit
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## make .venv and the browser client, with everything the other habits need (quick when it is there)
	@$(BIN)/python web/build.py

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Gravitable needs Python 3.11 or newer; set PYTHON=... to one")'
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml requirements/dev.txt | $(BIN)/python
	@$(BIN)/python tools/install.py dev
	@touch $@ $(PLAYS)

$(PLAYS): pyproject.toml requirements/play.txt | $(BIN)/python
	@$(BIN)/python tools/install.py play
	@touch $@

client: $(PLAYS)
	@$(BIN)/python web/build.py

browser: # the tests play in a real Chromium and a real terminal; without these they say what they skip
	@$(BIN)/python tools/browser.py

play: $(PLAYS) ## set up what playing needs and play in the browser; ARGS="--lan" are passed on
	@test ! -f $(BUILT) || $(BIN)/python web/build.py $(if $(wildcard web/node_modules/.types),,--keep-types)
	@trap : INT; $(BIN)/gravitable serve $(ARGS) || test $$? = 130

terminal: $(PLAYS) ## set up what playing needs and play in the terminal
	@trap : INT; $(BIN)/gravitable play || test $$? = 130

# Four tests at a time even on two cores: a third of its time a test waits, for a clock, a page or a server. Who has done
# his share takes from the others, so that nobody is left with the long tests of the browser at the end.
TESTS_AT_A_TIME := -n 4 --dist worksteal

test: setup browser ## set up everything and run the tests
	@$(BIN)/python web/build.py --run test
	@echo "Compiling both games (quick when that was done before) ..."
	@for game in superstar gravwell; do $(BIN)/python -m gravitable.cli.compiling $$game >/dev/null & done; wait
	@$(BIN)/python -m pytest $(TESTS_AT_A_TIME) -rR --durations 10

check: setup ## lint, formatting and types, of the client too
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python web/build.py --run check

format: setup ## let ruff format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: setup ## measure the speed (one JSON object a line)
	@$(BIN)/gravitable bench --json

newcomer: setup ## go through the first hour of a newcomer, from an empty clone (a quarter of an hour)
	@$(BIN)/python -m tests.newcomer

soak: setup browser ## the long forms of the tests: reliability, levels of bots, learning, the browser (two hours or so)
	@$(BIN)/python -m tests.soak
	@GRAVITABLE_LONG=yes $(BIN)/python -m pytest $(TESTS_AT_A_TIME) tests/web

soak-long: setup ## ten times as long, for hours: Ctrl-C stops it, the next call goes on; writes docs/soak.md
	@$(BIN)/python -m tests.soak_long

screenshots: setup browser ## every page at phone and desktop size, into out/screenshots; and the pictures of the docs
	@$(BIN)/python tools/pictures.py
	@$(BIN)/python -m tests.web.screenshots

docs: setup ## build the documentation site into site/
	@$(BIN)/python tools/site_for_readers.py

wheel: setup ## build the package with the client inside, into dist/
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

lowest: setup ## test with the lowest versions that pyproject.toml promises, in an environment of their own
	@$(BIN)/python tools/lowest.py

release: setup ## build wheel and source archive, try both outside the tree, and say what to push (pushes nothing)
	@$(BIN)/python tools/release.py

upgrade: setup ## take the newest versions of everything, and test them; commit requirements/ when it passes
	@$(BIN)/python tools/lock.py
	@$(BIN)/python tools/notices.py
	@$(MAKE) --no-print-directory test

clean: ## remove what set-up, tests and builds made
	rm -rf $(VENV) site dist build out web/node_modules src/gravitable/server/static
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
