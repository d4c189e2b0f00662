"""``gravitable simulate``: many random games at full speed."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from gravitable.cli.console import err, out
from gravitable.cli.game_options import options_for, with_game_options
from gravitable.cli.touches import touch_of
from gravitable.core.chance import chance_seed, generator, secret_of_seed
from gravitable.core.contract import Rules
from gravitable.core.jit import compile_once
from gravitable.core.record import check_players
from gravitable.core.registry import game_names, package_of, rules_of
from gravitable.core.simulate import play_in_python
from gravitable.core.tally import Tally, add, new_tally

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

Json = dict[str, Any]

CHUNK = 500
"""Games that one piece of work plays. Every chunk has its own seed, so the workers' number changes no result."""


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable simulate superstar --players 4 --games 100000[/]\n\n"
    "[bold]gravitable simulate gravwell -p 2 --hardcore --json[/]\n\n"
    "[bold]gravitable simulate superstar --goodies all --expert --workers 2[/]"
)
@with_game_options
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(game_names())}.")],
    players: Annotated[int, typer.Option("--players", "-p", help="How many seats.")] = 2,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=256, help="How many threads.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
    *,
    options: Json,
) -> None:
    """Play many random games, in compiled code where the game has it, and count what happens.

    Shows games and decisions per second, the length of the games, and how
    the seats fare. Ctrl-C ends it and prints what was done so far.
    """
    rules = rules_of(game)
    check_players(rules, players)
    settled = rules.settle(players, options_for(rules, options))
    job = Job(rules, players, settled, games, seed)
    if job.is_compiled:
        compile_once(game, "random play", lambda: job.play(0, 1))
    total, seconds, was_stopped = _play(job, workers)
    report = summary(job, total, seconds)
    if as_json:
        out.print(json.dumps(report), markup=False, soft_wrap=True)
    else:
        _print(report, rules, was_stopped)
    if was_stopped:
        raise typer.Exit(130)


class Job:
    """What to simulate, cut into chunks."""

    def __init__(self, rules: Rules, players: int, options: Json, games: int, seed: int) -> None:
        self.rules, self.players, self.options, self.games, self.seed = rules, players, options, games, seed
        package = package_of(rules.name)
        self.is_compiled = package.simulate is not None
        self._simulate = package.load(package.simulate) if package.simulate else play_in_python(rules)
        self._secret = secret_of_seed(seed)

    def chunks(self) -> Iterator[tuple[int, int]]:
        """Yield number and size of every chunk."""
        for number, first in enumerate(range(0, self.games, CHUNK)):
            yield number, min(CHUNK, self.games - first)

    def play(self, number: int, games: int) -> Tally:
        """Play one chunk."""
        tally = new_tally()
        rng = generator(chance_seed(self._secret, number))
        self._simulate(self.players, self.options, rng, games, tally)
        return tally


def _play(job: Job, workers: int) -> tuple[Tally, float, bool]:
    """Play all chunks; return the tally, the seconds it took, and whether Ctrl-C cut it short."""
    total, started, was_stopped = new_tally(), time.perf_counter(), False
    columns = (
        TextColumn("Playing"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TimeRemainingColumn(),
    )
    pool = ThreadPoolExecutor(workers)
    try:
        if not err.is_terminal:
            err.print(f"Playing {job.games:,} games ...")
        with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
            bar = progress.add_task("", total=job.games)
            for part in _finished(job, pool, workers):
                add(total, part)
                progress.advance(bar, int(part["games"][0]))
    except KeyboardInterrupt:
        was_stopped = True
    pool.shutdown(cancel_futures=True)
    return total, time.perf_counter() - started, was_stopped


def _finished(job: Job, pool: ThreadPoolExecutor, workers: int) -> Iterator[Tally]:
    """Yield the tallies as they come, keeping only a few chunks waiting."""
    waiting: set[Future[Tally]] = set()
    for number, games in job.chunks():
        waiting.add(pool.submit(job.play, number, games))
        if len(waiting) > 2 * workers:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    yield from (future.result() for future in waiting)


def summary(job: Job, total: Tally, seconds: float) -> Json:
    """Return everything worth telling about a simulation."""
    games = int(total["games"][0])
    decisions = int(total["decisions"][0])
    return {
        "game": job.rules.name,
        "players": job.players,
        "options": {name: value for name, value in job.options.items() if not isinstance(value, dict)},
        "seed": job.seed,
        "games": games,
        "seconds": round(seconds, 3),
        "games_per_s": round(games / seconds, 1),
        "decisions_per_s": round(decisions / seconds, 1),
        "decisions": {
            "total": decisions,
            "mean": round(decisions / max(1, games), 2),
            "shortest": int(total["shortest"][0]),
            "longest": int(total["longest"][0]),
        },
        "shared_wins": int(total["shared"][0]),
        "unwon": int(total["unwon"][0]),
        "seats": [_seat(total, seat, max(1, games)) for seat in range(job.players)],
    }


def _seat(total: Tally, seat: int, games: int) -> Json:
    mean = float(total["scores"][0][seat]) / games
    spread = max(0.0, float(total["squares"][0][seat]) / games - mean * mean) ** 0.5
    wins = float(total["wins"][0][seat])
    return {
        "seat": seat,
        "win_share": round(wins / games, 5),
        "mean_score": round(mean, 3),
        "score_deviation": round(spread, 3),
    }


def _print(report: Json, rules: Rules, was_stopped: bool) -> None:
    cut = " (stopped early)" if was_stopped else ""
    length = report["decisions"]
    out.print(
        f"[bold]{rules.title}[/], {report['players']} players, seed {report['seed']}: "
        f"{report['games']:,} random games{cut} in {report['seconds']:.2f} s"
    )
    out.print(f"{report['games_per_s']:,.0f} games/s, {report['decisions_per_s']:,.0f} decisions/s")
    out.print(
        f"decisions per game: {length['mean']:.1f} on average, {length['shortest']} to {length['longest']}"
    )
    limit = report["options"].get("rounds")
    if limit:
        out.print(f"Games that were not over after round {limit} were cut there: who led then, won.")
    out.print(_seat_table(report, rules.name))
    if report["shared_wins"] or report["unwon"]:
        out.print(f"{report['shared_wins']:,} shared wins, {report['unwon']:,} games that nobody won")


def _seat_table(report: Json, game: str) -> Table:
    table = Table("seat", "", box=SIMPLE_HEAD)
    for word in ("wins", "mean score", "±"):
        table.add_column(word, justify="right")
    touch = touch_of(game)
    for row in report["seats"]:
        table.add_row(
            str(row["seat"]),
            touch.seat_name(row["seat"]),
            f"{row['win_share']:.1%}",
            f"{row['mean_score']:.2f}",
            f"{row['score_deviation']:.2f}",
        )
    return table
