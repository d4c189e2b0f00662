"""Settings: sensible without any, changed by the environment, so that every worker process sees the same."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gravitable.core.errors import GravitableError

PREFIX = "GRAVITABLE_"


class BadSetting(GravitableError):
    """A setting that the server cannot work with; the message says what would be right."""

    code = "bad-setting"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator may decide. Each field is an environment variable: GRAVITABLE_ and its name."""

    database: str = ""
    """Database URL; empty: one SQLite file in the user's data folder."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may use this server, such as https://play.example.org; separated by commas."""
    secure_cookies: bool = False
    """Send the session cookie over HTTPS only. Set it when the server is reached by HTTPS."""
    bot_threads: int = 2
    """How many bots think at once."""
    bot_pace_ms: int = 700
    """How long a bot's turn takes at least, so that people can follow."""
    cached_games: int = 2000
    """How many games are kept in memory; others are rebuilt from the log when somebody comes."""
    limit_scale: float = 1.0
    """Multiplies all rate limits; 0 switches them off (for load tests)."""
    metrics_token: str = ""
    """Who shows this bearer token may read /metrics from anywhere; without it only this machine may."""
    log_level: str = "info"

    @property
    def url(self) -> str:
        """The database's URL in SQLAlchemy's form with the right driver."""
        return database_url(self.database)

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is one file."""
        return self.url.startswith("sqlite")


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


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Return the settings that the environment asks for; raises BadSetting."""
    default = Settings()

    def read(name: str) -> str | None:
        return environment.get(PREFIX + name.upper())

    return Settings(
        database=read("database") or "",
        origins=tuple(
            word.strip().rstrip("/") for word in (read("origins") or "").split(",") if word.strip()
        ),
        secure_cookies=(read("secure_cookies") or "").lower() in ("1", "true", "yes"),
        bot_threads=_number(read("bot_threads"), "bot_threads", default.bot_threads, low=1),
        bot_pace_ms=_number(read("bot_pace_ms"), "bot_pace_ms", default.bot_pace_ms, low=0),
        cached_games=_number(read("cached_games"), "cached_games", default.cached_games, low=1),
        limit_scale=_scale(read("limit_scale")),
        metrics_token=read("metrics_token") or "",
        log_level=(read("log_level") or default.log_level).lower(),
    )


def _number(text: str | None, name: str, default: int, low: int) -> int:
    if not text:
        return default
    if not text.isdecimal() or int(text) < low:
        raise BadSetting(f"{PREFIX}{name.upper()} takes a whole number from {low}, not {text!r}")
    return int(text)


def _scale(text: str | None) -> float:
    try:
        scale = float(text or 1)
    except ValueError:
        scale = -1
    if not 0 <= scale <= 1000:
        raise BadSetting(f"{PREFIX}LIMIT_SCALE takes a number from 0 to 1000, not {text!r}")
    return scale
