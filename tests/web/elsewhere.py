"""Playing on another device: how tests get to the end of a game whose way there is not what they are about."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from playwright.sync_api import Page

from long_forms import LONG
from server.players import Json, Person, ScriptedPlayer
from web.playing import play

T = TypeVar("T")


def finish_elsewhere(*pages: Page) -> None:
    """Let the people of these pages play their table to its end, over sockets of their own; the pages look on."""
    address = pages[0].url
    players = [
        ScriptedPlayer(_person(page, address.split("/t/")[0]), address.split("/t/")[1], seed)
        for seed, page in enumerate(pages)
    ]
    beside(_play(players))
    assert all(player.result for player in players), "the game did not come to its end"
    for page in pages:
        # The page has a whole game to catch up with, perhaps on a busy machine.
        page.wait_for_selector("[data-finished]", timeout=60_000)


def beside(work: Coroutine[Any, Any, T]) -> T:
    """Run something in a thread: Playwright's own loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def play_out(page: Page, *, taps: int, touch: bool = False) -> None:
    """Play a game to its end by tapping; in the short form only so far, and the rest elsewhere."""
    if LONG:
        assert play(page, touch=touch)
    elif not play(page, taps=taps, touch=touch):
        finish_elsewhere(page)


def _person(page: Page, url: str) -> Person:
    cookies = {str(cookie["name"]): str(cookie["value"]) for cookie in page.context.cookies()}
    return Person(url, "", cookies)


async def _play(players: list[ScriptedPlayer]) -> list[Json]:
    return await asyncio.gather(*(player.play() for player in players))
