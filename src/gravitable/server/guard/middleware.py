"""What every HTTP request passes through: limits on size, security headers, one structured log line."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from typing import Any, Final

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gravitable.server import metrics

MAX_BODY: Final = 32_768
MAX_HEADERS: Final = 100

_CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", _CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
_TOO_LARGE: Final = msgspec.json.encode(
    {"error": {"code": "too-large", "message": f"a request has at most {MAX_BODY} bytes"}}
)
_TOO_MANY_HEADERS: Final = msgspec.json.encode(
    {"error": {"code": "too-large", "message": f"a request has at most {MAX_HEADERS} headers"}}
)
_LOG: Final = logging.getLogger("gravitable.requests")


class _BodyTooLarge(Exception):
    pass


class Guarded:
    """Wraps the application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or socket."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = _Request(scope, receive, send)
        if len(scope["headers"]) > MAX_HEADERS:
            await request.refuse(431, _TOO_MANY_HEADERS)
            request.note()
            return
        with suppress(_BodyTooLarge):
            await self._app(scope, request.receive, request.send)
        if request.too_large:
            await request.refuse(413, _TOO_LARGE)
        request.note()


class _Request:
    """One HTTP request on its way."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._size = 0
        self.too_large = False
        self._status = 0
        self._refusing = False
        self._began = time.perf_counter()

    async def receive(self) -> Message:
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > MAX_BODY:
            self.too_large = True
            raise _BodyTooLarge
        return message

    async def send(self, message: Message) -> None:
        if self.too_large and not self._refusing:
            return  # whatever the application makes of it
        if message["type"] == "http.response.start":
            self._status = message["status"]
            own = {name for name, _ in message["headers"]}
            extra = [pair for pair in _HEADERS if pair[0] not in own]
            if self._scope["path"].startswith("/api/"):
                extra.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*message["headers"], *extra]}
        await self._send(message)

    async def refuse(self, status: int, body: bytes) -> None:
        self._refusing = True
        if not self._status:
            headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
            await self.send({"type": "http.response.start", "status": status, "headers": headers})
            await self.send({"type": "http.response.body", "body": body})

    def note(self) -> None:
        """Log and count; the route's pattern, not the address, since a table's address is a key to it."""
        route: Any = self._scope.get("route")
        pattern = getattr(route, "path", "other")
        seconds = time.perf_counter() - self._began
        metrics.REQUESTS.labels(self._scope["method"], pattern, str(self._status)).inc()
        metrics.REQUEST_SECONDS.observe(seconds)
        _LOG.info(
            "request",
            extra={
                "method": self._scope["method"],
                "route": pattern,
                "status": self._status,
                "ms": round(seconds * 1000, 1),
            },
        )
