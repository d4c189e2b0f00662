"""What a viewer is sent about a match.

What depends on the viewer goes through the rules' two hiding functions: ``mask`` for states and ``seen`` for events.
Whatever is shared between viewers is looked up by what those left over, so two viewers get the same text only if
they may know exactly the same.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec import Raw

from gravitable.core.contract import SPECTATOR
from gravitable.core.events import EventRow, read
from gravitable.core.game import Game
from gravitable.core.registry import package_of
from gravitable.server.errors import WholeTurn
from gravitable.server.play.match import Match, Step, happened, turn_complete
from gravitable.server.protocol import encode
from gravitable.server.protocol.parts import Outcome, Proof
from gravitable.server.protocol.server import EventGroup, SeatState, State, Tried
from gravitable.server.storage.database import now_ms

_ENCODER: Final = msgspec.json.Encoder()


class Telling:
    """Puts a game into JSON for all its viewers, once for those who may know the same."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._views: dict[bytes, Raw] = {}
        self._events: dict[tuple[EventRow, ...], Raw] = {}
        self._board: Raw | None = None

    def view(self, eyes: int) -> Raw:
        """Return what the eyes of a seat, SPECTATOR or EVERYTHING may see."""
        masked = self._game.rules.mask(self._game.states, eyes)
        key = masked.tobytes()
        if key not in self._views:
            self._views[key] = _raw(self._game.rules.view(masked))
        return self._views[key]

    def events(self, rows: list[EventRow], eyes: int) -> Raw:
        """Return what the eyes may see of what happened: a list of events."""
        seen = tuple(self._game.rules.seen(rows, eyes))
        if seen not in self._events:
            self._events[seen] = _raw(self._game.rules.events(self._game.states, seen))
        return self._events[seen]

    def sentences(self, rows: list[EventRow], eyes: int) -> list[str] | None:
        """Return the same in words, for games that have no board of their own in the browser."""
        if package_of(self._game.name).client is not None:
            return None
        rules = self._game.rules
        return [str(event) for event in rules.events(self._game.states, rules.seen(rows, eyes))]

    def board(self) -> Raw:
        """Return the board, of which nothing is hidden."""
        if self._board is None:
            self._board = _raw(self._game.board())
        return self._board


def _raw(told: Any) -> Raw:
    return Raw(_ENCODER.encode(told))


class StateTexts:
    """The ``state`` messages of one match at one version, each made when first asked for."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._telling = Telling(match.game)
        self._texts: dict[tuple[int | None, int, bool, bool], str] = {}

    @cached_property
    def board_key(self) -> bytes:
        """Something that changes when the board does."""
        return self.match.game.rules.board_key(self.match.game.states)

    def text(
        self,
        viewer: int | None,
        since: int | None = None,
        *,
        with_board: bool = True,
        is_sealed: bool = False,
    ) -> str:
        """Return the message for a seat or a spectator (None), with what happened after version ``since``.

        A sealed game is part of a contest that goes on: its end does not show the secret.
        """
        first = self.match.version - 1 if since is None else since
        is_secret = is_sealed or self.match.terms.is_secret(now_ms())
        key = (viewer, first, with_board, is_secret)
        if key not in self._texts:
            self._texts[key] = encode(self.state(viewer, first, with_board=with_board, is_secret=is_secret))
        return self._texts[key]

    def state(
        self, viewer: int | None, since: int, *, with_board: bool, is_secret: bool
    ) -> State[Any, Any, Any]:
        """Return the message itself; ``is_secret``: not even the end of the game shows the secret behind all chance."""
        match, telling, eyes = self.match, self._telling, SPECTATOR if viewer is None else viewer
        return msgspec.structs.replace(
            self._for_everybody,
            seat=viewer,
            legal=match.game.legal(viewer) if viewer is not None and viewer in match.to_act else [],
            groups=[_group(telling, step, eyes) for step in match.steps[max(since, 0) :]],
            proof=proof(match) if match.over and not is_secret else None,
            view=telling.view(eyes),
            board=telling.board() if with_board else None,
            hints=match.terms.hints and viewer is not None,
        )

    @cached_property
    def _for_everybody(self) -> State[Any, Any, Any]:
        """What the message tells whoever reads it. No viewer is known here, so nothing of this may depend on one."""
        match, standing = self.match, self.match.standing
        return State(
            table=match.terms.table_id,
            version=match.version,
            game=match.game.name,
            seat=None,
            to_act=list(match.to_act),
            legal=[],
            whole_turns=match.whole_turns,
            groups=[],
            seats=[_seat(match, seat) for seat in match.players],
            paused=standing.paused_at is not None,
            pause_wishes=sorted(standing.pause_wishes),
            over=match.over,
            result=None if match.result is None else Outcome.of(match.result),
            head=match.game.head,
            view=None,
        )


def state(match: Match, viewer: int | None) -> State[Any, Any, Any]:
    """Return the ``state`` message for a seat or a spectator (None), with the board and what happened last."""
    is_secret = match.terms.is_secret(now_ms())
    return StateTexts(match).state(viewer, match.version - 1, with_board=True, is_secret=is_secret)


def _seat(match: Match, seat: int) -> SeatState:
    standing = match.standing
    return SeatState(seat, seat in standing.away, seat in standing.resigned, match.deadline(seat))


def _group(telling: Telling, step: Step, eyes: int) -> EventGroup[Any]:
    row, rows = step.row, read(step.happened)
    events: Any = telling.events(rows, eyes)
    return EventGroup(
        version=row.seq,
        kind=row.kind,
        seat=row.seat,
        commit=row.commit_id if row.seat == eyes else None,
        events=events,
        sentences=telling.sentences(rows, eyes),
        by_clock=row.by_clock,
    )


def tried(match: Match, seat: int, actions: list[str], ref: str | None = None) -> Tried[Any, Any, Any, Any]:
    """Return the ``tried`` message: the actions played on a private copy; raises what the rules say."""
    if actions and not match.whole_turns:
        # Trying it out would show what lies face down.
        raise WholeTurn(f"in {match.game.name} every choice is final: try takes no actions here")
    game = match.played(seat, actions)
    rules, telling = game.rules, Telling(game)
    done = bool(actions) and turn_complete(game, seat)
    legal = [] if done else game.legal(seat)
    rows = read(happened(game, match.game.n_entries))
    own = rules.end_of_turn(rows)
    events: Any = telling.events(rows[:own], seat)
    after: Any = telling.events(rows[own:], seat)
    has_new_board = rules.board_key(game.states) != rules.board_key(match.game.states)
    return Tried(
        table=match.terms.table_id,
        version=match.version,
        game=game.name,
        actions=actions,
        events=events,
        after=after,
        done=done,
        legal=legal,
        previews=[game.typed_preview(seat, action) for action in legal],
        view=telling.view(seat),
        board=telling.board() if has_new_board else None,
        ref=ref,
    )


def proof(match: Match) -> Proof:
    """Return the secret behind all chance, with the commitment to it. Only after the end."""
    table = match.terms.table
    return Proof(match.game.commitment, table.secret.hex(), table.form, table.rules.version)
