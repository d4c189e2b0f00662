"""The panel beside the spiral: what the game waits for, every ship's cards, and the cards on the table."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gravitable.core.drawing import Theme, at, element, frame, group, label, place
from gravitable.gravwell.drawing.pieces import CARD_SIGNS, CARD_TINTS, LETTERS, SHIP_SHADES
from gravitable.gravwell.drawing.reading import CARDS, ShipRow, View, headline, subline

PANEL_WIDTH: Final = 460
_ROW: Final = 94
_HEAD: Final = 64
_TOP: Final = 28


def draw_panel(view: View, rows: Sequence[ShipRow], theme: Theme, *, x: float) -> str:
    """Draw the panel, its top left corner at x."""
    foot = _TOP + _HEAD + _ROW * len(rows) + 8
    table = _stacks(view, rows, theme) if view["phase"] == "draft" else _table(view, rows, theme)
    return group(
        label(0, _TOP + 20, headline(view, rows), size=25, font_weight=800),
        label(0, _TOP + 44, subline(view), size=15, fill=theme.soft),
        *(_player(view, row, theme, _TOP + _HEAD + _ROW * line) for line, row in enumerate(rows)),
        group(table, transform=at(0, foot)),
        transform=at(x, 0),
        class_="panel",
        fill=theme.ink,
    )


def _player(view: View, row: ShipRow, theme: Theme, y: float) -> str:
    winners = (view.get("result") or {}).get("winners", ())
    active = row.seat is not None and (row.seat in view["to_act"] or row.seat in winners)
    return group(
        frame(PANEL_WIDTH, _ROW - 10, theme, SHIP_SHADES[row.ship][1] if active else None),
        place(f"ship-{row.ship}", theme, 38, 42, scale=1.2),
        label(38, 48, LETTERS[row.ship], size=17, font_weight=800, text_anchor="middle", fill=theme.outline),
        label(76, 28, row.name, size=18, font_weight=700),
        _stop(row, theme),
        label(PANEL_WIDTH - 18, 38, _position(row), size=30, font_weight=800, text_anchor="end"),
        label(PANEL_WIDTH - 18, 66, row.reason, size=13, text_anchor="end", fill=theme.soft),
        _cards(row, theme, 38),
        transform=at(0, y),
        class_="player",
        data_ship=row.identity,
    )


def _position(row: ShipRow) -> str:
    return "gate" if row.position >= 54 else str(row.position)


def _stop(row: ShipRow, theme: Theme) -> str:
    """Draw the Emergency Stop: a lit button, or a dark one when it is spent."""
    if row.stop is None:
        return ""
    shape = "M-4-9H4L9-4V4L4 9H-4L-9 4V-4Z"
    fill = "#ff6b5e" if row.stop else "none"
    return group(
        element("path", d=shape, fill=fill, stroke=theme.outline if row.stop else theme.soft, stroke_width=2),
        element(
            "path",
            d="M-4.5 0H4.5",
            stroke="#fff" if row.stop else theme.soft,
            stroke_width=2.6,
            stroke_linecap="round",
        ),
        transform=at(PANEL_WIDTH - 92, 28),
        class_="stop ready" if row.stop else "stop spent",
        opacity=None if row.stop else 0.5,
    )


def _cards(row: ShipRow, theme: Theme, y: float) -> str:
    """Draw a ship's cards small: known ones, backs, then what it has played this round."""
    held = [(letter, "hand") for letter in row.hand] + [("", "back")] * row.unknown
    played = [(letter, "played") for letter in row.played]
    drawn, x = [], 76.0
    for position, (letter, kind) in enumerate(held + played):
        # A gap separates the cards in hand from those on the table.
        x += 10 if position == len(held) and position else 0
        drawn.append(_small_card(letter, kind, theme, x, y, marked=kind == "hand" and letter == row.pick))
        x += 29
    return group(*drawn, class_="cards")


def _small_card(letter: str, kind: str, theme: Theme, x: float, y: float, *, marked: bool) -> str:
    if not letter:
        back = element(
            "rect", x=x, y=y, width=26, height=36, rx=6, fill=theme.void, stroke=theme.rim, stroke_opacity=0.7
        )
        ring = element(
            "circle", cx=x + 13, cy=y + 18, r=5, fill="none", stroke=theme.rim, stroke_width=1.8, opacity=0.7
        )
        return group(back, ring, class_="small back")
    card = CARDS[letter]
    paper, ink = CARD_TINTS[card.kind]
    return group(
        element(
            "rect",
            x=x,
            y=y - (5 if marked else 0),
            width=26,
            height=36,
            rx=6,
            fill=paper,
            stroke=theme.accent if marked else theme.outline,
            stroke_width=2.6 if marked else 1.2,
        ),
        label(
            x + 13,
            y + 15 - (5 if marked else 0),
            letter,
            size=14,
            font_weight=800,
            text_anchor="middle",
            fill=ink,
        ),
        label(x + 13, y + 30 - (5 if marked else 0), card.value, size=12, text_anchor="middle", fill=ink),
        class_=f"small {kind}",
        data_card=letter,
        opacity=0.45 if kind == "played" else None,
    )


def _stacks(view: View, rows: Sequence[ShipRow], theme: Theme) -> str:
    """Draw the stacks of the draft: what lies face up, how much below, and who took it."""
    stacks = view["stacks"]
    per_line = 6 if len(stacks) > 2 else 2
    takers = {row.seat if row.seat is not None else "ghost": row for row in rows}
    drawn = []
    for spot, stack in enumerate(stacks):
        x, y = PANEL_WIDTH / per_line * (spot % per_line), 122 * (spot // per_line)
        drawn.append(_stack(stack, takers.get(stack["taken_by"]), theme, x, y))
    return group(*drawn, class_="stacks")


def _stack(stack: Mapping[str, Any], taker: ShipRow | None, theme: Theme, x: float, y: float) -> str:
    """Draw one stack: backs peeping out below what lies face up."""
    known = [*stack["up"], *stack["down"]]
    backs = [
        element(
            "rect", x=6 + 3 * n, y=6 + 3 * n, width=54, height=76, rx=10, fill=theme.void, stroke=theme.rim
        )
        for n in range(min(stack["down_count"] - len(stack["down"]), 3))
    ]
    # Two cards overlap downward; the six of a Solo stack lie side by side.
    right, down = (0, 20) if len(known) <= 2 else (32, 0)
    faces = [
        _card(
            letter, theme, right * n, down * n, width=54, height=76, covered=down > 0 and n + 1 < len(known)
        )
        for n, letter in enumerate(known)
    ]
    sign = (
        place(f"ship-{taker.ship}", theme, 27, 38, scale=0.9)
        + label(
            27, 43, LETTERS[taker.ship], size=13, font_weight=800, text_anchor="middle", fill=theme.outline
        )
        if taker
        else ""
    )
    return group(
        group(*reversed(backs), *faces, opacity=0.35 if taker else None),
        sign,
        label(30, 112, stack["number"], size=13, text_anchor="middle", fill=theme.soft),
        transform=at(x, y),
        class_="stack taken" if taker else "stack",
        data_stack=stack["number"],
    )


def _table(view: View, rows: Sequence[ShipRow], theme: Theme) -> str:
    """Draw the revealed cards from A to Z, or else the hand of the one viewer."""
    if view["resolving"]:
        return _resolving(view["resolving"], rows, theme)
    own = [row for row in rows if row.hand and not row.unknown and row.seat is not None]
    if len(own) != 1:
        return ""
    width = min(78.0, (PANEL_WIDTH + 8) / len(own[0].hand) - 8)
    return group(
        *(
            _card(
                letter, theme, (width + 8) * n, -12 if letter == own[0].pick else 0, width=width, height=118
            )
            for n, letter in enumerate(own[0].hand)
        ),
        transform=at(0, 16),
        class_="hand",
    )


def _resolving(resolving: Mapping[str, Any], rows: Sequence[ShipRow], theme: Theme) -> str:
    owners = {row.identity: row for row in rows}
    drawn = []
    for n, entry in enumerate(resolving["order"]):
        owner = owners[entry["ship"]]
        now = entry["letter"] == resolving["current"] and not entry["done"]
        drawn.append(
            group(
                _card(entry["letter"], theme, 0, 0, width=84, height=124),
                element(
                    "rect",
                    x=-4,
                    y=-4,
                    width=92,
                    height=132,
                    rx=17,
                    fill="none",
                    stroke=theme.accent,
                    stroke_width=4,
                )
                if now
                else "",
                place(f"ship-{owner.ship}", theme, 42, 146),
                label(
                    42,
                    151,
                    LETTERS[owner.ship],
                    size=14,
                    font_weight=800,
                    text_anchor="middle",
                    fill=theme.outline,
                ),
                transform=at(8 + 104 * n, 12),
                opacity=0.45 if entry["done"] else None,
                class_="resolved" if entry["done"] else "waiting",
            )
        )
    return group(*drawn, class_="resolving")


def _card(
    letter: str, theme: Theme, x: float, y: float, *, width: float, height: float, covered: bool = False
) -> str:
    """Draw a fuel card: letter and kind above, value in the middle, element below.

    Of a covered card only the upper rim is seen, so its value stands there as well.
    """
    card = CARDS[letter]
    paper, ink = CARD_TINTS[card.kind]
    unit = width / 78
    roomy = height > 100
    sign = element(
        "path",
        d=CARD_SIGNS[card.kind],
        transform=at(width - 18 * unit, 20 * unit, 0, unit),
        fill="none",
        stroke=ink,
        stroke_width=2.4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return group(
        element(
            "rect", width=width, height=height, rx=12 * unit, fill=paper, stroke=theme.outline, stroke_width=2
        ),
        label(10 * unit, 27 * unit, letter, size=24 * unit, font_weight=800),
        label(width - 8 * unit, 26 * unit, card.value, size=22 * unit, font_weight=800, text_anchor="end")
        if covered
        else sign,
        label(width / 2, height * 0.66, card.value, size=38 * unit, font_weight=800, text_anchor="middle"),
        label(width / 2, height - 14 * unit, card.element, size=11.5 * unit, text_anchor="middle")
        if roomy
        else "",
        transform=at(x, y),
        class_="card",
        data_card=letter,
        fill=ink,
    )
