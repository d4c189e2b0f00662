"""Alembic runs this; the server hands in its connection (see ``database.migrate``)."""

from __future__ import annotations

from alembic import context

from gravitable.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
context.run_migrations()
