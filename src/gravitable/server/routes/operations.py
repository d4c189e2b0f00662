"""For operators and for programs: health, metrics, the protocol's examples."""

from __future__ import annotations

import hmac

import msgspec
from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text

from gravitable import __version__
from gravitable.server.access import Parts, address_of, bearer_of
from gravitable.server.errors import Forbidden
from gravitable.server.protocol import PROTOCOL_VERSION, client, server
from gravitable.server.routes.answers import HealthAnswer, ProtocolAnswer

router = APIRouter(tags=["operations"])
api_router = APIRouter(tags=["operations"])

_THIS_MACHINE = ("127.0.0.1", "::1")


@router.get("/healthz")
async def health(parts: Parts) -> HealthAnswer:
    """Say whether the server can do its work; 503 when the database is away."""
    async with parts.database.reading() as connection:
        await connection.execute(text("SELECT 1"))
    return HealthAnswer(status="ok", version=__version__)


@router.get("/metrics", response_class=Response)
async def show_metrics(parts: Parts, request: Request) -> Response:
    """Return the figures for Prometheus: to this machine, or to who shows the metrics token."""
    wanted = parts.settings.metrics_token
    shown = bearer_of(request) or ""
    if not (wanted and hmac.compare_digest(wanted, shown)) and address_of(request) not in _THIS_MACHINE:
        raise Forbidden("metrics are shown to this machine only; set GRAVITABLE_METRICS_TOKEN for others")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@api_router.get("/protocol")
async def protocol() -> ProtocolAnswer:
    """Return an example of every WebSocket message."""
    return ProtocolAnswer(
        protocol=PROTOCOL_VERSION,
        client=msgspec.to_builtins(client.EXAMPLES),
        server=msgspec.to_builtins(server.EXAMPLES),
    )
