"""A Gravity Superstar board as terminal text, with or without colour.

Thick lines are platforms; dashed lines only show where tiles meet. A star is its shape and the first letter
of its colour, with `↻` behind it when a replay symbol lies below. Pawns are capital letters with an arrow
where the feet point; doors are arches with an arrow to their floor, and `Ω` is the open one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gravitable.core.drawing import cell_width, pad, paint
from gravitable.superstar.data import COLOURS
from gravitable.superstar.drawing.pieces import LETTERS, SEAT_SHADES, STAR_SHADES
from gravitable.superstar.drawing.reading import (
    TILE,
    Edge,
    View,
    cards_of,
    echoed_edges,
    headline,
    place_of,
    seat_names,
    shown_edges,
    subline,
)

SHAPES: Final = {"blue": "✦", "yellow": "★", "pink": "✶", "green": "▲", "orange": "✸", "white": "✹"}
STAR_LETTERS: Final = {colour: colour[0] for colour in COLOURS}
ARROWS: Final = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
REPLAY: Final = "↻"

_LEDGE: Final = "#6ff0c8"
_SEAM: Final = "#6c5fa6"
_DIM: Final = "#9a8fc4"
_LIT: Final = "#ffe08a"
_ROSE: Final = "#ff8fb6"
# White stars take the terminal's own ink, which is readable on light backgrounds as well.
_STAR_INKS: Final = {c: None if c == "white" else STAR_SHADES[c][1] for c in COLOURS}

# Line signs by the arms they have: 1 up, 2 right, 4 down, 8 left.
_THICK: Final = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_THIN: Final = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_WIDE_BOARD: Final = 12  # boards with more columns get narrower spaces

Paint = Callable[..., str]
Sign = tuple[str, str | None, bool]  # text, colour, bold


def draw_text(view: View, *, colour: bool = True, names: Sequence[str] | None = None) -> str:
    """Draw a view as text: the board, then a table of the players; without `colour` no escape codes."""

    def brush(text: str, shade: str | None, *, bold: bool = False) -> str:
        return paint(text, shade, bold=bold, on=colour)

    called = seat_names(view, names, 14)
    lines = [
        f"{brush(headline(view, called), None, bold=True)}  {brush(subline(view), _DIM)}",
        "",
        *_board(view, brush),
        "",
        *_table(view, called, brush),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _board(view: View, brush: Paint) -> list[str]:
    width = 5 if view["columns"] <= _WIDE_BOARD else 4
    shown = shown_edges(view)
    walls = {*shown, *echoed_edges(view, shown)}
    contents = _contents(view, brush, width)
    letters = "".join(chr(ord("a") + column).center(width + 1) for column in range(view["columns"]))
    lines = [brush("   " + letters, _DIM)]
    for row in range(view["rows"] + 1):
        lines.append("   " + _seam_line(view, walls, row, width, brush))
        if row < view["rows"]:
            number = brush(f"{row + 1:>2} ", _DIM)
            lines.append(number + _space_line(view, walls, row, contents, brush))
    return lines


def _seam_line(view: View, walls: set[Edge], row: int, width: int, brush: Paint) -> str:
    """Draw the line of edges above a row, with a fitting sign at every crossing."""
    parts = []
    for column in range(view["columns"] + 1):
        parts.append(_crossing(view, walls, column, row, brush))
        if column == view["columns"]:
            break
        if Edge(True, column, row) in walls:
            parts.append(brush("━" * width, _LEDGE))
        else:
            parts.append(brush("╌" * width, _SEAM) if row % TILE == 0 else " " * width)
    return "".join(parts)


def _space_line(
    view: View, walls: set[Edge], row: int, contents: Mapping[tuple[int, int], str], brush: Paint
) -> str:
    parts = []
    for column in range(view["columns"] + 1):
        if Edge(False, column, row) in walls:
            parts.append(brush("┃", _LEDGE))
        else:
            parts.append(brush("╎", _SEAM) if column % TILE == 0 else " ")
        parts.append(contents.get((column, row), ""))
    return "".join(parts)


def _crossing(view: View, walls: set[Edge], column: int, row: int, brush: Paint) -> str:
    """Choose the sign where four edges meet: thick when a platform ends or passes here."""
    around = (
        Edge(False, column, row - 1),
        Edge(True, column, row),
        Edge(False, column, row),
        Edge(True, column - 1, row),
    )
    thick = sum(1 << arm for arm, edge in enumerate(around) if edge in walls)
    if thick:
        return brush(_THICK[thick], _LEDGE)
    seams = (
        column % TILE == 0 and row > 0,
        row % TILE == 0 and column < view["columns"],
        column % TILE == 0 and row < view["rows"],
        row % TILE == 0 and column > 0,
    )
    thin = sum(1 << arm for arm, seam in enumerate(seams) if seam)
    inner = column % TILE and row % TILE
    return (
        brush("·", _SEAM) if inner else brush(_THIN[thin] if thin not in (5, 10) else "╎╌"[thin == 10], _SEAM)
    )


def _contents(view: View, brush: Paint, width: int) -> dict[tuple[int, int], str]:
    """Write what stands on every space, each exactly `width` columns wide."""
    signs: dict[str, list[Sign]] = {space["space"]: [] for space in view["spaces"]}
    for pawn in view["pawns"]:
        if pawn["space"]:
            seat = pawn["seat"]
            signs[pawn["space"]].append((LETTERS[seat] + ARROWS[pawn["feet"]], SEAT_SHADES[seat][1], True))
    for door in view["doors"]:
        arch, shade = ("Ω", _LIT) if door["open"] else ("∩", _DIM)
        signs[door["space"]].append((arch + ARROWS[door["floor"]], shade, door["open"]))
    for space in view["spaces"]:
        signs[space["space"]] += _on_tile(space)
    return {place_of(space): _fit(pieces, brush, width) for space, pieces in signs.items()}


def _on_tile(space: Mapping[str, Any]) -> list[Sign]:
    """Give star and symbol of a space."""
    pieces: list[Sign] = []
    if space["star"]:
        star = space["star"]
        pieces.append((SHAPES[star] + STAR_LETTERS[star], _STAR_INKS[star], True))
    if space["symbol"] == "replay":
        pieces.append((REPLAY, _ROSE, False))
    elif space["symbol"] and not space["star"]:
        pieces.append(("○", _SEAM, False))
    return pieces


def _fit(pieces: list[Sign], brush: Paint, width: int) -> str:
    plain = "".join(sign for sign, _, _ in pieces)
    left = (width - len(plain) + 1) // 2 if len(plain) < width else 0
    if len(plain) > 2:
        left = min(left, 1)
    drawn = "".join(brush(sign, shade, bold=bold) for sign, shade, bold in pieces)
    return " " * left + drawn + " " * (width - left - len(plain))


def _table(view: View, names: Sequence[str], brush: Paint) -> list[str]:
    """Write a table of the players: reserve and points, and below it the cards."""
    heads = "".join("  " + brush(SHAPES[c] + STAR_LETTERS[c], _STAR_INKS[c]) for c in COLOURS)
    room = max(14, *(cell_width(name) for name in names))
    lines = [" " * (room + 7) + heads + "  pairs " + brush(f"  {REPLAY}", _ROSE) + "  points"]
    for row in view["seats"]:
        seat, stars = row["seat"], row["stars"]
        counts = "".join(f"{stars[c] or '·':>4}" for c in COLOURS)
        mark = "▸" if seat in view["to_act"] else " "
        flag = "⚑" if seat == view["first"] else " "
        who = brush(f"{LETTERS[seat]} {pad(names[seat], room)}", SEAT_SHADES[seat][1], bold=True)
        points = brush(f"{row['points']:>6}", None, bold=True)
        lines.append(f"{mark} {seat} {who}{flag}{counts}{row['pairs']:>7} {row['tokens']:>3}  {points}")
        present = any(pawn["seat"] == seat and pawn["space"] for pawn in view["pawns"])
        notes = _cards(row) if present else ["off the board", *_cards(row)]
        lines += [brush(line, _DIM) for line in _wrapped(notes)]
    return [*lines, "", *_foot(view, brush)]


def _wrapped(notes: Sequence[str]) -> list[str]:
    """Put notes on indented lines of at most 80 columns."""
    lines = [" " * 6 + notes[0]]
    for note in notes[1:]:
        if len(lines[-1]) + len(note) + 3 <= 80:
            lines[-1] += f" · {note}"
        else:
            lines.append(" " * 6 + note)
    return lines


def _cards(row: Mapping[str, Any]) -> list[str]:
    """Say where a seat's cards are, as far as the viewer may know."""
    cards = cards_of(row)
    if cards.unsure:
        held = row["hand_count"] - len(cards.hand) - len(cards.goodies)
        parts = ["hand " + " ".join([*cards.hand, f"{held} of ({' '.join(cards.unsure)})"])]
    else:
        parts = ["hand " + (" ".join(cards.hand) or "empty")]
    parts += ["goodies " + " ".join(cards.goodies)] if cards.goodies else []
    parts += ["face up " + " ".join(cards.face_up)] if cards.face_up else []
    parts += ["face down " + _face_down(cards.face_down)] if cards.face_down else []
    return parts


def _face_down(cards: Sequence[str]) -> str:
    return " ".join(cards) if all(cards) else str(len(cards))


def _foot(view: View, brush: Paint) -> list[str]:
    """Say what is left in the bag and the supply."""
    bag = view.get("bag") or {}
    stars = "  ".join(
        f"{brush(SHAPES[c] + STAR_LETTERS[c], _STAR_INKS[c])} {bag[c]}" for c in COLOURS if c in bag
    )
    return [f"bag  {stars}   supply  {brush(REPLAY, _ROSE)} {view['supply']}"]
