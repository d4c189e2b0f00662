"""boardgame.io's own server under the load of server_load.py, for comparison.

Installs boardgame.io from npm into a scratch folder (kept between runs in the system's temporary folder). Measured are
the smallest possible game (the state is one number) and games whose states are views of our two games with so many
events that they are as large as what we send, half and half as in our own load. Both servers send the state to both
players after every commit. boardgame.io checks no rules here and hides nothing: those choices are in its favour. By
default it keeps everything in memory, so that a restart loses all games; with its own FlatFile storage it keeps them
on disk, as we do (though it never asks the disk to flush).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

import gravitable

HERE = Path(__file__).parent / "boardgameio"
OWN_BYTES = 440
"""What boardgame.io adds to a state of ours (its ``ctx`` and more)."""
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3", "socket.io-client@4")


def _tool(name: str) -> str:
    """Return Node or npm: of the virtual environment, else of the machine."""
    own = shutil.which(name, path=str(Path(sys.executable).parent))
    found = own or shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is missing: make setup installs it")
    return found


def _install() -> Path:
    folder = Path(tempfile.gettempdir()) / "gravitable-boardgameio"
    folder.mkdir(exist_ok=True)
    if not all((folder / "node_modules" / package.split("@")[0]).exists() for package in PACKAGES):
        (folder / "package.json").write_text('{"private": true}')
        subprocess.run([_tool("npm"), "install", "--silent", *PACKAGES], cwd=folder, check=True)
    for script in HERE.glob("*.cjs"):
        shutil.copy(script, folder)
    return folder


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return round(int(found[1]) / 1024, 1) if found else 0.0


def _wait_until_ready(server: subprocess.Popen[bytes]) -> None:
    for line in server.stdout or ():
        if line.strip() == b"ready":
            return
    raise SystemExit("boardgame.io's server did not start")


def measure_boardgameio(tables: int, seconds: float, *, sizes: dict[str, int], kept: bool) -> dict[str, Any]:
    """Return the same figures as for our own server; ``sizes``: bytes of a state of each game (none: one number)."""
    folder = _install()
    with tempfile.TemporaryDirectory() as storage:
        environment = os.environ | ({"FLATFILE_DIR": storage} if kept else {})
        return _measure(folder, environment, tables, seconds, sizes)


def _state(name: str, size: int) -> bytes:
    """Return a view of a game that was just begun, with as many events as fit into a size."""
    game = gravitable.new(name, players=2, seed=1)
    view: dict[str, Any] = json.loads(msgspec.json.encode(game.typed_view(0)))
    events: list[Any] = []
    while len(msgspec.json.encode(view | {"events": events})) < size - OWN_BYTES:
        seat = game.to_act[0]
        events += json.loads(msgspec.json.encode(game.play(seat, game.legal(seat)[0])))
    while len(msgspec.json.encode(view | {"events": events})) > size - OWN_BYTES:
        events.pop()
    return msgspec.json.encode(view | {"events": events})


def _measure(
    folder: Path, environment: dict[str, str], tables: int, seconds: float, sizes: dict[str, int]
) -> dict[str, Any]:
    states = [folder / f"{name}.json" for name in sizes]
    for state, (name, size) in zip(states, sizes.items(), strict=True):
        state.write_bytes(_state(name, size))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with subprocess.Popen(
        [_tool("node"), "server.cjs", port, *map(str, states)],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        try:
            _wait_until_ready(server)
            command = [_tool("node"), "load.cjs", port, str(tables), str(seconds)]
            command += [str(len(states) or 1), str(server.pid)]
            done = subprocess.run(command, cwd=folder, capture_output=True, check=True, text=True)
            figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
            return {"tables": tables, "sockets": 2 * tables, **figures, "memory_mb": _memory_mb(server.pid)}
        finally:
            server.terminate()
