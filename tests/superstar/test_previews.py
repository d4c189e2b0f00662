"""What a preview promises is what happens: the best steal counted, and what a Wild card stands for told."""

from __future__ import annotations

import random
from typing import cast

import gravitable
from gravitable.core.game import Game
from gravitable.superstar.view_types import Preview


def _points(game: Game, seat: int) -> int:
    return int(game.state()["seats"][seat]["points"])


def _best_by_trying(game: Game, seat: int, before: int) -> int:
    """Return the most that a seat has gained when all its steals are chosen."""
    if game.state()["phase"] != "steal" or game.to_act != (seat,):
        return _points(game, seat) - before
    gains = []
    for action in game.legal(seat):
        tried = game.copy()
        tried.advance(seat, action)
        gains.append(_best_by_trying(tried, seat, before))
    return max(gains)


def test_a_preview_counts_the_best_steal() -> None:
    checked = 0
    for seed in range(12):
        choose = random.Random(seed)
        game = gravitable.new("superstar", players=4, seed=seed)
        while not game.over and checked < 40:
            (seat,) = game.to_act
            for action in game.legal(seat):
                preview = cast("Preview", game.typed_preview(seat, action))
                if not preview.steal_points:
                    continue
                tried, before = game.copy(), _points(game, seat)
                tried.advance(seat, action)
                assert preview.points + preview.steal_points == _best_by_trying(tried, seat, before)
                checked += 1
            game.play(seat, choose.choice(game.legal(seat)))
    assert checked >= 20


def test_a_wild_card_says_what_it_stands_for() -> None:
    seen = set()
    for seed in range(6):
        choose = random.Random(seed)
        game = gravitable.new("superstar", players=3, seed=seed)
        while not game.over:
            (seat,) = game.to_act
            wild = [action for action in game.legal(seat) if action.startswith("wild:")]
            action = choose.choice(wild or game.legal(seat))
            card = next((event for event in game.play(seat, action) if event.kind == "card"), None)
            if wild:
                assert card is not None
                meant = action.removeprefix("wild:").partition("-")[0]
                assert card.detail["acts_as"] == meant
                seen.add(meant)
            elif card is not None:
                assert card.detail["acts_as"] is None
    assert seen == {"long", "high", "drop", "rotate"}
