"""``gravitable puzzles``: solve puzzles, list them, and mine new ones from bots' games."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from gravitable.cli.console import err, out
from gravitable.core.errors import BadOption
from gravitable.core.package import package_of

if TYPE_CHECKING:
    from gravitable.puzzles.mining import Quarry
    from gravitable.puzzles.puzzle import Puzzle

app = typer.Typer(
    help="Solve puzzles in the terminal, list them, and mine new ones from bots' own games.",
    epilog="Examples: [bold]gravitable puzzles play[/], [bold]gravitable puzzles list superstar --json[/], "
    "[bold]gravitable puzzles make gravwell --count 100[/].",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
)

INTERRUPTED = 130

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game that has puzzles.")]
Kind = Annotated[str | None, typer.Option("--kind", "-k", help="Only puzzles of this kind.")]
Level = Annotated[
    int | None, typer.Option("--difficulty", "-d", min=1, max=5, help="Only this hard, from 1 to 5.")
]


@app.command(
    name="list",
    epilog="Examples:\n\n"
    "[bold]gravitable puzzles list superstar[/]\n\n"
    "[bold]gravitable puzzles list gravwell --json --kind gate[/]\n\n"
    "[bold]gravitable puzzles list superstar --json --solutions | head -1[/]",
)
def list_puzzles(
    game: Game,
    kind: Kind = None,
    difficulty: Level = None,
    as_json: Annotated[bool, typer.Option("--json", help="One puzzle a line, as JSON.")] = False,
    solutions: Annotated[
        bool, typer.Option("--solutions", help="With --json: the answers and the hidden cards too.")
    ] = False,
) -> None:
    """Count the puzzles that ship by kind and difficulty, or list them.

    --json tells what a solver may know; --solutions adds the answer, what the
    search thinks of every action, and the complete position text.
    """
    found = _chosen(game, kind, difficulty)
    if as_json:
        for puzzle in found:
            _print_line(puzzle, solutions)
    else:
        _print_counts(game, found)


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable puzzles play[/]\n\n"
    "[bold]gravitable puzzles play gravwell --kind stop[/]\n\n"
    "[bold]gravitable puzzles play superstar --difficulty 4 --seed 7[/]"
)
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game; the first when left out.")
    ] = None,
    kind: Kind = None,
    difficulty: Level = None,
    number: Annotated[str | None, typer.Option("--id", help="This very puzzle.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed brings the same puzzles in the same order.")
    ] = None,
) -> None:
    """Solve puzzles in the terminal.

    Type the number of a choice. After a wrong answer you see what would happen;
    u takes a choice back, g gives up and shows the answer, n goes on, q leaves.
    """
    from gravitable.cli.puzzle_session import solve_some  # noqa: PLC0415 - loads Numba
    from gravitable.core.registry import packages  # noqa: PLC0415 - only here
    from gravitable.puzzles import found as by_id  # noqa: PLC0415 - loads Numba

    name = game or next(each for each, package in packages().items() if package.puzzles)
    solve_some([by_id(name, number)] if number else _chosen(name, kind, difficulty), seed)


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable puzzles make superstar --count 100[/]\n\n"
    "[bold]gravitable puzzles make superstar --count 500 --resume[/] (after Ctrl-C, or for more)\n\n"
    "[bold]gravitable puzzles make gravwell --seed 7 --out mine.jsonl[/]"
)
def make(
    game: Game,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=100_000, help="How many, in all.")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=2**31, help="The same seed makes the same puzzles.")] = 1,
    file: Annotated[
        Path | None, typer.Option("--out", "-o", help="File of the run (puzzles-GAME.jsonl).")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where an earlier run stopped.")] = False,
    install: Annotated[
        bool, typer.Option("--install", help="Let them be the puzzles that ship, instead of those so far.")
    ] = False,
) -> None:
    """Mine puzzles: bots play, and every position is asked whether a puzzle is in it.

    Most kinds are proved by trying everything; the best move is confirmed by
    several deep searches. Every game is on the disk as soon as it is looked
    through: after Ctrl-C --resume goes on with the next.
    """
    from gravitable.puzzles.mining import Quarry  # noqa: PLC0415 - loads Numba
    from gravitable.puzzles.puzzle import packed  # noqa: PLC0415 - loads Numba
    from gravitable.puzzles.solving import quiz_of  # noqa: PLC0415 - loads Numba

    quiz_of(game)  # a game that has none is refused here and now
    installed = _file_that_ships(game) if install else None
    path = file or Path(f"puzzles-{game}.jsonl")
    quarry = Quarry.resume(path, game, seed) if resume else Quarry.begin(path, game, seed)
    _mine(quarry, count)
    if installed:
        installed.parent.mkdir(exist_ok=True)
        installed.write_bytes(packed(quarry.puzzles[:count]))
        out.print(f"{min(count, len(quarry.puzzles))} puzzles ship now.")


def _file_that_ships(game: str) -> Path:
    package = package_of(game)
    if package.shelf is None:
        raise BadOption(f"{package.title} names no file for the puzzles that ship (shelf)")
    return package.file(package.shelf)


def _mine(quarry: Quarry, count: int) -> None:
    from gravitable.puzzles.mining import mine  # noqa: PLC0415 - loads Numba

    before, started = len(quarry.puzzles), time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("Mining", total=count, completed=before)
        try:
            for _ in mine(quarry, count):
                bar.update(task, completed=len(quarry.puzzles), description=f"Game {quarry.games}")
        except KeyboardInterrupt:
            err.print(f"Stopped with {len(quarry.puzzles)} puzzles; the same command with --resume goes on.")
            raise typer.Exit(INTERRUPTED) from None
    hours = (time.monotonic() - started) / 3600
    speed = f", {(len(quarry.puzzles) - before) / hours:,.0f} an hour" if hours > 0 else ""
    out.print(
        f"{len(quarry.puzzles)} puzzles from {quarry.games} games in {quarry.path}{speed}.", soft_wrap=True
    )


def _chosen(game: str, kind: str | None, difficulty: int | None) -> list[Puzzle]:
    from gravitable.puzzles import UnknownPuzzle, kind_of, shelf  # noqa: PLC0415 - loads Numba

    if kind is not None:
        kind_of(game, kind)  # an unknown kind is refused; the message lists those that there are
    found = [
        puzzle
        for puzzle in shelf(game)
        if kind in (None, puzzle.kind) and difficulty in (None, puzzle.difficulty)
    ]
    if not found:
        raise UnknownPuzzle(f"there is no such puzzle for {game}; see gravitable puzzles list {game}")
    return found


def _print_line(puzzle: Puzzle, solutions: bool) -> None:
    import msgspec  # noqa: PLC0415 - with what it prints

    told: dict[str, Any] = msgspec.to_builtins(puzzle)
    if not solutions:
        for secret in ("answer", "chances", "position"):
            told.pop(secret, None)
    typer.echo(msgspec.json.encode(told).decode())


def _print_counts(game: str, found: list[Puzzle]) -> None:
    from gravitable.puzzles import kinds  # noqa: PLC0415 - loads Numba

    table = Table("kind", "puzzles", "1", "2", "3", "4", "5", "question", title=f"Puzzles for {game}")
    for name, kind in kinds(game).items():
        own = [puzzle for puzzle in found if puzzle.kind == name]
        levels = [sum(puzzle.difficulty == level for puzzle in own) for level in range(1, 6)]
        question = kind.text.replace("{goal}", "N")
        table.add_row(name, str(len(own)), *map(str, levels), question)
    out.print(table)
    out.print(f"{len(found)} puzzles. Solve one: gravitable puzzles play {game}")
