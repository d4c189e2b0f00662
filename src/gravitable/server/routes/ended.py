"""Games that are over, and may be shown as a whole."""

from __future__ import annotations

from gravitable.server.challenges.daily import refuse_before_end
from gravitable.server.errors import NotFinished
from gravitable.server.play.match import Match
from gravitable.server.services import Services


async def finished(parts: Services, table_id: str) -> Match:
    """Return a game whose secret may be known; raises NotFinished, DayRunning or ContestGoesOn."""
    match = (await parts.authority.look(table_id)).match
    if not match.over:
        raise NotFinished("the game goes on; this is shown after the end")
    refuse_before_end(match)
    await parts.contest_desk.must_be_over(match)
    return match
