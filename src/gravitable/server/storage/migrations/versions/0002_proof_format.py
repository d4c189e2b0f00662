"""Tables keep the format of commitment that their players saw; those from before have format 1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column(
        "tables",
        sa.Column(
            "proof",
            sa.SmallInteger(),
            server_default="1",
            nullable=False,
            comment="the format of record and commitment that the table began with",
        ),
    )
