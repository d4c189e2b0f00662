"""The analysis board: any position of a finished game, any position text, any record, and every move from there.

Nothing is stored. Whoever looks at a position sends its start and all lines since; the server plays them again from
the nearest position that it still remembers. Slow parts: call them in a thread.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from gravitable.api import start_of
from gravitable.core import chance
from gravitable.core.chance import generator
from gravitable.core.contract import EVERYTHING, Json
from gravitable.core.errors import BadOption, BadSeat
from gravitable.core.events import EventRow
from gravitable.core.game import Game
from gravitable.core.record import parse, replay, replay_line
from gravitable.core.registry import package_of
from gravitable.core.spread import Scatter, spread_of
from gravitable.server.insight.moments import game_at
from gravitable.server.play.match import Match, begin
from gravitable.server.play.views import Telling
from gravitable.server.protocol.analysis import (
    AnalysisLook,
    AnalysisOpening,
    AnalysisSeat,
    AnalysisStep,
    AnalysisSteps,
    LogLine,
)
from gravitable.server.protocol.parts import Outcome

KEPT: Final = 400
"""How many positions are remembered; a long game takes some 40 kB."""
MOST_STEPS: Final = 400
"""So many actions of a variation are told at once, each with its view: some 600 kB before they are packed."""
_SALT: Final = b"gravitable analysis\n"
_NAME_LENGTH: Final = 60


class Analyses:
    """Plays questions again, and remembers the positions that they led to."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Game] = OrderedDict()

    def prepare(self, start: str, lines: Sequence[LogLine]) -> Replaying:
        """Return what there is to play; quick, so that its cost is known before it is paid."""
        keys = _keys(start, lines)
        for place in range(len(keys) - 1, -1, -1):
            if game := self._kept.get(keys[place]):
                self._kept.move_to_end(keys[place])
                return Replaying(start, lines, place, game)
        return Replaying(start, lines, 0, None)

    def keep(self, start: str, replaying: Replaying, game: Game) -> None:
        """Remember a position for the next question, which is often one line longer."""
        lines = [*replaying.lines, *replaying.added]
        key = _keys(start, lines)[-1]
        self._kept[key] = game
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


class Replaying:
    """A question to be played again, from its start or from a position that was remembered."""

    def __init__(self, start: str, lines: Sequence[LogLine], done: int, known: Game | None) -> None:
        self.lines = lines
        self.added: list[LogLine] = []
        self._start = start
        self._done = done
        self._known = known

    @property
    def cost(self) -> int:
        """How many steps there are to play, and one for showing it."""
        return len(self.lines) - self._done + 1

    def game(self) -> Game:
        """Return the game after all lines and what chance has to decide then; raises what the rules say."""
        game = self._known.copy() if self._known else begun(self._start)
        for number, line in enumerate(self.lines[self._done :], start=self._done):
            replay_line(game, list(line), f"lines[{number}]")
        while (kind := game.rules.chance_kind(game.states)) is not None:
            seed = chance.chance_seed(game.table.secret, sum(one.seat is None for one in game.log))
            game.play_chance(kind, seed)
            self.added.append((kind, f"{seed:016x}"))
        return game


def _keys(start: str, lines: Sequence[LogLine]) -> list[bytes]:
    """Return a name for the start and one for the position after each line."""
    digest = hashlib.blake2b(start.encode("utf-8", "surrogatepass"), digest_size=20)
    keys = [digest.digest()]
    for line in lines:
        digest.update(msgspec.json.encode(line))
        keys.append(digest.digest())
    return keys


def begun(start: str) -> Game:
    """Return the game at a start, before anything is played; raises BadPosition."""
    secret = hashlib.sha256(_SALT + start.encode("utf-8", "surrogatepass")).digest()
    return Game(*start_of(start, secret))


# What is told


def look(game: Game, replaying: Replaying, eyes: int | None) -> AnalysisLook[Any, Any, Any, Any]:
    """Return a position as everything, or as one seat could see it."""
    viewer = _viewer(game, eyes)
    telling = Telling(game)
    rows = _last_rows(game, len(replaying.added))
    seats = [seat for seat in game.to_act if viewer in (EVERYTHING, seat)]
    view: Any = telling.view(viewer)
    board: Any = telling.board()
    events: Any = telling.events(rows, viewer)
    return AnalysisLook(
        game=game.name,
        added=replaying.added,
        position=game.position() if viewer == EVERYTHING else "",
        to_act=list(game.to_act),
        seats=[_choices(game, seat) for seat in seats],
        events=events,
        sentences=telling.sentences(rows, viewer),
        view=view,
        board=board,
        drawing=_drawing(game, viewer) if package_of(game.name).client is None else None,
        over=game.over,
        result=Outcome.of(game.result) if game.result else None,
        has_spread=spread_of(game.name) is not None,
    )


def _viewer(game: Game, eyes: int | None) -> int:
    if eyes is None:
        return EVERYTHING
    if eyes >= game.players:
        raise BadSeat(f"there is no seat {eyes}; seats go from 0 to {game.players - 1}")
    return eyes


def _last_rows(game: Game, added: int) -> list[EventRow]:
    """Return what the last action made happen, with what chance decided after it."""
    first = game.n_entries - added
    while first > 0 and game.entries(first - 1, first)[0].seat is None:
        first -= 1
    first = max(0, first - 1)
    return [row for entry in game.entries(first, game.n_entries) for row in entry.rows]


def _choices(game: Game, seat: int) -> AnalysisSeat[Any]:
    legal = game.legal(seat)
    return AnalysisSeat(
        seat=seat, legal=legal, previews=[game.typed_preview(seat, action) for action in legal]
    )


def _drawing(game: Game, viewer: int) -> str:
    view = game.rules.describe(game.rules.mask(game.states, viewer), game.options)
    return game.rules.draw_svg({**view, "options": game.options})


def steps(start: str, lines: Sequence[LogLine]) -> AnalysisSteps[Any, Any]:
    """Return all actions where they were chosen, for a list that names them; raises what the rules say."""
    game = begun(start)
    found: list[AnalysisStep[Any, Any]] = []
    for number, (seat, action) in enumerate(lines):
        if len(found) == MOST_STEPS:
            break
        before = game.copy()
        replay_line(game, [seat, action], f"lines[{number}]")
        if isinstance(seat, int):
            view: Any = Telling(before).view(EVERYTHING)
            found.append(AnalysisStep(seat=seat, view=view, preview=before.typed_preview(seat, action)))
    return AnalysisSteps(game=game.name, steps=found)


def scatter(game: Game) -> Scatter:
    """Return where everything may end if all open choices are left to chance; raises BadOption."""
    leave_to_chance = spread_of(game.name)
    if leave_to_chance is None:
        raise BadOption(f"{game.rules.title} brings no spread")
    return leave_to_chance(game.states, generator(0))  # always the same draws, to be repeatable


def record(game: Game) -> Json:
    """Return a variation as a record, which says that its start, and perhaps its deals, were given."""
    made = game.record()
    seeds = [entry.seed for entry in game.log if entry.seat is None]
    drawn = [chance.chance_seed(game.table.secret, index) for index in range(len(seeds))]
    return made if seeds == drawn else {**made, "chance": "given"}


# What can be opened


def opened_match(match: Match, names: list[str]) -> AnalysisOpening:
    """Return a finished game from its first choice on."""
    log = match.game.log
    first = _first_choice([entry.line for entry in log])
    return AnalysisOpening(
        game=match.game.name,
        title=match.game.rules.title,
        players=match.game.players,
        start=game_at(match, first).position(),
        lines=_lines([entry.line for entry in log[first:]]),
        names=names,
        versions=[max(0, entries - first) for entries in _entries_by_version(match)],
        table=match.terms.table_id,
        offset=first,
    )


def _entries_by_version(match: Match) -> list[int]:
    game, found = begin(match.terms).game, [0]
    for row, _ in match.steps:
        for action in row.actions:
            game.advance(row.seat or 0, action)
        found.append(game.n_entries)
    return found


def opened_text(text: str) -> AnalysisOpening:
    """Return what a text holds, a record or a position; raises DamagedRecord, BadPosition or UnknownRulesVersion."""
    if text.lstrip().startswith("{"):
        return _opened_record(parse(text))
    game = begun(text)
    return _opening(game, text, [], [])


def _opened_record(data: Json) -> AnalysisOpening:
    first = _first_choice(data["log"])
    replay(data)  # the whole of it is checked before any of it is shown
    game = replay(data, until=first)
    start = data["position"] if data["position"] is not None and not first else game.position()
    told = data.get("table")
    names = told.get("names") if isinstance(told, dict) else None
    known = [str(name)[:_NAME_LENGTH] for name in names] if isinstance(names, list) else []
    return _opening(game, start, _lines(data["log"][first:]), known if len(known) == game.players else [])


def _opening(game: Game, start: str, lines: list[LogLine], names: list[str]) -> AnalysisOpening:
    return AnalysisOpening(
        game=game.name,
        title=game.rules.title,
        players=game.players,
        start=start,
        lines=lines,
        names=names,
        versions=[],
    )


def _first_choice(log: Sequence[Any]) -> int:
    """Return how many entries chance decided before anybody chose."""
    for number, line in enumerate(log):
        if not isinstance(line, list) or not line or not isinstance(line[0], str):
            return number
    return len(log)


def _lines(log: Sequence[Any]) -> list[LogLine]:
    return [(line[0], line[1]) for line in log]
