"""The door: what a connection may cost before the application has heard of it.

A request has a bounded size, number of headers and time. One network has a bounded number of connections. The server
has a bounded number too, below the descriptors that the system gives it, so that there are always some left for the
database and for files: when it is full, new requests are answered 503, and people who are connected go on playing.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any, Final

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from gravitable.server.guard.budgets import network_of
from gravitable.server.guard.middleware import MAX_HEADERS
from gravitable.server.settings import Settings, from_environment

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

MAX_HEADERS_BYTES: Final = 16_384
MAX_OF_NETWORK: Final = 300
"""How many connections one network may have that does not come through a trusted proxy."""
_RESERVE: Final = 128
"""Descriptors that are kept for the database, files and the system."""
_WANTED_DESCRIPTORS: Final = 65_536
_USUAL_DESCRIPTORS: Final = 1024
"""What is taken for granted where the system does not tell."""

_BODY: Final = msgspec.json.encode(
    {"error": {"code": "too-busy", "message": "there are too many connections; try again in a minute"}}
)
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 60\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(_BODY)
) + _BODY


def raise_descriptors() -> int:
    """Ask the system for as many descriptors as it gives, and return how many that are."""
    if resource is None:
        return _USUAL_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


class Doorkeeper:
    """Counts the open connections."""

    def __init__(self, settings: Settings, descriptors: int) -> None:
        room = descriptors - min(_RESERVE, descriptors // 2)
        self.most = min(settings.max_connections or room, room)
        self.patience_s = settings.patience_s
        self._most_of_network = int(MAX_OF_NETWORK * settings.limit_scale)
        self._inside: dict[asyncio.BaseTransport, str | None] = {}
        self._networks: Counter[str] = Counter()

    def admit(self, transport: asyncio.BaseTransport, trusted: str | list[str]) -> bool:
        """Let a connection in, if there is room for it."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        network = None if not address or is_trusted(address, trusted) else network_of(address)
        if len(self._inside) >= self.most:
            return False
        if network and self._most_of_network and self._networks[network] >= self._most_of_network:
            return False
        self._inside[transport] = network
        if network:
            self._networks[network] += 1
        return True

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Note that a connection has ended."""
        network = self._inside.pop(transport, None)
        if network:
            self._networks[network] -= 1
            if not self._networks[network]:
                del self._networks[network]


def is_trusted(address: str, trusted: str | list[str]) -> bool:
    """Say whether an address is that of a proxy, which brings many people.

    >>> is_trusted("10.1.2.3", "127.0.0.1, 10.0.0.0/8"), is_trusted("203.0.113.7", "127.0.0.1")
    (True, False)
    """
    words = trusted.split(",") if isinstance(trusted, str) else trusted
    return any(_covers(word.strip(), address) for word in words)


def _covers(word: str, address: str) -> bool:
    try:
        return word == "*" or ipaddress.ip_address(address) in ipaddress.ip_network(word, strict=False)
    except ValueError:
        return word == address


@cache
def doorkeeper() -> Doorkeeper:
    """Return the doorkeeper of this process."""
    return Doorkeeper(from_environment(), raise_descriptors())


class Door(H11Protocol):
    """A connection that speaks HTTP."""

    _is_refused = False
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        if not doorkeeper().admit(transport, self.config.forwarded_allow_ips or ""):
            self._is_refused = True
            transport.write(_FULL)
            transport.close()
            return
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if not self._is_refused:
            super().data_received(data)
            self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._expect_nothing()
        if not self._is_refused:
            doorkeeper().release(self.transport)
            super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Go over to the WebSocket."""
        if len(self.headers) > MAX_HEADERS:
            self.send_400_response("too many headers")
            return
        super().handle_websocket_upgrade(event)

    def _expect_request(self) -> None:
        """Give a request that has begun, or should begin, so long to be complete."""
        is_open = self.transport.get_protocol() is self and not self.transport.is_closing()
        if not is_open or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._expect_nothing()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(doorkeeper().patience_s, self._give_up)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        self.transport.close()


class DoorSocket(WebSocketsSansIOProtocol):
    """A connection that went over to the WebSocket."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        doorkeeper().release(self.transport)
        super().connection_lost(exc)


SETTINGS: Final[dict[str, Any]] = {
    "http": Door,
    "ws": DoorSocket,
    "h11_max_incomplete_event_size": MAX_HEADERS_BYTES,
    "timeout_keep_alive": 5,
    "backlog": 512,
}
"""What uvicorn has to know."""
