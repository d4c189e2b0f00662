"""``gravitable tiles``: check, show and measure planet tiles."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from gravitable.cli.console import err, out, print_drawing
from gravitable.superstar import tiles
from gravitable.superstar.drawing.face_text import WIDTH, draw_bars, draw_face, draw_heat
from gravitable.superstar.tiles import TileSet
from gravitable.superstar.tiles.tile import FACE_LETTERS, Problem, Tile, TileError

if TYPE_CHECKING:
    # Loads Numba, which the other commands can do without.
    from gravitable.superstar.tiles.report import FaceReport, TileReport

app = typer.Typer(
    help="Check, show and measure planet tiles of Gravity Superstar: ours or your own.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
)

TilesOption = Annotated[
    Path | None,
    typer.Option("--tiles", metavar="DIR", help="Use the tile files of this directory instead of our own."),
]

_GAP = "    "
_STYLES = {"error": "red", "warning": "yellow"}


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
    found, problems = _check(directory, strict)
    for problem in problems:
        # As plain text: names and drawings may contain what Rich would take for markup.
        err.print(Text(str(problem), style=_STYLES[problem.severity]), soft_wrap=True)
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors
    out.print(f"{_many(len(found), 'tile')} read, {_many(errors, 'error')}, {_many(warnings, 'warning')}.")
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
        Path | None,
        typer.Option(
            metavar="FILE", dir_okay=False, writable=True, help="Also write the report as one HTML page."
        ),
    ] = None,
) -> None:
    """Play random games with every face, draw heat maps, and say whether the tiles play well.

    Good tiles: no symbol is taken less than a third as often as the average
    symbol of its face, and the mean fall is 2 to 4 spaces.
    Leaves with 1 when our own tiles miss that.
    """
    _check_page_path(html)
    result = _play(_tile_set(directory), games, seed)
    for face in result.faces:
        _print_face_report(face)
    _print_summary(result)
    if html is not None:
        _write_page(result, html)
    if result.failures() and directory is None:
        raise typer.Exit(1)


def _check(directory: Path | None, strict: bool) -> tuple[list[Tile], list[Problem]]:
    if directory is None:
        ours = list(tiles.standard().tiles)
        return ours, [problem for tile in ours for problem in tiles.check_tile(tile, own=True)]
    try:
        return tiles.check_directory(directory, own=strict)
    except TileError as error:  # nothing there that could be read
        return [], list(error.problems)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _tile_set(directory: Path | None) -> TileSet:
    return tiles.standard() if directory is None else tiles.load_tile_set(directory)


def _print_side_by_side(titles: Sequence[str], drawings: Sequence[Sequence[str]]) -> None:
    out.print(Text(_GAP.join(title.ljust(WIDTH) for title in titles).rstrip(), style="bold"))
    for lines in zip(*drawings, strict=True):
        print_drawing(_GAP.join(lines))
    out.print()


def _play(tile_set: TileSet, games: int, seed: int) -> TileReport:
    from gravitable.core.jit import compile_once  # noqa: PLC0415 - loads Numba
    from gravitable.superstar.tiles.report import (  # noqa: PLC0415 - loads Numba
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
    with Progress(*columns, console=err, transient=True) as progress:
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
    out.print(f"falls by length, from 1: {bars}  mean {face.mean_fall:.2f}\n", markup=False)


def _print_summary(result: TileReport) -> None:
    from gravitable.superstar.tiles.report import space_name  # noqa: PLC0415 - loads Numba

    players = ", ".join(str(count) for count in result.players)
    title = f"{result.tile_set.name}: {result.games:,} games with each face, {players} players"
    table = Table(title=Text(title))
    for heading in ("face", "mean fall", "rarest symbol", "taken, against the average"):
        table.add_column(heading, justify="left" if heading == "face" else "right")
    for face in result.faces:
        cells = (f"{face.mean_fall:.2f}", space_name(face.rarest_symbol), f"{face.lowest_ratio:.2f}")
        table.add_row(Text(face.name), *cells)
    out.print(table)
    out.print(f"Mean fall of all faces: {result.mean_fall:.2f} spaces.")
    failures = result.failures()
    for failure in failures:
        out.print(Text(f"Missed: {failure}.", style="red"))
    if not failures:
        out.print(Text("Well done: both criteria are met.", style="green"))


def _write_page(result: TileReport, path: Path) -> None:
    from gravitable.superstar.drawing.report_page import draw_page  # noqa: PLC0415 - only when asked for

    path.write_text(draw_page(result), "utf-8")
    out.print(f"Written to {path}", markup=False, soft_wrap=True)


def _check_page_path(path: Path | None) -> None:
    """Refuse a page that cannot be written now, not after all the games."""
    if path is not None and not os.access(path.parent, os.W_OK):
        raise typer.BadParameter(f"cannot write into the directory {str(path.parent)!r}", param_hint="--html")
