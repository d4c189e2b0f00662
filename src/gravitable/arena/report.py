"""One self-contained page about a tournament: tables and plots, no outside files."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from gravitable._version import __version__
from gravitable.arena import plots
from gravitable.arena.plan import Plan
from gravitable.arena.standings import Standing, cut_short, standings
from gravitable.core.errors import BadOption

Json = dict[str, Any]

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; color: #1d2433;
  background: #fff; }}
table {{ border-collapse: collapse; margin: 1rem 0; }}
th, td {{ padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #d8dde6; }}
th:first-child, td:first-child {{ text-align: left; }}
figure {{ margin: 1.5rem 0; overflow-x: auto; }}
svg {{ max-width: 100%; height: auto; }}
figcaption, footer {{ color: #5a6478; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{summary}</p>
{table}
{figures}
{forfeits}
<footer>Gravitable {version}. Plan: <code>{plan}</code></footer>
</body>
</html>
"""


def report(plan: Plan, results: Sequence[Json]) -> str:
    """Return the page; raises MissingExtra without matplotlib."""
    if not results:
        raise BadOption("there is no game to report yet")
    table = standings(plan.bots, results)
    order = [row.bot for row in table]
    figures = [
        ("Ladder", "Ratings of all bots; the bars are 95% intervals.", plots.ladder(table)),
        (
            "Who beats whom",
            "Share of games in which the bot of the row finished ahead.",
            plots.win_matrix(order, results),
        ),
        ("Scores", "How the scores are spread.", plots.scores(order, results)),
        ("Length", "How many decisions a game took.", plots.lengths(results)),
        ("Seats", "How often each seat won; the line is an even share.", plots.seats(plan.players, results)),
    ]
    return _PAGE.format(
        title=escape(f"Arena: {plan.game}, {plan.players} players"),
        summary=escape(_summary(plan, results)),
        table=_table(table),
        figures="\n".join(_figure(*figure) for figure in figures),
        forfeits=_forfeits(results),
        version=escape(__version__),
        plan=escape(str(plan.to_json())),
    )


def _summary(plan: Plan, results: Sequence[Json]) -> str:
    deals = len({line["deal"] for line in results})
    shown = {name: value for name, value in plan.options.items() if value not in (None, False, [])}
    return (
        f"{len(results)} of {plan.games} games on {deals} deals; every lineup played each deal in every rotation of "
        f"the seats. {_cut(plan, results)}Seed {plan.seed}; options {shown}. "
        f"Shares are per seat held: {1 / plan.players:.1%} would be even."
    )


def _cut(plan: Plan, results: Sequence[Json]) -> str:
    cut = cut_short(plan.options, results)
    return f"{cut} games were cut after round {plan.options['rounds']}. " if cut else ""


def _table(table: Sequence[Standing]) -> str:
    head = "".join(
        f"<th scope='col'>{name}</th>"
        for name in (
            "bot",
            "wins (95% interval)",
            "seats",
            "rating",
            "mean score",
            "ms a decision",
            "forfeits",
        )
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(map(_row, table))}</tbody></table>"


def _row(row: Standing) -> str:
    speed = 1000 * row.seconds / row.decisions if row.decisions else 0.0
    score = "" if row.mean_score is None else f"{row.mean_score:.1f}"
    cells = (
        escape(row.bot),
        str(row.wins),
        str(row.wins.games),
        f"{row.rating:.1f} &plusmn; {row.rating_error:.1f}",
        score,
        f"{speed:.2f}",
        str(row.forfeits),
    )
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _figure(title: str, caption: str, svg: str) -> str:
    return (
        f"<h2>{title}</h2><figure role='img' aria-label='{escape(caption)}'>{svg}"
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _forfeits(results: Sequence[Json]) -> str:
    lost = [line for line in results if line["forfeit"]]
    if not lost:
        return ""
    items = "".join(
        f"<li>Game {line['game']}: {escape(line['forfeit']['bot'])}: {escape(line['forfeit']['reason'])}</li>"
        for line in lost[:50]
    )
    return f"<h2>Forfeits ({len(lost)})</h2><ul>{items}</ul>"
