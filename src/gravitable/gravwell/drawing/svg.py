"""A Gravwell table as one self-contained SVG picture: the spiral, the ships, the cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from gravitable.core.drawing import (
    Theme,
    at,
    clean,
    document,
    dotted,
    element,
    group,
    label,
    number,
    pill,
    place,
    theme_named,
)
from gravitable.gravwell.drawing.panel import PANEL_WIDTH, draw_panel
from gravitable.gravwell.drawing.pieces import LETTERS, SHIP_SHADES, black_hole, definitions, gate
from gravitable.gravwell.drawing.reading import ShipRow, View, headline, rows_of, subline, where
from gravitable.gravwell.drawing.track import (
    BOARD,
    GATE,
    MIDDLE,
    SINGULARITY,
    Spot,
    harbour,
    haven,
    lifted,
    spots,
)

HEIGHT: Final = 720
NAME_COLUMNS: Final = 18


def draw_svg(
    view: View,
    *,
    theme: str = "night",
    paths: Iterable[Mapping[str, Any]] = (),
    names: Sequence[str] | None = None,
    panel: bool = True,
) -> str:
    """Draw a view as an SVG document.

    `paths` are moves to show: `{"ship": "seat-0", "from": 15, "to": 19, "label": "+4"}`; `names` are the
    players' names by seat; without `panel` only the board is drawn.
    """
    colours = theme_named(theme)
    rows = rows_of(view, names, NAME_COLUMNS)
    body = [
        definitions(colours),
        group(*_board(view, rows, colours, list(paths)), class_="board"),
    ]
    if panel:
        body.append(draw_panel(view, rows, colours, x=BOARD + 16))
    return document(
        BOARD + (PANEL_WIDTH + 44 if panel else 0),
        HEIGHT,
        *body,
        title=f"Gravwell: {headline(view, rows)}",
        description=_describe(view, rows),
        theme=colours,
        kind="gravwell",
    )


def _board(
    view: View, rows: Sequence[ShipRow], theme: Theme, paths: Sequence[Mapping[str, Any]]
) -> list[str]:
    ships = {row.identity: row.ship for row in rows}
    return [
        _track(theme),
        black_hole(theme, *MIDDLE),
        _gate(theme),
        group(*(_path(path, ships, theme) for path in paths), class_="paths"),
        _wrecks(view, theme),
        _ships(view, rows, theme),
    ]


def _track(theme: Theme) -> str:
    """Draw the band of the spiral and its numbered spaces."""
    shore, fill = ("#8f7ae0", "#251b5c") if theme.name == "night" else ("#9483d6", "#ffffff")
    spaces = [
        element("circle", cx=spot.x, cy=spot.y, r=18, class_="space", data_space=space)
        for space, spot in enumerate(spots())
        if SINGULARITY < space < GATE
    ]
    marks = [
        label(
            spot.x,
            spot.y + 4.2,
            space,
            size=12 if space % 5 == 0 else 10.5,
            font_weight=800 if space % 5 == 0 else None,
            opacity=None if space % 5 == 0 else 0.55,
        )
        for space, spot in enumerate(spots())
        if SINGULARITY < space < GATE
    ]
    band = element(
        "path",
        d=_along(1, GATE - 1),
        fill="none",
        stroke=shore,
        stroke_opacity=0.24,
        stroke_width=44,
        stroke_linecap="round",
        class_="band",
    )
    return (
        band
        + group(*spaces, fill=fill, stroke=shore, stroke_width=1.6)
        + group(*marks, fill=theme.ink, text_anchor="middle", class_="numbers")
    )


def _along(start: int, end: int, lift: float = 0) -> str:
    """Give the line along the spiral from one space to another, lifted outward from its middle."""
    step = 1 if end >= start else -1
    points = [lifted(spots()[space], lift) for space in range(start, end + step, step)]
    x, y = points[0]
    parts = [f"M{number(x)} {number(y)}"]
    for u, v in points[1:]:
        # Between two neighbours the spiral is nearly an arc around its middle.
        radius = number(((u - MIDDLE[0]) ** 2 + (v - MIDDLE[1]) ** 2) ** 0.5)
        parts.append(f"A{radius} {radius} 0 0 {int(step > 0)} {number(u)} {number(v)}")
    return "".join(parts)


def _gate(theme: Theme) -> str:
    spot = spots()[GATE]
    words = label(
        spot.x, spot.y + 52, "Warp Gate", size=15, font_weight=700, text_anchor="middle", fill=theme.ink
    )
    return gate(theme, spot.x, spot.y) + words


def _path(path: Mapping[str, Any], ships: Mapping[str, str], theme: Theme) -> str:
    """Draw a move as a dotted line beside the track, with a ghost of the ship at its end."""
    start, end = max(path["from"], 1), min(max(path["to"], 0), GATE)
    line = _along(start, max(end, 1), lift=26)
    spot = spots()[end]
    piece = f"ship-{ships[path['ship']]}" if path["ship"] in ships else "wreck"
    ghost = place(piece, theme, spot.x, spot.y, turn=spot.heading, opacity=0.55, class_="ghost")
    words = clean(str(path.get("label") or ""))
    gain = pill(*lifted(spot, 46), words, theme) if words else ""
    return group(dotted(line, theme, path.get("stroke")), ghost, gain, class_="path", data_ship=path["ship"])


def _wrecks(view: View, theme: Theme) -> str:
    drawn = []
    for wreck in view["derelicts"]:
        if wreck["position"] is None:
            continue
        spot = _berth(wreck["id"], wreck["position"], view)
        drawn.append(
            place(
                "wreck",
                theme,
                spot.x,
                spot.y,
                class_="derelict",
                data_ship=wreck["id"],
                data_space=wreck["position"],
            )
        )
    return group(*drawn, class_="derelicts")


def _ships(view: View, rows: Sequence[ShipRow], theme: Theme) -> str:
    drawn = []
    for row in rows:
        spot = _berth(row.identity, row.position, view)
        if row.seat in view["to_act"]:
            drawn.append(
                element("circle", cx=spot.x, cy=spot.y, r=25, fill=SHIP_SHADES[row.ship][1], opacity=0.35)
            )
        drawn.append(_pull(row, spot))
        drawn.append(
            place(
                f"ship-{row.ship}",
                theme,
                spot.x,
                spot.y,
                turn=spot.heading,
                class_="ship",
                data_ship=row.identity,
                data_space=row.position,
            )
        )
        drawn.append(
            label(
                spot.x,
                spot.y + 5,
                LETTERS[row.ship],
                size=14,
                font_weight=800,
                text_anchor="middle",
                fill=theme.outline,
            )
        )
    return group(*drawn, class_="ships")


def _pull(row: ShipRow, spot: Spot) -> str:
    """Draw two chevrons beside the track, pointing where a ship is pulled."""
    if not row.pull:
        return ""
    turn = spot.heading + (0 if row.pull == "forward" else 180)
    return element(
        "path",
        d="M-7-6L0 0L-7 6M1-6L8 0L1 6",
        transform=at(*lifted(spot, 30), turn),
        fill="none",
        stroke=SHIP_SHADES[row.ship][1],
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
        class_=f"pull {row.pull}",
    )


def _berth(identity: str, position: int, view: View) -> Spot:
    """Give where a ship is drawn: its space, or a place of its own where several may be."""
    if SINGULARITY < position < GATE:
        return spots()[position]
    everything = [*view["ships"], *view["derelicts"]]
    there = [ship["id"] for ship in everything if ship["position"] == position]
    choose = harbour if position <= SINGULARITY else haven
    return choose(there.index(identity), len(there))


def _describe(view: View, rows: Sequence[ShipRow]) -> str:
    """Describe the position in words, for people who use a screen reader."""
    sentences = [f"{subline(view).capitalize()}."]
    sentences += [f"{row.name}, the {row.ship} ship, is {where(row.position)}." for row in rows]
    sentences += [
        f"A derelict is {where(w['position'])}." for w in view["derelicts"] if w["position"] is not None
    ]
    return " ".join(sentences)
