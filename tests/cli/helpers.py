"""Running the command line as people do: in a process of its own, with keys from a script."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nursery
from gravitable.cli.behind import Work

COMMAND = [sys.executable, "-m", "gravitable"]
SLOW = """
import sys, time, pathlib
for what in ("board", "bots"):
    print(what, 0.5, flush=True)
    while not pathlib.Path(sys.argv[1], what).exists():
        time.sleep(0.01)
    print(what, 1, flush=True)
"""


def environment(home: Path) -> dict[str, str]:
    """Saved games go to ``home``; no colours, a known width."""
    return {
        **os.environ,
        "XDG_DATA_HOME": str(home),
        "NO_COLOR": "1",
        "COLUMNS": "80",
        "GRAVITABLE_QUIET": "1",
    }


def run(home: Path, *arguments: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    return nursery.run(arguments, environment(home), keys)


def interrupt_after(home: Path, sign: str, *arguments: str) -> tuple[int, str]:
    """Start a command, press Ctrl-C once its output shows ``sign``, and return exit code and all output."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**environment(home), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    seen = b""
    for piece in _pieces(process):
        seen += piece
        if sign.encode() in seen:
            break
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=60)
    return process.returncode, (seen + rest).decode()


def _pieces(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    assert process.stdout is not None
    while piece := os.read(process.stdout.fileno(), 65536):
        yield piece


def only_save(home: Path) -> Path:
    """Return the one game that was saved."""
    saves = list((home / "gravitable" / "games").glob("*.json"))
    assert len(saves) == 1, saves
    return saves[0]


def slow_work(signs: Path, game: str = "gravwell") -> Work:
    """Return what is half done at once with the board, and then with the bots; each ends when a file appears."""
    return Work((sys.executable, "-c", SLOW, str(signs)), game)
