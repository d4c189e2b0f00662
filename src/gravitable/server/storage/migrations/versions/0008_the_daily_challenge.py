"""The daily challenge: the chain of its secrets, and who tried which day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("daily", sa.Text(), nullable=True))
    op.create_table(
        "daily_chains",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("first_day", sa.Integer(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("tip", sa.LargeBinary(32), nullable=False),
        sa.Column("anchor", sa.LargeBinary(32), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "daily_tries",
        sa.Column("chain", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("person", sa.Integer(), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("lead", sa.Integer(), nullable=True),
        sa.UniqueConstraint("table_id", name="uq_daily_tries_table_id"),
    )
    op.create_index("ix_daily_tries_person", "daily_tries", ["person", "game", "day"], unique=False)


def downgrade() -> None:
    """Go back."""
    op.drop_table("daily_tries")
    op.drop_table("daily_chains")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("daily")
