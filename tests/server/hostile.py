"""Malformed and hostile messages, without end."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from gravitable.server.protocol import client

CLIENT_EXAMPLES: list[dict[str, Any]] = msgspec.to_builtins(client.EXAMPLES)
_ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**31,
    2**64,
    1e308,
    "",
    "x" * 5000,
    "\u0000",
    "\ud800",
    "'; DROP TABLE log; --",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    [],
    [[[[]]]],
    {},
    {"$ne": 1},
    ["drop"] * 1000,
    "drop\nend",
)


def messages(rng: random.Random, table: str) -> Iterator[str | bytes]:
    """Yield hostile messages: garbage, broken JSON, right forms with odd values, right values out of place."""
    makers = (_garbage, _bytes, _broken, _odd_value, _odd_field, _other_type, _deep, _plausible)
    while True:
        yield rng.choice(makers)(rng, table)


def _example(rng: random.Random, table: str) -> dict[str, Any]:
    message = dict(rng.choice(CLIENT_EXAMPLES))
    if "table" in message:
        message["table"] = rng.choice((table, table, "A" * 16, table[::-1]))
    return message


def _garbage(rng: random.Random, _table: str) -> str:
    return (
        "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x20000)))) for _ in range(60))
        .encode("utf-8", "ignore")
        .decode()
    )


def _bytes(rng: random.Random, _table: str) -> bytes:
    return rng.randbytes(rng.randrange(1, 2000))


def _broken(rng: random.Random, table: str) -> str:
    text = json.dumps(_example(rng, table))
    cut = rng.randrange(len(text))
    return text[:cut] + rng.choice(("", "}", '"', "\\", "\u0000", "NaN")) + text[cut + 1 :]


def _odd_value(rng: random.Random, table: str) -> str:
    message = _example(rng, table)
    message[rng.choice(list(message))] = rng.choice(_ODD)
    return json.dumps(message)


def _odd_field(rng: random.Random, table: str) -> str:
    return json.dumps({**_example(rng, table), rng.choice(("__proto__", "seat", "person", "x")): 0})


def _other_type(rng: random.Random, table: str) -> str:
    return json.dumps({**_example(rng, table), "type": rng.choice(("state", "tried", "", "HELLO", None))})


def _deep(rng: random.Random, _table: str) -> str:
    depth = rng.randrange(10, 5000)
    return '{"type":' + "[" * depth + "]" * depth + "}"


def _plausible(rng: random.Random, table: str) -> str:
    """A commit or try that is almost right: of somebody who does not sit there, or with odd actions."""
    actions = rng.choices(
        ("drop", "complete", "end", "steal:blue", "fuel:A", "stack:1", "fly"), k=rng.randrange(1, 8)
    )
    kind = rng.choice(("commit", "try"))
    message = {"type": kind, "table": table, "version": rng.randrange(4), "actions": actions}
    return json.dumps(message | ({"id": f"h{rng.randrange(100)}"} if kind == "commit" else {}))
