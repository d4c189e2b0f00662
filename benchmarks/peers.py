"""Our engine and environments beside others: same machine, same run, medians of three.

    python benchmarks/peers.py                     # measures what is installed, writes docs/benchmarks.md
    python benchmarks/peers.py --only "pettingzoo" # prints only what matches
    BOARDGAME_IO=folder python benchmarks/peers.py # a folder in which `npm install boardgame.io` was run

Peers that are not installed are skipped with a message. Install them where you like, for instance in a virtual
environment of their own: open_spiel, catanatron, pgx, jax, pettingzoo, chess.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from gravitable.bench import THOROUGH, all_benchmarks
from peer_report import write_page
from peer_work import OTHERS, OURS, Missing, Peer

ROUNDS = 3
SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Measured:
    """What came out for one peer: a rate, or why there is none."""

    peer: Peer
    rate: float | None
    why: str = ""


def measure(peer: Peer) -> Measured:
    """Return the median of three rounds, in units per second of CPU time."""
    try:
        work = peer.prepare()
        work()  # compiles and loads
        return Measured(peer, statistics.median(_rate(work) for _ in range(ROUNDS)))
    except Missing as missing:
        return Measured(peer, None, str(missing))
    except Exception as error:
        return Measured(peer, None, f"does not run here: {str(error).splitlines()[0][:100]}")


def _rate(work: Callable[[], tuple[int, float | None]]) -> float:
    """Run for about a second. Work in another process tells its own CPU time."""
    done, spent = 0, 0.0
    while spent < SECONDS:
        started = time.process_time()
        count, elsewhere = work()
        done += count
        spent += time.process_time() - started if elsewhere is None else elsewhere
    return done / spent


def _all(only: str) -> Iterator[Measured]:
    for peer in (*OURS, *OTHERS):
        if only.lower() in peer.name.lower():
            measured = measure(peer)
            shown = f"{measured.rate:,.0f}/s" if measured.rate else f"skipped: {measured.why}"
            print(f"{peer.name}: {shown}", flush=True)
            yield measured


def _promises() -> Iterator[tuple[str, float, float]]:
    """Measure, in the same run, the speeds that ``gravitable bench`` holds against a target."""
    for benchmark in all_benchmarks():
        if benchmark.target and benchmark.more_is_better:
            value = benchmark.measure(THOROUGH)
            print(f"{benchmark.name}: {value:,.0f}/s", flush=True)
            yield benchmark.name, value, benchmark.target


def main() -> None:
    """Measure everything that is installed, and write the page unless only a part was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", default="", help="measure only what has this in its name, and write nothing"
    )
    parser.add_argument(
        "--docs", type=Path, default=Path(__file__).parent.parent / "docs", help="where the page goes"
    )
    given = parser.parse_args()
    measured = list(_all(given.only))
    if not measured:
        parser.error(
            f"nothing has {given.only!r} in its name; there are {', '.join(p.name for p in (*OURS, *OTHERS))}"
        )
    if not given.only:
        where = f"{_processor()}, Python {platform.python_version()}, {datetime.now(UTC):%Y-%m-%d}"
        write_page(given.docs, where, [(m.peer, m.rate, m.why) for m in measured], list(_promises()))
        print(f"wrote {given.docs / 'benchmarks.md'}")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
