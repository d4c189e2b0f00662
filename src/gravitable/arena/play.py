"""One game of a tournament, from the deal to its line in the results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gravitable
from gravitable.arena.entrants import make_entrant, warm_up
from gravitable.arena.plan import Plan
from gravitable.bots import Bot, OwnBot, ask
from gravitable.core.errors import GravitableError
from gravitable.core.game import Game
from gravitable.core.state import round_of
from gravitable.reviews.luck import luck_of

Json = dict[str, Any]


class _Forfeit(Exception):
    """A bot did what no player may do."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat
        self.reason = reason


def play_game(plan: Plan, index: int) -> Json:
    """Play a game of the plan and return its result, JSON-able.

    A bot that raises or chooses an illegal action loses the game at once, and the others share the win.
    """
    seating = plan.seating(index)
    game = gravitable.new(plan.game, players=plan.players, seed=plan.deal_seed(index), **plan.options)
    clock = [0.0] * plan.players
    count = [0] * plan.players
    line: Json = {"game": index, "deal": plan.deal(index), "seats": list(seating)}
    try:
        _play(game, _sit_down(plan, index, game), clock, count)
        result = game.result or {}
        line |= {
            "winners": result["winners"],
            "scores": result["scores"],
            "reason": result["reason"],
            "forfeit": None,
        }
    except _Forfeit as forfeit:
        others = [seat for seat in range(plan.players) if seat != forfeit.seat]
        line |= {"winners": others, "scores": None, "reason": "forfeit"}
        line["forfeit"] = {"seat": forfeit.seat, "bot": seating[forfeit.seat], "reason": forfeit.reason}
    if plan.adjusted:
        line["luck"] = None if line["forfeit"] else luck_of(game.record(), plan.luck_seed(index))
    line["rounds"] = round_of(game.states)
    line["decisions"] = count
    line["seconds"] = [round(seconds, 4) for seconds in clock]
    return line


def _sit_down(plan: Plan, index: int, game: Game) -> list[Bot | OwnBot]:
    bots = []
    for seat, spec in enumerate(plan.seating(index)):
        with _at_the_cost_of(seat):
            bots.append(make_entrant(spec, plan.game, plan.bot_seed(index, seat), seat))
            warm_up(spec, bots[-1], game)
    return bots


def _play(game: Game, bots: list[Bot | OwnBot], clock: list[float], count: list[int]) -> None:
    while not game.over:
        seat = game.to_act[0]
        choose = ask(bots[seat], game, seat)
        started = time.perf_counter()
        with _at_the_cost_of(seat):
            action = choose()
        clock[seat] += time.perf_counter() - started
        count[seat] += 1
        game.advance(seat, action)


@contextmanager
def _at_the_cost_of(seat: int) -> Iterator[None]:
    """Let a bot do something; whatever it raises costs it the game."""
    try:
        yield
    except GravitableError as error:
        raise _Forfeit(seat, str(error)) from error
    except Exception as error:
        raise _Forfeit(seat, f"{type(error).__name__}: {error}") from error
