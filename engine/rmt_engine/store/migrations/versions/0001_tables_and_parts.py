"""Tables, parts, files, deletion vectors, owners and stagings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Creates the tables of the first schema."""
    op.create_table(
        "tables",
        sa.Column("id", _Id, primary_key=True, autoincrement=True),
        sa.Column("uuid", sa.String(36), nullable=False, unique=True),
        sa.Column("database", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, comment="lower-case name; NULL once the table is dropped"),
        sa.Column("definition", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("next_block", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("dropped_at", sa.Double),
        sa.UniqueConstraint("database", "name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "parts",
        sa.Column("id", _Id, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("partition_id", sa.Text, nullable=False),
        sa.Column("min_block", sa.BigInteger, nullable=False),
        sa.Column("max_block", sa.BigInteger, nullable=False),
        sa.Column("level", sa.BigInteger, nullable=False),
        sa.Column("data_version", sa.BigInteger),
        sa.Column("partition_values", sa.Text, nullable=False),
        sa.Column("is_unique", sa.Boolean, nullable=False),
        sa.Column("is_complete", sa.Boolean, nullable=False),
        sa.Column("created_version", sa.BigInteger, nullable=False),
        sa.Column("removed_version", sa.BigInteger),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("removed_at", sa.Double),
        sqlite_autoincrement=True,
    )
    op.create_index("parts_by_creation", "parts", ["table_id", "created_version"])
    op.create_index("parts_by_removal", "parts", ["table_id", "removed_version"])
    op.create_table(
        "files",
        sa.Column("id", _Id, primary_key=True, autoincrement=True),
        sa.Column("part_id", sa.BigInteger, sa.ForeignKey("parts.id"), nullable=False, index=True),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("rows", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("first_row", sa.BigInteger, nullable=False),
        sa.Column("marks", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "deletion_vectors",
        sa.Column("id", _Id, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("dead_rows", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.UniqueConstraint("table_id", "scope", "version"),
    )
    op.create_table(
        "owners",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_table(
        "stagings",
        sa.Column("id", _Id, primary_key=True, autoincrement=True),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("directory", sa.Text, nullable=False, unique=True),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    counters = op.create_table(
        "counters",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(counters, [{"name": "row_id", "value": 0}])


def downgrade() -> None:
    """Drops everything."""
    for table in ("counters", "stagings", "owners", "deletion_vectors", "files", "parts", "tables"):
        op.drop_table(table)
