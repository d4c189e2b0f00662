"""The tile report as one self-contained HTML page: a table, and three pictures for every face."""

from collections.abc import Sequence
from html import escape
from typing import Final

from gravitable.core.drawing import FONT, NIGHT, at, element, group, label, star_points
from gravitable.superstar.drawing.heat import css, ink, shade
from gravitable.superstar.tiles.grid import SIDE, SPACES
from gravitable.superstar.tiles.report import FaceReport, TileReport, space_name
from gravitable.superstar.tiles.tile import REPLAY, STAR, Face

_CELL: Final = 44
_EDGE: Final = 10
_SIZE: Final = SIDE * _CELL + 2 * _EDGE
_COLD: Final = "#2a2058"

_STYLE: Final = f"""
:root {{ color-scheme: dark; }}
body {{ margin: 0 auto; max-width: 62rem; padding: 2rem 1rem; font: 16px/1.5 {FONT};
  color: {NIGHT.ink}; background: linear-gradient({", ".join(NIGHT.sky)}) fixed {NIGHT.sky[0]}; }}
h1, h2 {{ line-height: 1.2; }}
p, figcaption {{ color: {NIGHT.soft}; }}
.verdict {{ padding: .75rem 1rem; border-radius: .75rem; background: #ffffff17; color: {NIGHT.ink}; }}
.verdict.good {{ border-left: .4rem solid {NIGHT.ledge}; }}
.verdict.bad {{ border-left: .4rem solid {NIGHT.replay}; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .25rem .9rem; text-align: right; border-bottom: 1px solid #ffffff2e; }}
th:first-child, td:first-child {{ text-align: left; }}
.face {{ display: flex; flex-wrap: wrap; gap: 1rem; }}
figure {{ margin: 0; flex: 1 1 17rem; max-width: 19rem; }}
svg {{ width: 100%; height: auto; }}
"""


def draw_page(report: TileReport) -> str:
    """Write the whole report as an HTML page that needs nothing else."""
    name = escape(report.tile_set.name)
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Planet tiles: {name}</title><style>{_STYLE}</style></head><body><main>",
        f"<h1>How the tiles of {name} play</h1>",
        f"<p>{report.games:,} random games with each face; {_players(report)}; seed {report.seed}.</p>",
        _verdict(report),
        _table(report.faces),
        *(_face(face) for face in report.faces),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _players(report: TileReport) -> str:
    counts = [str(count) for count in report.players]
    return f"{', '.join(counts)} players in turn" if len(counts) > 1 else f"{counts[0]} players"


def _verdict(report: TileReport) -> str:
    failures = report.failures()
    lowest = min(face.lowest_ratio for face in report.faces)
    summary = f"Mean fall {report.mean_fall:.2f} spaces; rarest symbol taken {lowest:.2f} times the average."
    if not failures:
        return f'<p class="verdict good">{summary} The tiles play well.</p>'
    items = "".join(f"<li>{escape(failure)}</li>" for failure in failures)
    return f'<div class="verdict bad">{summary}<ul>{items}</ul></div>'


def _table(faces: Sequence[FaceReport]) -> str:
    rows = "".join(
        f"<tr><td>{escape(face.name)}</td><td>{face.mean_fall:.2f}</td><td>{face.lowest_ratio:.2f}</td>"
        f"<td>{space_name(face.rarest_symbol)}</td></tr>"
        for face in faces
    )
    heads = "".join(f"<th>{head}</th>" for head in ("Face", "Mean fall", "Lowest ratio", "on space"))
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _face(report: FaceReport) -> str:
    visits = [count / report.games for count in report.visits]
    taken = [100 * count / report.games if symbol else -1 for count, symbol in _with_symbols(report)]
    figures = (
        (_heat_map(report.face, visits, ".1f", max(visits)), "Visits per game"),
        (_heat_map(report.face, taken, ".0f", 100), "Stars taken, in % of the games"),
        (_histogram(report.falls), f"Falls by spaces fallen; mean {report.mean_fall:.2f}"),
    )
    name = escape(report.name)
    drawn = "".join(
        f'<figure><svg viewBox="0 0 {_SIZE} {_SIZE}" role="img" aria-label="{name}: {caption}" '
        f'font-family="{escape(FONT)}">{drawing}</svg><figcaption>{caption}</figcaption></figure>'
        for drawing, caption in figures
    )
    return f'<section><h2>{name}</h2><div class="face">{drawn}</div></section>'


def _with_symbols(report: FaceReport) -> list[tuple[int, int]]:
    return list(zip(report.taken, report.face.symbol, strict=True))


def _heat_map(face: Face, values: Sequence[float], style: str, hottest: float) -> str:
    """Draw a face with every space shaded by its value; a negative value leaves the space cold and bare."""
    cells = [_cell(face, space, values[space], style, hottest) for space in range(SPACES)]
    return group(*cells) + _walls(face)


def _cell(face: Face, space: int, value: float, style: str, hottest: float) -> str:
    row, column = divmod(space, SIDE)
    fill = shade(value / hottest if hottest else 0)
    bare = value < 0
    colour = css(ink(fill))
    side = _CELL - 2
    return group(
        element("rect", x=1, y=1, width=side, height=side, rx=4, fill=_COLD if bare else css(fill)),
        _sign(face, space, NIGHT.door if bare else colour),
        ""
        if bare
        else label(_CELL / 2, 36, format(value, style), size=13, fill=colour, text_anchor="middle"),
        transform=at(_EDGE + column * _CELL, _EDGE + row * _CELL),
    )


def _sign(face: Face, space: int, colour: str) -> str:
    """Draw what the space shows, small, in its upper half."""
    place = at(_CELL / 2, 14)
    if space == face.door:
        # An arch that stands on its floor: turned so that its open end points there.
        arch = element("path", d="M-6 7V-1a6 6 0 0 1 12 0V7Z", fill=colour)
        return group(arch, transform=at(_CELL / 2, 14, turn=90 * (face.floor - 2)))
    if face.symbol[space] == STAR:
        return element("polygon", points=star_points(5, 7, 3.2), fill=colour, transform=place)
    if face.symbol[space] == REPLAY:
        ring = {"r": 5.5, "fill": "none", "stroke": colour, "stroke_width": 2.6, "stroke_dasharray": "27 8"}
        return element("circle", transform=place, **ring)
    return ""


def _walls(face: Face) -> str:
    """Draw the platforms as thick lines, each edge once."""
    edges = set()
    for space, mask in enumerate(face.wall):
        row, column = divmod(space, SIDE)
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        for direction in range(4):
            if mask >> direction & 1:
                edges.add(tuple(sorted((corners[direction], corners[(direction + 1) % 4]))))
    path = "".join(f"M{_corner(*start)}L{_corner(*end)}" for start, end in sorted(edges))
    outline = element("path", d=path, stroke=NIGHT.outline, stroke_width=8)
    return group(
        outline, element("path", d=path, stroke=NIGHT.ledge, stroke_width=4.5), stroke_linecap="round"
    )


def _corner(column: int, row: int) -> str:
    return f"{_EDGE + column * _CELL} {_EDGE + row * _CELL}"


def _histogram(falls: Sequence[int]) -> str:
    """Draw how many falls had which length, as bars from 1 to the longest that happened."""
    shown = falls[1 : max((length for length, count in enumerate(falls) if count), default=1) + 1]
    total, most = sum(shown) or 1, max(shown) or 1
    step = (_SIZE - 2 * _EDGE) / len(shown)
    return group(
        *(_bar(index, count, most, 100 * count / total, step) for index, count in enumerate(shown)),
        fill=NIGHT.soft,
        text_anchor="middle",
    )


def _bar(index: int, count: int, most: int, share: float, step: float) -> str:
    height = (_SIZE - 60) * count / most
    middle = _EDGE + (index + 0.5) * step
    top = _SIZE - 26 - height
    return (
        element("rect", x=middle - step * 0.4, y=top, width=step * 0.8, height=height, rx=3, fill=NIGHT.ledge)
        + label(middle, _SIZE - 10, index + 1, size=12)
        + (label(middle, top - 5, f"{share:.0f}%", size=10) if share >= 0.5 else "")
    )
