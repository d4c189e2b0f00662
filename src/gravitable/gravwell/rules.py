"""Gravwell as the rest of Gravitable sees it: see ``core.contract.Rules``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec
import numpy as np

from gravitable.core.chance import Rng
from gravitable.core.contract import Json, Types
from gravitable.core.copies import copied
from gravitable.core.errors import BadOption
from gravitable.core.events import EventRow, Events
from gravitable.core.options import Option, check_options
from gravitable.core.state import States
from gravitable.gravwell import (
    GAME,
    data,
    describe,
    entry,
    event_types,
    events,
    notation,
    position,
    preview,
    view,
)
from gravitable.gravwell.event_types import GravwellEvent
from gravitable.gravwell.state import new_states
from gravitable.gravwell.view_types import Board, Preview, Result, View

_NOT_IN_SOLO = {
    "hardcore": "there is no Emergency Stop to limit",
    "warp_gate": "you win only by passing the gate before the Ghost",
}
OPTIONS = tuple(
    Option(name, "flag", meaning, min_players=2 if name in _NOT_IN_SOLO else 1)
    for name, meaning in data.VARIANTS.items()
)


_SEATS = tuple(
    tuple(seat for seat in range(data.MAX_PLAYERS) if bits >> seat & 1)
    for bits in range(1 << data.MAX_PLAYERS)
)
"""Seats by the bits that stand for them."""


class Gravwell:
    """Stateless: one instance for each version of the rules, ``RULES`` for the newest.

    A ruling that changes asks ``s.rules``, the version in the state, so that old games go on as they began.
    """

    name = GAME.name
    title = GAME.title
    min_players = data.MIN_PLAYERS
    max_players = data.MAX_PLAYERS
    options = OPTIONS
    types = Types(View, Board, GravwellEvent, Preview, Result)
    whole_turns = False  # a taken stack shows its hidden card, a pick may be the last one that all wait for

    def __init__(self, version: int) -> None:
        self.version = version

    def settle(self, players: int, options: Json) -> Json:
        """Return the options complete and checked; raises BadOption."""
        settled = check_options(self.options, options)
        for name, why in _NOT_IN_SOLO.items():
            if players == 1 and settled[name]:
                raise BadOption(f"option {name!r} does not go with Solo (1 player): {why}")
        return settled

    def start(self, players: int, options: Json) -> States:
        """Return a state before its first deal."""
        states = new_states()
        states["rules"] = self.version
        states["variants"][0] = [options[name] for name in data.VARIANTS]
        entry.start(states, players)
        return states

    def chance_kind(self, states: States) -> str | None:
        """Return "deal", "ghost" or "chaos" when chance must decide now."""
        phase = int(states["phase"][0])
        if phase in (data.DEAL, data.GHOST_SHUFFLE, data.CHAOS):
            return data.PHASES[phase]
        return None

    def chance(self, states: States, options: Json, rng: Rng, events: Events) -> None:
        """Deal, shuffle the Ghost's pile or pick everybody's card, whichever is due."""
        entry.chance(states, rng, events)

    def to_act(self, states: States) -> tuple[int, ...]:
        """Return the seats that must choose now."""
        return _SEATS[int(entry.to_act(states))]

    def legal(self, states: States, seat: int) -> list[int]:
        """Return the actions open to a seat, ascending."""
        out = np.empty(data.N_ACTIONS, np.int64)
        return out[: entry.legal(states, seat, out)].tolist()  # type: ignore[no-any-return]

    def is_legal(self, states: States, seat: int, action: int) -> bool:
        """Say whether a seat may take an action now."""
        return bool(entry.is_legal(states, seat, action))

    def apply(self, states: States, seat: int, action: int, events: Events) -> None:
        """Apply a legal action, unchecked."""
        entry.apply(states, seat, action, events)

    def over(self, states: States) -> bool:
        """Say whether the game has ended."""
        return int(states["phase"][0]) == data.OVER

    def result(self, states: States) -> Json:
        """Return scores, winners and the reason of the end."""
        return msgspec.to_builtins(describe.result(states))  # type: ignore[no-any-return]

    def mask(self, states: States, viewer: int) -> States:
        """Return a copy that holds only what ``viewer`` may know."""
        masked = copied(states)
        entry.mask(masked, viewer)
        return masked

    def determinize(self, states: States, rng: Rng) -> States:
        """Return a copy of a masked state with everything hidden filled in at random."""
        filled = copied(states)
        entry.determinize(filled, rng)
        return filled

    def view(self, masked: States) -> View:
        """Return what a (masked) state shows."""
        return describe.view(masked)

    def board(self, states: States, options: Json) -> Board:
        """Return the deck."""
        return describe.BOARD

    def board_key(self, states: States) -> bytes:
        """Return always the same: the deck never changes."""
        return b"deck"

    def describe(self, masked: States, options: Json) -> Json:
        """Return the view as a JSON-able object; the deck is the same in all games and left out."""
        told: Json = msgspec.to_builtins(self.view(masked))
        return told

    def seen(self, rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
        """Return kernel events as ``viewer`` may see them."""
        return view.seen(rows, viewer)

    def events(self, states: States, rows: Iterable[EventRow]) -> list[GravwellEvent]:
        """Return kernel events as typed ones."""
        return event_types.read_events(rows)

    def end_of_turn(self, rows: Sequence[EventRow]) -> int:
        """Return how many kernel events belong to the turn in which they begin."""
        return events.end_of_turn(rows)

    def preview(self, states: States, seat: int, action: int) -> Preview:
        """Return the cards of a stack, or where a card may lead."""
        return preview.preview(states, seat, action)

    def action_text(self, action: int) -> str:
        """Return the notation of an action."""
        return notation.text(action)

    def action_number(self, text: str) -> int:
        """Return the action of a notation; raises UnknownAction."""
        return notation.number(text)

    def position_text(self, states: States, options: Json) -> str:
        """Return a complete position as readable text."""
        return position.write(states)

    def read_position(self, text: str) -> tuple[int, Json, States]:
        """Return players, options and state of a position text; raises BadPosition."""
        return position.read(text)

    def draw_text(self, view: Json, *, colour: bool, names: list[str] | None = None) -> str:
        """Return a drawing of a view for the terminal."""
        from gravitable.gravwell.drawing import draw_text  # noqa: PLC0415 - rules must not need drawing

        return draw_text(view, colour=colour, names=names)

    def draw_svg(self, view: Json, *, theme: str = "night", names: list[str] | None = None) -> str:
        """Return a drawing of a view as SVG."""
        from gravitable.gravwell.drawing import draw_svg  # noqa: PLC0415 - rules must not need drawing

        return draw_svg(view, theme=theme, names=names)


@cache
def rules_for(version: int) -> Gravwell:
    """Return the rules of a version."""
    return Gravwell(version)


RULES = rules_for(GAME.version)
