"""One game in the terminal, from the first question to the final scores."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from gravitable.cli import files
from gravitable.cli.choices import choices_of, chosen, print_choices
from gravitable.cli.console import err, has_colour, out, print_drawing, print_sentence
from gravitable.cli.sitting import NOTHING_TO_TAKE_BACK, Sitting

if TYPE_CHECKING:
    from gravitable.core.events import Event

with contextlib.suppress(ImportError):  # not on every system
    import readline  # noqa: F401 - lets people edit what they type

KEYS = "a number or an action · u undo · ? help · b board · l log · s save · q quit"


class Quit(Exception):
    """The player wants to leave."""


class Session:
    """A sitting, told line by line."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    def run(self) -> None:
        """Play to the end, or until somebody quits."""
        self._keep()
        while not self.sitting.game.over:
            seat = self.sitting.next_seat()
            if self.sitting.seats[seat].is_human:
                self._human(seat)
            else:
                self._bot(seat)
        self._finish()

    # Bots

    def _bot(self, seat: int) -> None:
        with err.status(f"{escape(self.sitting.names[seat])} is thinking ..."):
            action = self.sitting.bots_choice(seat)
        self.sitting.play(seat, action)
        self._keep()
        if not self.sitting.humans:
            self._tell_news(None)

    # People

    def _human(self, seat: int) -> None:
        if self.sitting.sit_down(seat):
            self._hand_over(seat)
        self._tell_news(seat)
        self._draw(seat)
        action = self._ask(seat)
        if action is not None:
            self._play(seat, action)

    def _hand_over(self, seat: int) -> None:
        """Hide the last player's screen from the next one."""
        self._clear()
        out.print(f"[bold]{escape(self.sitting.names[seat])}[/], it is your turn; the others look away.")
        self._answer("Press Enter when you are ready: ")
        self._clear()

    @staticmethod
    def _clear() -> None:
        if out.is_terminal:
            out.clear()
            sys.stdout.write("\x1b[3J")  # what scrolled away, too

    def _ask(self, seat: int) -> str | None:
        """Ask until there is an action; None when the choice before it was taken back instead."""
        choices = choices_of(
            self.sitting.game, seat, self.sitting.touch, [escape(name) for name in self.sitting.names]
        )
        print_choices(out, choices)
        while True:
            answer = self._answer(f"{self.sitting.names[seat]}, your choice (? for help): ")
            if answer == "u":
                if self._undo():
                    return None
            elif answer == "?":
                self._help()
            elif answer in ("b", ""):
                self._draw(seat)
                print_choices(out, choices)
            elif not self._command(answer, seat):
                found = chosen(choices, answer)
                if isinstance(found, str):
                    return found
                out.print(found, style="yellow")

    def _command(self, answer: str, seat: int) -> bool:
        """Do what a key asks for; False when the answer is no key."""
        key, _, rest = answer.partition(" ")
        if key == "l":
            self._print_story(self.sitting.game.events(seat))
        elif key == "s":
            self._save_as(rest.strip())
        elif key == "q":
            self._quit()
        else:
            return False
        return True

    def _play(self, seat: int, action: str) -> None:
        """Play a person's choice and tell what happened."""
        told = len(self.sitting.game.log)
        self.sitting.play(seat, action)
        self._keep()
        self._print_story(self.sitting.game.events(seat, since=told))
        self.sitting.seen[seat] = len(self.sitting.game.log)
        if self.sitting.must_pause(seat):
            self._pause()

    def _pause(self) -> None:
        """Wait before the turn passes on: time to look at the outcome, and to take it back."""
        keys = "Enter to go on" + (", u to take it back" if self.sitting.before else "")
        while True:
            answer = self._answer(f"{keys}: ")
            if answer == "u" and self._undo():
                return
            if answer == "":
                return
            if answer == "q":
                self._quit()
            elif answer != "u":
                out.print(f"Your turn is done: {keys}.", style="yellow")

    def _undo(self) -> bool:
        if not self.sitting.take_back():
            out.print(NOTHING_TO_TAKE_BACK, style="yellow")
            return False
        self._keep()
        out.print("Taken back.")
        return True

    def _answer(self, question: str) -> str:
        """Return a line from the keyboard; the end of the input means quit."""
        sys.stdout.flush()
        try:
            answer = input(question).strip()
        except EOFError:
            out.print()
            raise Quit from None
        if not sys.stdin.isatty():
            out.print(answer, markup=False)  # so that the transcript of a scripted game reads like a game
        return answer

    # Telling and drawing

    def _tell_news(self, viewer: int | None) -> None:
        """Tell a viewer what happened since it last looked."""
        self._print_story(self.sitting.game.events(viewer, since=self.sitting.seen.get(viewer, 0)))
        self.sitting.seen[viewer] = len(self.sitting.game.log)

    def _print_story(self, events: Sequence[Event]) -> None:
        for sentence in self.sitting.told(events):
            print_sentence(sentence)

    def _draw(self, viewer: int | None) -> None:
        view = self.sitting.game.view(viewer)
        drawing = self.sitting.game.rules.draw_text(view, colour=has_colour(), names=self.sitting.shown_names)
        out.print()
        print_drawing(drawing)

    def _help(self) -> None:
        out.print(f"[bold]Keys[/]: {KEYS}; [bold]s FILE[/] saves a copy under that name.\n")
        for paragraph in self.sitting.touch.help.split("\n\n"):
            out.print(" ".join(paragraph.split()))

    # Keeping

    def _keep(self) -> None:
        problem = self.sitting.save()
        if problem:
            err.print(problem, style="yellow", markup=False, soft_wrap=True)

    def _save_as(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.sitting.path
        try:
            self.sitting.write(path)
        except files.BadFile as error:
            out.print(str(error), style="yellow", markup=False)
        else:
            out.print(f"Saved in {path}", markup=False, soft_wrap=True)

    def _quit(self) -> None:
        answer = self._answer("Keep the game, to go on later? Y/n, or c to play on: ").lower()
        if answer.startswith("c"):
            return
        if answer.startswith("n"):
            self.sitting.throw_away()
            out.print("The game is thrown away.")
        raise Quit

    def _finish(self) -> None:
        viewer = self.sitting.humans[0] if len(self.sitting.humans) == 1 else None
        self._tell_news(viewer)
        self._draw(viewer)
        print_end(self.sitting)


def print_end(sitting: Sitting) -> None:
    """Print the final scores, and where the game is kept."""
    result = sitting.game.result
    assert result is not None  # noqa: S101 - the game is over
    names = [escape(name) for name in sitting.shown_names]
    out.print(sitting.touch.final_table(sitting.game.state(), result, names))
    out.print(f"The whole game is in {sitting.path}", markup=False, soft_wrap=True)
    out.print(f"See it again: gravitable replay {sitting.path} --step", markup=False, soft_wrap=True)
