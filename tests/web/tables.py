"""Tables that tests make by the API, where the way through the forms is not what they are about."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from web.conftest import Opener, Server


def call(page: Page, server: Server, path: str, body: dict[str, Any]) -> Any:
    """Call the API as the person of a page."""
    answer = page.request.post(f"/api/{path}", data=body, headers={"Origin": server.url})
    assert answer.ok, f"{path}: {answer.status} {answer.text()}"
    return answer.json()


def named(open_page: Opener, server: Server, name: str, **how: Any) -> Page:
    """Open a page for somebody with a name."""
    page = open_page(**how)
    call(page, server, "guest", {"name": name})
    return page


def two_at_a_table(
    server: Server, ada: Page, ben: Page, game: str = "superstar", **wish: Any
) -> tuple[Page, Page]:
    """Let two people begin a game; return who has to move and the other one."""
    form = {"game": game, "seats": 2, "autostart": True, "seat": 0, **wish}
    table = call(ada, server, "tables", form)["table"]["id"]
    call(ben, server, f"tables/{table}/join", {"seat": 1})
    for page in (ada, ben):
        page.goto(f"/t/{table}")
        page.wait_for_selector(".game")
    return in_turn(ada, ben)


def in_turn(ada: Page, ben: Page) -> tuple[Page, Page]:
    """Return who has to move now, and the other one."""
    for _ in range(100):
        if ada.query_selector(".turn.mine"):
            return ada, ben
        if ben.query_selector(".turn.mine"):
            return ben, ada
        ada.wait_for_timeout(100)
    raise AssertionError("nobody has to move")
