"""A Gravity Superstar board as one self-contained SVG picture."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from gravitable.core.drawing import (
    Theme,
    at,
    document,
    element,
    gradient,
    group,
    hint,
    label,
    number,
    place,
    theme_named,
)
from gravitable.superstar.drawing.panel import PANEL_WIDTH, draw_panel
from gravitable.superstar.drawing.path import draw_gains, draw_paths
from gravitable.superstar.drawing.pieces import (
    CELL,
    LETTERS,
    SEAT_SHADES,
    STAR_SHADES,
    TURNS,
    definitions,
    ledge_path,
)
from gravitable.superstar.drawing.reading import (
    TILE,
    Edge,
    View,
    echoed_edges,
    headline,
    place_of,
    seat_names,
    shown_edges,
    subline,
)

MARGIN: Final = 38  # around the board: coordinates, and marks where a path wraps around
NAME_COLUMNS: Final = 20


def draw_svg(
    view: View,
    *,
    theme: str = "night",
    paths: Iterable[Mapping[str, Any]] = (),
    names: Sequence[str] | None = None,
    panel: bool = True,
) -> str:
    """Draw a view as an SVG document.

    `paths` are moves to show as dotted lines with a ghost at the landing, `names` the players' names by seat;
    without `panel` only the board is drawn.
    """
    colours = theme_named(theme)
    called = seat_names(view, names, NAME_COLUMNS)
    board_width, height = view["columns"] * CELL + 2 * MARGIN, view["rows"] * CELL + 2 * MARGIN
    drawn_paths = list(paths)
    body = [
        definitions(colours),
        group(*_board(view, colours, drawn_paths), transform=at(MARGIN, MARGIN), class_="board"),
    ]
    if panel:
        body.append(draw_panel(view, colours, called, x=board_width - 8, height=height))
    return document(
        board_width + (PANEL_WIDTH + 24 if panel else 0),
        height,
        *body,
        title=f"Gravity Superstar: {headline(view, called)}",
        description=_describe(view, called),
        theme=colours,
        kind="superstar",
    )


def _board(view: View, theme: Theme, paths: Sequence[Mapping[str, Any]]) -> list[str]:
    """Draw the board from the ground up: tiles, symbols, doors, stars, ledges, paths, pawns."""
    taken = {step for path in paths for step in path["steps"][1:]}
    ejected = {seat for path in paths for seat in path.get("ejects", ())}
    return [
        _tiles(view, theme),
        _coordinates(view, theme),
        _symbols(view, theme),
        _doors(view, theme),
        _stars(view, theme, taken if paths else set()),
        _ledges(view, theme),
        draw_paths(paths, view, theme),
        _pawns(view, theme, ejected),
        draw_gains(paths, view, theme),
    ]


def centre(space: str) -> tuple[float, float]:
    """Give the middle of a space on the board."""
    column, row = place_of(space)
    return (column + 0.5) * CELL, (row + 0.5) * CELL


def _tiles(view: View, theme: Theme) -> str:
    side = TILE * CELL
    shades = [gradient(f"{theme.name}-tile-{place}", tint) for place, tint in enumerate(theme.tints)]
    # The dots mark the corners of spaces; only inner corners, so that tiles keep a calm rim.
    dots = [
        f"M{number(CELL * column)} {number(CELL * row)}h0"
        for row in range(1, TILE)
        for column in range(1, TILE)
    ]
    grid = element(
        "path",
        d="".join(dots),
        id=f"{theme.name}-grid",
        stroke=theme.grid,
        stroke_width=3,
        stroke_linecap="round",
    )
    tiles = []
    for tile in view["tiles"]:
        x, y = tile["column"] * side, tile["row"] * side
        tiles.append(
            group(
                hint(f"Tile {tile['tile']}, face {tile['face']}"),
                element(
                    "rect",
                    x=x + 2.5,
                    y=y + 2.5,
                    width=side - 5,
                    height=side - 5,
                    rx=22,
                    fill=f"url(#{theme.name}-tile-{tile['place'] % len(theme.tints)})",
                    stroke=theme.rim,
                    stroke_opacity=0.4,
                    stroke_width=1.5,
                ),
                element("use", href=f"#{theme.name}-grid", x=x, y=y, opacity=0.32),
                class_="tile",
                data_place=tile["place"],
            )
        )
    return element("defs", *shades, grid) + group(*tiles, class_="tiles")


def _coordinates(view: View, theme: Theme) -> str:
    columns, rows = view["columns"], view["rows"]
    marks = [label((c + 0.5) * CELL, -14, chr(ord("a") + c), size=13) for c in range(columns)]
    marks += [label(-18, (r + 0.5) * CELL + 4.5, r + 1, size=13) for r in range(rows)]
    return group(*marks, fill=theme.soft, opacity=0.75, text_anchor="middle", class_="coordinates")


def _symbols(view: View, theme: Theme) -> str:
    bare = [space for space in view["spaces"] if space["symbol"] and not space["star"]]
    return group(
        *(
            place(
                "replay" if space["symbol"] == "replay" else "symbol",
                theme,
                *centre(space["space"]),
                class_=f"symbol {space['symbol']}",
                data_space=space["space"],
            )
            for space in bare
        ),
        class_="symbols",
    )


def _doors(view: View, theme: Theme) -> str:
    drawn = []
    for door in view["doors"]:
        x, y = centre(door["space"])
        if door["open"]:
            drawn.append(element("circle", cx=x, cy=y, r=46, fill=f"url(#{theme.name}-halo)", class_="halo"))
        drawn.append(
            place(
                "door-open" if door["open"] else "door-closed",
                theme,
                x,
                y,
                turn=TURNS[door["floor"]],
                class_="door open" if door["open"] else "door",
                data_space=door["space"],
                data_floor=door["floor"],
            )
        )
    return group(*drawn, class_="doors")


def _stars(view: View, theme: Theme, taken: set[str]) -> str:
    drawn = []
    for space in view["spaces"]:
        if not space["star"]:
            continue
        x, y = centre(space["space"])
        drawn.append(_star_seat(x, y, space, theme, bright=space["space"] in taken))
        drawn.append(
            place(
                f"star-{space['star']}",
                theme,
                x,
                y,
                scale=1.18 if space["space"] in taken else 1,
                class_="star",
                data_space=space["space"],
                data_colour=space["star"],
            )
        )
    return group(*drawn, class_="stars")


def _star_seat(x: float, y: float, space: Mapping[str, Any], theme: Theme, *, bright: bool) -> str:
    """Draw the disc under a star: ringed when a replay symbol lies below, shining when a path takes it."""
    colour = STAR_SHADES[space["star"]][1]
    disc = element("circle", cx=x, cy=y, r=21 if bright else 18, fill=colour, opacity=0.5 if bright else 0.2)
    if space["symbol"] != "replay":
        return disc
    return disc + place("replay-ring", theme, x, y, class_="under-replay")


def _ledges(view: View, theme: Theme) -> str:
    edges = shown_edges(view)
    echoes = echoed_edges(view, edges)
    solid = "".join(_line(edge) for edge in edges)
    return group(
        _echoes(echoes, theme),
        element("path", d=solid, stroke=theme.outline, stroke_width=12),
        group(
            *(element("path", d=_line(e), class_="ledge", data_edge=name) for e, name in edges.items()),
            stroke=theme.ledge,
            stroke_width=7.5,
        ),
        element(
            "path",
            d=solid,
            stroke=theme.ledge_shine,
            stroke_width=2,
            transform="translate(-1 -1.4)",
            opacity=0.9,
        ),
        class_="ledges",
        stroke_linecap="round",
        fill="none",
    )


def _echoes(echoes: Mapping[Edge, str], theme: Theme) -> str:
    """Draw, paler, the platforms of the opposite border, since they block here as well."""
    return group(
        element("path", d="".join(_line(edge) for edge in echoes), stroke=theme.outline, stroke_width=9),
        group(
            *(element("path", d=_line(e), class_="echo", data_edge=name) for e, name in echoes.items()),
            stroke=theme.ledge,
            stroke_width=5,
        ),
        opacity=0.5,
    )


def _line(edge: Edge) -> str:
    return ledge_path(edge.column * CELL, edge.row * CELL, across=edge.across)


def _pawns(view: View, theme: Theme, ejected: set[int]) -> str:
    drawn = []
    for pawn in view["pawns"]:
        if pawn["space"] is None:
            continue
        seat = pawn["seat"]
        x, y = centre(pawn["space"])
        if seat in view["to_act"]:
            drawn.append(
                element("circle", cx=x, cy=y, r=31, fill=SEAT_SHADES[seat][1], opacity=0.28, class_="actor")
            )
        drawn.append(
            place(
                f"superstar-{seat}",
                theme,
                x,
                y,
                turn=TURNS[pawn["feet"]],
                class_="pawn",
                data_seat=seat,
                data_space=pawn["space"],
                data_feet=pawn["feet"],
            )
        )
        if seat in ejected:
            drawn.append(_impact(x, y, theme))
    return group(*drawn, class_="pawns")


def _impact(x: float, y: float, theme: Theme) -> str:
    """Draw the lines of a pawn that is about to be thrown out."""
    rays = "".join(
        f"M{a} {b}L{c} {d}" for a, b, c, d in ((-18, -18, -25, -25), (18, -18, 25, -25), (0, -25, 0, -33))
    )
    return element(
        "path",
        d=rays,
        transform=at(x, y),
        stroke=theme.accent,
        stroke_width=3,
        stroke_linecap="round",
        class_="impact",
    )


def _describe(view: View, names: Sequence[str]) -> str:
    """Describe the position in words, for people who use a screen reader."""
    feet = {"n": "up", "e": "right", "s": "down", "w": "left"}
    sentences = [f"Board of {view['columns']} by {view['rows']} spaces; {subline(view)}."]
    for pawn, seat in zip(view["pawns"], view["seats"], strict=True):
        where = f"on {pawn['space']}, feet {feet[pawn['feet']]}" if pawn["space"] else "off the board"
        letter, name = LETTERS[pawn["seat"]], names[pawn["seat"]]
        sentences.append(f"{letter} {name}: {where}, {seat['points']} points.")
    sentences += [f"The open door is on {door['space']}." for door in view["doors"] if door["open"]]
    return " ".join(sentences)
