"""The form of the database's tables: which one there is, and how it becomes the newest."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect

from gravitable.server.errors import NewerDatabase
from gravitable.server.storage.schema import metadata

NEWEST: Final = "head"
_MIGRATIONS: Final = Path(__file__).parent / "migrations"


def upgrade(connection: Connection, revision: str = NEWEST) -> None:
    """Bring the tables to a form, the newest by default; raises NewerDatabase."""
    refuse_newer(connection)
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def refuse_newer(connection: Connection) -> None:
    """Raise NewerDatabase for tables of a form that came after this version of the program."""
    found = revision_of(connection)
    if found is not None and not is_known(found):
        raise NewerDatabase(
            f"the database has been used by a newer Gravitable (its form is {found!r}): start that version, "
            "or restore a backup into another database"
        )


def revision_of(connection: Connection) -> str | None:
    """Return the form that the tables have; None: there are none of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(revision: str) -> bool:
    """Say whether this version of the program knows a form of the tables."""
    return any(one.revision == revision for one in ScriptDirectory(str(_MIGRATIONS)).walk_revisions())


def tables_in(connection: Connection) -> MetaData:
    """Return our tables as they are in the database now, whichever form they have."""
    there = set(inspect(connection).get_table_names()) & set(metadata.tables)
    found = MetaData()
    found.reflect(connection, only=sorted(there))
    return found


def drop_all(connection: Connection) -> None:
    """Remove our tables, and nobody else's."""
    found = MetaData()
    names = set(inspect(connection).get_table_names()) & {*metadata.tables, "alembic_version"}
    found.reflect(connection, only=sorted(names))
    found.drop_all(connection)
