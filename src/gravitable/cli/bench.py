"""``gravitable bench``: how fast everything is on this machine."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from gravitable.bench import QUICK, THOROUGH, Benchmark, Effort, all_benchmarks
from gravitable.cli.console import err, out
from gravitable.core.errors import BadOption

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable bench[/]\n\n"
    "[bold]gravitable bench --json --quick[/]\n\n"
    "[bold]gravitable bench superstar.kernel start[/] (only what begins so)"
)
def bench(
    metrics: Annotated[
        list[str] | None,
        typer.Argument(metavar="METRIC...", help="Beginnings of metrics; all metrics when left out."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a line, as measured.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Rough numbers in seconds; leaves the first compile out.")
    ] = False,
) -> None:
    """Measure the speed of everything on this machine.

    All numbers are CPU time of one core and the best of several rounds, with
    legal actions, setup and deals included. Starting times are those of fresh
    processes.
    """
    wanted = _wanted(metrics or [], quick)
    measured = _measured(wanted, QUICK if quick else THOROUGH)
    if as_json:
        for metric, value in measured:
            line = {"metric": metric.name, "value": value, "unit": metric.unit, "target": metric.target}
            out.print(json.dumps(line), markup=False, soft_wrap=True)
    else:
        out.print(_table(list(measured)))


def _wanted(beginnings: Sequence[str], quick: bool) -> list[Benchmark]:
    known = all_benchmarks()
    for beginning in beginnings:
        if not any(metric.name.startswith(beginning) for metric in known):
            raise BadOption(f"no metric begins with {beginning!r}; known: {', '.join(m.name for m in known)}")
    return [
        metric
        for metric in known
        if metric.name.startswith(tuple(beginnings) or "") and not (quick and metric.slow)
    ]


def _measured(wanted: Sequence[Benchmark], effort: Effort) -> Iterator[tuple[Benchmark, float]]:
    for number, metric in enumerate(wanted, 1):
        with err.status(f"{number} of {len(wanted)}: {metric.name} ..."):
            value = metric.measure(effort)
        yield metric, float(f"{value:.6g}")


def _table(measured: Sequence[tuple[Benchmark, float]]) -> Table:
    title = f"Python {platform.python_version()} on {platform.machine()}, one core"
    table = Table("metric", title=title, title_justify="left", box=SIMPLE_HEAD)
    for word in ("value", "target", ""):
        table.add_column(word, justify="right")
    for metric, value in measured:
        meets = metric.meets(value)
        verdict = "" if meets is None else "[green]✓[/]" if meets else "[red]missed[/]"
        table.add_row(metric.name, _number(value), _target(metric), verdict)
    return table


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3f}"


def _target(metric: Benchmark) -> str:
    if metric.target is None:
        return ""
    return f"{'≥' if metric.more_is_better else '≤'} {metric.target:,}"
