"""How running games stand, for lists of tables: whose turn it is, and the scores so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gravitable.core.errors import GravitableError
from gravitable.core.registry import package_of
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import Match
from gravitable.server.protocol.parts import TableInfo


async def with_standings(infos: Sequence[TableInfo], authority: Authority) -> list[TableInfo]:
    """Return tables with what anybody may know of how their games stand."""
    return [await _with_standing(info, authority) if info.status == "running" else info for info in infos]


async def _with_standing(info: TableInfo, authority: Authority) -> TableInfo:
    try:
        match = (await authority.look(info.id)).match
    except GravitableError:
        return info  # a game of rules that this server does not know any more is still listed
    return replace(info, to_act=list(match.to_act), scores=_scores(match))


def _scores(match: Match) -> list[int] | None:
    """Return the scores as a spectator sees them."""
    package = package_of(match.game.name)
    if package.scores is None:
        return None
    scores: list[int] = package.load(package.scores)(match.game.typed_view(None))
    return scores
