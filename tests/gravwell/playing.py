"""Random play for tests: through the kernel's own doors, state by state, also close to the Warp Gate."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

import gravitable
from gravitable.core.chance import Rng, below, generator, shuffle
from gravitable.core.contract import Json
from gravitable.core.events import NO_EVENTS, Events
from gravitable.core.game import Game
from gravitable.core.state import States
from gravitable.gravwell.data import ABSENT, VARIANTS
from gravitable.gravwell.rules import RULES


def all_tables() -> Iterator[tuple[int, Json]]:
    """Every allowed combination of players and variants."""
    for players, flags in itertools.product(
        (1, 2, 3, 4), itertools.product((False, True), repeat=len(VARIANTS))
    ):
        options = dict(zip(VARIANTS, flags, strict=True))
        if players > 1 or not (options["hardcore"] or options["warp_gate"]):
            yield players, options


def table_name(players: int, options: Json) -> str:
    """Return a short name such as ``2-players-hardcore``."""
    chosen = [name.replace("_", "-") for name in VARIANTS if options[name]]
    return "-".join([f"{players}-players" if players > 1 else "solo", *chosen])


def choose(items: list[Any], rng: Rng) -> Any:
    """Return one of the items, each as likely."""
    return items[below(rng, len(items))]


def spread_ships(states: States, rng: Rng) -> None:
    """Put every ship and derelict somewhere on the last part of the track, so that the gate matters."""
    places = np.arange(34, 54)
    shuffle(rng, places, len(places))
    position = states[0].position
    for ship in range(len(position)):
        if position[ship] != ABSENT:
            position[ship] = places[ship]


def step(states: States, options: Json, rng: Rng, events: Events = NO_EVENTS) -> None:
    """Let chance, or one random seat, decide at random."""
    if RULES.chance_kind(states):
        RULES.chance(states, options, generator(below(rng, 1 << 29)), events)
    else:
        seat = choose(list(RULES.to_act(states)), rng)
        RULES.apply(states, seat, choose(RULES.legal(states, seat), rng), events)


def random_states(players: int, options: Json, seed: int, *, near_gate: bool = False) -> Iterator[States]:
    """Play one game at random and yield every state on the way; the same array each time."""
    rng = generator(seed)
    states = RULES.start(players, options)
    if near_gate:
        spread_ships(states, rng)
    yield states
    while not RULES.over(states):
        step(states, options, rng)
        yield states


def random_game(players: int, seed: int, **options: Any) -> Game:
    """Play one game at random through the API, repeatable."""
    game = gravitable.new("gravwell", players=players, seed=seed, **options)
    rng = generator(seed)
    while not game.over:
        seat = choose(list(game.to_act), rng)
        game.play(seat, choose(game.legal(seat), rng))
    return game
