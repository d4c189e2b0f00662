"""Finished and running games to look at again: records and replays."""

from __future__ import annotations

from gravitable.core.contract import EVERYTHING, SPECTATOR, Json
from gravitable.server.match import Match, begin
from gravitable.server.protocol.parts import TableInfo
from gravitable.server.routes.answers import Frame


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


def frames(match: Match, eyes: int) -> list[Frame]:
    """Return a game step by step for the eyes of a seat, SPECTATOR or EVERYTHING."""
    told = []
    step = begin(match.terms)
    for mark in match.marks:
        step = step.after(mark.row)
        row = mark.row
        knows = eyes in (EVERYTHING, row.seat)
        told.append(
            Frame(
                version=row.seq,
                kind=row.kind,
                seat=row.seat,
                actions=list(row.actions) if knows else [],
                at=row.at,
                events=step.events_with(step.marks.last, eyes),
                view=_view(step, eyes),
            )
        )
    return told


def _view(match: Match, eyes: int) -> Json:
    if eyes == EVERYTHING:
        return match.game.state()
    return match.game.view(None if eyes == SPECTATOR else eyes)
