"""Finished and running games to look at again: records and replays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from gravitable.core.contract import EVERYTHING, Json
from gravitable.core.events import read
from gravitable.core.game import Game
from gravitable.core.verify import Verdict, verify
from gravitable.server.play.match import Match, Step, begin
from gravitable.server.play.views import Telling
from gravitable.server.protocol.parts import TableInfo
from gravitable.server.protocol.replays import Frame


def record(info: TableInfo, match: Match, daily: Json | None = None) -> Json:
    """Return a finished game's record: ``gravitable.replay`` and ``gravitable.verify`` read it.

    ``daily``: what shows that it was dealt by the link of its day.
    """
    asked = hints(match)
    return {
        **match.game.record(),
        **({"daily": daily} if daily else {}),
        "table": {
            "id": info.id,
            "names": [seat.name for seat in info.seats],
            "started": info.started,
            "finished": info.finished,
            "outcome": match.result,
            **({"hints": asked} if asked else {}),
            **({"past": asdict(info.past)} if info.past else {}),
            **({"contest": asdict(info.contest)} if info.contest else {}),
        },
    }


def hints(match: Match) -> list[Json]:
    """Return who asked for a hint, and how many entries of the log were played then."""
    asked: list[Json] = []
    if not any(row.kind == "hint" for row, _ in match.steps):
        return asked
    game = begin(match.terms).game
    for row, _ in match.steps:
        for action in row.actions:
            game.advance(row.seat or 0, action)
        if row.kind == "hint":
            asked.append({"seat": row.seat, "entry": game.n_entries})
    return asked


def verdict(info: TableInfo, match: Match, daily: Json | None = None) -> Verdict:
    """Replay a finished game from its record and say whether it was fair."""
    return verify(record(info, match, daily))


def frames(match: Match, eyes: int) -> Iterator[Frame[Any, Any, Any]]:
    """Yield a game step by step for the eyes of a seat, SPECTATOR or EVERYTHING."""
    game = begin(match.terms).game
    board_key = b""
    for step in match.steps:
        row = step.row
        for action in row.actions:
            game.advance(row.seat or 0, action)
        before, board_key = board_key, game.rules.board_key(game.states)
        yield _frame(game, step, eyes, has_new_board=board_key != before)


def drawing(match: Match, version: int, eyes: int, theme: str, names: list[str]) -> str:
    """Return a game as SVG, as it was at a version, for the eyes of a seat, SPECTATOR or EVERYTHING."""
    game = match.at(version).game
    view = game.rules.describe(game.rules.mask(game.states, eyes), game.options)
    return game.rules.draw_svg({**view, "options": game.options}, theme=theme, names=names)


def _frame(game: Game, step: Step, eyes: int, *, has_new_board: bool) -> Frame[Any, Any, Any]:
    row, rows, telling = step.row, read(step.happened), Telling(game)
    events: Any = telling.events(rows, eyes)
    return Frame(
        version=row.seq,
        kind=row.kind,
        seat=row.seat,
        actions=list(row.actions) if eyes in (EVERYTHING, row.seat) else [],
        at=row.at,
        events=events,
        view=telling.view(eyes),
        board=telling.board() if has_new_board else None,
        sentences=telling.sentences(rows, eyes),
        by_clock=row.by_clock,
    )
