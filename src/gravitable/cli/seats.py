"""Who sits at the table: people and bots, and how they are stored with a saved game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gravitable.core.errors import BadOption

if TYPE_CHECKING:
    from gravitable.bots import Bot, OwnBot

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: a person, or a bot by its spec such as ``greedy`` or ``level:3``."""

    name: str
    bot: str | None
    mind: Bot | OwnBot | None
    """The bot itself."""

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return self.mind is None

    @property
    def shown(self) -> str:
        """The name as the tables show it."""
        return self.name if self.is_human else f"{self.name} (bot)"


def make_seats(game: str, names: Sequence[str], bots: Sequence[str | None], seed: int | None) -> list[Seat]:
    """Return the seats of a table; ``bots`` has a spec for each seat, or None for a person."""
    from gravitable.bots import make_any  # noqa: PLC0415 - loads the kernels

    def mind(number: int, spec: str | None) -> Bot | OwnBot | None:
        own_seed = None if seed is None else seed + number
        return None if spec is None else make_any(spec, game, own_seed, number)

    return [
        Seat(name, spec, mind(number, spec))
        for number, (name, spec) in enumerate(zip(names, bots, strict=True))
    ]


def bot_specs(players: int, humans: int, bot: str) -> list[str | None]:
    """Return who is a bot: people have the first seats; several bots may be named, as in ``greedy,random``."""
    specs = [word.strip() for word in bot.split(",")]
    n_bots = players - humans
    if len(specs) not in (1, n_bots) and n_bots:
        raise BadOption(
            f"--bot names {len(specs)} bots, but {n_bots} seats are free; name one, or one for each"
        )
    return [None] * humans + [specs[number % len(specs)] for number in range(n_bots)]


def check_names(given: str | None, players: int, defaults: Sequence[str]) -> list[str]:
    """Return a name for each seat: those given, then the game's own."""
    names = [name.strip() for name in (given or "").split(",")] if given else []
    if len(names) > players:
        raise BadOption(f"--names has {len(names)} names for {players} players")
    filled = [name or default for name, default in zip(names, defaults, strict=False)] + list(
        defaults[len(names) :]
    )
    if len(set(filled)) != len(filled):
        raise BadOption(f"--names has a name twice: {', '.join(filled)}")
    return filled


def stored(seats: Sequence[Seat]) -> list[Json]:
    """Return the seats as a record keeps them, beside what the rules need."""
    return [{"name": seat.name, "bot": seat.bot} for seat in seats]


def restored(record: Json, players: int) -> list[tuple[str, str | None]] | None:
    """Return name and bot of each seat of a record that was saved here; None for any other record."""
    seats = record.get("seats")
    if not isinstance(seats, list) or len(seats) != players:
        return None
    if not all(isinstance(seat, dict) and isinstance(seat.get("name"), str) for seat in seats):
        return None
    return [(seat["name"], seat["bot"] if isinstance(seat.get("bot"), str) else None) for seat in seats]
