"""The chain behind the daily challenge: one secret link a day, each the hash of the next day's.

Whoever knows a link can compute those of all days before, and of none after. So the link of a day that is over shows
that the day's deals were fixed long before: hashed once it is the link of the day before, hashed often enough it is the
*anchor*, which was shown before the first day. All deals of a day follow from its link, see docs/daily.md.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import re
from typing import Any, Final, NamedTuple

from gravitable.core.contract import Json
from gravitable.core.errors import DamagedRecord

MOST_DAYS: Final = 36_525
"""A chain is never longer than a century: so many hashes are still computed quickly."""
_HEX64: Final = re.compile(r"[0-9a-f]{64}")


def before(link: bytes, days: int = 1) -> bytes:
    """Return the link of so many days before."""
    for _ in range(days):
        link = hashlib.sha256(b"gravitable daily chain\n" + link).digest()
    return link


def day_secret(link: bytes, date: str, game: str) -> bytes:
    """Return the secret behind all chance of a day's game, the same for everybody."""
    return hmac.digest(link, f"gravitable daily {date} {game}".encode(), "sha256")


def bot_seed(secret: bytes) -> int:
    """Return the seed of the bots of a day's game: their choices follow from it and from what they see."""
    return int.from_bytes(hmac.digest(secret, b"gravitable daily bots", "sha256")[:8], "big")


class DailyProof(NamedTuple):
    """What the record of a daily game says about its day."""

    date: str
    """Of the day, such as 2026-11-17, in UTC."""
    first: str
    """The first day of the chain."""
    anchor: str
    """What was shown before the first day."""
    link: str
    """The day's own link, shown after the day."""

    @property
    def place(self) -> int:
        """How many hashes lead from the link to the anchor."""
        return (datetime.date.fromisoformat(self.date) - datetime.date.fromisoformat(self.first)).days + 1


def told_in(record: Json) -> DailyProof | None:
    """Return what a record says about its day; None: it is no daily game. Raises DamagedRecord."""
    told = record.get("daily")
    if told is None:
        return None
    if not isinstance(told, dict):
        raise DamagedRecord("daily", "should be an object")
    found = DailyProof(*(_text(told, name) for name in DailyProof._fields))
    if not 1 <= found.place <= MOST_DAYS:
        raise DamagedRecord("daily.date", f"should be {found.first} or a later day of the chain")
    return found


def _text(told: dict[str, Any], name: str) -> str:
    value = told.get(name)
    text = value if isinstance(value, str) else ""
    if name in ("anchor", "link"):
        if not _HEX64.fullmatch(text):
            raise DamagedRecord(f"daily.{name}", "should be 64 hexadecimal digits")
        return text
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise DamagedRecord(f"daily.{name}", "should be a day such as 2026-11-17") from None


def problems_of(told: DailyProof, game: str, secret: str, seen: str | None) -> tuple[list[str], list[str]]:
    """Return what does not fit, and what a reader should know; ``seen``: a link or anchor that somebody kept."""
    link = bytes.fromhex(told.link)
    problems = []
    if before(link, told.place).hex() != told.anchor:
        problems.append(f"daily: the link does not lead to the anchor in {told.place} steps")
    if day_secret(link, told.date, game).hex() != secret:
        problems.append(f"daily: the secret is not the one of {game} on {told.date} by this link")
    notes = [f"the daily challenge of {told.date}; its chain begins on {told.first}"]
    if seen is None:
        notes.append(f"shown before that day: {before(link).hex()} (compare it with what you saw)")
        return problems, notes
    steps = steps_between(link, seen, told.place)
    if steps is None:
        problems.append("daily: the hash that you saw does not belong to this chain, or not to a day before")
    else:
        notes.append(
            f"the hash that you saw binds this day: {steps} {'step' if steps == 1 else 'steps'} before it"
        )
    return problems, notes


def steps_between(link: bytes, seen: str, most: int) -> int | None:
    """Return how many days before a link's day another was the link; None: it does not lead there."""
    for steps in range(1, most + 1):
        link = before(link)
        if link.hex() == seen:
            return steps
    return None
