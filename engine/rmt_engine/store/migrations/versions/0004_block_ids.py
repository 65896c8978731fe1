"""Blocks that INSERTs brought lately, and the log of parts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the tables."""
    op.create_table(
        "block_ids",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("partition_id", sa.Text, nullable=False),
        sa.Column("partition_values", sa.Text, nullable=False),
        sa.Column("block_id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("expires_at", sa.Double, comment="NULL: only the number of blocks limits it"),
        sa.UniqueConstraint("table_id", "block_id", "partition_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("block_ids_by_age", "block_ids", ["table_id", "id"])
    op.create_table(
        "part_log",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("event_type", sa.String(16), nullable=False),
        sa.Column("event_time", sa.Double, nullable=False),
        sa.Column("duration_ms", sa.BigInteger, nullable=False),
        sa.Column("database", sa.Text, nullable=False),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("table_uuid", sa.String(36), nullable=False),
        sa.Column("part_name", sa.Text, nullable=False),
        sa.Column("partition_id", sa.Text, nullable=False),
        sa.Column("rows", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("merged_from", sa.Text, nullable=False),
        sa.Column("error", sa.Text, nullable=False, comment="its name; empty for none"),
        sqlite_autoincrement=True,
    )
    op.create_index("part_log_by_time", "part_log", ["event_time"])


def downgrade() -> None:
    """Takes them away."""
    op.drop_table("part_log")
    op.drop_table("block_ids")
