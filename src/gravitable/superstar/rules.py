"""Gravity Superstar as the rest of Gravitable sees it: the ``Rules`` contract fulfilled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import msgspec
import numpy as np

from gravitable.core.chance import Rng
from gravitable.core.contract import Json, Types
from gravitable.core.copies import copied
from gravitable.core.events import EventRow, Events
from gravitable.core.options import Option, check_options
from gravitable.core.state import States
from gravitable.superstar import (
    GAME,
    data,
    describe,
    entry,
    event_types,
    events,
    host,
    notation,
    position,
    preview,
    view,
)
from gravitable.superstar.event_types import SuperstarEvent
from gravitable.superstar.state import new_states
from gravitable.superstar.view_types import Board, Preview, Result, View

OPTIONS: Final = (
    Option("goodies", "subset", "goodie cards in play", default=(), choices=data.GOODIE_NAMES),
    Option("expert", "flag", "the game ends by points instead of by stars left"),
    Option("rounds", "number", "stop after so many rounds, for simulations", default=None, low=1, high=9999),
    Option(
        "tiles",
        "other",
        "the tile set: a directory of tile files, or our own",
        default=host.STANDARD,
        is_stored=host.is_stored,
    ),
    Option(
        "board",
        "other",
        "the tiles by place, such as ['Lantern a 1', None]",
        default=None,
        typed="the tiles by place, ? for any, such as 'Lantern a 1,?'",
    ),
    Option("door", "number", "the place (from 0) of the Open Door at the start", default=None, low=0, high=5),
)


class SuperstarRules:
    """Stateless: one instance for each version of the rules, ``RULES`` for the newest.

    A ruling that changes asks ``s.rules``, the version in the state, so that old games go on as they began.
    Single fields are read as ``states["phase"][0]``, which is ten times as fast as ``states[0].phase``.
    """

    name = GAME.name
    title = GAME.title
    min_players = data.MIN_PLAYERS
    max_players = data.MAX_PLAYERS
    options = OPTIONS
    types = Types(View, Board, SuperstarEvent, Preview, Result)
    whole_turns = True

    def __init__(self, version: int) -> None:
        self.version = version

    def settle(self, players: int, options: Json) -> Json:
        """Return the options complete, checked against each other and JSON-able."""
        return host.settle(players, check_options(OPTIONS, options))

    def start(self, players: int, options: Json) -> States:
        """Return a state before its setup."""
        states = new_states()
        states["rules"] = self.version
        goodies = sum(1 << data.CARDS.index(name) for name in options["goodies"])
        entry.start(states, players, goodies, int(options["expert"]), options["rounds"] or 0)
        return states

    def chance_kind(self, states: States) -> str | None:
        """Return ``setup`` before the game has begun; after that nothing is left to chance."""
        return "setup" if states["phase"][0] == data.SETUP else None

    def chance(self, states: States, options: Json, rng: Rng, events: Events) -> None:
        """Set up the board and begin the first turn."""
        tiles = host.tile_set(options["tiles"])
        entry.chance(states, tiles.faces(), host.picks(options, tiles), rng, events)

    def to_act(self, states: States) -> tuple[int, ...]:
        """Return the seat that must choose now."""
        seats = int(entry.to_act(states))  # a NumPy number when uncompiled
        return (seats.bit_length() - 1,) if seats else ()

    def legal(self, states: States, seat: int) -> list[int]:
        """Return the legal actions of a seat, ascending."""
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
        return bool(states["phase"][0] == data.OVER)

    def result(self, states: States) -> Json:
        """Return scores, winners and reason."""
        return msgspec.to_builtins(describe.result(states))  # type: ignore[no-any-return]

    def mask(self, states: States, viewer: int) -> States:
        """Return a copy that holds only what ``viewer`` may know."""
        copy = copied(states)
        entry.mask(copy, viewer)
        return copy

    def determinize(self, states: States, rng: Rng) -> States:
        """Return a copy of a masked state with the hidden cards filled in."""
        copy = copied(states)
        entry.determinize(copy, rng)
        return copy

    def view(self, masked: States) -> View:
        """Return what a (masked) state shows."""
        return describe.view(masked)

    def board(self, states: States, options: Json) -> Board:
        """Return tiles, doors and spaces."""
        return describe.board(states, host.tile_names(options["tiles"]))

    def board_key(self, states: States) -> bytes:
        """Return something that changes when the board does."""
        return describe.board_key(states)

    def describe(self, masked: States, options: Json) -> Json:
        """Return view and board together as one JSON-able object."""
        return describe.as_data(self.view(masked), self.board(masked, options))

    def seen(self, rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
        """Return kernel events as ``viewer`` may see them."""
        return view.seen(rows, viewer)

    def events(self, states: States, rows: Iterable[EventRow]) -> list[SuperstarEvent]:
        """Return kernel events as typed ones."""
        return event_types.read_events(rows, int(states["shape_index"][0]))

    def end_of_turn(self, rows: Sequence[EventRow]) -> int:
        """Return how many kernel events belong to the turn in which they begin."""
        return events.end_of_turn(rows)

    def preview(self, states: States, seat: int, action: int) -> Preview:
        """Return where an action leads and what it takes."""
        return preview.preview(states, seat, action)

    def action_text(self, action: int) -> str:
        """Return the notation of an action."""
        return data.ACTIONS[action]

    def action_number(self, text: str) -> int:
        """Return the action of a notation; raises UnknownAction."""
        return notation.number(text)

    def position_text(self, states: States, options: Json) -> str:
        """Return a complete position as readable text."""
        return position.write(states, options)

    def read_position(self, text: str) -> tuple[int, Json, States]:
        """Return players, options and state of a position text; raises BadPosition."""
        return position.read(text)

    def draw_text(self, view: Json, *, colour: bool, names: list[str] | None = None) -> str:
        """Return a drawing of a view for the terminal."""
        from gravitable.superstar.drawing import draw_text  # noqa: PLC0415 - rules must not need drawing

        return draw_text(view, colour=colour, names=names)

    def draw_svg(self, view: Json, *, theme: str = "night", names: list[str] | None = None) -> str:
        """Return a drawing of a view as SVG."""
        from gravitable.superstar.drawing import draw_svg  # noqa: PLC0415 - rules must not need drawing

        return draw_svg(view, theme=theme, names=names)


@cache
def rules_for(version: int) -> SuperstarRules:
    """Return the rules of a version."""
    return SuperstarRules(version)


RULES = rules_for(GAME.version)
