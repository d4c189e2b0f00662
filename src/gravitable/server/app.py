"""The web application, put together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from gravitable import __version__
from gravitable.core.errors import GravitableError
from gravitable.core.registry import game_names, rules_of, works
from gravitable.server import json_logs, pages
from gravitable.server.compiling import Compiling
from gravitable.server.errors import ServerError, TooFast
from gravitable.server.guard.access import check_origin, guard, payer_of, services_of, visitor_of
from gravitable.server.guard.middleware import Guarded
from gravitable.server.protocol.schemas import schemas
from gravitable.server.routes import (
    analysis,
    contests,
    daily,
    insight,
    lessons,
    operations,
    people,
    puzzles,
    records,
    tables,
)
from gravitable.server.routes.answers import ErrorAnswer
from gravitable.server.services import Services
from gravitable.server.settings import Settings, from_environment
from gravitable.server.sockets.socket import Session

_LOG: Final = logging.getLogger("gravitable.server")
_REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorAnswer} for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 431, 503)
}
_POLICY_VIOLATION: Final = 1008


class _Application(FastAPI):
    """FastAPI, with the WebSocket's messages in its OpenAPI document: one source for the client's types."""

    described_games: tuple[str, ...] | None = None
    """The games whose types are in the document; None: all."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        if self.openapi_schema is None:
            components = super().openapi()["components"]
            components["schemas"] = schemas(self.described_games) | components["schemas"]
        return super().openapi()


def create(settings: Settings | None = None, compiling: Compiling | None = None) -> _Application:
    """Return the application; without settings it takes them from the environment."""
    chosen = settings or from_environment()
    json_logs.set_up(chosen.log_level)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        for game in game_names():
            await asyncio.to_thread(works, game, rules_of)
        app.state.services = services = Services(chosen, compiling)
        await services.start()
        _leave_with_supervisor()
        _keep_pauses_short()
        try:
            yield
        finally:
            await services.stop()

    app = _Application(
        title="Gravitable",
        version=__version__,
        description="Play board games about gravity online. The WebSocket is described in docs/protocol.md.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        responses=_REFUSALS,
    )
    app.state.compiling = compiling
    if compiling is not None:
        app.add_api_route("/api/warming", pages.warming, include_in_schema=False)
    _add_routes(app)
    _add_error_handlers(app)
    app.add_middleware(Guarded)
    return app


def _leave_with_supervisor() -> None:
    """Let a worker end when the process that started it is gone, however that ended."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        with contextlib.suppress(NotImplementedError):  # the event loop of Windows cannot watch a process
            asyncio.get_running_loop().add_reader(parent.sentinel, os.kill, os.getpid(), signal.SIGTERM)


def _keep_pauses_short() -> None:
    """Let nobody wait for the garbage collector, nor the log's thread for a busy event loop.

    The collector need not look at what was there from the start, and seldom at what came later: a thousand messages
    being followed at once are a hundred thousand objects, none of them garbage. And the thread that writes the log
    waits for its turn after every statement: with Python's own 5 ms a row took 20 ms beside a busy loop, with 1 ms
    it takes 4. Garbage is not looked for first: in 260,000 objects that takes a fifth of a second, and finds 500.
    """
    gc.freeze()
    gc.set_threshold(100_000, 10, 100)
    sys.setswitchinterval(0.001)


def _add_routes(app: FastAPI) -> None:
    api = APIRouter(prefix="/api", dependencies=[Depends(guard)])
    for module in (people, tables, contests, records, insight, analysis, lessons, puzzles, daily):
        api.include_router(module.router)
    api.include_router(operations.api_router)
    app.include_router(api)
    app.include_router(operations.router)
    app.add_api_websocket_route("/ws", _socket)
    app.add_api_route("/{path:path}", pages.page, include_in_schema=False)


async def _socket(websocket: WebSocket) -> None:
    """Serve one WebSocket."""
    services, payer = services_of(websocket), payer_of(websocket)
    try:
        services.budgets.handshakes.charge(payer)
        check_origin(websocket)
        visitor = await visitor_of(websocket)
        with services.budgets.sockets.one(payer_of(websocket, visitor.person if visitor else None)):
            await websocket.accept()
            await Session(services, websocket, visitor).run()
    except ServerError as error:
        await websocket.close(_POLICY_VIOLATION, error.code)


def _add_error_handlers(app: FastAPI) -> None:
    @app.exception_handler(GravitableError)
    async def refuse(_request: Request, error: GravitableError) -> JSONResponse:
        status = error.status if isinstance(error, ServerError) else 422
        headers = {"Retry-After": str(error.seconds)} if isinstance(error, TooFast) else None
        return _answer(status, error.code, str(error), headers)

    @app.exception_handler(RequestValidationError)
    async def refuse_form(_request: Request, error: RequestValidationError) -> JSONResponse:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"])
        return _answer(422, "bad-request", f"{place}: {problem['msg']}")

    @app.exception_handler(HTTPException)
    async def refuse_http(_request: Request, error: HTTPException) -> JSONResponse:
        code = {404: "not-found", 405: "wrong-method"}.get(error.status_code, "bad-request")
        return _answer(error.status_code, code, str(error.detail), dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def apologise(_request: Request, _error: Exception) -> JSONResponse:
        _LOG.error("a request failed")
        return _answer(500, "internal", "something went wrong here; it is not your fault")


def _answer(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"code": code, "message": message[:500]}}, status, headers)
