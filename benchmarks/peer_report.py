"""The page of ``peers.py``: tables, a plot, and what can be compared with what."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl

from peer_work import BATCH, ENGINE, ENVIRONMENT, Peer

mpl.use("svg")
import matplotlib.pyplot as plt

Row = tuple[Peer, float | None, str]
Promise = tuple[str, float, float]
"""A metric of ``gravitable bench``: its name, what was seen, what was promised."""

_HEAD = """# Benchmarks

How fast Gravitable is, beside others: {where}.
Written by `benchmarks/peers.py`, which anybody can run again; every number is the median of three rounds of about a
second, **per second of CPU time of one core**, all in one run. The last table has what we promise, from the same run.

![Moves per second of one core](images/benchmarks.svg)

Everything plays at random and counts moves, with legal moves, new games and deals included.

## What is comparable, and what is not

* The games differ. A decision in Gravity Superstar moves a pawn over a board with walls, falls, ejections and hidden
  cards; a move in Connect Four drops a disc. Superstar is the heavier of the two, chess is heavier still.
* *Engines* are compared as they are called: a compiled loop, a loop in Python over compiled rules, pure Python.
  OpenSpiel's rules are C++ and faster than shown when called from C++.
* *Environments* give an observation and a mask with every step, so they are comparable with each other.
* *Batches* step 2,048 games at once. pgx is made for graphics cards and other accelerators; on a CPU it shows less
  than it can do.
* boardgame.io differs most from run to run: 6,000 to 13,000 moves a second on this machine.
* Our first use compiles for half a minute, once per machine; JAX compiles at every start. Neither is counted.

"""

_TITLES = {
    ENGINE: "Engines",
    ENVIRONMENT: "Environments, one game at a time",
    BATCH: "Many games at once",
}


def write_page(docs: Path, where: str, rows: list[Row], promises: list[Promise]) -> None:
    """Write ``benchmarks.md`` and its picture."""
    _plot(docs / "images" / "benchmarks.svg", rows)
    parts = [_HEAD.format(where=where)]
    parts += [f"## {title}\n\n{_table(group, rows)}\n" for group, title in _TITLES.items()]
    skipped = [f"* {peer.name}: {why}" for peer, rate, why in rows if rate is None]
    if skipped:
        parts.append("## Skipped in this run\n\n" + "\n".join(skipped) + "\n")
    parts.append(_PROMISES + "\n".join(_promise(*promise) for promise in promises) + "\n")
    parts.append(_TAIL)
    (docs / "benchmarks.md").write_text("\n".join(parts), "utf-8")


_PROMISES = """## What we promise

The metrics of `gravitable bench`, best of five rounds: CPU time of one core, but `envs.batched` on two cores by the
clock on the wall, 8,192 games of four players at once.

| metric | seen | promised |
|---|---:|---:|
"""


def _promise(name: str, value: float, target: float) -> str:
    return f"| `{name}` | {_rounded(value)} | {target:,.0f} |"


_TAIL = """## Measure it yourself

```console
$ gravitable bench --quick envs.batched
```

<!-- not run: takes minutes, and writes this page -->
```console
$ python benchmarks/peers.py
```
"""


def _measured(group: str, rows: list[Row]) -> list[tuple[Peer, float]]:
    found = [(peer, rate) for peer, rate, _ in rows if rate is not None and peer.group == group]
    return sorted(found, key=lambda row: -row[1])


def _table(group: str, rows: list[Row]) -> str:
    lines = ["| | moves/s | |", "|---|---:|---|"]
    for peer, rate in _measured(group, rows):
        name = f"**{peer.name}**" if peer.ours else peer.name
        lines.append(f"| {name} | {_rounded(rate)} | {peer.note} |")
    return "\n".join(lines) + "\n"


def _rounded(rate: float) -> str:
    """Return a rate with three digits: more would look more exact than it is."""
    digits = max(0, len(str(int(rate))) - 3)
    return f"{round(rate, -digits):,.0f}"


def _plot(path: Path, rows: list[Row]) -> None:
    shown = [row for group in _TITLES for row in _measured(group, rows)][::-1]
    mpl.rcParams["svg.hashsalt"] = "gravitable"  # the same picture for the same numbers
    figure, axes = plt.subplots(figsize=(9, 0.34 * len(shown) + 0.9), layout="constrained")
    colours = ["#5a36c9" if peer.ours else "#b9abe6" for peer, _ in shown]
    bars = axes.barh([peer.name for peer, _ in shown], [rate for _, rate in shown], color=colours)
    axes.bar_label(bars, [f" {_rounded(rate)}" for _, rate in shown], fontsize=8)
    axes.set(xscale="log", xlabel="moves per second of one core (logarithmic); dark: Gravitable")
    axes.margins(x=0.12)
    axes.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
