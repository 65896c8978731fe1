"""Runs the migrations on the connection the registry hands over."""

from __future__ import annotations

from alembic import context

from rmt_engine.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
