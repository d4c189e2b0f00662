"""What an author checks of a game: kept records of every version, what may be seen, texts, pictures, the rulings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import gravitable
from gravitable import Game
from gravitable.core.chance import generator
from gravitable.core.contract import SPECTATOR
from gravitable.core.record import replay
from gravitable.core.registry import rules_of
from gravitable.core.verify import verify

RECORDS = sorted(Path(__file__).parent.glob("records/*.json"))


def record(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text()))


def played(players: int, seed: int, **options: bool) -> Iterator[Game]:
    """Yield a game of changing cards after every choice."""
    game = gravitable.new("sunskim", players=players, seed=seed, **options)
    while not game.over:
        yield game
        seat = game.to_act[-1]
        cards = game.legal(seat)
        game.advance(seat, cards[(seed + game.n_entries) % len(cards)])
    yield game


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_kept_records_of_both_versions_are_replayed_to_their_end(path: Path) -> None:
    kept = record(path)
    assert verify(kept).word == "fair"
    assert replay(kept).result == kept["result"]


def test_every_version_has_records_and_the_ruling_matters() -> None:
    kept = [record(path) for path in RECORDS]
    assert {each["rules"] for each in kept} == {1, 2}
    for each in kept:
        other = {**each, "rules": 3 - each["rules"]}
        assert verify(other).problems, "the other version's ruling comes to the same"


@pytest.mark.parametrize("version", [1, 2])
def test_ships_at_the_same_height_score_half_and_in_version_1_nothing(version: int) -> None:
    text = gravitable.new("sunskim", seed=1).position().replace("sunskim 2", f"sunskim {version}")
    game = gravitable.position(text, seed=1)
    game.play(0, "thrust:0")
    told = game.play(1, "thrust:0")
    assert [event.kind for event in told].count("harvest") == 2
    for ship in game.view(0)["ships"]:
        light = {4: 2, 3: 3, 2: 4}[ship["height"]]
        assert ship["score"] == (light // 2 if version == 2 else 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_sees_a_chosen_card_before_all_have_chosen(players: int) -> None:
    rules = rules_of("sunskim")
    for game in played(players, seed=players, short=True):
        for viewer in (SPECTATOR, *range(players)):
            masked = rules.mask(game.states, viewer)
            filled = rules.determinize(masked, generator(game.n_entries))
            assert rules.mask(filled, viewer).tobytes() == masked.tobytes()
            assert rules.describe(rules.mask(filled, viewer), {}) == rules.describe(masked, {})
        own = [event for event in game.events(0) if event.kind == "choose"]
        hidden = [event for event in own if event.seat != 0]
        assert all(event.detail["card"] is None for event in hidden)


def test_positions_are_read_back_and_slips_are_told() -> None:
    for game in played(3, seed=5):
        assert gravitable.position(game.position()).position() == game.position()
    text = gravitable.new("sunskim", seed=1).position()
    for right, wrong in (("hand 0 1", "hand 0 0"), ("turn: 1", "turn: 2"), ("sunskim 2", "sunskim 9")):
        with pytest.raises(gravitable.BadPosition):
            gravitable.position(text.replace(right, wrong))


def test_pictures_are_whole_and_harmless() -> None:
    game = gravitable.new("sunskim", players=4, seed=1)
    names = ["<script>", "Ben & Co", "Cy", "Di"]
    for theme in ("night", "dawn"):
        svg = game.rules.draw_svg(game.view(None), theme=theme, names=names)
        root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
        assert not {part.tag.rpartition("}")[2] for part in root.iter()} & {"script", "image", "style", "a"}
    assert "Ben & Co" in game.rules.draw_text(game.view(None), colour=False, names=names)
