"""``gravitable tiles``: check, show and measure planet tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gravitable.superstar import tiles
from gravitable.superstar.drawing.face_text import WIDTH, draw_bars, draw_face, draw_heat
from gravitable.superstar.tile import FACE_LETTERS, Problem, TileError
from gravitable.superstar.tiles import TileSet

if TYPE_CHECKING:
    # Loads Numba, which the other commands can do without.
    from gravitable.superstar.tile_report import FaceReport, TileReport

app = typer.Typer(
    help="Check, show and measure planet tiles of Gravity Superstar: ours or your own.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

TilesOption = Annotated[
    Path | None,
    typer.Option("--tiles", metavar="DIR", help="Use the tile files of this directory instead of our own."),
]

_GAP = "    "
_out = Console(highlight=False)
_err = Console(stderr=True, highlight=False)


@app.command(
    epilog="Examples: [bold]gravitable tiles check[/] for our own, [bold]gravitable tiles check my-tiles[/] for yours."
)
def check(
    directory: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR]", help="Directory of tile files; our own tiles when left out."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Ask of your tiles what we promise of our own.")
    ] = False,
) -> None:
    """List everything that is wrong with tile files, with file, line and column.

    Leaves with 1 when there is an error; warnings alone are fine.
    """
    with _errors_told():
        if directory is None:
            found = list(tiles.standard().tiles)
            problems = [problem for tile in found for problem in tiles.check_tile(tile, own=True)]
        else:
            found, problems = tiles.check_directory(directory, own=strict)
    _print_problems(problems)
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors
    _out.print(f"{_many(len(found), 'tile')} read, {_many(errors, 'error')}, {_many(warnings, 'warning')}.")
    if errors:
        raise typer.Exit(1)


@app.command(
    epilog="Examples: [bold]gravitable tiles show[/], [bold]gravitable tiles show Lantern[/], "
    "[bold]gravitable tiles show --tiles my-tiles[/]."
)
def show(
    name: Annotated[str | None, typer.Argument(help="A tile's name; all tiles when left out.")] = None,
    directory: TilesOption = None,
) -> None:
    """Draw both faces of the tiles in the terminal.

    Thick lines are platforms; ★ is a star symbol, ↻ a replay symbol,
    ∩ the door with an arrow to its floor.
    """
    with _errors_told():
        tile_set = _tile_set(directory)
        chosen = [tile_set.tile(name)] if name else list(tile_set.tiles)
    for tile in chosen:
        titles = [f"{tile.name} {letter}" for letter in FACE_LETTERS]
        _print_side_by_side(titles, [draw_face(face) for face in tile.faces])


@app.command(
    epilog="Examples: [bold]gravitable tiles report[/], "
    "[bold]gravitable tiles report --games 10000 --html report.html[/], "
    "[bold]gravitable tiles report --tiles my-tiles[/]."
)
def report(
    directory: TilesOption = None,
    games: Annotated[
        int, typer.Option(min=10, max=1_000_000, help="How many games to play with each face.")
    ] = 2000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same report.")] = 1,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the report as one HTML page.")
    ] = None,
) -> None:
    """Play random games with every face, draw heat maps, and say whether the tiles play well.

    Good tiles: no symbol is taken less than a third as often as the average
    symbol of its face, and the mean fall is 2 to 4 spaces.
    Leaves with 1 when our own tiles miss that.
    """
    with _errors_told():
        tile_set = _tile_set(directory)
    result = _play(tile_set, games, seed)
    for face in result.faces:
        _print_face_report(face)
    _print_summary(result)
    if html is not None:
        _write_page(result, html)
    if result.failures() and directory is None:
        raise typer.Exit(1)


@contextmanager
def _errors_told() -> Iterator[None]:
    """Print the problems of unusable tiles, and leave with 1."""
    try:
        yield
    except TileError as error:
        _print_problems(error.problems)
        raise typer.Exit(1) from error


def _print_problems(problems: Sequence[Problem]) -> None:
    for problem in problems:
        style = "red" if problem.severity == "error" else "yellow"
        # As plain text: names and drawings may contain what Rich would take for markup.
        _err.print(Text(str(problem), style=style), soft_wrap=True)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _tile_set(directory: Path | None) -> TileSet:
    return tiles.standard() if directory is None else tiles.load_tile_set(directory)


def _print_side_by_side(titles: Sequence[str], drawings: Sequence[Sequence[str]]) -> None:
    _out.print(Text(_GAP.join(title.ljust(WIDTH) for title in titles).rstrip(), style="bold"))
    for lines in zip(*drawings, strict=True):
        _out.print(Text.from_ansi(_GAP.join(lines)), soft_wrap=True)
    _out.print()


def _play(tile_set: TileSet, games: int, seed: int) -> TileReport:
    from gravitable.core.jit import compile_once  # noqa: PLC0415 - loads Numba
    from gravitable.superstar.tile_report import (  # noqa: PLC0415 - loads Numba
        FaceReport,
        TileReport,
        play_faces,
        play_report,
    )

    compile_once("superstar", "the tile report", lambda: play_report(tile_set, games=1))
    faces = []
    total = games * 2 * len(tile_set.tiles)
    columns = (
        TextColumn("Playing"),
        BarColumn(),
        TextColumn("{task.completed:,} games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=_err, transient=True) as progress:
        bar = progress.add_task("", total=total)
        for step in play_faces(tile_set, games, seed):
            if isinstance(step, FaceReport):
                faces.append(step)
            else:
                progress.advance(bar, step)
    return TileReport(tile_set, games, seed, tuple(faces))


def _print_face_report(face: FaceReport) -> None:
    average = sum(face.visits) / len(face.visits) or 1
    visits = [round(100 * count / average) for count in face.visits]
    taken = [
        round(100 * count / face.games) if symbol else -1
        for count, symbol in zip(face.taken, face.face.symbol, strict=True)
    ]
    drawings = [
        draw_heat(face.face, visits, [number / max(visits) for number in visits]),
        draw_heat(face.face, taken, [number / 100 for number in taken]),
    ]
    _print_side_by_side([f"{face.name}: visits (mean = 100)", "stars taken, % of games"], drawings)
    bars = draw_bars(face.falls[1:]).rstrip()
    _out.print(f"falls by length, from 1: {bars}  mean {face.mean_fall:.2f}\n", markup=False)


def _print_summary(result: TileReport) -> None:
    from gravitable.superstar.tile_report import space_name  # noqa: PLC0415 - loads Numba

    players = ", ".join(str(count) for count in result.players)
    title = f"{result.tile_set.name}: {result.games:,} games with each face, {players} players"
    table = Table(title=Text(title))
    for heading in ("face", "mean fall", "rarest symbol", "taken, against the average"):
        table.add_column(heading, justify="left" if heading == "face" else "right")
    for face in result.faces:
        cells = (f"{face.mean_fall:.2f}", space_name(face.rarest_symbol), f"{face.lowest_ratio:.2f}")
        table.add_row(Text(face.name), *cells)
    _out.print(table)
    _out.print(f"Mean fall of all faces: {result.mean_fall:.2f} spaces.")
    failures = result.failures()
    for failure in failures:
        _out.print(Text(f"Missed: {failure}.", style="red"))
    if not failures:
        _out.print(Text("Well done: both criteria are met.", style="green"))


def _write_page(result: TileReport, path: Path) -> None:
    from gravitable.superstar.drawing.report_page import draw_page  # noqa: PLC0415 - only when asked for

    try:
        path.write_text(draw_page(result), "utf-8")
    except OSError as error:
        _err.print(Text(f"{path}: cannot be written: {error.strerror}", style="red"), soft_wrap=True)
        raise typer.Exit(1) from error
    _out.print(f"Written to {path}", markup=False)
