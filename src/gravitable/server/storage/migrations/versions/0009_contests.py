"""Contests: several tables with the same deals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "contests",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("host", sa.Integer(), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("bots", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("proof", sa.SmallInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("over", sa.BigInteger()),
        sa.Column("origin", sa.String(24)),
    )
    op.create_index("ix_contests_host", "contests", ["host", "over"])
    op.create_index("ix_contests_origin", "contests", ["origin", "over"])
    op.create_index("ix_contests_over", "contests", ["over", "ends"])
    op.add_column("tables", sa.Column("contest", sa.String(16)))
    op.add_column("tables", sa.Column("number", sa.SmallInteger()))
    op.create_index("ix_tables_contest", "tables", ["contest", "number"])
