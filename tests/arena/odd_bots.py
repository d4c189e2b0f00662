"""Bots that misbehave, each in its own way."""

from __future__ import annotations

from typing import Any


class _Odd:
    spec = "odd"

    def __init__(self, game: str, answer: Any) -> None:
        self.game = game
        self._answer = answer

    def choose(self, masked: Any, seat: int) -> Any:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def raising(game: str, seed: int) -> _Odd:
    return _Odd(game, ZeroDivisionError("thought too hard"))


def illegal(game: str, seed: int) -> _Odd:
    return _Odd(game, 63)


def silent(game: str, seed: int) -> _Odd:
    return _Odd(game, None)


def wordy(game: str, seed: int) -> _Odd:
    return _Odd(game, "drop")


def never_ready(game: str, seed: int) -> _Odd:
    if seed:
        raise RuntimeError("not today")
    return _Odd(game, 0)
