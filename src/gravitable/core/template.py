"""Kernels that are the same for several games, written once.

Numba compiles a kernel together with the functions that it calls by name, so a loop that calls ``apply`` has to be
compiled for each game with that game's ``apply``. A template is a module with such kernels. What a game must bring is
declared in it with ``given()``; ``fill_in`` runs the source of the template once more inside a module of the game, with
the game's own functions in these places:

    # my_template.py
    apply: Callable[[Any, int], None] = given()

    @kernel
    def twice(s: Any, action: int) -> None:
        apply(s, action)
        apply(s, action)

    # my_game.py
    fill_in(my_template, globals(), apply=apply)

Functions passed as arguments or kept in closures would read more easily, but Numba cannot find those again in its cache
on disk: each start of the program would compile for minutes (docs/architecture.md has the figures).
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any, Final

from gravitable.core.lists import must_agree


class _Given:
    """The place of something that a game brings."""


_PLACE: Final = _Given()


def given() -> Any:
    """Declare what a game must bring to a template."""
    return _PLACE


def fill_in(template: ModuleType, module: dict[str, Any], **parts: Any) -> None:
    """Define the kernels of a template in a module (its ``globals()``), made of a game's own parts.

    Raises TypeError when a part is missing, or is none that the template asks for.
    """
    wanted = sorted(name for name, value in vars(template).items() if value is _PLACE)
    must_agree(f"the parts of {template.__name__} and those of {module['__name__']}", wanted, sorted(parts))
    own = dict(module)
    taken = [name for name, part in parts.items() if own.get(name, part) is not part]
    if taken:
        raise TypeError(f"{module['__name__']} already means something else by {', '.join(taken)}")
    path = Path(str(template.__file__))
    exec(compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True), module)  # noqa: S102 - our own file
    module.update(own)  # what the game's module defines itself is kept, such as its docstring
    module.update(parts)
