"""The players of Gravity Superstar beside the board: points, stars by colour, tokens and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from gravitable.cli.stages import SOFT, Json, wrapped
from gravitable.core.drawing import NIGHT, pad, shorten
from gravitable.superstar.data import COLOURS
from gravitable.superstar.drawing.pieces import LETTERS, SEAT_SHADES, STAR_SHADES
from gravitable.superstar.drawing.reading import cards_of
from gravitable.superstar.drawing.text import REPLAY, SHAPES

_LINES: Final = 4  # of a player, when there is room


def all_players(view: Json, names: Sequence[str], width: int, height: int) -> Text:
    """Return everybody, in some lines each or in one."""
    is_short = len(view["seats"]) * _LINES > height
    lines = [
        _short(view, row, names, width) if is_short else _long(view, row, names, width)
        for row in view["seats"]
    ]
    return Text("\n", end="").join(lines)


def _long(view: Json, row: Json, names: Sequence[str], width: int) -> Text:
    text = _name(view, row, names, width - 11)
    text.append(f" {REPLAY}{row['tokens']}", NIGHT.replay)
    text.append(f" {row['points']:>4}", "bold")
    for words in ([_count(row, colour) for colour in COLOURS], _cards(view, row)):
        text.append("\n")
        text.append_text(wrapped(words, width))
    return text


def _short(view: Json, row: Json, names: Sequence[str], width: int) -> Text:
    text = _name(view, row, names, width - 25)
    text.append(f"{row['points']:>3}", "bold")
    text.append(f" {REPLAY}{row['tokens']} ", NIGHT.replay)
    for colour in COLOURS:
        text.append_text(_count(row, colour))
    return text


def _name(view: Json, row: Json, names: Sequence[str], room: int) -> Text:
    seat = row["seat"]
    text = Text("▸" if seat in view["to_act"] else " ", NIGHT.accent, end="", no_wrap=True)
    text.append(LETTERS[seat], Style(color=NIGHT.outline, bgcolor=SEAT_SHADES[seat][1], bold=True))
    text.append(" " + pad(shorten(names[seat], room), room), Style(color=SEAT_SHADES[seat][1], bold=True))
    return text


def _count(row: Json, colour: str) -> Text:
    count = row["stars"][colour]
    return Text(f"{SHAPES[colour]}{count or '·'}", STAR_SHADES[colour][1] if count else SOFT, end="")


def _cards(view: Json, row: Json) -> list[Text]:
    """Return the cards: those in hand, those that may be in hand, those that lie on the table."""
    cards = cards_of(row)
    played = (*cards.face_up, *(card for card in cards.face_down if card))
    words = [Text(card, "bold") for card in (*cards.hand, *cards.goodies)]
    words += [Text(f"{card}?", SOFT) for card in cards.unsure]
    words += [Text(card, Style(color=SOFT, strike=True)) for card in played]
    if not any(pawn["seat"] == row["seat"] and pawn["space"] for pawn in view["pawns"]):
        words.append(Text("(off the board)", SOFT))
    return words
