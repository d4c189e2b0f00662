"""Gravity Superstar in the terminal: choices by card, what a move takes, and the final points with their pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from gravitable.cli.touches import Touch
from gravitable.superstar.data import COLOURS
from gravitable.superstar.drawing.pieces import SEAT_NAMES
from gravitable.superstar.drawing.text import ARROWS, REPLAY, SHAPES
from gravitable.superstar.words import CARD_TEXTS

if TYPE_CHECKING:
    from gravitable.core.game import Game

Json = dict[str, Any]

_GROUPS: Final = {
    **{card: f"{title}: {text}" if text else title for card, (title, _, text) in CARD_TEXTS.items()},
    "simple": "Simple move: one space, any card face down",
    "complete": "Complete your hand: take back all your played cards",
    "steal": "Steal",
    "replay": "Replay",
    "end": "Replay",
}
_TURNS: Final = {"cw": "clockwise", "ccw": "anticlockwise", "half": "half turn"}

_HELP: Final = """\
[bold]The board[/] wraps around at every edge. Thick lines are platforms; you stand on the one under your
feet and fall until one stops you. A pawn is its letter with an arrow where its feet point. Left, right, up
and down are the pawn's own: with the feet to the south (↓), its right is east.

[bold]Ω[/] is the Open Door, where pawns enter and Teleport leads; ∩ are the other doors. Entering it moves
it on.

[bold]Stars[/] count 1 each, and 1 more for every pair of one colour.

[bold]↻[/] symbols give a replay token (1 point) once their star is gone; a token buys a second action.

[bold]Entering the space of another pawn[/], also while falling, throws it out and lets you steal a star or
a token."""


class SuperstarTouch(Touch):
    """Words for cards, moves and loot."""

    help = _HELP
    merged_events = frozenset({"fall"})
    quiet_events = frozenset({"land", "turn"})

    def seat_name(self, seat: int) -> str:
        """Return the name of the seat's superstar."""
        return SEAT_NAMES[seat]

    def group(self, action: str) -> str:
        """Return the card that an action is played with."""
        return _GROUPS[action.partition(":")[0].partition("-")[0]]

    def label(self, action: str) -> str:
        """Return a move without its card, which the heading says."""
        head, _, rest = action.rpartition(":")
        if head == "simple":
            return rest.partition("-")[0]
        if head == "steal":
            return "a replay token" if rest == "token" else f"a {rest} star"
        words = rest.split("-")
        plain = {"complete": "take back", "replay": "pay a token for a second action", "end": "end the turn"}
        if rest in plain or len(words) == 1:
            return plain.get(rest, rest)
        move = f"{words[0]} " if head == "wild" else ""
        return move + ", then ".join(_TURNS.get(word, word) for word in words[1:])

    def merge_key(self, action: str) -> str | None:
        """List the simple moves to one side in one line: only the card laid down differs."""
        return action.rpartition("-")[2] if action.startswith("simple:") else None

    def effect(self, game: Game, seat: int, action: str, names: Sequence[str]) -> str:
        """Return where a move lands and what it takes."""
        return " · ".join(_effects(game.preview(seat, action), names))

    def final_table(self, view: Json, result: Json, names: Sequence[str]) -> Table:
        """Return stars by colour with their pairs, tokens, and the sum."""
        title = "Final scores: stars by colour + their pairs"
        table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        table.add_column("")
        for colour in COLOURS:
            table.add_column(SHAPES[colour] + colour[0], justify="right")
        for word in ("stars", "pairs", REPLAY, "points"):
            table.add_column(word, justify="right")
        for row in sorted(view["seats"], key=lambda row: (-row["points"], row["tokens"])):
            table.add_row(*_final_row(row, names, row["seat"] in result["winners"]))
        return table


def _effects(preview: Json, names: Sequence[str]) -> Iterator[str]:
    if preview["path"] or preview["action"].startswith(("rotate", "wild:rotate", "tile", "teleport")):
        yield f"→ [bold]{preview['lands']}[/]{ARROWS[preview['feet']]}"
    taken: Counter[str] = Counter(preview["stars"])
    for colour, count in taken.items():
        yield f"{SHAPES[colour]} {colour}" + (f" x{count}" if count > 1 else "")
    if preview["tokens"]:
        yield f"{REPLAY} token" + (f" x{preview['tokens']}" if preview["tokens"] > 1 else "")
    for seat in preview["ejects"]:
        yield f"[red]throws out {names[seat]}[/]"
    if preview["refresh"]:
        yield "all cards back"
    if preview["points"]:
        yield f"[green]{preview['points']:+d} point{'s' if abs(preview['points']) > 1 else ''}[/]"


def _final_row(row: Json, names: Sequence[str], is_winner: bool) -> list[str]:
    counts = [row["stars"][colour] for colour in COLOURS]
    cells = [f"{count}+{count // 2}" if count > 1 else str(count or "·") for count in counts]
    name = f"[bold]★ {names[row['seat']]}[/]" if is_winner else f"  {names[row['seat']]}"
    return [
        name,
        *cells,
        str(sum(counts)),
        str(row["pairs"]),
        str(row["tokens"]),
        f"[bold]{row['points']}[/]",
    ]


TOUCH = SuperstarTouch()
