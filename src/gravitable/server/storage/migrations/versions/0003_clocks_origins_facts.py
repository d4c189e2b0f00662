"""Clocks of their own, marks of networks, when a session was used last, who was removed, facts about the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("clock", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("origin", sa.String(length=24), nullable=True))
        batch_op.create_index("ix_tables_status_clock", ["status", "clock"], unique=False)
        batch_op.create_index("ix_tables_host", ["host", "status"], unique=False)
        batch_op.create_index("ix_tables_origin", ["origin", "status"], unique=False)
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seen", sa.BigInteger(), nullable=True))
    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.LargeBinary(length=32), nullable=True),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "removed",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "person"),
    )
    # Perhaps too early, which does no harm: the first look at a clock that has not run out corrects its time.
    op.execute("UPDATE tables SET clock = due WHERE status = 'running' AND clock_kind <> 'none'")
    op.execute("UPDATE sessions SET seen = created")


def downgrade() -> None:
    """Go back."""
    op.drop_table("removed")
    op.drop_table("facts")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_column("seen")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tables_origin")
        batch_op.drop_index("ix_tables_host")
        batch_op.drop_index("ix_tables_status_clock")
        batch_op.drop_column("origin")
        batch_op.drop_column("clock")
