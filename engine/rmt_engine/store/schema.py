"""The registry's tables, for SQLAlchemy Core. `migrations/` creates and changes them."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "block_ids",
    "counters",
    "deletion_vectors",
    "files",
    "merges",
    "metadata",
    "mutations",
    "owners",
    "part_log",
    "parts",
    "refreshes",
    "row_policies",
    "sql_functions",
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
    sa.Column("altered_version", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("detached_at", sa.Double),
    sa.Column(
        "detached_by",
        sa.String(36),
        comment="the process whose end ends it; NULL when it lasts until ATTACH",
    ),
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
    sa.Column("structure", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("masks", sa.Text, nullable=False, server_default=sa.text("'[]'")),
    sa.Column("masked_rows", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("digest", sa.String(64), comment="of all but the pages; NULL for old files"),
    sa.Column("absent", sa.Text, nullable=False, server_default=sa.text("'[]'")),
    sa.Column("sizes", sa.Text, comment="bytes of each column, JSON; NULL for old files"),
    sa.Column("projection", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("projection_identity", sa.String(32), nullable=False, server_default=sa.text("''")),
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
    sa.Column("parts", sa.BigInteger, nullable=False, server_default=sa.text("-1")),
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

mutations = sa.Table(
    "mutations",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
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

block_ids = sa.Table(
    "block_ids",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("partition_id", sa.Text, nullable=False),
    sa.Column("partition_values", sa.Text, nullable=False),
    sa.Column("block_id", sa.String(32), nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("expires_at", sa.Double, comment="NULL: only the number of blocks limits it"),
    sa.UniqueConstraint("table_id", "block_id", "partition_id"),
    sa.Index("block_ids_by_age", "table_id", "id"),
    sqlite_autoincrement=True,
)

part_log = sa.Table(
    "part_log",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
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
    sa.Index("part_log_by_time", "event_time"),
    sqlite_autoincrement=True,
)

owners = sa.Table(
    "owners",
    metadata,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
    sa.Column("machine", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("started", sa.Text, nullable=False, server_default=sa.text("''")),
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

row_policies = sa.Table(
    "row_policies",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("uuid", sa.String(36), nullable=False, unique=True),
    sa.Column("database", sa.Text, nullable=False),
    sa.Column("table_key", sa.Text, nullable=False, comment="lower-case name of the table"),
    sa.Column("table_name", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("condition", sa.Text, nullable=False),
    sa.Column("restrictive", sa.Boolean, nullable=False),
    sa.Column("grantees", sa.Text, nullable=False, comment="whom it concerns, JSON"),
    sa.UniqueConstraint("database", "table_key", "name"),
)

refreshes = sa.Table(
    "refreshes",
    metadata,
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

sql_functions = sa.Table(
    "sql_functions",
    metadata,
    sa.Column("id", _Id, primary_key=True, autoincrement=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("definition", sa.Text, nullable=False, comment="the lambda"),
    sqlite_autoincrement=True,
)
