"""``gravitable replay``: a saved game, played again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from gravitable.cli import files
from gravitable.cli.console import has_colour, out, print_drawing, print_sentence
from gravitable.cli.seats import restored
from gravitable.cli.touches import touch_of
from gravitable.core.errors import BadOption
from gravitable.core.game import Game
from gravitable.core.record import parse
from gravitable.core.record import replay as replayed

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

Json = dict[str, Any]


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable replay game.json[/] (the story, then the final board)\n\n"
    "[bold]gravitable replay game.json --step[/] (Enter goes on, q leaves)\n\n"
    "[bold]gravitable replay game.json --to 20[/]"
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as saved by play.")],
    step: Annotated[bool, typer.Option("--step", help="Wait after every move and draw the board.")] = False,
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many log entries.")] = None,
) -> None:
    """Play a saved game again, move by move, checking that it is intact."""
    data = parse(files.read_text(file))
    total = len(data["log"])
    if to is not None and to > total:
        raise BadOption(f"--to takes 0 to {total}: the record has {total} log entries")
    last = total if to is None else to
    whole = replayed(data, until=last)  # refuses a damaged record before anything is told
    names = _names(data, whole)
    out.print(f"[bold]{whole.rules.title}[/], {whole.players} players, {total} log entries")
    if step:
        _step(data, last, names)
    else:
        _tell(whole, 0, names)
        _draw(whole, names)
        _end(whole, names)


def _names(data: Json, game: Game) -> list[str]:
    touch = touch_of(game.name)
    known = restored(data, game.players)
    return [name for name, _ in known] if known else [touch.seat_name(seat) for seat in range(game.players)]


def _step(data: Json, last: int, names: list[str]) -> None:
    """Show the game after every log entry, until the end or until somebody has seen enough."""
    for number in range(1, last + 1):
        game = replayed(data, until=number)
        out.rule(f"log entry {number} of {last}")
        _tell(game, number - 1, names)
        _draw(game, names)
        if number < last and not _goes_on():
            return
        if number == last:
            _end(game, names)


def _goes_on() -> bool:
    sys.stdout.flush()
    try:
        return input("Enter to go on, q to leave: ").strip().lower() != "q"
    except EOFError:
        return False


def _tell(game: Game, since: int, names: list[str]) -> None:
    touch = touch_of(game.name)
    for number, entry in enumerate(game.log[since:], since + 1):
        who = "chance" if entry.seat is None else names[entry.seat]
        out.print(f"{number:>4}  {who}: {entry.action}", style="bold", markup=False)
        for event in game.rules.events(game.states, entry.rows):
            print_sentence(touch.sentence(event, names), 8)


def _draw(game: Game, names: list[str]) -> None:
    print_drawing(game.rules.draw_text(game.state(), colour=has_colour(), names=names))


def _end(game: Game, names: list[str]) -> None:
    if game.result is not None:
        out.print(
            touch_of(game.name).final_table(game.state(), game.result, [escape(name) for name in names])
        )
    else:
        waiting = ", ".join(names[seat] for seat in game.to_act)
        out.print(f"The game is not over; it waits for {waiting}.", markup=False)
