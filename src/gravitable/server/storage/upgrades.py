"""The form of the database's tables: which one there is, and how it becomes the newest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, MetaData, inspect, text

from gravitable.server.errors import NewerDatabase
from gravitable.server.storage.schema import metadata

NEWEST: Final = "head"
_VERSION_TABLE: Final = "alembic_version"
"""Where Alembic keeps the form that the tables have, in one row."""
_MIGRATIONS: Final = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, revision: str = NEWEST) -> None:
    """Bring the tables to a form, the newest by default; raises NewerDatabase."""
    if revision == NEWEST and revision_of(connection) == newest():
        return
    # Alembic takes a third of a second to load, which nearly every start of a server can do without.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    refuse_newer(connection)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def newest() -> str:
    """Return the newest form of the tables: each step's file begins with the form that it leads to."""
    return max(known())


def known() -> set[str]:
    """Return all forms of the tables that this version of the program knows."""
    return {path.name.partition("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*_*.py")}


def refuse_newer(connection: Connection) -> None:
    """Raise NewerDatabase for tables of a form that came after this version of the program."""
    found = revision_of(connection)
    if found is not None and found not in known():
        raise NewerDatabase(
            f"the database has been used by a newer Gravitable (its form is {found!r}): start that version, "
            "or restore a backup into another database"
        )


def revision_of(connection: Connection) -> str | None:
    """Return the form that the tables have; None: there are none of ours."""
    if not inspect(connection).has_table(_VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {_VERSION_TABLE}")).scalar_one_or_none()  # noqa: S608


def tables_in(connection: Connection) -> MetaData:
    """Return our tables as they are in the database now, whichever form they have."""
    there = set(inspect(connection).get_table_names()) & set(metadata.tables)
    found = MetaData()
    found.reflect(connection, only=sorted(there))
    return found


def drop_all(connection: Connection) -> None:
    """Remove our tables, and nobody else's."""
    found = MetaData()
    names = set(inspect(connection).get_table_names()) & {*metadata.tables, _VERSION_TABLE}
    found.reflect(connection, only=sorted(names))
    found.drop_all(connection)
