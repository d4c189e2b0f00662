"""``gravitable verify``: say whether a saved game was fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from gravitable.cli import files
from gravitable.cli.console import err, out

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

EXIT_CODES: Final = {"fair": 0, "not-fair": 1, "given": 3, "unfinished": 4}
"""2 is missing: it means bad input for every command, here a file that is no record."""
_WORDS: Final = {
    "fair": "[bold green]fair[/]",
    "not-fair": "[bold red]not fair[/]",
    "given": "[bold yellow]given, not dealt[/]",
    "unfinished": "[bold yellow]unfinished[/]",
}


@app.command(
    epilog="Examples: [bold]gravitable verify game.json[/]\n\n"
    "[bold]gravitable verify game.json --commitment 5f16c2f3...[/] with what you saw before the first deal\n\n"
    "Leaves with 0 when the game was fair, 1 when something does not fit, 2 when the file is no record, "
    "3 when the start was given and not dealt, 4 when the game is unfinished."
)
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as saved by play.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="The commitment that you saw at the start.")
    ] = None,
    head: Annotated[
        str | None, typer.Option(metavar="HEX", help="The hash of the log that you saw after any move.")
    ] = None,
    daily: Annotated[
        str | None,
        typer.Option(
            metavar="HEX",
            help="For a daily challenge: the hash that was shown on that day, or on any day before.",
        ),
    ] = None,
) -> None:
    """Recompute a saved game and say "fair", or everything that does not fit.

    Fair means: every deal follows from the secret that was committed to at
    the start, and every move and the result follow from those by the rules.
    Whoever makes a record up can make it fit itself: hold it against what
    you saw during the game, with --commitment and --head. The record of a
    daily challenge is also held against the chain of its days, which
    --daily ties to what the server showed before.
    """
    from gravitable.core.verify import verify as judge  # noqa: PLC0415 - loads Numba

    verdict = judge(files.read_text(file), commitment=commitment, head=head, daily=daily)
    out.print(_WORDS[verdict.word])
    for note in verdict.notes:
        out.print(note, markup=False, highlight=False, soft_wrap=True)
    for name, own, seen in (("commitment", verdict.commitment, commitment), ("head", verdict.head, head)):
        if own is not None:
            told = "given by you" if seen else "compare it with what you saw"
            out.print(f"{name} {own} ({told})", style="dim", highlight=False, soft_wrap=True)
    for problem in verdict.problems:
        err.print(problem, markup=False, soft_wrap=True)
    if verdict.word != "fair":
        raise typer.Exit(EXIT_CODES[verdict.word])
