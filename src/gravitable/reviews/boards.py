"""The board of a decision as its player could see it, with the move taken and the better one drawn in."""

from __future__ import annotations

from collections.abc import Sequence

from gravitable.core.gains import DrawnMove
from gravitable.core.package import package_of
from gravitable.reviews.moments import Story
from gravitable.reviews.types import Decision


def board_of(
    story: Story,
    decision: Decision,
    names: Sequence[str] | None = None,
    *,
    better: bool = True,
    theme: str = "night",
) -> str:
    """Return an SVG picture; ``better``: with the better move too. Games that draw no moves show the position alone."""
    rules, seat = story.rules, decision.seat
    masked = rules.mask(story.moments[decision.entry].states, seat)
    view = {**rules.describe(masked, story.options), "options": story.options}
    package, called = package_of(rules.name), list(names) if names else None
    if package.moves is None:
        return rules.draw_svg(view, theme=theme, names=called)
    taken, best = (rules.action_number(option.action) for option in (decision.taken, decision.best))
    moves = [DrawnMove(rules.preview(masked, seat, taken), "taken")]
    if better and best != taken:
        moves.append(DrawnMove(rules.preview(masked, seat, best), "better"))
    drawn: str = package.load(package.moves)(view, seat, moves, theme=theme, names=called)
    return drawn
