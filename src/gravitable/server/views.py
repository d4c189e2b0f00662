"""What a viewer is sent about a match.

What depends on the viewer goes through two functions, ``view_for`` and ``events_for``, which ask the game what these
eyes may see. Nothing made for one viewer is handed to another.
"""

from __future__ import annotations

from typing import Any

from msgspec import Raw

from gravitable.core.contract import EVERYTHING, SPECTATOR
from gravitable.core.game import Game
from gravitable.server.errors import WholeTurn
from gravitable.server.match import Match, Step, happened, turn_complete
from gravitable.server.protocol import encode
from gravitable.server.protocol.parts import Proof
from gravitable.server.protocol.server import EventGroup, SeatState, State, Tried


class StateTexts:
    """The ``state`` messages of one match at one version, each made when first asked for.

    Spectators are many and all see the same: they share one text.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._texts: dict[tuple[int | None, int], str] = {}

    def text(self, viewer: int | None, since: int | None = None) -> str:
        """Return the message for a seat or a spectator (None), with what happened after version ``since``."""
        first = self.match.version - 1 if since is None else since
        text = self._texts.get((viewer, first))
        if text is None:
            text = self._texts[viewer, first] = encode(state(self.match, viewer, first))
        return text


def state(match: Match, viewer: int | None, since: int) -> State[Any, Any, Any]:
    """Return the ``state`` message for a viewer, with what happened after version ``since``."""
    game, standing = match.game, match.standing
    return State(
        table=match.terms.table_id,
        version=match.version,
        game=game.name,
        seat=viewer,
        to_act=list(match.to_act),
        legal=game.legal(viewer) if viewer is not None and viewer in match.to_act else [],
        whole_turns=match.whole_turns,
        groups=[_group(game, step, viewer) for step in match.steps[max(since, 0) :]],
        seats=[_seat(match, seat) for seat in match.players],
        paused=standing.paused_at is not None,
        pause_wishes=sorted(standing.pause_wishes),
        over=match.over,
        result=match.result,
        proof=proof(match) if match.over else None,
        view=view_for(game, _eyes(viewer)),
    )


def tried(match: Match, seat: int, actions: list[str], ref: str | None = None) -> Tried[Any, Any, Any]:
    """Return the ``tried`` message: the actions played on a private copy; raises what the rules say."""
    if actions and not match.whole_turns:
        # Trying it out would show what lies face down.
        raise WholeTurn(f"in {match.game.name} every choice is final: try takes no actions here")
    game = match.played(seat, actions)
    done = bool(actions) and turn_complete(game, seat)
    legal = [] if done else game.legal(seat)
    return Tried(
        table=match.terms.table_id,
        version=match.version,
        game=game.name,
        actions=actions,
        events=events_for(game, happened(game, match.game.n_entries), seat),
        done=done,
        legal=legal,
        previews=[game.preview(seat, action) for action in legal],
        view=view_for(game, seat),
        ref=ref,
    )


def proof(match: Match) -> Proof:
    """Return the secret behind all chance, with the commitment to it. Only after the end."""
    return Proof(match.game.commitment, match.terms.table.secret.hex())


def _seat(match: Match, seat: int) -> SeatState:
    standing = match.standing
    return SeatState(seat, seat in standing.away, seat in standing.resigned, match.deadline(seat))


def _group(game: Game, step: Step, viewer: int | None) -> EventGroup[Any]:
    row = step.row
    events = events_for(game, step.happened, _eyes(viewer))
    return EventGroup(version=row.seq, kind=row.kind, seat=row.seat, events=events)


def _eyes(viewer: int | None) -> int:
    return SPECTATOR if viewer is None else viewer


def view_for(game: Game, eyes: int) -> Any:
    """Return what the eyes of a seat, SPECTATOR or EVERYTHING may see of a game."""
    if eyes == EVERYTHING:
        return game.state()
    return Raw(game.view_text(None if eyes == SPECTATOR else eyes).encode())


def events_for(game: Game, stored: bytes, eyes: int) -> Any:
    """Return what the eyes of a seat, SPECTATOR or EVERYTHING may see of what happened: a list of events."""
    return Raw(f"[{game.rules.event_text(game.states, stored, eyes)}]".encode())
