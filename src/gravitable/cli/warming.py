"""The first start on a machine: a page is there at once, and says how far the compiling is.

Compiling takes half a minute a game and would keep a server from answering anybody. So each game is compiled by a
process of its own, all at the same time, while a small application answers at the server's address: people see a
page with a progress bar that turns into the real one, programs hear 503. Then the server itself takes over.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import uvicorn
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from gravitable.cli.console import err

PAGE: Final = (Path(__file__).parent / "warming.html").read_bytes()
_SAFE: Final = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (
        b"content-security-policy",
        b"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
    ),
]
_TRY_AGAIN_LATER: Final = 1013

Message = MutableMapping[str, Any]
Command = Sequence[str]
"""A program that compiles something and prints, line by line, the share of it that is done: ``0.25``."""


def commands_for(games: Sequence[str]) -> list[Command]:
    """Return the commands that compile each game with its bots."""
    return [(sys.executable, "-m", "gravitable.cli.compiling", game) for game in games]


class Warming:
    """All that is being compiled."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._commands = commands
        self._shares = [0.0] * len(commands)
        self._running: list[asyncio.subprocess.Process] = []

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return sum(self._shares) / len(self._shares) if self._shares else 1.0

    async def run(self) -> None:
        """Run all commands to their end. One that fails says why; its kernels are then compiled at their first use."""
        await asyncio.gather(*(self._follow(number) for number in range(len(self._commands))))

    def stop(self) -> None:
        """End what still runs."""
        for process in self._running:
            with suppress(ProcessLookupError):
                process.terminate()

    async def _follow(self, number: int) -> None:
        environment = os.environ | {"GRAVITABLE_QUIET": "1"}
        process = await asyncio.create_subprocess_exec(
            *self._commands[number],
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment,
        )
        self._running.append(process)
        if process.stdout is not None:
            async for line in process.stdout:
                with suppress(ValueError):
                    self._shares[number] = min(1.0, max(self._shares[number], float(line)))
        await process.wait()
        self._shares[number] = 1.0

    async def answer(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer one request: the ASGI application."""
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": _TRY_AGAIN_LATER})
            return
        status, kind, body = self._response(scope["path"])
        headers = [*_SAFE, (b"content-type", kind), (b"content-length", str(len(body)).encode())]
        if status == 503:
            headers.append((b"retry-after", b"5"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _response(self, path: str) -> tuple[int, bytes, bytes]:
        if path == "/api/warming":
            return 200, b"application/json", json.dumps({"share": round(self.share, 3)}).encode()
        if path.startswith("/api/") or path in ("/healthz", "/metrics"):
            error = {
                "code": "warming-up",
                "message": "the first start compiles the games; try again in a minute",
            }
            return 503, b"application/json", json.dumps({"error": error, "share": self.share}).encode()
        return 200, b"text/html; charset=utf-8", PAGE


def warm_up(listener: socket.socket, commands: Sequence[Command]) -> bool:
    """Compile while a page at the listener's address tells about it; False: somebody pressed Ctrl-C."""
    return asyncio.run(_warm_up(listener, commands))


async def _warm_up(listener: socket.socket, commands: Sequence[Command]) -> bool:
    warming = Warming(commands)
    config = uvicorn.Config(
        warming.answer,
        interface="asgi3",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener.dup()]))
    working = asyncio.create_task(warming.run())
    telling = asyncio.create_task(_tell(warming))
    try:
        await asyncio.wait((serving, working), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            return False
        working.result()
        return True
    finally:
        warming.stop()
        telling.cancel()
        server.should_exit = True
        with suppress(KeyboardInterrupt):
            await serving
        await asyncio.gather(working, telling, return_exceptions=True)


async def _tell(warming: Warming) -> None:
    """Show the progress in the terminal."""
    columns = (TextColumn("Compiling for this machine, once"), BarColumn(), TimeElapsedColumn())
    if not err.is_terminal:
        err.print("Compiling for this machine, once; the page tells how far it is.")
        return
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        while True:
            progress.update(task, completed=warming.share)
            await asyncio.sleep(0.25)
