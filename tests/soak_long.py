"""The long soak: ``make soak-long``. Stop it with Ctrl-C whenever you like; the next call goes on where it was.

A thousand kills on SQLite and PostgreSQL, a hundred lost connections, a hundred thousand hostile messages and frames,
a million comparisons with hidden things shuffled, and a day of 300 tables with moved clocks. How far it has come
is in out/soak-long/state.json, and docs/soak.md is written from that. Hours of work:

    python -m tests.soak_long                          # all that is left to do
    python -m tests.soak_long --minutes 30             # as much as fits
    python -m tests.soak_long --only kills,cuts        # some of it
    python -m tests.soak_long --part 0.01 --folder out/try --report out/try.md    # a hundredth, to try it out
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from server.harness import Postgres, postgres_binaries
from soaking import deaths, report
from soaking.comparisons import comparisons
from soaking.hours import Hours
from soaking.progress import Progress, Stage
from soaking.strangers import strangers

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
GOALS = {"kills": 1000, "cuts": 100, "strangers": 100_000, "comparisons": 1_000_000, "hours": 24 * 60}


@contextmanager
def own_postgres() -> Iterator[Postgres]:
    """A cluster for as long as the soak runs."""
    with tempfile.TemporaryDirectory(prefix="gravitable-soak-") as place:
        Path(place).chmod(0o755)  # PostgreSQL runs as a user of its own
        cluster = Postgres(Path(place))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


def stages(goals: dict[str, int], folder: Path, postgres: Postgres, hours: Hours) -> list[Stage]:
    """Return all stages, what takes longest last."""
    return [
        Stage(
            "strangers",
            goals["strangers"],
            "hostile messages and frames",
            lambda kept, left: strangers(kept, left, folder),
        ),
        Stage(
            "cuts",
            goals["cuts"],
            "lost connections",
            lambda kept, left: deaths.cuts(kept, left, folder, postgres),
        ),
        Stage(
            "kills",
            goals["kills"],
            "kills",
            lambda kept, left: deaths.kills(kept, left, folder, postgres),
        ),
        Stage("comparisons", goals["comparisons"], "comparisons", comparisons),
        Stage("hours", goals["hours"], "simulated minutes", hours.piece),
    ]


def least_done(stages: list[Stage], progress: Progress) -> Stage | None:
    """Return the stage that is furthest from its end, so that a short run does some of everything."""
    left = [stage for stage in stages if progress.of(stage.name)["done"] < stage.goal]
    return min(left, key=lambda stage: progress.of(stage.name)["done"] / stage.goal, default=None)


def run(wanted: argparse.Namespace, progress: Progress) -> None:
    """Do one piece after the other, until all is done or the time is up."""
    end = time.monotonic() + 60 * wanted.minutes
    goals = {name: max(1, int(goal * wanted.part)) for name, goal in GOALS.items()}
    folder: Path = wanted.folder
    with ExitStack() as stack:
        postgres = stack.enter_context(own_postgres())
        hours = Hours(folder)
        stack.callback(hours.close)
        chosen = [s for s in stages(goals, folder, postgres, hours) if s.name in wanted.only]
        while time.monotonic() < end and (stage := least_done(chosen, progress)):
            failed = len(progress.of(stage.name)["failures"])
            progress.run_piece(stage)
            kept = progress.of(stage.name)
            say = f"{time.strftime('%H:%M:%S')} {kept['done']} of {stage.goal} {stage.unit}"
            print(say, *kept["failures"][failed:], sep="\n  FAILED ", file=sys.stderr, flush=True)
            if len(kept["failures"]) >= wanted.most_failures:
                chosen.remove(stage)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "out" / "soak-long", help="where progress is kept"
    )
    parser.add_argument("--report", type=Path, default=ROOT / "docs" / "soak.md")
    parser.add_argument(
        "--minutes", type=float, default=1e6, help="stop after so long; the next call goes on"
    )
    parser.add_argument("--only", default=",".join(GOALS), help="stages, separated by commas")
    parser.add_argument("--part", type=float, default=1.0, help="this part of each number")
    parser.add_argument("--most-failures", type=int, default=5, help="give a stage up after so many")
    wanted = parser.parse_args()
    wanted.only = wanted.only.split(",")
    wanted.folder = wanted.folder.resolve()
    if postgres_binaries() is None:
        print("The long soak needs PostgreSQL (initdb, createdb); it is not installed here.")
        return 1
    os.environ["PYTHONPATH"] = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])  # for servers
    for wish in (signal.SIGINT, signal.SIGTERM):  # also when a shell started it in the background
        signal.signal(wish, signal.default_int_handler)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    progress = Progress.load(wanted.folder / "state.json")
    try:
        run(wanted, progress)
    except KeyboardInterrupt:
        print("stopped; the next call goes on from here", file=sys.stderr)
    wanted.report.write_text(report.page(progress.stages, GOALS), "utf-8")
    print(f"{wanted.report} says how far it came", file=sys.stderr)
    return 1 if any(kept["failures"] for kept in progress.stages.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
