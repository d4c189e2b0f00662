"""Hints: what a search would play, for somebody at a table where that is allowed, from what they may see.

That somebody asked stands in the log before they hear the answer, so nobody can say later that they did not.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from gravitable.bots.analysis import Analysis, Prospect, analyse
from gravitable.core.errors import GameOver, NotYourTurn
from gravitable.core.game import Game
from gravitable.server.authority import Authority
from gravitable.server.errors import NoHints, Stale, WholeTurn
from gravitable.server.match import Match
from gravitable.server.protocol.client import Hint
from gravitable.server.protocol.server import Hinted, HintedAction, LineStep
from gravitable.server.wishes import Wish, seat_for

BUDGET: Final = 6000
"""Iterations of each search."""
SEEDS: Final = 3
"""Searches for each hint: how far they differ is how little can be known."""
SHOWN: Final = 3
_KNOWN: Final = 0.02
"""An action that got a smaller share of all iterations has a chance that nobody should read."""

_Args = ParamSpec("_Args")
_Found = TypeVar("_Found")


class Hints:
    """Answers people who ask what to play."""

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="hint")

    def stop(self) -> None:
        """Stop without waiting for a search."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def think(self, work: Callable[_Args, _Found], *what: _Args.args, **how: _Args.kwargs) -> _Found:
        """Do something slow in the one thread that people's questions share, so that bots keep theirs."""
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
        best = await self.think(best_actions, game, seat)
        return Hinted(
            table=asked.table,
            version=match.version,
            actions=asked.actions,
            best=best,
            budget=BUDGET,
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
    """Return the best actions of a seat, the best first. Slow: call it in a thread, with a game of its own."""
    found = [analyse(game, seat, BUDGET, seed) for seed in range(SEEDS)]
    options = _by_action(found)
    least = _KNOWN * sum(one.iterations for one in found)
    visits = {action: sum(one.visits for one in options[action]) for action in options}
    ordered = sorted(options, key=lambda action: -visits[action])
    known = [action for action in ordered if visits[action] >= least] or ordered[:1]
    return [_told(action, options[action]) for action in known[:SHOWN]]


def _by_action(found: Sequence[Analysis]) -> dict[str, list[Prospect]]:
    options: dict[str, list[Prospect]] = defaultdict(list)
    for analysis in found:
        for prospect in analysis.prospects:
            options[prospect.action].append(prospect)
    return options


def _told(action: str, found: Sequence[Prospect]) -> HintedAction:
    chances = [one.win_chance for one in found]
    mean = sum(chances) / len(chances)
    variance = sum((each - mean) ** 2 for each in chances) / max(1, len(chances) - 1)
    line = max(found, key=lambda one: len(one.continuation)).continuation
    return HintedAction(
        action=action,
        chance=round(mean, 4),
        band=round(math.sqrt(variance / len(chances)), 4),
        line=[LineStep(step.seat, step.action, step.is_guess) for step in line],
    )
