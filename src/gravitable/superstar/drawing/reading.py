"""What both drawings read out of a view: places of spaces, blocked edges, names, the headline."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from gravitable.core.drawing import shorten
from gravitable.superstar.drawing.pieces import CARD_ICONS, SEAT_NAMES

View = Mapping[str, Any]
TILE: Final = 6  # spaces along the side of a tile


class Edge(NamedTuple):
    """The upper edge (`across`) or the left edge of a space; the last row and column have one more."""

    across: bool
    column: int
    row: int


def place_of(space: str) -> tuple[int, int]:
    """Give column and row, from 0, of a space such as `c4`."""
    return ord(space[0]) - ord("a"), int(space[1:]) - 1


def shown_edges(view: View) -> dict[Edge, str]:
    """Give every edge with a platform drawn on it, with the space and side that shows it first."""
    edges: dict[Edge, str] = {}
    for space in view["spaces"]:
        column, row = place_of(space["space"])
        for side in space["walls"]:
            edge = Edge(side in "ns", column + (side == "e"), row + (side == "s"))
            edges.setdefault(edge, f"{space['space']}{side}")
    return edges


def echoed_edges(view: View, edges: Mapping[Edge, str]) -> dict[Edge, str]:
    """Give the border edges that are blocked only by the platform on the opposite border.

    The board wraps around, so a platform shown on one border stops a pawn at the other one as well.
    """
    columns, rows = view["columns"], view["rows"]
    echoes: dict[Edge, str] = {}
    for edge, name in edges.items():
        if edge.across and edge.row in (0, rows):
            twin = edge._replace(row=rows - edge.row)
        elif not edge.across and edge.column in (0, columns):
            twin = edge._replace(column=columns - edge.column)
        else:
            continue
        if twin not in edges:
            echoes[twin] = name
    return echoes


def seat_names(view: View, names: Sequence[str] | None, columns: int) -> list[str]:
    """Give a short clean name for each seat: the one given, or that of its superstar."""
    given = list(names or ())
    return [
        shorten(given[seat] if seat < len(given) else "", columns) or SEAT_NAMES[seat]
        for seat in range(view["players"])
    ]


def headline(view: View, names: Sequence[str]) -> str:
    """Say in a few words what the game waits for."""
    if view["phase"] == "over":
        winners = [names[seat] for seat in (view.get("result") or {}).get("winners", [])]
        return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}" if winners else "Game over"
    actors = " and ".join(names[seat] for seat in view["to_act"])
    victims = " and ".join(names[seat] for seat in dict.fromkeys(view.get("steals", ())))
    waiting = {"steal": f"Steal from {victims}", "replay": "Go again?", "setup": "Setup"}
    if view["phase"] in waiting:
        return f"{actors}: {waiting[view['phase']]}" if actors else waiting[view["phase"]]
    whose = "Your" if actors == "You" else f"{actors}'s"
    return f"{whose} second action" if view.get("second_action") else f"{whose} turn"


def subline(view: View) -> str:
    """Say where the game stands and when it ends."""
    parts = [f"round {view['round']}", f"{view['stars_on_board']} stars left"]
    result = view.get("result")
    if result:
        parts.append(str(result.get("reason", "")).replace("-", " "))
    elif view.get("last_round"):
        parts.append("last round")
    elif view.get("points_to_end"):
        parts.append(f"ends at {view['points_to_end']} points")
    else:
        parts.append(f"ends at {view['ends_at']}")
    return " · ".join(part for part in parts if part)


class Cards(NamedTuple):
    """Where a seat's cards are, as far as the viewer may know."""

    hand: list[str]
    unsure: list[str]  # each of these is in the hand or among those face down
    goodies: list[str]
    face_up: list[str]
    face_down: list[str]  # "" for a card that the viewer cannot tell


def cards_of(seat: Mapping[str, Any]) -> Cards:
    """Sort a seat's cards by what is known of them."""
    order = list(CARD_ICONS)
    unsure = list((seat.get("hidden") or {}).get("cards", []))
    known_down = list(seat.get("face_down") or [])
    count = seat.get("face_down_count", len(known_down))
    goodies = list(seat.get("goodies") or [])
    hand = [card for card in seat.get("hand") or [] if card not in goodies and card not in unsure]
    return Cards(
        hand=sorted(hand, key=order.index),
        unsure=sorted(unsure, key=order.index),
        goodies=sorted(goodies, key=order.index),
        face_up=list(seat.get("face_up") or []),
        face_down=known_down + [""] * (count - len(known_down)),
    )
