"""Hints: what a search would play, for somebody at a table where that is allowed, from what they may see.

That somebody asked stands in the log before they hear the answer, so nobody can say later that they did not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from gravitable.bots.analysis import analyse
from gravitable.core.errors import GameOver, NotYourTurn
from gravitable.core.game import Game
from gravitable.core.state import States
from gravitable.reviews.judges import Judge, judge_for, mean_and_band
from gravitable.reviews.steps import SEEDS, checked_budget
from gravitable.server.compiling import Compiling, until_ready
from gravitable.server.errors import NoHints, Stale, WholeTurn
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import Match
from gravitable.server.play.wishes import Wish, seat_for
from gravitable.server.protocol.client import Hint
from gravitable.server.protocol.server import Hinted, HintedAction, LineStep

BUDGET: Final = 4000
"""Iterations of the search that finds the actions to look at more closely."""
SHOWN: Final = 3
_Args = ParamSpec("_Args")
_Found = TypeVar("_Found")


class Hints:
    """Answers people who ask what to play."""

    def __init__(self, authority: Authority, compiling: Compiling | None = None) -> None:
        self._authority = authority
        self._compiling = compiling
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="hint")

    def stop(self) -> None:
        """Stop without waiting for a search."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def think(
        self, game: str, work: Callable[_Args, _Found], *what: _Args.args, **how: _Args.kwargs
    ) -> _Found:
        """Do something slow about a game in the one thread that people's questions share: bots keep theirs."""
        await until_ready(self._compiling, game)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, partial(work, *what, **how))

    async def answer(self, person: int, asked: Hint) -> Hinted:
        """Return the best actions; raises NoHints, NotAtTable, NotYourTurn, Stale, or what the rules say."""
        match = await self._current(person, asked)
        seat = seat_for(match, Wish("hint", person))
        game = _after(match, seat, asked.actions)
        if not match.has_hint(seat):
            wish = Wish("hint", person, version=asked.version)
            match = (await self._authority.carry_out(asked.table, wish)).texts.match
        best = await self.think(game.name, best_actions, game, seat)
        return Hinted(
            table=asked.table,
            version=match.version,
            actions=asked.actions,
            best=best,
            budget=judged_budget(match.game.name),
            ref=asked.ref,
        )

    async def _current(self, person: int, asked: Hint) -> Match:
        """Return the match if this person may have a hint there now."""
        match = (await self._authority.look(asked.table)).match
        seat = seat_for(match, Wish("hint", person))
        if not match.terms.hints:
            raise NoHints("no hints here: the game counts, or not everybody agreed to them")
        if not match.may_try(seat, asked.version):
            match = (await self._authority.look_closely(asked.table)).match
        if match.over:
            raise GameOver("the game is over")
        if seat not in match.to_act:
            raise NotYourTurn("it is not your turn: there is nothing to choose", match.to_act)
        if not match.is_current(seat, asked.version):
            raise Stale(match.version)
        return match


def _after(match: Match, seat: int, actions: Sequence[str]) -> Game:
    """Return a private copy of the game after what the seat has put together so far."""
    if actions and not match.whole_turns:
        raise WholeTurn(f"in {match.game.name} every choice is final: a hint takes no actions here")
    game = match.played(seat, actions)
    if seat not in game.to_act:
        raise NotYourTurn("your turn is complete: there is nothing left to choose", game.to_act)
    return game


def best_actions(game: Game, seat: int) -> list[HintedAction]:
    """Return the best actions of a seat, the best first. Slow: call it in a thread, with a game of its own.

    A search finds those that are worth a look; then each gets searches of its own, as many and as long as the others.
    """
    rules = game.rules
    masked = rules.mask(game.states, seat)
    found = analyse(game, seat, BUDGET).prospects[:SHOWN]
    judge = judge_for(rules, game.players, judged_budget(game.name), SEEDS)
    told = [_told(judge, masked, seat, rules.action_number(one.action), one.action) for one in found]
    return sorted(told, key=lambda one: -one.chance)


def judged_budget(game: str) -> int:
    """Return the iterations of each search behind a chance."""
    return checked_budget(game, None)


def _told(judge: Judge, masked: States, seat: int, action: int, text: str) -> HintedAction:
    samples = [judge.after(masked, seat, action, seed) for seed in range(SEEDS)]
    mean, band = mean_and_band(samples)
    return HintedAction(
        action=text,
        chance=round(float(mean[seat]), 4),
        band=round(float(band[seat]), 4),
        line=[LineStep(step.seat, step.action, step.guess) for step in judge.line(masked, seat, action)],
    )
