"""``state``: the game as this viewer may see it; sent on ``watch`` and after every accepted commit."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import JsonObject, Shape
from gravitable.server.protocol.parts import EventGroup, Proof, SeatState

EXAMPLE: Final = {
    "type": "state",
    "table": "q8Zr3vKx_0aBcD4e",
    "version": 13,
    "seat": 0,
    "view": {"game": "superstar", "players": 2, "phase": "action", "to_act": [0]},
    "to_act": [0],
    "legal": ["complete", "drop", "simple:long-left"],
    "whole_turns": True,
    "groups": [
        {
            "version": 13,
            "kind": "play",
            "seat": 1,
            "events": [
                {
                    "event": "step",
                    "seat": 1,
                    "space": "c5",
                    "direction": "s",
                    "text": "Seat 1 moves south to c5.",
                }
            ],
        }
    ],
    "seats": [
        {"seat": 0, "away": False, "resigned": False, "deadline": 1767225720000},
        {"seat": 1, "away": False, "resigned": False, "deadline": None},
    ],
    "paused": False,
    "pause_wishes": [],
    "over": False,
    "result": None,
    "proof": None,
}


class State(Shape):
    """The whole truth for one viewer: draw it, and play ``groups`` as the animation that leads to it."""

    type: Literal["state"] = "state"
    table: str
    version: int
    seat: int | None
    """The viewer's own seat; None for a spectator."""
    view: JsonObject
    to_act: list[int]
    legal: list[str]
    """What the viewer may do now; ask ``try`` with no actions for previews of each."""
    whole_turns: bool
    """True: compose with ``try``, then commit the whole turn. False: commit every choice by itself."""
    groups: list[EventGroup]
    """What happened in the commit that led here (empty right after ``watch`` of a game without moves)."""
    seats: list[SeatState]
    paused: bool
    pause_wishes: list[int]
    over: bool
    result: JsonObject | None
    proof: Proof | None
