"""Everything that can happen in Gravity Superstar, as types: what players, records and the browser are told.

``read_events`` makes them of the rows that the kernel wrote. Rows must have gone through ``view.seen`` before if they
are for somebody who may not know everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import msgspec

from gravitable.core.events import Event, EventRow
from gravitable.core.lists import must_agree
from gravitable.superstar import data, words
from gravitable.superstar import events as ev
from gravitable.superstar.board import SPACE_NAMES
from gravitable.superstar.data import Card, Colour, Direction, Ending, Loot


class _SuperstarEvent(Event, frozen=True):
    @property
    def sentence(self) -> str:
        """The event in words."""
        return words.sentence(self.kind, msgspec.to_builtins(self))


class _OfSeat(_SuperstarEvent, frozen=True):
    seat: int


class _OfTable(_SuperstarEvent, frozen=True, kw_only=True):
    seat: None = None


class TurnBegins(_OfSeat, frozen=True, tag="turn"):
    """It is a seat's turn."""

    round: int


class Enters(_OfSeat, frozen=True, tag="enter"):
    """A pawn comes onto the board through the Open Door."""

    space: str
    feet: Direction


class PlaysCard(_OfSeat, frozen=True, tag="card"):
    """A card is laid. ``card`` is None for viewers who may not know which one lies face down."""

    card: Card | None
    face_down: bool
    acts_as: Card | None = None
    """Which card's move a Wild card makes."""


class PassesGoodie(_OfSeat, frozen=True, tag="pass", rename={"giver": "from"}):
    """A goodie card that was played goes on to ``seat``."""

    card: Card
    giver: int


class TakesCardsBack(_OfSeat, frozen=True, tag="refresh"):
    """The hand was empty: all cards come back at once."""


class CompletesHand(_OfSeat, frozen=True, tag="complete"):
    """The action of the turn was to take all cards back."""


class Steps(_OfSeat, frozen=True, tag="step"):
    """A pawn moves one space by its card."""

    space: str
    direction: Direction


class Falls(_OfSeat, frozen=True, tag="fall"):
    """A pawn falls one space towards its feet."""

    space: str
    direction: Direction


class Lands(_OfSeat, frozen=True, tag="land"):
    """A pawn stands again, ``fallen`` spaces further down."""

    space: str
    fallen: int


class Rotates(_OfSeat, frozen=True, tag="rotate"):
    """A pawn turns: its feet point in a new direction."""

    space: str
    feet: Direction


class TurnsTile(_OfSeat, frozen=True, tag="turn-tile"):
    """The tile at a place is turned, by quarter turns clockwise."""

    place: int
    quarters: int


class IsCarried(_OfSeat, frozen=True, tag="carried"):
    """A turned tile takes a pawn along."""

    space: str
    feet: Direction


class Teleports(_OfSeat, frozen=True, tag="teleport"):
    """A pawn goes to the Open Door."""

    space: str


class IsEjected(_OfSeat, frozen=True, tag="eject"):
    """A pawn is thrown out of the board by seat ``by``."""

    space: str
    by: int


class TakesStar(_OfSeat, frozen=True, tag="star"):
    """A star is collected."""

    space: str
    colour: Colour


class TakesToken(_OfSeat, frozen=True, tag="token"):
    """A replay token is taken from the supply."""

    space: str


class DoorOpens(_OfTable, frozen=True, tag="open-door"):
    """The Open Door moves on to the door of another place."""

    space: str
    place: int


class Steals(_OfSeat, frozen=True, tag="steal", rename={"victim": "from"}):
    """A star or a token is taken from the player who was thrown out."""

    victim: int
    what: Loot


class PaysForReplay(_OfSeat, frozen=True, tag="replay"):
    """A token is paid for a second action."""


class LastRound(_OfSeat, frozen=True, tag="last-round"):
    """Expert game: a seat has reached the points."""

    points: int


class RoundEnds(_OfTable, frozen=True, tag="round-end"):
    """Everybody has had a turn."""

    round: int


class GameEnds(_OfTable, frozen=True, tag="over"):
    """The game is over."""

    reason: Ending


SuperstarEvent: TypeAlias = (
    TurnBegins
    | Enters
    | PlaysCard
    | PassesGoodie
    | TakesCardsBack
    | CompletesHand
    | Steps
    | Falls
    | Lands
    | Rotates
    | TurnsTile
    | IsCarried
    | Teleports
    | IsEjected
    | TakesStar
    | TakesToken
    | DoorOpens
    | Steals
    | PaysForReplay
    | LastRound
    | RoundEnds
    | GameEnds
)

_Reader = Callable[[int, int, int, list[str]], SuperstarEvent]
_READERS: Final[dict[int, _Reader]] = {
    ev.TURN: lambda seat, place, value, names: TurnBegins(seat, place),
    ev.ENTER: lambda seat, place, value, names: Enters(seat, names[place], data.DIRECTIONS[value]),
    ev.CARD: lambda seat, place, value, names: PlaysCard(
        seat, None if place == ev.SECRET else data.CARDS[place], value == 1
    ),
    ev.PASS: lambda seat, place, value, names: PassesGoodie(seat, data.CARDS[place], value),
    ev.REFRESH: lambda seat, place, value, names: TakesCardsBack(seat),
    ev.COMPLETE: lambda seat, place, value, names: CompletesHand(seat),
    ev.STEP: lambda seat, place, value, names: Steps(seat, names[place], data.DIRECTIONS[value]),
    ev.FALL: lambda seat, place, value, names: Falls(seat, names[place], data.DIRECTIONS[value]),
    ev.LAND: lambda seat, place, value, names: Lands(seat, names[place], value),
    ev.ROTATE: lambda seat, place, value, names: Rotates(seat, names[place], data.DIRECTIONS[value]),
    ev.TURN_TILE: lambda seat, place, value, names: TurnsTile(seat, place, value),
    ev.CARRIED: lambda seat, place, value, names: IsCarried(seat, names[place], data.DIRECTIONS[value]),
    ev.TELEPORT: lambda seat, place, value, names: Teleports(seat, names[place]),
    ev.EJECT: lambda seat, place, value, names: IsEjected(seat, names[place], value),
    ev.STAR: lambda seat, place, value, names: TakesStar(seat, names[place], data.COLOURS[value]),
    ev.TOKEN: lambda seat, place, value, names: TakesToken(seat, names[place]),
    ev.OPEN_DOOR: lambda seat, place, value, names: DoorOpens(names[place], value),
    ev.STEAL: lambda seat, place, value, names: Steals(seat, place, data.LOOT[value]),
    ev.REPLAY: lambda seat, place, value, names: PaysForReplay(seat),
    ev.LAST_ROUND: lambda seat, place, value, names: LastRound(seat, value),
    ev.ROUND_END: lambda seat, place, value, names: RoundEnds(place),
    ev.OVER: lambda seat, place, value, names: GameEnds(data.ENDED_BY[value - 1]),
}
"""How the numbers of a kernel event (seat, place, value; see events.py) become the event."""

must_agree("sentences and kinds of event", words.SENTENCES, ev.KINDS)
must_agree("readers and kinds of event", _READERS, range(len(ev.KINDS)))


def read_events(rows: Iterable[EventRow], shape: int) -> list[SuperstarEvent]:
    """Return what kernel rows tell, on a board of a certain shape."""
    names, told = SPACE_NAMES[shape], list(rows)
    events = [_READERS[kind](seat, place, value, names) for kind, seat, place, value in told]
    for number, (kind, _, place, value) in enumerate(told):
        if kind == ev.CARD and place == data.WILD and value == 0:
            events[number] = msgspec.structs.replace(events[number], acts_as=_move_of(told, number))
    return events


def _move_of(rows: Sequence[EventRow], played: int) -> Card:
    """Return which card's move follows a Wild card: a drop is one step, a long jump two, a high one turns."""
    directions = []
    for kind, seat, _, value in rows[played + 1 :]:
        if kind == ev.ROTATE and seat == rows[played][1]:
            return "rotate"
        if kind in (ev.FALL, ev.LAND, ev.CARD, ev.TURN):
            break
        if kind == ev.STEP and seat == rows[played][1]:
            directions.append(value)
    if len(directions) < 2:
        return "drop"
    return "long" if len(set(directions)) == 1 else "high"
