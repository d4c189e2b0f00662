"""One game of a tournament, from the deal to its line in the results."""

from __future__ import annotations

import time
from typing import Any

import gravitable
from gravitable.arena.entrants import make_entrant
from gravitable.arena.plan import Plan
from gravitable.bots import Bot
from gravitable.core.game import Game
from gravitable.core.state import round_of

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
        _play(game, _sit_down(plan, index), clock, count)
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
    line["rounds"] = round_of(game.states)
    line["decisions"] = count
    line["seconds"] = [round(seconds, 4) for seconds in clock]
    return line


def _sit_down(plan: Plan, index: int) -> list[Bot]:
    return [
        _guarded(seat, lambda spec=spec, seat=seat: make_entrant(spec, plan.game, plan.bot_seed(index, seat)))
        for seat, spec in enumerate(plan.seating(index))
    ]


def _play(game: Game, bots: list[Bot], clock: list[float], count: list[int]) -> None:
    while not game.over:
        seat = game.to_act[0]
        started = time.perf_counter()
        number = _guarded(seat, lambda seat=seat: bots[seat].choose(game.rules.mask(game.states, seat), seat))
        clock[seat] += time.perf_counter() - started
        count[seat] += 1
        game.play(seat, _checked(game, seat, number))


def _guarded(seat: int, act: Any) -> Any:
    """Let a bot do something; whatever it raises costs it the game."""
    try:
        return act()
    except Exception as error:
        raise _Forfeit(seat, f"{type(error).__name__}: {error}") from error


def _checked(game: Game, seat: int, number: Any) -> str:
    """Return the notation of a bot's choice if it is legal."""
    legal = game.rules.legal(game.states, seat)
    if isinstance(number, bool) or not hasattr(number, "__index__") or int(number) not in legal:
        raise _Forfeit(seat, f"illegal action {number!r}; legal: {', '.join(game.legal(seat))}")
    return game.rules.action_text(int(number))
