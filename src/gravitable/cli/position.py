"""``gravitable position``: a game's position as text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gravitable.cli import files

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable position game.json > position.txt[/]\n\n"
    "[bold]gravitable position game.json --to 12[/]\n\n"
    "[bold]gravitable play --resume position.txt[/]"
)
def position(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record or a position text.")],
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="After so many log entries of a record.")
    ] = None,
) -> None:
    """Print a complete position as readable text, hidden things included.

    The text can be edited, checked by this same command, shown and played on from.
    """
    typer.echo(files.load_game(file, until=to).position(), nl=False)
