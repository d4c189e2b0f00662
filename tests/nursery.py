"""Commands that start in a moment: forked from a process that has everything loaded already.

``gravitable serve`` takes three seconds of processor time to import Numba, its games and FastAPI, which hundreds of
tests and a thousand kills of the soak would each pay anew. The nursery loads once, and each command is a process of its
own from there on: own settings, own folder, own sockets and database connections, own death. How commands start by
themselves has tests of its own, which do without.

    python tests/nursery.py     # reads a JSON object a line: what to start, or whose end is asked for
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

FIRST = dict(os.environ)
"""What the nursery is started with."""
AT_THE_START = ("PYTHONPATH", "GRAVITABLE_CACHE", "XDG_CACHE_HOME", "NUMBA_DISABLE_JIT", "NUMBA_CPU_NAME")
"""What a process looks at while it loads: a command that wants another of these cannot come from here."""


class Nursery:
    """The process that commands are forked from; it starts with the first of them and ends with us."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def ask(self, wish: dict[str, object]) -> Any:
        """Send a wish and return the answer."""
        with self._lock:
            if self._process is None:
                command = [sys.executable, __file__]
                self._process = subprocess.Popen(
                    command, env=FIRST, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
                atexit.register(self._process.__exit__, None, None, None)
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(wish) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())


_NURSERY = Nursery()


class Forked:
    """A command that was forked: what the tests use of ``subprocess.Popen``."""

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        out: Path,
        err: Path,
        keys: Path | None = None,
        folder: Path | None = None,
    ) -> None:
        wish = {"arguments": list(arguments), "environment": dict(environment)}
        files = [str(keys or os.devnull), str(out), str(err)]
        self.pid: int = _NURSERY.ask({**wish, "files": files, "folder": str(folder or Path.cwd())})
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return how it ended, if it did."""
        if self.returncode is None:
            self.returncode = _NURSERY.ask({"ended": self.pid})
        return self.returncode

    def wait(self, timeout: float = 300) -> int:
        """Return how it ended, when it has."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(["gravitable"], timeout)
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


def can_fork(environment: Mapping[str, str]) -> bool:
    """Say whether a command with these settings can come from the nursery."""
    return sys.platform == "linux" and all(environment.get(name) == FIRST.get(name) for name in AT_THE_START)


Process = subprocess.Popen[bytes] | Forked


def started(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Process:
    """Start a command of ``gravitable`` that writes all that it says to a file."""
    if can_fork(environment):
        return Forked(arguments, environment, log, log)
    with log.open("ab") as out:
        command = [sys.executable, "-m", "gravitable", *arguments]
        return subprocess.Popen(command, env=environment, stdout=out, stderr=out)


def run(
    arguments: Sequence[str],
    environment: Mapping[str, str] | None = None,
    keys: str = "",
    folder: Path | None = None,
    timeout: float = 280,
) -> subprocess.CompletedProcess[str]:
    """Run a command of ``gravitable`` to its end, as ``subprocess.run`` would."""
    environment = os.environ if environment is None else environment
    if not can_fork(environment):
        command = [sys.executable, "-m", "gravitable", *arguments]
        return subprocess.run(
            command, env=environment, cwd=folder, input=keys, capture_output=True, text=True,
            timeout=timeout, check=False,
        )  # fmt: skip
    with _files(keys) as (given, out, err):
        process = Forked(arguments, environment, out, err, given, folder)
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        return subprocess.CompletedProcess(["gravitable", *arguments], code, out.read_text(), err.read_text())


@contextmanager
def _files(keys: str) -> Iterator[tuple[Path, Path, Path]]:
    with tempfile.TemporaryDirectory(prefix="gravitable-run-") as place:
        given = Path(place, "in")
        given.write_text(keys)
        yield given, Path(place, "out"), Path(place, "err")


def _become(wish: dict[str, Any]) -> None:
    """Go on as ``gravitable`` in this forked process, to the end of it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, (path, mode) in enumerate(zip(wish["files"], ("rb", "ab", "ab"), strict=True)):
        with open(path, mode) as file:  # noqa: PTH123
            os.dup2(file.fileno(), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - the old one may have read ahead
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr] # as PYTHONUNBUFFERED has it
    os.environ.clear()
    os.environ.update(wish["environment"])
    os.chdir(wish["folder"])
    sys.path[0] = wish["folder"]
    sys.argv = ["gravitable", *wish["arguments"]]
    from gravitable.cli import main  # noqa: PLC0415 - it looks at the terminal

    main()


LIBRARIES = (
    "aiosqlite",
    "alembic.command",
    "asyncpg",
    "gravitable.server.app",
    "gravitable.server.opening",
    "rich.progress",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
)
"""What most commands and every server load; nothing of ours that looks at the terminal or at settings."""


def _load_everything() -> None:
    for library in LIBRARIES:
        with suppress(ImportError):  # there may be no PostgreSQL
            import_module(library)
    from gravitable.bots import make  # noqa: PLC0415
    from gravitable.core.game import Game  # noqa: PLC0415
    from gravitable.server.play.match import table_of  # noqa: PLC0415

    for name in ("superstar", "gravwell"):  # what a first commit would load
        for bot in ("search", "greedy"):
            make(bot, name, seed=0)
        game = Game.begin(table_of(name, 2, {}, bytes(32)))
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
        game.view(seat)


def _ended(pid: int) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def serve_wishes() -> None:
    """Fork a command for every line that asks for one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who started us, and closes our input
    _load_everything()
    for line in iter(sys.stdin.readline, ""):
        wish = json.loads(line)
        if "ended" in wish:
            print(json.dumps(_ended(wish["ended"])), flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            return _become(wish)
        print(pid, flush=True)
    return None


if __name__ == "__main__":
    serve_wishes()
