"""The bots that sit against one agent: those that answer in compiled code, and all others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np

from gravitable.core.contract import Rules
from gravitable.core.errors import BadSeat
from gravitable.core.jit import compile_once
from gravitable.core.registry import rules_of
from gravitable.envs.batched import deal_of, kernel_of, new_generators
from gravitable.envs.errors import BadSetting
from gravitable.envs.labs import lab_of
from gravitable.envs.observation import layout, n_actions

NOT_COMPILED: Final = -1
RANDOM_SEAT: Final = "random"
_RANDOM: Final = 100


def specs_of(bots: str | Sequence[str], rivals: int) -> list[str]:
    """Return a bot for each rival; raises BadSetting."""
    specs = [bots] * rivals if isinstance(bots, str) else list(bots)
    if len(specs) != rivals:
        raise BadSetting(f"bots names {len(specs)} bots, but there are {rivals} rivals")
    return specs


def checked_seat(seat: object, players: int) -> int | None:
    """Return the agent's seat, or None when it is to be drawn for each game; raises BadSeat."""
    if seat == RANDOM_SEAT:
        return None
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
        raise BadSeat(f"there is no seat {seat!r}; seats go from 0 to {players - 1}, or 'random'")
    return seat


def slips_of(spec: str) -> int:
    """Return how many of a hundred decisions a compiled bot makes at random, or that it is none of those."""
    if spec == "random":
        return _RANDOM
    if re.fullmatch(r"greedy(:[1-9]\d?)?", spec):
        return int(spec.partition(":")[2] or 0)
    return NOT_COMPILED


@cache
def rivals_kernel(game: str) -> Any:
    """Return the module of a game's compiled bots for environments."""
    module, rules = import_module(lab_of(game).bots), rules_of(game)
    compile_once(
        "envs", f"the rivals in environments of {rules.title}", lambda: _use_everything(module, rules)
    )
    return module


def _use_everything(module: Any, rules: Rules) -> None:
    """Let the bots play on in every way, so that all of it is compiled."""
    players, steps = rules.min_players, kernel_of(rules.name)
    deal = deal_of(rules, players, rules.settle(players, {}))
    states, work, (deals, samples) = deal.start.copy(), np.zeros(4, deal.start.dtype), new_generators(0, 1)
    seat = steps.open_game(states, deal, deals[0])
    slips, numbers = np.full(players, NOT_COMPILED), np.full((3, 1), seat)
    module.play_on(states, slips, deals[0], samples[0], work)
    numbers[1] = rules.legal(states, seat)[0]
    module.turns(states, numbers[0], numbers[1], slips[None], deals, samples, work, numbers[2])
    sight = np.zeros((1, layout(rules.name, players).size), np.uint8)
    masks = np.zeros((1, n_actions(rules.name)), np.int8)
    steps.look_at_all(states, numbers[0], work[:1], masks, sight, sight.view(np.uint64))
    seat = steps.open_game(states, deal, deals[0])
    module.turn(states, seat, rules.legal(states, seat)[0], slips, deals[0], samples[0], work)
