"""``gravitable verify``: say whether a saved game was fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gravitable.cli import files
from gravitable.cli.console import err, out

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(
    epilog="Example: [bold]gravitable verify game.json[/]\n\n"
    "Leaves with 0 when the game was fair, 1 when something does not fit, 2 when the file is no record."
)
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as saved by play.")],
) -> None:
    """Recompute a saved game and say "fair", or everything that does not fit.

    Fair means: every deal follows from the secret that was committed to at
    the start, and every move and the result follow from those by the rules.
    """
    from gravitable.core.record import verify as misfits  # noqa: PLC0415 - loads Numba

    problems = misfits(files.read_text(file))
    if not problems:
        out.print("[bold green]fair[/]")
        return
    out.print("[bold red]not fair[/]")
    for problem in problems:
        err.print(problem, markup=False, soft_wrap=True)
    raise typer.Exit(1)
