"""What ``--help`` shows works when it is typed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import gravitable
from cli.helpers import environment, run
from gravitable.cli.game_options import options_for
from gravitable.core.registry import rules_of


def test_the_form_of_board_that_help_shows_is_taken(tmp_path: Path) -> None:
    shown = " ".join(run(tmp_path, "play", "--help").stdout.replace("│", " ").split())
    (form,) = re.findall(r"--board BOARD [^']*such as ('[^']+')", shown)
    rules = rules_of("superstar")
    (typed,) = shlex.split(form)
    options = options_for(rules, {"board": typed})
    game = gravitable.new("superstar", players=2, seed=1, **options)
    assert game.options["board"][0] == "Lantern a 1"


def test_completion_is_offered_once_and_works_for_all_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--install-completion" in run(tmp_path, "--help").stdout
    for command in ("play", "arena", "tiles", "verify"):
        assert "completion" not in run(tmp_path, command, "--help").stdout, command
    for typed, offered in (("gravitable ar", "arena"), ("gravitable arena --wor", "--workers")):
        monkeypatch.setenv("_GRAVITABLE_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
        assert offered in run(tmp_path).stdout.split(), environment(tmp_path)["COMP_WORDS"]
