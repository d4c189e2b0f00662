"""A state as JSON-able data: what every view is made of.

Nothing is hidden here: ``view.mask`` has taken out of the state what its viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import repeat
from types import SimpleNamespace
from typing import Any

import numpy as np

from gravitable.core.chance import States
from gravitable.core.pieces import Description, Piece, json_text, list_text, object_text
from gravitable.superstar import data
from gravitable.superstar.board import space_name, state_shape
from gravitable.superstar.state import STATE
from gravitable.superstar.turn import result as kernel_result

State = Any
Json = dict[str, Any]


def cards(bits: int) -> list[str]:
    """Return the names of a set of cards."""
    return list(_card_names(int(bits)))


@cache
def _card_names(bits: int) -> tuple[str, ...]:
    return tuple(name for card, name in enumerate(data.CARDS) if bits >> card & 1)


def _plain(s: State) -> SimpleNamespace:
    """Return the state as plain numbers and lists: reading a record's fields one by one takes far longer."""
    return SimpleNamespace(**{name: s[name].tolist() for name in s.dtype.names})


@cache
def _space(space: int, shape: int, walls: int, symbol: int, star: int) -> Json:
    """Return one space; there are few different ones, and a board is described at every move."""
    return {
        "space": space_name(space, shape),
        "walls": "".join(name for d, name in enumerate(data.DIRECTIONS) if walls >> d & 1),
        "symbol": data.SYMBOLS[symbol],
        "star": data.COLOURS[star - 1] if star else None,
    }


@cache
def _space_text(*facts: int) -> str:
    return json_text(_space(*facts))


def _each_space(s: State) -> Iterator[tuple[int, int, int, int, int]]:
    """Return what each space is described by: the arguments of ``_space``."""
    columns, rows, _ = state_shape(s)
    return zip(range(columns * rows), repeat(s.shape_index), s.wall, s.symbol, s.star, strict=False)


def _spaces(s: State) -> Json:
    return {"spaces": [_space(*facts).copy() for facts in _each_space(s)]}


def _spaces_text(s: State) -> str:
    return list_text("spaces", [_space_text(*facts) for facts in _each_space(s)])


def _tiles(s: State, tile_names: tuple[str, ...]) -> Json:
    tiles = [
        {
            "place": place,
            "column": column,
            "row": row,
            "tile": tile_names[int(s.tile[place])],
            "face": "ab"[int(s.face[place])],
            "turn": int(s.turned[place]),
        }
        for place, (column, row) in enumerate(data.PLACES[int(s.shape_index)])
    ]
    return {"tiles": tiles if s.phase != data.SETUP else []}


def _doors(s: State) -> Json:
    doors = [
        {
            "place": place,
            "space": space_name(s.door[place], int(s.shape_index)),
            "floor": data.DIRECTIONS[int(s.floor[place])],
            "open": place == int(s.open_door),
        }
        for place in range(state_shape(s)[2])
    ]
    return {"doors": doors if s.phase != data.SETUP else []}


def _pawn(s: State, seat: int) -> Json:
    on_board = int(s.pawn[seat]) >= 0
    return {
        "seat": seat,
        "space": space_name(s.pawn[seat], int(s.shape_index)) if on_board else None,
        "feet": data.DIRECTIONS[int(s.feet[seat])] if on_board else None,
    }


def _pawns(s: State) -> Json:
    return {"pawns": [_pawn(s, seat) for seat in range(s.players)]}


def _seat(
    seat: int, hand: int, face_up: int, face_down: int, hidden: int, tokens: int, stars: tuple[int, ...]
) -> Json:
    unknown = data.OWN_CARDS & ~face_up
    in_hand = cards(hand)
    pairs = sum(count // 2 for count in stars)
    return {
        "seat": seat,
        "hand": in_hand,
        "hand_count": len(in_hand) + (unknown.bit_count() - hidden if hidden else 0),
        "face_up": cards(face_up),
        "face_down": cards(face_down),
        "face_down_count": hidden or face_down.bit_count(),
        "hidden": {"cards": cards(unknown), "face_down": hidden} if hidden else None,
        "goodies": cards(hand & data.GOODIES),
        "stars": dict(zip(data.COLOURS, stars, strict=True)),
        "tokens": tokens,
        "pairs": pairs,
        "points": sum(stars) + pairs + tokens,
    }


@lru_cache(16_384)
def _seat_text(*facts: Any) -> str:
    return json_text(_seat(*facts))


def _each_seat(s: State) -> Iterator[tuple[Any, ...]]:
    """Return what each seat is described by: the arguments of ``_seat``."""
    stars = map(tuple, s.stars)
    return zip(range(s.players), s.hand, s.face_up, s.face_down, s.hidden, s.tokens, stars, strict=False)


def _seats(s: State) -> Json:
    return {"seats": [_seat(*facts) for facts in _each_seat(s)]}


def _seats_text(s: State) -> str:
    return list_text("seats", [_seat_text(*facts) for facts in _each_seat(s)])


def outcome(s: State) -> Json:
    """Return scores, winners and reason of a game that is over."""
    scores = np.zeros(data.MAX_PLAYERS, np.int64)
    winners = int(kernel_result(s, scores))
    players = int(s.players)
    return {
        "scores": scores[:players].tolist(),
        "tokens": s.tokens[:players].tolist(),
        "winners": [seat for seat in range(players) if winners >> seat & 1],
        "reason": data.ENDINGS[int(s.ending)],
    }


def _turn(s: State) -> Json:
    phase = int(s.phase)
    columns, rows, _ = state_shape(s)
    return {
        "game": "superstar",
        "players": int(s.players),
        "phase": data.PHASES[phase],
        "to_act": [int(s.seat)] if data.ACTION <= phase <= data.REPLAY else [],
        "turn": int(s.seat),
        "first": int(s.first),
        "round": int(s.round_number),
        "round_limit": int(s.round_limit) or None,
        "second_action": bool(s.second_action),
        "entering": bool(s.entering),
        "steals": s.victims[: s.n_victims],
        "columns": columns,
        "rows": rows,
    }


def _supply(s: State) -> Json:
    expert, players = bool(s.expert), int(s.players)
    return {
        "supply": int(s.supply),
        "bag": dict(zip(data.COLOURS, s.bag, strict=True)),
        "stars_on_board": int(s.stars_on_board),
        "ends_at": 0 if expert else int(data.STARS_TO_END[players]),
        "points_to_end": int(data.POINTS_TO_END[players]) if expert else None,
        "last_round": bool(s.last_round),
    }


_TURN_FIELDS = (
    *("players", "round_limit", "shape_index", "phase", "seat", "first", "round_number"),
    *("second_action", "entering", "n_victims", "victims"),
)
_SEAT_FIELDS = ("players", "hand", "face_up", "face_down", "hidden", "stars", "tokens")
_SUPPLY_FIELDS = ("players", "expert", "last_round", "supply", "bag", "stars_on_board")


@lru_cache(64)
def _description(tile_names: tuple[str, ...]) -> Description:
    def tiles(s: State) -> Json:
        return _tiles(s, tile_names)

    pieces = (
        Piece(_turn, *_TURN_FIELDS),
        Piece(_spaces, "shape_index", "wall", "symbol", "star", write=_spaces_text),
        Piece(tiles, "shape_index", "phase", "tile", "face", "turned"),
        Piece(_doors, "shape_index", "phase", "door", "floor", "open_door"),
        Piece(_pawns, "players", "shape_index", "pawn", "feet"),
        Piece(_seats, *_SEAT_FIELDS, write=_seats_text),
        Piece(_supply, *_SUPPLY_FIELDS),
    )
    return Description(pieces, STATE)


def _result(record: State) -> Json:
    return {"result": outcome(record) if record.phase == data.OVER else None}


def describe(record: State, tile_names: tuple[str, ...]) -> Json:
    """Return the state as JSON-able data."""
    return {**_description(tile_names).data(_plain(record)), **_result(record)}


def describe_text(states: States, tile_names: tuple[str, ...]) -> str:
    """Return the first state as JSON text."""
    is_over = states["phase"][0] == data.OVER
    result = json_text(_result(states[0]))[1:-1] if is_over else '"result":null'
    return object_text(_description(tile_names).text(states[:1]), result)
