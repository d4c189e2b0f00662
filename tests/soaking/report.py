"""docs/soak.md, written from the state file and nothing else."""

from __future__ import annotations

import platform
from itertools import pairwise
from typing import NamedTuple

from soaking.progress import Json

GROWTH_ALLOWED = 0.05


class Day(NamedTuple):
    """What the longest uninterrupted spell of the simulated day showed."""

    minutes: int
    memory_from_mb: float
    memory_to_mb: float
    growth: float
    """How much the memory grew in the last half: the mean of the last quarter against that of the third."""
    bytes_a_row: list[float]
    """How many bytes the file grew by for each row, in each quarter of the rows."""
    rows: int
    file_mb: float


def day_of(spells: list[list[list[int]]]) -> Day | None:
    """Read the samples: minute, memory in kB, rows, bytes; None when there are too few to say anything."""
    samples = max(spells, key=len, default=[])
    if len(samples) < 8:
        return None
    quarters = [samples[len(samples) * n // 4 : len(samples) * (n + 1) // 4] for n in range(4)]
    third, last = (sum(one[1] for one in quarter) / len(quarter) for quarter in quarters[2:])
    edges = [samples[0], *(quarter[-1] for quarter in quarters)]
    slopes = [(b[3] - a[3]) / max(1, b[2] - a[2]) for a, b in pairwise(edges)]
    return Day(
        minutes=samples[-1][0] - samples[0][0],
        memory_from_mb=quarters[2][0][1] / 1024,
        memory_to_mb=samples[-1][1] / 1024,
        growth=last / third - 1,
        bytes_a_row=slopes,
        rows=samples[-1][2],
        file_mb=samples[-1][3] / 1e6,
    )


def page(stages: Json, goals: dict[str, int]) -> str:
    """Return the page."""
    return "\n".join([_HEAD, *_rows(stages, goals), "", *_details(stages), *_failures(stages), ""])


_HEAD = """# The long soak

<!-- Written by tests/soak_long.py from its state file; do not edit by hand. -->

`make soak-long` does for hours what the tests do for seconds. It can be stopped at any moment and goes on where it was;
this page says how much of each trial was really done.

| trial | wanted | reached | went wrong | took |
|---|---|---|---|---|"""

_TITLES = {
    "kills": "SIGKILLs of a server during play",
    "cuts": "lost connections to PostgreSQL during play",
    "strangers": "hostile messages and frames while others play",
    "comparisons": "messages compared with hidden things shuffled",
    "hours": "simulated minutes of 300 tables, clocks moved",
}


def _rows(stages: Json, goals: dict[str, int]) -> list[str]:
    rows = []
    for name, goal in goals.items():
        kept = stages.get(name, {"done": 0, "failures": [], "seconds": 0})
        short = "" if kept["done"] >= goal else f" ({kept['done'] / goal:.0%})"
        took = f"{kept['seconds'] / 60:.0f} min"
        rows.append(
            f"| {_TITLES[name]} | {goal:,} | {kept['done']:,}{short} | {len(kept['failures'])} | {took} |"
        )
    return rows


def _details(stages: Json) -> list[str]:
    lines = []
    if kept := stages.get("kills"):
        lines.append(
            f"- **Kills**: {kept.get('on_sqlite', 0):,} on SQLite, {kept.get('on_postgres', 0):,} on PostgreSQL; "
            f"{kept.get('accepted', 0):,} commits were acknowledged and {kept.get('games', 0):,} games played to "
            "their end. Every acknowledged commit was in the log, once, as it was sent. Servers are forked from a "
            "process that has the rules loaded, so that a start takes a moment."
        )
    if kept := stages.get("cuts"):
        lines.append(
            f"- **Lost connections**: a third of them at the worst moment (the database has stored a commit, its "
            f"answer is lost), a third for a second or so; {kept.get('accepted', 0):,} commits acknowledged, none "
            "lost or played twice, and people were told `database-away` and nothing else."
        )
    if kept := stages.get("strangers"):
        lines.append(
            f"- **Strangers**: {kept.get('messages', 0):,} messages ({kept.get('answered', 0):,} answered with known "
            f"codes) and {kept.get('frames', 0):,} malformed frames ({kept.get('closed', 0):,} connections closed for "
            f"them). {kept.get('games', 0):,} games of others went on beside it without an error or a lost connection."
        )
    if kept := stages.get("comparisons"):
        lines.append(
            f"- **Comparisons**: {kept.get('superstar', 0):,} messages of Superstar and {kept.get('gravwell', 0):,} of "
            f"Gravwell, along {kept.get('games', 0):,} random games, {kept.get('variants', 0)} of the {_n_variants()} "
            f"combinations of players and options, every seat and the spectator. In {kept.get('differed', 0):,} "
            f"shuffles the game really was another; {kept.get('leaked', 0)} messages differed."
        )
    if kept := stages.get("hours"):
        lines += _about_the_day(kept)
    return lines


def _n_variants() -> int:
    from soaking.comparisons import variants  # noqa: PLC0415 - loads the rules

    return len(variants())


def _about_the_day(kept: Json) -> list[str]:
    told = (
        f"- **The day**: {kept['done'] / 60:.1f} simulated hours, {kept.get('commits', 0):,} commits of people, "
        f"{kept.get('games', 0):,} games ended and replaced; people who leave and whose clocks "
        "run out, bots that play on. The server keeps 400 games in memory, so that it is full early."
    )
    if kept["done"] <= 390:
        told += " The clock on the wall is set back after six hours: this run has not come to that."
    day = day_of(kept.get("spells", []))
    if day is None:
        return [told, "- **Memory and file**: too little was run to say anything."]
    flat = "flat" if day.growth < GROWTH_ALLOWED else "NOT flat"
    slopes = ", ".join(f"{slope:.0f}" for slope in day.bytes_a_row)
    memory = (
        f"- **Memory**: {flat}: {day.growth:+.1%} from the third to the fourth quarter of {day.minutes / 60:.1f} "
        f"hours without a restart ({day.memory_from_mb:.0f} to {day.memory_to_mb:.0f} MB)."
    )
    size = f"{day.file_mb:.1f} MB for {day.rows:,} rows of the log"
    file = f"- **File**: {size}; {slopes} bytes a row in the four quarters."
    return [told, memory, file]


def _failures(stages: Json) -> list[str]:
    told = [f"- {name}: {text}" for name, kept in stages.items() for text in kept["failures"]]
    code = sorted({one for kept in stages.values() for one in kept.get("code", [])})
    made = f"Python {platform.python_version()}; the commits that were tried: {', '.join(code)}."
    notes = [f"- {note}" for kept in stages.values() for note in kept.get("notes", [])]
    wrong = ["", "What went wrong:", "", *told] if told else []
    return [*wrong, *(["", "Notes of the person who ran it:", "", *notes] if notes else []), "", made]
