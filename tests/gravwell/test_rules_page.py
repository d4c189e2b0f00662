"""The rules page tells the truth: its cards, its notation and its example of a position."""

from __future__ import annotations

import re
from pathlib import Path

import gravitable
from gravitable.gravwell import notation
from gravitable.gravwell.describe import CARDS

PAGE = (Path(__file__).parents[2] / "docs" / "rules-gravwell.md").read_text()


def test_the_table_of_cards() -> None:
    rows = re.findall(r"\| ([A-Z]) \| (\w+) \| (\d+) \| \**(\w+)\** ", PAGE)
    told = {letter: (element, int(value), kind) for letter, element, value, kind in rows}
    assert told == {card.letter: (card.element, card.value, card.kind) for card in CARDS}


def test_the_notation() -> None:
    for text in ("stack:4", "fuel:H", "stop", "go"):
        assert f"`{text}`" in PAGE
        assert notation.text(notation.number(text)) == text


def test_the_position_can_be_read_and_played() -> None:
    text = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]
    game = gravitable.position(text, seed=1)
    assert game.position() == text
    assert game.legal(0) == ["stop", "go"]


def test_every_ruling_in_the_text_is_listed_at_the_end() -> None:
    text, _, listed = PAGE.partition("## The rulings in one place")
    assert text.count("**[ruling]**") == 12 + 1  # the one that explains the mark
    assert len(re.findall(r"^\d+\. ", listed, re.MULTILINE)) == 10
