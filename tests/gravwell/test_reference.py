"""The kernel moves ships exactly as a second, plain reading of the rules does."""

from __future__ import annotations

import numpy as np
import pytest

from gravitable.core.chance import Rng, below, generator, shuffle
from gravitable.core.events import NO_EVENTS
from gravitable.core.state import States
from gravitable.gravwell import describe
from gravitable.gravwell.data import ABSENT, GATE, LETTERS, SHIP_IDS
from gravitable.gravwell.moves import resolve_card
from gravitable.gravwell.rules import RULES

from .reference import CARDS, Ships, resolve


def scatter(states: States, rng: Rng) -> None:
    """Put the ships on different spaces, close together as often as not, some into the Singularity."""
    reach = (8, 16, 53)[below(rng, 3)]
    first = 1 + below(rng, 54 - reach)
    spaces = np.arange(first, first + reach)
    shuffle(rng, spaces, len(spaces))
    position = states[0].position
    for ship in range(6):
        if position[ship] != ABSENT:
            position[ship] = 0 if below(rng, 6) == 0 else spaces[ship]
    if below(rng, 8) == 0:
        position[5] = GATE


def as_ships(states: States) -> Ships:
    places = states[0].position.tolist()
    return {SHIP_IDS[ship]: places[ship] for ship in range(6) if ABSENT < places[ship] < GATE}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("warp_gate", [False, True])
def test_every_card_moves_as_in_the_reference(players: int, warp_gate: bool) -> None:
    rng = generator(players)
    moved = set()
    for _ in range(4000):
        states = RULES.start(players, RULES.settle(players, {"warp_gate": warp_gate}))
        scatter(states, rng)
        letter, seat = below(rng, 26), below(rng, players)
        before = as_ships(states)
        resolve_card(states[0], seat, letter, NO_EVENTS)
        expected = resolve(before, f"seat-{seat}", LETTERS[letter], gate_ends_game=not warp_gate)
        assert as_ships(states) == expected, (before, seat, LETTERS[letter])
        if expected != before:
            moved.add(LETTERS[letter])
    assert moved == set(LETTERS)


def test_the_cards_are_the_ones_of_the_rules() -> None:
    mark = {"standard": "", "repulsor": "R", "tractor": "T"}
    assert {card.letter: f"{card.value}{mark[card.kind]}" for card in describe.CARDS} == CARDS
    assert all(card.element[0] == card.letter for card in describe.CARDS)
