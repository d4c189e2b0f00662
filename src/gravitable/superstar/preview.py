"""What an action would bring about: the path, where it lands, what it takes, whom it throws out.

Worked out on a copy in which everything that the seat cannot see is made up, so a preview gives nothing away; and
nothing that it tells depends on what was made up.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np

from gravitable.core.chance import generator
from gravitable.core.copies import copied
from gravitable.core.events import EventRow, clear, event_buffer, rows
from gravitable.core.state import States
from gravitable.superstar import data, entry
from gravitable.superstar import events as ev
from gravitable.superstar.board import space_name
from gravitable.superstar.view_types import PathStep, Preview, Theft, TileTurn

_MOVES: Final[dict[int, Literal["step", "fall", "teleport"]]] = {
    ev.STEP: "step",
    ev.FALL: "fall",
    ev.TELEPORT: "teleport",
}


def preview(states: States, seat: int, action: int) -> Preview:
    """Return what a legal action of ``seat`` leads to, before any steal is chosen and the turn goes on."""
    copy = copied(states)
    entry.mask(copy, seat)
    entry.determinize(copy, generator(0))
    events = event_buffer()
    clear(events)
    entry.apply(copy, seat, action, events)
    everything = rows(events)
    happened = everything[: ev.end_of_turn(everything)]
    shape = int(copy["shape_index"][0])
    lands, feet = _landing(happened, states[0], seat)
    return Preview(
        action=data.ACTIONS[action],
        certain=True,
        path=[
            PathStep(space_name(place, shape), _MOVES[kind])
            for kind, who, place, _ in happened
            if kind in _MOVES and who == seat
        ],
        lands=space_name(lands, shape),
        feet=data.DIRECTIONS[feet],
        turns_tile=_turned_tile(happened),
        stars=[data.COLOURS[value] for kind, _, _, value in happened if kind == ev.STAR],
        tokens=sum(kind == ev.TOKEN for kind, *_ in happened),
        ejects=[who for kind, who, _, _ in happened if kind == ev.EJECT],
        refresh=any(kind == ev.REFRESH for kind, *_ in happened),
        steals=[
            Theft(place, data.LOOT[value])
            for kind, who, place, value in happened
            if kind == ev.STEAL and who == seat
        ],
        points=_gain_in_points(happened, states[0], seat),
        steal_points=_best_steals(copy, seat),
    )


def _best_steals(states: States, seat: int) -> int:
    """Return what the best steals bring that a seat has to choose now; 0 when there is none to choose."""
    if int(states["phase"][0]) != data.STEAL:
        return 0
    out = np.empty(data.N_ACTIONS, np.int64)
    return max(
        _after_steal(states, seat, action) for action in out[: entry.legal(states, seat, out)].tolist()
    )


def _after_steal(states: States, seat: int, action: int) -> int:
    """Return what one steal brings, with the best of those that follow it."""
    copy, events = copied(states), event_buffer()
    clear(events)
    entry.apply(copy, seat, action, events)
    happened = rows(events)
    gain = _gain_in_points(happened[: ev.end_of_turn(happened)], states[0], seat)
    return gain + _best_steals(copy, seat)


def _landing(happened: list[EventRow], before: Any, seat: int) -> tuple[int, int]:
    """Return where the pawn ends and where its feet point then; a turned tile takes it along."""
    space, feet = int(before.pawn[seat]), int(before.feet[seat])
    for kind, who, place, value in happened:
        if kind in _MOVES and who == seat:
            space = place
        elif kind in (ev.ROTATE, ev.CARRIED) and who == seat:
            space, feet = place, value
    return space, feet


def _turned_tile(happened: list[EventRow]) -> TileTurn | None:
    for kind, _, place, value in happened:
        if kind == ev.TURN_TILE:
            return TileTurn(place, value)
    return None


def _pairs(stars: list[int]) -> int:
    return sum(count // 2 for count in stars)


def _gain_in_points(happened: list[EventRow], before: Any, seat: int) -> int:
    """Return by how much the score changes, pairs included."""
    stars: list[int] = before.stars[seat].tolist()
    tokens = 0
    pairs = _pairs(stars)
    gained = 0
    for kind, who, _, value in happened:
        if who == seat and (kind == ev.STAR or (kind == ev.STEAL and value < data.N_COLOURS)):
            stars[value] += 1
            gained += 1
        elif who == seat and kind in (ev.TOKEN, ev.STEAL):
            tokens += 1
        elif kind == ev.REPLAY:
            tokens -= 1
    return gained + tokens + _pairs(stars) - pairs
