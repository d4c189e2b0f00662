"""The leak test: change what a viewer cannot see, and everything shown to it stays equal, byte for byte.

Two ways. For single states: fill in the hidden things anew, several times. For whole games: play two games side by
side that differ only in which card somebody lays face down. Deliberate leaks show that both checks can fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import gravitable
from checker import Setting, choose, compact, play_randomly
from gravitable import Game
from gravitable.core.chance import below, generator
from gravitable.core.contract import EVERYTHING, SPECTATOR, Rules
from gravitable.core.events import clear, event_buffer, rows
from gravitable.core.state import States

Json = dict[str, Any]
Look = Callable[[Rules, States, Json, int], str]

SUPERSTAR = [
    Setting("superstar", players, {"goodies": goodies, "expert": expert, "rounds": 20})
    for players, goodies, expert in (
        (2, [], False),
        (3, ["tile"], False),
        (4, ["tile", "double", "teleport"], True),
        (5, [], True),
        (6, ["double", "teleport"], False),
    )
]
GRAVWELL = [
    Setting("gravwell", 1, {}),
    Setting("gravwell", 2, {}),
    Setting("gravwell", 3, {"chaos": True, "hardcore": True}),
    Setting("gravwell", 4, {"no_secrets": True, "warp_gate": True}),
]


def shown(rules: Rules, states: States, options: Json, viewer: int) -> str:
    """Return everything that a viewer is shown of a state: the view, its legal actions, what each would do."""
    view = rules.describe(rules.mask(states, viewer), options)
    legal = rules.legal(states, viewer) if viewer != SPECTATOR else []
    previews = [msgspec.to_builtins(rules.preview(states, viewer, action)) for action in legal]
    return compact([view, legal, previews])


def check_state(game: Game, rng_seed: int, look: Look = shown) -> int:
    """Fill in the hidden things anew for every viewer; return how often that really changed the state."""
    rules, options = game.rules, game.options
    changes = 0
    for viewer in (SPECTATOR, *range(game.players)):
        masked = rules.mask(game.states, viewer)
        expected = look(rules, game.states, options, viewer)
        for number in range(3):
            other = rules.determinize(masked, generator(rng_seed + number))
            changes += other.tobytes() != game.states.tobytes()
            assert rules.mask(other, viewer).tobytes() == masked.tobytes()
            assert look(rules, other, options, viewer) == expected
        assert rules.mask(masked, viewer).tobytes() == masked.tobytes()
    return changes


@pytest.mark.parametrize("setting", SUPERSTAR + GRAVWELL, ids=str)
def test_what_a_viewer_is_shown_does_not_depend_on_what_it_cannot_see(setting: Setting) -> None:
    changes = 0
    for step, game in enumerate(play_randomly(setting, seed=11)):
        if step % 5 == 0 and step < 400:
            changes += check_state(game, rng_seed=step)
    assert changes > 20, "nothing was hidden: the test tested nothing"


def own_events(rules: Rules, states: States, viewer: int, action: int) -> tuple[str, str]:
    """Return what a viewer sees of its own action: the events, and then the view."""
    after, events = states.copy(), event_buffer()
    clear(events)
    rules.apply(after, viewer, action, events)
    told = rules.events(after, rules.seen(rows(events), viewer))
    return compact([event.to_json() for event in told]), compact(
        rules.describe(rules.mask(after, viewer), {"tiles": "standard-1"})
    )


@pytest.mark.parametrize("setting", SUPERSTAR, ids=str)
def test_what_an_own_action_shows_does_not_depend_on_what_the_others_hide(setting: Setting) -> None:
    """In Superstar nothing that others hide changes what an action does, not even by ejecting them."""
    for step, game in enumerate(play_randomly(setting, seed=5)):
        if step % 7 or game.over:
            continue
        (seat,) = game.to_act
        other = game.rules.determinize(game.rules.mask(game.states, seat), generator(step))
        for action in game.rules.legal(game.states, seat):
            assert own_events(game.rules, other, seat, action) == own_events(
                game.rules, game.states, seat, action
            )


# Whole games


def alike(one: str, other: str) -> bool:
    """Say whether two actions look the same to the others: equal, or different own cards laid face down."""
    if one == other:
        return True
    goodies = ("tile", "double", "teleport")
    parts = [action.removeprefix("simple:").rsplit("-", 1) for action in (one, other)]
    return (
        one.startswith("simple:")
        and other.startswith("simple:")
        and parts[0][1] == parts[1][1]
        and not any(card in goodies for card, _ in parts)
    )


def play_alike(game: Game, twin: Game, secretive: int, rng: Any) -> bool:
    """Play the next action in both games; the secretive seat hides different cards when it can."""
    (seat,) = game.to_act
    pairs = [(a, b) for a in game.legal(seat) for b in twin.legal(seat) if alike(a, b)]
    if seat != secretive:
        pairs = [(a, b) for a, b in pairs if a == b]
    different = [(a, b) for a, b in pairs if a != b]
    # Two face-down cards before a complete hand make the twins differ most of the time.
    wanted = different if different and below(rng, 3) else pairs
    ours, theirs = wanted[int(below(rng, len(wanted)))]
    game.play(seat, ours)
    twin.play(seat, theirs)
    return ours != theirs


EventsOf = Callable[[Game, int | None], str]


def events_seen(game: Game, viewer: int | None) -> str:
    return compact([event.to_json() for event in game.events(viewer, since=len(game.log) - 1)])


def check_twins(setting: Setting, seed: int, events_of: EventsOf = events_seen) -> int:
    """Play twins to the end; return how many decisions differed."""
    game, twin, rng = setting.new(seed), setting.new(seed), generator(seed)
    secretive = seed % game.players
    others = [viewer for viewer in (*range(game.players), None) if viewer != secretive]
    differed = 0
    while not game.over:
        differed += play_alike(game, twin, secretive, rng)
        for viewer in others:
            assert compact(game.view(viewer)) == compact(twin.view(viewer))
            assert events_of(game, viewer) == events_of(twin, viewer)
            if viewer is not None:
                assert game.legal(viewer) == twin.legal(viewer)
    assert twin.over
    assert twin.result == game.result
    return differed


@pytest.mark.parametrize("setting", SUPERSTAR, ids=str)
def test_games_that_differ_only_in_face_down_cards_look_the_same_to_the_others(setting: Setting) -> None:
    assert check_twins(setting, seed=3) > 10


# Deliberate leaks: the checks must find them


def leaky_view(rules: Rules, states: States, options: Json, viewer: int) -> str:
    return compact(rules.describe(states, options))


def leaky_preview(rules: Rules, states: States, options: Json, viewer: int) -> str:
    """Show, beside the right view, how many jump cards everybody holds."""
    jumps = [int(hand) & 3 for hand in states[0].hand]
    return shown(rules, states, options, viewer) + compact(jumps)


@pytest.mark.parametrize("leak", [leaky_view, leaky_preview])
def test_the_check_of_states_finds_a_leak(leak: Look) -> None:
    with pytest.raises(AssertionError):
        check_states_of_a_game(leak)


def check_states_of_a_game(look: Look) -> None:
    for step, game in enumerate(play_randomly(SUPERSTAR[2], seed=11)):
        check_state(game, rng_seed=step, look=look)


def leaky_events(game: Game, viewer: int | None) -> str:
    return events_seen(game, EVERYTHING)


def test_the_check_of_twins_finds_a_leak() -> None:
    with pytest.raises(AssertionError):
        check_twins(SUPERSTAR[0], seed=3, events_of=leaky_events)


def test_a_masked_state_holds_no_trace_of_hidden_cards() -> None:
    """Neither the record's bytes nor the position of a masked state tell which card lies face down."""
    game = gravitable.new("superstar", players=2, seed=4)
    (seat,) = game.to_act
    side = "left" if "simple:long-left" in game.legal(seat) else "right"
    masked = set()
    for card in ("long", "high", "drop", "rotate", "wild"):
        twin = game.copy()
        twin.play(seat, f"simple:{card}-{side}")
        masked.add(twin.rules.mask(twin.states, SPECTATOR).tobytes())
    assert len(masked) == 1


def test_a_seat_sees_its_own_cards() -> None:
    rng = generator(1)
    for game in play_randomly(SUPERSTAR[1], seed=2):
        seat = choose(rng, tuple(range(3)))
        assert game.view(seat)["seats"][seat] == game.state()["seats"][seat]
