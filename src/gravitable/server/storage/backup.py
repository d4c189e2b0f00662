"""Backup and restore: every row as a line of JSON, compressed; the same for SQLite and PostgreSQL.

The first line says which form the tables had, the last one how many rows there are, with a checksum. A restore makes
tables of that form, fills them, and then brings them to the newest form, all in one transaction: so backups of every
older version can be read, and a restore that fails leaves nothing behind.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from sqlalchemy import Connection, LargeBinary, MetaData, Table, func, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from gravitable.core.errors import GravitableError
from gravitable.server.errors import BadDatabase
from gravitable.server.storage import upgrades
from gravitable.server.storage.database import Database

FORMAT: Final = "gravitable-backup-2"
_FORMAT_1: Final = {"format": "gravitable-backup-1"}
"""As release 0.1 wrote it: no checksum, and always tables of the first form."""
_BATCH: Final = 500


class BadBackup(GravitableError):
    """A file that is no backup, is damaged, or cannot be read or written."""

    code = "bad-backup"


class FileThere(GravitableError):
    """There is a file where the backup should go."""

    code = "file-there"


class NotEmpty(GravitableError):
    """The database holds something that a restore would mix with."""

    code = "not-empty"


# Saving


async def save(url: str, file: Path, *, force: bool = False) -> int:
    """Write everything to a file and return how many rows that were. The file appears when it is complete.

    Raises BadDatabase when there is no database, and FileThere rather than write over a file, unless ``force``.
    """
    if file.exists() and not force:
        raise FileThere(f"{file} is there already: choose another name, or use --force to replace it")
    database = _existing(url)
    partial = file.with_name(file.name + ".partial")
    try:
        handle = os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as raw, gzip.open(raw, "wb") as packed:
            rows = await _write_all(database, packed)
        partial.replace(file)
    except OSError as error:
        raise BadBackup(f"{file} cannot be written: {error.strerror}") from error
    finally:
        await database.close()
        partial.unlink(missing_ok=True)
    return rows


def _existing(url: str) -> Database:
    """Return a database that is there: a mistyped name must not make one."""
    path = _path(url)
    if path is not None and not path.exists():
        raise BadDatabase(f"there is no database {path}: is the name right?")
    return _opened(url)


def _path(url: str) -> Path | None:
    """Return the file of an SQLite database."""
    parts = make_url(url)
    return Path(parts.database or "") if parts.get_backend_name() == "sqlite" else None


def _opened(url: str) -> Database:
    try:
        return Database(url)
    except OSError as error:
        raise BadDatabase(f"the database cannot be opened: {error.strerror}") from error


async def _write_all(database: Database, packed: Any) -> int:
    rows, checksum = 0, hashlib.sha256()

    def write(item: Any) -> None:
        line = json.dumps(item).encode() + b"\n"
        checksum.update(line)
        packed.write(line)

    async with database.reading() as connection:
        if not database.is_sqlite:  # SQLite's transactions see one moment anyway
            await connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        revision = await connection.run_sync(upgrades.revision_of)
        if revision is None:
            raise BadDatabase("the database holds nothing of Gravitable: is the name right?")
        found = await connection.run_sync(upgrades.tables_in)
        columns = {table.name: table.columns.keys() for table in found.sorted_tables}
        write({"format": FORMAT, "schema": revision, "tables": columns})
        for table in found.sorted_tables:
            async for row in await connection.stream(select(table)):
                write([table.name, [_plain(value) for value in row]])
                rows += 1
    packed.write(json.dumps({"rows": rows, "sha256": checksum.hexdigest()}).encode() + b"\n")
    return rows


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


# Restoring


class _Header(NamedTuple):
    """What the first line of a backup says."""

    schema: str
    tables: dict[str, list[str]] | None
    """The columns of each table; None in the first format."""


async def load(url: str, file: Path, *, replace: bool) -> int:
    """Fill a database from a file and return how many rows that were; all or nothing.

    The whole file is checked before the database is touched.
    """
    header, rows = _checked(file)
    with _left_as_it_was(_path(url)):
        database = _opened(url)
        try:
            async with database.migrating() as connection:
                await _make_empty(connection, replace)
                await connection.run_sync(upgrades.upgrade, header.schema)
                found = await connection.run_sync(upgrades.tables_in)
                await _insert_all(connection, found, header, _rows(file))
                if not database.is_sqlite:
                    await _reset_sequences(connection)
                await connection.run_sync(upgrades.upgrade)
        except StatementError as error:
            raise BadBackup(f"{file} holds rows that do not fit together: {error.orig or error}") from error
        finally:
            await database.close()
    return rows


@contextmanager
def _left_as_it_was(path: Path | None) -> Iterator[None]:
    """Take a database file, and folders on the way, away again if they are new and something goes wrong."""
    new = [] if path is None else [one for one in (path, *path.parents) if not one.exists()]
    try:
        yield
    except BaseException:
        if path is not None and path in new:
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            for folder in new[1:]:
                if folder.is_dir():
                    folder.rmdir()
        raise


async def _make_empty(connection: AsyncConnection, replace: bool) -> None:
    def count(sync: Connection, table: Table) -> int:
        return int(sync.execute(select(func.count()).select_from(table)).scalar_one())

    await connection.run_sync(upgrades.refuse_newer)
    if not replace:
        for table in (await connection.run_sync(upgrades.tables_in)).sorted_tables:
            if await connection.run_sync(count, table):
                raise NotEmpty(f"the database has rows in {table.name!r}: use --replace to delete them first")
    await connection.run_sync(upgrades.drop_all)


def _checked(file: Path) -> tuple[_Header, int]:
    """Return a backup's header and number of rows; raises BadBackup unless it is complete and undamaged."""
    checksum = hashlib.sha256()
    with _lines(file) as lines:
        first = next(lines, b"")
        checksum.update(first)
        header = _header(file, json.loads(first or b"null"))
        for rows, line in enumerate(lines):
            if not line.startswith(b"{"):
                checksum.update(line)
                continue
            last = json.loads(line)
            if last.get("rows") != rows:
                raise BadBackup(f"{file} should have {last.get('rows')} rows, but has {rows}")
            if header.tables is not None and last.get("sha256") != checksum.hexdigest():
                raise BadBackup(f"{file} has been changed: its checksum does not fit")
            return header, rows
    raise BadBackup(f"{file} is cut off")


def _header(file: Path, first: Any) -> _Header:
    if first == _FORMAT_1:
        return _Header("0001", None)
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise BadBackup(f"{file} is not a backup that this version can read ({FORMAT})")
    if str(first.get("schema")) not in upgrades.known():
        raise BadBackup(f"{file} was made by a newer version of Gravitable: restore it with that one")
    return _Header(first["schema"], dict(first["tables"]))


@contextmanager
def _lines(file: Path) -> Iterator[Iterator[bytes]]:
    try:
        with gzip.open(file, "rb") as handle:
            lines: IO[bytes] = handle  # type: ignore[assignment]
            yield iter(lines)
    except OSError as error:
        raise BadBackup(f"{file} cannot be read: {error.strerror or error}") from error
    except (ValueError, EOFError, KeyError, TypeError) as error:
        raise BadBackup(f"{file} is damaged: {error}") from error


def _rows(file: Path) -> Iterator[tuple[str, list[Any]]]:
    """Return table and values of each row of a backup that has been checked."""
    with _lines(file) as lines:
        next(lines)
        for line in lines:
            if line.startswith(b"{"):
                return
            name, values = json.loads(line)
            yield name, values


async def _insert_all(
    connection: AsyncConnection, found: MetaData, header: _Header, items: Iterator[tuple[str, list[Any]]]
) -> None:
    name = ""
    batch: list[dict[str, Any]] = []
    for number, (table, values) in enumerate(items, start=1):
        if table not in found.tables:
            raise BadBackup(f"row {number} belongs to no table of this version")
        if table != name or len(batch) >= _BATCH:
            await _insert(connection, found, name, batch)
            name, batch = table, []
        batch.append(_values(found.tables[table], header, values, number))
    await _insert(connection, found, name, batch)


def _values(table: Table, header: _Header, values: list[Any], number: int) -> dict[str, Any]:
    columns = table.columns.keys() if header.tables is None else header.tables[table.name]
    if len(values) != len(columns) or not set(columns) <= set(table.columns.keys()):
        raise BadBackup(f"row {number} does not have the columns of {table.name!r}")
    return {
        name: base64.b64decode(value)
        if isinstance(table.columns[name].type, LargeBinary) and isinstance(value, str)
        else value
        for name, value in zip(columns, values, strict=True)
    }


async def _insert(
    connection: AsyncConnection, found: MetaData, name: str, batch: list[dict[str, Any]]
) -> None:
    if batch:
        await connection.execute(insert(found.tables[name]), batch)


async def _reset_sequences(connection: AsyncConnection) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    for name in ("people", "sessions", "chat"):
        sequence = f"pg_get_serial_sequence('{name}', 'id')"
        await connection.execute(
            text(f"SELECT setval({sequence}, COALESCE((SELECT max(id) FROM {name}), 0) + 1, false)")  # noqa: S608
        )
