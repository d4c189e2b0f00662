"""The server under load: ``gravitable serve`` as users run it, and what it costs."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx


class Server:
    """``gravitable serve`` in processes of its own, one SQLite file or PostgreSQL, rate limits off unless wanted."""

    def __init__(
        self,
        folder: Path,
        postgres: str | None = None,
        workers: int = 1,
        database_cpu_s: Callable[[], float] = lambda: 0.0,
        limit_scale: int = 0,
    ) -> None:
        self.database_cpu_s = database_cpu_s
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = postgres or str(folder / "load.db")
        self._log = (folder / "server.log").open("wb")
        command = [sys.executable, "-m", "gravitable", "serve", "--port", str(self.port)]
        command += ["--database", self.database, "--workers", str(workers)]
        environment = os.environ | {"GRAVITABLE_LIMIT_SCALE": str(limit_scale)}
        self.process = subprocess.Popen(command, env=environment, stdout=self._log, stderr=self._log)

    async def wait(self) -> None:
        """Wait until the server answers; the very first start compiles the rules."""
        async with httpx.AsyncClient() as client:
            for _ in range(1200):
                try:
                    if (await client.get(f"{self.url}/healthz")).status_code == 200:
                        return
                except httpx.HTTPError:
                    pass  # nobody listens yet
                await asyncio.sleep(0.1)
        raise SystemExit("the server did not start")

    def memory_mb(self) -> float:
        """Return the largest resident size so far, of all processes."""
        return sum(_memory_mb(pid) for pid in family_of(self.process.pid))

    def cpu_s(self) -> float:
        """Return the processor time used so far, by all processes."""
        return sum(cpu_s(pid) for pid in family_of(self.process.pid))

    async def secrets(self) -> dict[str, bytes]:
        """Return what decides all chance, by table."""
        if not self.database.startswith("postgresql"):
            found = sqlite3.connect(self.database).execute("SELECT id, secret FROM tables").fetchall()
            return dict(found)
        import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - an extra

        connection = await asyncpg.connect(self.database)
        try:
            return {
                row["id"]: row["secret"] for row in await connection.fetch("SELECT id, secret FROM tables")
            }
        finally:
            await connection.close()

    def stop(self) -> None:
        """End the server."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self._log.close()


def family_of(pid: int) -> list[int]:
    """Return a process and all that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family_of(int(child)))]


def cpu_s(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
