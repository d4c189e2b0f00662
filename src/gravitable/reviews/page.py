"""A review as one self-contained HTML page: no scripts, no outside files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import Final

from gravitable.reviews.boards import board_of
from gravitable.reviews.moments import Story
from gravitable.reviews.plot import plot, swatch
from gravitable.reviews.types import Decision, Option, Review, SeatReview

MOST_MOMENTS: Final = 12
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; color: #1d2433;
  background: #fff; }}
figure {{ margin: 1rem 0; }}
svg, img {{ max-width: 100%; height: auto; }}
.wide {{ overflow-x: auto; }}
.wide > svg {{ min-width: 36rem; }}
th svg {{ max-width: none; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #d8dde6; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
section {{ border-top: 1px solid #d8dde6; margin-top: 1.5rem; }}
.taken {{ border-bottom: 4px dotted #e69f00; }}
.better {{ border-bottom: 4px dashed #56b4e9; }}
footer, figcaption {{ color: #4a5262; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{summary}</p>
<figure><div class="wide" tabindex="0">{curve}</div>
<figcaption>Everybody's chance to win, from the true position. The bands are twice the uncertainty
on either side; where little can be known they are wide. Rings mark the key moments.</figcaption></figure>
<div class="wide" tabindex="0">{seats}</div>
<p>Own, others and chance add up to result minus start, in points of win chance.</p>
<h2>Key moments</h2>
{moments}
<footer>{reference}</footer>
</body>
</html>
"""


def page(story: Story, review: Review, names: Sequence[str], seat: int | None = None) -> str:
    """Return the page; ``seat``: only the key moments of one player."""
    told = [one for one in review.key_moments if seat is None or one.seat == seat][:MOST_MOMENTS]
    moments = [_moment(story, one, names) for one in sorted(told, key=lambda one: one.entry)]
    return _PAGE.format(
        title=escape(f"Review: {story.rules.title}, {story.players} players"),
        summary=escape(_summary(review, names)),
        curve=plot(review, names),
        seats=_seats(review, names),
        moments="\n".join(moments) or "<p>No decision cost so much that this review could tell.</p>",
        reference=escape(reference_text(review)),
    )


def reference_text(review: Review) -> str:
    """Say who judged, and how."""
    by = review.reference
    return (
        f"Judged by {by.bot} version {by.version} of gravitable {by.program}: {by.budget} iterations for each of "
        f"{by.seeds} seeds a figure. Another budget may give other figures. Rules version {review.rules}."
    )


def _summary(review: Review, names: Sequence[str]) -> str:
    winners = [name for name, share in zip(names, review.result, strict=True) if share > 0]
    won = f"{' and '.join(winners)} won." if winners else "Nobody won."
    if not review.key_moments:
        return won
    worst = review.key_moments[0]
    return (
        f"{won} The most expensive decision: {names[worst.seat]}, log entry {worst.entry + 1}: {worst.text}"
    )


def _seats(review: Review, names: Sequence[str]) -> str:
    heads = ("", "start", "own", "others", "chance", "result", "accuracy", "largest swing")
    head = "".join(f"<th scope='col'>{name}</th>" for name in heads)
    rows = "".join(_row(one, names[one.seat]) for one in review.seats)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _row(one: SeatReview, name: str) -> str:
    swing = "" if one.swing is None else f"{100 * one.swing.change:+.0f}"
    cells = (
        f"{100 * one.start:.1f}",
        *(f"{100 * part:+.1f}" for part in (one.own, one.others, one.chance)),
        f"{100 * one.result:.1f}",
        f"{one.accuracy:.0f}%",
        swing,
    )
    who = f"<th scope='row'>{swatch(one.seat)} {escape(name)}</th>"
    return f"<tr>{who}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _moment(story: Story, decision: Decision, names: Sequence[str]) -> str:
    title = f"{names[decision.seat]}, log entry {decision.entry + 1}: {decision.verdict}"
    return (
        f"<section><h3>{escape(title)}</h3>{_board(story, decision, names, better=False)}"
        f"<p>{escape(names[decision.seat])} chose <span class='taken'>{escape(decision.taken.action)}</span>. "
        "What would you have done?</p><details><summary>Show the better one</summary>"
        f"<p>{escape(decision.text)}</p><p><span class='taken'>{_option('Taken', decision.taken)}</span><br>"
        f"<span class='better'>{_option('Better', decision.best)}</span></p>"
        f"{_line(decision.best, names)}"
        f"{_board(story, decision, names, better=True)}</details></section>"
    )


def _board(story: Story, decision: Decision, names: Sequence[str], *, better: bool) -> str:
    picture = b64encode(board_of(story, decision, names, better=better).encode()).decode()
    told = f"The board as {names[decision.seat]} could see it, with the move taken" + (
        " and the better one" if better else ""
    )
    return f"<img loading='lazy' alt='{escape(told)}' src='data:image/svg+xml;base64,{picture}'>"


def _option(word: str, option: Option) -> str:
    return escape(f"{word}: {option.action}, {option.chance:.1%} ± {option.band:.1%}")


def _line(option: Option, names: Sequence[str]) -> str:
    if not option.line:
        return ""
    steps = "".join(f"<li>{escape(names[step.seat])}: {escape(step.action)}</li>" for step in option.line)
    return f"<p>Expected after it:</p><ol>{steps}</ol>"
