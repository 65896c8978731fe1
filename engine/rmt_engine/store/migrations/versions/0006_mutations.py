"""Mutations: changes of rows to carry out part by part. Deletion vectors count their parts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the table and the column."""
    op.create_table(
        "mutations",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False, comment="the block number it took"),
        sa.Column("commands", sa.Text, nullable=False),
        sa.Column("is_done", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("failed_part", sa.Text, nullable=False),
        sa.Column("failed_at", sa.Double),
        sa.Column("fail_reason", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "number"),
        sqlite_autoincrement=True,
    )
    op.add_column(
        "deletion_vectors",
        sa.Column("parts", sa.BigInteger, nullable=False, server_default=sa.text("-1")),
    )


def downgrade() -> None:
    """Takes both away."""
    op.drop_column("deletion_vectors", "parts")
    op.drop_table("mutations")
