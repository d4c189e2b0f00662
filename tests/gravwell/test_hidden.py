"""Who may see what: shuffle what a viewer cannot see, and nothing that it gets may change."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gravitable.core.chance import generator
from gravitable.core.contract import EVERYTHING, SPECTATOR, Json
from gravitable.core.events import clear, event_buffer, rows
from gravitable.core.state import States
from gravitable.gravwell import events as ev
from gravitable.gravwell.data import PICK, VARIANTS
from gravitable.gravwell.rules import RULES

from .playing import all_tables, choose, random_game, random_states, table_name

TABLES = [pytest.param(*table, id=table_name(*table)) for table in all_tables()]
PLAIN: Json = dict.fromkeys(VARIANTS, False)


def seen(states: States, options: Json, viewer: int) -> Any:
    """Return everything that a viewer gets from a state."""
    masked = RULES.mask(states, viewer)
    legal = RULES.legal(masked, viewer) if viewer >= 0 else None
    return masked.tobytes(), RULES.describe(masked, options), RULES.to_act(masked), legal


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_views_and_legal_actions_do_not_depend_on_what_is_hidden(players: int, options: Json) -> None:
    rng = generator(99)
    for number, states in enumerate(random_states(players, options, 4, near_gate=players % 2 == 0)):
        viewer = number % (players + 1) - 1
        other = RULES.determinize(RULES.mask(states, viewer), rng)
        assert seen(other, options, viewer) == seen(states, options, viewer)
        if viewer >= 0:
            assert RULES.legal(RULES.mask(states, viewer), viewer) == RULES.legal(states, viewer)


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_determinization_is_a_possible_state(players: int, options: Json) -> None:
    rng = generator(98)
    for number, states in enumerate(random_states(players, options, 5)):
        if number % 4:
            continue
        other = RULES.determinize(RULES.mask(states, number % (players + 1) - 1), rng)
        assert RULES.read_position(RULES.position_text(other, options))[2].tobytes() == other.tobytes()


def happened(states: States, seat: int, action: int, viewer: int) -> tuple[Any, bool, States]:
    """Return what a viewer is told of an action, whether it was shown cards, and the new state."""
    after, events = states.copy(), event_buffer()
    clear(events)
    RULES.apply(after, seat, action, events)
    told = RULES.events(after, RULES.seen(rows(events), viewer))
    return (
        [event.to_json() for event in told],
        any(row[0] == ev.REVEAL or row[:2] == (ev.GET, viewer) for row in rows(events)),
        after,
    )


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_events_of_others_do_not_depend_on_what_is_hidden(players: int, options: Json) -> None:
    rng = generator(97)
    compared = 0
    for number, states in enumerate(random_states(players, options, 6)):
        viewer = number % (players + 1) - 1 if players > 1 else SPECTATOR
        seats = [seat for seat in RULES.to_act(states) if seat != viewer]
        if not seats:
            continue
        other = RULES.determinize(RULES.mask(states, viewer), rng)
        seat = choose(seats, rng)
        action = choose(RULES.legal(states, seat), rng)
        twin = choose(RULES.legal(other, seat), rng) if int(states[0].phase) == PICK else action
        told, shown, after = happened(states, seat, action, viewer)
        told_twin, shown_twin, after_twin = happened(other, seat, twin, viewer)
        if not shown and not shown_twin:
            assert told_twin == told
            assert seen(after_twin, options, viewer) == seen(after, options, viewer)
            compared += 1
    assert compared > (20 if players > 1 else 1)


def test_the_authority_sees_everything() -> None:
    for states in random_states(3, PLAIN, 7):
        assert RULES.mask(states, EVERYTHING).tobytes() == states.tobytes()


def test_masking_twice_is_masking_once() -> None:
    for states in random_states(3, PLAIN, 8):
        masked = RULES.mask(states, 1)
        assert RULES.mask(masked, 1).tobytes() == masked.tobytes()


def test_a_spectator_sees_less_than_any_player() -> None:
    for states in random_states(3, PLAIN, 9):
        known = [set(seat["hand"]) for seat in RULES.describe(RULES.mask(states, SPECTATOR), PLAIN)["seats"]]
        for viewer in range(3):
            view = RULES.describe(RULES.mask(states, viewer), PLAIN)["seats"]
            assert all(known[seat] <= set(view[seat]["hand"]) for seat in range(3))


def test_determinizations_are_even() -> None:
    """Each unseen card is as likely in a rival's hand, and each of its cards as likely as the sealed pick."""
    states = next(s.copy() for s in random_states(2, PLAIN, 12) if int(s[0].phase) == PICK)
    RULES.apply(states, 1, RULES.legal(states, 1)[0], event_buffer())
    masked = RULES.mask(states, 0)
    unseen = RULES.describe(masked, PLAIN)["possible"]
    known = RULES.describe(masked, PLAIN)["seats"][1]["hand"]
    rng, samples = generator(96), 20_000
    hidden: Counter[str] = Counter()
    picks: Counter[bool] = Counter()
    for _ in range(samples):
        seat = RULES.describe(RULES.determinize(masked, rng), PLAIN)["seats"][1]
        hidden.update(set(seat["hand"]) - set(known))
        picks[seat["pick"] in known] += 1
    expected = samples * (6 - len(known)) / len(unseen)
    assert set(hidden) == set(unseen)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in hidden.values())
    assert abs(picks[True] - samples * len(known) / 6) < 5 * samples**0.5


def test_the_log_as_a_rival_sees_it_names_no_sealed_card() -> None:
    game = random_game(3, 21)
    for event in game.events(None):
        if event.kind == "pick":
            assert event.detail["letter"] is None
            assert event.sentence.endswith("picks a card, sealed.")
        assert event.kind != "get"
    own = [event for event in game.events(2) if event.kind == "get"]
    assert own
    assert {event.seat for event in own} == {2}
