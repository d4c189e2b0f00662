"""Servers that start in a moment: forked from a process that has everything loaded already.

``gravitable serve`` takes seconds to import Numba and load compiled rules, which a thousand kills would pay a thousand
times. The nursery loads once, and each server is its own process from there on: own settings, own database
connections, own death.

    python -m soaking.nursery     # reads a JSON object a line: arguments, environment, log file; answers with a pid
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from server.harness import ServerProcess

TESTS = Path(__file__).parent.parent


class Nursery:
    """The process that servers are forked from."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "soaking.nursery"],
            cwd=TESTS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, arguments: list[str], environment: dict[str, str], log: Path) -> int:
        """Fork a server and return its process id."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        wish = {"arguments": arguments, "environment": environment, "log": str(log)}
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def __enter__(self) -> Nursery:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(10)


class ForkedServer(ServerProcess):
    """A server that the nursery has forked; it is used like the other servers of the tests."""

    def __init__(self, nursery: Nursery, database: str, folder: Path, **settings: str) -> None:
        super().__init__(database, folder, **settings)
        self._nursery = nursery
        self._pid = 0

    @property
    def pid(self) -> int:
        return self._pid

    def start(self, *arguments: str) -> ForkedServer:
        environment = {f"GRAVITABLE_{name}": value for name, value in self._settings.items()}
        command = ["serve", "--port", str(self.port), "--database", self.database]
        command += ["--log-level", "warning", *arguments]
        self._pid = self._nursery.start(command, environment, self.log)
        self._wait_until_ready()
        return self

    @property
    def is_gone(self) -> bool:
        return not Path(f"/proc/{self._pid}").exists()

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        while not self.is_gone:
            time.sleep(0.001)

    def stop(self) -> int:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGTERM)
        end = time.monotonic() + 30
        while not self.is_gone:
            assert time.monotonic() < end, "the server does not end"
            time.sleep(0.01)
        return 0


def _be_a_server(wish: dict[str, object]) -> None:
    """Go on as ``gravitable serve`` in this forked process; never returns."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with open(str(wish["log"]), "ab") as log, open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    environment, arguments = wish["environment"], wish["arguments"]
    assert isinstance(environment, dict)
    assert isinstance(arguments, list)
    os.environ.update(environment)
    sys.argv = ["gravitable", *arguments]
    from gravitable.cli import main  # noqa: PLC0415

    code: object = 1
    try:
        main()
    except SystemExit as leave:
        code = leave.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _load_everything() -> None:
    import uvicorn  # noqa: F401, PLC0415

    import gravitable.server.app  # noqa: F401, PLC0415
    from gravitable.bots import make  # noqa: PLC0415
    from gravitable.core.game import Game  # noqa: PLC0415
    from gravitable.server.play.match import table_of  # noqa: PLC0415

    with suppress(ImportError):
        import asyncpg  # type: ignore[import-untyped] # noqa: F401, PLC0415
    for name in ("superstar", "gravwell"):  # what a first commit would load
        make("greedy", name, seed=0)
        game = Game.begin(table_of(name, 2, {}, bytes(32)))
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
        game.view(seat)


def serve_wishes() -> None:
    """Fork a server for every line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the soak, which closes our input
    _load_everything()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here: let none become a zombie
    for line in iter(sys.stdin.readline, ""):
        wish = json.loads(line)
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            _be_a_server(wish)
        print(pid, flush=True)


if __name__ == "__main__":
    serve_wishes()
