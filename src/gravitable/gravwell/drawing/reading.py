"""What both drawings read out of a view: names, colours, printed cards, the headline."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from gravitable.core.drawing import shorten
from gravitable.gravwell.data import CARD_KINDS, COLOURS, ELEMENTS, KIND, LETTERS, VALUE

View = Mapping[str, Any]
MARKS: Final = {"repulsor": "R", "tractor": "T", "standard": ""}


class Card(NamedTuple):
    """What is printed on a fuel card."""

    letter: str
    value: int
    kind: str
    element: str

    @property
    def short(self) -> str:
        """Letter, value and kind in one word, such as `J2T`."""
        return f"{self.letter}{self.value}{MARKS[self.kind]}"


CARDS: Final = {
    letter: Card(letter, int(VALUE[place]), CARD_KINDS[int(KIND[place])], ELEMENTS[place])
    for place, letter in enumerate(LETTERS)
}


class ShipRow(NamedTuple):
    """One player, or the Ghost, as the panel and the table show it."""

    ship: str  # colour of the ship, or "ghost"
    identity: str  # how the view calls the ship
    seat: int | None
    name: str
    position: int
    hand: list[str]  # the cards that the viewer knows
    unknown: int  # how many more there are
    played: list[str]
    pick: str | None  # the card of this movement when it is known
    picked: bool
    stop: bool | None  # None: has no Emergency Stop at all
    pull: str | None  # "forward" or "backward"; None when nothing pulls, or off the track
    reason: str  # why, in words


def rows_of(view: View, names: Sequence[str] | None, columns: int) -> list[ShipRow]:
    """Give one row per ship that somebody, or the Ghost, flies."""
    called = _names(view, list(names or ()), columns)
    return [_row(view, ship, called) for ship in view["ships"]]


def _names(view: View, given: Sequence[str], columns: int) -> dict[str, str]:
    """Give a short clean name for each ship: the one given, or its colour."""
    called = {}
    for ship in view["ships"]:
        seat = ship["seat"]
        name = shorten(given[seat], columns) if seat is not None and seat < len(given) else ""
        called[ship["id"]] = name or _colour(seat).capitalize()
    return called


def _colour(seat: int | None) -> str:
    return "ghost" if seat is None else COLOURS[seat]


def _row(view: View, ship: Mapping[str, Any], called: Mapping[str, str]) -> ShipRow:
    seat = ship["seat"]
    cards = view["ghost"] if seat is None else view["seats"][seat]
    pull = ship["pull"] if ship["position"] > 0 else None
    return ShipRow(
        ship=_colour(seat),
        identity=ship["id"],
        seat=seat,
        name=called[ship["id"]],
        position=ship["position"],
        hand=list(cards["hand"]),
        unknown=cards["hand_count"] - len(cards["hand"]),
        played=list(cards["played"]),
        pick=cards.get("pick"),
        picked=bool(cards.get("picked")),
        stop=None if seat is None or view["players"] == 1 else cards["stop_available"],
        pull=pull["direction"] if pull and pull["direction"] != "none" else None,
        reason=_reason(pull, called) if pull else "",
    )


def _reason(pull: Mapping[str, Any], called: Mapping[str, str]) -> str:
    """Say which way a ship is pulled, and why."""
    side = "ahead" if pull["direction"] == "forward" else "behind"
    if pull["reason"] == "nearest":
        nearest = pull[side]
        return (
            f"pulled to {shorten(called.get(nearest['ship'], 'derelict'), 10)}, {nearest['distance']} {side}"
        )
    if pull["reason"] == "more-ships":
        fewer, more = sorted((pull["ships_ahead"], pull["ships_behind"]))
        return f"pulled {side}, {more} ships to {fewer}"
    return "in balance" if pull["reason"] == "balanced" else "no pull"


def headline(view: View, rows: Sequence[ShipRow]) -> str:
    """Say in a few words what the game waits for."""
    if view["phase"] == "over":
        return _outcome(view, rows)
    actors = [row.name for row in rows if row.seat in view["to_act"]]
    who = actors[0] if len(actors) == 1 else ""
    words = {"draft": "Take a stack", "pick": "Pick a fuel card", "stop": "Emergency Stop?"}
    what = words.get(view["phase"], "Dealing")
    return f"{who}: {what}" if who and who != "You" else what


def _outcome(view: View, rows: Sequence[ShipRow]) -> str:
    winners = [row.name for row in rows if row.seat in (view.get("result") or {}).get("winners", ())]
    if not winners:
        return "Nobody wins"
    verb = "win" if len(winners) > 1 or winners == ["You"] else "wins"
    return f"{' and '.join(winners)} {verb}"


def subline(view: View) -> str:
    """Say where the game stands."""
    parts = [f"round {view['round']} of {view['rounds']}"]
    if view["movement"]:
        parts.append(f"movement {view['movement']} of {view['movements']}")
    if view.get("result"):
        parts.append(str(view["result"].get("reason") or "").replace("-", " "))
    parts += [name.replace("_", " ") for name, used in (view.get("options") or {}).items() if used]
    return " · ".join(part for part in parts if part)


def where(position: int) -> str:
    """Say where a ship is."""
    if position <= 0:
        return "in the Singularity"
    return "through the gate" if position >= 54 else f"on {position}"
