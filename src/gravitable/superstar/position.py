"""A complete position as readable text, and back.

What follows from the rest is not written: blocked edges, the stars left in the bag, the supply of tokens. Tiles
are drawn as they lie, in the format of tile files; a star on a symbol is a letter behind it (``*b``: a blue star),
and brackets mark the open door, as in ``(v)``.
"""

from __future__ import annotations

from typing import Any

from gravitable.core.contract import Json
from gravitable.core.lines import Lines
from gravitable.core.state import States
from gravitable.superstar import data, host
from gravitable.superstar.board import TILE_SPACE, space_name, state_shape
from gravitable.superstar.position_check import check
from gravitable.superstar.position_read import (
    FLAGS,
    GAP,
    STAR_LETTERS,
    places_of_row,
    read_seat,
    read_table,
    read_tiles,
    read_turn,
)
from gravitable.superstar.state import State, new_states
from gravitable.superstar.tiles.grid import write_grid
from gravitable.superstar.tiles.tile import DOOR_CHARACTERS, SYMBOL_CHARACTERS


def write(states: States, options: Json) -> str:
    """Return the position as text."""
    s = states[0]
    names = host.tile_names(options["tiles"])
    is_ours = options["tiles"] == host.STANDARD
    tile_set = host.STANDARD if is_ours else f"{options['tiles']['name']}: {', '.join(names)}"
    lines = [
        f"gravitable position: superstar {s.rules}",
        f"players: {s.players}",
        f"goodies: {_words(_cards(s.goodies))}",
        f"expert: {'yes' if s.expert else 'no'}",
        f"round limit: {int(s.round_limit) or 'none'}",
        f"tile set: {tile_set}",
        f"round: {s.round_number}",
        f"first player: {s.first}",
        f"turn: {s.seat} {data.PHASES[int(s.phase)]}",
        f"so far: {_words(name for name in FLAGS if s[name.replace('-', '_')])}",
        f"to steal from: {_words(str(seat) for seat in s.victims[: int(s.n_victims)])}",
        f"ended by: {data.ENDINGS[int(s.ending)] or 'nothing'}",
    ]
    for row in range(state_shape(s)[1] // data.TILE_SIZE):
        lines += ["", *_draw_row(s, row, names)]
    lines += ["", *(_seat_line(s, seat) for seat in range(int(s.players)))]
    return "\n".join(lines) + "\n"


def _cards(bits: int) -> list[str]:
    return [name for card, name in enumerate(data.CARDS) if bits >> card & 1]


def _words(words: Any) -> str:
    return " ".join(words) or "none"


def _draw_row(s: State, row: int, names: tuple[str, ...]) -> list[str]:
    """Draw the tiles of one row side by side, under a line that says which they are."""
    places = places_of_row(s, row)
    titles = [f"{names[int(s.tile[p])]} {'ab'[int(s.face[p])]} {s.turned[p]}" for p in places]
    drawings = [_draw_tile(s, place) for place in places]
    return [
        f"tiles: {', '.join(titles)}",
        *(GAP.join(parts).rstrip() for parts in zip(*drawings, strict=True)),
    ]


def _draw_tile(s: State, place: int) -> list[str]:
    spaces = TILE_SPACE[int(s.shape_index), place]
    return write_grid(s.wall[spaces].tolist(), [_cell(s, place, int(space)) for space in spaces])


def _cell(s: State, place: int, space: int) -> str:
    if space == int(s.door[place]):
        arrow = DOOR_CHARACTERS[int(s.floor[place])]
        return f"({arrow})" if place == int(s.open_door) else f" {arrow} "
    star = int(s.star[space])
    return f" {SYMBOL_CHARACTERS[int(s.symbol[space])]}{STAR_LETTERS[star - 1] if star else ' '}"


def _seat_line(s: State, seat: int) -> str:
    shape = int(s.shape_index)
    on_board = int(s.pawn[seat]) >= 0
    pawn = f"{space_name(s.pawn[seat], shape)} {data.DIRECTIONS[int(s.feet[seat])]}" if on_board else "off"
    stars = [f"{colour} {n}" for colour, n in zip(data.COLOURS, s.stars[seat].tolist(), strict=True) if n]
    return (
        f"seat {seat}: pawn {pawn}; hand {_words(_cards(s.hand[seat]))}; up {_words(_cards(s.face_up[seat]))}; "
        f"down {_words(_cards(s.face_down[seat]))}; stars {_words(stars)}; tokens {s.tokens[seat]}"
    )


def read(text: str) -> tuple[int, Json, States]:
    """Return players, options and state of a position text; raises BadPosition."""
    lines = Lines(text)
    states = new_states()
    s = states[0]
    options = read_table(lines, s)
    read_turn(lines, s)
    for row in range(state_shape(s)[1] // data.TILE_SIZE):
        read_tiles(lines, s, row, host.tile_names(options["tiles"]))
    places = [read_seat(lines, s, seat) for seat in range(int(s.players))]
    lines.end()
    check(s, places)
    return int(s.players), options, states
