"""Descriptions in pieces: as data for who reads them, as JSON text for who sends them on.

A server describes the board after every move for every viewer, and most of it is as it was before. So each piece of
a description names the fields of the state that it is made of; its text is made of the bytes of those fields and of
nothing else, and remembered by them.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

Json = dict[str, Any]
Values = Any
"""Plain numbers and lists, by the names of the fields."""

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)
_REMEMBERED: Final = 1024
"""Texts kept per piece: some megabytes at most."""


def json_text(data: Any) -> str:
    """Return data as compact JSON.

    >>> json_text({"feet": "s", "stars": [1, 2]})
    '{"feet":"s","stars":[1,2]}'
    """
    return _ENCODER.encode(data)


def list_text(name: str, rows: Sequence[str]) -> str:
    """Return a member that is a list of texts.

    >>> list_text("stars", ["1", "2"])
    '"stars":[1,2]'
    """
    return f'"{name}":[{",".join(rows)}]'


def object_text(*members: str) -> str:
    """Return an object of members, each given as text; empty ones are left out."""
    return f"{{{','.join(filter(None, members))}}}"


class Piece:
    """Some members of a description, made of some fields of the state."""

    def __init__(
        self,
        make: Callable[[Values], Json],
        *fields: str,
        write: Callable[[Values], str] | None = None,
    ) -> None:
        """``write`` returns the members' text where there is a quicker way than through ``make``."""
        self.make = make
        self.fields = fields
        self.write = write or (lambda values: json_text(make(values))[1:-1])


class Description:
    """All pieces of a description, for states that consist of records of the given types."""

    def __init__(self, pieces: Sequence[Piece], *dtypes: np.dtype[Any]) -> None:
        places = _places(dtypes)
        self._pieces = tuple(pieces)
        self._writers = tuple(_writer(piece, places) for piece in pieces)

    def data(self, values: Values) -> Json:
        """Return the description as data."""
        members: Json = {}
        for piece in self._pieces:
            members |= piece.make(values)
        return members

    def text(self, *records: Any) -> str:
        """Return the members of the description as JSON text, without the braces around them."""
        raw = b"".join([record.tobytes() for record in records])
        return ",".join([write(raw) for write in self._writers])


_Places = dict[str, tuple[int, np.dtype[Any]]]


def _places(dtypes: Sequence[np.dtype[Any]]) -> _Places:
    """Return where in the bytes of the records each field is, and of which type."""
    places: _Places = {}
    begin = 0
    for dtype in dtypes:
        for name, (field, offset, *_) in (dtype.fields or {}).items():
            places[name] = begin + int(offset), field
        begin += dtype.itemsize
    return places


def _writer(piece: Piece, places: _Places) -> Callable[[bytes], str]:
    """Return a function that makes a piece's text of the bytes of all fields."""
    cuts = _cuts([places[name] for name in piece.fields])
    read = _reader({name: places[name][1] for name in piece.fields})

    @lru_cache(_REMEMBERED)
    def text(key: bytes) -> str:
        return piece.write(SimpleNamespace(**read(key)))

    if len(cuts) == 1:
        return lambda raw: text(raw[cuts[0]])
    return lambda raw: text(b"".join([raw[cut] for cut in cuts]))


_LETTERS: Final = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q"}
"""How ``struct`` calls the types of fields."""


def _reader(fields: dict[str, np.dtype[Any]]) -> Callable[[bytes], dict[str, Any]]:
    """Return a function that reads fields, one behind the other, as plain numbers and lists."""
    bases = [field.base for field in fields.values()]
    sizes = [field.itemsize // field.base.itemsize for field in fields.values()]
    unpack = struct.Struct(
        "=" + "".join(f"{size}{_LETTERS[base.str[1:]]}" for size, base in zip(sizes, bases, strict=True))
    ).unpack
    ends = list(accumulate(sizes))
    layout = [
        (name, end - size, end, field.shape)
        for (name, field), size, end in zip(fields.items(), sizes, ends, strict=True)
    ]

    def read(key: bytes) -> dict[str, Any]:
        numbers = unpack(key)
        return {name: _shaped(numbers[begin:end], shape) for name, begin, end, shape in layout}

    return read


def _shaped(numbers: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """Return the numbers of a field as one number, a list, or a list of lists."""
    if not shape:
        return numbers[0]
    if len(shape) == 1:
        return list(numbers)
    return [list(numbers[begin : begin + shape[1]]) for begin in range(0, len(numbers), shape[1])]


def _cuts(places: Sequence[tuple[int, np.dtype[Any]]]) -> list[slice]:
    """Return where to cut fields out; neighbours are cut out together."""
    cuts: list[slice] = []
    for offset, field in places:
        if cuts and cuts[-1].stop == offset:
            cuts[-1] = slice(cuts[-1].start, offset + field.itemsize)
        else:
            cuts.append(slice(offset, offset + field.itemsize))
    return cuts
