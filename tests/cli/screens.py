"""What tests of the full screen share: a table, the screen, waiting for it, its text."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

import gravitable
from gravitable.cli.screen.app import TableApp
from gravitable.cli.screen.questions import Cover
from gravitable.cli.seats import bot_specs, make_seats
from gravitable.cli.sitting import Sitting
from gravitable.cli.touches import touch_of

SMALLEST = (80, 24)
WATCHED = 6  # choices whose outcome is shown space by space, in a whole game
COLUMN = 12.2  # how wide a sign is in an exported screen
Play = Callable[[TableApp, Pilot[None]], Awaitable[None]]


def seated(path: Path, game: str, players: int = 2, humans: int = 1, **options: Any) -> Sitting:
    """Return a table with random bots."""
    names = [touch_of(game).seat_name(seat) for seat in range(players)]
    seats = make_seats(game, names, bot_specs(players, humans, "random"), 1)
    return Sitting(gravitable.new(game, players=players, seed=4, **options), seats, path / "game.json")


def on_screen(sitting: Sitting, play: Play, size: tuple[int, int] = SMALLEST) -> TableApp:
    """Run a test on the screen, without waiting between scenes."""

    async def run() -> TableApp:
        app = TableApp(sitting, pace=0)
        async with app.run_test(size=size, notifications=True) as pilot:
            await play(app, pilot)
        return app

    app = asyncio.run(run())
    if app.failure is not None:
        raise app.failure
    return app


async def until(pilot: Pilot[None], done: Callable[[], object]) -> None:
    """Wait until something is so; the test's own time limit ends it otherwise."""
    await pilot.pause()
    while not done():
        await asyncio.sleep(0.01)


async def asked(app: TableApp, pilot: Pilot[None]) -> None:
    """Wait until somebody is asked something."""
    await until(pilot, lambda: app.menu is not None or isinstance(app.screen, Cover) or app.failure)


async def left(app: TableApp) -> None:
    """Wait until the screen is closed."""
    while app.return_code is None:
        await asyncio.sleep(0.01)


def text_of(app: TableApp) -> str:
    """Return what is written on the screen, row by row, every sign in its column."""
    found = re.findall(
        r"<text[^>]* x=\"([\d.]+)\" y=\"([\d.]+)\"[^>]*>([^<]*)</text>", app.export_screenshot()
    )
    rows: dict[float, str] = {}
    for x, y, words in found:
        text = html.unescape(words).replace("\xa0", " ").rstrip("\n")
        rows[float(y)] = rows.get(float(y), "").ljust(round(float(x) / COLUMN)) + text
    return "\n".join(rows[y] for y in sorted(rows))
