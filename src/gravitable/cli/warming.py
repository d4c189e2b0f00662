"""The first start on a machine: a page is there at once, and says how far the board is.

Compiling would keep a server from answering anybody. So processes of their own do it (``behind.py``), while a small
application answers at the server's address: people see a page with a progress bar that turns into the real one,
programs hear 503. As soon as the rules are compiled the server itself takes over; the bots follow behind it.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import uvicorn

from gravitable.cli.behind import Behind

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
_LOOK_S: Final = 0.05

Message = MutableMapping[str, Any]


class Warming:
    """Answers until there is a board."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind

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
        # Whoever stayed connected would hold up the server that follows.
        headers.append((b"connection", b"close"))
        if status == 503:
            headers.append((b"retry-after", b"5"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _response(self, path: str) -> tuple[int, bytes, bytes]:
        share = round(self._behind.board_share, 3)
        if path == "/api/warming":
            return 200, b"application/json", json.dumps({"share": share, "playable": False}).encode()
        if path.startswith("/api/") or path in ("/healthz", "/metrics"):
            error = {
                "code": "warming-up",
                "message": "the first start compiles the games; try again in a minute",
            }
            return 503, b"application/json", json.dumps({"error": error, "share": share}).encode()
        return 200, b"text/html; charset=utf-8", PAGE


def warm_up(listener: socket.socket, behind: Behind, *, everything: bool = False) -> bool:
    """Answer at the listener's address until there is a board, or bots too; False: somebody pressed Ctrl-C."""
    return asyncio.run(_warm_up(listener, behind, everything))


async def _warm_up(listener: socket.socket, behind: Behind, everything: bool) -> bool:
    config = uvicorn.Config(
        Warming(behind).answer,
        interface="asgi3",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener.dup()]))
    try:
        while not (behind.is_done if everything else behind.is_playable):
            if serving.done():
                return False
            await asyncio.sleep(_LOOK_S)
        return True
    finally:
        server.should_exit = True
        with suppress(KeyboardInterrupt):
            await serving
