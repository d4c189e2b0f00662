"""What an action would bring about: the path, where it lands, what it takes, whom it throws out.

Worked out on a copy in which everything that the seat cannot see is made up, so a preview gives nothing away; and
nothing that it tells depends on what was made up.
"""

from __future__ import annotations

from typing import Any

from gravitable.core.chance import States, generator
from gravitable.core.copies import copied
from gravitable.core.events import clear, event_buffer, rows
from gravitable.superstar import data, entry
from gravitable.superstar import events as ev
from gravitable.superstar.board import space_name

Json = dict[str, Any]

_MOVES = {ev.STEP: "step", ev.FALL: "fall", ev.TELEPORT: "teleport"}


def preview(states: States, seat: int, action: int) -> Json:
    """Return what a legal action of ``seat`` leads to, before any steal is chosen and the turn goes on."""
    copy = copied(states)
    entry.mask(copy, seat)
    entry.determinize(copy, generator(0))
    events = event_buffer()
    clear(events)
    entry.apply(copy, seat, action, events)
    happened = _own_part(rows(events), seat)
    shape = int(copy[0].shape_index)
    return {
        "action": data.ACTIONS[action],
        "certain": True,
        "path": _path(happened, seat, shape),
        **_landing(happened, states[0], seat, shape),
        **_gains(happened, seat),
        "points": _gain_in_points(happened, states[0], seat),
    }


def _own_part(happened: list[list[int]], seat: int) -> list[list[int]]:
    """Return the events up to the end of the seat's own action: not the next turn, not the end of the round."""
    for number, row in enumerate(happened):
        if row[0] in (ev.TURN, ev.ROUND_END):
            return happened[:number]
    return happened


def _path(happened: list[list[int]], seat: int, shape: int) -> list[Json]:
    return [
        {"space": space_name(place, shape), "how": _MOVES[kind]}
        for kind, who, place, _ in happened
        if kind in _MOVES and who == seat
    ]


def _landing(happened: list[list[int]], before: Any, seat: int, shape: int) -> Json:
    """Return where the pawn ends and where its feet point then; a turned tile takes it along."""
    space, feet = int(before.pawn[seat]), int(before.feet[seat])
    turned = None
    for kind, who, place, value in happened:
        if kind in _MOVES and who == seat:
            space = place
        elif kind in (ev.ROTATE, ev.CARRIED) and who == seat:
            space, feet = place, value
        elif kind == ev.TURN_TILE:
            turned = {"place": place, "quarters": value}
    return {"lands": space_name(space, shape), "feet": data.DIRECTIONS[feet], "turns_tile": turned}


def _gains(happened: list[list[int]], seat: int) -> Json:
    return {
        "stars": [data.COLOURS[value] for kind, _, _, value in happened if kind == ev.STAR],
        "tokens": sum(kind == ev.TOKEN for kind, *_ in happened),
        "ejects": [who for kind, who, _, _ in happened if kind == ev.EJECT],
        "refresh": any(kind == ev.REFRESH for kind, *_ in happened),
        "steals": [
            {"from": place, "what": (*data.COLOURS, "token")[value]}
            for kind, who, place, value in happened
            if kind == ev.STEAL and who == seat
        ],
    }


def _gain_in_points(happened: list[list[int]], before: Any, seat: int) -> int:
    """Return by how much the score changes, pairs included."""
    stars: list[int] = before.stars[seat].tolist()
    tokens = 0
    pairs = sum(count // 2 for count in stars)
    gained = 0
    for kind, who, _, value in happened:
        if who == seat and (kind == ev.STAR or (kind == ev.STEAL and value < data.N_COLOURS)):
            stars[value] += 1
            gained += 1
        elif who == seat and kind in (ev.TOKEN, ev.STEAL):
            tokens += 1
        elif kind == ev.REPLAY:
            tokens -= 1
    return gained + tokens + sum(count // 2 for count in stars) - pairs
