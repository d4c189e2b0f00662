"""What a viewer is sent about a match: made once per version and viewer, then shared as text."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pydantic_core import to_json

from gravitable.core.contract import Json
from gravitable.core.game import Game
from gravitable.server.errors import WholeTurn
from gravitable.server.match import Mark, Match
from gravitable.server.protocol.base import Shape

_NOT_A_SEAT = -1
_GOES_ON: Final = '"result":null,"proof":null'


class _Group(NamedTuple):
    """A row of the log."""

    text: str
    """The beginning of its text."""
    happened: bytes
    """What it made happen, for all eyes."""
    shared: str | None
    """The same as text, if everybody may see all of it."""


class StateTexts:
    """The ``state`` messages of one match at one version, each made when first asked for."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._texts: dict[tuple[int, int], str] = {}
        self._for_all = ""
        self._groups: dict[int, list[_Group]] = {}

    def text(self, viewer: int | None, since: int | None = None) -> str:
        """Return the message for a seat or a spectator (None), with what happened after version ``since``."""
        first = self.match.version - 1 if since is None else since
        key = (_NOT_A_SEAT if viewer is None else viewer, first)
        if key not in self._texts:
            self._for_all = self._for_all or _for_all(self.match)
            if first not in self._groups:
                self._groups[first] = [_group(self.match, mark) for mark in self.match.marks.since(first)]
            for_one = _for_one(self.match, viewer, self._groups[first])
            self._texts[key] = f"{{{self._for_all},{for_one}}}"
        return self._texts[key]


def _for_all(match: Match) -> str:
    """Return the members of a ``state`` message that are the same for everybody."""
    standing, terms = match.standing, match.terms
    seats = ",".join([_seat(match, seat) for seat in match.players])
    wishes = _json_text(sorted(standing.pause_wishes))
    end = _json_text({"result": match.result, "proof": proof(match)})[1:-1] if match.over else _GOES_ON
    return (
        f'"type":"state","table":"{terms.table_id}","version":{match.version},"to_act":{_json_text(match.to_act)},'
        f'"whole_turns":{_flag(match.game.rules.whole_turns)},"seats":[{seats}],'
        f'"paused":{_flag(standing.paused_at is not None)},"pause_wishes":{wishes},'
        f'"over":{_flag(match.over)},{end}'
    )


def _seat(match: Match, seat: int) -> str:
    standing, deadline = match.standing, match.deadline(seat)
    return (
        f'{{"seat":{seat},"away":{_flag(seat in standing.away)},"resigned":{_flag(seat in standing.resigned)},'
        f'"deadline":{"null" if deadline is None else deadline}}}'
    )


def _for_one(match: Match, viewer: int | None, groups: list[_Group]) -> str:
    """Return the members of a ``state`` message that depend on who sees it."""
    game = match.game
    seat = "null" if viewer is None else viewer
    legal = game.legal_text(viewer) if viewer is not None and viewer in match.to_act else "[]"
    told = ",".join([f'{group.text},"events":[{_events(game, group, viewer)}]}}' for group in groups])
    return f'"seat":{seat},"legal":{legal},"groups":[{told}],"view":{game.view_text(viewer)}'


def _events(game: Game, group: _Group, viewer: int | None) -> str:
    return game.event_text(group.happened, viewer) if group.shared is None else group.shared


def proof(match: Match) -> Json:
    """Return the secret behind all chance, with the commitment to it. Only after the end."""
    return {"commitment": match.game.commitment, "secret": match.terms.table.secret.hex()}


def _group(match: Match, mark: Mark) -> _Group:
    row, game, happened = mark.row, match.game, match.happened(mark)
    seat = "null" if row.seat is None else row.seat
    shared = None if game.rules.has_secrets(happened) else game.event_text(happened, None)
    return _Group(f'{{"version":{row.seq},"kind":"{row.kind}","seat":{seat}', happened, shared)


def _flag(value: bool) -> str:
    return "true" if value else "false"


def tried_text(match: Match, seat: int, actions: list[str], ref: str | None = None) -> str:
    """Return the ``tried`` message: the actions played on a private copy; raises what ``play`` raises."""
    if actions and not match.whole_turns:
        # Trying it out would show what lies face down.
        raise WholeTurn(f"in {match.game.name} every choice is final: try takes no actions here")
    game = match.game.copy()
    before = game.n_entries
    for action in actions:
        game.advance(seat, action)
    done = bool(actions) and turn_complete(game, seat)
    legal = [] if done else game.legal(seat)
    tried = {
        "type": "tried",
        "table": match.terms.table_id,
        "version": match.version,
        "actions": actions,
        "events": [event.to_json() for event in game.events(seat, since=before)],
        "done": done,
        "legal": legal,
        "previews": [game.preview(seat, action) for action in legal],
        "ref": ref,
    }
    return f'{_json_text(tried)[:-1]},"view":{game.view_text(seat)}}}'


def committed_text(table_id: str, commit_id: str, version: int, repeated: bool) -> str:
    """Return the ``committed`` message."""
    return (
        f'{{"type":"committed","table":"{table_id}","version":{version},"id":{_json_text(commit_id)},'
        f'"repeated":{_flag(repeated)}}}'
    )


def turn_complete(game: Game, seat: int) -> bool:
    """Say whether a seat has nothing more to choose in its turn."""
    return game.over or seat not in game.to_act


def text_of(message: Shape) -> str:
    """Return a message as the text that goes over the wire."""
    return message.model_dump_json()


def _json_text(data: Any) -> str:
    return to_json(data).decode()
