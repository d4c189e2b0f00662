"""``gravitable train``: a stronger bot from our own games."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from gravitable.arena.plan import Plan
from gravitable.arena.runners import MissingExtra, Runner, cores, play_here, play_in_processes, play_on_ray
from gravitable.arena.sprt import UNDECIDED, Sprt
from gravitable.arena.standings import standings
from gravitable.bots.engines import network_file
from gravitable.cli.console import err, out
from gravitable.learn import plots, training
from gravitable.learn.folder import Run, Settings
from gravitable.learn.schools import school_of

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

Json = dict[str, Any]

INTERRUPTED = 130
_PLAYING_SHARE = (
    0.7  # of the time goes into games and learning; the rest is for the match against the champion
)


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable train superstar --minutes 60[/]\n\n"
    "[bold]gravitable train superstar --minutes 60 --resume[/] (after Ctrl-C)\n\n"
    "[bold]gravitable train gravwell --generations 2 --positions 50000 --check-games 0[/]"
)
def train(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game that brings compiled games to learn from.")
    ],
    minutes: Annotated[float, typer.Option(min=0.1, help="How long, about, the check included.")] = 60.0,
    generations: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many generations, whatever the time.")
    ] = None,
    positions: Annotated[
        int, typer.Option(min=1000, help="Positions that a generation learns from.")
    ] = 1_000_000,
    hidden: Annotated[int, typer.Option(min=1, max=512, help="Units of the first hidden layer.")] = 32,
    second: Annotated[int, typer.Option(min=1, max=512, help="Units of the second.")] = 16,
    seed: Annotated[int, typer.Option(help="The same seed gives the same generations.")] = 1,
    folder: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder of the run (train-GAME).")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where an earlier run stopped.")] = False,
    gauge_games: Annotated[
        int, typer.Option("--gauge-games", min=0, help="Games against search@1 after each generation.")
    ] = 40,
    check_games: Annotated[
        int, typer.Option("--check-games", min=0, help="Games against the champion, at most.")
    ] = training.CHECK_GAMES,
    champion: Annotated[
        str, typer.Option(help="Who has to be beaten, as in search@1:400; the bot that ships.")
    ] = "",
    install: Annotated[
        bool, typer.Option("--install", help="If it wins, let it be the one that ships.")
    ] = False,
    workers: Annotated[int | None, typer.Option("--workers", "-w", min=1, max=256, help="Processes.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Play the matches on a Ray cluster.")
    ] = None,
) -> None:
    """Learn a network from our own games, and keep it if it plays better.

    Makes games in compiled code, learns from who won, lets the new network
    play the next games, and so on; then the newest network plays the champion
    until a sequential test says which is better. Everything is recorded in a
    folder; after Ctrl-C --resume goes on with the generation that was cut off.
    """
    school_of(game)  # a game that has none is refused here and now
    settings = Settings(game, seed, positions, hidden, second)
    where = folder or Path(f"train-{game}")
    run = Run.resume(where, settings) if resume else Run.begin(where, settings)
    runner = _runner(workers, ray)
    try:
        _learn(run, minutes, generations, gauge_games, runner)
        test = _check(run, champion, runner, check_games)
    except KeyboardInterrupt:
        err.print(f"Stopped after {run.generation} generations; the same command with --resume goes on.")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        _draw(run)
    if test is not None:
        _tell(run, test, install)


def _runner(workers: int | None, ray: str | None) -> Runner:
    if ray is not None:
        return play_on_ray(ray)
    processes = workers or cores()
    return play_here if processes == 1 else play_in_processes(processes)


def _learn(run: Run, minutes: float, generations: int | None, gauge_games: int, runner: Runner) -> None:
    """Add generations until the time is up, or there are enough."""
    started, before = time.monotonic(), run.seconds
    while True:
        spent = before + time.monotonic() - started
        enough = run.generation >= generations if generations else spent > 60 * minutes * _PLAYING_SHARE
        if enough and run.generation:
            return
        _one_generation(run)
        if gauge_games:
            _gauge(run, gauge_games, runner)
        _tell_generation(run.history[-1])


def _bar(name: str) -> Progress:
    columns = (TextColumn(name), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def _one_generation(run: Run) -> None:
    with _bar(f"Generation {run.generation}") as bar:
        task = bar.add_task("")
        for step in training.generation(run):
            bar.update(task, description=step.what, completed=step.done, total=step.total)


def _gauge(run: Run, games: int, runner: Runner) -> None:
    """Measure the newest network against the search without one, for the curve of strength."""
    mine, theirs = f"search:100,weights={training.candidate(run)}", "search@1:100"
    plan = Plan.make(run.settings.game, [mine, theirs], 2, games, run.settings.seed, {})
    with _bar("Gauging") as bar:
        results = list(bar.track(runner(plan, range(games)), total=games))
    share = next(row.wins for row in standings(plan.bots, results) if row.bot == mine)
    low, high = share.interval
    run.history[-1]["gauge"] = {
        "against": theirs,
        "games": games,
        "share": share.value,
        "low": low,
        "high": high,
    }
    run.save()


def _tell_generation(entry: Json) -> None:
    losses = ", ".join(
        f"{row['players']} players {row['loss']:.4f} (by hand {row['loss_by_hand']:.4f})"
        for row in entry["held_out"]
    )
    line = f"Generation {entry['generation']}: {entry['positions']:,} positions, "
    line += f"{entry['positions_per_minute']:,} a minute; log loss on games kept apart: {losses}"
    if "gauge" in entry:
        gauge = entry["gauge"]
        line += f"; {gauge['share']:.0%} of {gauge['games']} games against {gauge['against']}"
    out.print(line, markup=False)


def _check(run: Run, champion: str, runner: Runner, games: int) -> Sprt | None:
    if not games:
        training.candidate(run)
        return None
    test = Sprt(even=0.5)
    with _bar("Match against the champion") as bar:
        task = bar.add_task("", total=games)
        for test in training.check(run, champion, runner, games):
            bar.update(task, completed=test.games, description=f"{test.share}")
    return test


def _tell(run: Run, test: Sprt, install: bool) -> None:
    kept = training.crown(run, test)
    verdict = "no verdict" if test.verdict == UNDECIDED else test.verdict
    out.print(f"Against the champion: {test.share} of {test.games} games: {verdict}.", markup=False)
    if kept is None:
        out.print("The champion stays.")
        return
    out.print(f"The new one is kept: play it as search:100ms,weights={kept}", markup=False)
    if install:
        shutil.copyfile(kept, network_file(run.settings.game))
        out.print("It is now the network that ships.")


def _draw(run: Run) -> None:
    """Draw the curves, if there is matplotlib."""
    if not run.history:
        return
    try:
        (run.folder / "loss.svg").write_text(plots.loss_curve(run.history), "utf-8")
        if any("gauge" in entry for entry in run.history):
            (run.folder / "strength.svg").write_text(plots.strength_curve(run.history), "utf-8")
    except MissingExtra as error:
        err.print(f"No curves: {error}", markup=False)
    (run.folder / "history.json").write_text(json.dumps(run.history, indent=1) + "\n", "utf-8")
