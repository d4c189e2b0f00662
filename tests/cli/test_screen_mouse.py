"""The full screen with the mouse, by Textual's own pilot."""

from __future__ import annotations

import re
from pathlib import Path

from textual.pilot import Pilot
from textual.widget import Widget

from gravitable.cli.screen.app import TableApp
from gravitable.cli.stages.gravwell import PLACES
from gravitable.core.game import Game
from gravitable.gravwell.data import GATE, SINGULARITY

from .screens import asked, on_screen, seated, until


async def click_item(app: TableApp, pilot: Pilot[None], number: int) -> None:
    """Click a line of the menu where it is written."""
    assert app.menu is not None
    label = app.menu.shown.items[number].label
    rows = str(app.items.visual).splitlines()
    row = next(row for row, line in enumerate(rows) if re.match(rf".{number + 1} {re.escape(label)}", line))
    assert await pilot.click(app.items, offset=(6, row))


def test_playing_with_the_mouse(tmp_path: Path) -> None:
    """The first click shows a choice, the second plays it."""
    sitting = seated(tmp_path, "gravwell", 2)
    sitting.pauses = False

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        for _ in range(6):
            await asked(app, pilot)
            menu = app.menu
            assert menu is not None
            number = min(1, len(menu.shown.items) - 1)
            entries = len(sitting.game.log)
            await click_item(app, pilot, number)
            if number:
                assert menu.item == 1
                assert len(sitting.game.log) == entries
                await click_item(app, pilot, number)
            await until(pilot, lambda menu=menu: app.menu is not menu)  # type: ignore[misc]

    on_screen(sitting, play)
    assert sum(entry.seat == 0 for entry in sitting.game.log) == 6


def test_clicking_a_space_shows_what_leads_there(tmp_path: Path) -> None:
    sitting = seated(tmp_path, "superstar", 2)

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        game, seat = sitting.game, sitting.at_keyboard
        assert seat is not None
        landing = {action: game.preview(seat, action)["lands"] for action in game.legal(seat)}
        here = game.view(seat)["pawns"][seat]["space"]
        place = next(place for place in landing.values() if place != here)
        column, row = ord(place[0]) - ord("a"), int(place[1:]) - 1
        await pilot.press("down")
        await pilot.click(app.board, offset=(3 + 4 * column + 2, 2 + 2 * row))
        await until(pilot, lambda: app.scene.trail[-1:] == (place,))
        assert app.menu is not None
        assert landing[app.menu.current.value] == place

    on_screen(sitting, play)


def test_clicking_the_track_and_the_hand_in_gravwell(tmp_path: Path) -> None:
    """A space shows the card that most likely leads there, a card in hand shows itself; a second click plays it."""
    sitting = seated(tmp_path, "gravwell", 2)
    sitting.pauses = False

    async def twice(
        app: TableApp, pilot: Pilot[None], part: Widget, spot: tuple[int, int], action: str
    ) -> None:
        menu, entries = app.menu, len(sitting.game.log)
        assert menu is not None
        assert await pilot.click(part, offset=spot)
        assert menu.current.value == action
        assert len(sitting.game.log) == entries, "the first click only shows"
        assert await pilot.click(part, offset=spot)
        await until(pilot, lambda: app.menu is not menu)
        assert sitting.game.log[entries].action == action

    async def play(app: TableApp, pilot: Pilot[None]) -> None:
        await asked(app, pilot)
        while sitting.game.view(0)["phase"] == "draft":
            menu = app.menu
            app.simulate_key("enter")
            await until(pilot, lambda menu=menu: app.menu is not menu and app.menu)  # type: ignore[misc]
        game, cell = sitting.game, app.plan.room[0] // 14
        space, card = _only_likeliest(game)
        column, row = PLACES[space - 1]
        await twice(app, pilot, app.board.part, (column * cell + 1, row), card)
        await asked(app, pilot)
        while sitting.game.view(0)["phase"] != "pick":
            menu = app.menu
            app.simulate_key("enter")
            await until(pilot, lambda menu=menu: app.menu is not menu and app.menu)  # type: ignore[misc]
        letter = sitting.game.legal(0)[-1].partition(":")[2]
        rows = app.players.shown.plain.splitlines()
        found = [(row, re.search(rf"\b{letter}\d", line)) for row, line in enumerate(rows)]
        row, match = next((row, match) for row, match in found if match)
        await twice(app, pilot, app.players.part, (match.start(), row), f"fuel:{letter}")

    on_screen(sitting, play)


def _only_likeliest(game: Game) -> tuple[int, str]:
    """Return a space, and the one card that most likely leads there; not the one that is highlighted anyway."""
    chances: dict[int, list[tuple[float, str]]] = {}
    for card in game.legal(0):
        for one in game.preview(0, card)["outlook"]["own"]["shares"]:
            chances.setdefault(one["position"], []).append((one["share"], card))
    for space, found in chances.items():
        (share, card), *others = sorted(found, reverse=True)
        is_alone = not others or others[0][0] < share
        if SINGULARITY < space < GATE and is_alone and card != game.legal(0)[0]:
            return space, card
    raise AssertionError(chances)
