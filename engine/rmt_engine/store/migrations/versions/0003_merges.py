"""Merges under way, and files that several parts share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the table and an index of files by path."""
    op.create_index("ix_files_path", "files", ["path"])
    op.create_table(
        "merges",
        sa.Column("id", _ID, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("sources", sa.Text, nullable=False, comment="numbers and names of the parts"),
        sa.Column("result", sa.Text, nullable=False, comment="name of the part to be"),
        sa.Column("rows", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("is_mutation", sa.Boolean, nullable=False),
        sa.Column("started_at", sa.Double, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_merges_table_id", "merges", ["table_id"])


def downgrade() -> None:
    """Takes both away."""
    op.drop_table("merges")
    op.drop_index("ix_files_path", "files")
