"""Views, boards and events as types: they say what they declare, and what programs get from them is the same data."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import gravitable
from gravitable.core.contract import SPECTATOR
from gravitable.core.game import Game
from gravitable.core.lists import must_agree
from gravitable.core.registry import game_names, rules_of, types_of
from gravitable.gravwell.data import ACTIONS as GRAVWELL_ACTIONS
from gravitable.superstar.data import ACTIONS as SUPERSTAR_ACTIONS
from gravwell.table import Table, pick

ACTIONS = {"superstar": SUPERSTAR_ACTIONS, "gravwell": GRAVWELL_ACTIONS}

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("superstar", 2, {}),
    ("superstar", 4, {"goodies": ["tile", "double", "teleport"], "expert": True}),
    ("gravwell", 1, {}),
    ("gravwell", 2, {}),
    ("gravwell", 4, {"chaos": True, "no_secrets": True}),
]


def played(name: str, players: int, options: dict[str, Any], seed: int) -> list[Game]:
    """Return the positions of a random game."""
    game, rng = gravitable.new(name, players=players, seed=seed, **options), random.Random(seed)
    found = [game.copy()]
    while not game.over and len(found) < 400:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.legal(seat)))
        found.append(game.copy())
    return found


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_everything_told_has_the_declared_types(name: str, players: int, options: dict[str, Any]) -> None:
    """What is written as JSON reads back as the declared type, strictly, and is the same."""
    types = types_of(name)
    view, board, event = (msgspec.json.Decoder(kind) for kind in (types.view, types.board, types.event))
    preview, result = msgspec.json.Decoder(types.preview), msgspec.json.Decoder(types.result)
    before = 0
    for game in played(name, players, options, seed=3):
        assert board.decode(msgspec.json.encode(game.board())) == game.board()
        for viewer in (None, *range(players)):
            shown = game.typed_view(viewer)
            assert view.decode(msgspec.json.encode(shown)) == shown
            for happened in game.events(viewer, since=before):
                assert event.decode(msgspec.json.encode(happened)) == happened
        for seat in game.to_act[:1]:
            foreseen = game.typed_preview(seat, game.legal(seat)[0])
            assert preview.decode(msgspec.json.encode(foreseen)) == foreseen
        before = game.n_entries
    ended = game.rules.view(game.states)
    assert result.decode(msgspec.json.encode(game.result)) == ended.result  # type: ignore[attr-defined]


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_every_action_is_legal_or_not_alike_everywhere(
    name: str, players: int, options: dict[str, Any]
) -> None:
    for game in played(name, players, options, seed=4)[::5]:
        for seat in range(players):
            legal = game.legal(seat)
            for number, action in enumerate(ACTIONS[name]):
                assert game.rules.is_legal(game.states, seat, number) == (action in legal)


def test_a_board_has_a_new_key_exactly_when_it_changed() -> None:
    changes = 0
    for seed in range(4):
        games = played("superstar", 3, {"goodies": ["tile"]}, seed)
        for one, other in pairwise(games):
            keys = [game.rules.board_key(game.states) for game in (one, other)]
            assert (one.board() == other.board()) == (keys[0] == keys[1])
            changes += keys[0] != keys[1]
    assert changes > 4, "no tile was turned: the test tested nothing"


def test_events_read_as_sentences_and_as_data() -> None:
    game = gravitable.new("superstar", players=3, seed=42, goodies=["teleport"])
    first = game.play(1, "drop")[0]
    assert (first.kind, first.seat, str(first)) == ("card", 1, "Seat 1 plays Drop face up.")
    assert first.detail == {"card": "drop", "face_down": False, "acts_as": None}
    assert first.to_json() == {
        "event": "card",
        "seat": 1,
        "card": "drop",
        "face_down": False,
        "acts_as": None,
        "text": "Seat 1 plays Drop face up.",
    }


@pytest.mark.parametrize("name", game_names())
def test_every_kind_of_event_happens_and_reads(name: str) -> None:
    """All kinds of the union are met in play, so none is declared for nothing."""
    kinds = set()
    goodies, expert = {"goodies": ["tile", "double", "teleport"]}, {"expert": True}
    tables: dict[str, list[dict[str, Any]]] = {
        "superstar": [goodies, expert],
        "gravwell": [{}, {"chaos": True}],
    }
    seats = {"superstar": (2, 4), "gravwell": (1, 2, 4)}
    for players in seats[name]:
        for table in tables[name]:
            for seed in range(10):
                game = played(name, players, table, seed)[-1]
                kinds |= {type(event) for event in game.events() if str(event)}
    if name == "gravwell":  # a ship that a tractor pulls through the gate before its own card comes up
        position = Table([53, 52, 10], ["J", "M", "X"], ("gone", 36), variants="warp_gate", stops="12")
        kinds |= {type(event) for event in pick(position.game(), "JMX")}
    assert kinds == set(types_of(name).event.__args__)


def test_lists_that_must_agree_say_how_they_differ() -> None:
    must_agree("cards", ("a", "b"), ["a", "b"])
    with pytest.raises(TypeError, match=r"cards differ: \['a'\] and \['b'\]"):
        must_agree("cards", "a", "b")


def test_threads_see_their_own_games() -> None:
    games = [gravitable.new(name, players=2, seed=seed) for seed in range(4) for name in game_names()]
    expected = [game.typed_view(0) for game in games]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(20):
            assert list(threads.map(lambda game: game.typed_view(0), games)) == expected


def test_a_view_is_small() -> None:
    """What never changes is sent once; a Superstar view of four players stays below two kilobytes on average."""
    sizes = [len(msgspec.json.encode(game.typed_view(0))) for game in played("superstar", 4, {}, seed=5)]
    assert sum(sizes) / len(sizes) < 2000
    assert rules_of("superstar").mask(gravitable.new("superstar").states, SPECTATOR).nbytes < 2000
