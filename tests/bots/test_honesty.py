"""Bots see what their seat may see: changing hidden cards changes nothing that they do."""

from __future__ import annotations

import numpy as np
import pytest

import gravitable
from bots.moments import other_world, positions
from gravitable import bots
from gravitable.core.state import States

SPECS = ("random", "glance:3", "greedy", "greedy:50", "search:40", "search@1:40", "even")
CASES = [("superstar", 2), ("superstar", 4), ("gravwell", 1), ("gravwell", 2), ("gravwell", 4)]


class _Witness:
    """Plays the first legal action and remembers what it was shown."""

    spec = "witness"

    def __init__(self, game: str) -> None:
        self.game = game
        self.seen: list[States] = []

    def choose(self, masked: States, seat: int) -> int:
        self.seen.append(masked)
        return gravitable.new(self.game, players=2, seed=1).rules.legal(masked, seat)[0]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_hidden_things_change_no_choice(name: str, players: int) -> None:
    worlds_differed = 0
    for game in positions(name, players, every=7):
        seat = game.to_act[0]
        for seed in range(2):
            twin = other_world(game, seat, seed)
            worlds_differed += twin.states.tobytes() != game.states.tobytes()
            for spec in SPECS:
                bot = bots.make(spec, name, seed=3)
                assert bots.choose_action(bot, game, seat) == bots.choose_action(bot, twin, seat)
    assert worlds_differed > 3, "the test compared equal worlds only"


@pytest.mark.parametrize(("name", "players"), CASES)
def test_the_registry_hands_out_the_masked_state_and_a_copy_of_it(name: str, players: int) -> None:
    witness = _Witness(name)
    hides = 0
    for game in positions(name, players, every=3):
        seat = game.to_act[0]
        before = game.states.tobytes()
        bots.choose_action(witness, game, seat)
        shown = witness.seen[-1]
        assert shown.tobytes() == game.rules.mask(game.states, seat).tobytes()
        assert not np.shares_memory(shown, game.states)
        assert game.states.tobytes() == before
        hides += shown.tobytes() != before
    assert hides > 0, "nothing was ever hidden"


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["superstar", "gravwell"])
def test_bots_leave_the_state_they_are_shown_as_it_is(name: str, spec: str) -> None:
    for game in positions(name, 2, every=20):
        seat = game.to_act[0]
        masked = game.rules.mask(game.states, seat)
        before = masked.tobytes()
        bots.make(spec, name, seed=1).choose(masked, seat)
        assert masked.tobytes() == before
