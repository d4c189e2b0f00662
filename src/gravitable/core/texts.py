"""JSON text written by compiled code, for views.

A server tells everybody the whole table after every move. A kernel that goes through the state and writes the text
itself takes a few microseconds, in which Python would hardly have read ten fields of the state.

Commas come by themselves: everything that does not begin with ``end`` writes one where it belongs.

>>> def write(pages):
...     erase(pages)
...     out = pages[0]
...     begin(out, b'"stars":[')
...     put_number(out, b"", 2)
...     put_word(out, b"", words("red", "blue"), 1)
...     end(out, b"]")
...     return out.taken
>>> written(write)
'"stars":[2,"blue"]'
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

from gravitable.core.jit import kernel, kernel_for
from gravitable.core.memory import copy_bytes

Words = NDArray[np.uint8]
"""Texts to choose from by number: a row for each, its length first."""

CAPACITY: Final = 1 << 15
"""Twice as many bytes as the longest view of any game takes: 6 players on 216 spaces."""
PAGE: Final = np.dtype((np.record, [("taken", "i8"), ("text", "u1", (CAPACITY,))]))
"""What kernels write on, and how much of it is taken."""
Pages = NDArray[Any]
Out = Any
"""The first of some pages."""
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)


# --- for the kernels ---

_OUT: Any = numba.from_dtype(PAGE)
_PIECE: Any = numba.types.Bytes(numba.types.uint8, 1, "C", readonly=True)
_WORDS: Any = numba.types.Array(numba.types.uint8, 2, "C", readonly=True)
_NUMBER: Any = numba.types.int64
_NOTHING: Any = numba.types.void
_COMMA, _ZERO = ord(","), ord("0")
_LIST, _OBJECT, _MEMBER = ord("["), ord("{"), ord(":")


@kernel
def erase(pages: Pages) -> None:
    """Begin anew on the first page."""
    pages[0].taken = 0


@kernel_for(_NOTHING(_OUT, _PIECE))
def end(out: Out, piece: bytes) -> None:
    """Write a piece as it is: the end of a list or an object."""
    at = out.taken
    if at + len(piece) <= CAPACITY:  # never beyond the page
        copy_bytes(piece, 0, out.text, at, len(piece))
    out.taken = at + len(piece)


@kernel_for(_NOTHING(_OUT, _PIECE))
def begin(out: Out, piece: bytes) -> None:
    """Write a piece, such as the name of a member or the beginning of a list."""
    at = out.taken
    if 0 < at < CAPACITY:
        last = out.text[at - 1]
        if last not in (_LIST, _OBJECT, _MEMBER):
            out.text[at] = _COMMA
            out.taken = at + 1
    end(out, piece)


@kernel_for(_NOTHING(_OUT, _WORDS, _NUMBER))
def end_word(out: Out, choices: Words, index: int) -> None:
    """Write one of several words as it is."""
    at, size = out.taken, np.int64(choices[index, 0])
    if at + size <= CAPACITY:
        copy_bytes(choices, index * choices.shape[1] + 1, out.text, at, size)
    out.taken = at + size


@kernel_for(_NOTHING(_OUT, _NUMBER))
def end_number(out: Out, value: int) -> None:
    """Write a number from 0 on as it is."""
    at, size, limit = out.taken, 1, 10
    while value >= limit:
        size += 1
        limit *= 10
    if at + size <= CAPACITY:
        for place in range(size - 1, -1, -1):
            out.text[at + place] = _ZERO + value % 10
            value //= 10
    out.taken = at + size


@kernel_for(_NOTHING(_OUT, _PIECE, _NUMBER))
def put_number(out: Out, name: bytes, value: int) -> None:
    """Write a number after a name such as ``b'"seat":'``, or ``b""`` within a list; ``null`` for one below 0."""
    begin(out, name)
    if value < 0:
        end(out, b"null")
    else:
        end_number(out, value)


@kernel_for(_NOTHING(_OUT, _PIECE, _NUMBER))
def put_flag(out: Out, name: bytes, value: bool) -> None:
    """Write ``true`` or ``false``."""
    begin(out, name)
    end(out, b"true" if value else b"false")


@kernel_for(_NOTHING(_OUT, _PIECE, _WORDS, _NUMBER))
def put_word(out: Out, name: bytes, choices: Words, index: int) -> None:
    """Write one of several words; ``null`` for a number below 0."""
    begin(out, name)
    if index < 0:
        end(out, b"null")
    else:
        end_word(out, choices, index)


@kernel_for(_NOTHING(_OUT, _PIECE, _WORDS, _NUMBER))
def put_words(out: Out, name: bytes, choices: Words, bits: int) -> None:
    """Write a list of the words that the bits of a number stand for."""
    begin(out, name)
    end(out, b"[")
    index = 0
    while bits >> index:
        if bits >> index & 1:
            put_word(out, b"", choices, index)
        index += 1
    end(out, b"]")


# --- for Python ---


def words(*choices: str | int | None) -> Words:
    r"""Return a table for ``put_word`` and ``put_words``.

    >>> words("n", "east").tobytes()
    b'\x03"n"\x00\x00\x00\x06"east"'
    """
    return raw_words(*map(json_text, choices))


def raw_words(*choices: str) -> Words:
    """Return a table for ``end_word``: texts that are written as they are, of 255 bytes at most."""
    texts = [choice.encode() for choice in choices]
    table = np.zeros((len(texts), 1 + max(map(len, texts))), np.uint8)
    for row, text in zip(table, texts, strict=True):
        row[: 1 + len(text)] = [len(text), *text]
    table.flags.writeable = False
    return table


class _Desk(threading.local):
    """A page of each thread's own, since a new one would have to be fetched into the processor's cache."""

    def __init__(self) -> None:
        raw = np.zeros(PAGE.itemsize, np.uint8)
        self.pages: Pages = raw.view(PAGE)
        self.text = raw.data[PAGE.itemsize - CAPACITY :]


_DESK: Final = _Desk()


def written(write: Callable[..., int], *arguments: Any) -> str:
    """Return what a kernel writes when it is called with these arguments and a page; it returns how much."""
    taken = write(*arguments, _DESK.pages)
    if taken > CAPACITY:
        raise OverflowError(f"a text of {taken} bytes; there is room for {CAPACITY}")
    return str(_DESK.text[:taken], "utf-8")


def json_text(data: Any) -> str:
    """Return data as compact JSON.

    >>> json_text({"feet": "s", "stars": [1, 2]})
    '{"feet":"s","stars":[1,2]}'
    """
    return _ENCODER.encode(data)
