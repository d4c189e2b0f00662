"""Everything that can happen in Gravwell, as types: what players, records and the browser are told.

Every movement comes with its reason: a ``pull`` event tells what is nearest ahead and behind, how far, and how many
ships are on each side. ``read_events`` makes events of the rows that the kernel wrote. Rows must have gone through
``view.seen`` before if they are for somebody who may not know everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

from gravitable.core.events import Event, EventRow
from gravitable.core.lists import must_agree
from gravitable.gravwell import data, words
from gravitable.gravwell import events as ev
from gravitable.gravwell.data import Ending, ShipId
from gravitable.gravwell.describe import pull_of, seats_of, way_of
from gravitable.gravwell.events import letters
from gravitable.gravwell.pulls import PullReason, Way
from gravitable.gravwell.view_types import Pull

ThrustReason = PullReason | Literal["held-in-singularity", "leaves-singularity"]


class _GravwellEvent(Event, frozen=True):
    @property
    def sentence(self) -> str:
        """The event in words."""
        return words.sentence(self)


class _OfShip(_GravwellEvent, frozen=True):
    seat: int | None
    """Whose ship it is; None for the Ghost and derelicts."""
    ship: ShipId


class _OfTable(_GravwellEvent, frozen=True, kw_only=True):
    seat: None = None


class RoundBegins(_OfTable, frozen=True, tag="round"):
    """A round begins with its deal."""

    round: int
    draft_order: list[int]


class StackIsDealt(_OfTable, frozen=True, tag="stack"):
    """A stack lies on the table, with these cards face up."""

    stack: int
    up: list[str]


class TakesStack(_OfShip, frozen=True, tag="take"):
    """A stack is drafted; everybody sees its face-up cards."""

    stack: int
    up: list[str]


class FindsCards(_OfShip, frozen=True, tag="get"):
    """What lay face down in the stack; told only to the seat that took it."""

    stack: int
    down: list[str]


class GhostShuffles(_OfTable, frozen=True, tag="ghost"):
    """The Ghost's pile is shuffled."""


class ChaosPicks(_OfTable, frozen=True, tag="chaos"):
    """Chaos Theory: chance picks everybody's card."""


class Picks(_OfShip, frozen=True, tag="pick"):
    """A card is picked for this movement. ``letter`` is None for viewers who may not know it."""

    letter: str | None
    sealed: bool


class Reveals(_OfShip, frozen=True, tag="reveal"):
    """A picked card is turned up."""

    letter: str
    movement: int


class Stops(_OfShip, frozen=True, tag="stop"):
    """An Emergency Stop: the card does nothing."""

    letter: str


class IsIdle(_OfShip, frozen=True, tag="idle"):
    """A card does nothing, since its ship is through the Warp Gate."""

    letter: str


class IsPulled(_OfShip, frozen=True, tag="pull"):
    """A card takes effect: where it sends the ship, and why."""

    letter: str
    direction: Way
    reason: ThrustReason
    pull: Pull


class TractorBeam(_OfShip, frozen=True, tag="tractor"):
    """A tractor beam pulls everybody towards the ship."""

    letter: str
    position: int


class Moves(_OfShip, frozen=True, tag="move", rename={"start": "from"}):
    """A ship moves; it slid further over spaces that were taken."""

    start: int
    to: int
    slid: int
    distance: int


class PassesGate(_OfShip, frozen=True, tag="pass"):
    """A ship is through the Warp Gate."""


class RoundEnds(_OfTable, frozen=True, tag="round-end"):
    """A round is over."""

    round: int


class GameEnds(_OfTable, frozen=True, tag="over"):
    """The game is over."""

    winners: list[int]
    reason: Ending


GravwellEvent: TypeAlias = (
    RoundBegins
    | StackIsDealt
    | TakesStack
    | FindsCards
    | GhostShuffles
    | ChaosPicks
    | Picks
    | Reveals
    | Stops
    | IsIdle
    | IsPulled
    | TractorBeam
    | Moves
    | PassesGate
    | RoundEnds
    | GameEnds
)


def _round(seat: int, place: int, value: int) -> RoundBegins:
    return RoundBegins(place, [value >> 2 * turn & 3 for turn in range(seat)])


def _pull(seat: int, place: int, value: int) -> IsPulled:
    letter, direction, position = place & 31, (place >> 5 & 3) - 1, place >> 7
    pull = pull_of(value)
    reason: ThrustReason = pull.reason
    if position == data.SINGULARITY:
        reason = "leaves-singularity" if direction else "held-in-singularity"
    return IsPulled(*_ship(seat), data.LETTERS[letter], way_of(direction), reason, pull)


def _ship(code: int) -> tuple[int | None, ShipId]:
    return code if code < data.MAX_PLAYERS else None, data.SHIP_IDS[code]


_Reader = Callable[[int, int, int], GravwellEvent]
_READERS: Final[dict[int, _Reader]] = {
    ev.ROUND: _round,
    ev.STACK: lambda seat, place, value: StackIsDealt(place + 1, letters(value)),
    ev.TAKE: lambda seat, place, value: TakesStack(*_ship(seat), place + 1, letters(value)),
    ev.GET: lambda seat, place, value: FindsCards(*_ship(seat), place + 1, letters(value)),
    ev.GHOST: lambda seat, place, value: GhostShuffles(),
    ev.CHAOS: lambda seat, place, value: ChaosPicks(),
    ev.PICK: lambda seat, place, value: Picks(
        *_ship(seat), None if place == data.HIDDEN else data.LETTERS[place], value == 1
    ),
    ev.REVEAL: lambda seat, place, value: Reveals(*_ship(seat), data.LETTERS[place], value),
    ev.STOP: lambda seat, place, value: Stops(*_ship(seat), data.LETTERS[place]),
    ev.IDLE: lambda seat, place, value: IsIdle(*_ship(seat), data.LETTERS[place]),
    ev.PULL: _pull,
    ev.TRACTOR: lambda seat, place, value: TractorBeam(*_ship(seat), data.LETTERS[place], value),
    ev.MOVE: lambda seat, place, value: Moves(*_ship(seat), place, value & 63, value >> 6 & 63, value >> 12),
    ev.PASS: lambda seat, place, value: PassesGate(*_ship(seat)),
    ev.ROUND_END: lambda seat, place, value: RoundEnds(place),
    ev.OVER: lambda seat, place, value: GameEnds(seats_of(place), data.ENDED_BY[value - 1]),
}
"""How the numbers of a kernel event (seat, place, value; see events.py) become the event."""

must_agree("sentences and kinds of event", words.SENTENCES, ev.KINDS)
must_agree("readers and kinds of event", _READERS, range(len(ev.KINDS)))


def read_events(rows: Iterable[EventRow]) -> list[GravwellEvent]:
    """Return what kernel rows tell."""
    return [_READERS[kind](seat, place, value) for kind, seat, place, value in rows]
