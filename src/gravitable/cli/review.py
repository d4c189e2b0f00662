"""``gravitable review``: what decided a finished game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from gravitable.cli import files
from gravitable.cli.console import err, out
from gravitable.cli.seats import restored
from gravitable.cli.touches import touch_of
from gravitable.core.errors import BadSeat
from gravitable.core.record import parse
from gravitable.reviews.moments import story_of
from gravitable.reviews.page import page, reference_text
from gravitable.reviews.steps import BUDGET, review_steps
from gravitable.reviews.types import Decision, Review

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

_SPARKS: Final = "▁▂▃▄▅▆▇█"
_SPARK_COLUMNS: Final = 48
_MOST_MOMENTS: Final = 10


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable review game.json[/]\n\n"
    "[bold]gravitable review game.json --html review.html --seat 0[/]\n\n"
    "[bold]gravitable review game.json --budget 5000 --json[/]"
)
def review(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A finished game, as saved by play.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page that needs nothing else.")
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option(
            help="Iterations of each search.", show_default=f"{BUDGET}; 30 for a game in plain Python"
        ),
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Tell only the decisions of this seat, from 0.")] = None,
) -> None:
    """Say where a game was won and lost, judging each choice by what its player could know.

    For each player: the chance at the start, what own and others' choices
    and chance made of it, and the decisions that cost most, with the better
    action and what it gains. An inaccuracy costs 5 points of win chance, a
    mistake 10, a blunder 20, and only when that is more than twice the
    uncertainty. Nothing is written before the review is whole, so Ctrl-C
    leaves nothing behind.
    """
    data = parse(files.read_text(file))
    story = story_of(data)
    if seat is not None and not 0 <= seat < story.players:
        raise BadSeat(f"there is no seat {seat}; seats go from 0 to {story.players - 1}")
    whole = _reviewed(data, budget)
    known = restored(data, story.players)
    touch = touch_of(story.rules.name)
    names = [name for name, _ in known] if known else [touch.seat_name(one) for one in range(story.players)]
    if html is not None:
        files.write_text(html, page(story, whole, names, seat))
        err.print(f"Wrote {html}", markup=False, soft_wrap=True)
    if as_json:
        told = whole.to_json()
        told["decisions"] = [one for one in told["decisions"] if seat is None or one["seat"] == seat]
        out.print(json.dumps(told), markup=False, soft_wrap=True)
    elif html is None:
        _print(whole, names, seat)


def _reviewed(data: dict[str, object], budget: int | None) -> Review:
    """Return the whole review, with a progress bar meanwhile."""
    steps = review_steps(data, budget)
    if not err.is_terminal:
        err.print("Reviewing ...")  # a bar is for people who look at it
    bar = Progress(
        TextColumn("Reviewing"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=err,
        transient=True,
    )
    with bar:
        task = bar.add_task("")
        for found in steps:
            bar.update(task, completed=found.progress.done, total=found.progress.total)
    return found


def _print(whole: Review, names: Sequence[str], seat: int | None) -> None:
    out.print(_seats(whole, names))
    for number, name in enumerate(names):
        out.print(f"{name:>16.16}  {_spark(whole, number)}", markup=False)
    told = [one for one in whole.key_moments if seat is None or one.seat == seat]
    out.print()
    if not told:
        out.print("No decision cost so much that this review could tell.")
    for one in told[:_MOST_MOMENTS]:
        _print_moment(one, names)
    if len(told) > _MOST_MOMENTS:
        out.print(f"... and {len(told) - _MOST_MOMENTS} more: see --html or --json.")
    out.print(reference_text(whole), style="dim", markup=False)


def _print_moment(one: Decision, names: Sequence[str]) -> None:
    out.print(
        f"[bold]{escape(names[one.seat])}, log entry {one.entry + 1}: {one.verdict}[/]  "
        f"{one.taken.chance:.1%} ± {one.taken.band:.1%} instead of {one.best.chance:.1%} ± {one.best.band:.1%}"
    )
    out.print(f"  {one.text}", markup=False)
    if one.best.line:
        steps = ", ".join(f"{names[step.seat]} {step.action}" for step in one.best.line[:6])
        out.print(f"  expected then: {steps}", style="dim", markup=False)


def _seats(whole: Review, names: Sequence[str]) -> Table:
    table = Table(
        title="Where the results came from, in points of win chance", title_justify="left", box=SIMPLE_HEAD
    )
    table.add_column("")
    for head in ("start", "own", "others", "chance", "result", "accuracy", "swing"):
        table.add_column(head, justify="right")
    for one in whole.seats:
        table.add_row(
            escape(names[one.seat]),
            f"{100 * one.start:.1f}",
            *(f"{100 * part:+.1f}" for part in (one.own, one.others, one.chance)),
            f"{100 * one.result:.1f}",
            f"{one.accuracy:.0f}%",
            "" if one.swing is None else f"{100 * one.swing.change:+.0f}",
        )
    return table


def _spark(whole: Review, seat: int) -> str:
    """Return a seat's curve as a row of bars."""
    chances = [point.chances[seat] for point in whole.curve]
    columns = min(_SPARK_COLUMNS, len(chances))
    picked = [chances[round(n * (len(chances) - 1) / max(1, columns - 1))] for n in range(columns)]
    return "".join(_SPARKS[min(7, int(8 * chance))] for chance in picked)
