"""A record as a list of moments: the state before each entry of its log, and at the end."""

from __future__ import annotations

from dataclasses import dataclass

from gravitable.core.contract import Json, Rules
from gravitable.core.copies import copied
from gravitable.core.errors import GravitableError
from gravitable.core.game import Entry
from gravitable.core.record import walk
from gravitable.core.state import States


class UnfinishedGame(GravitableError):
    """A review is for games that are over; while one is played it would tell what is hidden."""

    code = "unfinished-game"


@dataclass(frozen=True, slots=True)
class Moment:
    """A game before one entry of its log, or at its end."""

    number: int
    """How many entries were played before it."""
    states: States
    to_act: tuple[int, ...]
    entry: Entry | None
    """What came next; None at the end."""
    sealed: bool
    """Somebody has made a sealed choice that is shown only when all have chosen; the curve has no point here."""


@dataclass(frozen=True, slots=True)
class Story:
    """A whole finished game."""

    rules: Rules
    players: int
    options: Json
    moments: tuple[Moment, ...]
    result: tuple[float, ...]
    """Each seat's share of the win."""
    salt: int
    """A number of this game alone, so that what is drawn for it is not the same in all games."""


def story_of(record: Json | str | bytes) -> Story:
    """Return the story of a record; raises UnfinishedGame, and whatever ``gravitable.replay`` raises."""
    seen: list[tuple[States, tuple[int, ...]]] = []
    for game in walk(record):
        seen.append((copied(game.states), game.to_act))
    if not game.over:
        raise UnfinishedGame(
            f"this game is not over after {game.n_entries} log entries; a review is for finished games"
        )
    entries = [*game.log, None]
    moments = [
        Moment(number, states, to_act, entry, _is_sealed(seen, entries, number))
        for number, ((states, to_act), entry) in enumerate(zip(seen, entries, strict=True))
    ]
    return Story(
        game.rules,
        game.players,
        game.options,
        tuple(moments),
        _shares(game.result or {}, game.players),
        int(game.commitment[:12], 16),
    )


def _is_sealed(seen: list[tuple[States, tuple[int, ...]]], entries: list[Entry | None], number: int) -> bool:
    """Say whether what came last is still open: everybody who had to choose with that seat still has to."""
    before = entries[number - 1] if number else None
    if before is None or before.seat is None:
        return False
    others = tuple(seat for seat in seen[number - 1][1] if seat != before.seat)
    return bool(others) and seen[number][1] == others


def _shares(result: Json, players: int) -> tuple[float, ...]:
    winners = result["winners"]
    return tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in range(players))
