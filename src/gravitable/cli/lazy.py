"""The list of commands. Their modules are imported only when they are used, so that every start is quick."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from gravitable.core.package import Command, packages

COMMANDS: Final = {
    "play": "Play in the terminal: hot seat, against bots, or both.",
    "learn": "Learn a game by playing short lessons.",
    "serve": "Play in the browser: start the server, for yourself or for others.",
    "puzzles": "Solve puzzles, list them, and mine new ones from bots' games.",
    "simulate": "Play many random games at full speed and count what happens.",
    "replay": "Play a saved game again, step by step or at once.",
    "review": "Say where a finished game was won and lost.",
    "show": "Draw a game in the terminal or as an SVG picture.",
    "verify": "Check that a saved game was dealt and played fairly.",
    "position": "Print a game's position as text, or check such a text.",
    "arena": "Let bots play against each other, and rate them.",
    "join": "Let a bot of your own play at a server's table.",
    "train": "Learn a stronger bot from our own games, and keep it if it wins.",
    "bench": "Measure the speed of everything on this machine.",
    "backup": "Save everything that the server knows in one file.",
    "restore": "Fill an empty server from a backup.",
}
"""Each command with its line in ``gravitable --help``; the module ``gravitable.cli.NAME`` holds its ``app``."""


def all_commands() -> dict[str, Command]:
    """Return our commands by name, and behind them those that games bring; none of these can replace one of ours."""
    found = {name: Command(name, text, f"gravitable.cli.{name}:app") for name, text in COMMANDS.items()}
    for package in packages().values():
        for command in package.commands:
            found.setdefault(command.name, command)
    return found


class LazyGroup(TyperGroup):
    """Knows the names of all commands, and imports one when it is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for command in all_commands().values():
            self.add_command(TyperCommand(command.name, help=command.text))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the real command where the list only has its name."""
        name, command, rest = super().resolve_command(ctx, args)
        if name in all_commands():
            module, _, app = all_commands()[name].app.partition(":")
            command = typer.main.get_command(getattr(import_module(module), app))
            command.name = name
        return name, command, rest
