"""ClickHouse's commands as executable DDL elements: `connection.execute(optimize(users))`.

Source: docs/sql.md; https://docs.sqlalchemy.org/core/ddl.html#custom-ddl.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import exc
from sqlalchemy import schema as sqlalchemy_schema
from sqlalchemy.schema import Column
from sqlalchemy.sql import coercions, roles

from sqlalchemy_rmt.types import quote_text

if TYPE_CHECKING:
    from sqlalchemy.schema import ExecutableDDLElement as DdlElement
else:
    DdlElement = getattr(sqlalchemy_schema, "ExecutableDDLElement", sqlalchemy_schema.DDLElement)

__all__ = [
    "DdlElement",
    "Partition",
    "alter_column",
    "attach_partition",
    "attach_partition_from",
    "detach_partition",
    "drop_detached_partition",
    "drop_partition",
    "exchange_tables",
    "modify_settings",
    "move_partition",
    "optimize",
    "partition_id",
    "rename_table",
    "replace_partition",
    "reset_settings",
    "system_flush_logs",
    "system_start_merges",
    "system_stop_merges",
    "system_sync_replica",
    "table_of",
    "truncate",
]


class Partition:
    """A partition as a command names it.

    Args:
        value: a value of the partition key: a number, a text, a date, a tuple of those, `()` for
            a table without a partition key.

    Raises:
        ArgumentError: the value is none of these.
    """

    def __init__(self, value: Any) -> None:
        self.text = _partition_text(value)


class partition_id(Partition):  # noqa: N801
    """A partition by its id, as `system.parts` shows it.

    Args:
        id: the id, `"202401"`.
    """

    def __init__(self, id: str) -> None:  # noqa: A002
        self.text = f"ID {quote_text(id)}"


class _TableCommand(DdlElement):
    """A command for one table."""

    def __init__(self, table: Any) -> None:
        self.table = table_of(table)


class optimize(_TableCommand):  # noqa: N801
    """`OPTIMIZE TABLE`: merges parts, and returns when they are merged.

    Args:
        table: a table or a mapped class.
        partition: a value of the partition key, or `partition_id(…)`; all partitions when None.
        final: whether each partition becomes one part.
        cleanup: whether deleted rows are dropped for good; needs the table's setting
            `allow_experimental_replacing_merge_with_cleanup`.
        deduplicate: whether rows that are equal in all columns become one.
        deduplicate_by: the columns to compare instead of all.
    """

    __visit_name__ = "optimize"

    def __init__(
        self,
        table: Any,
        *,
        partition: Any = None,
        final: bool = False,
        cleanup: bool = False,
        deduplicate: bool = False,
        deduplicate_by: Iterable[Any] = (),
    ) -> None:
        super().__init__(table)
        self.partition = None if partition is None else _partition(partition)
        self.final = final
        self.cleanup = cleanup
        self.deduplicate_by = tuple(getattr(column, "name", column) for column in deduplicate_by)
        self.deduplicate = deduplicate or bool(self.deduplicate_by)


class SystemCommand(DdlElement):
    """`SYSTEM …`, for one table or for all.

    Args:
        table: a table or a mapped class; all tables when None.
    """

    __visit_name__ = "system_command"
    words: ClassVar[str]

    def __init__(self, table: Any = None) -> None:
        self.table = None if table is None else table_of(table)


class system_stop_merges(SystemCommand):  # noqa: N801
    """`SYSTEM STOP MERGES`, of one table or of all."""

    words = "STOP MERGES"


class system_start_merges(SystemCommand):  # noqa: N801
    """`SYSTEM START MERGES`, of one table or of all."""

    words = "START MERGES"


class system_sync_replica(SystemCommand):  # noqa: N801
    """`SYSTEM SYNC REPLICA` of a table."""

    words = "SYNC REPLICA"

    def __init__(self, table: Any) -> None:
        super().__init__(table)


class system_flush_logs(SystemCommand):  # noqa: N801
    """`SYSTEM FLUSH LOGS`."""

    words = "FLUSH LOGS"

    def __init__(self) -> None:
        super().__init__()


class PartitionCommand(_TableCommand):
    """`ALTER TABLE … PARTITION`.

    Args:
        table: a table or a mapped class.
        partition: a value of the partition key, or `partition_id(…)`.
    """

    __visit_name__ = "partition_command"
    words: ClassVar[tuple[str, str]]

    def __init__(self, table: Any, partition: Any) -> None:
        super().__init__(table)
        self.partition = _partition(partition)
        self.other: Any = None
        self.settings: dict[str, Any] = {}


class drop_partition(PartitionCommand):  # noqa: N801
    """Takes the rows of a partition away."""

    words = ("DROP", "")


class detach_partition(PartitionCommand):  # noqa: N801
    """Takes a partition away and keeps it as detached parts."""

    words = ("DETACH", "")


class attach_partition(PartitionCommand):  # noqa: N801
    """Brings the detached parts of a partition back."""

    words = ("ATTACH", "")


class drop_detached_partition(PartitionCommand):  # noqa: N801
    """Gives the detached parts of a partition up, for good."""

    words = ("DROP DETACHED", "")

    def __init__(self, table: Any, partition: Any) -> None:
        super().__init__(table, partition)
        self.settings = {"allow_drop_detached": 1}


class _TwoTables(PartitionCommand):
    """A command that takes a partition of one table to another.

    Args:
        table: the table that changes its name in no way: the one behind ALTER TABLE.
        partition: a value of the partition key, or `partition_id(…)`.
        other: the other table.
    """

    def __init__(self, table: Any, partition: Any, other: Any) -> None:
        super().__init__(table, partition)
        self.other = table_of(other)


class attach_partition_from(_TwoTables):  # noqa: N801
    """Adds a copy of the partition of another table."""

    words = ("ATTACH", "FROM")


class replace_partition(_TwoTables):  # noqa: N801
    """Puts the partition of another table in place of the one there is."""

    words = ("REPLACE", "FROM")


class move_partition(_TwoTables):  # noqa: N801
    """Takes a partition out of the table and adds it to another one, in one step."""

    words = ("MOVE", "TO TABLE")


class truncate(_TableCommand):  # noqa: N801
    """`TRUNCATE TABLE`: takes all rows away."""

    __visit_name__ = "truncate"


class exchange_tables(DdlElement):  # noqa: N801
    """`EXCHANGE TABLES`: two tables change their names, in one step."""

    __visit_name__ = "exchange_tables"

    def __init__(self, first: Any, second: Any) -> None:
        self.first = table_of(first)
        self.second = table_of(second)


class rename_table(_TableCommand):  # noqa: N801
    """`RENAME TABLE` within its schema.

    Args:
        table: a table or a mapped class.
        name: the new name.
    """

    __visit_name__ = "rename_table"

    def __init__(self, table: Any, name: str) -> None:
        super().__init__(table)
        self.name = name


class alter_column(_TableCommand):  # noqa: N801
    """`ALTER TABLE … COLUMN`: one change of one column.

    Args:
        table: a table or a mapped class.
        column: the name of the column.
        type: a column with the new type and `nullable`, and with its default if it has one.
        default: a column with the new `server_default`; without one, the default is removed.
        comment: the new comment.
        name: the new name.
        clause: what follows the name in MODIFY COLUMN, as SQL: `REMOVE CODEC`.

    Raises:
        ArgumentError: there is not exactly one change.
    """

    __visit_name__ = "alter_column"

    def __init__(
        self,
        table: Any,
        column: str,
        *,
        type: Column[Any] | None = None,  # noqa: A002
        default: Column[Any] | None = None,
        comment: str | None = None,
        name: str | None = None,
        clause: str | None = None,
    ) -> None:
        super().__init__(table)
        if sum(change is not None for change in (type, default, comment, name, clause)) != 1:
            raise exc.ArgumentError(
                "alter_column makes one change: type, default, comment, name or clause."
            )
        self.column = column
        self.type = type
        self.default = default
        self.comment = comment
        self.name = name
        self.clause = clause


class modify_settings(_TableCommand):  # noqa: N801
    """`ALTER TABLE … MODIFY SETTING`.

    Args:
        table: a table or a mapped class.
        settings: names and values.
    """

    __visit_name__ = "modify_settings"

    def __init__(self, table: Any, **settings: Any) -> None:
        super().__init__(table)
        self.settings: Mapping[str, Any] = settings


class reset_settings(_TableCommand):  # noqa: N801
    """`ALTER TABLE … RESET SETTING`: back to the defaults.

    Args:
        table: a table or a mapped class.
        names: the settings.
    """

    __visit_name__ = "reset_settings"

    def __init__(self, table: Any, *names: str) -> None:
        super().__init__(table)
        self.names = names


def table_of(table: Any) -> Any:
    """The table of a table or a mapped class.

    Raises:
        ArgumentError: it is none.
    """
    element = coercions.expect(roles.FromClauseRole, table)
    if element.__visit_name__ != "table":
        raise exc.ArgumentError(f"{element!r} is no table.")
    return element._deannotate() if hasattr(element, "_deannotate") else element


def _partition(value: Any) -> Partition:
    return value if isinstance(value, Partition) else Partition(value)


def _partition_text(value: Any) -> str:
    if isinstance(value, tuple):
        inner = ", ".join(_partition_text(item) for item in value)
        return f"({inner})" if value else "tuple()"
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (dt.datetime, dt.date)):
        return quote_text(value.isoformat(" ") if isinstance(value, dt.datetime) else str(value))
    if isinstance(value, str):
        return quote_text(value)
    raise exc.ArgumentError(
        f"{value!r} cannot be a partition's value: use a number, a text, a date or a tuple of them."
    )
