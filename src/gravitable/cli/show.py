"""``gravitable show``: a game as a drawing."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from gravitable.cli import files
from gravitable.cli.console import has_colour, out, print_drawing
from gravitable.cli.game_options import options_for, with_game_options
from gravitable.core.errors import BadOption
from gravitable.core.game import Game
from gravitable.core.registry import game_names, rules_of

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

Json = dict[str, Any]


class Theme(StrEnum):
    """The themes of the pictures."""

    night = "night"
    dawn = "dawn"


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable show game.json[/]\n\n"
    "[bold]gravitable show game.json --svg board.svg --theme dawn --viewer 0[/]\n\n"
    "[bold]gravitable show superstar --seed 42 --players 4 --svg board.svg[/]"
)
@with_game_options
def show(
    what: Annotated[
        str, typer.Argument(metavar="FILE|GAME", help="A record, a position text, or a game to set up new.")
    ],
    seed: Annotated[
        int | None, typer.Option(help="For a new game: the same seed gives the same board.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="For a new game: how many seats.", show_default="2")
    ] = None,
    to: Annotated[
        int | None, typer.Option("--to", min=0, help="Show a record after so many log entries.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="OUT.svg", help="Write a picture instead of drawing here.")
    ] = None,
    theme: Annotated[Theme, typer.Option(help="The mood of the picture.")] = Theme.night,
    viewer: Annotated[
        int | None,
        typer.Option(
            metavar="SEAT", help="Show what this seat may see (-1: a spectator) instead of everything."
        ),
    ] = None,
    *,
    options: Json,
) -> None:
    """Draw a game: in the terminal, or as an SVG picture."""
    game = _found(what, seed, players, to, options)
    view = game.state() if viewer is None else game.view(None if viewer == -1 else viewer)
    if svg is None:
        print_drawing(game.rules.draw_text(view, colour=has_colour()))
        return
    files.write_text(svg, game.rules.draw_svg(view, theme=theme.value))
    out.print(f"Wrote {svg}", markup=False, soft_wrap=True)


def _found(what: str, seed: int | None, players: int | None, to: int | None, options: Json) -> Game:
    """Return the game that is meant: a new one by its name, else the one in the file."""
    if what not in game_names():
        if seed is not None or players is not None or options:
            raise BadOption(f"--seed, --players and options are for new games; {what!r} is taken for a file")
        return files.load_game(Path(what), until=to)
    if to is not None:
        raise BadOption("--to is for records; a new game has no moves yet")
    from gravitable.api import new  # noqa: PLC0415 - only here

    return new(what, players=players or 2, seed=seed, **options_for(rules_of(what), options))
