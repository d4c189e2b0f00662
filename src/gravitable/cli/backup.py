"""``gravitable backup``: everything in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gravitable.cli.console import out
from gravitable.server.storage.database_url import PREFIX, database_url

app = typer.Typer(rich_markup_mode="rich", add_completion=False)

DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="FILE|URL",
        envvar=f"{PREFIX}DATABASE",
        show_envvar=False,
        help="The server's database; by default the file in your data folder.",
    ),
]


@app.command(
    epilog="Examples: [bold]gravitable backup games-2026-01-31.backup[/], also while the server runs\n\n"
    "[bold]gravitable backup last-night.backup --force[/] writes over the one of the night before\n\n"
    "[bold]gravitable backup all.backup --database postgresql://me@db/gravitable[/]"
)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the backup.")],
    database: DatabaseOption = "",
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
) -> None:
    """Save all people, tables, games, chats and ratings in one file.

    Works while the server runs, and changes nothing in the database. A
    database that is not there is an error, and so is a FILE that is there
    already. The backup carries a checksum. It holds the secrets of
    running games: it is readable for you alone.
    """
    from gravitable.server.storage.backup import save  # noqa: PLC0415 - loads the database's driver

    rows = asyncio.run(save(database_url(database), file, force=force))
    out.print(Text(f"{rows:,} rows saved in {file}"), soft_wrap=True)
