"""Where the database is. Apart from the other settings, so that a backup need not load what reads those."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from gravitable.server.errors import BadSetting

PREFIX: Final = "GRAVITABLE_"
"""How the names of all environment variables begin."""


def default_database() -> Path:
    """Return where the one-file database lives when nobody says otherwise."""
    root = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(root) / "gravitable" / "gravitable.db"


def database_url(text: str) -> str:
    """Return a database address, or a file's path, as an SQLAlchemy URL; raises BadSetting."""
    if not text:
        return f"sqlite+aiosqlite:///{default_database()}"
    if "://" not in text:
        return f"sqlite+aiosqlite:///{Path(text).expanduser().absolute()}"
    scheme, rest = text.split("://", 1)
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    base = scheme.split("+")[0]
    if base not in drivers:
        raise BadSetting(
            f"database: {scheme}:// is not supported; give a file's path or postgresql://user@host/name"
        )
    return f"{drivers[base]}://{rest}"
