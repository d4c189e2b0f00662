"""A game in the terminal, apart from how it is shown: who is next, what may be taken back, where it is kept.

The plain mode (``session.py``) and the full screen (``screen/``) are two ways to show the same sitting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gravitable.cli import files, seats
from gravitable.cli.seats import Seat
from gravitable.cli.touches import Touch, touch_of
from gravitable.cli.undo import reveals

if TYPE_CHECKING:
    from gravitable.core.events import Event
    from gravitable.core.game import Game

NOTHING_TO_TAKE_BACK = (
    "Nothing to take back: a choice can be undone until the turn has passed on, and only when it "
    "showed nothing hidden."
)


@dataclass
class Sitting:
    """A game, the people and bots around it, and its file."""

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
        self.touch: Touch = touch_of(self.game.name)
        self.humans = [number for number, seat in enumerate(self.seats) if seat.is_human]
        self.names = [seat.name for seat in self.seats]
        self.shown_names = [seat.shown for seat in self.seats]

    # Who is next, and who may look

    def next_seat(self) -> int:
        """Return who chooses next; when several may, bots first: picks are sealed, so it makes no difference."""
        return min(self.game.to_act, key=lambda seat: (self.seats[seat].is_human, seat))

    def sit_down(self, seat: int) -> bool:
        """Let a person take the keyboard; True when somebody else had it and either has something to hide."""
        last, self.at_keyboard = self.at_keyboard, seat
        if last == seat:
            return False
        self.before = []
        return len(self.humans) > 1 and any(self._has_secrets(who) for who in (seat, last) if who is not None)

    def _has_secrets(self, seat: int) -> bool:
        return self.game.view(seat) != self.game.view(None)

    # Playing

    def bots_choice(self, seat: int) -> str:
        """Return what a bot wants to do; may take a while."""
        from gravitable.bots import choose_action  # noqa: PLC0415 - loads the kernels

        mind = self.seats[seat].mind
        assert mind is not None  # noqa: S101 - a bot's seat
        return choose_action(mind, self.game, seat)

    def play(self, seat: int, action: str) -> None:
        """Play a choice; a person's can be taken back while that gives nothing away."""
        if self.seats[seat].is_human:
            is_final = reveals(self.game, seat, action)
            self.before = [] if is_final else [*self.before, self.game.copy()]
        else:
            self.before = []  # the turn has passed on
        self.game.play(seat, action)

    def must_pause(self, seat: int) -> bool:
        """Say whether to wait after a choice: the turn has passed on, with something to look at or to take back."""
        has_passed_on = seat not in self.game.to_act and not self.game.over
        return has_passed_on and self.pauses and bool(self.before or len(self.humans) > 1)

    def take_back(self) -> bool:
        """Return to before the last choice; False when there is none that may be taken back."""
        if not self.before:
            return False
        self.game = self.before.pop()
        self.seen = {viewer: min(seen, len(self.game.log)) for viewer, seen in self.seen.items()}
        return True

    # Telling

    def told(self, events: Sequence[Event]) -> Iterator[str]:
        """Return the sentences of a story, without what the drawing tells well enough."""
        loud = [event for event in events if event.kind not in self.touch.quiet_events]
        for number, event in enumerate(loud):
            following = loud[number + 1 : number + 2]
            is_run = [(other.kind, other.seat) for other in following] == [(event.kind, event.seat)]
            if not is_run or event.kind not in self.touch.merged_events:
                yield self.touch.sentence(event, self.names)

    # Keeping

    def save(self) -> str | None:
        """Write the record, so that nothing is lost when the terminal dies.

        A file that cannot be written at the beginning raises BadFile; a disk that gets full later does not end the
        game: what is wrong is returned.
        """
        try:
            self.write(self.path)
        except files.BadFile as error:
            if not self.is_saved:
                raise
            return f"Not saved: {error}"
        self.is_saved = True
        return None

    def write(self, path: Path) -> None:
        """Write the record into a file; raises BadFile."""
        record = {**self.game.record(), "seats": seats.stored(self.seats)}
        files.write_text(path, files.record_text(record))

    def throw_away(self) -> None:
        """Forget the game."""
        self.path.unlink(missing_ok=True)
