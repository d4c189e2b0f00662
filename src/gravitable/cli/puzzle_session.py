"""Solving puzzles in the terminal."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

from rich.markup import escape

from gravitable import puzzles
from gravitable.cli.choices import choices_of, chosen, print_choices
from gravitable.cli.console import has_colour, out, print_drawing, print_sentence
from gravitable.cli.touches import touch_of
from gravitable.puzzles import Attempt, Puzzle

KEYS = "a number or an action · u take back · g give up · b board · n next · q quit"


class _Leave(Exception):
    """The solver has had enough."""


def solve_some(found: Sequence[Puzzle], seed: int | None) -> None:
    """Ask one puzzle after the other until the solver leaves, or there is none left."""
    order = list(found)
    random.Random(seed).shuffle(order)  # noqa: S311 - an order, not a secret
    solved = streak = 0
    try:
        for puzzle in order:
            streak = streak + 1 if _Solving(puzzle).run() else 0
            solved += streak > 0
            out.print(f"Solved so far: {solved}, in a row: {streak}.\n")
    except _Leave:
        pass
    out.print(f"You solved {solved}.")


class _Solving:
    """One puzzle on the screen."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.touch = touch_of(puzzle.game)
        self.names = [self.touch.seat_name(seat) for seat in range(puzzle.players)]
        self.actions: list[str] = []
        self.tries = 0

    def run(self) -> bool:
        """Let it be solved; says whether the first try was right."""
        kind = puzzles.kind_of(self.puzzle.game, self.puzzle.kind)
        proof = "proved" if kind.is_proved else "found by deep search"
        about = f"{self.puzzle.kind}, difficulty {self.puzzle.difficulty}, {proof}"
        out.print(f"[bold]Puzzle {self.puzzle.id}[/] ({about})")
        self._draw()
        out.print(f"You are {escape(self.names[self.puzzle.seat])}. [bold]{self._question()}[/]")
        out.print(KEYS, style="dim")
        while True:
            answer = self._ask()
            if answer == "n":
                return False
            if answer == "g":
                self._give_up()
                return False
            if self._took(answer):
                return self.tries == 1

    def _question(self) -> str:
        goal = self.puzzle.goal
        text = puzzles.kind_of(self.puzzle.game, self.puzzle.kind).text
        return text.replace("{goal}", f"{goal:g}")

    def _now(self) -> Attempt:
        return puzzles.attempt(self.puzzle, self.actions)

    def _ask(self) -> str:
        """Return a key that ends the puzzle, or the action that was chosen."""
        choices = choices_of(self._now().game, self.puzzle.seat, self.touch, [escape(n) for n in self.names])
        print_choices(out, choices)
        while True:
            answer = _typed("Your choice: ")
            if answer == "q":
                raise _Leave
            if answer in ("n", "g"):
                return answer
            if answer == "u" and self.actions:
                self.actions.pop()
                return ""
            if answer in ("b", "?", "", "u"):
                self._draw()
                out.print(f"[bold]{self._question()}[/]  {KEYS}")
                print_choices(out, choices)
                continue
            found = chosen(choices, answer)
            if isinstance(found, str):
                return found
            out.print(found, style="yellow")

    def _took(self, action: str) -> bool:
        """Try an action; says whether the puzzle is solved."""
        if not action:
            return False
        before = len(self.actions)
        self.actions.append(action)
        result = self._now()
        self._tell(result, before)
        if not result.judgement.done:
            return False
        self.tries += 1
        self.actions = []
        if not result.judgement.solved:
            out.print(f"Not yet: {_measured(result)}. Try again.", style="yellow")
            return False
        out.print(f"[bold green]Right[/]: {_measured(result)}.")
        return True

    def _tell(self, result: Attempt, first: int) -> None:
        for event in result.game.events(self.puzzle.seat, since=first):
            if event.kind not in self.touch.quiet_events | self.touch.merged_events:
                print_sentence(self.touch.sentence(event, self.names))

    def _give_up(self) -> None:
        out.print(f"The answer: [bold]{', '.join(self.puzzle.answer)}[/]")
        self._tell(puzzles.attempt(self.puzzle, self.puzzle.answer), 0)

    def _draw(self) -> None:
        game = self._now().game
        shown = game.rules.draw_text(game.view(self.puzzle.seat), colour=has_colour(), names=self.names)
        out.print()
        print_drawing(shown)


def _measured(result: Attempt) -> str:
    got, needed = result.judgement.got or 0, result.judgement.needed or 0
    if 0 < needed < 1:
        return f"a chance of {got:.0%}, where {needed:.0%} was possible"
    return f"{got:g}, where {needed:g} was possible"


def _typed(question: str) -> str:
    """Return a line from the keyboard; the end of the input means quit."""
    sys.stdout.flush()
    try:
        answer = input(question).strip()
    except EOFError:
        out.print()
        raise _Leave from None
    if not sys.stdin.isatty():
        out.print(answer, markup=False)
    return answer
