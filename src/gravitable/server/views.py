"""What a viewer is sent about a match: made once per version and viewer, then shared as text."""

from __future__ import annotations

from typing import Any

from pydantic_core import to_json

from gravitable.core.contract import Json
from gravitable.core.game import Game
from gravitable.server.errors import WholeTurn
from gravitable.server.match import Mark, Match

_NOT_A_SEAT = -1


class Text(str):
    """A part of a message that is JSON text already."""

    __slots__ = ()


class StateTexts:
    """The ``state`` messages of one match at one version, each made when first asked for."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._texts: dict[tuple[int, int], str] = {}

    def text(self, viewer: int | None, since: int | None = None) -> str:
        """Return the message for a seat or a spectator (None), with what happened after version ``since``."""
        first = self.match.version - 1 if since is None else since
        key = (_NOT_A_SEAT if viewer is None else viewer, first)
        if key not in self._texts:
            self._texts[key] = text_of(state_message(self.match, viewer, first))
        return self._texts[key]


def state_message(match: Match, viewer: int | None, since: int) -> Json:
    """Return the ``state`` message for one viewer."""
    over = match.over
    to_act = match.to_act
    legal = match.game.legal(viewer) if viewer is not None and viewer in to_act else []
    return {
        "type": "state",
        "table": match.terms.table_id,
        "version": match.version,
        "seat": viewer,
        "to_act": to_act,
        "legal": legal,
        "whole_turns": match.whole_turns,
        "seats": [_seat(match, seat) for seat in match.players],
        "paused": match.paused_at is not None,
        "pause_wishes": sorted(match.pause_wishes),
        "over": over,
        "result": match.result,
        "proof": proof(match) if over else None,
        "groups": Text(f"[{','.join(_group(match, mark, viewer) for mark in match.marks[max(0, since) :])}]"),
        "view": Text(match.game.view_text(viewer)),
    }


def proof(match: Match) -> Json:
    """Return the secret behind all chance, with the commitment to it. Only after the end."""
    return {"commitment": match.game.commitment, "secret": match.terms.table.secret.hex()}


def _group(match: Match, mark: Mark, viewer: int | None) -> str:
    row = mark.row
    events = Text(f"[{','.join(match.event_texts(mark, viewer))}]")
    return text_of({"version": row.seq, "kind": row.kind, "seat": row.seat, "events": events})


def _seat(match: Match, seat: int) -> Json:
    return {
        "seat": seat,
        "away": seat in match.away,
        "resigned": seat in match.resigned,
        "deadline": match.deadline(seat),
    }


def tried_message(match: Match, seat: int, actions: list[str]) -> Json:
    """Return the ``tried`` message: the actions played on a private copy; raises what ``play`` raises."""
    if actions and not match.whole_turns:
        # Trying it out would show what lies face down.
        raise WholeTurn(f"in {match.game.name} every choice is final: try takes no actions here")
    game = match.game.copy()
    before = len(game.log)
    for action in actions:
        game.advance(seat, action)
    done = bool(actions) and turn_complete(game, seat)
    legal = [] if done else game.legal(seat)
    return {
        "type": "tried",
        "table": match.terms.table_id,
        "version": match.version,
        "actions": actions,
        "view": Text(game.view_text(seat)),
        "events": [event.to_json() for event in game.events(seat, since=before)],
        "done": done,
        "legal": legal,
        "previews": [game.preview(seat, action) for action in legal],
    }


def turn_complete(game: Game, seat: int) -> bool:
    """Say whether a seat has nothing more to choose in its turn."""
    return game.over or seat not in game.to_act


def text_of(message: Any) -> str:
    """Return a message as the text that goes over the wire; what is text already comes last."""
    if not isinstance(message, dict):
        return str(message.model_dump_json())
    plain, ready = {}, ""
    for name, part in message.items():
        if type(part) is Text:
            ready += f',"{name}":{part}'
        else:
            plain[name] = part
    return f"{to_json(plain).decode()[:-1]}{ready}}}"
