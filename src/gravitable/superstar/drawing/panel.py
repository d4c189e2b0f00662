"""The panel beside the board: whose turn it is, everybody's reserve and cards, the bag, the actor's hand."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from gravitable.core.drawing import Theme, at, element, frame, group, hint, label, place
from gravitable.superstar.data import COLOURS
from gravitable.superstar.drawing.pieces import SEAT_SHADES, card_icon
from gravitable.superstar.drawing.reading import Cards, View, cards_of, headline, subline
from gravitable.superstar.words import CARD_NAMES

PANEL_WIDTH: Final = 452
_ROW: Final = 98  # a player's card and the gap below it
_HEAD: Final = 62
_BAG: Final = 46
_HAND: Final = 150


def draw_panel(view: View, theme: Theme, names: Sequence[str], *, x: float, height: float) -> str:
    """Draw the panel, its top left corner at x; what does not fit the height is left out from the end."""
    top = 30
    room = height - top - _HEAD - _ROW * view["players"] - _BAG
    rows = [
        _player(view, seat, theme, names[seat], top + _HEAD + _ROW * place)
        for place, seat in enumerate(range(view["players"]))
    ]
    foot = top + _HEAD + _ROW * view["players"]
    return group(
        _head(view, theme, names, top),
        *rows,
        _bag(view, theme, foot),
        _hand(view, theme, foot + _BAG + 12) if room >= _HAND and view["to_act"] else "",
        transform=at(x, 0),
        class_="panel",
        fill=theme.ink,
    )


def _head(view: View, theme: Theme, names: Sequence[str], y: float) -> str:
    return label(0, y + 20, headline(view, names), size=25, font_weight=800) + label(
        0, y + 44, subline(view), size=15, fill=theme.soft
    )


def _player(view: View, seat: int, theme: Theme, name: str, y: float) -> str:
    row = view["seats"][seat]
    acting = seat in view["to_act"] or seat in ((view.get("result") or {}).get("winners", ()))
    first = _first_mark(theme, name) if view["first"] == seat else ""
    return group(
        frame(PANEL_WIDTH, _ROW - 10, theme, SEAT_SHADES[seat][1] if acting else None),
        place(f"superstar-{seat}", theme, 38, 46, scale=1.18, opacity=None if _on_board(view, seat) else 0.5),
        label(76, 27, name, size=18, font_weight=700),
        first,
        label(
            PANEL_WIDTH - 18, 36, row["points"], size=32, font_weight=800, text_anchor="end", class_="points"
        ),
        _pairs(row, theme),
        _reserve(row["stars"], row["tokens"], theme, 48),
        _chips(cards_of(row), theme, 71),
        transform=at(0, y),
        class_="player",
        data_seat=seat,
    )


def _on_board(view: View, seat: int) -> bool:
    return any(pawn["seat"] == seat and pawn["space"] for pawn in view["pawns"])


def _first_mark(theme: Theme, name: str) -> str:
    """Draw the flag of the seat that began the game, behind the name."""
    x = 86 + 10.2 * len(name)
    return group(
        element(
            "path",
            d="M0 0V-15L13-10.5L0-6",
            fill=theme.accent,
            stroke=theme.accent,
            stroke_width=2,
            stroke_linejoin="round",
        ),
        hint("First player"),
        transform=at(x, 28),
        class_="first",
    )


def _pairs(row: Mapping[str, Any], theme: Theme) -> str:
    words = f"{row['pairs']} pair{'' if row['pairs'] == 1 else 's'}"
    return label(PANEL_WIDTH - 18, 76, words, size=13, text_anchor="end", fill=theme.soft)


def _reserve(stars: Mapping[str, int], tokens: int | None, theme: Theme, y: float, step: float = 46) -> str:
    """Draw how many stars of each colour, and how many replay tokens."""
    drawn = []
    for position, colour in enumerate(COLOURS):
        x = 84 + step * position
        dim = None if stars[colour] else 0.35
        drawn.append(place(f"star-{colour}", theme, x, y, scale=0.6, opacity=dim))
        drawn.append(label(x + 13, y + 5, stars[colour], size=15, opacity=dim and 0.55))
    if tokens is not None:
        x = 84 + step * len(COLOURS)
        drawn.append(place("replay", theme, x + 4, y, scale=0.75, opacity=None if tokens else 0.35))
        drawn.append(label(x + 18, y + 5, tokens, size=15, opacity=None if tokens else 0.55))
    return group(*drawn, class_="reserve")


def _chips(cards: Cards, theme: Theme, y: float) -> str:
    """Draw a seat's cards small: in hand, perhaps in hand, goodies, played face up, played face down."""
    drawn, x = [], 76.0
    kinds = [*((card, "hand") for card in cards.hand), *((card, "unsure") for card in cards.unsure)]
    kinds += [(card, "goodie") for card in cards.goodies]
    played = [*((card, "up") for card in cards.face_up), *((card, "down") for card in cards.face_down)]
    for position, (card, kind) in enumerate(kinds + played):
        # A gap separates the cards in hand from those on the table.
        x += 10 if position == len(kinds) and position else 0
        drawn.append(_chip(card, kind, theme, x, y))
        x += 34
    return group(*drawn, class_="cards")


def _chip(card: str, kind: str, theme: Theme, x: float, y: float) -> str:
    held = kind in ("hand", "goodie")
    fill = {"hand": theme.paper, "goodie": "#ffe6a3", "down": theme.void}.get(kind, "none")
    ink = theme.paper_ink if held else theme.soft
    box = element(
        "rect",
        x=x,
        y=y - 11,
        width=30,
        height=22,
        rx=6,
        fill=fill,
        stroke=theme.rim,
        stroke_opacity=0.7,
        stroke_dasharray="3 3" if kind == "unsure" else None,
    )
    sign = (
        card_icon(card, ink, x + 15, y, 0.68)
        if card
        else element("circle", cx=x + 15, cy=y, r=4, fill="none", stroke=ink, stroke_width=2)
    )
    return group(
        box,
        sign,
        class_=f"chip {kind}",
        data_card=card or None,
        opacity=0.75 if kind in ("up", "down") else None,
    )


def _bag(view: View, theme: Theme, y: float) -> str:
    """Draw what is left in the bag, and the tokens in the supply."""
    bag = view.get("bag")
    if not bag:
        return ""
    return group(
        label(16, 24, "Bag", size=15, fill=theme.soft),
        _reserve(bag, view.get("supply"), theme, 19),
        transform=at(0, y),
        class_="bag",
    )


def _hand(view: View, theme: Theme, y: float) -> str:
    """Draw the hand of the seat to act as large cards, those on the table as empty frames."""
    cards = cards_of(view["seats"][view["to_act"][0]])
    faces = [(card, "hand") for card in cards.hand] + [(card, "unsure") for card in cards.unsure]
    faces += [(card, "goodie") for card in cards.goodies] + [(card, "up") for card in cards.face_up]
    if not cards.unsure:
        faces += [(card, "down") for card in cards.face_down]
    step = min(92.0, PANEL_WIDTH / max(len(faces), 1))
    return group(
        *(_card(card, kind, theme, step * position, step - 8) for position, (card, kind) in enumerate(faces)),
        transform=at(0, y),
        class_="hand",
    )


def _card(card: str, kind: str, theme: Theme, x: float, width: float) -> str:
    held = kind in ("hand", "goodie")
    fill = {"hand": theme.paper, "goodie": "#ffe6a3"}.get(kind, theme.void)
    ink = theme.paper_ink if held else theme.soft
    return group(
        element(
            "rect",
            width=width,
            height=116,
            rx=14,
            fill=fill,
            stroke=theme.outline if held else theme.rim,
            stroke_width=2,
            stroke_dasharray=None if held else "4 5",
            fill_opacity=None if held else 0.45,
        ),
        card_icon(card, ink, width / 2, 48, 1.5) if card else "",
        label(
            width / 2,
            98,
            CARD_NAMES.get(card, ""),
            size=min(13, width / 6.4),
            font_weight=700,
            text_anchor="middle",
            fill=ink,
        ),
        transform=at(x, 0),
        class_=f"card {kind}",
        opacity=None if held else 0.7,
    )
