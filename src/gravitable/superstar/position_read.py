"""Reading a position text, part by part, in the order in which ``position.write`` writes it."""

from __future__ import annotations

from typing import Any

from gravitable.core.contract import Json
from gravitable.core.errors import BadPosition
from gravitable.core.lines import Lines, Value
from gravitable.superstar import GAME, data, host
from gravitable.superstar.board import TILE_SPACE, space_number
from gravitable.superstar.state import State
from gravitable.superstar.tiles.grid import HEIGHT, SPACES, WIDTH, GridError, cell_place, read_grid
from gravitable.superstar.tiles.text import TILE_NAME
from gravitable.superstar.tiles.tile import DOOR_CHARACTERS, SYMBOL_CHARACTERS

STAR_LETTERS = "".join(colour[0] for colour in data.COLOURS)
GAP = "   "
FLAGS = ("second-action", "entering", "last-round")


def places_of_row(s: State, row: int) -> list[int]:
    """Return the places of a row of tiles from left to right."""
    places = enumerate(data.PLACES[int(s.shape_index)])
    return [place for _, place in sorted((column, place) for place, (column, at) in places if at == row)]


def read_table(lines: Lines, s: State) -> Json:
    """Read what was agreed before the game; return the options."""
    known = [f"{GAME.name} {version}" for version in GAME.versions]
    s.rules = GAME.versions[lines.field("gravitable position").one_of(*known)]
    s.players = lines.field("players").number(data.MIN_PLAYERS, data.MAX_PLAYERS)
    s.shape_index = data.SHAPE_OF_PLAYERS[s.players]
    s.goodies = lines.field("goodies").subset(data.GOODIE_NAMES) << data.TILE
    s.expert = lines.field("expert").flag()
    limit = lines.field("round limit")
    s.round_limit = 0 if limit == "none" else limit.number(1, 9999)
    return {
        "goodies": [name for i, name in enumerate(data.CARDS) if int(s.goodies) >> i & 1],
        "expert": bool(s.expert),
        "rounds": int(s.round_limit) or None,
        "tiles": _read_tile_set(lines.field("tile set")),
        "board": None,
        "door": None,
    }


def _read_tile_set(value: Value) -> Any:
    if value == host.STANDARD:
        return host.STANDARD
    name, colon, names = value.partition(":")
    tiles = [word.strip() for word in names.split(",")]
    if not colon or not all(map(TILE_NAME.fullmatch, tiles)) or not name.strip():
        value.fail(f"should be {host.STANDARD!r} or 'SET: TILE, TILE, ...' with names of at most 40 letters")
    return {"name": name.strip(), "names": tiles}


def read_turn(lines: Lines, s: State) -> None:
    """Read whose turn it is and how far it has come."""
    last_seat = int(s.players) - 1
    s.round_number = lines.field("round").number(1, 9999)
    s.first = lines.field("first player").number(0, last_seat)
    turn = lines.field("turn")
    words = turn.words()
    if len(words) != 2:
        turn.fail("should be a seat and what it has to choose, such as '0 action'")
    s.seat = words[0].number(0, last_seat)
    s.phase = words[1].one_of(*data.PHASES[data.ACTION :]) + data.ACTION
    flags = lines.field("so far").subset(FLAGS)
    for bit, name in enumerate(FLAGS):
        setattr(s, name.replace("-", "_"), flags >> bit & 1)
    victims = lines.field("to steal from")
    for word in [] if victims == "none" else victims.words():
        seat = word.number(0, last_seat)
        if seat in s.victims[: s.n_victims] or seat == s.seat:
            word.fail("each victim stands here once, and nobody steals from themselves")
        s.victims[s.n_victims] = seat
        s.n_victims += 1
    s.ending = lines.field("ended by").one_of("nothing", *map(str, data.ENDINGS[1:]))


def read_tiles(lines: Lines, s: State, row: int, names: tuple[str, ...]) -> None:
    """Read one row of tiles: their names, then their drawings side by side."""
    places = places_of_row(s, row)
    titles = lines.field("tiles")
    words = titles.words(",")
    if len(words) != len(places):
        titles.fail(f"should name {len(places)} tiles, such as '{names[0]} a 0, ...'")
    for word, place in zip(words, places, strict=True):
        _read_title(word, s, place, names)
    first_line, drawing = lines.block(HEIGHT)
    for i, place in enumerate(places):
        start = i * (WIDTH + len(GAP))
        parts = [line[start : start + WIDTH] for line in drawing]
        _read_drawing(s, place, parts, first_line, start + 1)
    _check_gaps(drawing, first_line, len(places))


def _check_gaps(drawing: list[str], first_line: int, tiles: int) -> None:
    for number, line in enumerate(drawing):
        for i in range(1, tiles + 1):
            start = i * (WIDTH + len(GAP)) - len(GAP)
            end = start + len(GAP) if i < tiles else None
            if line[start:end].strip():
                raise BadPosition(
                    first_line + number, start + 1, "only blanks may stand beside and between the tiles"
                )


def _read_title(word: Value, s: State, place: int, names: tuple[str, ...]) -> None:
    parts = word.rsplit(" ", 2)
    if len(parts) != 3 or parts[1] not in ("a", "b") or parts[2] not in ("0", "1", "2", "3"):
        word.fail("a tile is its name, side a or b, and quarter turns 0 to 3, such as 'Lantern a 0'")
    if parts[0] not in names:
        word.fail(f"there is no tile {parts[0]!r} in the set; there are {', '.join(names)}")
    s.tile[place] = names.index(parts[0])
    s.face[place] = "ab".index(parts[1])
    s.turned[place] = int(parts[2])


def _read_drawing(s: State, place: int, lines: list[str], first_line: int, first_column: int) -> None:
    try:
        walls, cells = read_grid(lines, first_line, first_column)
    except GridError as error:
        flaw = error.flaws[0]
        raise BadPosition(flaw.line, flaw.column, flaw.message) from None
    s.door[place] = -1
    for local in range(SPACES):
        line, column = cell_place(local)
        cell = Value(cells[local], first_line + line, first_column + column - 1)
        space = int(TILE_SPACE[int(s.shape_index), place, local])
        s.wall[space] = walls[local]
        _read_cell(s, place, space, cell)
    if s.door[place] < 0:
        raise BadPosition(first_line, first_column, "this tile has no door; draw one of ^ > v <")


def _read_cell(s: State, place: int, space: int, cell: Value) -> None:
    before, middle, after = cell
    if middle in DOOR_CHARACTERS:
        _read_door(s, place, space, cell)
        return
    if middle not in SYMBOL_CHARACTERS or before != " ":
        cell.fail(f"a space is blank, a symbol '*' or 'r', or a door ^ > v <, not {str(cell)!r}")
    s.symbol[space] = SYMBOL_CHARACTERS.index(middle)
    if after != " ":
        if after not in STAR_LETTERS or middle == " ":
            cell.fail(f"a star is one of {STAR_LETTERS} right behind its symbol, not {str(cell)!r}")
        s.star[space] = STAR_LETTERS.index(after) + 1
        s.stars_on_board += 1


def _read_door(s: State, place: int, space: int, cell: Value) -> None:
    if cell[0] + cell[2] not in ("  ", "()"):
        cell.fail("a door is an arrow, and in brackets when it is the open one")
    if s.door[place] >= 0:
        cell.fail("this tile has a second door; there is one on each")
    floor = DOOR_CHARACTERS.index(cell[1])
    if not s.wall[space] >> floor & 1:
        cell.fail("there is no platform where the door has its floor")
    s.door[place] = space
    s.floor[place] = floor
    if cell[0] == "(":
        if s.open_door:
            cell.fail("there is a second open door; there is only one")
        s.open_door = place + 1  # one too many, so that 0 means none; position_check.py corrects it


def read_seat(lines: Lines, s: State, seat: int) -> Value:
    """Read a player's line; return it, for errors that can be found only when everything has been read."""
    value = lines.field(f"seat {seat}")
    parts = value.words(";")
    keys = ("pawn", "hand", "up", "down", "stars", "tokens")
    if len(parts) != len(keys):
        value.fail(f"should have {len(keys)} parts with ';' in between: {', '.join(keys)}")
    values = [_part(part, key) for part, key in zip(parts, keys, strict=True)]
    _read_pawn(values[0], s, seat)
    s.hand[seat] = values[1].subset(data.CARDS)
    s.face_up[seat] = values[2].subset(data.CARDS[: data.N_OWN_CARDS])
    s.face_down[seat] = values[3].subset(data.CARDS[: data.N_OWN_CARDS])
    _read_stars(values[4], s, seat)
    s.tokens[seat] = values[5].number(0, data.N_TOKENS)
    return value


def _part(part: Value, key: str) -> Value:
    if not part.startswith(key + " "):
        part.fail(f"should be '{key} ...', not {str(part)!r}")
    rest = part[len(key) :]
    return Value(rest.strip(), part.line, part.column + len(key) + len(rest) - len(rest.lstrip()))


def _read_pawn(value: Value, s: State, seat: int) -> None:
    if value == "off":
        s.pawn[seat] = -1
        return
    words = value.words()
    if len(words) != 2:
        value.fail("should be 'off' or a space and where the feet point, such as 'b3 s'")
    s.pawn[seat] = words[0].through(lambda name: space_number(name, int(s.shape_index)))
    s.feet[seat] = words[1].one_of(*data.DIRECTIONS)


def _read_stars(value: Value, s: State, seat: int) -> None:
    words = [] if value == "none" else value.words()
    if len(words) % 2:
        value.fail("should be colours with numbers, such as 'blue 2 white 1', or none")
    for colour, count in zip(words[::2], words[1::2], strict=True):
        number = colour.one_of(*data.COLOURS)
        if s.stars[seat, number]:
            colour.fail(f"{str(colour)!r} stands here twice")
        s.stars[seat, number] = count.number(1, data.STARS_PER_COLOUR)
