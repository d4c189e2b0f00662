"""The example bot of docs/bot-api.md plays whole games, exactly as it is printed there."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server.harness import ServerProcess
from server.players import Person

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("game", ["superstar", "gravwell"])
def test_the_example_bot_plays_a_whole_game(server: ServerProcess, tmp_path: Path, game: str) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", (DOCS / "bot-api.md").read_text(), re.DOTALL)
    assert len(program.splitlines()) < 50
    file = tmp_path / "bot.py"
    file.write_text(program)

    async def prepare() -> tuple[str, str]:
        host, keeper = await Person.arrive(server.url, "Host"), await Person.arrive(server.url, "Robo")
        table = await host.table(game, 2, bots=[{"seat": 0, "bot": "random"}], seat=None)
        return table["code"], (await keeper.post("/api/tokens", {"label": "example"}))["secret"]

    code, token = asyncio.run(prepare())
    done = subprocess.run(
        [sys.executable, str(file), server.url, code],
        env=os.environ | {"BOT_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"winners: \[[01, ]+\] I was seat 1\n", done.stdout)
