"""A game at a table, made of the rows of its log alone, so that every process gets the same game.

A match never changes. ``after(row)`` returns the next one, so a row can be worked out before it is stored, and
forgotten when somebody else was faster.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from gravitable.core import proof
from gravitable.core.contract import Json
from gravitable.core.game import Game, Table
from gravitable.core.links import bot_seed
from gravitable.core.registry import rules_of
from gravitable.server.protocol.parts import DailyMark, RowKind

BOT_LEASE_MS: Final = 4000
"""After this time any process may move for a bot: the one that should have is gone."""
IDLE_LEASE_MS: Final = 60_000
"""The same where no person plays any more, and bots take their time."""


CLOCK_MARK: Final = "clock:"
"""How the commit ids of rows begin that a clock made. The ids of clients have no colon."""


class Row(NamedTuple):
    """One row of a game's log."""

    seq: int
    at: int
    kind: RowKind
    seat: int | None = None
    actions: tuple[str, ...] = ()
    commit_id: str | None = None

    @property
    def by_clock(self) -> bool:
        """Whether time had run out."""
        return self.commit_id is not None and self.commit_id.startswith(CLOCK_MARK)


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed when the game began; it never changes."""

    table_id: str
    table: Table
    persons: tuple[int | None, ...]
    """Who sits where; None where a bot does."""
    bots: tuple[str | None, ...]
    turn_ms: int | None
    """How long a choice may take."""
    host: int = 0
    """Who made the table, and is charged for its bots."""
    origin: str | None = None
    """The mark of the host's network."""
    hints: bool = False
    """Whether the people here may ask what a search would play."""
    contest: str | None = None
    """The contest whose other tables have the same deals."""
    daily: DailyMark | None = None
    """The day whose challenge this is."""

    @property
    def bot_seed(self) -> int | None:
        """The seed of the bots, where their play has to be the same for everybody; None: another at every choice."""
        is_shared = self.daily is not None or self.contest is not None
        return bot_seed(self.table.secret) if is_shared else None

    def is_secret(self, now: int) -> bool:
        """Say whether the secret is not shown even after the end: others may still play the same deal."""
        return self.daily is not None and now < self.daily.ends

    @property
    def has_bots(self) -> bool:
        """Whether a bot sits at the table."""
        return None in self.persons


class Step(NamedTuple):
    """A row of the log, and what it made happen."""

    row: Row
    happened: bytes
    """The kernel's events, hidden things too, as ``core.events`` stores them."""


class Choice(NamedTuple):
    """What a seat has to decide: since which version, and since when."""

    version: int
    since: int


class Standing(NamedTuple):
    """What people did beside playing."""

    away: frozenset[int] = frozenset()
    resigned: frozenset[int] = frozenset()
    pause_wishes: frozenset[int] = frozenset()
    paused_at: int | None = None

    def is_gone(self, seat: int) -> bool:
        """Say whether a bot plays for the person on this seat."""
        return seat in self.away or seat in self.resigned


_AS_USUAL: Final = Standing()


@dataclass(frozen=True, slots=True)
class Match:
    """A running or finished game at one version."""

    terms: Terms
    game: Game
    steps: tuple[Step, ...] = ()
    """All rows so far. Copied with every row, which takes a microsecond for a long game."""
    choices: dict[int, Choice] = field(default_factory=dict)
    standing: Standing = _AS_USUAL
    over: bool = False
    """Whether the game has ended, by its rules or because the others gave up."""

    # What is going on

    @property
    def version(self) -> int:
        """How many rows led here."""
        return len(self.steps)

    @property
    def players(self) -> range:
        """All seats."""
        return range(self.terms.table.players)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must choose now."""
        return () if self.over else self.game.to_act

    @property
    def whole_turns(self) -> bool:
        """Whether a commit is a whole turn rather than one choice."""
        return self.game.rules.whole_turns

    @property
    def result(self) -> Json | None:
        """Scores, winners and the reason; people who resigned do not win."""
        if not self.over:
            return None
        result = self.game.result or {"scores": None, "winners": list(self.players), "reason": "resigned"}
        if not self.standing.resigned:
            return result
        return {**result, "winners": self._winners(result), "resigned": sorted(self.standing.resigned)}

    def _winners(self, result: Json) -> list[int]:
        """Return the winners without those who resigned; if nobody is left, the best of the others."""
        left = [seat for seat in self.players if seat not in self.standing.resigned]
        winners = [seat for seat in result["winners"] if seat in left]
        if winners or not left or result["scores"] is None:
            return winners
        best = max(result["scores"][seat] for seat in left)
        return [seat for seat in left if result["scores"][seat] == best]

    def seat_of(self, person: int | None) -> int | None:
        """Return the seat of a person."""
        return (
            self.terms.persons.index(person) if person is not None and person in self.terms.persons else None
        )

    @property
    def people_left(self) -> bool:
        """Whether any person still plays for themselves."""
        return any(self.is_person(seat) for seat in self.players)

    def is_current(self, seat: int, version: int) -> bool:
        """Say whether what a seat decided on at a version still counts: nothing has changed for its choice since."""
        choice = self.choices.get(seat)
        return version == self.version or (choice is not None and choice.version <= version <= self.version)

    def may_try(self, seat: int, version: int) -> bool:
        """Say whether a seat has a choice now, and a version is still good for it."""
        return seat in self.choices and self.is_current(seat, version)

    def is_person(self, seat: int) -> bool:
        """Say whether a person, and no bot, decides for a seat now."""
        return self.terms.persons[seat] is not None and not self.standing.is_gone(seat)

    def rows_of(self, seat: int, kind: RowKind) -> int:
        """Return how many rows of a kind a seat has made."""
        return sum(row.seat == seat and row.kind == kind for row, _ in self.steps)

    def has_hint(self, seat: int) -> bool:
        """Say whether a seat has asked for a hint at its present choice: the log need not tell that twice."""
        choice = self.choices.get(seat)
        since = self.steps[choice.version :] if choice else ()
        return any(row.kind == "hint" and row.seat == seat for row, _ in since)

    def bots_to_act(self) -> tuple[int, ...]:
        """Return the seats for which a bot has to choose now."""
        if self.standing.paused_at is not None or (self.standing is _AS_USUAL and not self.terms.has_bots):
            return ()
        return tuple(seat for seat in self.to_act if not self.is_person(seat))

    def deadline(self, seat: int) -> int | None:
        """Return when the clock runs out for a seat's present choice."""
        if self.terms.turn_ms is None or self.standing.paused_at is not None or seat not in self.to_act:
            return None
        return self.choices[seat].since + self.terms.turn_ms if self.is_person(seat) else None

    def next_deadline(self) -> int | None:
        """Return when the next clock runs out."""
        if self.terms.turn_ms is None:
            return None
        return min((at for seat in self.to_act if (at := self.deadline(seat)) is not None), default=None)

    def at(self, version: int) -> Match:
        """Return the match as it was at a version."""
        if version >= self.version:
            return self
        match = begin(self.terms)
        for step in self.steps[:version]:
            match = match.after(step.row)
        return match

    def when_asked(self, seat: int) -> Game:
        """Return the game as it was when a seat's present choice came up, before others chose at the same time."""
        choice = self.choices.get(seat)
        return self.game if choice is None else self.at(choice.version).game

    # How it goes on

    def after(self, row: Row, played: Game | None = None) -> Match:
        """Return the match after one more row; ``played``: its game, if that was worked out already."""
        game = played or (self.played(row.seat, row.actions) if row.seat is not None else self.game)
        step = Step(row, happened(game, 0 if row.kind == "start" else self.game.n_entries))
        standing = self._standing(row)
        over = game.over or self._given_up(standing.resigned)
        choices = self._choices(row, () if over else game.to_act)
        return Match(self.terms, game, (*self.steps, step), choices, standing, over)

    def played(self, seat: int, actions: Sequence[str]) -> Game:
        """Return the game after a seat's actions, and leave this one as it is; raises what the rules say."""
        if not actions:
            return self.game
        game = self.game.copy()
        for action in actions:
            game.advance(seat, action)
        return game

    def _standing(self, row: Row) -> Standing:
        """Return what a row changes about people: gone, back, pausing."""
        now = self.standing
        if row.kind in ("start", "play"):
            return now
        if row.seat is None:  # the server was away: nobody wished for it, and all wishes stay
            return now._replace(paused_at=row.at if row.kind == "pause" else None)
        seats = frozenset({row.seat})
        if row.kind == "resign":
            return now._replace(resigned=now.resigned | seats, away=now.away - seats)
        if row.kind == "away":
            return now._replace(away=now.away | seats)
        if row.kind == "back":
            return now._replace(away=now.away - seats)
        if row.kind == "resume":
            return now._replace(pause_wishes=frozenset(), paused_at=None)
        if row.kind == "pause":
            wishes = now.pause_wishes | seats
            agreed = all(seat in wishes for seat in self.players if self.is_person(seat))
            return now._replace(pause_wishes=wishes, paused_at=row.at if agreed else now.paused_at)
        return now

    def _choices(self, row: Row, to_act: tuple[int, ...]) -> dict[int, Choice]:
        """Return since when each seat has had its present choice; a pause does not count."""
        paused_at = self.standing.paused_at
        paused = row.at - paused_at if row.kind == "resume" and paused_at is not None else 0
        chosen = {}
        for seat in to_act:
            old = self.choices.get(seat)
            if old is None or (row.kind == "play" and row.seat == seat):
                chosen[seat] = Choice(row.seq, row.at)
            elif row.kind == "back" and row.seat == seat:
                chosen[seat] = Choice(old.version, row.at)
            else:
                chosen[seat] = Choice(old.version, old.since + paused)
        return chosen

    def _given_up(self, resigned: frozenset[int]) -> bool:
        """Say whether nobody is left to play against, or no person is left at all."""
        if not resigned:
            return False
        left = [seat for seat in self.players if seat not in resigned]
        people_left = [seat for seat in left if self.terms.persons[seat] is not None]
        return len(left) <= 1 or not people_left


def turn_complete(game: Game, seat: int) -> bool:
    """Say whether a seat has nothing more to choose in its turn."""
    return game.over or seat not in game.to_act


def happened(game: Game, since: int) -> bytes:
    """Return the events from an entry of a game's own log on, hidden things too, as ``core.events`` stores them."""
    return b"".join([entry.kept for entry in game.entries(since, game.n_entries)])


def begin(terms: Terms) -> Match:
    """Return a match before its first row."""
    table = terms.table
    if table.position is None:
        return Match(terms, Game.begin(table))
    return Match(terms, Game.resume(table, table.rules.read_position(table.position)[2]))


def table_of(
    game: str,
    players: int,
    options: Json,
    secret: bytes,
    *,
    version: int | None = None,
    form: int = proof.NEWEST,
    position: str | None = None,
) -> Table:
    """Return the agreement that a game of the core begins with; raises UnknownRulesVersion.

    ``version``: of the rules, the newest by default; ``form``: of the proof; ``position``: to begin from.
    """
    rules = rules_of(game, version)
    settled = rules.settle(players, options) if position is None else options
    return Table(rules, players, settled, secret, position, form)


def start_row(at: int) -> Row:
    """Return the first row of every log."""
    return Row(1, at, "start")


def due(match: Match) -> int | None:
    """Return when any process may move for the bots that have to act, if nobody does before."""
    if match.over or not match.steps or not match.bots_to_act():
        return None
    return match.steps[-1].row.at + (BOT_LEASE_MS if match.people_left else IDLE_LEASE_MS)
