"""How far the refreshes of materialized views have come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the table."""
    op.create_table(
        "refreshes",
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("timeslot", sa.BigInteger, nullable=False),
        sa.Column("success_started_at", sa.Double),
        sa.Column("success_ms", sa.BigInteger),
        sa.Column("success_ended_at", sa.Double, nullable=False),
        sa.Column("dependencies", sa.Text, nullable=False, comment="JSON, as of the last success"),
        sa.Column("attempted_at", sa.Double),
        sa.Column("attempts", sa.BigInteger, nullable=False),
        sa.Column("is_failed", sa.Boolean, nullable=False),
        sa.Column("error", sa.Text, nullable=False),
        sa.Column("previous_error", sa.Text, nullable=False),
        sa.Column("randomness", sa.BigInteger, nullable=False),
        sa.Column("is_requested", sa.Boolean, nullable=False),
        sa.Column("is_cancelled", sa.Boolean, nullable=False),
        sa.Column("is_paused", sa.Boolean, nullable=False),
        sa.Column("run_id", sa.String(36), nullable=False, comment="the attempt; empty for none"),
        sa.Column("owner_id", sa.String(36), nullable=False, comment="the process that makes it"),
        sa.Column("replica", sa.Text, nullable=False),
        sa.Column("planned_at", sa.Double),
        sa.Column("read_rows", sa.BigInteger, nullable=False),
        sa.Column("read_bytes", sa.BigInteger, nullable=False),
        sa.Column("written_rows", sa.BigInteger, nullable=False),
        sa.Column("written_bytes", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Takes it away."""
    op.drop_table("refreshes")
