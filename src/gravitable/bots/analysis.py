"""What the search thinks of a position, for hints, for reviews and for the browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gravitable.bots import generic
from gravitable.bots.base import decision_rng
from gravitable.bots.kernels.tree import (
    ITERATIONS,
    NO_NODE,
    NOTHING_CHOSEN,
    Tree,
    child,
    chosen_too,
    edges_of,
)
from gravitable.bots.minds import mind_of
from gravitable.bots.search import Budget, grow, most_visited
from gravitable.core.chance import generator
from gravitable.core.contract import Rules
from gravitable.core.errors import BadSeat, GameOver, NotYourTurn
from gravitable.core.events import NO_EVENTS
from gravitable.core.game import Game
from gravitable.core.registry import package_of
from gravitable.core.state import States

Json = dict[str, Any]

_MAX_STEPS = 12
_MIN_VISITS = 8
"""A step that was tried less often than this is not told as expected."""


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of an expected continuation."""

    seat: int
    action: str
    is_guess: bool
    """Whether it is somebody else's: which card they use may be made up."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """One sensible action, and what to expect of it."""

    action: str
    win_chance: float
    expected_score: float
    visits: int
    continuation: tuple[Step, ...]
    """What the search expects to follow, others' choices included."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the search thinks of a seat's choices, the best first."""

    game: str
    seat: int
    iterations: int
    prospects: tuple[Prospect, ...]

    @property
    def best(self) -> Prospect:
        """The action that the search would play."""
        return self.prospects[0]

    def to_json(self) -> Json:
        """Return the analysis as JSON-able data."""
        return {
            "game": self.game,
            "seat": self.seat,
            "iterations": self.iterations,
            "actions": [
                {
                    "action": prospect.action,
                    "win_chance": round(prospect.win_chance, 4),
                    "expected_score": round(prospect.expected_score, 2),
                    "visits": prospect.visits,
                    "continuation": [
                        {"seat": step.seat, "action": step.action, "guess": step.is_guess}
                        for step in prospect.continuation
                    ],
                }
                for prospect in self.prospects
            ],
        }


def analyse(game: Game, seat: int, budget: str | int = "500ms", seed: int = 0) -> Analysis:
    """Return what the search thinks of each sensible action of a seat, from what that seat may know.

    ``budget``: iterations as a number, or a text such as ``"500ms"``. Of actions that come to the same (which card goes
    face down in a simple move) only one is told. Raises NotYourTurn, GameOver, BadSeat or UnknownBot.

    >>> import gravitable
    >>> game = gravitable.new("superstar", players=2, seed=1)
    >>> seat = game.to_act[0]
    >>> gravitable.analyse(game, seat, budget=200).best.action in game.legal(seat)
    True
    """
    _check_turn(game, seat)
    return analyse_known(game, game.rules.mask(game.states, seat), seat, budget, seed)


def analyse_known(game: Game, masked: States, seat: int, budget: str | int, seed: int = 0) -> Analysis:
    """Return the same from any state that a seat is to act in: for analyses, in which all cards may lie open."""
    if package_of(game.name).bots is None:
        return _generic(game, masked, seat, Budget.read(str(budget)), seed)
    tree = grow(game.name, masked, seat, Budget.read(str(budget)), seed)
    edges = sorted(edges_of(tree, 0, seat), key=lambda e: (tree.visits[e], tree.reward[e]), reverse=True)
    prospects = tuple(_prospect(game, tree, edge, masked, seat) for edge in edges if tree.visits[edge])
    return Analysis(game.name, seat, int(tree.counts[ITERATIONS]), prospects)


def _generic(game: Game, masked: States, seat: int, budget: Budget, seed: int) -> Analysis:
    """Return the same for a game without search kernels; its search expects nothing of what follows."""
    found = generic.explore(game.rules, masked, seat, budget, decision_rng(seed, masked, seat))
    tried = [one for one in found if one.visits]
    prospects = [
        Prospect(
            game.rules.action_text(one.action), one.wins / one.visits, one.score / one.visits, one.visits, ()
        )
        for one in tried
    ]
    return Analysis(game.name, seat, sum(one.visits for one in tried), tuple(prospects))


def _check_turn(game: Game, seat: int) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < game.players:
        raise BadSeat(f"there is no seat {seat!r}; seats go from 0 to {game.players - 1}")
    if game.over:
        raise GameOver("the game is over; there is nothing left to choose")
    if seat not in game.to_act:
        raise NotYourTurn(f"seat {seat} is not to act; the game waits for {game.to_act}", game.to_act)


def _prospect(game: Game, tree: Tree, edge: int, masked: States, seat: int) -> Prospect:
    visits = int(tree.visits[edge])
    action = int(_doors(game.name).concrete_action(masked, seat, int(tree.action[edge])))
    return Prospect(
        game.rules.action_text(action),
        float(tree.reward[edge] / visits),
        float(tree.score[edge] / visits),
        visits,
        tuple(_continuation(game, tree, edge, masked, seat)),
    )


def _doors(game: str) -> Any:
    return mind_of(game).kernel("doors")


def _continuation(game: Game, tree: Tree, edge: int, masked: States, seat: int) -> list[Step]:
    """Return the line that the search tried most after one action of the root, for one guess at what is hidden."""
    return _line(game.rules, tree, one_guess(game.rules, masked), seat, {seat: edge})


def expected_line(rules: Rules, tree: Tree, masked: States, seat: int, action: int) -> list[Step]:
    """Return the line that was tried most behind an action (see ``Engine.judge``), for one guess at what is hidden."""
    states = one_guess(rules, masked)
    rules.apply(states, seat, action, NO_EVENTS)
    return _line(rules, tree, states, seat, {})


def one_guess(rules: Rules, masked: States) -> States:
    """Return a masked state with everything hidden filled in; seats that chose in secret have to choose once more."""
    states = masked.copy()
    if package_of(rules.name).bots is not None:
        _doors(rules.name).forget_sealed(states)
    return rules.determinize(states, generator(0))


def _line(rules: Rules, tree: Tree, states: States, seat: int, fixed: dict[int, int]) -> list[Step]:
    """Follow a tree from its root; ``fixed``: edges to take there, which are no steps of the line."""
    node, steps = 0, list[Step]()
    while node != NO_NODE and rules.to_act(states) and len(steps) < _MAX_STEPS:
        chosen = NOTHING_CHOSEN
        for mover in rules.to_act(states):
            step = fixed[mover] if mover in fixed else _expected(rules, tree, node, states, mover)
            if step is None:
                return steps
            action = int(_doors(rules.name).concrete_action(states, mover, int(tree.action[step])))
            rules.apply(states, mover, action, NO_EVENTS)
            if mover not in fixed:
                steps.append(Step(mover, rules.action_text(action), mover != seat))
            chosen = int(chosen_too(chosen, int(tree.action[step])))
        node, fixed = int(child(tree, node, chosen)), {}
    return steps


def _expected(rules: Rules, tree: Tree, node: int, states: States, seat: int) -> int | None:
    """Return the edge that was tried most among those that are legal in this guess, if it was tried enough."""
    legal, concrete = rules.legal(states, seat), _doors(rules.name).concrete_action
    edges = [
        edge
        for edge in edges_of(tree, node, seat)
        if tree.visits[edge] >= _MIN_VISITS and concrete(states, seat, int(tree.action[edge])) in legal
    ]
    return most_visited(tree, edges) if edges else None
