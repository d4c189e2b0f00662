"""The front door: make a game, replay a record, read a position."""

from __future__ import annotations

from typing import Any

from gravitable.core import chance
from gravitable.core.errors import BadOption, BadPosition
from gravitable.core.game import Game, Table
from gravitable.core.options import Option
from gravitable.core.record import check_players, replay
from gravitable.core.registry import game_names, package_of, packages, rules_of
from gravitable.core.state import States
from gravitable.core.verify import Verdict, verify

__all__ = ["Verdict", "games", "new", "options_of", "outlook", "position", "replay", "verify"]

_POSITION_START = "gravitable position:"


def games() -> list[str]:
    """Return the names of all games."""
    return list(game_names())


def options_of(game: str) -> tuple[Option, ...]:
    """Return the options of a game, each with its kind, default and meaning."""
    return rules_of(game).options


def new(game: str, players: int = 2, seed: int | None = None, **options: Any) -> Game:
    """Begin a game.

    ``seed`` makes it repeatable; without one the operating system's randomness deals. The options are those of
    the game, see ``gravitable.options_of``. A game of Gravity Superstar need not end by itself, since pawns can go
    round in circles: ``rounds=200`` lets it end then. Environments truncate (after 500 decisions of a player), and so
    does the arena (after 200 rounds). Raises UnknownGame, WrongPlayerCount or BadOption.

    >>> new("superstar", players=3, seed=42, goodies=["teleport"]).players
    3
    """
    rules = rules_of(game)
    check_players(rules, players)
    table = Table(rules, players, rules.settle(players, options), _secret(seed))
    return Game.begin(table)


def _secret(seed: int | None) -> bytes:
    if seed is None:
        return chance.draw_secret()
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadOption(f"a seed is a whole number or None, not {seed!r}")
    return chance.secret_of_seed(seed)


def outlook(game: Game, seat: int, action: str, *, samples: int = 2000) -> Any:
    """Return what may come of ``seat`` playing ``action``, where that depends on what others have chosen unseen.

    In Gravwell, for one: where everybody may end this movement, as a ``gravitable.gravwell.view_types.Outlook``. From
    many guesses at everything that the seat cannot see; the same question always gets the same answer. Raises
    IllegalAction for what it cannot play now, and BadOption for a game that has no outlook.

    >>> import gravitable
    >>> game = gravitable.new("gravwell", players=2, seed=7)
    >>> while len(game.to_act) == 1:  # the draft
    ...     _ = game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    >>> seen = gravitable.outlook(game, 0, game.legal(0)[0], samples=500)
    >>> round(sum(each.share for each in seen.own.shares), 6)
    1.0
    """
    package = package_of(game.name)
    if package.outlook is None:
        known = ", ".join(name for name, other in packages().items() if other.outlook)
        raise BadOption(f"{package.title} has no outlook, only {known}; use game.preview()")
    if isinstance(samples, bool) or not isinstance(samples, int) or samples < 1:
        raise BadOption(f"samples is a whole number from 1, not {samples!r}")
    look = package.load(package.outlook)
    return look(game.states, seat, game.rules.action_number(action), chance.generator(0), samples)


def position(text: str, *, seed: int | None = None) -> Game:
    """Return a game that goes on from a position text (see ``Game.position``); raises BadPosition."""
    return Game.resume(*start_of(text, _secret(seed)))


def start_of(text: str, secret: bytes) -> tuple[Table, States]:
    """Return what a position text says: the table, and the state to go on from; raises BadPosition."""
    if not isinstance(text, str):
        raise BadPosition(1, 1, f"a position is a text, not {type(text).__name__}")
    first = text.lstrip().split("\n", 1)[0]
    words = first.removeprefix(_POSITION_START).split()
    is_whole = first.startswith(_POSITION_START) and len(words) == 2 and words[1].isdecimal()
    if not is_whole or words[0] not in game_names():
        known = ", ".join(game_names())
        raise BadPosition(1, 1, f"should begin with '{_POSITION_START} GAME VERSION', GAME one of {known}")
    version = int(words[1])
    # The newest rules say best what is wrong with a version that nobody knows: in which line and column it stands.
    rules = rules_of(words[0], version if version in package_of(words[0]).versions else None)
    players, options, states = rules.read_position(text)
    return Table(rules, players, options, secret, text), states
