"""The contract between a game and the rest of Gravitable.

A game is one folder with a ``rules.py`` whose ``RULES`` object fulfils ``Rules``. Everything else (the ``Game``
class, records, bots, server, browser, environments) works through it and knows no game by name.
"""

from __future__ import annotations

from typing import Any, Protocol

from gravitable.core.chance import Rng, States
from gravitable.core.events import Events
from gravitable.core.options import Option
from gravitable.core.viewers import EVERYTHING, SPECTATOR

__all__ = ["EVERYTHING", "SPECTATOR", "Json", "Rules"]

Json = dict[str, Any]


class Rules(Protocol):
    """What a game must offer. States are arrays with one record; nothing here keeps state of its own."""

    name: str
    title: str
    version: int
    """Stored in every record. Raise it when a change makes old records replay differently, and keep the old."""
    known_versions: tuple[int, ...]
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    whole_turns: bool
    """Nothing hidden comes to light within a turn, so it can be composed, taken back and committed as one."""

    def settle(self, players: int, options: Json) -> Json:
        """Return the options complete, checked against each other and JSON-able."""

    def start(self, players: int, options: Json) -> States:
        """Return a state before its first chance event."""

    def chance_kind(self, states: States) -> str | None:
        """Return what chance must decide now ("setup", "deal", ...), or None when it is the players' turn."""

    def chance(self, states: States, options: Json, rng: Rng, events: Events) -> None:
        """Let chance decide, with a generator made for this one event."""

    def to_act(self, states: States) -> tuple[int, ...]:
        """Return the seats that must choose now; empty when chance is due or the game is over."""

    def legal(self, states: States, seat: int) -> list[int]:
        """Return the actions open to ``seat`` in a fixed order; empty when it is not to act."""

    def is_legal(self, states: States, seat: int, action: int) -> bool:
        """Say whether ``seat`` may take an action now."""

    def legal_text(self, states: States, seat: int) -> str:
        """Return the actions open to ``seat`` in their notation, as a JSON list."""

    def apply(self, states: States, seat: int, action: int, events: Events) -> None:
        """Apply a legal action, unchecked."""

    def over(self, states: States) -> bool:
        """Say whether the game has ended."""

    def result(self, states: States) -> Json:
        """Return scores, winners (seats) and the reason; only for a game that is over."""

    def mask(self, states: States, viewer: int) -> States:
        """Return a copy that holds only what ``viewer`` may know."""

    def determinize(self, states: States, rng: Rng) -> States:
        """Return a copy of a masked state with everything hidden filled in at random, as it may be."""

    def describe(self, states: States, options: Json) -> Json:
        """Return a (masked) state as JSON-able data; the one source of every view."""

    def view_text(self, states: States, viewer: int, options: Json) -> str:
        """Return a masked state, described, as the members of a JSON object; quickly.

        The game's options may be left out.
        """

    def event_text(self, states: States, happened: bytes, viewer: int) -> str:
        """Return what ``viewer`` may see of stored events (``core.events.stored``): members of a JSON list.

        ``states`` only tells what never changes during a game, such as the size of the board.
        """

    def has_secrets(self, happened: bytes) -> bool:
        """Say whether anybody, seats and spectators, may not see all of stored events."""

    def preview(self, states: States, seat: int, action: int) -> Json:
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
