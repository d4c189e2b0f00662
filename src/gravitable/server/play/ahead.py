"""Questions that somebody has answered beforehand: "let it happen unless it throws me back".

The wish lives in the process that the person is connected to, is told to nobody else, and is forgotten with the game or
the process: then they are asked like everybody. What a wish leads to is decided by the game's own package
(``GamePackage.ahead``).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from gravitable.core.ahead import Ahead
from gravitable.core.errors import BadOption, GravitableError
from gravitable.core.registry import package_of
from gravitable.server.play.authority import Authority
from gravitable.server.play.match import Match
from gravitable.server.play.views import StateTexts
from gravitable.server.play.wishes import Wish

MAX_WISHES: Final = 20_000


class AnswersAhead:
    """The standing wishes of the people who are connected here."""

    def __init__(
        self,
        authority: Authority,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        most: int = MAX_WISHES,
    ) -> None:
        self._authority = authority
        self._spawn = spawn
        self._most = most
        self._wishes: OrderedDict[tuple[str, int], str] = OrderedDict()

    def note(self, match: Match, seat: int, wish: str | None) -> None:
        """Keep a wish, or take it back; raises BadOption when the game does not know it."""
        if wish is not None and wish not in (known := wishes_of(match)):
            raise BadOption(
                f"there is no answer beforehand {wish!r} here; known: {', '.join(known) or 'none'}"
            )
        key = (match.terms.table_id, seat)
        self._wishes.pop(key, None)
        if wish is not None and not match.over:
            self._wishes[key] = wish
            if len(self._wishes) > self._most:
                self._wishes.popitem(last=False)

    def of(self, match: Match, seat: int) -> str | None:
        """Return the wish of a seat."""
        return self._wishes.get((match.terms.table_id, seat))

    def noticed(self, texts: StateTexts, _since: int) -> None:
        """Hear of a change of a game: answer for whoever is asked now and has answered beforehand."""
        match = texts.match
        for seat in match.players if match.over else match.to_act:
            wish = self.of(match, seat)
            if wish is None:
                continue
            if match.over:
                self.note(match, seat, None)
            elif match.is_person(seat) and match.standing.paused_at is None:
                self._spawn(self._answer(match, seat, wish))

    async def _answer(self, match: Match, seat: int, wish: str) -> None:
        ahead, game = _ahead_of(match), match.game
        action = ahead.answer(game.states, seat, wish) if ahead else None
        if action is None:
            return
        actions = (game.rules.action_text(action),)
        with suppress(GravitableError):  # the person, or the clock, has answered meanwhile
            meant = Wish("play", match.terms.persons[seat], version=match.version, actions=actions)
            await self._authority.carry_out(match.terms.table_id, meant)


def _ahead_of(match: Match) -> Ahead | None:
    package = package_of(match.game.name)
    return package.load(package.ahead) if package.ahead else None


def wishes_of(match: Match) -> tuple[str, ...]:
    """Return the standing wishes that the game of a match understands."""
    ahead = _ahead_of(match)
    return ahead.wishes if ahead else ()
