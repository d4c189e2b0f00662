"""The first seconds of a server: the client's files are sent before the rest of it is loaded.

Numba, the rules of the games and FastAPI take most of a start, and the browser needs none of them to show the page. So
they are loaded behind it. Whatever is not a file of the client waits, and is answered by the whole server: nobody
is told half of the truth.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from gravitable.server import pages
from gravitable.server.compiling import Compiling
from gravitable.server.errors import NoSuchThing
from gravitable.server.guard.middleware import Guarded


class Opening:
    """An ASGI application that becomes the server as soon as that is loaded."""

    def __init__(
        self, load: Callable[[], Starlette], give_up: Callable[[], None], compiling: Compiling | None = None
    ) -> None:
        self._load = load
        self._give_up = give_up
        self._compiling = compiling
        self._server: Starlette | None = None
        self._is_decided = asyncio.Event()
        self._is_over = asyncio.Event()
        self.failure: Exception | None = None
        """Why the server could not be loaded; ``give_up`` was called then."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket, or live from start to end."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        answer: ASGIApp | None = self._server or self._file(scope)
        if answer is None:
            await self._is_decided.wait()
            answer = self._server or Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE)
        await answer(scope, receive, send)

    def _file(self, scope: Scope) -> ASGIApp | None:
        """Return a file of the client that is asked for, as the server would send it."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return None
        try:
            found = pages.file_of_client(scope["path"].removeprefix("/"), Request(scope), self._compiling)
        except NoSuchThing:
            return None
        return Guarded(found) if found is not None else None

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        serving = asyncio.create_task(self._serve())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._is_over.set()
        await serving
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self) -> None:
        """Load the server and keep it running until everything is over."""
        try:
            server = await asyncio.to_thread(self._load)
            async with server.router.lifespan_context(server):
                self._server = server
                self._is_decided.set()
                await self._is_over.wait()
        except Exception as error:
            self.failure = error
            self._give_up()
        finally:
            self._is_decided.set()
