"""Who asks, from where, and whether they may: sessions, origins, budgets."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from gravitable.server.errors import Forbidden, NoSession, WrongOrigin
from gravitable.server.guard.budgets import Payer, network_of
from gravitable.server.people.people import SESSION_DAYS, Visitor
from gravitable.server.protocol.parts import Person
from gravitable.server.services import Services

COOKIE: Final = "gravitable_session"
_LOCAL_NAMES: Final = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localhost", ".fritz.box")
_CHANGES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
QUESTIONS: Final = "/api/analysis/"
"""What is posted here changes nothing: questions that are too long for an address, with budgets of their own."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the running server's parts."""
    services: Services = connection.app.state.services
    return services


def address_of(connection: HTTPConnection) -> str:
    """Return where a request comes from."""
    return connection.client.host if connection.client else "unknown"


def payer_of(connection: HTTPConnection, person: Person | None = None) -> Payer:
    """Return who is charged for a request."""
    return Payer(network_of(address_of(connection)), person.id if person else None)


def bearer_of(connection: HTTPConnection) -> str | None:
    """Return the token that a program shows."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and token else None


def token_of(connection: HTTPConnection) -> str | None:
    """Return the session's token: a program's, else the cookie's."""
    return bearer_of(connection) or connection.cookies.get(COOKIE)


def check_origin(connection: HTTPConnection) -> None:
    """Refuse requests from pages of other sites; programs that show a token have no origin."""
    origin = connection.headers.get("origin")
    if origin is None and bearer_of(connection) is not None:
        return
    known = services_of(connection).settings.origins
    if origin in known:
        return
    own = connection.headers.get("host", "")
    if origin is None or urlsplit(origin).netloc != own:
        raise WrongOrigin("this request does not come from a page of this server (Origin header)")
    if not is_local_name(own) and own not in {urlsplit(one).netloc for one in known}:
        # Anybody can point a domain name of their own here; a page loaded under it would pass as one "of this server".
        raise WrongOrigin(f"this server does not know that it is called so: set GRAVITABLE_ORIGINS={origin}")


def is_local_name(host: str) -> bool:
    """Say whether a Host header names a machine of the local network, which no stranger's page can be loaded from.

    >>> [is_local_name(host) for host in ("192.168.1.5:8000", "[::1]:8000", "attic", "attic.local", "evil.example")]
    [True, True, True, True, False]
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_LOCAL_NAMES)
    return True


async def visitor_of(connection: HTTPConnection) -> Visitor | None:
    """Return who asks, if they have a session."""
    token = token_of(connection)
    if not token or len(token) > 100:
        return None
    return await services_of(connection).people.of_token(token)


async def guard(request: Request) -> None:
    """Check every request before anything else looks at it."""
    budgets, payer = services_of(request).budgets, payer_of(request)
    budgets.requests.charge(payer)
    if request.method in _CHANGES:
        if not request.url.path.startswith(QUESTIONS):
            budgets.changes.charge(payer)
        check_origin(request)


async def _anybody(request: Request) -> Person | None:
    visitor = await visitor_of(request)
    return visitor.person if visitor else None


async def _somebody(request: Request) -> Person:
    visitor = await visitor_of(request)
    if visitor is None:
        raise NoSession("choose a name first: POST /api/guest")
    return visitor.person


async def _owner_if_any(request: Request) -> Person | None:
    visitor = await visitor_of(request)
    if visitor is None:
        return None
    if not visitor.may_change_account:
        raise Forbidden("a program's token may play, but not change the account: use the browser for that")
    return visitor.person


async def _owning_visitor(request: Request) -> Visitor:
    await _owner(request)
    visitor = await visitor_of(request)
    if visitor is None:
        raise NoSession("choose a name first: POST /api/guest")
    return visitor


async def _owner(request: Request) -> Person:
    person = await _owner_if_any(request)
    if person is None:
        raise NoSession("choose a name first: POST /api/guest")
    return person


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Give the browser its session: invisible to scripts, not sent along from other sites."""
    response.set_cookie(
        COOKIE,
        token,
        max_age=SESSION_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=services_of(request).settings.secure_cookies or request.url.scheme == "https",
        path="/",
    )


def _services(request: Request) -> Services:
    return services_of(request)


Anybody = Annotated[Person | None, Depends(_anybody)]
Somebody = Annotated[Person, Depends(_somebody)]
OwnerIfAny = Annotated[Person | None, Depends(_owner_if_any)]
OwningVisitor = Annotated[Visitor, Depends(_owning_visitor)]
Owner = Annotated[Person, Depends(_owner)]
"""Who may change the account: a person in a browser, no program."""
Parts = Annotated[Services, Depends(_services)]
