"""Table options: declared once per game, checked here, offered by the command line, server and browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from gravitable.core.errors import BadOption, suggest

Kind = Literal["flag", "number", "subset", "other"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    ``flag``: True or False; ``number``: a whole number in ``low``..``high`` or None; ``subset``: a list of distinct
    ``choices``; ``other``: the game checks it itself.
    """

    name: str
    kind: Kind
    help: str
    default: Any = False
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    min_players: int = 1
    """With fewer players the option means nothing and is refused."""
    typed: str = ""
    """How a value of kind ``other`` reads on a command line, where it is not what ``help`` shows."""
    is_stored: Callable[[Any], bool] = lambda _: True
    """Whether a value has the form that records hold; a path, for one, is only for the machine it is on."""

    def check(self, value: Any) -> Any:
        """Return the value in its one canonical form; raises BadOption."""
        if self.kind == "flag":
            return self._flag(value)
        if self.kind == "number":
            return self._number(value)
        if self.kind == "subset":
            return self._subset(value)
        return value

    def _flag(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise BadOption(f"option {self.name!r} takes True or False, not {value!r}")
        return value

    def _number(self, value: Any) -> int | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise BadOption(
                f"option {self.name!r} takes a whole number from {self.low} to {self.high} or None, not {value!r}"
            )
        return value

    def _subset(self, value: Any) -> list[str]:
        if isinstance(value, str) or not isinstance(value, (list, tuple, set, frozenset)):
            raise BadOption(f"option {self.name!r} takes a list such as {[self.choices[0]]!r}, not {value!r}")
        for word in value:
            if word not in self.choices:
                raise BadOption(f"option {self.name!r} has no {word!r}; {suggest(str(word), self.choices)}")
        if len(set(value)) != len(value):
            raise BadOption(f"option {self.name!r} names something twice: {list(value)!r}")
        return [word for word in self.choices if word in value]


def check_options(known: tuple[Option, ...], given: dict[str, Any]) -> dict[str, Any]:
    """Return all options with their values, defaults filled in; raises BadOption."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            raise BadOption(f"there is no option {name!r}; {suggest(name, names)}")
    return {option.name: option.check(given.get(option.name, option.default)) for option in known}
