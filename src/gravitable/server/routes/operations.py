"""For operators and for programs: health, metrics, the protocol's examples."""

from __future__ import annotations

import hmac

import msgspec
from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from gravitable import __version__
from gravitable.server.errors import Forbidden
from gravitable.server.guard.access import Parts, bearer_of
from gravitable.server.protocol import PROTOCOL_VERSION, client, server
from gravitable.server.routes.answers import HealthAnswer, ProtocolAnswer

router = APIRouter(tags=["operations"])
api_router = APIRouter(tags=["operations"])


@router.get("/healthz")
async def health(parts: Parts) -> HealthAnswer:
    """Say whether the server can do its work: it wrote and read a moment ago; 503 when the database is away."""
    await parts.health.check()
    return HealthAnswer(status="ok", version=__version__)


@router.get("/metrics", response_class=Response)
async def show_metrics(parts: Parts, request: Request) -> Response:
    """Return the figures for Prometheus to a request with the metrics token.

    Where a request comes from proves nothing: behind a proxy everybody comes from this machine.
    """
    wanted = parts.settings.metrics_token
    shown = bearer_of(request) or ""
    if not (wanted and hmac.compare_digest(wanted.encode(), shown.encode())):
        raise Forbidden("metrics need the bearer token that is set in GRAVITABLE_METRICS_TOKEN")
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@api_router.get("/protocol")
async def protocol() -> ProtocolAnswer:
    """Return an example of every WebSocket message."""
    return ProtocolAnswer(
        protocol=PROTOCOL_VERSION,
        client=msgspec.to_builtins(client.EXAMPLES),
        server=msgspec.to_builtins(server.EXAMPLES),
    )
