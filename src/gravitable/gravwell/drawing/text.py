"""A Gravwell table as terminal text, with or without colour.

The track is cut into three lines of 18 spaces. Ships are capital letters with a sign where they are pulled
(`>` toward the gate, `<` back); derelicts are `#`. Cards are letter and value, with `R` for a repulsor and
`T` for a tractor.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gravitable.core.drawing import cell_width, pad, paint
from gravitable.gravwell.drawing.pieces import LETTERS, SHIP_SHADES
from gravitable.gravwell.drawing.reading import CARDS, ShipRow, View, headline, rows_of, subline
from gravitable.gravwell.drawing.track import GATE, SINGULARITY

WRECK: Final = "#"
_PULLS: Final = {"forward": ">", "backward": "<"}
_LINE: Final = 18  # spaces in one line of the track
_DIM: Final = "#9a8fc4"
_WELL: Final = "#b06bff"
_LIT: Final = "#ffc94d"
_GREY: Final = "#a49db8"

Paint = Callable[..., str]


def draw_text(view: View, *, colour: bool = True, names: Sequence[str] | None = None) -> str:
    """Draw a view as text: track, cards on the table, players; without `colour` no escape codes."""

    def brush(text: str, shade: str | None, *, bold: bool = False) -> str:
        return paint(text, shade, bold=bold, on=colour)

    rows = rows_of(view, names, 14)
    lines = [
        f"{brush(headline(view, rows), None, bold=True)}  {brush(subline(view), _DIM)}",
        "",
        *_track(view, rows, brush),
        "",
        *_table(view, rows, brush),
        *_players(view, rows, brush),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _track(view: View, rows: Sequence[ShipRow], brush: Paint) -> list[str]:
    signs = _signs(view, rows, brush)
    lines = [f"{brush('◉ Singularity', _WELL, bold=True)}  {_gathered(signs, SINGULARITY)}"]
    for start in range(1, GATE, _LINE):
        spaces = range(start, min(start + _LINE, GATE))
        lines.append("".join(brush(f"{space:>4}", _DIM) for space in spaces))
        cells = [f"  {signs[space][0]}" if space in signs else brush("   ·", _DIM) for space in spaces]
        lines.append("".join(cells))
    return [*lines, f"{brush('◎ Warp Gate', _LIT, bold=True)}    {_gathered(signs, GATE)}"]


def _gathered(signs: Mapping[int, list[str]], space: int) -> str:
    return " ".join(sign.strip() for sign in signs.get(space, []))


def _signs(view: View, rows: Sequence[ShipRow], brush: Paint) -> dict[int, list[str]]:
    """Give what is on each space: two columns a ship."""
    signs: dict[int, list[str]] = {}
    for row in rows:
        letter = LETTERS[row.ship]
        pull = _PULLS.get(row.pull or "", "")
        sign = brush(
            f"{pull}{letter}" if pull == "<" else f"{letter}{pull}", SHIP_SHADES[row.ship][1], bold=True
        )
        lead = "" if pull else " "
        signs.setdefault(row.position, []).append(lead + sign)
    for wreck in view["derelicts"]:
        if wreck["position"] is not None:
            signs.setdefault(wreck["position"], []).append(" " + brush(WRECK, _GREY, bold=True))
    return signs


def _table(view: View, rows: Sequence[ShipRow], brush: Paint) -> list[str]:
    """Write the stacks of the draft, or the cards that are being resolved."""
    ships = {row.identity: row for row in rows}
    takers: dict[Any, ShipRow] = {row.seat if row.seat is not None else "ghost": row for row in rows}
    if view["phase"] == "draft":
        return [*_stack_lines(view["stacks"], takers, brush), ""]
    if not view["resolving"]:
        return []
    parts = []
    for entry in view["resolving"]["order"]:
        row = ships[entry["ship"]]
        state = "✓" if entry["done"] else "▸" if entry["letter"] == view["resolving"]["current"] else " "
        word = f"{state} {LETTERS[row.ship]}:{CARDS[entry['letter']].short}"
        parts.append(brush(word, _DIM if entry["done"] else SHIP_SHADES[row.ship][1]))
    return ["cards  " + "   ".join(parts), ""]


def _stack_lines(
    stacks: Sequence[Mapping[str, Any]], takers: Mapping[Any, ShipRow], brush: Paint
) -> list[str]:
    words = []
    for stack in stacks:
        taker = takers.get(stack["taken_by"])
        known = [CARDS[letter].short for letter in (*stack["up"], *stack["down"])]
        hidden = stack["down_count"] - len(stack["down"])
        cards = "+".join([*known, *(["?" * hidden] if hidden else [])])
        owner = f" {LETTERS[taker.ship]}" if taker else ""
        words.append((f"{stack['number']:>2}: {cards}{owner}", _DIM if taker else None))
    room = max(19, 3 + max((len(word) for word, _ in words), default=0))
    cells = [brush(pad(word, room), shade) for word, shade in words]
    return ["".join(cells[start : start + 76 // room]) for start in range(0, len(cells), 76 // room)]


def _players(view: View, rows: Sequence[ShipRow], brush: Paint) -> list[str]:
    room = max(8, *(cell_width(row.name) for row in rows))
    return [line for row in rows for line in _player(view, row, room, brush)]


def _player(view: View, row: ShipRow, room: int, brush: Paint) -> list[str]:
    mark = "▸" if row.seat is not None and row.seat in view["to_act"] else " "
    seat = " " if row.seat is None else str(row.seat)
    who = brush(f"{LETTERS[row.ship]} {pad(row.name, room)}", SHIP_SHADES[row.ship][1], bold=True)
    spot = "gate" if row.position >= GATE else str(row.position)
    notes = [] if row.stop is None else ["stop ready" if row.stop else "stop used"]
    if row.picked and view["phase"] == "pick":
        notes.append(f"picked {row.pick}" if row.pick else "picked")
    notes += [row.reason] if row.reason else []
    return [
        f"{mark} {seat} {who} {brush(f'{spot:>5}', None, bold=True)}   {' · '.join(notes)}",
        "      " + brush(_cards(row), _DIM),
    ]


def _cards(row: ShipRow) -> str:
    held = [CARDS[letter].short for letter in row.hand] + ["?"] * row.unknown
    parts = ["hand " + (" ".join(held) or "empty")]
    if row.played:
        parts.append("played " + " ".join(CARDS[letter].short for letter in row.played))
    return " · ".join(parts)
