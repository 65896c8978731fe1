"""The registry's tables, for SQLAlchemy Core. `migrations/` creates and changes them."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "counters",
    "deletion_vectors",
    "files",
    "merges",
    "metadata",
    "owners",
    "parts",
    "stagings",
    "tables",
]

metadata = sa.MetaData()
_Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

tables = sa.Table(
    "tables",
    metadata,
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
    sa.Column("lost_version", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("torn_version", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("joined_version", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.UniqueConstraint("database", "name_key"),
    # SQLite gives the number of a deleted row again otherwise, and numbers are cached.
    sqlite_autoincrement=True,
)

parts = sa.Table(
    "parts",
    metadata,
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
    sa.Column("detached_as", sa.Text, comment="name among the detached parts; NULL for others"),
    sa.Index("parts_by_creation", "table_id", "created_version"),
    sa.Index("parts_by_removal", "table_id", "removed_version"),
    sqlite_autoincrement=True,
)

files = sa.Table(
    "files",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("part_id", sa.BigInteger, sa.ForeignKey("parts.id"), nullable=False, index=True),
    sa.Column("path", sa.Text, nullable=False, index=True),
    sa.Column("rows", sa.BigInteger, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
    sa.Column("first_row", sa.BigInteger, nullable=False),
    sa.Column("marks", sa.LargeBinary, nullable=False),
    sa.Column("minmax", sa.LargeBinary, nullable=False, server_default=sa.text("''")),
)

deletion_vectors = sa.Table(
    "deletion_vectors",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("scope", sa.String(16), nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("files", sa.Text, nullable=False),
    sa.Column("dead_rows", sa.Text, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.UniqueConstraint("table_id", "scope", "version"),
)

merges = sa.Table(
    "merges",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("owner_id", sa.String(36), nullable=False),
    sa.Column("sources", sa.Text, nullable=False, comment="numbers and names of the parts"),
    sa.Column("result", sa.Text, nullable=False, comment="name of the part to be"),
    sa.Column("rows", sa.BigInteger, nullable=False),
    sa.Column("bytes", sa.BigInteger, nullable=False),
    sa.Column("is_mutation", sa.Boolean, nullable=False),
    sa.Column("started_at", sa.Double, nullable=False),
    sqlite_autoincrement=True,
)

owners = sa.Table(
    "owners",
    metadata,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
)

stagings = sa.Table(
    "stagings",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("owner_id", sa.String(36), nullable=False),
    sa.Column("directory", sa.Text, nullable=False, unique=True),
    sa.Column("created_at", sa.Double, nullable=False),
)

counters = sa.Table(
    "counters",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.BigInteger, nullable=False),
)
