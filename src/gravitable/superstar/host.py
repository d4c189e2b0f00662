"""What the host of a table picks: the tile set, the tiles by place, the Open Door's place."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from gravitable.core.contract import Json
from gravitable.core.errors import BadOption
from gravitable.superstar import data
from gravitable.superstar.setup import Picks, no_picks
from gravitable.superstar.tiles import TileError, TileSet, load_tile_set, parse_tile_set, standard

STANDARD = "standard-1"


def settle(players: int, options: Json) -> Json:
    """Return checked options in their JSON-able form: the tile set by name or in full, the board by names."""
    tiles = _settle_tiles(options["tiles"])
    chosen = tile_set(tiles)
    places = int(data.N_PLACES[data.SHAPE_OF_PLAYERS[players]])
    if len(chosen.tiles) < places:
        raise BadOption(
            f"option 'tiles': {players} players need {places} tiles, the set {chosen.name!r} has {len(chosen.tiles)}"
        )
    settled = {**options, "tiles": tiles, "board": _settle_board(options["board"], chosen, places)}
    if options["door"] is not None and options["door"] >= places:
        raise BadOption(f"option 'door': the board of {players} players has the places 0 to {places - 1}")
    return settled


def is_stored(tiles: Any) -> bool:
    """Say whether a value is all that a record needs: the name of our own tile set, or another with its drawings."""
    return tiles == STANDARD or (isinstance(tiles, dict) and set(tiles) == {"name", "text"})


def _settle_tiles(value: Any) -> Any:
    """Return the tile set in the form that records hold, so that they replay for ever."""
    if is_stored(value):
        chosen = tile_set(value)
    elif isinstance(value, TileSet):
        chosen = value
    elif isinstance(value, (str, Path)):
        chosen = _loaded(value)
    else:
        raise BadOption(
            f"option 'tiles' takes a directory of tile files, a TileSet or {STANDARD!r}, not {value!r}"
        )
    return STANDARD if chosen.is_standard else {"name": chosen.name, "text": chosen.to_text()}


def _loaded(directory: str | Path) -> TileSet:
    try:
        return load_tile_set(directory)
    except TileError as error:
        raise BadOption(f"option 'tiles': {error}") from error
    except (OSError, ValueError) as error:  # a name that no directory can have
        raise BadOption(f"option 'tiles' takes a directory of tile files: {error}") from error


@lru_cache(maxsize=32)
def _parsed(text: str, name: str) -> TileSet:
    return parse_tile_set(text, name)


def tile_set(tiles: Any) -> TileSet:
    """Return the tile set of a settled option."""
    if tiles == STANDARD:
        return standard()
    try:
        return _parsed(str(tiles["text"]), str(tiles["name"]))
    except TileError as error:
        raise BadOption(f"option 'tiles': {error}") from error


def tile_names(tiles: Any) -> tuple[str, ...]:
    """Return the names of the tiles of a settled option; a position text holds no more than that of other tiles."""
    if tiles == STANDARD:
        return _standard_names()
    if "names" in tiles:
        return tuple(tiles["names"])
    return tuple(tile.name for tile in tile_set(tiles).tiles)


@cache
def _standard_names() -> tuple[str, ...]:
    return tuple(tile.name for tile in standard().tiles)


def _settle_board(board: Any, tiles: TileSet, places: int) -> list[str | None] | None:
    if board is None:
        return None
    if not isinstance(board, (list, tuple)) or len(board) != places:
        raise BadOption(f"option 'board' takes a list with an entry for each of the {places} places, or None")
    settled = [_settle_pick(pick, tiles) for pick in board]
    names = [pick.rsplit(" ", 2)[0] for pick in settled if pick is not None]
    if len(set(names)) != len(names):
        raise BadOption(f"option 'board' names a tile twice: {', '.join(names)}")
    return settled


def _settle_pick(pick: Any, tiles: TileSet) -> str | None:
    """Return 'Name side turn' with '?' for what chance decides."""
    if pick is None:
        return None
    right = (
        "an entry is 'NAME', 'NAME a' or 'NAME a 1': the tile, its side a or b, its quarter turns clockwise"
    )
    if not isinstance(pick, str) or not pick.strip():
        raise BadOption(f"option 'board': {right}, or None for any tile")
    words = pick.split()
    turn = words.pop() if words[-1] in ("0", "1", "2", "3", "?") and len(words) > 2 else "?"
    side = words.pop() if words[-1] in ("a", "b", "?") and len(words) > 1 else "?"
    try:
        name = tiles.tile(" ".join(words)).name
    except TileError as error:
        raise BadOption(f"option 'board': {error} ({right})") from error
    return f"{name} {side} {turn}"


def picks(options: Json, tiles: TileSet) -> Picks:
    """Return what the host picked as the kernel wants it."""
    chosen = no_picks()
    names = [tile.name for tile in tiles.tiles]
    for place, pick in enumerate(options["board"] or []):
        if pick is not None:
            name, side, turn = pick.rsplit(" ", 2)
            chosen[place] = [names.index(name), "ab".find(side), "0123".find(turn)]  # "?" gives -1: chance
    if options["door"] is not None:
        chosen[data.MAX_TILES, 0] = options["door"]
    return chosen
