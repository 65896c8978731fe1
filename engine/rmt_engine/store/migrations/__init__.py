"""Alembic migrations of the registry; `Registry` runs them when it opens one."""
