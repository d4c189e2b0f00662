"""Monte Carlo tree search for Gravwell with a learned evaluation (``gravwell_search`` is the one before it).

What differs: others who have picked already are thought about like those who have not; a network that learned from
whole games judges what a round leaves behind, since leads say little; and with two players the search notes what came
of each pair of picks, so that the bot can draw from a mixture that nobody can read (duel.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gravitable.bots.kernels.gravwell_features import see
from gravitable.bots.kernels.gravwell_search import descend, playout
from gravitable.bots.kernels.gravwell_search import evaluate as evaluate_by_hand
from gravitable.bots.kernels.network import Net, Sight, win_chances
from gravitable.bots.kernels.tree import Tree, learn, note_pair
from gravitable.core.chance import Rng, States
from gravitable.core.jit import kernel
from gravitable.gravwell.data import HIDDEN, MAX_PLAYERS, NONE, OVER, PICK
from gravitable.gravwell.state import State
from gravitable.gravwell.view import determinize

BY_NET = 8  # the knob beyond those of ``gravwell_search``


@kernel
def unseal(s: State) -> None:
    """Ask those again who have picked already: it is better to think about their picks than to guess them."""
    if s.phase == PICK:
        for seat in range(s.players):
            if s.played[seat, s.movement - 1] == HIDDEN:
                s.played[seat, s.movement - 1] = NONE
                s.waiting |= 1 << seat


@kernel
def is_duel(s: State) -> bool:
    """Say whether two players pick at once."""
    return s.phase == PICK and s.players == 2 and s.waiting == 3


@kernel
def evaluate(s: State, knobs: Any, net: Net, sight: Sight, rewards: Any, scores: Any) -> None:
    """Write each seat's chance to win and how far it will come: certain when the game is over, else a guess."""
    evaluate_by_hand(s, knobs, rewards, scores)
    if s.phase != OVER and s.players > 1 and knobs[BY_NET] > 0.0:
        see(s, sight)
        win_chances(net, sight, np.int64(s.players), rewards)


@kernel
def search(
    tree: Tree,
    states: States,
    me: int,
    work: States,
    iterations: int,
    knobs: Any,
    net: Net,
    sight: Sight,
    rng: Rng,
) -> None:
    """Run so many iterations from the masked state of seat ``me``."""
    rewards = np.zeros(MAX_PLAYERS)
    scores = np.zeros(MAX_PLAYERS)
    work[1] = states[0]
    unseal(work[1])
    for _ in range(iterations):
        work[0] = work[1]
        determinize(work[0], rng)
        descend(tree, work[0], knobs, rng)
        playout(work[0], knobs, rng)
        evaluate(work[0], knobs, net, sight, rewards, scores)
        if is_duel(work[1]):
            note_pair(tree, me, rewards)
        learn(tree, rewards, scores)
