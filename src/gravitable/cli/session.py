"""One game in the terminal, from the first question to the final scores."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from gravitable.cli import files, seats
from gravitable.cli.choices import choices_of, chosen, print_choices
from gravitable.cli.console import err, has_colour, out, print_drawing, print_sentence
from gravitable.cli.seats import Seat
from gravitable.cli.touches import touch_of
from gravitable.cli.undo import reveals

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

with contextlib.suppress(ImportError):  # not on every system
    import readline  # noqa: F401 - lets people edit what they type

KEYS = "a number or an action · u undo · ? help · b board · l log · s save · q quit"


class Quit(Exception):
    """The player wants to leave."""


@dataclass
class Session:
    """A table in the terminal."""

    game: Game
    seats: Sequence[Seat]
    path: Path
    pauses: bool = True
    """Whether to wait after a person's turn, so that it can be looked at and taken back."""
    seen: dict[int | None, int] = field(default_factory=dict)
    """How much of the log each viewer has been told."""
    before: list[Game] = field(default_factory=list)
    """The game before each choice of the running turn that may be taken back."""
    at_keyboard: int | None = None
    is_saved: bool = False
    """Whether the file could be written at least once."""

    def __post_init__(self) -> None:
        self.touch = touch_of(self.game.name)
        self.humans = [number for number, seat in enumerate(self.seats) if seat.is_human]
        self.names = [seat.name for seat in self.seats]

    def run(self) -> None:
        """Play to the end, or until somebody quits."""
        self.save()
        while not self.game.over:
            seat = self._next_seat()
            if self.seats[seat].is_human:
                self._human(seat)
            else:
                self._bot(seat)
        self._finish()

    def _next_seat(self) -> int:
        """Return who chooses next; when several may, bots first: picks are sealed, so it makes no difference."""
        return min(self.game.to_act, key=lambda seat: (self.seats[seat].is_human, seat))

    # Bots

    def _bot(self, seat: int) -> None:
        from gravitable.bots import choose_action  # noqa: PLC0415 - loads the kernels

        mind = self.seats[seat].mind
        assert mind is not None  # noqa: S101 - _human is for those without
        with err.status(f"{escape(self.names[seat])} is thinking ..."):
            action = choose_action(mind, self.game, seat)
        self.game.play(seat, action)
        self.save()
        if not self.humans:
            self._tell_news(None)

    # People

    def _human(self, seat: int) -> None:
        if self.at_keyboard != seat:
            self._hand_over(seat)
            self.before.clear()
        self._tell_news(seat)
        self._draw(seat)
        action = self._ask(seat)
        if action is not None:
            self._play(seat, action)

    def _hand_over(self, seat: int) -> None:
        """Hide the last player's screen from the next one, when either has something to hide."""
        last, self.at_keyboard = self.at_keyboard, seat
        if len(self.humans) < 2 or not any(self._has_secrets(who) for who in (seat, last) if who is not None):
            return
        self._clear()
        out.print(f"[bold]{escape(self.names[seat])}[/], it is your turn; the others look away.")
        self._answer("Press Enter when you are ready: ")
        self._clear()

    def _has_secrets(self, seat: int) -> bool:
        return self.game.view(seat) != self.game.view(None)

    @staticmethod
    def _clear() -> None:
        if out.is_terminal:
            out.clear()
            sys.stdout.write("\x1b[3J")  # what scrolled away, too

    def _ask(self, seat: int) -> str | None:
        """Ask until there is an action; None when the choice before it was taken back instead."""
        choices = choices_of(self.game, seat, self.touch, [escape(name) for name in self.names])
        print_choices(out, choices)
        while True:
            answer = self._answer(f"{self.names[seat]}, your choice (? for help): ")
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
            self._print_story(self.game.events(seat))
        elif key == "s":
            self._save_as(rest.strip())
        elif key == "q":
            self._quit()
        else:
            return False
        return True

    def _play(self, seat: int, action: str) -> None:
        """Play a person's choice, tell what happened, and let it be taken back while that gives nothing away."""
        is_final = reveals(self.game, seat, action)
        self.before = [] if is_final else [*self.before, self.game.copy()]
        told = len(self.game.log)
        self.game.play(seat, action)
        self.save()
        self._print_story(self.game.events(seat, since=told))
        self.seen[seat] = len(self.game.log)
        has_passed_on = seat not in self.game.to_act and not self.game.over
        if has_passed_on and self.pauses and (self.before or len(self.humans) > 1):
            self._pause()

    def _pause(self) -> None:
        """Wait before the turn passes on: time to look at the outcome, and to take it back."""
        keys = "Enter to go on" + (", u to take it back" if self.before else "")
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
        if not self.before:
            out.print(
                "Nothing to take back: a choice can be undone until the turn has passed on, and only when it "
                "showed nothing hidden.",
                style="yellow",
            )
            return False
        self.game = self.before.pop()
        self.seen = {viewer: min(seen, len(self.game.log)) for viewer, seen in self.seen.items()}
        self.save()
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
        self._print_story(self.game.events(viewer, since=self.seen.get(viewer, 0)))
        self.seen[viewer] = len(self.game.log)

    def _print_story(self, events: Sequence[Event]) -> None:
        told = [event for event in events if event.kind not in self.touch.quiet_events]
        for number, event in enumerate(told):
            following = told[number + 1 : number + 2]
            is_run = [(other.kind, other.seat) for other in following] == [(event.kind, event.seat)]
            if is_run and event.kind in self.touch.merged_events:
                continue
            print_sentence(self.touch.sentence(event, self.names))

    def _draw(self, viewer: int | None) -> None:
        shown = [seat.shown for seat in self.seats]
        drawing = self.game.rules.draw_text(self.game.view(viewer), colour=has_colour(), names=shown)
        out.print()
        print_drawing(drawing)

    def _help(self) -> None:
        out.print(f"[bold]Keys[/]: {KEYS}; [bold]s FILE[/] saves a copy under that name.\n")
        for paragraph in self.touch.help.split("\n\n"):
            out.print(" ".join(paragraph.split()))

    # Keeping

    def save(self) -> None:
        """Write the record, so that nothing is lost when the terminal dies; a full disk does not end the game."""
        try:
            self._write(self.path)
        except files.BadFile as error:
            if not self.is_saved:
                raise
            err.print(f"Not saved: {error}", style="yellow", markup=False, soft_wrap=True)
        self.is_saved = True

    def _write(self, path: Path) -> None:
        record = {**self.game.record(), "seats": seats.stored(self.seats)}
        files.write_text(path, files.record_text(record))

    def _save_as(self, name: str) -> None:
        path = Path(name).expanduser() if name else self.path
        try:
            self._write(path)
        except files.BadFile as error:
            out.print(str(error), style="yellow", markup=False)
        else:
            out.print(f"Saved in {path}", markup=False, soft_wrap=True)

    def _quit(self) -> None:
        answer = self._answer("Keep the game, to go on later? Y/n, or c to play on: ").lower()
        if answer.startswith("c"):
            return
        if answer.startswith("n"):
            self.path.unlink(missing_ok=True)
            out.print("The game is thrown away.")
        raise Quit

    def _finish(self) -> None:
        viewer = self.humans[0] if len(self.humans) == 1 else None
        self._tell_news(viewer)
        self._draw(viewer)
        result = self.game.result
        assert result is not None  # noqa: S101 - the game is over
        out.print(
            self.touch.final_table(self.game.state(), result, [escape(seat.shown) for seat in self.seats])
        )
        out.print(f"The whole game is in {self.path}", markup=False, soft_wrap=True)
        out.print(f"See it again: gravitable replay {self.path} --step", markup=False, soft_wrap=True)
