"""Where the parts of the screen stand: the panel beside the board where there is room, else below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from rich.text import Text

MIN_WIDTH, MIN_HEIGHT = 80, 24
_PANEL: Final = 24  # the narrowest panel beside the board
_MENU: Final = 8  # rows of the menu, at least
_PANEL_BELOW: Final = 36
_STORY: Final = 3  # rows of the story, at least

Draw = Callable[[int, int], Text]


class Region(NamedTuple):
    """A rectangle on the screen."""

    x: int
    y: int
    width: int
    height: int


class Plan(NamedTuple):
    """A place for every part."""

    regions: dict[str, Region]
    room: tuple[int, int]
    """How large the board may be."""


def plan_for(width: int, height: int, draw: Draw) -> Plan:
    """Return a plan for a screen of this size; ``draw`` gives the board for so much room."""
    width, height = max(width, MIN_WIDTH), max(height, MIN_HEIGHT)
    room = (width - _PANEL, height - 2 - _MENU)
    size = _size(draw(*room))
    if size[0] <= room[0]:
        return _beside(width, height, room, size)
    room = (width, height - 2 - _MENU)
    return _above(width, height, room, _size(draw(*room)))


def _size(drawn: Text) -> tuple[int, int]:
    lines = drawn.split("\n")
    return max(line.cell_len for line in lines), len(lines)


def _beside(width: int, height: int, room: tuple[int, int], size: tuple[int, int]) -> Plan:
    left = min(room[0], max(size[0] + 1, width * 3 // 5))
    board = min(size[1], room[1])
    rows = height - 2
    players = max(4, rows * 3 // 5)
    return _plan(
        width,
        height,
        room,
        board=Region(0, 1, left, board),
        menu=Region(0, 1 + board, left, rows - board),
        players=Region(left, 1, width - left, players),
        story=Region(left, 1 + players, width - left, rows - players),
    )


def _above(width: int, height: int, room: tuple[int, int], size: tuple[int, int]) -> Plan:
    board = min(size[1], room[1])
    top, rows = 1 + board, height - 2 - board
    panel = max(_PANEL_BELOW, width * 2 // 5)
    players = rows - _STORY
    return _plan(
        width,
        height,
        room,
        board=Region(0, 1, width, board),
        menu=Region(0, top, width - panel, rows),
        players=Region(width - panel, top, panel, players),
        story=Region(width - panel, top + players, panel, _STORY),
    )


def _plan(width: int, height: int, room: tuple[int, int], **regions: Region) -> Plan:
    regions |= {"top": Region(0, 0, width, 1), "keys": Region(0, height - 1, width, 1)}
    return Plan(regions, room)
