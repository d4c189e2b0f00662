"""The puzzles of Gravity Superstar. All but one kind are proved by trying every way to play the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gravitable.core.contract import Rules
from gravitable.core.copies import copied
from gravitable.core.game import Game
from gravitable.core.state import States
from gravitable.puzzles.contract import Attempt, Judgement, Posed, Quiz
from gravitable.puzzles.deep import Deep
from gravitable.puzzles.puzzle import Puzzle
from gravitable.puzzles.superstar_turns import (
    Line,
    after,
    asks_for_replay,
    is_open,
    label,
    labels,
    lines,
    start,
)
from gravitable.superstar import data

Measure = Callable[[Rules, Line, int, int], float]
"""What a finished line is worth to a seat that had so many points before."""

_NO_REPLAY, _WITH_REPLAY = False, True


def _gain(rules: Rules, line: Line, seat: int, before: int) -> float:
    return line.points[seat] - before


def _ejected(rules: Rules, line: Line, seat: int, before: int) -> float:
    return line.ejected


def _wins(rules: Rules, line: Line, seat: int, before: int) -> float:
    return float(rules.over(line.states) and rules.result(line.states)["winners"] == [seat])


def _lead(rules: Rules, line: Line, seat: int, before: int) -> float:
    """Return the lead that is left after the other's best turn, for games of two."""
    return _worst(rules, line, seat)[0]


def _worst(rules: Rules, line: Line, seat: int) -> tuple[float, Line | None]:
    """Return the smallest lead that the other can leave, and the turn that does it."""
    if rules.over(line.states):
        return _ahead(line, seat), None
    replies = lines(rules, line.states, 1 - seat)
    worst = min(replies, key=lambda reply: (_ahead(reply, seat), reply.actions))
    return _ahead(worst, seat), worst


def _ahead(line: Line, seat: int) -> float:
    return line.points[seat] - line.points[1 - seat]


def nothing_is_hidden(rules: Rules, states: States, seat: int) -> bool:
    """Say whether a seat knows everything."""
    return not rules.mask(states, seat)["hidden"][0].any()


def _own_points(states: States, seat: int) -> int:
    return start(states).points[seat]


class TurnKind:
    """A question about a whole turn, or about its first action."""

    is_proved = True

    def __init__(self, name: str, text: str, measure: Measure, *, replay: bool) -> None:
        self.name = name
        self.text = text
        self._measure = measure
        self._replay = replay

    def pose(self, game: Game, seat: int) -> Posed | None:
        """Return the puzzle in a position, found by trying every turn."""
        states = game.states
        is_start = states["phase"][0] == data.ACTION and not states["second_action"][0]
        if not is_start or not self._is_promising(game, seat):
            return None
        before = _own_points(states, seat)
        worth = [
            (line, self._measure(game.rules, line, seat, before))
            for line in lines(game.rules, states, seat, replay=self._replay)
        ]
        return self._posed(game, seat, worth)

    def _is_promising(self, game: Game, seat: int) -> bool:
        """Say whether a closer look may be worth it."""
        return True

    def _posed(self, game: Game, seat: int, worth: list[tuple[Line, float]]) -> Posed | None:
        raise NotImplementedError

    def judge(self, puzzle: Puzzle, game: Game, actions: tuple[str, ...]) -> Attempt:
        """Play a turn, or its beginning, and measure it."""
        seat, rules = puzzle.seat, game.rules
        before = _own_points(game.states, seat)
        line = start(copied(game.states))  # the game goes on by itself
        for action in actions:
            if not self._goes_on(line, seat):
                break
            game.play_without_chance(seat, action)
            line = after(rules, line, seat, rules.action_number(action))
        if not actions or self._goes_on(line, seat):
            return Attempt(game, Judgement(done=False, solved=False), 0)
        got = self._measure(rules, line, seat, before)
        solved = got >= puzzle.goal
        replies = 0 if solved else self._refute(game, line, seat)
        return Attempt(game, Judgement(True, solved, got, puzzle.goal), replies)

    def _goes_on(self, line: Line, seat: int) -> bool:
        return is_open(line, seat) and (self._replay or not asks_for_replay(line))

    def _refute(self, game: Game, line: Line, seat: int) -> int:
        """Play what others would do to a wrong answer, and return in how many actions."""
        return 0


def _share(right: list[Line], worth: list[tuple[Line, float]]) -> float:
    return len(right) / len(worth)


def _shortest(right: list[Line]) -> Line:
    return min(right, key=lambda line: (len(line.actions), line.actions))


class MostPoints(TurnKind):
    """The most points, clearly ahead of everything else."""

    def __init__(self, name: str, text: str, *, replay: bool, least: int, second: int) -> None:
        super().__init__(name, text, _gain, replay=replay)
        self._least = least
        self._second = second

    def _posed(self, game: Game, seat: int, worth: list[tuple[Line, float]]) -> Posed | None:
        best = max(value for _, value in worth)
        right = [line for line, value in worth if value == best]
        ways = {tuple(word for word in labels(line) if not word.startswith("steal")) for line in right}
        if best < self._least or len(ways) > (2 if self._replay else 1):
            return None
        if self._replay and best < self._without_replay(game, seat) + self._second:
            return None
        deceptive = self._replay and _looks_best(game, seat) not in {label(r.actions[0]) for r in right}
        return Posed(best, _shortest(right).actions, _share(right, worth), deceptive)

    def _without_replay(self, game: Game, seat: int) -> float:
        before = _own_points(game.states, seat)
        single = lines(game.rules, game.states, seat, replay=_NO_REPLAY)
        return max(line.points[seat] - before for line in single)


def _looks_best(game: Game, seat: int) -> str:
    """Return the first action that brings the most points by itself."""
    rules, begin = game.rules, start(game.states)
    gains = [after(rules, begin, seat, number) for number in rules.legal(game.states, seat)]
    return label(max(gains, key=lambda line: line.points[seat]).actions[0])


class ThrowOutTwo(TurnKind):
    """Two pawns thrown out in one turn."""

    def __init__(self) -> None:
        super().__init__("two", "Throw out two pawns in this turn.", _ejected, replay=_WITH_REPLAY)

    def _is_promising(self, game: Game, seat: int) -> bool:
        return game.players > 2

    def _posed(self, game: Game, seat: int, worth: list[tuple[Line, float]]) -> Posed | None:
        right = [line for line, value in worth if value >= 2]
        if not right or _share(right, worth) > 0.2:
            return None
        return Posed(2, _shortest(right).actions, _share(right, worth))


class WinNow(TurnKind):
    """A turn that ends the game and wins it."""

    def __init__(self) -> None:
        super().__init__("win", "Win the game in this turn.", _wins, replay=_WITH_REPLAY)

    def _is_promising(self, game: Game, seat: int) -> bool:
        """Only the last player of a round can end the game."""
        s = game.states
        return bool((seat + 1) % game.players == s["first"][0] and s["stars_on_board"][0] <= 18)

    def _posed(self, game: Game, seat: int, worth: list[tuple[Line, float]]) -> Posed | None:
        right = [line for line, value in worth if value]
        if not right or _share(right, worth) > 0.3:
            return None
        return Posed(1, _shortest(right).actions, _share(right, worth))


class KeepTheLead(TurnKind):
    """The only move after which the other cannot draw level."""

    def __init__(self) -> None:
        text = (
            "You lead. Keep the lead, whatever the other does in the next turn: only one first action does."
        )
        super().__init__("lead", text, _lead, replay=_WITH_REPLAY)

    def _is_promising(self, game: Game, seat: int) -> bool:
        if game.players != 2 or game.options["goodies"]:
            return False
        return _ahead(start(game.states), seat) > 0 and nothing_is_hidden(game.rules, game.states, seat)

    def pose(self, game: Game, seat: int) -> Posed | None:
        """Return the puzzle in a position; of turns that leave the same to the other, one is looked at."""
        if game.states["phase"][0] != data.ACTION or not self._is_promising(game, seat):
            return None
        if game.states["second_action"][0]:
            return None
        known: dict[bytes, float] = {}
        worth = []
        for line in lines(game.rules, game.states, seat):
            key = _left_to_the_other(line, seat)
            if key not in known:
                known[key] = _lead(game.rules, line, seat, 0)
            worth.append((line, known[key]))
        return self._posed(game, seat, worth)

    def _posed(self, game: Game, seat: int, worth: list[tuple[Line, float]]) -> Posed | None:
        right = [line for line, value in worth if value > 0]
        firsts = {label(line.actions[0]) for line in right}
        all_firsts = {label(line.actions[0]) for line, _ in worth}
        if len(firsts) != 1 or len(all_firsts) < 4 or _share(right, worth) > 0.4:
            return None
        deceptive = _looks_best(game, seat) not in firsts
        return Posed(1, _shortest(right).actions, _share(right, worth), deceptive)

    def _refute(self, game: Game, line: Line, seat: int) -> int:
        _, reply = _worst(game.rules, line, seat)
        for action in reply.actions if reply else ():
            game.play_without_chance(1 - seat, action)
        return len(reply.actions) if reply else 0


def _left_to_the_other(line: Line, seat: int) -> bytes:
    """Return what matters to the other's next turn: all but the cards of the seat that has just played."""
    states = line.states.copy()
    for name in ("hand", "face_up", "face_down"):
        states[name][0, seat] = 0
    return states.tobytes() + bytes(line.points)


QUIZ: Final = Quiz(
    kinds=(
        MostPoints(
            "points",
            "Gain {goal} points with one action, without a replay.",
            replay=_NO_REPLAY,
            least=4,
            second=0,
        ),
        MostPoints(
            "replay",
            "Gain {goal} points in this turn; you may use a replay.",
            replay=_WITH_REPLAY,
            least=4,
            second=2,
        ),
        ThrowOutTwo(),
        WinNow(),
        KeepTheLead(),
        Deep("Find the best next action: all others cost at least 15 points of your chance to win.", label),
    ),
    tables=(2, 2, 3, 4),
    bot="search:60",
)
