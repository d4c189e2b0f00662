"""From nothing to a stronger bot: make games, learn from them, let the new network play the next games, and so on.

A generation depends on the run's seed, its number and the network before it, and on nothing else: a run that was
stopped goes on as if it had not been.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gravitable.arena.journal import Journal
from gravitable.arena.plan import Plan
from gravitable.arena.runners import Runner
from gravitable.arena.sprt import BETTER, UNDECIDED, Sprt
from gravitable.arena.standings import win_of
from gravitable.bots.engines import save
from gravitable.bots.kernels.network import Net
from gravitable.learn import reliability
from gravitable.learn.fit import Positions, chances, fit, held_out, new_net, surprise
from gravitable.learn.folder import Run
from gravitable.learn.games import Order, join, make, n_inputs
from gravitable.learn.schools import school_of

Json = dict[str, Any]

PASSES = 4
RATE = 2e-3

CHECK_ITERATIONS = 400
CHECK_GAMES = 1000
"""Games of the match against the champion, at most; without a verdict by then the champion stays."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A step of the work, for a progress bar."""

    what: str
    done: int
    total: int


def orders(run: Run) -> list[Order]:
    """Return what the next generation learns from."""
    settings, net = run.settings, run.net()
    return [
        Order(
            settings.game,
            players,
            max(1, int(settings.positions * share)),
            settings.seed * 1_000_003 + 101 * run.generation + players,
            net,
        )
        for players, share in school_of(settings.game).mixture.items()
    ]


def generation(run: Run) -> Iterator[Progress]:
    """Make games, learn from them, and add the network to the run; yield progress on the way."""
    started = time.monotonic()
    sets: list[Positions] = []
    wanted = sum(order.count for order in orders(run))
    made = games = decisions = 0
    for order in orders(run):
        pieces = []
        for piece in make(order):
            pieces.append(piece)
            made += len(piece.positions)
            games += piece.games
            decisions += piece.decisions
            yield Progress("games", min(made, wanted), wanted)
        sets.append(join(pieces))
    making = time.monotonic() - started
    learned, apart = zip(*(held_out(positions) for positions in sets), strict=True)
    settings = run.settings
    net = run.net() or new_net(n_inputs(settings.game), settings.hidden, settings.second, settings.seed)
    curve: list[float] = []
    for better, loss in fit(net, list(learned), PASSES, RATE, settings.seed + run.generation):
        net = better
        curve.append(round(loss, 5))
        yield Progress("learning", len(curve), PASSES)
    run.seconds += time.monotonic() - started
    run.add(
        net,
        {
            "generation": run.generation,
            "positions": made,
            "games": games,
            "decisions": decisions,
            "positions_per_minute": round(60 * made / making),
            "loss": curve,
            "held_out": [_checked(net, positions) for positions in apart],
            "seconds": round(time.monotonic() - started, 1),
        },
    )


def _checked(net: Net, apart: Positions) -> Json:
    """Return how well a network foretells games that it has not seen, and the old evaluation beside it."""
    shares = chances(net, apart.rows(slice(None)))
    return {
        "players": apart.players,
        "positions": len(apart),
        "loss": round(surprise(shares, apart.wins), 4),
        "loss_by_hand": round(surprise(apart.guess, apart.wins), 4),
        "largest_deviation": round(reliability.largest_deviation(reliability.bins(shares, apart.wins)), 4),
    }


def candidate(run: Run) -> Path:
    """Write the newest network as the bots read it, and return the file."""
    net, path = run.net(), run.folder / "candidate.npz"
    if net is not None:
        save(net, path)
    return path


def check(run: Run, champion: str, runner: Runner, games: int = CHECK_GAMES) -> Generator[Sprt]:
    """Let the candidate play the champion (the settings of a search, or nothing) until the test is decided."""
    mine = f"search:{CHECK_ITERATIONS},weights={candidate(run)}"
    theirs = champion or f"search:{CHECK_ITERATIONS}"
    plan = Plan.make(run.settings.game, [mine, theirs], 2, games, run.settings.seed, {})
    path = run.folder / f"check-{run.generation:03}.jsonl"
    journal = Journal.resume(path, plan) if path.exists() else Journal.begin(path, plan)
    test = Sprt(even=0.5)
    test.add_all(_win(line, mine) for line in journal.results)
    playing = runner(plan, journal.missing())
    try:
        yield test
        for line in playing if test.verdict == UNDECIDED else ():
            journal.add(line)
            test.add(_win(line, mine))
            yield test
            if test.verdict != UNDECIDED:
                return
    finally:
        playing.close()  # type: ignore[attr-defined]
        journal.close()


def _win(line: Json, bot: str) -> float:
    return win_of(line, line["seats"].index(bot))


def crown(run: Run, test: Sprt) -> Path | None:
    """Keep the candidate as the champion of the folder if it won; return its file."""
    run.history[-1]["check"] = {
        "verdict": test.verdict,
        "wins": test.wins,
        "games": test.games,
        "evidence": round(test.evidence, 3),
    }
    run.save()
    if test.verdict != BETTER:
        return None
    path = run.folder / "champion.npz"
    path.write_bytes(candidate(run).read_bytes())
    return path
