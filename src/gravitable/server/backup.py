"""Backup and restore: every row as a line of JSON, compressed; the same for SQLite and PostgreSQL."""

from __future__ import annotations

import base64
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import LargeBinary, Table, delete, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core.errors import GravitableError
from gravitable.server.database import Database
from gravitable.server.schema import metadata

FORMAT: Final = "gravitable-backup-1"
_BATCH: Final = 500
_CLOCKS_OF_OLDER_BACKUPS: Final = (
    update(metadata.tables["tables"])
    .where(text("clock IS NULL AND status = 'running' AND clock_kind <> 'none'"))
    .values(clock=text("due"))
)
"""They had one column for bots and clocks. Too early does no harm: who looks at a clock corrects it."""


class BadBackup(GravitableError):
    """A file that is no backup, is damaged, or cannot be read or written."""

    code = "bad-backup"


class NotEmpty(GravitableError):
    """The database holds something that a restore would mix with."""

    code = "not-empty"


async def save(url: str, file: Path, *, force: bool = False) -> int:
    """Write everything to a file and return how many rows that were. The file appears when it is complete.

    Raises BadBackup when there is no such database, or when the file is there already.
    """
    source = make_url(url)
    if source.get_backend_name() == "sqlite" and not Path(source.database or "").is_file():
        raise BadBackup(f"there is no database {source.database}: check --database")
    if file.exists() and not force:
        raise BadBackup(f"{file} is there already: choose another name, or use --force to replace it")
    database = Database(url)
    partial = file.with_name(file.name + ".partial")
    try:
        await database.migrate()
        handle = os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw, gzip.open(raw, "wt", encoding="utf-8") as lines:
            rows = await _write_all(database, lines)
        partial.replace(file)
    except OSError as error:
        raise BadBackup(f"{file} cannot be written: {error.strerror}") from error
    finally:
        await database.close()
        partial.unlink(missing_ok=True)
    return rows


async def _write_all(database: Database, lines: IO[str]) -> int:
    rows = 0
    lines.write(json.dumps({"format": FORMAT}) + "\n")
    async with database.reading() as connection:
        if not database.is_sqlite:  # SQLite's transactions see one moment anyway
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        for table in metadata.sorted_tables:
            async for row in await connection.stream(select(table)):
                lines.write(json.dumps([table.name, [_plain(value) for value in row]]) + "\n")
                rows += 1
    lines.write(json.dumps({"rows": rows}) + "\n")
    return rows


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


async def load(url: str, file: Path, *, replace: bool) -> int:
    """Fill a database from a file and return how many rows that were; all or nothing."""
    database = Database(url)
    try:
        await database.migrate()
        async with database.writing() as connection:
            await _make_empty(connection, replace)
            rows = await _insert_all(connection, _lines(file))
            await connection.execute(_CLOCKS_OF_OLDER_BACKUPS)
            if not database.is_sqlite:
                await _reset_sequences(connection)
    finally:
        await database.close()
    return rows


async def _make_empty(connection: AsyncConnection, replace: bool) -> None:
    for table in reversed(metadata.sorted_tables):
        if replace:
            await connection.execute(delete(table))
        elif (await connection.execute(select(func.count()).select_from(table))).scalar_one():
            raise NotEmpty(f"the database has rows in {table.name!r}: use --replace to delete them first")


def _lines(file: Path) -> Iterator[Any]:
    """Return the lines of a backup's body; raises BadBackup unless it is complete."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as handle:
            if json.loads(handle.readline() or "null") != {"format": FORMAT}:
                raise BadBackup(f"{file} is not a backup of this version ({FORMAT})")
            for rows, line in enumerate(handle):
                item = json.loads(line)
                if isinstance(item, dict):
                    if item != {"rows": rows}:
                        raise BadBackup(f"{file} should have {item.get('rows')} rows, but has {rows}")
                    return
                yield item
    except OSError as error:
        raise BadBackup(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError) as error:
        raise BadBackup(f"{file} is damaged: {error}") from error
    raise BadBackup(f"{file} is cut off")


async def _insert_all(connection: AsyncConnection, items: Iterator[Any]) -> int:
    rows, name = 0, ""
    batch: list[dict[str, Any]] = []
    for item in items:
        if not (isinstance(item, list) and len(item) == 2 and item[0] in metadata.tables):
            raise BadBackup(f"row {rows + 1} belongs to no table of this version")
        if item[0] != name or len(batch) >= _BATCH:
            await _insert(connection, name, batch)
            name, batch = item[0], []
        batch.append(_values(metadata.tables[name], item[1], rows + 1))
        rows += 1
    await _insert(connection, name, batch)
    return rows


def _values(table: Table, values: Any, number: int) -> dict[str, Any]:
    if isinstance(values, list):  # columns that came later are empty in older backups
        later = list(table.columns)[len(values) :]
        values = [*values, *(None for column in later if column.nullable)]
    if not isinstance(values, list) or len(values) != len(table.columns):
        raise BadBackup(f"row {number} of {table.name!r} should have {len(table.columns)} values")
    return {
        column.name: base64.b64decode(value)
        if isinstance(column.type, LargeBinary) and isinstance(value, str)
        else value
        for column, value in zip(table.columns, values, strict=True)
    }


async def _insert(connection: AsyncConnection, name: str, batch: list[dict[str, Any]]) -> None:
    if batch:
        await connection.execute(insert(metadata.tables[name]), batch)


async def _reset_sequences(connection: AsyncConnection) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    for name in ("people", "sessions", "chat"):
        sequence = f"pg_get_serial_sequence('{name}', 'id')"
        await connection.execute(
            text(f"SELECT setval({sequence}, COALESCE((SELECT max(id) FROM {name}), 0) + 1, false)")  # noqa: S608
        )
