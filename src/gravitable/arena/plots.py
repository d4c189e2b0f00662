"""The plots of a tournament as SVG text; needs matplotlib."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gravitable.arena.runners import MissingExtra
from gravitable.arena.standings import Standing, ahead, seat_shares

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Json = dict[str, Any]

_INK, _BAR, _LINE = "#1d2433", "#4c72b0", "#b0463c"
_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "gravitable",  # the same results give the same file
    "svg.fonttype": "path",
    "font.size": 10,
    "text.color": _INK,
    "axes.edgecolor": "#8a93a6",
    "axes.labelcolor": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def figure_and_axes(width: float, height: float) -> tuple[Figure, Axes]:
    """Return an empty figure in our style; raises MissingExtra without matplotlib."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra, and slow to import
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra(
            "the report needs matplotlib; install it with: pip install 'gravitable[arena]'"
        ) from error
    mpl.rcParams.update(_STYLE)
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def svg_of(figure: Figure) -> str:
    """Return a figure as an SVG element that can stand in a page."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    return re.sub(r"^.*?(?=<svg)", "", text.getvalue(), flags=re.DOTALL)


def ladder(table: Sequence[Standing]) -> str:
    """Draw the ratings with their intervals."""
    figure, axes = figure_and_axes(7, 1.1 + 0.42 * len(table))
    places = list(range(len(table)))[::-1]
    axes.errorbar(
        [row.rating for row in table],
        places,
        xerr=[row.rating_error for row in table],
        fmt="o",
        color=_BAR,
        capsize=4,
    )
    axes.set_yticks(places, [row.bot for row in table])
    axes.set_xlabel("rating (openskill), 95% interval")
    axes.margins(y=0.2)
    axes.grid(axis="x", alpha=0.3)
    return svg_of(figure)


def win_matrix(bots: Sequence[str], results: Sequence[Json]) -> str:
    """Draw how often each bot finished ahead of each other."""
    size = 1.8 + 0.8 * len(bots)
    figure, axes = figure_and_axes(size + 1, size)
    shares = [[ahead(row, column, results) for column in bots] for row in bots]
    values = [
        [share.value if share.games and a != b else 0.5 for b, share in enumerate(row)]
        for a, row in enumerate(shares)
    ]
    axes.pcolormesh(values, cmap="RdBu", vmin=0, vmax=1, edgecolors="white", linewidth=2)
    axes.invert_yaxis()
    axes.set_aspect("equal")
    for a, row in enumerate(shares):
        for b, share in enumerate(row):
            if share.games and a != b:
                colour = "white" if abs(share.value - 0.5) > 0.3 else _INK
                axes.text(b + 0.5, a + 0.5, f"{share.value:.0%}", ha="center", va="center", color=colour)
    middles = [place + 0.5 for place in range(len(bots))]
    axes.set_xticks(middles, bots, rotation=30, ha="right")
    axes.set_yticks(middles, bots)
    axes.set_xlabel("... ahead of this one")
    axes.set_ylabel("this bot finished ...")
    return svg_of(figure)


def scores(bots: Sequence[str], results: Sequence[Json]) -> str:
    """Draw how the scores of each bot are spread."""
    figure, axes = figure_and_axes(7, 1.1 + 0.5 * len(bots))
    spread = [
        [
            line["scores"][seat]
            for line in results
            if line["scores"]
            for seat, name in enumerate(line["seats"])
            if name == bot
        ]
        for bot in bots
    ]
    shown = [(bot, values) for bot, values in zip(bots, spread, strict=True) if values][::-1]
    axes.boxplot(
        [values for _, values in shown],
        orientation="horizontal",
        widths=0.6,
        showmeans=True,
        medianprops={"color": _LINE},
        flierprops={"markersize": 3},
    )
    axes.set_yticks(range(1, len(shown) + 1), [bot for bot, _ in shown])
    axes.set_xlabel("score: median, quartiles, mean (triangle)")
    return svg_of(figure)


def lengths(results: Sequence[Json]) -> str:
    """Draw how long the games were."""
    figure, axes = figure_and_axes(7, 2.6)
    totals = [sum(line["decisions"]) for line in results]
    axes.hist(totals, bins=min(40, max(5, len(set(totals)))), color=_BAR)
    axes.set_xlabel("decisions in a game")
    axes.set_ylabel("games")
    return svg_of(figure)


def seats(players: int, results: Sequence[Json]) -> str:
    """Draw how often each seat won."""
    figure, axes = figure_and_axes(7, 2.6)
    shares = seat_shares(players, results)
    values = [share.value for share in shares]
    low = [share.value - share.interval[0] for share in shares]
    high = [share.interval[1] - share.value for share in shares]
    axes.bar(range(players), values, yerr=[low, high], color=_BAR, capsize=4, ecolor=_INK)
    axes.axhline(1 / players, color=_LINE, linestyle="--", linewidth=1)
    axes.set_xticks(range(players), [f"seat {seat}" for seat in range(players)])
    axes.set_ylabel("share of wins, 95% interval")
    return svg_of(figure)
