"""From a state to what is shown of it: the one place where a view is made.

Nothing is hidden here: ``view.mask`` has taken out of the state what the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from gravitable.core.contract import Json
from gravitable.core.state import States
from gravitable.superstar import data
from gravitable.superstar.board import SPACE_NAMES
from gravitable.superstar.data import Colour
from gravitable.superstar.facts import facts_of
from gravitable.superstar.state import plain
from gravitable.superstar.view_types import (
    Board,
    Door,
    HiddenCards,
    Pawn,
    Reserve,
    Result,
    Space,
    Tile,
    View,
)

_CARDS_OF_BITS: Final = [
    [card for bit, card in enumerate(data.CARDS) if bits >> bit & 1] for bits in range(1 << len(data.CARDS))
]
_WALLS_OF_BITS: Final = [
    "".join(name for d, name in enumerate(data.DIRECTIONS) if walls >> d & 1) for walls in range(16)
]


# --- what changes ---


def view(masked: States) -> View:
    """Return what a state shows; of a masked one, what its viewer may see."""
    s, facts = plain(masked), facts_of(masked)
    names = SPACE_NAMES[s.shape_index]
    return View(
        players=s.players,
        phase=data.PHASES[s.phase],
        to_act=_seats(facts.to_act),
        turn=s.seat,
        first=s.first,
        second_action=s.second_action == 1,
        entering=s.entering == 1,
        round=s.round_number,
        round_limit=s.round_limit or None,
        steals=s.victims.tolist()[: s.n_victims],
        open_door=None if s.phase == data.SETUP else s.open_door,
        pawns=_pawns(s, names),
        seats=_reserves(s, facts),
        bag=_by_colour(s.bag.tolist()),
        supply=s.supply,
        stars_on_board=s.stars_on_board,
        ends_at=0 if s.expert else int(data.STARS_TO_END[s.players]),
        points_to_end=int(data.POINTS_TO_END[s.players]) if s.expert else None,
        last_round=facts.last_round == 1,
        stars=_stars(s, names),
        result=_result(s, facts) if s.phase == data.OVER else None,
    )


def scores(shown: View) -> list[int]:
    """Return the points that everybody has so far, by seat."""
    return [reserve.points for reserve in shown.seats]


def compared(result: Json) -> list[tuple[int, ...]]:
    """Return what each seat is compared by with other tables of the same board: its points."""
    return [(points,) for points in result["scores"]]


def _seats(bits: int) -> list[int]:
    return [seat for seat in range(data.MAX_PLAYERS) if bits >> seat & 1]


def _by_colour(counts: Sequence[int]) -> dict[Colour, int]:
    return dict(zip(data.COLOURS, counts, strict=True))


def _pawns(s: Any, names: list[str]) -> list[Pawn]:
    spaces, feet = s.pawn.tolist(), s.feet.tolist()
    return [
        Pawn(seat, names[spaces[seat]], data.DIRECTIONS[feet[seat]])
        if spaces[seat] >= 0
        else Pawn(seat, None, None)
        for seat in range(s.players)
    ]


def _reserves(s: Any, facts: Any) -> list[Reserve]:
    stars, tokens = s.stars.tolist(), s.tokens.tolist()
    points, pairs = facts.points.tolist(), facts.pairs.tolist()
    return [
        Reserve(
            **_cards(int(s.hand[seat]), int(s.face_up[seat]), int(s.face_down[seat]), int(s.hidden[seat])),
            seat=seat,
            stars=_by_colour(stars[seat]),
            tokens=tokens[seat],
            pairs=pairs[seat],
            points=points[seat],
        )
        for seat in range(s.players)
    ]


def _cards(hand: int, up: int, down: int, hidden: int) -> Json:
    """Return the cards of a seat; ``hidden``: how many lie face down when the viewer may not know which."""
    unknown = data.OWN_CARDS & ~up
    return {
        "hand": _CARDS_OF_BITS[hand],
        "hand_count": hand.bit_count() + (unknown.bit_count() - hidden if hidden else 0),
        "face_up": _CARDS_OF_BITS[up],
        "face_down": _CARDS_OF_BITS[down],
        "face_down_count": hidden or down.bit_count(),
        "hidden": HiddenCards(_CARDS_OF_BITS[unknown], hidden) if hidden else None,
        "goodies": _CARDS_OF_BITS[hand & data.GOODIES],
    }


def _stars(s: Any, names: list[str]) -> dict[Colour, list[str]]:
    lie: dict[Colour, list[str]] = {colour: [] for colour in data.COLOURS}
    lists, taken = list(lie.values()), s.star.nonzero()[0]
    for space, star in zip(taken.tolist(), s.star[taken].tolist(), strict=True):
        lists[star - 1].append(names[space])
    return lie


def result(states: States) -> Result:
    """Return scores, winners and reason of a game that is over."""
    return _result(plain(states), facts_of(states))


def _result(s: Any, facts: Any) -> Result:
    return Result(
        scores=facts.points.tolist()[: s.players],
        tokens=s.tokens.tolist()[: s.players],
        winners=_seats(facts.winners),
        reason=data.ENDED_BY[s.ending - 1],
    )


# --- what changes only when a tile turns ---


def board(states: States, tile_names: tuple[str, ...]) -> Board:
    """Return the board of a state: tiles, doors and spaces."""
    s = plain(states)
    shape = s.shape_index
    names, places = SPACE_NAMES[shape], 0 if s.phase == data.SETUP else int(data.N_PLACES[shape])
    doors, floors = s.door.tolist(), s.floor.tolist()
    walls, symbols = s.wall.tolist(), s.symbol.tolist()
    return Board(
        columns=int(data.COLUMNS[shape]),
        rows=int(data.ROWS[shape]),
        tiles=[_tile(s, place, tile_names) for place in range(places)],
        doors=[Door(place, names[doors[place]], data.DIRECTIONS[floors[place]]) for place in range(places)],
        spaces=[
            Space(name, _WALLS_OF_BITS[walls[space]], data.SYMBOLS[symbols[space]])
            for space, name in enumerate(names)
        ],
    )


def _tile(s: Any, place: int, tile_names: tuple[str, ...]) -> Tile:
    column, row = data.PLACES[s.shape_index][place]
    side: Literal["a", "b"] = "b" if s.face[place] else "a"
    return Tile(place, column, row, tile_names[s.tile[place]], side, int(s.turned[place]))


def board_key(states: States) -> bytes:
    """Return something that is equal for two states of a game exactly when their boards are."""
    key: bytes = states["turned"].tobytes() + (states["phase"] == data.SETUP).tobytes()
    return key


# --- both together, for Python programs ---


def as_data(shown: View, on: Board) -> Json:
    """Return a view and its board as one JSON-able object, as ``Game.view`` gives it."""
    data_of_view: Json = msgspec.to_builtins(shown)
    data_of_board: Json = msgspec.to_builtins(on)
    open_door = data_of_view.pop("open_door")
    star_on = {space: colour for colour, spaces in data_of_view.pop("stars").items() for space in spaces}
    for door in data_of_board["doors"]:
        door["open"] = door["place"] == open_door
    for space in data_of_board["spaces"]:
        space["star"] = star_on.get(space["space"])
    return {**data_of_board, **data_of_view}
