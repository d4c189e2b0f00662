"""Pictures and words of a decision."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import gravitable
from gravitable.core.gains import LATER, Course, Gain, GainWords, in_words
from gravitable.core.package import package_of
from gravitable.gravwell import data
from gravitable.gravwell.gains import GAINS
from gravitable.reviews.boards import board_of
from gravitable.reviews.moments import story_of
from gravitable.reviews.plot import LINES, plot
from reviews.games import CASES, finished, reviewed

Both = pytest.mark.parametrize(("name", "players"), CASES)


@Both
def test_both_moves_are_drawn_apart_on_the_board(name: str, players: int) -> None:
    story, review = story_of(finished(name, players).record()), reviewed(name, players)
    drawn = 0
    for one in review.decisions[:60]:
        svg = board_of(story, one)
        ElementTree.fromstring(svg)  # noqa: S314 - our own picture
        assert svg.count("trace better") <= (one.loss > 0)
        drawn += "trace taken" in svg and "trace better" in svg
        assert "trace better" not in board_of(story, one, better=False)
    assert drawn


@Both
def test_the_curve_has_a_line_and_a_band_for_each_seat(name: str, players: int) -> None:
    svg = plot(reviewed(name, players), [f"<{seat}>" for seat in range(players)])
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own picture
    assert len(root.findall("polyline")) == len(root.findall("polygon")) == players
    assert len(set(LINES)) == len(LINES)
    assert len({dash for _, dash in LINES}) == len(LINES)


@Both
def test_every_gain_has_words_and_an_amount_above_zero(name: str, players: int) -> None:
    words = package_of(name).load(package_of(name).gains or "").words
    gains = [gain for one in reviewed(name, players).decisions for gain in one.gains]
    assert gains
    for gain in gains:
        assert gain.kind in words
        assert gain.amount > 0
        assert "{" not in in_words(gain, words)
    assert LATER in words


def test_gains_read_well() -> None:
    words = {"stars": GainWords("one more star ({what})", "{amount} more stars ({what})")}
    assert in_words(Gain("stars", 2.0, ("blue", "pink")), words) == "2 more stars (blue, pink)"
    assert in_words(Gain("stars", 1.0, ("blue",)), words) == "one more star (blue)"
    assert in_words(Gain("spaces", 1.5), words) == "spaces"


def test_a_stack_is_praised_for_what_its_cards_do() -> None:
    states = gravitable.new("gravwell", players=2, seed=3).states
    up = [sum(1 << "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(card) for card in stack) for stack in ("MJ", "K")]
    states["stack_up"][0][:2] = up
    stacks = [Course(data.ACT_STACK + stack, states, [], [], states) for stack in range(2)]
    told = [
        [in_words(gain, GAINS.words) for gain in GAINS.compare(states, 0, taken, better)]
        for taken, better in (stacks[::-1], stacks)
    ]
    assert told == [
        [
            "J is a tractor beam and draws everybody 2 spaces nearer",
            "M takes the ship 10 spaces",
        ],
        ["K is a repulsor and flies 2 spaces away from the nearest ship"],
    ]
