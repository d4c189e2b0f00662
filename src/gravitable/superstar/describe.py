"""A state as JSON: what every view is made of.

Nothing is hidden here: ``view.mask`` has taken out of the state what its viewer may not know. The kernel goes through
the state and writes tokens (see core/tokens.py); the functions after it say what each kind of token reads like.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np

from gravitable.core.chance import States
from gravitable.core.jit import kernel
from gravitable.core.tokens import (
    Tokens,
    Words,
    begin,
    end,
    facts_of,
    json_text,
    members,
    pack2,
    pack3,
    pack5,
    put,
    token_buffer,
)
from gravitable.superstar import data
from gravitable.superstar.board import space_name
from gravitable.superstar.moves import pairs, points
from gravitable.superstar.state import STATE
from gravitable.superstar.turn import result as kernel_result

State = Any
Json = dict[str, Any]

(
    TABLE,  # players, shape
    TURN,  # phase, seat, first, second action, entering
    ROUND,  # round + limit * _ROUNDS
    STEALS,
    SEAT_NUMBER,
    SPACES,
    SPACE,  # space, shape, walls, symbol, star
    TILES,
    TILE,  # place, shape, tile, face, turns
    DOORS,
    DOOR,  # place, shape, space, floor, is open
    PAWNS,
    PAWN,  # seat, shape, space + 1, feet
    SEATS,
    CARDS,  # seat, hand, face up, face down, hidden
    STARS,
    COUNTS,  # first of three colours, stars of each
    SCORE,  # tokens, pairs, points
    BAG,
    SUPPLY,  # supply, stars on board, last round, expert, players
    END_OF_LIST,
    END_OF_OBJECT,
) = range(22)

_ROUNDS = 1 << 15
"""More than a state can count."""
_SPACES_BEGIN: Final = int(STATE.fields["wall"][1])  # type: ignore[index]
_WALL, _, _SYMBOL, _STAR = range(4)
"""The last fields of a state: see state.py."""


# --- what there is ---


@kernel
def _write_spaces(shape: int, cells: Any, out: Tokens) -> None:
    begin(out, SPACES, 0)
    for space in range(data.COLUMNS[shape] * data.ROWS[shape]):
        put(out, SPACE, pack5(space, shape, cells[_WALL, space], cells[_SYMBOL, space], cells[_STAR, space]))
    end(out, END_OF_LIST, 0)


@kernel
def _write_turn(s: State, out: Tokens) -> None:
    put(out, TABLE, pack2(s.players, s.shape_index))
    put(out, TURN, pack5(s.phase, s.seat, s.first, s.second_action, s.entering))
    put(out, ROUND, s.round_number + np.int64(s.round_limit) * _ROUNDS)
    begin(out, STEALS, 0)
    for victim in range(s.n_victims):
        put(out, SEAT_NUMBER, s.victims[victim])
    end(out, END_OF_LIST, 0)


@kernel
def _write_board(s: State, out: Tokens) -> None:
    shape = s.shape_index
    places = 0 if s.phase == data.SETUP else data.N_PLACES[shape]
    begin(out, TILES, 0)
    for place in range(places):
        put(out, TILE, pack5(place, shape, s.tile[place], s.face[place], s.turned[place]))
    end(out, END_OF_LIST, 0)
    begin(out, DOORS, 0)
    for place in range(places):
        put(out, DOOR, pack5(place, shape, s.door[place], s.floor[place], place == s.open_door))
    end(out, END_OF_LIST, 0)
    begin(out, PAWNS, 0)
    for seat in range(s.players):
        put(out, PAWN, pack5(seat, shape, s.pawn[seat] + 1, s.feet[seat], 0))
    end(out, END_OF_LIST, 0)


@kernel
def _write_counts(stars: Any, out: Tokens) -> None:
    """Write how many stars of each colour, three colours at a time: of all six there are too many to remember."""
    put(out, COUNTS, pack5(0, stars[0], stars[1], stars[2], 0))
    put(out, COUNTS, pack5(3, stars[3], stars[4], stars[5], 0))
    end(out, END_OF_OBJECT, 0)


@kernel
def _write_seats(s: State, out: Tokens) -> None:
    begin(out, SEATS, 0)
    for seat in range(s.players):
        put(out, CARDS, pack5(seat, s.hand[seat], s.face_up[seat], s.face_down[seat], s.hidden[seat]))
        begin(out, STARS, 0)
        _write_counts(s.stars[seat], out)
        put(out, SCORE, pack3(s.tokens[seat], pairs(s, seat), points(s, seat)))
        end(out, END_OF_OBJECT, 0)
    end(out, END_OF_LIST, 0)


@kernel
def _write_supply(s: State, out: Tokens) -> None:
    begin(out, BAG, 0)
    _write_counts(s.bag, out)
    put(out, SUPPLY, pack5(s.supply, s.stars_on_board, s.last_round, s.expert, s.players))


@kernel
def _write(states: States, out: Tokens) -> None:
    s = states[0]
    _write_turn(s, out)
    _write_board(s, out)
    _write_seats(s, out)
    _write_supply(s, out)


# --- how it reads ---


def cards(bits: int) -> list[str]:
    """Return the names of a set of cards."""
    return list(_card_names(int(bits)))


@cache
def _card_names(bits: int) -> tuple[str, ...]:
    return tuple(name for card, name in enumerate(data.CARDS) if bits >> card & 1)


def _table(facts: int) -> str:
    players, shape, *_ = facts_of(facts)
    size = {"columns": int(data.COLUMNS[shape]), "rows": int(data.ROWS[shape])}
    return members(game="superstar", players=players, **size)


def _turn(facts: int) -> str:
    phase, seat, first, second_action, entering = facts_of(facts)
    return members(
        phase=data.PHASES[phase],
        to_act=[seat] if data.ACTION <= phase <= data.REPLAY else [],
        turn=seat,
        first=first,
        second_action=bool(second_action),
        entering=bool(entering),
    )


def _round(facts: int) -> str:
    limit, number = divmod(facts, _ROUNDS)
    return members(round=number, round_limit=limit or None)


def _space(facts: int) -> str:
    space, shape, walls, symbol, star = facts_of(facts)
    shown = {
        "space": space_name(space, shape),
        "walls": "".join(name for d, name in enumerate(data.DIRECTIONS) if walls >> d & 1),
        "symbol": data.SYMBOLS[symbol],
        "star": data.COLOURS[star - 1] if star else None,
    }
    return json_text(shown)


def _tile(facts: int, tile_names: tuple[str, ...]) -> str:
    place, shape, tile, face, turned = facts_of(facts)
    column, row = data.PLACES[shape][place]
    name = tile_names[tile]
    shown = {"place": place, "column": column, "row": row, "tile": name, "face": "ab"[face], "turn": turned}
    return json_text(shown)


def _door(facts: int) -> str:
    place, shape, space, floor, is_open = facts_of(facts)
    shown = {
        "place": place,
        "space": space_name(space, shape),
        "floor": data.DIRECTIONS[floor],
        "open": bool(is_open),
    }
    return json_text(shown)


def _pawn(facts: int) -> str:
    seat, shape, space, feet, _ = facts_of(facts)
    shown = {
        "seat": seat,
        "space": space_name(space - 1, shape) if space else None,
        "feet": data.DIRECTIONS[feet] if space else None,
    }
    return json_text(shown)


def _cards(facts: int) -> str:
    """Return a seat's beginning: its cards."""
    seat, hand, face_up, face_down, hidden = facts_of(facts)
    unknown = data.OWN_CARDS & ~face_up
    in_hand = cards(hand)
    shown = members(
        seat=seat,
        hand=in_hand,
        hand_count=len(in_hand) + (unknown.bit_count() - hidden if hidden else 0),
        face_up=cards(face_up),
        face_down=cards(face_down),
        face_down_count=hidden or face_down.bit_count(),
        hidden={"cards": cards(unknown), "face_down": hidden} if hidden else None,
        goodies=cards(hand & data.GOODIES),
    )
    return "{" + shown


def _counts(facts: int) -> str:
    first, *stars, _ = facts_of(facts)
    return members(**dict(zip(data.COLOURS[first:], stars, strict=False)))


def _score(facts: int) -> str:
    tokens, pairs, points, *_ = facts_of(facts)
    return members(tokens=tokens, pairs=pairs, points=points)


def _supply(facts: int) -> str:
    supply, stars_on_board, last_round, expert, players = facts_of(facts)
    return members(
        supply=supply,
        stars_on_board=stars_on_board,
        ends_at=0 if expert else int(data.STARS_TO_END[players]),
        points_to_end=int(data.POINTS_TO_END[players]) if expert else None,
        last_round=bool(last_round),
    )


@lru_cache(64)
def _words(tile_names: tuple[str, ...]) -> Words:
    makers: dict[int, Callable[[int], str]] = {
        TABLE: _table,
        TURN: _turn,
        ROUND: _round,
        STEALS: lambda _: '"steals":[',
        SEAT_NUMBER: str,
        SPACES: lambda _: '"spaces":[',
        SPACE: _space,
        TILES: lambda _: '"tiles":[',
        TILE: lambda facts: _tile(facts, tile_names),
        DOORS: lambda _: '"doors":[',
        DOOR: _door,
        PAWNS: lambda _: '"pawns":[',
        PAWN: _pawn,
        SEATS: lambda _: '"seats":[',
        CARDS: _cards,
        STARS: lambda _: '"stars":{',
        COUNTS: _counts,
        SCORE: _score,
        BAG: lambda _: '"bag":{',
        SUPPLY: _supply,
        END_OF_LIST: lambda _: "]",
        END_OF_OBJECT: lambda _: "}",
    }
    return Words(makers)


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


def describe_text(states: States, tile_names: tuple[str, ...]) -> str:
    """Return the first state as JSON text."""
    out = token_buffer()
    _write(states, out)
    words = _words(tile_names).text(out)
    is_over = states["phase"][0] == data.OVER
    result = json_text(outcome(states[0])) if is_over else "null"
    spaces = _spaces_text(int(states["shape_index"][0]), states.tobytes()[_SPACES_BEGIN:])
    return f'{{{words},{spaces},"result":{result}}}'


@lru_cache(2048)
def _spaces_text(shape: int, raw: bytes) -> str:
    """Return the spaces. Most moves leave them as they are, so their text is remembered as a whole."""
    out = token_buffer()
    _write_spaces(shape, np.frombuffer(raw, np.uint8).reshape(-1, data.MAX_SPACES), out)
    return _words(()).text(out)
