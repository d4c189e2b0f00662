"""A bot in ten lines sits at a table of a server: ``gravitable join``, as people type it."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from pathlib import Path

import pytest

import nursery
from server.harness import ServerProcess
from server.players import Person

BOT = """\
class Careful:
    def choose(self, view, legal, seat, board, previews):
        assert seat in view.to_act and type(view).__name__ == "View" and type(board).__name__ == "Board"
        assert [preview.action for preview in previews] == legal
        return legal[-1]


class Wrong:
    def choose(self, view, legal):
        return "fly"
"""


def join(folder: Path, *arguments: str, token: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "my_bots.py").write_text(BOT)
    settings = os.environ | {"BOT_TOKEN": token, "COLUMNS": "200"}
    return nursery.run(["join", *arguments], settings, folder=folder, timeout=200)


def table(server: ServerProcess, game: str, **options: object) -> tuple[str, str]:
    async def prepare() -> tuple[str, str]:
        host, keeper = await Person.arrive(server.url, "Host"), await Person.arrive(server.url, "Robo")
        made = await host.table(
            game, 2, bots=[{"seat": 0, "bot": "random"}], seat=None, options=dict(options)
        )
        return made["code"], (await keeper.post("/api/tokens", {"label": "example"}))["secret"]

    return asyncio.run(prepare())


@pytest.mark.parametrize(("game", "options"), [("superstar", {"rounds": 3}), ("gravwell", {})])
def test_the_same_class_plays_online(
    server: ServerProcess, tmp_path: Path, game: str, options: dict[str, object]
) -> None:
    code, token = table(server, game, **options)
    as_guest = game == "superstar"
    done = join(tmp_path, server.url, code, "--bot", "my_bots:Careful", token="" if as_guest else token)
    assert done.returncode == 0, done.stderr
    assert re.match(r"Seat 1 (won|did not win)\. Scores: \[", done.stdout)


def test_what_goes_wrong_is_told_in_one_line(server: ServerProcess, tmp_path: Path) -> None:
    code, _ = table(server, "superstar")
    wrong = join(tmp_path, server.url, code, "--bot", "my_bots:Wrong")
    assert wrong.returncode == 2
    assert "(bot-failed) there is no action 'fly'; legal: " in wrong.stderr
    missing = join(tmp_path, server.url, "AAAAAA", "--bot", "my_bots:Careful")
    assert missing.returncode == 2
    assert "(server-refused)" in missing.stderr
    nobody = join(tmp_path, "http://127.0.0.1:9", code, "--bot", "my_bots:Careful")
    assert nobody.returncode == 2
    assert "cannot reach http://127.0.0.1:9" in nobody.stderr
    assert "Traceback" not in wrong.stderr + missing.stderr + nobody.stderr
