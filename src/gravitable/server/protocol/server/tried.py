"""``tried``: the answer to ``try``: the composed turn so far, on a private copy."""

from __future__ import annotations

from typing import Final, Literal

from gravitable.server.protocol.base import JsonObject, Shape

EXAMPLE: Final = {
    "type": "tried",
    "table": "q8Zr3vKx_0aBcD4e",
    "version": 12,
    "actions": ["long-left"],
    "view": {"game": "superstar", "players": 2, "phase": "replay", "to_act": [0]},
    "events": [
        {"event": "step", "seat": 0, "space": "c5", "direction": "s", "text": "Seat 0 moves south to c5."}
    ],
    "done": False,
    "legal": ["replay", "end"],
    "previews": [{"action": "replay", "certain": True}, {"action": "end", "certain": True}],
    "ref": "t1",
}


class Tried(Shape):
    """What the actions would do, and what could follow them."""

    type: Literal["tried"] = "tried"
    table: str
    version: int
    actions: list[str]
    view: JsonObject
    """The table after those actions, as this viewer would see it."""
    events: list[JsonObject]
    done: bool
    """The turn is complete: it can be committed as it is."""
    legal: list[str]
    previews: list[JsonObject]
    """One per entry of ``legal``, in the same order."""
    ref: str | None = None
