"""What a client of Spark Connect writes into a table, and the INSERT that it means.

| written by | becomes |
|---|---|
| `df.writeTo("t").append()` | `INSERT INTO t (columns)`, by name |
| `df.write.mode("append").saveAsTable("t")` | the same |
| `df.write.insertInto("t")` | `INSERT INTO t`, by position |
| anything else that changes the table | an error |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.text.tokens import Name

__all__ = ["Write", "insert_text", "write_of"]

_APPENDS = ("append", "insert_into")
_LEFT_TO_SPARK = ("create", "errorifexists", "ignore")
"""They say that the table exists, or do nothing."""


@dataclass(frozen=True)
class Write:
    """Rows that are written into a table.

    Attributes:
        target: the table's name, as the client wrote it.
        rows: the relation of Spark Connect.
        mode: `append`, `insert_into`, or what else the client asked for.
        options: what the client gave as options: settings of the INSERT.
        layout: what the client said of how the table keeps rows, such as `partitionBy`.
    """

    target: str
    rows: Any
    mode: str
    options: Mapping[str, str] = field(default_factory=dict)
    layout: Sequence[str] = ()

    @property
    def by_name(self) -> bool:
        """Whether columns are found by their names, not by their positions."""
        return self.mode != "insert_into"

    @property
    def is_sparks(self) -> bool:
        """Whether Spark says what has to be said, and writes nothing."""
        return self.mode in _LEFT_TO_SPARK

    def check(self) -> None:
        """Refuses what is no INSERT.

        Raises:
            RmtError: `NOT_IMPLEMENTED`, it does something else, or says how the table keeps its
                rows.
        """
        if self.is_sparks:
            return
        if self.mode not in _APPENDS:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"A DataFrame cannot be written into the table {self.target} by {self.mode}: it "
                "can be appended.",
                "writeTo(…).append() inserts rows; INSERT OVERWRITE, INSERT … REPLACE WHERE and "
                "MERGE INTO in spark.sql do the rest.",
            )
        if self.layout:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"{self.layout[0]} has no meaning for the table {self.target}, which says itself "
                "how it keeps its rows.",
                f"Leave {self.layout[0]} out.",
            )


def insert_text(write: Write, name: Name, columns: Sequence[str], rows: str) -> str:
    """The INSERT that a write means.

    Args:
        write: what is written.
        name: the table.
        columns: the names of the columns of the rows; none for all of the table's, by position.
        rows: the name that the rows have.
    """
    into = f" ({', '.join(map(quote_name, columns))})" if columns else ""
    given = ", ".join(f"{_setting(k)} = {quote_string(v)}" for k, v in write.options.items())
    settings = f" SETTINGS {given}" if given else ""
    database = f"{quote_name(name.database)}." if name.database else ""
    target = f"{database}{quote_name(name.table)}"
    return f"INSERT INTO {target}{into}{settings} SELECT * FROM {quote_name(rows)}"


def _setting(name: str) -> str:
    if not name.replace("_", "a").isalnum() or not name.isascii():
        raise RmtError("UNKNOWN_SETTING", f"There is no setting {name}.")
    return name


def write_of(command: Any) -> Write | None:
    """What a command writes into a table by its name; None for another command.

    Args:
        command: a `Command` of Spark Connect.
    """
    if command.hasWriteOperation():
        return _of_writer(command.getWriteOperation())
    if command.hasWriteOperationV2():
        return _of_writer_v2(command.getWriteOperationV2())
    if command.hasMergeIntoTableCommand():
        merge = command.getMergeIntoTableCommand()
        return Write(str(merge.getTargetTableName()), merge.getSourceTablePlan(), "mergeInto")
    if command.hasWriteStreamOperationStart():
        stream = command.getWriteStreamOperationStart()
        if stream.getTableName():
            return Write(str(stream.getTableName()), stream.getInput(), "writeStream")
    return None


def _of_writer(operation: Any) -> Write | None:
    if not operation.hasTable():
        return None
    table = operation.getTable()
    inserts = str(table.getSaveMethod().name()).endswith("INSERT_INTO")
    mode = str(operation.getMode().name()).removeprefix("SAVE_MODE_").replace("_", "").lower()
    if mode == "unspecified":
        mode = "append" if inserts else "errorifexists"
    if inserts:
        mode = f"insertInto with {mode}" if mode == "overwrite" else "insert_into"
    layout = {
        "partitionBy": operation.getPartitioningColumnsCount(),
        "sortBy": operation.getSortColumnNamesCount(),
        "bucketBy": operation.hasBucketBy(),
        "clusterBy": operation.getClusteringColumnsCount(),
    }
    return Write(
        str(table.getTableName()),
        operation.getInput(),
        mode,
        _options(operation),
        tuple(name for name, is_given in layout.items() if is_given),
    )


def _of_writer_v2(operation: Any) -> Write:
    first, *others = str(operation.getMode().name()).removeprefix("MODE_").lower().split("_")
    layout = {
        "partitionedBy": operation.getPartitioningColumnsCount(),
        "clusterBy": operation.getClusteringColumnsCount(),
        "tableProperty": operation.getTablePropertiesCount(),
    }
    return Write(
        str(operation.getTableName()),
        operation.getInput(),
        first + "".join(map(str.capitalize, others)),
        _options(operation),
        tuple(name for name, is_given in layout.items() if is_given),
    )


def _options(operation: Any) -> dict[str, str]:
    options = operation.getOptionsMap()
    return {str(name): str(options.get(name)) for name in list(options.keySet())}
