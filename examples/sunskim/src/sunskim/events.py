"""Everything that can happen, as types, and how it reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from gravitable.core.events import Event, EventRow
from sunskim import data, play


class Chooses(Event, frozen=True, tag="choose"):
    """A card is chosen face down; ``card`` is None for viewers who may not know it."""

    seat: int
    card: int | None

    @property
    def sentence(self) -> str:
        """The event in words."""
        which = "a card" if self.card is None else f"thrust {self.card}"
        return f"Seat {self.seat} chooses {which}."


class Pulls(Event, frozen=True, tag="pull", kw_only=True):
    """The sun pulls all ships."""

    seat: None = None
    pull: int
    turn: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"Turn {self.turn}: the sun pulls with {self.pull}."


class Flies(Event, frozen=True, tag="fly", rename={"start": "from"}):
    """A card is turned up, and its ship moves."""

    seat: int
    thrust: int
    start: int
    to: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"Seat {self.seat} fires thrust {self.thrust} and flies from height {self.start} to {self.to}."


class Burns(Event, frozen=True, tag="burn"):
    """A ship came too close."""

    seat: int
    to: int
    lost: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        loss = f"loses {self.lost} and " if self.lost else ""
        return f"Seat {self.seat} burns, {loss}is thrown back to height {self.to}."


class Harvests(Event, frozen=True, tag="harvest"):
    """A ship collects light; ``beside``: how many others stood in it."""

    seat: int
    points: int
    beside: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        why = " in the shade of its neighbours" if self.beside else ""
        return f"Seat {self.seat} collects {self.points}{why}."


class TakesBack(Event, frozen=True, tag="hands", kw_only=True):
    """Everybody takes the played cards back."""

    seat: None = None

    @property
    def sentence(self) -> str:
        """The event in words."""
        return "Everybody takes the five cards back."


class GameEnds(Event, frozen=True, tag="over", kw_only=True):
    """The game is over."""

    seat: None = None
    winners: list[int]

    @property
    def sentence(self) -> str:
        """The event in words."""
        if len(self.winners) == 1:
            return f"The game is over. Seat {self.winners[0]} wins."
        return f"The game is over. Seats {' and '.join(map(str, self.winners))} share the win."


SunskimEvent: TypeAlias = Chooses | Pulls | Flies | Burns | Harvests | TakesBack | GameEnds

_READERS: Final[dict[int, Callable[[int, int, int], SunskimEvent]]] = {
    play.CHOOSE: lambda seat, card, _: Chooses(seat, None if card == data.NONE else card),
    play.PULL: lambda _, pull, turn: Pulls(pull=pull, turn=turn),
    play.FLY: lambda seat, way, to: Flies(seat, way & 15, way >> 4, to),
    play.BURN: Burns,
    play.HARVEST: lambda seat, beside, points: Harvests(seat, points, beside),
    play.HANDS: lambda _, __, ___: TakesBack(),
    play.OVER: lambda _, bits, __: GameEnds(winners=[n for n in range(data.MAX_PLAYERS) if bits >> n & 1]),
}


def read_events(rows: Iterable[EventRow]) -> list[SunskimEvent]:
    """Return rows as typed events."""
    return [_READERS[kind](seat, place, value) for kind, seat, place, value in rows]
