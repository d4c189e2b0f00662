"""The contract between a game and the rest of Gravitable.

A game is an installed package whose ``GamePackage`` names a function that returns its ``Rules`` (see ``package.py``).
Everything else (the ``Game`` class, records, bots, server, browser, environments) works through it and knows no game
by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from gravitable.core.chance import Rng
from gravitable.core.events import Event, EventRow, Events
from gravitable.core.options import Option
from gravitable.core.state import States
from gravitable.core.viewers import EVERYTHING, SPECTATOR

__all__ = ["EVERYTHING", "SPECTATOR", "Json", "Rules"]

Json = dict[str, Any]

View = msgspec.Struct
"""What a viewer sees of a game; each game has a type of its own (``view_types.View``)."""
Board = msgspec.Struct
"""What hardly ever changes in a game, so that it need not be told with every view."""
Preview = msgspec.Struct
"""What an action would bring about."""


class Types(NamedTuple):
    """What a game tells, as types: from these the browser's types are made."""

    view: Any
    board: Any
    event: Any
    preview: Any
    result: Any


class Rules(Protocol):
    """What a game must offer. States are arrays with one record; nothing here keeps state of its own."""

    name: str
    title: str
    version: int
    """Stored in every record, position and table. A change that makes old records replay differently is a new version;
    the old one stays, see docs/architecture.md."""
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    types: Types
    whole_turns: bool
    """Nothing hidden is revealed during a turn, so a player may put it together, take it back and commit it as one."""

    def settle(self, players: int, options: Json) -> Json:
        """Return the options complete, checked against each other and JSON-able."""

    def start(self, players: int, options: Json) -> States:
        """Return a state before its first chance event."""

    def chance_kind(self, states: States) -> str | None:
        """Return what chance must decide now ("setup", "deal", ...), or None when it is the players' turn."""

    def chance(self, states: States, options: Json, rng: Rng, events: Events) -> None:
        """Let chance decide, with a generator made for this one event.

        Only what happens before the first decision may ask for the options; later everything it needs is in the state,
        since a search plays on from a state alone.
        """

    def to_act(self, states: States) -> tuple[int, ...]:
        """Return the seats that must choose now; empty when chance is due or the game is over."""

    def legal(self, states: States, seat: int) -> list[int]:
        """Return the actions open to ``seat`` in a fixed order; empty when it is not to act."""

    def is_legal(self, states: States, seat: int, action: int) -> bool:
        """Say whether ``seat`` may take an action now."""

    def apply(self, states: States, seat: int, action: int, events: Events) -> None:
        """Apply a legal action, unchecked."""

    def over(self, states: States) -> bool:
        """Say whether the game has ended."""

    def result(self, states: States) -> Json:
        """Return scores, winners (seats) and the reason; only for a game that is over."""

    def mask(self, states: States, viewer: int) -> States:
        """Return a copy that holds only what ``viewer`` may know."""

    def determinize(self, states: States, rng: Rng) -> States:
        """Return a copy of a masked state with what is hidden filled in at random, in a way that may be true."""

    def view(self, masked: States) -> View:
        """Return what a (masked) state shows: the one function that every view comes from."""

    def board(self, states: States, options: Json) -> Board:
        """Return the part of the table that hardly ever changes; nothing in it is ever hidden."""

    def board_key(self, states: States) -> bytes:
        """Return something that is equal for two states of one game exactly when their boards are."""

    def describe(self, masked: States, options: Json) -> Json:
        """Return view and board together as one JSON-able object."""

    def seen(self, rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
        """Return kernel events as ``viewer`` may see them: the one function that hides what happened."""

    def events(self, states: States, rows: Iterable[EventRow]) -> Sequence[Event]:
        """Return kernel events as typed ones; ``states`` only tells what never changes, such as the board's size."""

    def end_of_turn(self, rows: Sequence[EventRow]) -> int:
        """Return how many of the kernel events still belong to the turn in which they begin."""

    def preview(self, states: States, seat: int, action: int) -> Preview:
        """Return what a legal action would bring about, as far as ``seat`` can know; works on a masked copy."""

    def action_text(self, action: int) -> str:
        """Return the notation of an action."""

    def action_number(self, text: str) -> int:
        """Return the action of a notation; raises UnknownAction."""

    def position_text(self, states: States, options: Json) -> str:
        """Return a complete position as readable text."""

    def read_position(self, text: str) -> tuple[int, Json, States]:
        """Return players, options and state of a position text; raises BadPosition."""

    def draw_text(self, view: Json, *, colour: bool, names: list[str] | None = None) -> str:
        """Return a drawing of a view for the terminal."""

    def draw_svg(self, view: Json, *, theme: str = "night", names: list[str] | None = None) -> str:
        """Return a drawing of a view as SVG."""
