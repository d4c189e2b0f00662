"""Bots that misbehave, each in its own way, and two that do not."""

from __future__ import annotations

from typing import Any


class First:
    """The shortest bot there is."""

    def choose(self, view: Any, legal: list[str]) -> str:
        return legal[0]


class Curious:
    """Asks for everything, and takes what it foresees most of."""

    games = "superstar"

    def __init__(self, seed: int, seat: int) -> None:
        self.seat = seat

    def choose(self, previews: Any, legal: list[str], view: Any, board: Any, seat: int) -> str:
        assert view.to_act == [seat] == [self.seat]
        assert board.columns == 12
        assert [preview.action for preview in previews] == legal
        return max(zip(previews, legal, strict=True), key=lambda pair: pair[0].points)[1]


class Raising:
    def choose(self, view: Any, legal: list[str]) -> str:
        raise ZeroDivisionError("thought\ntoo hard")


class Misspelt:
    def choose(self, legal: list[str]) -> str:
        return "dorp"


class Illegal:
    """Names an action that there is, but not now."""

    def choose(self, legal: list[str]) -> str:
        return next(action for action in ("drop", "replay", "end") if action not in legal)


class Silent:
    def choose(self, view: Any) -> None:
        return None


class NeverReady:
    def __init__(self, seed: int) -> None:
        if seed:
            raise RuntimeError("not today")

    def choose(self, legal: list[str]) -> str:
        return legal[0]


class Unmade:
    def __init__(self) -> None:
        raise KeyError("no weights")

    def choose(self, legal: list[str]) -> str:
        return legal[0]


class Nosy:
    def choose(self, view: Any, secrets: Any) -> str:
        return "drop"


class Mute:
    pass


A_NUMBER = 7
