"""``gravitable join``: a bot of your own takes a seat at a server's table."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from gravitable.cli.console import err, out

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(
    epilog="Examples:\n\n"
    "[bold]gravitable join http://localhost:8000 KWRTBM --bot my_bots:First[/] (as a guest)\n\n"
    "[bold]BOT_TOKEN=... gravitable join https://play.example.org KWRTBM --bot my_bots:First[/] (as yourself)"
)
def join(
    server: Annotated[str, typer.Argument(metavar="SERVER", help="Its address, as in the browser.")],
    code: Annotated[str, typer.Argument(metavar="CODE", help="The six letters of the table.")],
    bot: Annotated[
        str, typer.Option(help="Your bot, as module:Class; the module may be a file in this folder.")
    ],
    name: Annotated[
        str | None, typer.Option(help="What a guest is called; by default like the class.")
    ] = None,
) -> None:
    """Let a bot of your own play at a table of a server, with people and other bots.

    It takes a free seat and plays until the game is over. It plays as the
    owner of the token in the environment variable BOT_TOKEN (docs/bot-api.md),
    or without one as a new guest. The same class plays in the arena and in
    the terminal.
    """
    from gravitable.bots import online, own  # noqa: PLC0415 - loads Numba

    maker = own.load(bot)
    place = online.sit_down(
        server, code, name=name or own.name_of(maker)[:20], token=os.environ.get("BOT_TOKEN")
    )
    err.print(f"{bot} sits at table {code} and plays {place.game}.", markup=False, soft_wrap=True)
    end = online.play(place, maker, spec=bot)
    result, seat = end["result"], end["seat"]
    won = "won" if seat in result["winners"] else "did not win"
    out.print(f"Seat {seat} {won}. Scores: {result['scores']}", markup=False, soft_wrap=True)
