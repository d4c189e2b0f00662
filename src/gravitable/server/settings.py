"""Settings: sensible without any, changed by the environment, so that every worker process sees the same."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from gravitable.server.errors import BadSetting
from gravitable.server.storage.database_url import PREFIX, database_url


class Settings(BaseSettings):
    """Everything that an operator may decide. Each field is an environment variable: GRAVITABLE_ and its name.

    ``title`` says what a field takes, for whoever gives it something else.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid")

    database: str = ""
    """Database URL; empty: one SQLite file in the user's data folder."""
    origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Where people reach the server, such as https://play.example.org; separated by commas.

    Under an address or a name of the local network (attic, attic.local) its pages may use it without.
    """
    secure_cookies: bool = Field(default=False, title="yes or no")
    """Send the session cookie over HTTPS only. Set it when the server is reached by HTTPS."""
    bot_threads: int = Field(default=2, ge=1, title="a whole number from 1")
    """How many bots think at once."""
    bot_pace_ms: int = Field(default=700, ge=0, title="a whole number from 0")
    """How long a bot's turn takes at least, so that people can follow."""
    bot_idle_pace_ms: int = Field(default=10_000, ge=0, title="a whole number from 0")
    """How long a bot's turn takes at a table where nobody plays or looks on."""
    review_processes: int = Field(default=1, ge=0, le=64, title="a whole number from 0")
    """How many reviews of finished games are made at once, each by a process of its own that lets all others go
    first; 0: none are made."""
    review_budget: int = Field(default=0, ge=0, le=1_000_000, title="a whole number from 0")
    """Iterations of each search of a review; 0: as many as ``gravitable review`` takes."""
    cached_games: int = Field(default=2000, ge=1, title="a whole number from 1")
    """How many games are kept in memory; others are rebuilt from the log when somebody comes."""
    absence_s: float = Field(default=30, ge=0, title="a number from 0")
    """How many seconds somebody must be gone from a table without a clock before the others may let a bot play."""
    limit_scale: float = Field(default=1.0, ge=0, le=1000, title="a number from 0 to 1000")
    """Multiplies all rate limits; 0 switches them off (for load tests)."""
    keep_guests_days: int = Field(default=90, ge=0, title="a whole number from 0")
    """Guests who have not come for so many days are forgotten, unless games remember them; 0: never."""
    keep_guest_games_days: int = Field(default=365, ge=0, title="a whole number from 0")
    """Games of guests alone are deleted so many days after their end; 0: never."""
    abandoned_days: int = Field(default=90, ge=0, title="a whole number from 0")
    """Tables where nobody has done anything for so many days are closed; 0: never."""
    max_connections: int = Field(default=0, ge=0, title="a whole number from 0")
    """How many connections are served at once by a process; 0: as many as there are descriptors for, less a reserve."""
    patience_s: float = Field(default=20, ge=0.1, le=3600, title="a number from 0.1 to 3600")
    """How many seconds a request may take to arrive, and a WebSocket to say hello."""
    metrics_token: str = ""
    """Whoever shows this bearer token may read /metrics; where it is not set, nobody may."""
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", title="debug, info, warning or error"
    )

    @field_validator("origins", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        """Read origins as an operator writes them, in one line."""
        if not isinstance(value, str):
            return value
        return tuple(word.strip().rstrip("/") for word in value.split(",") if word.strip())

    @field_validator("log_level", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value

    @property
    def url(self) -> str:
        """The database's URL in SQLAlchemy's form with the right driver."""
        return database_url(self.database)

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is one file."""
        return self.url.startswith("sqlite")


def from_environment() -> Settings:
    """Return the settings that the environment asks for; raises BadSetting."""
    try:
        return Settings()
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        name = str(problem["loc"][0])
        wanted = Settings.model_fields[name].title
        raise BadSetting(f"{PREFIX}{name.upper()} takes {wanted}, not {problem['input']!r}") from None
