"""The puzzles of Gravwell. All but one kind are proved against everything that the others may reveal and do."""

from __future__ import annotations

from typing import Final

from gravitable.core.contract import Rules
from gravitable.core.game import Game, Table
from gravitable.core.state import States
from gravitable.gravwell import data
from gravitable.gravwell.ahead import own_effect
from gravitable.puzzles.contract import Attempt, Judgement, Posed, Quiz
from gravitable.puzzles.deep import Deep
from gravitable.puzzles.gravwell_plans import (
    Plan,
    applied,
    count_plans,
    own_positions,
    plans,
    rivals_of,
    sealed,
    stop_choices,
)
from gravitable.puzzles.puzzle import Puzzle

_LAST_WITH_CHOICE = data.N_MOVEMENTS - 2
"""After this movement the last card is played by itself, and two movements run into one."""
_MOST_PLANS: Final = 600
_LEAST_CARDS: Final = 3
_NEAR_THE_GATE: Final = 30

Outcome = dict[Plan, int]
"""Where the own ship ends, by what the others do."""


def _is_fresh_pick(masked: States) -> bool:
    """Say whether everybody picks a card now and nobody has done so yet."""
    is_pick = masked["phase"][0] == data.PICK and masked["movement"][0] <= _LAST_WITH_CHOICE
    return bool(is_pick and masked["waiting"][0] == (1 << int(masked["players"][0])) - 1)


def _outcomes(rules: Rules, masked: States, seat: int) -> dict[int, Outcome]:
    """Return for each card of a seat where its ship ends, by what the others do; an own stop is used when it helps."""
    cards = rules.legal(masked, seat)
    found: dict[int, Outcome] = {card: {} for card in cards}
    for plan in plans(masked, seat):
        states = sealed(rules, masked, dict(plan.picks))
        for card in cards:
            ends = own_positions(rules, applied(rules, states, seat, card), seat, plan.stops)
            found[card][plan] = max(position for position, _ in ends)
    return found


class PickKind:
    """A question about the card to pick."""

    is_proved = True
    name: str
    text: str

    def pose(self, game: Game, seat: int) -> Posed | None:
        """Return the puzzle in a position, found by trying every card against everything."""
        masked = game.rules.mask(game.states, seat)
        if not self._fits(masked, seat) or count_plans(masked, seat) > _MOST_PLANS:
            return None
        right = self._right(_outcomes(game.rules, masked, seat))
        if right is None:
            return None
        card, others = right
        fast = max(game.rules.legal(masked, seat), key=lambda each: int(data.VALUE[each]))
        if fast == card and masked["position"][0][seat] == data.SINGULARITY:
            return None  # the largest number, out of the Singularity: too plain
        text = game.rules.action_text(card)
        return Posed(self._goal(), (text,), 1 / (1 + others), is_deceptive=fast != card)

    def _fits(self, masked: States, seat: int) -> bool:
        """Say whether a position is of the right kind: a pick among enough cards."""
        return _is_fresh_pick(masked) and bool(masked["hand_size"][0][seat] >= _LEAST_CARDS)

    def _goal(self) -> float:
        return 1

    def _right(self, outcomes: dict[int, Outcome]) -> tuple[int, int] | None:
        """Return the one card that is right, and how many are not; None unless there is exactly one."""
        raise NotImplementedError

    def _failing(self, outcomes: dict[int, Outcome], card: int) -> Plan | None:
        """Return what the others can do that shows why a card is wrong; None when it is right."""
        raise NotImplementedError

    def judge(self, puzzle: Puzzle, game: Game, actions: tuple[str, ...]) -> Attempt:
        """Play a card against what shows best whether it is right."""
        if not actions:
            return Attempt(game, Judgement(done=False, solved=False), 0)
        rules, seat = game.rules, puzzle.seat
        masked = rules.mask(game.states, seat)
        copy = Game(game.table, game.states.copy())
        copy.play_without_chance(seat, actions[0])  # refuses what is not legal
        outcomes = _outcomes(rules, masked, seat)
        card = rules.action_number(actions[0])
        plan = self._failing(outcomes, card)
        solved = plan is None
        shown = plan or min(
            outcomes[card], key=lambda one: (outcomes[card][one], one.picks, sorted(one.stops))
        )
        best = max(outcome[shown] for outcome in outcomes.values())
        played, replies = _played(game, masked, seat, actions[0], shown)
        return Attempt(played, Judgement(True, solved, outcomes[card][shown], best), replies)


def _played(game: Game, masked: States, seat: int, action: str, plan: Plan) -> tuple[Game, int]:
    """Return a game in which the others did as planned, played to the end of the movement, and the replies' number."""
    table, rules = game.table, game.rules
    states = sealed(rules, masked, dict(plan.picks))
    shown = Game(Table(rules, table.players, table.options, bytes(32), table.position), states)
    shown.play_without_chance(seat, action)
    before = shown.n_entries
    movement = (int(masked["round_number"][0]), int(masked["movement"][0]))
    while _is_asked(shown.states, movement):
        actor = shown.to_act[0]
        answer = _own_answer(rules, shown.states, seat, plan) if actor == seat else actor in plan.stops
        shown.play_without_chance(actor, "stop" if answer else "go")
    return shown, shown.n_entries - before


def _is_asked(states: States, movement: tuple[int, int]) -> bool:
    now = (int(states["round_number"][0]), int(states["movement"][0]))
    return bool(states["phase"][0] == data.STOP) and now == movement


def _own_answer(rules: Rules, states: States, seat: int, plan: Plan) -> bool:
    """Say whether the own stop helps."""
    stopped, gone = (
        max(end for end, _ in own_positions(rules, applied(rules, states, seat, choice), seat, plan.stops))
        for choice in (data.ACT_STOP, data.ACT_GO)
    )
    return stopped > gone


class EveryReveal(PickKind):
    """The card that brings the ship farthest whatever the others reveal."""

    name = "reveal"
    text = (
        "Whatever the others reveal, and whether they stop or not: one card always brings you as far as any, "
        "and farther than each other card against something. Which?"
    )

    def _right(self, outcomes: dict[int, Outcome]) -> tuple[int, int] | None:
        best = [card for card in outcomes if self._failing(outcomes, card) is None]
        if len(best) != 1 or not self._is_worth_it(outcomes, best[0]):
            return None
        return best[0], len(outcomes) - 1

    def _is_worth_it(self, outcomes: dict[int, Outcome], card: int) -> bool:
        """Say whether the others really depend on what is revealed, so that there is something to think about."""
        depends = [len(set(outcome.values())) > 1 for outcome in outcomes.values()]
        return sum(depends) >= 2

    def _failing(self, outcomes: dict[int, Outcome], card: int) -> Plan | None:
        short = {
            plan: max(outcome[plan] for outcome in outcomes.values()) - position
            for plan, position in outcomes[card].items()
        }
        worst = max(short, key=lambda plan: (short[plan], plan.picks, sorted(plan.stops)))
        return worst if short[worst] > 0 else None


class SurelyThrough(PickKind):
    """The card that goes through the gate whatever the others do."""

    name = "gate"
    text = "One card takes you through the Warp Gate, whatever the others reveal. Which?"

    def _goal(self) -> float:
        return data.GATE

    def _fits(self, masked: States, seat: int) -> bool:
        return _is_fresh_pick(masked) and bool(masked["position"][0][seat] >= _NEAR_THE_GATE)

    def _right(self, outcomes: dict[int, Outcome]) -> tuple[int, int] | None:
        sure = [card for card in outcomes if self._failing(outcomes, card) is None]
        return (sure[0], len(outcomes) - 1) if len(sure) == 1 else None

    def _failing(self, outcomes: dict[int, Outcome], card: int) -> Plan | None:
        worst = min(outcomes[card], key=lambda plan: (outcomes[card][plan], plan.picks, sorted(plan.stops)))
        return worst if outcomes[card][worst] < data.GATE else None


class StopOrGo:
    """The Emergency Stop: which answer ends the movement farther ahead, whatever the others answer."""

    name = "stop"
    text = "End this movement as far ahead as you can: stop, or let it happen?"
    is_proved = True

    def pose(self, game: Game, seat: int) -> Posed | None:
        """Return the puzzle in a position, found by trying both answers with every answer of the others."""
        states = game.states
        if states["phase"][0] != data.STOP or states["movement"][0] == data.N_MOVEMENTS - 1:
            return None
        if not _others_to_come(states, seat):
            return None
        ends = self._ends(game.rules, states, seat)
        goes = [ends[stops][data.ACT_GO] - ends[stops][data.ACT_STOP] for stops in ends]
        if not (min(goes) > 0 or max(goes) < 0):
            return None
        goal = data.ACT_GO if min(goes) > 0 else data.ACT_STOP
        at_once = self._at_once(game, seat)
        deceptive = (at_once >= 0) != (goal == data.ACT_GO)
        if not deceptive and len(set(goes)) == 1 and abs(goes[0]) == abs(at_once):
            return None  # nothing that follows matters: too plain
        return Posed(1, (game.rules.action_text(goal),), 0.5, is_deceptive=deceptive)

    def _at_once(self, game: Game, seat: int) -> int:
        """Return by how much the card moves the own ship, before anything else happens."""
        return own_effect(game.states, seat).position - int(game.states["position"][0][seat])

    def _ends(self, rules: Rules, states: States, seat: int) -> dict[frozenset[int], dict[int, int]]:
        with_stop = [rival for rival in rivals_of(states, seat) if states["stop"][0][rival]]
        return {
            stops: {
                choice: own_positions(rules, applied(rules, states, seat, choice), seat, stops)[0][0]
                for choice in (data.ACT_STOP, data.ACT_GO)
            }
            for stops in stop_choices(with_stop)
        }

    def judge(self, puzzle: Puzzle, game: Game, actions: tuple[str, ...]) -> Attempt:
        """Play an answer, with everybody else going on."""
        if not actions:
            return Attempt(game, Judgement(done=False, solved=False), 0)
        rules, seat, states = game.rules, puzzle.seat, game.states.copy()
        movement = (int(states["round_number"][0]), int(states["movement"][0]))
        game.play_without_chance(seat, actions[0])
        before = game.n_entries
        while _is_asked(game.states, movement):
            game.play_without_chance(game.to_act[0], "go")
        ends = self._ends(rules, states, seat)[frozenset()]
        got = ends[rules.action_number(actions[0])]
        solved = actions[0] == puzzle.answer[0]
        return Attempt(game, Judgement(True, solved, got, max(ends.values())), game.n_entries - before)


def _others_to_come(states: States, seat: int) -> bool:
    """Say whether somebody else's card resolves later in this movement."""
    s = states[0]
    return any(
        int(s.played[rival, int(s.movement) - 1]) > int(s.current) for rival in rivals_of(states, seat)
    )


QUIZ: Final = Quiz(
    kinds=(
        EveryReveal(),
        SurelyThrough(),
        StopOrGo(),
        Deep("Find the best choice: all others cost at least 15 points of your chance to win."),
    ),
    tables=(2, 3, 2, 4),
    bot="search:20",
)
