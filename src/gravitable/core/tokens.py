"""Views as JSON text, quickly: a kernel writes tokens, and each token stands for a piece of text.

A server tells everybody the whole table after every move, and nearly all of it has been told before: a space with a
blue star, seat 1's pawn on c4. So a game's kernel goes through the state and writes one number per piece: its kind,
and the facts it is made of. The text of such a number is made once, in Python, and remembered.

>>> words = Words({0: lambda _: '"stars":[', 1: str, 2: lambda _: "]"})
>>> out = token_buffer()
>>> begin(out, 0, 0); put(out, 1, 2); put(out, 1, 3); end(out, 2, 0)
>>> words.text(out)
'"stars":[2,3]'
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel_for

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)

Tokens = NDArray[np.int64]

CAPACITY: Final = 1024
"""More than the longest view of any game takes: 6 players on 216 spaces make about 350."""
_FIRST = 2
"""In front are the place of the next token, and whether a comma has to come before it."""
_KIND_BITS = 7
_FACT_BITS = 10
_FACT: Final = (1 << _FACT_BITS) - 1
_REMEMBERED: Final = 1 << 18
"""Texts kept per game: about fifty megabytes at most, which no play comes near."""


def token_buffer() -> Tokens:
    """Return an empty buffer."""
    out = np.empty(CAPACITY, np.int64)
    out[0], out[1] = _FIRST, 0
    return out


# --- for the kernels ---


@kernel_for("void(int64[::1], int64, int64)")
def put(out: Tokens, kind: int, facts: int) -> None:
    """Write a piece; a comma comes before it where one belongs."""
    place = out[0]
    out[place] = (np.int64(facts) << _KIND_BITS | kind) << 1 | out[1]
    out[0] = place + 1
    out[1] = 1


@kernel_for("void(int64[::1], int64, int64)")
def begin(out: Tokens, kind: int, facts: int) -> None:
    """Write a piece that ends with ``[`` or ``{``."""
    put(out, kind, facts)
    out[1] = 0


@kernel_for("void(int64[::1], int64, int64)")
def end(out: Tokens, kind: int, facts: int) -> None:
    """Write a piece that no comma comes before: one that begins with ``]`` or ``}``, or goes on with the last one."""
    out[1] = 0
    put(out, kind, facts)


@kernel_for("int64(int64, int64)")
def pack2(a: int, b: int) -> int:
    """Return two facts from 0 to 1023 as one number."""
    return np.int64(a) | np.int64(b) << _FACT_BITS


@kernel_for("int64(int64, int64, int64)")
def pack3(a: int, b: int, c: int) -> int:
    """Return three facts from 0 to 1023 as one number."""
    return pack2(a, b) | np.int64(c) << 2 * _FACT_BITS


@kernel_for("int64(int64, int64, int64, int64, int64)")
def pack5(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return five facts from 0 to 1023 as one number."""
    return pack3(a, b, c) | pack2(d, e) << 3 * _FACT_BITS


# --- for Python ---


def facts_of(packed: int) -> tuple[int, int, int, int, int]:
    """Return the facts that were packed, with zeros behind them.

    >>> facts_of(int(pack3(1, 2, 1023)))
    (1, 2, 1023, 0, 0)
    """
    a, b, c, d, e = (packed >> shift & _FACT for shift in range(0, 5 * _FACT_BITS, _FACT_BITS))
    return a, b, c, d, e


def json_text(data: Any) -> str:
    """Return data as compact JSON.

    >>> json_text({"feet": "s", "stars": [1, 2]})
    '{"feet":"s","stars":[1,2]}'
    """
    return _ENCODER.encode(data)


def members(**data: Any) -> str:
    """Return members of an object, without the braces around them.

    >>> members(feet="s", stars=[1, 2])
    '"feet":"s","stars":[1,2]'
    """
    return json_text(data)[1:-1]


class Words(dict[int, str]):
    """The text of every token, made when it is first met."""

    def __init__(self, makers: Mapping[int, Callable[[int], str]]) -> None:
        """``makers`` return, by kind, the text of a piece from its facts."""
        super().__init__()
        self._makers = makers

    def __missing__(self, token: int) -> str:
        """Make a text and remember it."""
        kind, facts = token >> 1 & (1 << _KIND_BITS) - 1, token >> 1 + _KIND_BITS
        if len(self) >= _REMEMBERED:
            self.clear()
        text = self[token] = "," * (token & 1) + self._makers[kind](facts)
        return text

    def text(self, out: Tokens) -> str:
        """Return the text of all tokens of a buffer."""
        return "".join(map(self.__getitem__, out[_FIRST : out[0]].tolist()))
