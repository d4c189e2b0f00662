"""How a game looks on the full screen. A game that brings no stage of its own is shown by its text drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.text import Text

from gravitable.core.registry import package_of

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

Json = dict[str, Any]

SOFT = "#a79fd0"
"""Ink for what is less important, on the dark ground of the screen."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment on the board: a view, and what is drawn over it."""

    view: Json
    trail: tuple[str, ...] = ()
    """The places that a piece passes, the last one where it is."""
    ghost: str = ""
    """A sign for the piece at the end of the trail, where it is not there yet: a preview."""
    seat: int | None = None
    """Whose piece it is."""
    shares: tuple[tuple[str, float], ...] = ()
    """Where a piece may end and how likely that is, for games in which it is not certain."""
    told: int = 0
    """How many of the events have been shown with this scene."""


class Stage:
    """How boards, previews and players are drawn; the defaults fit any game."""

    def draw(self, game: Game, scene: Scene, names: Sequence[str], width: int, height: int) -> Text:
        """Return the board, if possible no larger than ``width`` times ``height``."""
        return Text.from_ansi(game.rules.draw_text(scene.view, colour=True, names=list(names)).rstrip())

    def headline(self, view: Json, names: Sequence[str]) -> tuple[str, str]:
        """Return what the game waits for, and where it stands."""
        waiting = " and ".join(names[seat] for seat in view.get("to_act", ()))
        return (f"{waiting} to choose" if waiting else "", "")

    def players(self, view: Json, names: Sequence[str], width: int, height: int) -> Text:
        """Return how everybody stands, in about so much room; empty when the board tells it already."""
        return Text()

    def preview(self, game: Game, seat: int, action: str, view: Json) -> Scene:
        """Return the board with what an action would bring about drawn over it."""
        return Scene(view)

    def place_at(self, view: Json, x: int, y: int, width: int, height: int) -> str | None:
        """Return the place at a column and a row of a board that was drawn for so much room."""
        return None

    def chance(self, game: Game, seat: int, action: str, place: str) -> float:
        """Return how likely an action leads to a place of the board: what a click there is about."""
        return 0.0

    def scenes(self, before: Json, after: Json, events: Sequence[Event]) -> Iterator[Scene]:
        """Return the moments between two views, to be shown one after the other."""
        yield from ()


def wrapped(words: Sequence[Text], width: int, indent: str = "   ") -> Text:
    """Return words one after the other, in lines of so many columns, each of them indented."""
    text, used = Text(end=""), width
    for word in words:
        if used + 1 + word.cell_len > width:
            text.append(("\n" if text.plain else "") + indent)
            used = len(indent)
        else:
            text.append(" ")
            used += 1
        text.append_text(word)
        used += word.cell_len
    return text


def stage_of(game: str) -> Stage:
    """Return the stage of a game, or the one that fits all."""
    package = package_of(game)
    if package.stage is None:
        return Stage()
    made: Stage = package.load(package.stage)
    return made
