"""Bots of your own: a class with ``choose(view, legal)`` that returns one of the texts in ``legal``.

The same class plays in the arena, in the terminal and online. Whatever ``choose`` names among its parameters it is
shown, in any order; all of it is what a client of the server gets:

* ``view``: the table as the seat may see it, the game's own ``view_types.View``
* ``legal``: the actions that it may take now, as texts
* ``seat``: its own number
* ``board``: what hardly ever changes, such as walls and decks, the game's own ``view_types.Board``
* ``previews``: what each legal action would bring about, in the same order, the game's own ``view_types.Preview``
* ``states``: the same table as an array with one record, as the rules and environments take it, without what the seat
  may not know; not online, where a server sends views only

The class is made with what its ``__init__`` names: ``game``, ``seat`` and ``seed``, or nothing at all. A class that
plays only some games names them: ``games = ("superstar",)``.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from gravitable.bots.base import BotFailed, UnknownBot
from gravitable.core.contract import Rules
from gravitable.core.errors import UnknownAction
from gravitable.core.game import Game
from gravitable.core.registry import game_names, rules_of

SHOWN: Final = ("view", "legal", "seat", "board", "previews", "states")
"""What a bot's ``choose`` may name."""
SHOWN_HERE: Final = frozenset({"states"})
"""What of that no server sends."""
GIVEN: Final = ("game", "seat", "seed")
"""What may be named by the class's ``__init__``, or by a function that makes the bot."""

_NAMED = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")
_OUR_NAMES = ("random", "glance", "greedy", "search", "level", "even")
_PACKAGE = Path(__file__).parent.parent


class OwnBot:
    """A bot of somebody's own, ready to be asked."""

    def __init__(self, spec: str, game: str, player: Any) -> None:
        self.spec = spec
        self.game = game
        self._player = player
        if type(player).__module__.startswith("gravitable.bots."):
            raise UnknownBot(
                f"{spec} is one of our bots: give its name instead, such as 'greedy' or 'level:3'"
            )
        if not callable(getattr(player, "choose", None)):
            raise UnknownBot(f"{spec} has no method choose(view, legal) that returns an action's text")
        self.wishes: Final = _names(spec, "choose", player.choose, SHOWN)
        """What it wants to be shown."""

    def answer(self, rules: Rules, shown: Mapping[str, Any]) -> str:
        """Return what it chooses, shown at least ``legal`` and what it wants; raises BotFailed."""
        try:
            said = self._player.choose(**{name: shown[name] for name in self.wishes})
        except Exception as error:
            raise BotFailed(_what_happened(error)) from error
        return _checked(rules, said, shown["legal"])

    def check_plays_online(self) -> None:
        """Raise UnknownBot if it asks for something that no server sends."""
        for name in SHOWN_HERE.intersection(self.wishes):
            raise UnknownBot(f"{self.spec}: choose asks for {name!r}, which a server does not send")


def is_own(spec: str) -> bool:
    """Say whether a text names something in somebody's module, as ``my_bots:First`` does, and no bot of ours."""
    named = _NAMED.fullmatch(spec)
    return named is not None and named[1] not in _OUR_NAMES


def load(spec: str) -> Any:
    """Return what ``my_bots:First`` names, from the current folder or what is installed; raises UnknownBot.

    Only for what somebody types at their own machine: never call it with a text that came over a network.
    """
    module, _, name = spec.partition(":")
    if str(Path.cwd()) not in sys.path:  # the command's own folder is there instead
        sys.path.insert(0, str(Path.cwd()))
    try:
        return getattr(import_module(module), name)
    except AttributeError:
        raise UnknownBot(f"cannot load the bot {spec!r}: {module} has no {name}") from None
    except Exception as error:
        raise UnknownBot(f"cannot load the bot {spec!r}: {_what_happened(error)}") from error


def make(maker: Any, game: str, seed: int, seat: int = 0, spec: str | None = None) -> OwnBot:
    """Return the bot of a class, of a function that makes one, or of a finished object.

    Raises UnknownBot when it is none or plays another game, and BotFailed when it cannot be made.
    """
    name = spec or name_of(maker)
    if not inspect.isclass(maker) and hasattr(maker, "choose"):
        player = maker
    else:
        player = _made(name, maker, {"game": game, "seat": seat, "seed": seed})
    bot = OwnBot(name, game, player)
    _check_game(name, player, game)
    return bot


def name_of(maker: Any) -> str:
    """Return what a bot is called that was given as a class or an object."""
    kind = maker if inspect.isclass(maker) or inspect.isfunction(maker) else type(maker)
    return str(kind.__qualname__)


def shown_at(game: Game, seat: int, wishes: Sequence[str]) -> dict[str, Any]:
    """Return what a bot wants to be shown for a seat of a running game, and what is legal."""
    legal = game.legal(seat)
    shown: dict[str, Callable[[], Any]] = {
        "view": lambda: game.typed_view(seat),
        "legal": lambda: list(legal),
        "seat": lambda: seat,
        "board": game.board,
        "previews": lambda: [game.typed_preview(seat, action) for action in legal],
        "states": lambda: game.rules.mask(game.states, seat),
    }
    return {name: show() for name, show in shown.items() if name in wishes or name == "legal"}


def _made(spec: str, maker: Any, given: dict[str, Any]) -> Any:
    if not callable(maker):
        raise UnknownBot(f"{spec} is {maker!r}; a bot is a class with a method choose(view, legal)")
    wishes = _names(spec, "making it", maker, GIVEN)
    try:
        return maker(**{name: given[name] for name in wishes})
    except Exception as error:
        raise BotFailed(f"{spec} cannot be made: {_what_happened(error)}") from error


def _names(spec: str, what: str, called: Callable[..., Any], known: Sequence[str]) -> tuple[str, ...]:
    """Return which of the known things a function asks for; raises UnknownBot when it asks for others."""
    parameters = inspect.signature(called).parameters.values()
    asked = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    wrong = [p.name for p in asked if p.default is p.empty and p.name not in known]
    wrong += [p.name for p in asked if p.kind is p.POSITIONAL_ONLY and p.name not in wrong]
    if wrong:
        raise UnknownBot(f"{spec}: {what} asks for {wrong[0]!r}; it may name {', '.join(known)}")
    return tuple(p.name for p in asked if p.name in known)


def _check_game(spec: str, player: Any, game: str) -> None:
    plays = getattr(player, "games", game_names())
    plays = (plays,) if isinstance(plays, str) else tuple(plays)
    if game not in plays:
        raise UnknownBot(f"{spec} plays {', '.join(plays)}, not {rules_of(game).name}")


def _checked(rules: Rules, said: Any, legal: Sequence[str]) -> str:
    """Return what a bot said if that is legal; raises BotFailed."""
    choices = f"legal: {', '.join(legal)}"
    if not isinstance(said, str):
        raise BotFailed(f"chose {said!r} instead of an action's text; {choices}")
    if said in legal:
        return said
    try:
        rules.action_number(said)
    except UnknownAction:
        close = get_close_matches(said, legal, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise BotFailed(f"there is no action {said!r}; {hint}{choices}") from None
    raise BotFailed(f"{said!r} cannot be played now; {choices}")


def _what_happened(error: Exception) -> str:
    """Return an error of somebody's code in one line, with the place where it happened."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(("<", str(_PACKAGE)))
    ]
    ours = [frame for frame in frames if "importlib" not in frame.filename]
    return f"{text} ({Path(ours[-1].filename).name}, line {ours[-1].lineno})" if ours else text
