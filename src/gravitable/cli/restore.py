"""``gravitable restore``: a server from a backup."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gravitable.cli.backup import DatabaseOption
from gravitable.cli.console import out
from gravitable.server.storage.database_url import database_url

app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@app.command(
    epilog="Examples: [bold]gravitable restore games.backup[/] into an empty or missing database\n\n"
    "[bold]gravitable restore games.backup --replace[/] deletes what is there; stop the server first\n\n"
    "[bold]gravitable restore games.backup --database postgresql://me@db/gravitable[/] "
    "also moves from SQLite to PostgreSQL."
)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to read.")],
    database: DatabaseOption = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Delete what the database holds now. Stop the server first.")
    ] = False,
) -> None:
    """Fill a database from a backup, of this version or an older one.

    All or nothing: the backup is checked first, and when it does not fit the
    database is as it was before. A database that holds something is left
    alone without --replace.
    """
    from gravitable.server.storage.backup import load  # noqa: PLC0415 - loads the database's driver

    rows = asyncio.run(load(database_url(database), file, replace=replace))
    out.print(Text(f"{rows:,} rows restored from {file}"), soft_wrap=True)
