"""What agents see: documented, complete, and nothing that their seat may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gravitable
from gravitable.core.chance import generator
from gravitable.envs.errors import BadArray
from gravitable.envs.observation import layout
from gravitable.envs.single import SingleGame
from gravitable.superstar import data

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("superstar", 2, {}),
    ("superstar", 4, {"goodies": ["tile", "double", "teleport"]}),
    ("superstar", 6, {"expert": True}),
    ("gravwell", 1, {}),
    ("gravwell", 2, {}),
    ("gravwell", 3, {"warp_gate": True, "chaos": True}),
    ("gravwell", 4, {"no_secrets": True, "hardcore": True}),
]


def _positions(game: str, players: int, options: dict[str, Any], every: int = 7) -> Any:
    """Play two random games and stop at every seventh decision."""
    single = SingleGame(game, players, options)
    rng = np.random.default_rng(1)
    for seed in range(2):
        single.reset(seed)
        decisions = 0
        while single.seat >= 0:
            if decisions % every == 0:
                yield single
            single.act(int(rng.choice(single.legal(single.seat))))
            decisions += 1
        yield single


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_nothing_leaks(game: str, players: int, options: dict[str, Any]) -> None:
    """Whatever a seat cannot know may be shuffled; what it sees stays the same, byte for byte."""
    shuffled = 0
    for single in _positions(game, players, options):
        for seat in range(players):
            masked = single.rules.mask(single.states, seat)
            other = SingleGame(game, players, options)
            for seed in range(3):
                other.states[:] = single.rules.determinize(masked, generator(seed))
                shuffled += other.states.tobytes() != single.states.tobytes()
                for mine, theirs in zip(single.look(seat), other.look(seat), strict=True):
                    assert mine.tobytes() == theirs.tobytes()
    assert shuffled > 20


@pytest.mark.parametrize(("game", "players", "options"), KINDS)
def test_every_feature_lies_in_a_named_part(game: str, players: int, options: dict[str, Any]) -> None:
    described = layout(game, players)
    ends = [0]
    for part in described:
        assert part.start == ends[-1]
        assert len(part.features) == part.shape[-1] == len(set(part.features))
        ends.append(part.stop)
    assert 0 <= described.size - ends[-1] < 8
    for single in _positions(game, players, options, every=31):
        assert not single.look(0)[0][ends[-1] :].any()


def test_superstar_as_seen_by_a_seat() -> None:
    game = gravitable.new("superstar", players=3, seed=42, goodies=["teleport"])
    for _ in range(40):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[-1])
    single = SingleGame("superstar", 3, {"goodies": ["teleport"]})
    single.states[:] = game.states
    for seat in range(3):
        _compare_superstar(game.view(seat), layout("superstar", 3).split(single.look(seat)[0]), seat)


def _compare_superstar(view: dict[str, Any], parts: dict[str, Any], seat: int) -> None:
    names = {part.name: part.features for part in layout("superstar", 3)}

    def value(part: str, place: Any, feature: str) -> int:
        return int(parts[part][place][names[part].index(feature)])

    for number, space in enumerate(view["spaces"]):
        place = divmod(number, view["columns"])
        stars = [colour for colour in data.COLOURS if value("board", place, f"{colour} star")]
        assert stars == ([space["star"]] if space["star"] else [])
        assert bool(value("board", place, "replay symbol")) == (space["symbol"] == "replay")
        own = [side for side in "nesw" if value("board", place, f"platform {side}") == 2]
        assert "".join(own) == space["walls"]
    for i in range(3):
        told = view["seats"][(seat + i) % 3]
        assert [card for card in data.CARDS if value("seats", i, f"holds {card}")] == told["hand"]
        assert value("seats", i, "points") == told["points"]
        assert value("seats", i, "tokens") == told["tokens"]
        assert value("seats", i, "unknown cards face down") == (told["hidden"] or {}).get("face_down", 0)
        assert value("seats", i, "to act") == (told["seat"] in view["to_act"])
        pawn = view["pawns"][(seat + i) % 3]
        assert value("seats", i, "on board") == (pawn["space"] is not None)
    assert value("turn", (), "stars on board") == view["stars_on_board"]
    assert value("turn", (), "teleport in play") == 1
    assert value("turn", (), "round") == view["round"]
    assert [value("doors", i, "open") for i in range(4)] == [door["open"] for door in view["doors"]]


def test_gravwell_as_seen_by_a_seat() -> None:
    game = gravitable.new("gravwell", players=3, seed=7)
    for _ in range(16):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[0])
    single = SingleGame("gravwell", 3, {})
    single.states[:] = game.states
    for seat in range(3):
        view, parts = game.view(seat), layout("gravwell", 3).split(single.look(seat)[0])
        positions = [view["ships"][(seat + i) % 3]["position"] for i in range(3)]
        assert parts["ships"][:3, 1].tolist() == positions
        assert parts["ships"][4:, 1].tolist() == [ship["position"] for ship in view["derelicts"]]
        letters = [chr(65 + card) for card in parts["cards"][:, 0].nonzero()[0]]
        assert letters == view["seats"][seat]["hand"]
        assert parts["turn"][3] == view["round"]
        assert parts["turn"][5] == view["movement"]


def test_sealed_picks_show_only_that_they_were_made() -> None:
    single = SingleGame("gravwell", 2, {})
    single.reset(1)
    while len(single.rules.to_act(single.states)) < 2:
        single.act(single.legal(single.seat)[0])
    single.act(single.legal(0)[0])
    own = layout("gravwell", 2).split(single.look(0)[0])["played"]
    others = layout("gravwell", 2).split(single.look(1)[0])["played"]
    assert 1 <= own[0, 0] <= 26
    assert others[1, 0] == 27
    assert others[0, 0] == 0


def test_split_does_not_copy_and_refuses_other_shapes() -> None:
    described = layout("superstar", 2)
    batch = np.zeros((5, described.size), np.uint8)
    parts = described.split(batch)
    assert parts["board"].shape == (5, 6, 12, 16)
    parts["turn"][3] = 1
    assert batch.any()
    with pytest.raises(BadArray, match="1256"):
        described.split(np.zeros(7, np.uint8))
    with pytest.raises(KeyError, match="board, seats, doors, turn"):
        _ = described["roof"]
    with pytest.raises(gravitable.WrongPlayerCount):
        layout("superstar", 7)
