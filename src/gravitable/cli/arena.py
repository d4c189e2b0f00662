"""``gravitable arena``: bots against bots."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from typer.core import TyperCommand

from gravitable.arena.adjusted import HEADS as ADJUSTED_HEADS
from gravitable.arena.adjusted import adjusted_standings
from gravitable.arena.journal import Journal
from gravitable.arena.plan import Plan
from gravitable.arena.report import report
from gravitable.arena.runners import (
    LOCAL,
    MissingExtra,
    Runner,
    cores,
    play_here,
    play_in_processes,
    play_on_ray,
)
from gravitable.arena.standings import HEADS, Standing, cut_short, standings
from gravitable.cli.console import err, out
from gravitable.cli.game_options import options_for, with_game_options
from gravitable.core.errors import BadOption
from gravitable.core.registry import game_names, rules_of

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

Json = dict[str, Any]

INTERRUPTED = 130
SHOWN_FORFEITS = 10


class _ArenaCommand(TyperCommand):
    """Lets ``--ray`` stand without an address."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the address in where there is none."""
        at = args.index("--ray") if "--ray" in args else -1
        if at >= 0 and (at + 1 == len(args) or args[at + 1].startswith("-")):
            args = [*args[: at + 1], LOCAL, *args[at + 1 :]]
        return super().parse_args(ctx, args)


@app.command(
    cls=_ArenaCommand,
    epilog="Examples:\n\n"
    "[bold]gravitable arena superstar --bots search:100ms greedy --players 4 --games 2000[/]\n\n"
    "[bold]gravitable arena gravwell --bots level:1 level:2 level:3 --games 600 --out ladder.jsonl[/]\n\n"
    "[bold]gravitable arena gravwell --bots level:1 level:2 level:3 --games 600 --out ladder.jsonl --resume[/]\n\n"
    "[bold]gravitable arena superstar --bots my_bots:First greedy --games 100[/] (your own class First in my_bots.py)",
)
@with_game_options
def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(game_names())}.")],
    more_bots: Annotated[list[str] | None, typer.Argument(metavar="BOT", hidden=True)] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            metavar="BOT BOT ...",
            help="random, greedy, search:100ms, search:100cpu-ms (processor time, for a busy machine), "
            "search:2000 (iterations), level:1 to level:5, module:Class.",
        ),
    ] = None,
    players: Annotated[int, typer.Option("--players", "-p", help="How many seats.")] = 2,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 400,
    seed: Annotated[int, typer.Option(help="The same seed gives the same boards and deals.")] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", min=1, max=256, help="How many processes; all cores.")
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--out", "-o", help="Where results go, line by line (arena-GAME.jsonl).")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where an earlier run stopped.")] = False,
    page: Annotated[
        Path | None, typer.Option("--report", help="Write the report here (beside the results, as .html).")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray", metavar="[ADDRESS]", help="Play on a Ray cluster; without address on a local one."
        ),
    ] = None,
    adjusted: Annotated[
        bool, typer.Option("--adjusted", help="Also take the luck of deals off the results, without bias.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as JSON.")] = False,
    *,
    options: Json,
) -> None:
    """Let bots play against each other, and rate them.

    All play the same boards and deals, in every rotation of the seats. With
    more bots than seats everybody meets everybody; with fewer the last bot
    fills the seats that are left. Games without an end are cut after round
    200 (--rounds changes that), and the table says how many were. Results
    are kept as they come: after any interruption --resume goes on without
    losing or repeating a game.

    --adjusted takes off what each deal was worth compared with other deals
    of the same moment. That is zero on average whoever plays, so means stay
    what they are and only their spread changes. It helps where chance
    decides during the game; see docs/review.md.
    """
    rules = rules_of(game)
    named = [*(bots or []), *(more_bots or [])]
    plan = Plan.make(game, named, players, games, seed, options_for(rules, options), adjusted=adjusted)
    path = results or Path(f"arena-{game}.jsonl")
    runner = _runner(workers, ray)
    journal = Journal.resume(path, plan) if resume else Journal.begin(path, plan)
    was_stopped = _play(journal, runner)
    _print(journal, as_json)
    _write_report(journal, page or path.with_suffix(".html"))
    if was_stopped:
        err.print(f"{len(journal.missing())} games are left; the same command with --resume plays them.")
        raise typer.Exit(INTERRUPTED)


def _runner(workers: int | None, ray: str | None) -> Runner:
    if ray is not None:
        return play_on_ray(ray)
    processes = workers or cores()
    return play_here if processes == 1 else play_in_processes(processes)


def _play(journal: Journal, runner: Runner) -> bool:
    """Play what is missing; say whether Ctrl-C ended it early."""
    missing = journal.missing()
    done = len(journal.results)
    if not missing:
        return False
    bar = Progress(
        TextColumn("Playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=err,
    )
    with bar:
        task = bar.add_task("", total=done + len(missing), completed=done)
        games: Iterator[Json] = runner(journal.plan, missing)
        try:
            for line in games:
                journal.add(line)
                bar.advance(task)
        except KeyboardInterrupt:
            return True
        finally:
            games.close()  # type: ignore[attr-defined]
            journal.close()
    return False


def _print(journal: Journal, as_json: bool) -> None:
    if not journal.results:
        return
    table = standings(journal.plan.bots, journal.results)
    if as_json:
        out.print(json.dumps(_json(journal, table)), markup=False, soft_wrap=True)
        return
    out.print(_table(journal, table))
    if journal.plan.adjusted:
        out.print(_adjusted(journal))
    if cut := cut_short(journal.plan.options, journal.results):
        err.print(f"{cut} games were cut after round {journal.plan.options['rounds']}: who led then, won.")
    forfeits = [line for line in journal.results if line["forfeit"]]
    for line in forfeits[:SHOWN_FORFEITS]:
        lost = line["forfeit"]
        err.print(f"Game {line['game']}: {lost['bot']} forfeited: {lost['reason']}", markup=False)
    if len(forfeits) > SHOWN_FORFEITS:
        err.print(f"... and {len(forfeits) - SHOWN_FORFEITS} more forfeits, see {journal.path}", markup=False)


def _table(journal: Journal, rows: list[Standing]) -> Table:
    plan = journal.plan
    table = Table(
        title=f"{plan.game}, {plan.players} players, {len(journal.results)} games (even: {1 / plan.players:.1%})",
        caption="wins and scores per seat held; ms: thinking time a decision",
        box=SIMPLE_HEAD,
    )
    bot, *figures = HEADS
    table.add_column(bot, overflow="fold")  # cut off, two names may look the same
    for name in figures:
        table.add_column(name, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row.cells)
    return table


def _json(journal: Journal, table: list[Standing]) -> list[Json]:
    """Return the standings as JSON-able data, with what ``--adjusted`` adds to each bot that has it."""
    plan = journal.plan
    more = (
        {row.bot: row.to_json() for row in adjusted_standings(plan.bots, journal.results)}
        if plan.adjusted
        else {}
    )
    return [{**row.to_json(), **({"adjusted": more.get(row.bot)} if plan.adjusted else {})} for row in table]


def _adjusted(journal: Journal) -> Table:
    table = Table(
        title="The same with the luck of chance taken off",
        caption="ratio: variance of adjusted results by that of plain ones (95% interval); below 1 saves games",
        box=SIMPLE_HEAD,
    )
    for name in ADJUSTED_HEADS:
        table.add_column(name, justify="left" if name in ("bot", "figure") else "right")
    for row in adjusted_standings(journal.plan.bots, journal.results):
        for cells in row.rows:
            table.add_row(*cells)
    return table


def _write_report(journal: Journal, page: Path) -> None:
    if not journal.results:
        return
    try:
        text = report(journal.plan, journal.results)
    except MissingExtra as error:
        err.print(f"No report: {error}", markup=False)
        return
    try:
        page.write_text(text, "utf-8")
    except OSError as error:
        raise BadOption(f"cannot write the report to {page}: {error.strerror}") from error
    err.print(f"Results in {journal.path}, report in {page}", markup=False)
