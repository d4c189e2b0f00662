"""Action texts and names of spaces: those of the rules, each read back as what it was."""

from __future__ import annotations

import pytest

import gravitable
from gravitable.superstar.words import sentence

from .positions import CARDS, table
from .reference import ALL_ACTIONS, SPECIALS


def test_the_texts_of_all_actions_are_those_of_the_rules() -> None:
    rules = gravitable.new("superstar", players=2, seed=1).rules
    texts = []
    number = 0
    while True:
        try:
            texts.append(rules.action_text(number))
        except IndexError:
            break
        number += 1
    assert set(texts) == ALL_ACTIONS
    assert len(texts) == len(ALL_ACTIONS)
    assert [rules.action_number(text) for text in texts] == list(range(len(texts)))


def test_spaces_are_named_by_column_letter_and_row_from_the_top_left() -> None:
    for players, last in ((2, "l6"), (3, "l12"), (6, "r12")):
        spaces = [
            space["space"] for space in gravitable.new("superstar", players=players, seed=1).state()["spaces"]
        ]
        assert (spaces[0], spaces[1], spaces[-1]) == ("a1", "b1", last)


def test_an_unobstructed_pawn_with_all_cards_has_every_action() -> None:
    game = table(pawns={0: "d3 s"})
    assert set(game.legal(0)) == {
        *SPECIALS,
        *(f"wild:{special}" for special in SPECIALS),
        *(f"simple:{card}-{side}" for card in CARDS for side in ("left", "right")),
    }


@pytest.mark.parametrize(("colour", "article"), [("orange", "an orange"), ("blue", "a blue")])
def test_a_star_is_told_with_the_article_of_its_colour(colour: str, article: str) -> None:
    assert (
        sentence("star", {"seat": 1, "colour": colour, "space": "c5"})
        == f"Seat 1 takes {article} star at c5."
    )
    stolen = sentence("steal", {"seat": 1, "what": colour, "from": 0})
    assert stolen == f"Seat 1 steals {article} star from seat 0."
