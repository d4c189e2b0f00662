"""Finished and running games to look at again: records and replays."""

from __future__ import annotations

from typing import Any

from gravitable.core.contract import EVERYTHING, Json
from gravitable.server.match import Match, Step, begin
from gravitable.server.protocol.parts import TableInfo
from gravitable.server.protocol.server import Frame
from gravitable.server.views import events_for, view_for


def record(info: TableInfo, match: Match) -> Json:
    """Return a finished game's record: ``gravitable.replay`` and ``gravitable.verify`` read it."""
    return {
        **match.game.record(),
        "table": {
            "id": info.id,
            "names": [seat.name for seat in info.seats],
            "started": info.started,
            "finished": info.finished,
            "outcome": match.result,
        },
    }


def frames(match: Match, eyes: int) -> list[Frame[Any, Any]]:
    """Return a game step by step for the eyes of a seat, SPECTATOR or EVERYTHING."""
    now = begin(match.terms)
    told = []
    for step in match.steps:
        now = now.after(step.row)
        told.append(_frame(now, step, eyes))
    return told


def _frame(match: Match, step: Step, eyes: int) -> Frame[Any, Any]:
    row = step.row
    return Frame(
        version=row.seq,
        kind=row.kind,
        seat=row.seat,
        actions=list(row.actions) if eyes in (EVERYTHING, row.seat) else [],
        at=row.at,
        events=events_for(match.game, step.happened, eyes),
        view=view_for(match.game, eyes),
    )
