"""A state as JSON-able data: what every view is made of.

Nothing is hidden here: ``view.mask`` has taken out of the state what its viewer may not know.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from gravitable.superstar import data
from gravitable.superstar.board import space_name, state_shape
from gravitable.superstar.turn import result as kernel_result

State = Any
Json = dict[str, Any]


def cards(bits: int) -> list[str]:
    """Return the names of a set of cards."""
    return [name for card, name in enumerate(data.CARDS) if int(bits) >> card & 1]


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


def _spaces(s: State) -> list[Json]:
    columns, rows, _ = state_shape(s)
    shape = s.shape_index
    board = zip(range(columns * rows), s.wall, s.symbol, s.star, strict=False)
    return [_space(space, shape, walls, symbol, star).copy() for space, walls, symbol, star in board]


def _tiles(s: State, tile_names: tuple[str, ...]) -> list[Json]:
    return [
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


def _doors(s: State) -> list[Json]:
    return [
        {
            "place": place,
            "space": space_name(s.door[place], int(s.shape_index)),
            "floor": data.DIRECTIONS[int(s.floor[place])],
            "open": place == int(s.open_door),
        }
        for place in range(state_shape(s)[2])
    ]


def _pawn(s: State, seat: int) -> Json:
    on_board = int(s.pawn[seat]) >= 0
    return {
        "seat": seat,
        "space": space_name(s.pawn[seat], int(s.shape_index)) if on_board else None,
        "feet": data.DIRECTIONS[int(s.feet[seat])] if on_board else None,
    }


def _seat(s: State, seat: int) -> Json:
    hidden = int(s.hidden[seat])
    unknown = data.OWN_CARDS & ~int(s.face_up[seat])
    in_hand = cards(s.hand[seat])
    stars = s.stars[seat]
    pairs = sum(count // 2 for count in stars)
    return {
        "seat": seat,
        "hand": in_hand,
        "hand_count": len(in_hand) + (unknown.bit_count() - hidden if hidden else 0),
        "face_up": cards(s.face_up[seat]),
        "face_down": cards(s.face_down[seat]),
        "face_down_count": hidden or int(s.face_down[seat]).bit_count(),
        "hidden": {"cards": cards(unknown), "face_down": hidden} if hidden else None,
        "goodies": cards(int(s.hand[seat]) & data.GOODIES),
        "stars": dict(zip(data.COLOURS, stars, strict=True)),
        "tokens": int(s.tokens[seat]),
        "pairs": pairs,
        "points": sum(stars) + pairs + int(s.tokens[seat]),
    }


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
    return {
        "phase": data.PHASES[phase],
        "to_act": [int(s.seat)] if data.ACTION <= phase <= data.REPLAY else [],
        "turn": int(s.seat),
        "first": int(s.first),
        "round": int(s.round_number),
        "round_limit": int(s.round_limit) or None,
        "second_action": bool(s.second_action),
        "entering": bool(s.entering),
        "steals": s.victims[: s.n_victims],
    }


def _end(s: State) -> Json:
    expert, players = bool(s.expert), int(s.players)
    return {
        "stars_on_board": int(s.stars_on_board),
        "ends_at": 0 if expert else int(data.STARS_TO_END[players]),
        "points_to_end": int(data.POINTS_TO_END[players]) if expert else None,
        "last_round": bool(s.last_round),
    }


def describe(record: State, tile_names: tuple[str, ...]) -> Json:
    """Return the state as JSON-able data."""
    s = _plain(record)
    columns, rows, _ = state_shape(s)
    players = int(s.players)
    is_set_up = int(s.phase) != data.SETUP
    return {
        "game": "superstar",
        "players": players,
        **_turn(s),
        "columns": columns,
        "rows": rows,
        "spaces": _spaces(s),
        "tiles": _tiles(s, tile_names) if is_set_up else [],
        "doors": _doors(s) if is_set_up else [],
        "pawns": [_pawn(s, seat) for seat in range(players)],
        "seats": [_seat(s, seat) for seat in range(players)],
        "supply": int(s.supply),
        "bag": dict(zip(data.COLOURS, s.bag, strict=True)),
        **_end(s),
        "result": outcome(record) if s.phase == data.OVER else None,
    }
