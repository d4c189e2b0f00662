"""Who pays for what: every cost of the server is charged to a person and to the network that they come from.

Two kinds of budget, and nothing else, hold for everything that somebody could use up: a *rate* is spent and comes back
with time (requests, rows, previews, replays), *holdings* are taken and given back (open sockets, replays on their way).
A person has one account however many tabs they open; a network has one account however many names are taken there.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from gravitable.server.errors import TooMany
from gravitable.server.guard.limits import Clock, Limit, Limiter, monotonic

_WIDE: Final = 8
"""A whole site of IPv6 (/48) may use so many times as much as one of its networks (/64)."""


class Payer(NamedTuple):
    """Who is charged: a network, and the person if they have a session."""

    network: str
    person: int | None = None

    def accounts(self) -> Iterator[tuple[str, Hashable]]:
        """Return the kinds and names of the accounts that are charged."""
        if self.person is not None:
            yield "person", self.person
        yield "network", self.network
        if ":" in self.network:
            yield "site", site_of(self.network)


def network_of(address: str) -> str:
    """Return the network that an address counts for: all of IPv4, the first half of IPv6, which one home owns.

    >>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8:1:2::', '203.0.113.7')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def site_of(network: str) -> str:
    """Return the /48 that a network of IPv6 belongs to.

    >>> site_of("2001:db8:1:2::")
    '2001:db8:1::'
    """
    try:
        return str(ipaddress.IPv6Address(int(ipaddress.IPv6Address(network)) >> 80 << 80))
    except ValueError:
        return network


class Rate:
    """Something that is spent and comes back with time."""

    def __init__(
        self,
        scale: float,
        *,
        person: Limit | None = None,
        network: Limit | None = None,
        clock: Clock = monotonic,
    ) -> None:
        self._limiters: dict[str, Limiter] = {}
        if not scale:
            return
        if person:
            self._limiters["person"] = Limiter(person.scaled(scale), clock)
        if network:
            self._limiters["network"] = Limiter(network.scaled(scale), clock)
            self._limiters["site"] = Limiter(network.scaled(scale * _WIDE), clock)

    def charge(self, payer: Payer, cost: float = 1.0) -> None:
        """Take the cost from all accounts of the payer, or from none; raises TooFast."""
        if not self._limiters:
            return
        buckets = [
            self._limiters[kind].bucket(key) for kind, key in payer.accounts() if kind in self._limiters
        ]
        for bucket in buckets:
            bucket.need(cost)
        for bucket in buckets:
            bucket.pay(cost)


class Holdings:
    """Something that is taken and given back; nobody has more than so many at once."""

    def __init__(self, scale: float, what: str, *, person: int, network: int) -> None:
        self._what = what
        self._bounds = {
            "person": max(1, int(person * scale)),
            "network": max(1, int(network * scale)),
            "site": max(1, int(network * scale * _WIDE)),
        }
        self._is_on = bool(scale)
        self._held: Counter[tuple[str, Hashable]] = Counter()

    @contextmanager
    def one(self, payer: Payer) -> Iterator[None]:
        """Hold one for a while; raises TooMany."""
        accounts = list(payer.accounts()) if self._is_on else []
        for account in accounts:
            if self._held[account] >= self._bounds[account[0]]:
                raise TooMany(f"you have {self._held[account]} {self._what} already; close some first")
        self._held.update(accounts)
        try:
            yield
        finally:
            self._held.subtract(accounts)
            for account in accounts:
                if not self._held[account]:
                    del self._held[account]

    def __len__(self) -> int:
        """Return how many accounts hold something."""
        return len(self._held)


class Budgets:
    """All budgets of the server."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        rate: Callable[..., Rate] = lambda **limits: Rate(scale, **limits)  # noqa: E731
        self.requests = rate(network=Limit(120, 0.1))
        """Requests."""
        self.changes = rate(network=Limit(60, 0.5))
        """Requests that change something."""
        self.guests = rate(network=Limit(20, 30))
        """New guests."""
        self.passwords = rate(network=Limit(8, 20))
        """Passwords tried."""
        self.password_names = Limiter(Limit(8, 20).scaled(scale))
        """Passwords tried, by the name they were tried for."""
        self.tables = rate(person=Limit(20, 15), network=Limit(60, 5))
        """New tables."""
        self.codes = rate(network=Limit(12, 5))
        """Codes tried."""
        self.handshakes = rate(network=Limit(60, 1))
        """New sockets."""
        self.sockets = Holdings(scale, "connections", person=20, network=200)
        """Open sockets."""
        self.messages = Limit(100, 0.05).scaled(scale)
        """Messages: every connection has a bucket of its own, which goes with it."""
        self.looks = rate(person=Limit(60, 0.2), network=Limit(300, 0.05))
        """Tables and lists asked for over a socket: each is read from the database."""
        self.tries = rate(person=Limit(40, 0.1), network=Limit(200, 0.02))
        """Previews asked for."""
        self.commits = rate(person=Limit(60, 0.1), network=Limit(600, 0.01))
        """Turns played."""
        self.standing = rate(person=Limit(12, 5), network=Limit(120, 0.5))
        """Pauses, leaves and returns: each is a row of a log for good."""
        self.hints = rate(person=Limit(10, 6), network=Limit(40, 1.5))
        """Hints: each is a search of its own."""
        self.reviews = rate(person=Limit(10, 60), network=Limit(40, 15))
        """New reviews: each takes a processor for some ten seconds."""
        self.analyses = rate(person=Limit(120, 0.1), network=Limit(400, 0.03))
        """Positions of analyses looked at."""
        self.thoughts = rate(person=Limit(60, 0.5), network=Limit(160, 0.2))
        """Searches of analyses: the deepest costs as much as six of the shortest."""
        self.chat = rate(person=Limit(6, 3), network=Limit(60, 0.3))
        """Chat lines."""
        self.replays = rate(person=Limit(4000, 0.01), network=Limit(8000, 0.005))
        """Steps of games shown again: a replay costs as many as it has."""
        self.replays_now = Holdings(scale, "replays on their way", person=2, network=6)
        """Replays on their way."""

    def bound(self, count: int) -> int | None:
        """Return how many of something in the database somebody may have; None: as many as they like."""
        return max(1, int(count * self.scale)) if self.scale else None


def origin_of(network: str, key: bytes) -> str:
    """Return a network's mark for the database: the same for the same network, and no address."""
    return hashlib.blake2b(network.encode(), key=key, digest_size=12).hexdigest()
