"""The pictures of a training run, as SVG: how the loss fell, how strength rose, whether chances can be trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gravitable.arena.plots import figure_and_axes, svg_of
from gravitable.learn.reliability import ENOUGH, Bin

Json = dict[str, Any]

_COLOURS = ("#4c72b0", "#b0463c", "#3f8f5f", "#8a6bb1", "#8a7a3a")


def loss_curve(history: Sequence[Json]) -> str:
    """Draw the loss on games kept apart, by generation and number of players; dashed: the hand-made evaluation."""
    figure, axes = figure_and_axes(7, 4)
    generations = [entry["generation"] for entry in history]
    for number, first in enumerate(history[0]["held_out"]):
        rows = [entry["held_out"][number] for entry in history]
        colour = _COLOURS[number % len(_COLOURS)]
        axes.plot(
            generations,
            [row["loss"] for row in rows],
            "o-",
            color=colour,
            label=f"{first['players']} players",
        )
        axes.plot(generations, [row["loss_by_hand"] for row in rows], "--", color=colour, alpha=0.6)
    axes.set_xlabel("generation")
    axes.set_ylabel("log loss on games kept apart (dashed: by hand)")
    axes.legend(frameon=False)
    return svg_of(figure)


def strength_curve(history: Sequence[Json]) -> str:
    """Draw how often the network of each generation beat its measure, with 95% intervals."""
    figure, axes = figure_and_axes(7, 3.5)
    gauged = [entry for entry in history if "gauge" in entry]
    shares = [entry["gauge"]["share"] for entry in gauged]
    lows = [share - entry["gauge"]["low"] for share, entry in zip(shares, gauged, strict=True)]
    highs = [entry["gauge"]["high"] - share for share, entry in zip(shares, gauged, strict=True)]
    axes.errorbar(
        [entry["generation"] for entry in gauged],
        shares,
        yerr=[lows, highs],
        fmt="o-",
        capsize=4,
        color=_COLOURS[0],
    )
    axes.axhline(0.5, color=_COLOURS[1], linewidth=1)
    axes.set_xlabel("generation")
    axes.set_ylabel(f"share of wins against {gauged[0]['gauge']['against']}" if gauged else "share of wins")
    return svg_of(figure)


def reliability_diagram(diagrams: Mapping[str, Sequence[Bin]]) -> str:
    """Draw predicted against real shares of wins; hollow: bins with too few cases to be judged by."""
    figure, axes = figure_and_axes(6, 5.5)
    axes.plot([0, 1], [0, 1], color="#8a93a6", linewidth=1)
    for number, (name, found) in enumerate(diagrams.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        sure = [each for each in found if each.cases >= ENOUGH]
        few = [each for each in found if each.cases < ENOUGH]
        axes.plot([b.predicted for b in sure], [b.won for b in sure], "o-", color=colour, label=name)
        axes.plot([b.predicted for b in few], [b.won for b in few], "o", color=colour, fillstyle="none")
    axes.set_xlabel("chance that was foretold")
    axes.set_ylabel("share that was won")
    axes.legend(frameon=False)
    return svg_of(figure)
