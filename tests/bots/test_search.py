"""The search: repeatable, on time, bounded in memory, and its quick eye agrees with the rules."""

from __future__ import annotations

import time

import pytest

import gravitable
from bots.moments import positions
from gravitable import bots
from gravitable.bots.engines import engine
from gravitable.bots.kernels import superstar_sight
from gravitable.bots.kernels.tree import (
    ITERATIONS,
    N_EDGES,
    N_NODES,
    clear,
    edges_of,
    new_tree,
    size_in_bytes,
)
from gravitable.bots.search import MAX_NODES, Budget, grow, run_for
from gravitable.bots.tuning import VERSIONS
from gravitable.core.chance import generator
from gravitable.core.events import NO_EVENTS
from gravitable.superstar import data

GAMES = ("superstar", "gravwell")


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_and_iterations_same_move(name: str) -> None:
    for game in positions(name, 3, every=9):
        seat = game.to_act[0]
        first, second = (bots.make("search:60", name, seed=4) for _ in range(2))
        first.choose(game.rules.mask(game.states, seat), seat)  # thinking before leaves no trace
        assert bots.choose_action(first, game, seat) == bots.choose_action(second, game, seat)


@pytest.mark.parametrize("name", GAMES)
def test_different_seeds_search_differently(name: str) -> None:
    game = gravitable.new(name, players=2, seed=1)
    seat = game.to_act[0]
    masked = game.rules.mask(game.states, seat)

    def visits(seed: int) -> list[int]:
        tree = grow(name, masked, seat, Budget(iterations=200), seed)
        return [int(tree.visits[edge]) for edge in edges_of(tree, 0, seat)]

    assert visits(1) == visits(1)
    assert visits(1) != visits(2)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("milliseconds", [1, 50])
def test_a_budget_in_milliseconds_is_kept(name: str, milliseconds: int) -> None:
    game = gravitable.new(name, players=2, seed=1)
    seat = game.to_act[0]
    masked = game.rules.mask(game.states, seat)
    grow(name, masked, seat, Budget(iterations=10), 1)
    started = time.thread_time()  # a busy machine gives us less of the clock, never more
    tree = grow(name, masked, seat, Budget(milliseconds=milliseconds), 1)
    assert time.thread_time() - started < (milliseconds + 20) / 1000
    assert tree.counts[ITERATIONS] >= 1


def test_processor_time_does_not_pass_while_others_use_the_machine() -> None:
    """Ten times the budget goes by before the second look at the clock, in which this thread does nothing."""
    for text, thinks_on in (("20ms", False), ("20cpu-ms", True)):
        budget, looks = Budget.read(text), list[int]()

        def run(iterations: int, looks: list[int] = looks) -> None:
            if not looks:
                time.sleep(0.2)
            looks.append(sum(range(1000 * iterations)))

        run_for(budget, run)
        assert str(budget) == text
        assert (len(looks) > 1) == thinks_on


@pytest.mark.parametrize("name", GAMES)
def test_every_iteration_is_counted_at_the_root(name: str) -> None:
    game = gravitable.new(name, players=2, seed=2)
    seat = game.to_act[0]
    tree = grow(name, game.rules.mask(game.states, seat), seat, Budget(iterations=321), 1)
    edges = edges_of(tree, 0, seat)
    assert sum(int(tree.visits[edge]) for edge in edges) == 321
    assert all(0 <= tree.reward[edge] <= tree.visits[edge] for edge in edges)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_full_tree_stops_growing_and_goes_on_learning(version: int) -> None:
    game = gravitable.new("superstar", players=2, seed=3)
    seat = game.to_act[0]
    tree = new_tree(32)
    clear(tree)
    engine("superstar", version).runner(tree, game.rules.mask(game.states, seat), seat, generator(1))(3000)
    assert tree.counts[N_NODES] == 32
    assert tree.counts[N_EDGES] <= tree.next_edge.shape[0]
    assert sum(int(tree.visits[edge]) for edge in edges_of(tree, 0, seat)) == 3000


def test_the_memory_of_a_search_is_bounded() -> None:
    assert size_in_bytes(new_tree(MAX_NODES)) < 48 * 2**20


def test_a_single_choice_needs_no_thought() -> None:
    for game in positions("superstar", 2, every=1):
        seat = game.to_act[0]
        if len(game.legal(seat)) == 1:
            started = time.thread_time()
            assert (
                bots.choose_action(bots.make("search:9000ms", "superstar"), game, seat) == game.legal(seat)[0]
            )
            assert time.thread_time() - started < 1
            return


@pytest.mark.parametrize(("players", "plays_on"), [(2, False), (3, True), (4, True)])
def test_superstar_plays_on_before_it_judges_where_others_come_between(players: int, plays_on: bool) -> None:
    game = gravitable.new("superstar", players=players, seed=1)
    seat = game.to_act[0]
    masked = game.rules.mask(game.states, seat)

    def rewards(settings: str) -> list[float]:
        thinker = engine("superstar", settings=settings)
        tree = grow("superstar", masked, seat, Budget(iterations=200), 1, thinker)
        return [float(tree.reward[edge]) for edge in edges_of(tree, 0, seat)]

    assert (rewards("") != rewards("crowd=0")) == plays_on


def test_what_the_search_sees_at_a_glance_is_what_the_rules_bring() -> None:
    """Points of every move that throws nobody out, seen against played."""
    compared = 0
    for game in positions("superstar", 2, every=1):
        seat = game.to_act[0]
        if game.view(seat)["phase"] != "action":
            continue
        before = game.view(seat)["seats"][seat]["points"]
        odd = superstar_sight.odd_colours(game.states[0], seat)
        for action in game.rules.legal(game.states, seat):
            text = game.rules.action_text(action)
            preview = game.preview(seat, text)
            if preview["ejects"] or text.startswith("tile"):
                continue
            after = game.copy()
            after.rules.apply(after.states, seat, action, NO_EVENTS)
            gained = int(after.states[0].tokens[seat]) + sum(
                int(n) + int(n) // 2 for n in after.states[0].stars[seat]
            )
            if int(after.states[0].pawn[seat]) < 0 or after.over:
                continue  # thrown out as the next player came in: that is not the move's doing
            seen = superstar_sight.path_gain(game.states[0], seat, action, odd)
            if _passes_twice(preview):
                continue
            assert seen == gained - before, text
            compared += 1
    assert compared > 200


def _passes_twice(preview: dict[str, object]) -> bool:
    """Say whether a path enters a space twice, which the quick eye counts twice."""
    path = preview["path"]
    assert isinstance(path, list)
    spaces = [step["space"] for step in path]
    return len(spaces) != len(set(spaces))


def test_merging_keeps_every_kind_of_move() -> None:
    for game in positions("superstar", 3, every=2):
        seat = game.to_act[0]
        legal = set(game.rules.legal(game.states, seat))
        bits = int(superstar_sight.merged(game.states[0], seat))
        merged = {action for action in range(data.N_ACTIONS) if bits >> action & 1}
        concrete = {int(superstar_sight.concrete(game.states[0], seat, action)) for action in merged}
        assert concrete <= legal
        kinds = {game.rules.action_text(action).removeprefix("wild:") for action in concrete}
        for action in legal:
            text = game.rules.action_text(action).removeprefix("wild:")
            side = text.rsplit("-", 1)[-1]
            assert text in kinds or (
                text.startswith("simple:")
                and any(k.startswith("simple:") and k.endswith(side) for k in kinds)
            )
