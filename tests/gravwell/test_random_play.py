"""The random-play checker: what must hold in every state of every game."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

import gravitable
from gravitable.core.chance import generator
from gravitable.core.contract import Json
from gravitable.core.game import Game
from gravitable.core.state import States
from gravitable.gravwell.data import ACTIONS, GATE, LETTERS
from gravitable.gravwell.rules import RULES

from .playing import all_tables, random_game, random_states, table_name
from .trace import trace

TABLES = [pytest.param(*table, id=table_name(*table)) for table in all_tables()]
MOST_DECISIONS = 6 * (11 + 5 * 4 + 6 * 4)


def card_places(state: Json) -> list[list[str]]:
    """Return the cards of every place of a fully known state; together they must be the whole deck."""
    seats = state["seats"] + ([state["ghost"]] if state["ghost"] else [])
    stacks = [stack for stack in state["stacks"] if stack["taken_by"] is None]
    places = [stack["up"] + stack["down"] for stack in stacks]
    return [
        *places,
        *(seat["hand"] for seat in seats),
        *(seat["played"] for seat in seats),
        state["possible"],
    ]


def check_cards(state: Json) -> None:
    cards = list(itertools.chain.from_iterable(card_places(state)))
    assert sorted(cards) == list(LETTERS)
    revealed = {card["letter"] for card in state["discards"]}
    if state["resolving"]:
        revealed |= {card["letter"] for card in state["resolving"]["order"]}
    assert revealed == {letter for seat in state["seats"] for letter in seat["played"]} | set(
        state["ghost"]["played"] if state["ghost"] else ()
    )


def check_ships(state: Json) -> None:
    places = [ship["position"] for ship in state["ships"] + state["derelicts"]]
    on_track = [place for place in places if place is not None and 0 < place < GATE]
    assert len(set(on_track)) == len(on_track)
    assert all(place is None or 0 <= place <= GATE for place in places)


def check_turn(states: States, state: Json) -> None:
    """Somebody can act, or chance is due, or the game is over; nobody is asked without a choice."""
    waits_for = [RULES.chance_kind(states) is not None, bool(RULES.to_act(states)), RULES.over(states)]
    assert waits_for.count(True) == 1
    assert state["to_act"] == list(RULES.to_act(states))
    for seat in range(state["players"]):
        assert (len(RULES.legal(states, seat)) > 1) == (seat in state["to_act"])
        assert len(RULES.legal(states, seat)) != 1


def check_position_text(players: int, options: Json, states: States) -> None:
    read = RULES.read_position(RULES.position_text(states, options))
    assert read[:2] == (players, options)
    assert read[2].tobytes() == states.tobytes()


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_every_state_is_sound_and_prints_and_parses_back(players: int, options: Json) -> None:
    for seed, near_gate in ((1, False), (2, True), (3, True)):
        count = 0
        for states in random_states(players, options, seed, near_gate=near_gate):
            state = RULES.describe(states, options)
            check_cards(state)
            check_ships(state)
            check_turn(states, state)
            if seed == 2 or count % 5 == 0:  # one game complete, samples of the others
                check_position_text(players, options, states)
            count += 1
        assert RULES.over(states)
        assert count <= MOST_DECISIONS + 3 * 6


def accepts(game: Game, seat: int, action: str) -> bool:
    twin = game.copy()
    before = twin.states.tobytes()
    try:
        twin.play(seat, action)
    except (gravitable.IllegalAction, gravitable.NotYourTurn, gravitable.GameOver):
        assert twin.states.tobytes() == before
        assert twin.log == game.log
        return False
    return True


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_play_accepts_exactly_the_legal_actions(players: int) -> None:
    game = gravitable.new("gravwell", players=players, seed=11)
    rng = generator(11)
    for turn in range(60):
        if game.over:
            break
        if turn % 6 == 0:
            for seat in range(players):
                accepted = [action for action in ACTIONS if accepts(game, seat, action)]
                assert accepted == game.legal(seat)
        seat = game.to_act[int(rng[turn % 4]) % len(game.to_act)]
        game.play(seat, game.legal(seat)[turn % len(game.legal(seat))])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_record_replays_bit_by_bit(players: int) -> None:
    game = random_game(players, 3, chaos=True)
    again = gravitable.replay(game.record())
    assert again.states.tobytes() == game.states.tobytes()
    assert again.log == game.log
    assert random_game(players, 3, chaos=True).record() == game.record()


def test_compiled_and_uncompiled_rules_play_the_same() -> None:
    script = Path(__file__).parent / "trace.py"
    env = {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": ":".join(sys.path)}
    plain = subprocess.run(
        [sys.executable, "-W", "error", script], env=env, capture_output=True, text=True, check=True
    )
    assert plain.stdout.split() == trace()
