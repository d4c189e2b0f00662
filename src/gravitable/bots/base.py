"""What a bot is: a chooser that sees exactly what its seat may see, and nothing else."""

from __future__ import annotations

import hashlib
from typing import Protocol

from gravitable.core.chance import Rng, generator
from gravitable.core.errors import GravitableError
from gravitable.core.state import States, round_of

PATIENCE = 25
"""Rounds after which bots begin to vary their play.

Two Superstar pawns can eject each other for ever and gain nothing by anything else. Games take 6 to 18 rounds, so
a game that still goes on in round 25 is going round in circles.
"""


def is_impatient(masked: States) -> bool:
    """Say whether a game has lasted so long that it is going round in circles."""
    return round_of(masked) > PATIENCE


class UnknownBot(GravitableError):
    """There is no such bot, level or budget; the message says which there are."""

    code = "unknown-bot"


class BotFailed(GravitableError):
    """A bot of somebody's own raised an error, or chose what it may not choose; the message says what happened."""

    code = "bot-failed"


class Bot(Protocol):
    """A player made of code, as the ones that ship are; for your own see ``gravitable.bots.own``.

    ``choose`` gets a masked state (``rules.mask(states, seat)``) and returns a legal action of ``seat``. Its choice
    depends on nothing but that state, the seat, the bot's settings and its seed, so a bot can be thrown away and made
    again between two moves. Only a budget in milliseconds lets the speed of the machine have a say.
    """

    spec: str
    game: str

    def choose(self, masked: States, seat: int) -> int:
        """Return the action to take."""


def decision_rng(seed: int, masked: States, seat: int) -> Rng:
    """Return a generator that belongs to one decision of one bot."""
    digest = hashlib.blake2b(f"{seed} {seat} ".encode(), digest_size=8)
    digest.update(masked.tobytes())
    return generator(int.from_bytes(digest.digest(), "big"))
