"""What somebody wants to happen to a game, checked against the rules and the table's customs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gravitable.core.errors import GameOver
from gravitable.core.game import Game
from gravitable.server.errors import DayOver, Forbidden, IsAway, NotAtTable, Paused, Stale, TooMany, WholeTurn
from gravitable.server.play.match import CLOCK_MARK, Match, Row, turn_complete
from gravitable.server.protocol.parts import RowKind
from gravitable.server.storage.database import now_ms

_MAX_ROWS: Final[dict[RowKind, int]] = {"pause": 50, "back": 100, "hint": 300}
"""How often one seat may do each of these in one game. The other kinds of row, turns aside, are bounded by them: nobody
resumes without a pause, and nobody can be away once more without having been back."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to happen to a game."""

    kind: RowKind
    person: int | None = None
    """Who wants it; their seat is looked up. None: a bot or a clock."""
    seat: int | None = None
    """For which seat a bot or a clock acts."""
    version: int | None = None
    """Which version it was decided on; None: whatever it is by now."""
    actions: tuple[str, ...] = ()
    commit_id: str | None = None


def clock_mark(match: Match) -> str:
    """Return the commit id of what a clock does: no client can choose it, and two processes choose the same."""
    return f"{CLOCK_MARK}{match.version}"


def seat_for(match: Match, wish: Wish) -> int:
    """Return the seat that a wish is about; raises NotAtTable."""
    seat = wish.seat if wish.person is None else match.seat_of(wish.person)
    if seat is None:
        raise NotAtTable("you do not sit at this table")
    return seat


def checked(match: Match, seat: int, wish: Wish) -> Match:
    """Return the match after a wish; raises when it may not be."""
    if match.over:
        raise GameOver("the game is over")
    _check_day(match, wish.kind)
    played = None
    if wish.kind == "play":
        played = _played(match, seat, wish)
    else:
        _check_standing(match, seat, wish.kind)
    row = Row(match.version + 1, _row_time(match), wish.kind, seat, wish.actions, wish.commit_id)
    return match.after(row, played)


def _check_day(match: Match, kind: RowKind) -> None:
    """Refuse what may not be at a daily challenge: anything after its day, and a bot in the person's place."""
    daily = match.terms.daily
    if daily is None:
        return
    if _row_time(match) >= daily.ends:
        raise DayOver(f"the day of this challenge, {daily.date} (UTC), is over: it counts as unfinished")
    if kind == "away":
        raise Forbidden("in a daily challenge nobody plays for you: come back before the day is over")


def _row_time(match: Match) -> int:
    """Return now, but never before the row before: clocks of several machines differ."""
    return max(now_ms(), match.steps[-1].row.at if match.steps else 0)


def _played(match: Match, seat: int, wish: Wish) -> Game:
    """Return the game after the wished turn or choice."""
    if wish.version is not None and not match.is_current(seat, wish.version):
        raise Stale(match.version)
    if match.standing.paused_at is not None:
        raise Paused("the game is paused; somebody has to resume it")
    if match.is_person(seat) != (wish.person is not None):
        raise IsAway("a bot plays for you: send 'back' to take your seat again")
    if not match.whole_turns and len(wish.actions) != 1:
        raise WholeTurn("here every choice is committed by itself: send exactly one action")
    game = match.played(seat, wish.actions)
    if match.whole_turns and not turn_complete(game, seat):
        raise WholeTurn(f"the turn is not complete; what may follow: {', '.join(game.legal(seat))}")
    return game


def _check_standing(match: Match, seat: int, kind: RowKind) -> None:
    """Refuse what would change nothing, so that retries add no rows."""
    useless = {
        "resign": seat in match.standing.resigned,
        "away": not match.is_person(seat),
        "back": seat not in match.standing.away,
        "pause": seat in match.standing.pause_wishes or not match.is_person(seat),
        "resume": not match.standing.pause_wishes,
        "hint": match.has_hint(seat) or seat not in match.to_act or not match.is_person(seat),
    }
    if useless[kind]:
        raise Stale(match.version)
    if kind in _MAX_ROWS and match.rows_of(seat, kind) >= _MAX_ROWS[kind]:
        raise TooMany(f"in one game you may do that {_MAX_ROWS[kind]} times, and you have")
