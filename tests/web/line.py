"""A line between browser and server that a test can cut, hold up or listen in on."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import BrowserContext, WebSocketRoute

Change = Callable[[str], str]


class Line:
    """All WebSockets of a browser profile go through here."""

    def __init__(self, context: BrowserContext) -> None:
        self.is_cut = False
        self.is_deaf = False
        """Nothing from the server arrives, as on a line that hangs."""
        self.is_stalled = False
        """Everything is swallowed, both ways, and nobody says that the connection is closed."""
        self.sent: list[str] = []
        """What the page has sent and the server got."""
        self.change: Change | None = None
        self._open: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        self._held: list[tuple[WebSocketRoute, str]] = []
        context.route_web_socket("**/ws", self._join)

    def cut(self) -> None:
        """Break every connection; new ones fail until ``mend``."""
        self.is_cut = True
        for page, server in self._open:
            page.close()
            server.close()
        self._open.clear()

    def mend(self) -> None:
        """Let new connections through again."""
        self.is_cut = False

    def stall(self) -> None:
        """Swallow everything from now on, new connections too."""
        self.is_stalled = True

    def flow(self) -> None:
        """Let everything through again; what was swallowed is lost."""
        self.is_stalled = False

    def commits(self) -> int:
        """Return how many different commits the server got."""
        messages = [json.loads(text) for text in self.sent]
        return len({message["id"] for message in messages if message["type"] == "commit"})

    def hear(self) -> None:
        """Deliver what was held up while the line was deaf."""
        self.is_deaf = False
        for page, message in self._held:
            page.send(message)
        self._held.clear()

    def _join(self, page: WebSocketRoute) -> None:
        if self.is_cut:
            page.close()
            return
        if self.is_stalled:
            page.on_message(lambda _: None)
            return
        server = page.connect_to_server()
        self._open.append((page, server))
        page.on_message(lambda message: self._pass_on(server, str(message)))
        server.on_message(lambda message: self._deliver(page, str(message)))

    def _pass_on(self, server: WebSocketRoute, message: str) -> None:
        if not self.is_stalled:
            self.sent.append(message)
            server.send(message)

    def _deliver(self, page: WebSocketRoute, message: str) -> None:
        told = self.change(message) if self.change else message
        if self.is_stalled:
            return
        if self.is_deaf:
            self._held.append((page, told))
        else:
            page.send(told)


def as_newer_server(message: str) -> str:
    """Let the server's greeting tell of a newer version."""
    told = json.loads(message)
    if told["type"] == "welcome":
        told["server"] = "999.0.0"
    return json.dumps(told)


def as_unknown_protocol(message: str) -> str:
    """Let the server refuse the client's protocol."""
    if json.loads(message)["type"] != "welcome":
        return message
    return json.dumps({"type": "error", "code": "unknown-protocol", "message": "only 99 is spoken here"})


def as_unknown_message(message: str) -> str:
    """Let the server tell something that only a newer page would understand."""
    return json.dumps({"type": "tournament"}) if json.loads(message)["type"] == "presence" else message
