"""Reviews of finished games, and tables that begin from a position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("position", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("past", sa.Text(), nullable=True))
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bot", sa.String(length=40), nullable=False),
        sa.Column("budget", sa.String(length=24), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("leased", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "rules", "bot", "budget"),
    )
    op.create_index("ix_reviews_person", "reviews", ["person"], unique=False)
    op.create_index("ix_reviews_status", "reviews", ["status", "asked"], unique=False)


def downgrade() -> None:
    """Go back."""
    op.drop_table("reviews")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_column("past")
        batch_op.drop_column("position")
