"""The rules page tells the truth: its numbers, its notation and its list of rulings."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

from gravitable.superstar import data

PAGE = (Path(__file__).parents[2] / "docs" / "rules-superstar.md").read_text("utf-8")


def words_of(name: str) -> list[str]:
    """Return the words that the page lists for a name such as ``SIDE``."""
    listed = re.search(rf"{name}[^`|]*: `([a-z ]+)`", PAGE)
    assert listed, name
    return listed[1].split()


def expanded(pattern: str) -> list[str]:
    """Return all texts that a pattern such as ``simple:CARD-SIDE`` stands for."""
    places = re.findall("CARD|SIDE|TURN|COLOUR", pattern)
    lists = [list(data.COLOURS) if place == "COLOUR" else words_of(place) for place in places]
    blank = re.sub("CARD|SIDE|TURN|COLOUR", "{}", pattern)
    return [blank.format(*chosen) for chosen in product(*lists)]


def test_the_notation_lists_every_action() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE.partition("## Notation")[2], re.MULTILINE)
    groups = [
        [text for pattern in re.findall("`([^`]+)`", row) for text in expanded(pattern)] for row in rows
    ]
    special = next(group for group in groups if "drop" in group)
    told = [text for group in groups for text in group if text != "wild:..."]
    assert sorted([*told, *(f"wild:{text}" for text in special)]) == sorted(data.ACTIONS)


def test_the_numbers_of_pieces_and_of_the_end() -> None:
    colours = ", ".join(data.COLOURS[:-1]) + f" and {data.COLOURS[-1]}"
    stars = data.STARS_PER_COLOUR * len(data.COLOURS)
    assert f"| stars | {stars}: {data.STARS_PER_COLOUR} each in {colours} |" in PAGE
    assert f"| replay tokens | {data.N_TOKENS};" in PAGE
    two, four, six = (data.STARS_TO_END[players] for players in (2, 4, 6))
    assert f"at most {two} stars on the board (2 players),\n{four} (3 and 4) or {six} (5 and 6)" in PAGE
    even, odd = (data.POINTS_TO_END[players] for players in (2, 3))
    assert f"{even} points (2, 4 or 6 players) or {odd} (3 or 5)" in PAGE


def test_every_ruling_in_the_text_is_listed_at_the_end() -> None:
    text, _, listed = PAGE.partition("## The rulings in one place")
    assert text.count("**[ruling]**") == 9 + 1  # the one that explains the mark
    assert len(re.findall(r"^\d+\. ", listed, re.MULTILINE)) == 9
