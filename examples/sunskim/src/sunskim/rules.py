"""Sunskim as the rest of Gravitable sees it: the ``Rules`` contract fulfilled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import msgspec

from gravitable.core.chance import Rng
from gravitable.core.contract import Json, Types
from gravitable.core.errors import UnknownAction, suggest
from gravitable.core.events import EventRow, Events
from gravitable.core.options import Option, check_options
from gravitable.core.state import States
from sunskim import GAME, data, drawing, play, position, told, view
from sunskim.events import SunskimEvent, read_events
from sunskim.state import first

OPTIONS: Final = (Option("short", "flag", "five turns instead of ten"),)


class SunskimRules:
    """One instance for each version; a ruling that changed asks the version in the state."""

    name = GAME.name
    title = GAME.title
    min_players = data.MIN_PLAYERS
    max_players = data.MAX_PLAYERS
    options = OPTIONS
    types = Types(told.View, told.Board, SunskimEvent, told.Preview, told.Result)
    whole_turns = False

    def __init__(self, version: int) -> None:
        self.version = version

    # The course of play

    def settle(self, players: int, options: Json) -> Json:
        """Return the options complete and checked."""
        return check_options(OPTIONS, options)

    def start(self, players: int, options: Json) -> States:
        """Return the state in which a game begins."""
        return play.start(self.version, players, options["short"])

    def chance_kind(self, states: States) -> str | None:
        """Return ``pull`` once everybody has chosen."""
        s = first(states)
        return None if play.is_over(s) or play.choosing(s) else "pull"

    def chance(self, states: States, options: Json, rng: Rng, events: Events) -> None:
        """Let the sun pull."""
        play.pull(first(states), rng, events)

    def to_act(self, states: States) -> tuple[int, ...]:
        """Return who has not chosen yet."""
        return play.choosing(first(states))

    def legal(self, states: States, seat: int) -> list[int]:
        """Return the cards in a hand, while its owner has to choose."""
        s = first(states)
        return play.cards(int(s.hand[seat])) if seat in play.choosing(s) else []

    def is_legal(self, states: States, seat: int, action: int) -> bool:
        """Say whether a seat may choose a card now."""
        return action in self.legal(states, seat)

    def apply(self, states: States, seat: int, action: int, events: Events) -> None:
        """Choose a card."""
        play.choose(first(states), seat, action, events)

    def over(self, states: States) -> bool:
        """Say whether the game has ended."""
        return play.is_over(first(states))

    def result(self, states: States) -> Json:
        """Return scores, winners and reason."""
        return msgspec.to_builtins(told.result(states))  # type: ignore[no-any-return]

    # Who sees what

    def mask(self, states: States, viewer: int) -> States:
        """Return a copy that holds only what a viewer may know."""
        return view.mask(states, viewer)

    def determinize(self, states: States, rng: Rng) -> States:
        """Return a copy of a masked state with the hidden cards filled in."""
        return view.determinize(states, rng)

    def seen(self, rows: Iterable[EventRow], viewer: int) -> list[EventRow]:
        """Return what happened as a viewer may see it."""
        return view.seen(rows, viewer)

    # What is told

    def view(self, masked: States) -> told.View:
        """Return what a masked state shows."""
        return told.view(masked)

    def board(self, states: States, options: Json) -> told.Board:
        """Return the points by height."""
        return told.board()

    def board_key(self, states: States) -> bytes:
        """Return a constant, since the board never changes."""
        return b"sunskim"

    def describe(self, masked: States, options: Json) -> Json:
        """Return view and board together."""
        return {**msgspec.to_builtins(self.view(masked)), **msgspec.to_builtins(told.board())}

    def events(self, states: States, rows: Iterable[EventRow]) -> list[SunskimEvent]:
        """Return rows as typed events."""
        return read_events(rows)

    def end_of_turn(self, rows: Sequence[EventRow]) -> int:
        """Return all, since every choice is a turn."""
        return len(rows)

    def preview(self, states: States, seat: int, action: int) -> told.Preview:
        """Return where a card may lead."""
        return told.preview(states, seat, action)

    # Texts and pictures

    def action_text(self, action: int) -> str:
        """Return the notation of an action."""
        return data.ACTIONS[action]

    def action_number(self, text: str) -> int:
        """Return the action of a notation; raises UnknownAction."""
        if text not in data.ACTIONS:
            raise UnknownAction(f"{text!r} is not an action; {suggest(str(text), data.ACTIONS)}")
        return data.ACTIONS.index(text)

    def position_text(self, states: States, options: Json) -> str:
        """Return a position as text."""
        return position.write(states)

    def read_position(self, text: str) -> tuple[int, Json, States]:
        """Return players, options and state of a position; raises BadPosition."""
        return position.read(text)

    def draw_text(self, view: Json, *, colour: bool, names: list[str] | None = None) -> str:
        """Return a drawing for the terminal."""
        return drawing.draw_text(view, colour=colour, names=names)

    def draw_svg(self, view: Json, *, theme: str = "night", names: list[str] | None = None) -> str:
        """Return a drawing as SVG."""
        return drawing.draw_svg(view, theme=theme, names=names)


@cache
def rules_for(version: int) -> SunskimRules:
    """Return the rules of a version."""
    return SunskimRules(version)
