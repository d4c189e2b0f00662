"""The list of commands. Their modules are imported only when they are used, so that every start is quick."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS: Final = {
    "play": "Play in the terminal: hot seat, against bots, or both.",
    "serve": "Play in the browser: start the server, for yourself or for others.",
    "simulate": "Play many random games at full speed and count what happens.",
    "replay": "Play a saved game again, step by step or at once.",
    "show": "Draw a game in the terminal or as an SVG picture.",
    "verify": "Check that a saved game was dealt and played fairly.",
    "position": "Print a game's position as text, or check such a text.",
    "tiles": "Check, show and measure planet tiles of Gravity Superstar.",
    "arena": "Let bots play against each other, and rate them.",
    "train": "Learn a stronger bot from our own games, and keep it if it wins.",
    "bench": "Measure the speed of everything on this machine.",
    "backup": "Save everything that the server knows in one file.",
    "restore": "Fill an empty server from a backup.",
}
"""Each command with its line in ``gravitable --help``; the module ``gravitable.cli.NAME`` holds its ``app``."""


class LazyGroup(TyperGroup):
    """Knows the names of all commands, and imports one when it is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, text in COMMANDS.items():
            if find_spec(f"gravitable.cli.{name}"):
                self.add_command(TyperCommand(name, help=text))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the real command where the list only has its name."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in COMMANDS:
            command = typer.main.get_command(import_module(f"gravitable.cli.{name}").app)
            command.name = name
        return name, command, rest
