"""How claimed names look, so that nobody passes as somebody with letters of another alphabet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from gravitable.server.people.names import look_of

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("people", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name_look", sa.String(length=48), nullable=True))
        batch_op.create_index("ix_people_name_look", ["name_look"], unique=False)
    people = sa.table("people", *map(sa.column, ("id", "name", "name_key", "name_look")))
    claimed = sa.select(people.c.id, people.c.name).where(people.c.name_key.is_not(None))
    for person, name in op.get_bind().execute(claimed).all():
        op.execute(people.update().where(people.c.id == person).values(name_look=look_of(name)))
