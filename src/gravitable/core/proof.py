"""What a table is bound to: a commitment before the first deal, and a running hash of everything decided since.

The *commitment* is shown at the start. It covers the secret behind all chance and everything that was agreed: game,
version of the rules, players, options, and whether the start was dealt or given as a position. The *head* is shown
after every move. It covers the whole log up to there, what lies face down too; its key derives from the secret, so
that nobody can try out what a hidden card would hash to before the secret is shown.

What this proves, and what not, is told in docs/proof.md. Records of format 1 commit to the secret alone.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gravitable.core import chance

if TYPE_CHECKING:
    from gravitable.core.contract import Json

NEWEST: Final = 2
"""The newest format of records and commitments. A table keeps the one it began with."""
FORMATS: Final = {1: "gravitable-record-1", 2: "gravitable-record-2"}
DEALT: Final = "dealt"
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


class Agreement(NamedTuple):
    """What was agreed before the first deal, as the commitment covers it."""

    game: str
    rules: int
    players: int
    options: Json
    position: str | None
    """The text that the game began from; None: the start was dealt."""


def commitment(form: int, secret: bytes, agreed: Agreement) -> str:
    """Return the hash that is shown at the start."""
    if form == 1:
        return chance.commitment(secret)
    terms = {**agreed._asdict(), "start": DEALT if agreed.position is None else text_hash(agreed.position)}
    del terms["position"]
    return hashlib.sha256(b"gravitable commitment 2\n" + secret + _canonical(terms)).hexdigest()


def text_hash(text: str) -> str:
    """Return the hash of a position text."""
    # The name of a tile set is that of its directory, which need not be proper text.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _canonical(value: Any) -> bytes:
    """Return data as the one JSON text that everybody writes for it: keys in order, no spaces, ASCII."""
    return _ENCODER.encode(value).encode("ascii")


class Chain(NamedTuple):
    """A running hash over the lines of a log, each a line of a record such as ``[0, "drop"]``."""

    keyed: hmac.HMAC
    """A hash object that already holds the key: copying it takes a third of the time of making a new one."""
    head: bytes
    length: int

    @classmethod
    def begin(cls, secret: bytes, commitment: str) -> Chain:
        """Return the chain before the first line; it hangs on the commitment."""
        keyed = hmac.new(log_key(secret), digestmod="sha256")
        return cls(keyed, _link(keyed, bytes.fromhex(commitment)), 0)

    def after(self, line: list[Any]) -> Chain:
        """Return the chain with one more line."""
        return Chain(self.keyed, _link(self.keyed, self.head + _canonical(line)), self.length + 1)


def log_key(secret: bytes) -> bytes:
    """Return the key of a game's heads."""
    return hmac.digest(secret, b"gravitable log", "sha256")


def _link(keyed: hmac.HMAC, text: bytes) -> bytes:
    mac = keyed.copy()
    mac.update(text)
    return mac.digest()


def heads(secret: bytes, commitment: str, log: list[Any]) -> list[str]:
    """Return the head before the first line and after each line of a log."""
    chain = Chain.begin(secret, commitment)
    found = [chain.head.hex()]
    for line in log:
        chain = chain.after(line)
        found.append(chain.head.hex())
    return found


def final(form: int, head: str | None, position: str) -> str:
    """Return what a record ends with: a hash of the last position and, from format 2 on, of the whole log."""
    return text_hash(position if form == 1 else f"{head}\n{position}")
