"""The database's tables. A game is made of its log; the others hold people, seats, settings and chat."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData(
    naming_convention={"ix": "ix_%(column_0_label)s", "uq": "uq_%(table_name)s_%(column_0_name)s"}
)

people: Final = Table(
    "people",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(24), nullable=False),
    Column("name_key", String(48), unique=True, comment="the claimed name for comparing; empty for guests"),
    Column("name_look", String(48), index=True, comment="how the claimed name looks, whatever its alphabet"),
    Column("password", String(200)),
    Column("created", BigInteger, nullable=False),
)

sessions: Final = Table(
    "sessions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False, comment="browser or token"),
    Column("label", String(60), nullable=False, default=""),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),
    Column("seen", BigInteger, comment="when it was used last, to the day"),
)

facts: Final = Table(
    "facts",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("value", LargeBinary(32)),
    comment="about the server itself: that it lives, that it can write, the key of the networks' marks",
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("game", String(20), nullable=False),
    Column(
        "rules", Integer, nullable=False, comment="the version of the rules that the game is played under"
    ),
    Column("options", Text, nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("autostart", Boolean, nullable=False),
    Column("clock_kind", String(12), nullable=False),
    Column("clock_amount", Integer, nullable=False),
    Column("secret", LargeBinary(32), nullable=False, comment="behind all chance; never sent before the end"),
    Column("status", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("result", Text),
    Column("rematch", String(16)),
    Column("due", BigInteger, comment="when any process may move for the bots that should have moved"),
    Column(
        "proof",
        SmallInteger,
        nullable=False,
        server_default="1",
        comment="the format of record and commitment that the table began with",
    ),
    Column("clock", BigInteger, comment="when the next clock runs out"),
    Column("more", Text, comment="settings without a column of their own, as JSON"),
    Column("origin", String(24), comment="a mark of the host's network, no address; empty after the end"),
    Column(
        "position", Text, comment="the position that the game began from, if it did not begin with a setup"
    ),
    Column("past", Text, comment="where that position comes from, as JSON: a table and a place in its log"),
    Column(
        "contest",
        String(16),
        comment="the contest that it belongs to: its secret is that of all tables there",
    ),
    Column("number", SmallInteger, comment="which table of the contest it is, from 1"),
    Column("daily", Text, comment="the day whose challenge this is, as JSON"),
    Index("ix_tables_status_due", "status", "due"),
    Index("ix_tables_lobby", "public", "status", "created"),
    Index("ix_tables_status_clock", "status", "clock"),
    Index("ix_tables_host", "host", "status"),
    Index("ix_tables_origin", "origin", "status"),
    Index("ix_tables_contest", "contest", "number"),
)

contests: Final = Table(
    "contests",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", ForeignKey("people.id"), nullable=False),
    Column("game", String(20), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", SmallInteger, nullable=False, comment="seats at each table"),
    Column("options", Text, nullable=False),
    Column("bots", Text, nullable=False, comment="as JSON: seat to bot, at every table"),
    Column("settings", Text, nullable=False, comment="of every table, as JSON"),
    Column("public", Boolean, nullable=False, comment="listed in the lobby; its tables never are"),
    Column("secret", LargeBinary(32), nullable=False, comment="behind all chance at all its tables"),
    Column("proof", SmallInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False, comment="when it is over at the latest"),
    Column("closed", BigInteger, comment="since when nobody new may sit down"),
    Column("over", BigInteger, comment="when the standing became final and everything may be shown"),
    Column("origin", String(24), comment="a mark of the host's network, no address; empty after the end"),
    Index("ix_contests_host", "host", "over"),
    Index("ix_contests_origin", "origin", "over"),
    Index("ix_contests_over", "over", "ends"),
    comment="several tables with the same deals; everything else follows from those tables",
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("person", ForeignKey("people.id"), index=True),
    Column("bot", String(20)),
    UniqueConstraint("table_id", "person"),
)

removed: Final = Table(
    "removed",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    comment="whom a host has asked to leave",
)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger),
    Column("actions", Text, nullable=False, comment="the actions of a play, one a line"),
    Column("commit_id", String(64), comment="chosen by the client, so that a retry is played once"),
    UniqueConstraint("table_id", "seat", "commit_id"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey("people.id"), nullable=False),
    Column("text", String(300), nullable=False),
)

ratings: Final = Table(
    "ratings",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

rated_tables: Final = Table(
    "rated_tables",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("rules", Integer, primary_key=True, autoincrement=False),
    Column("bot", String(40), primary_key=True, comment="who judged, with its version and the program's"),
    Column("budget", String(24), primary_key=True, comment="iterations and seeds of each figure"),
    Column("status", String(8), nullable=False, comment="waiting, running, done or failed"),
    Column("person", ForeignKey("people.id", ondelete="SET NULL"), index=True, comment="who asked for it"),
    Column("asked", BigInteger, nullable=False),
    Column("leased", BigInteger, nullable=False, comment="until when a process works on it, if it lives"),
    Column("done", Integer, nullable=False, comment="so many searches are made"),
    Column("total", Integer, nullable=False, comment="of so many; 0: nobody knows yet"),
    Column("result", LargeBinary, comment="the whole review, packed JSON; empty until it is whole"),
    Index("ix_reviews_status", "status", "asked"),
    comment="reviews of finished games; a half one is never stored",
)

puzzle_tries: Final = Table(
    "puzzle_tries",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("solved", Boolean, nullable=False, comment="by the first answer: only that counts"),
    Column("at", BigInteger, nullable=False),
)

puzzle_solvers: Final = Table(
    "puzzle_solvers",
    metadata,
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rated", Integer, nullable=False, comment="puzzles that counted for the rating"),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
)

puzzle_ratings: Final = Table(
    "puzzle_ratings",
    metadata,
    Column("game", String(20), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("tries", Integer, nullable=False),
)

daily_chains: Final = Table(
    "daily_chains",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first_day", Integer, nullable=False, comment="days since 1970, as all days here"),
    Column("days", Integer, nullable=False, comment="how long the chain is"),
    Column("tip", LargeBinary(32), nullable=False, comment="the link of its last day: never sent to anybody"),
    Column("anchor", LargeBinary(32), nullable=False, comment="shown before the first day"),
    Column("made", BigInteger, nullable=False),
    comment="where the deals of the daily challenge come from",
)

daily_tries: Final = Table(
    "daily_tries",
    metadata,
    Column("chain", Integer, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("game", String(20), primary_key=True),
    Column("person", ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("counted", Boolean, comment="whether it was played to its end; empty: nobody has looked yet"),
    Column("points", Integer),
    Column("lead", Integer),
    UniqueConstraint("table_id"),
    Index("ix_daily_tries_person", "person", "game", "day"),
    comment="who plays which day's challenge; the score is worked out from the game's log",
)
