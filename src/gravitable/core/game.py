"""A game being played: every action is checked, and everything is told in texts and readable events.

>>> import gravitable
>>> game = gravitable.new("superstar", players=2, seed=1)
>>> seat = game.to_act[0]
>>> events = game.play(seat, game.legal(seat)[0])
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec

from gravitable.core import chance, proof
from gravitable.core.contract import EVERYTHING, SPECTATOR, Board, Json, Preview, Rules, View
from gravitable.core.copies import copied
from gravitable.core.errors import BadSeat, GameOver, IllegalAction, NotYourTurn
from gravitable.core.events import Event, EventBuffer, EventRow, event_buffer, read, stored
from gravitable.core.state import States


class _Scratch(threading.local):
    """One event buffer per thread, since a server plays many games at once."""

    def __init__(self) -> None:
        self.events = event_buffer()


_SCRATCH = _Scratch()


class Entry(NamedTuple):
    """One line of a game's log: a seat's action, or what chance decided with which seed."""

    seat: int | None
    action: str
    """The action's notation, or the kind of chance event."""
    seed: int | None
    kept: bytes
    """What the kernel said happened, as ``core.events.stored`` keeps it: a server holds many of these."""

    @property
    def rows(self) -> list[EventRow]:
        """What the kernel said happened."""
        return read(self.kept)

    @property
    def line(self) -> list[Any]:
        """The entry as a record has it."""
        return [self.action, f"{self.seed:016x}"] if self.seat is None else [self.seat, self.action]


@dataclass(frozen=True, slots=True)
class Table:
    """What was agreed before the game began."""

    rules: Rules
    players: int
    options: Json
    secret: bytes
    """From which all seeds derive; must stay secret until the game is over."""
    position: str | None = None
    """The position text that the game began from, if it did not begin with a setup."""
    form: int = proof.NEWEST
    """The format of its record, and of its commitment with it."""


class Game:
    """One game. Make one with ``gravitable.new``, ``gravitable.replay`` or ``gravitable.position``."""

    def __init__(self, table: Table, states: States) -> None:
        self._table = table
        self.rules: Final = table.rules
        """The rules of the game."""
        self._states = states
        self._log: list[Entry] = []
        self._chances = 0
        self._to_act = table.rules.to_act(states)
        self._commitment = ""
        self._chain: proof.Chain | None = None

    @classmethod
    def begin(cls, table: Table) -> Game:
        """Begin a game with its setup."""
        game = cls(table, table.rules.start(table.players, table.options))
        game._run_chance()
        return game

    @classmethod
    def resume(cls, table: Table, states: States) -> Game:
        """Go on from a position."""
        game = cls(table, states)
        game._run_chance()
        return game

    # What was agreed

    @property
    def name(self) -> str:
        """The game's name, such as ``superstar``."""
        return self._table.rules.name

    @property
    def table(self) -> Table:
        """What was agreed before the game began."""
        return self._table

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._table.players

    @property
    def options(self) -> Json:
        """All options with their values."""
        return dict(self._table.options)

    @property
    def commitment(self) -> str:
        """The hash of what was agreed and of the secret behind all chance: show it at the start."""
        if not self._commitment:
            table = self._table
            agreed = proof.Agreement(
                table.rules.name, table.rules.version, table.players, table.options, table.position
            )
            self._commitment = proof.commitment(table.form, table.secret, agreed)
        return self._commitment

    @property
    def head(self) -> str | None:
        """The hash of everything decided so far, hidden things too. It betrays nothing: show it after each move.

        None for a game of record format 1, which has none.
        """
        if self._table.form == 1:
            return None
        chain = self._chain or proof.Chain.begin(self._table.secret, self.commitment)
        for entry in self._log[chain.length :]:
            chain = chain.after(entry.line)
        self._chain = chain
        return chain.head.hex()

    # What is going on

    @property
    def states(self) -> States:
        """The kernel's state, an array with one record. Copy it before you change anything."""
        return self._states

    @property
    def log(self) -> tuple[Entry, ...]:
        """Everything that was decided so far."""
        return tuple(self._log)

    @property
    def n_entries(self) -> int:
        """How long the log is."""
        return len(self._log)

    def entries(self, first: int, end: int) -> list[Entry]:
        """Return a part of the log."""
        return self._log[first:end]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now."""
        return self._to_act

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.over(self._states)

    @property
    def result(self) -> Json | None:
        """Scores, winners and the reason of the end; None while the game goes on."""
        return self.rules.result(self._states) if self.over else None

    def legal(self, seat: int) -> list[str]:
        """Return the actions open to a seat now, in their notation; empty when it is not to act."""
        text = self.rules.action_text
        return [text(action) for action in self.rules.legal(self._states, self._checked_seat(seat))]

    def play(self, seat: int, action: str) -> list[Event]:
        """Play an action and return everything that happened, chance included.

        Raises UnknownAction, IllegalAction, NotYourTurn, GameOver or BadSeat; the game is then as before.
        """
        before = len(self._log)
        self.advance(seat, action)
        return self.events(since=before)

    def advance(self, seat: int, action: str) -> None:
        """Play an action, chance included, as ``play`` does, but return nothing: that is quicker."""
        self.play_without_chance(seat, action)
        self._run_chance()

    def play_without_chance(self, seat: int, action: str) -> None:
        """Play an action, but leave a chance event that it brings about to ``play_chance`` (for replays)."""
        number = self._checked(seat, action)
        events = _cleared_buffer()
        self.rules.apply(self._states, seat, number, events)
        self._note(Entry(seat, action, None, stored(events)))

    def play_chance(self, kind: str, seed: int) -> None:
        """Let chance decide what is due with a given seed (for replays)."""
        events = _cleared_buffer()
        self.rules.chance(self._states, self._table.options, chance.generator(seed), events)
        self._chances += 1
        self._note(Entry(None, kind, seed, stored(events)))

    def preview(self, seat: int, action: str) -> Json:
        """Return what an action would bring about, as far as the seat can know; changes nothing.

        Raises what ``play`` would raise.

        >>> import gravitable
        >>> game = gravitable.new("superstar", players=2, seed=1)
        >>> seen = game.preview(game.to_act[0], "drop")
        >>> seen["path"][-1]["space"] == seen["lands"], seen["points"]
        (True, 0)
        """
        told: Json = msgspec.to_builtins(self.typed_preview(seat, action))
        return told

    def typed_preview(self, seat: int, action: str) -> Preview:
        """Return the same as the game's own type (``gravitable.superstar.view_types.Preview``, for one)."""
        return self.rules.preview(self._states, seat, self._checked(seat, action))

    def view(self, viewer: int | None) -> Json:
        """Return what a seat may see, JSON-able; ``None`` is a spectator."""
        return self._described(self.rules.mask(self._states, self._eyes(viewer)))

    def typed_view(self, viewer: int | None) -> View:
        """Return the same as the game's own type, without the board (``gravitable.superstar.view_types.View``)."""
        return self.rules.view(self.rules.mask(self._states, self._eyes(viewer)))

    def board(self) -> Board:
        """Return what hardly ever changes, such as walls and decks, as the game's own type."""
        return self.rules.board(self._states, self._table.options)

    def state(self) -> Json:
        """Return everything, hidden things too, JSON-able."""
        return self._described(self._states)

    def events(self, viewer: int | None = EVERYTHING, since: int = 0) -> list[Event]:
        """Return what happened from log entry ``since`` on, as ``viewer`` may see it (by default all of it)."""
        eyes = EVERYTHING if viewer == EVERYTHING else self._eyes(viewer)
        rows = [row for entry in self._log[since:] for row in entry.rows]
        return list(self.rules.events(self._states, self.rules.seen(rows, eyes)))

    def record(self) -> Json:
        """Return the game as a record that ``gravitable.replay`` plays again, bit by bit."""
        from gravitable.core.record import record_of  # noqa: PLC0415 - records are made of games

        return record_of(self)

    def position(self) -> str:
        """Return the position as readable text that ``gravitable.position`` reads back."""
        return self.rules.position_text(self._states, self._table.options)

    def copy(self) -> Game:
        """Return an independent copy, to try something out."""
        twin = Game(self._table, copied(self._states))
        twin._log = self._log.copy()
        twin._chances = self._chances
        twin._to_act = self._to_act
        twin._commitment = self._commitment
        twin._chain = self._chain
        return twin

    def __str__(self) -> str:
        return self.rules.draw_text(self.state(), colour=False)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: the game as everybody may see it."""
        return self.rules.draw_svg(self.view(None))

    def __repr__(self) -> str:
        return (
            f"<Game {self.name}, {self.players} players, {len(self._log)} log entries, to act {self.to_act}>"
        )

    # Inside

    def _checked(self, seat: int, action: str) -> int:
        """Return the number of an action that ``seat`` may take now."""
        self._checked_seat(seat)
        number = self.rules.action_number(action)
        if seat not in self._to_act:
            self._refuse_seat(seat)
        if not self.rules.is_legal(self._states, seat, number):
            choices = self.legal(seat)
            raise IllegalAction(
                f"seat {seat} cannot play {action!r} now; legal: {', '.join(choices)}", legal=choices
            )
        return number

    def _refuse_seat(self, seat: int) -> None:
        if self.over:
            raise GameOver("the game is over; start a new one with gravitable.new()")
        waiting = ", ".join(map(str, self._to_act))
        raise NotYourTurn(f"seat {seat} is not to act; the game waits for seat {waiting}", self._to_act)

    def _eyes(self, viewer: int | None) -> int:
        return SPECTATOR if viewer is None else self._checked_seat(viewer)

    def _checked_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players:
            raise BadSeat(f"there is no seat {seat!r}; seats go from 0 to {self.players - 1}")
        return seat

    def _note(self, entry: Entry) -> None:
        self._log.append(entry)
        self._to_act = self.rules.to_act(self._states)

    def _run_chance(self) -> None:
        """Let chance decide whatever is due, each event with the next seed of the secret."""
        while (kind := self.rules.chance_kind(self._states)) is not None:
            seed = chance.chance_seed(self._table.secret, self._chances)
            self.play_chance(kind, seed)

    def _described(self, states: States) -> Json:
        described = self.rules.describe(states, self._table.options)
        return {**described, "options": dict(self._table.options), "commitment": self.commitment}


def _cleared_buffer() -> EventBuffer:
    events = _SCRATCH.events
    events[0, 0] = 0
    return events
