"""Puzzles that nobody can prove: a deep search, asked several times, must find one action clearly better.

Every action gets the same number of iterations, in several searches with seeds of their own; each of these must see
the same action ahead of all others by at least ``CLEARLY``. Games of two only, where one's chance is the other's risk.
Whoever chooses at the same time does so as a search bot would that sees only what that seat may see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gravitable.bots.analysis import analyse
from gravitable.bots.base import decision_rng
from gravitable.bots.kernels.tree import edges_of
from gravitable.bots.minds import mind_of
from gravitable.bots.search import Budget, SearchBot, grow, most_visited
from gravitable.bots.simple import GreedyBot
from gravitable.core.contract import Rules
from gravitable.core.copies import copied
from gravitable.core.events import NO_EVENTS
from gravitable.core.game import Game
from gravitable.core.state import States
from gravitable.puzzles.contract import Attempt, Judgement, Posed
from gravitable.puzzles.puzzle import Puzzle

CLEARLY: Final = 0.15
"""By how much of the chance to win the answer must be better than everything else."""
SEEDS: Final = (1, 2, 3)
ITERATIONS: Final = 2000
"""Iterations for each action in each search."""
_GUESSES: Final = 12
"""How often each search guesses what is hidden; the guesses share its iterations."""
_RIVALS_ITERATIONS: Final = 300
_AS_GOOD: Final = 0.05
"""The same move with another card counts too, unless it costs more than this."""
_FIRST_LOOK: Final = 1500
_WORTH_A_LOOK: Final = 0.14
_CERTAIN: Final = 0.99

Chances = dict[str, float]
"""The chance to win after each action."""


def _itself(action: str) -> str:
    return action


class Deep:
    """The best action, found by search."""

    name = "best"
    is_proved = False

    def __init__(self, text: str, label: Callable[[str], str] = _itself) -> None:
        self.text = text
        self._label = label
        """What an action does: actions with the same label are one move, made with different cards."""

    def pose(self, game: Game, seat: int) -> Posed | None:
        """Return the puzzle in a position: first a quick look, then the same effort for every action."""
        if game.players != 2 or len(game.legal(seat)) < 2 or not self._is_fresh(game, seat):
            return None
        if not self._looks_clear(game, seat):
            return None
        found = []
        for seed in SEEDS:
            found.append(chances(game, seat, seed))
            if not self._is_clear(found[-1], _best(found[0])):
                return None
        posed = self._posed(found)
        return posed and replace(posed, is_deceptive=not self._is_plain(game, seat, posed))

    def _is_plain(self, game: Game, seat: int, posed: Posed) -> bool:
        """Say whether looking one step ahead is enough to find the answer."""
        masked = game.rules.mask(game.states, seat)
        chosen = GreedyBot(game.name, 0).choose(masked, seat)
        return posed.chances[game.rules.action_text(chosen)] >= posed.goal

    def judge(self, puzzle: Puzzle, game: Game, actions: tuple[str, ...]) -> Attempt:
        """Play the first action of an answer and compare its chance."""
        if not actions:
            return Attempt(game, Judgement(done=False, solved=False), 0)
        game.play_without_chance(puzzle.seat, actions[0])
        got, best = puzzle.chances[actions[0]], puzzle.chances[puzzle.answer[0]]
        return Attempt(game, Judgement(True, got >= puzzle.goal, got, best), 0)

    def _is_fresh(self, game: Game, seat: int) -> bool:
        """Say whether none of the seats that choose at the same time has chosen yet."""
        doors = mind_of(game.name).kernel("doors")
        return int(doors.choosers(game.rules.mask(game.states, seat))) <= len(game.to_act)

    def _looks_clear(self, game: Game, seat: int) -> bool:
        best, *rest = analyse(game, seat, _FIRST_LOOK, seed=0).prospects
        others = [each.win_chance for each in rest if self._label(each.action) != self._label(best.action)]
        if not others or best.win_chance > _CERTAIN:
            return False
        return best.win_chance - max(others) > _WORTH_A_LOOK

    def _posed(self, found: list[Chances]) -> Posed | None:
        """Return the puzzle if all searches agree on it."""
        mean = {action: round(sum(one[action] for one in found) / len(found), 3) for action in found[0]}
        best = _best(mean)
        if not all(self._is_clear(one, best) for one in [*found, mean]):
            return None
        same = [action for action in mean if self._label(action) == self._label(best)]
        goal = min(mean[action] for action in same if mean[action] >= mean[best] - _AS_GOOD)
        right = [action for action, chance in mean.items() if chance >= goal]
        return Posed(goal, (best,), len(right) / len(mean), chances=mean)

    def _is_clear(self, chance: Chances, best: str) -> bool:
        others = [value for action, value in chance.items() if self._label(action) != self._label(best)]
        return bool(others) and chance[best] - max(others) >= CLEARLY


def _best(chance: Chances) -> str:
    return max(chance, key=lambda action: (chance[action], action))


def chances(game: Game, seat: int, seed: int) -> Chances:
    """Return the chance to win after each action of a seat, each searched equally long."""
    rules, masked = game.rules, game.rules.mask(game.states, seat)
    rng = decision_rng(seed, masked, seat)
    guesses = [_with_others(game, rules.determinize(masked, rng), seat, seed) for _ in range(_GUESSES)]
    return {
        rules.action_text(action): _chance_after(game, guesses, seat, action, seed)
        for action in rules.legal(masked, seat)
    }


def _with_others(game: Game, guess: States, seat: int, seed: int) -> States:
    """Let the seats that choose at the same time choose, before the seat's own choice is known."""
    rules = game.rules
    for rival in [each for each in rules.to_act(guess) if each != seat]:
        bot = SearchBot(rules.name, seed, Budget(iterations=_RIVALS_ITERATIONS))
        rules.apply(guess, rival, bot.choose(rules.mask(guess, rival), rival), NO_EVENTS)
    return guess


def _chance_after(game: Game, guesses: list[States], seat: int, action: int, seed: int) -> float:
    """Return the chance after an action; guesses that it leaves alike are searched once, for longer."""
    rules, total = game.rules, 0.0
    after: dict[bytes, list[States]] = {}
    for guess in guesses:
        states = copied(guess)
        rules.apply(states, seat, action, NO_EVENTS)
        _let_chance_decide(game, states, seed)
        if rules.over(states):
            winners = rules.result(states)["winners"]
            total += (seat in winners) / len(winners)
        else:
            masked = rules.mask(states, seat)
            after.setdefault(masked.tobytes(), []).append(masked)
    for alike in after.values():
        iterations = len(alike) * ITERATIONS // _GUESSES
        total += len(alike) * _value(rules, alike[0], seat, iterations, seed)
    return total / len(guesses)


def _let_chance_decide(game: Game, states: States, seed: int) -> None:
    rules = game.rules
    while rules.chance_kind(states) is not None:
        rules.chance(states, game.options, decision_rng(seed, states, 0), NO_EVENTS)


def _value(rules: Rules, masked: States, seat: int, iterations: int, seed: int) -> float:
    """Return the chance of a seat, as the search sees it from what the seat may know."""
    tree = grow(rules.name, masked, seat, Budget(iterations=iterations), seed)
    movers = rules.to_act(masked)
    mover = seat if seat in movers else movers[0]
    edge = most_visited(tree, edges_of(tree, 0, mover))
    chance = float(tree.reward[edge] / max(1, tree.visits[edge]))
    return chance if mover == seat else 1.0 - chance
