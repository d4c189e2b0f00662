"""Real servers in processes of their own, and a PostgreSQL that the tests start themselves."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from nursery import Process, started

METRICS_TOKEN = "figures"  # noqa: S105 - of servers that live for a test
TLS = ssl.create_default_context()
"""Made once: every new client would read all certificates again, though nothing here is encrypted."""
START_TIMEOUT_S = 200.0  # the first start on a machine compiles the rules


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """``gravitable serve`` in a process of its own; it can be killed and started again on the same port."""

    def __init__(self, database: str, folder: Path, **settings: str) -> None:
        self.port = free_port()
        self.database = database
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self._settings = {
            "BOT_PACE_MS": "0",
            "BOT_IDLE_PACE_MS": "0",
            "LIMIT_SCALE": "0",
            "METRICS_TOKEN": METRICS_TOKEN,
            "REVIEW_PROCESSES": "0",  # most need none, and every server would load Numba once more
        }
        self._settings |= settings
        self._process: Process | None = None
        self.prefix: list[str] = []
        """A program that starts the server, say with fewer descriptors."""
        self.program: list[str] = []
        """What Python is to run instead of ``gravitable``."""

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_gone(self) -> bool:
        assert self._process is not None
        return self._process.poll() is not None

    def start(self, *arguments: str) -> ServerProcess:
        environment = os.environ | {f"GRAVITABLE_{name}": value for name, value in self._settings.items()}
        wish = ["serve", "--port", str(self.port), "--database", self.database, "--log-level", "info"]
        self._process = self._started([*wish, *arguments], environment)
        try:
            self._wait_until_ready()
        except AssertionError:
            self.kill()
            raise
        return self

    def _started(self, wish: list[str], environment: dict[str, str]) -> Process:
        if not self.prefix and not self.program:
            return started(wish, environment, self.log)
        command = [*self.prefix, sys.executable, *(self.program or ["-m", "gravitable"]), *wish]
        with self.log.open("ab") as log:
            return subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    def _wait_until_ready(self) -> None:
        end = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < end:
            if self.is_gone:
                raise AssertionError(f"the server left at once:\n{self.log.read_text()[-3000:]}")
            try:
                if httpx.get(f"{self.url}/healthz", timeout=5, verify=TLS).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(timeout=60)


@contextmanager
def running(database: str, folder: Path, **settings: str) -> Iterator[ServerProcess]:
    """A server for the length of a test."""
    server = ServerProcess(database, folder, **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Postgres:
    """A PostgreSQL cluster in a folder of its own, on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "postgres"
        self.port = free_port()
        self._bin = postgres_binaries()
        assert self._bin is not None
        self._folder.mkdir()
        self._as_owner = _run_as(self._folder)

    def start(self) -> None:
        data = self._folder / "data"
        if not data.exists():
            self._run("initdb", "-D", str(data), "-U", "gravitable", "-A", "trust", "--no-sync", "-E", "UTF8")
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c max_connections=60"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", str(data), "-l", log, "-w", "-o", options, "start")

    @property
    def pid(self) -> int:
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "-w", "stop")

    def new_database(self, name: str) -> str:
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "gravitable", name)
        return f"postgresql://gravitable@127.0.0.1:{self.port}/{name}"

    def drop_database(self, name: str) -> None:
        self._run("dropdb", "--force", "-h", "127.0.0.1", "-p", str(self.port), "-U", "gravitable", name)

    def _run(self, program: str, *arguments: str) -> None:
        assert self._bin is not None
        command = [*self._as_owner, str(self._bin / program), *arguments]
        done = subprocess.run(command, capture_output=True, check=False, cwd=self._folder, timeout=120)
        assert done.returncode == 0, f"{program}: {done.stderr.decode()[-2000:]}"


def postgres_binaries() -> Path | None:
    """Return the folder with PostgreSQL's programs, if they are installed."""
    roots = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    candidates = [*roots, *([Path(found).parent] if found else [])]
    return next(
        (path for path in candidates if all((path / p).exists() for p in ("initdb", "createdb"))), None
    )


def _run_as(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: hand the folder to its own user and run as that one."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "postgres", "postgres")
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
