"""Who plays whom on which deal: worked out from the settings alone, so that any part can be played anywhere."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from gravitable.arena.entrants import make_entrant
from gravitable.core.errors import BadOption
from gravitable.core.record import check_players
from gravitable.core.registry import rules_of

Json = dict[str, Any]

ROUND_LIMIT = 200
"""For games that know the option ``rounds``: bots that go round in circles must not stop a tournament."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a tournament."""

    game: str
    bots: tuple[str, ...]
    players: int
    games: int
    seed: int
    options: Json
    adjusted: bool = False
    """Whether the luck of what chance decides is worked out for each game."""

    @classmethod
    def make(
        cls,
        game: str,
        bots: list[str],
        players: int,
        games: int,
        seed: int,
        options: Json,
        *,
        adjusted: bool = False,
    ) -> Plan:
        """Return a checked plan; raises UnknownGame, UnknownBot, WrongPlayerCount or BadOption."""
        rules = rules_of(game)
        check_players(rules, players)
        _check_bots(bots, game)
        if games < 1:
            raise BadOption(f"a tournament has at least 1 game, not {games}")
        if any(option.name == "rounds" for option in rules.options):
            options = {"rounds": ROUND_LIMIT, **options}
        return cls(game, tuple(bots), players, games, seed, rules.settle(players, options), adjusted)

    @classmethod
    def from_json(cls, data: Json) -> Plan:
        """Return the plan that ``to_json`` wrote."""
        return cls(**{**data, "bots": tuple(data["bots"])})

    def to_json(self) -> Json:
        """Return the plan as JSON-able data."""
        return {**asdict(self), "bots": list(self.bots)}

    def lineups(self) -> list[tuple[str, ...]]:
        """Return every group of bots that plays at one table.

        More bots than seats: every selection of them. Fewer: the last one fills the seats that are left.
        """
        if len(self.bots) >= self.players:
            return list(combinations(self.bots, self.players))
        return [self.bots + (self.bots[-1],) * (self.players - len(self.bots))]

    def seating(self, index: int) -> tuple[str, ...]:
        """Return which bot has which seat in a game."""
        lineups = self.lineups()
        rotation, lineup = divmod(index % self._block, len(lineups))
        bots = lineups[lineup]
        return bots[-rotation:] + bots[:-rotation] if rotation else bots

    def deal(self, index: int) -> int:
        """Return the number of a game's deal: all lineups play it, each in every rotation of the seats."""
        return index // self._block

    def deal_seed(self, index: int) -> int:
        """Return the seed of a game's board and deals."""
        return self._seed("deal", self.deal(index))

    def bot_seed(self, index: int, seat: int) -> int:
        """Return the seed of the bot on a seat."""
        return self._seed("bot", index, seat)

    def luck_seed(self, index: int) -> int:
        """Return the seed of the other outcomes that a game's luck is measured against."""
        return self._seed("luck", index) & 0xFFFFFFFF

    @property
    def _block(self) -> int:
        """How many games share one deal."""
        return len(self.lineups()) * self.players

    def _seed(self, *parts: object) -> int:
        text = " ".join(map(str, ("arena", self.seed, *parts)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")


def _check_bots(bots: list[str], game: str) -> None:
    if not bots:
        raise BadOption("name at least one bot, as in --bots search:100ms greedy")
    for spec in bots:
        make_entrant(spec, game, 0)
        if bots.count(spec) > 1:
            raise BadOption(
                f"{spec!r} is named twice; a single bot plays against itself, and the last one fills free seats"
            )
