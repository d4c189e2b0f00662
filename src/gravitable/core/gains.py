"""What one action gains over another, in terms of the game: stars, a card kept, a better pull.

Each game declares its kinds in its ``gains.py`` and names it in its ``GamePackage``. Python says them in English, the
browser in its own languages, by ``kind``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from gravitable.core.events import EventRow
from gravitable.core.state import States

LATER: Final = "later"
"""The kind of a gain that nothing explains which is seen at once; every game has it."""


class Gain(msgspec.Struct, frozen=True, gc=False):
    """One thing that the better action brings and the one taken does not."""

    kind: str
    """Such as ``stars`` or ``ejection-avoided``: a kind that the game declares."""
    amount: float = 1.0
    """How much more of it, always above zero; a whole number for things that are counted."""
    what: tuple[str, ...] = ()
    """What it is about, if that needs saying: colours of stars, letters of cards, directions."""
    seat: int | None = None
    """Whom it is taken from or done to, if anybody."""


class GainWords(msgspec.Struct, frozen=True, gc=False):
    """How a kind reads in English: ``{amount}``, ``{what}`` and ``{seat}`` are filled in."""

    one: str
    many: str


class Course(NamedTuple):
    """How things should go on after an action, for one guess at what is hidden."""

    action: int
    states: States
    """The state after the action and whatever else the seat chooses right after it."""
    own: list[EventRow]
    """What happened until then."""
    later: list[EventRow]
    """What others are expected to do before the seat chooses again."""
    end: States
    """The state after everything that is expected."""


class GainTable(NamedTuple):
    """What a game declares: how each kind reads, and which kinds one action has over another."""

    words: Mapping[str, GainWords]
    compare: Callable[[States, int, Course, Course], list[Gain]]
    """Takes the masked state, the seat, the course of the action taken and that of the better one."""


class DrawnMove(NamedTuple):
    """A move to draw on a board."""

    preview: Any
    """What the action would bring about, as the game's own type."""
    stroke: Literal["taken", "better"]
    """How to draw it, see ``core.drawing.STROKES``."""


def in_words(gain: Gain, words: Mapping[str, GainWords]) -> str:
    """Return a gain in English, such as ``2 more stars (red, blue)``; the kind itself where a game has no words."""
    said = words.get(gain.kind)
    if said is None:
        return gain.kind
    text = said.one if gain.amount == 1 else said.many
    amount = f"{gain.amount:.0f}" if gain.amount == int(gain.amount) else f"{gain.amount:.1f}"
    return text.format(amount=amount, what=", ".join(gain.what), seat=gain.seat)
