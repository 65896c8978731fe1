"""Operators: statements that retries do not repeat, and merges.

Sources: docs/airflow.md; `airflow.providers.common.sql.operators.sql`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from airflow.providers.common.sql.operators.sql import SQLExecuteQueryOperator
from airflow.sdk import Asset, AssetAlias
from airflow.sdk.exceptions import AirflowException

from sqlalchemy_rmt.airflow.assets import table_uri
from sqlalchemy_rmt.airflow.hook import RmtHook, Written
from sqlalchemy_rmt.airflow.merge_statement import MergeStatement
from sqlalchemy_rmt.airflow.names import TableName
from sqlalchemy_rmt.airflow.statements_trigger import RmtStatementsTrigger, written_from
from sqlalchemy_rmt.airflow.task_run import TaskRun

__all__ = [
    "ASSET_ALIAS",
    "RmtMergeOperator",
    "RmtOptimizeOperator",
    "RmtSQLExecuteQueryOperator",
]

ASSET_ALIAS = "rmt"
"""The alias through which tasks tell which tables they wrote."""


class RmtSQLExecuteQueryOperator(SQLExecuteQueryOperator):
    """Runs statements on an endpoint.

    - A task that is stopped or runs out of time stops its statement on the endpoint.
    - Each INSERT has an `insert_deduplication_token` of DAG, task, run and map index, without the
      number of the try: a task that is tried again inserts nothing twice into a table that
      remembers tokens. The log warns of tables that do not. An INSERT into a table that the task
      also deletes from, or changes otherwise, has another token each time.
    - The XComs `query_ids` and `rows_affected` have the statements' ids in `system.query_log` and
      the number of rows that they inserted, deleted and updated; None if none does, or if it is
      not known. `rows_by_kind` has how many MERGE INTO inserted, updated and deleted.
    - Each table that the statements name as written has an asset event, through an asset alias.

    Args:
        sql: as Airflow's operator takes it.
        conn_id: the connection.
        final: whether reads show current rows only; as the connection says when it is None.
        settings: settings of the session, before the connection's.
        deduplicate: whether INSERTs have a token.
        deduplication_token: what they have instead of DAG, task, run and map index.
        asset_alias: the alias of the asset events; None for no events.
        deferrable: whether the triggerer waits for the statements, and no worker. Their result is
            not fetched.
        poll_interval: seconds between two of its questions.
        options: of Airflow's operator.
    """

    template_fields: Sequence[str] = (
        *SQLExecuteQueryOperator.template_fields,
        "deduplication_token",
        "settings",
    )

    def __init__(
        self,
        *,
        conn_id: str = RmtHook.default_conn_name,
        final: bool | None = None,
        settings: Mapping[str, Any] | None = None,
        deduplicate: bool = True,
        deduplication_token: str | None = None,
        asset_alias: str | None = ASSET_ALIAS,
        deferrable: bool = False,
        poll_interval: float = 10.0,
        **options: Any,
    ) -> None:
        super().__init__(conn_id=conn_id, **options)
        self.final = final
        self.settings = settings
        self.deduplicate = deduplicate
        self.deduplication_token = deduplication_token
        self.asset_alias = asset_alias
        self.deferrable = deferrable
        self.poll_interval = poll_interval
        if asset_alias is not None:
            self.outlets: list[Any] = [*self.outlets, AssetAlias(asset_alias)]

    def get_db_hook(self) -> RmtHook:
        """The hook, with the operator's settings.

        Raises:
            TypeError: the connection is of another type.
        """
        hook = super().get_db_hook()
        if not isinstance(hook, RmtHook):
            raise TypeError(
                f"The connection {self.conn_id} is of the type {hook.conn_type}, not rmt."
            )
        if self.final is not None:
            hook.settings["final"] = str(int(self.final))
        for name, value in (self.settings or {}).items():
            hook.settings[name] = str(value)
        return hook

    def execute(self, context: Any) -> Any:
        """Runs the statements; their result, as Airflow's operator has it.

        Raises:
            AirflowException: the task was stopped.
            ValueError: the task is deferrable, and its statements cannot be sent twice.
            DatabaseError: the endpoint refused a statement; those before it are done.
        """
        hook = self.get_db_hook()
        if self.deduplicate:
            token = self.deduplication_token or TaskRun.of(context).token
            hook.deduplication_token = token
        if self.deferrable:
            self._defer(context, hook)
        result = super().execute(context)
        self._tell(context, hook)
        return result

    def execute_complete(self, context: Any, event: dict[str, Any]) -> None:
        """Ends the task after its statements.

        Raises:
            AirflowException: one failed.
        """
        if "error" in event:
            raise AirflowException(event["error"])
        hook = self.get_db_hook()
        hook.query_ids = event["query_ids"]
        hook.written = written_from(event)
        self._tell(context, hook)

    def _defer(self, context: Any, hook: RmtHook) -> None:
        sql = self.sql if isinstance(self.sql, str) else list(self.sql)
        statements = hook.statements_of(sql, bool(self.split_statements))
        problem = hook.why_not_twice(statements)
        if problem is not None:
            raise ValueError(
                f"{problem}. A deferrable task's statements are sent again when its triggerer is "
                "replaced: let it only insert, into tables with a deduplication window, read and "
                "OPTIMIZE; or leave deferrable out."
            )
        comment = {"log_comment": TaskRun.of(context).comment} if hook.comments else {}
        params = {
            "schema": hook.schema,
            "settings": {**comment, **hook.settings},
            "deduplication_token": hook.deduplication_token,
        }
        self.defer(
            trigger=RmtStatementsTrigger(
                str(self.conn_id), params, statements, self.parameters, self.poll_interval
            ),
            method_name="execute_complete",
            timeout=self.execution_timeout,
        )

    def on_kill(self) -> None:
        """Stops the statement on the endpoint."""
        hook = self.__dict__.get("_hook")
        if isinstance(hook, RmtHook):
            hook.cancel()

    def _tell(self, context: Any, hook: RmtHook) -> None:
        if self.do_xcom_push:
            ti = context["ti"]
            ti.xcom_push(key="query_ids", value=hook.query_ids)
            ti.xcom_push(key="rows_affected", value=_sum([one.rows for one in hook.written]))
            if by_kind := _sum_by_kind([one.by_kind for one in hook.written]):
                ti.xcom_push(key="rows_by_kind", value=by_kind)
        for written in hook.written:
            for table in written.tables:
                self._tell_of(table, written, context, hook)

    def _tell_of(self, table: TableName, written: Written, context: Any, hook: RmtHook) -> None:
        """Notes an asset event, or what an event that the task has anyway tells."""
        assert table.database is not None
        asset = Asset(uri=table_uri(*hook.host_and_port, table.database, table.name))
        extra: dict[str, Any] = {"query_id": written.query_id, "rows": written.rows}
        if written.by_kind:
            extra["rows_by_kind"] = dict(written.by_kind)
        events = context["outlet_events"]
        if any(isinstance(outlet, Asset) and outlet.uri == asset.uri for outlet in self.outlets):
            events[asset].extra = extra
        elif self.asset_alias is not None:
            events[AssetAlias(self.asset_alias)].add(asset, extra=extra)


class RmtMergeOperator(RmtSQLExecuteQueryOperator):
    """`MERGE INTO`: changes and inserts rows by those of another table or query, in one commit.

    In conditions the table is called `target` and the source `source`. The XCom `rows_by_kind` has
    how many rows were inserted, updated and deleted. A task that is tried again after its
    statement was committed writes the same values once more.

    Args:
        table: `table` or `database.table`.
        source: the name of a table, or a query.
        keys: the columns by which rows match.
        on: the condition by which they match, instead of `keys`.
        columns: those that are updated and inserted, besides the keys; all that both sides have
            when None.
        delete_if: of which rows of the source the row of the table is deleted, a condition; they
            are not inserted.
        delete_missing: whether rows are deleted that the source does not have.
        options: of `RmtSQLExecuteQueryOperator`, but for `sql`, `deduplicate` and `deferrable`.
    """

    template_fields: Sequence[str] = (
        "table",
        "source",
        "keys",
        "on",
        "columns",
        "delete_if",
        "conn_id",
        "database",
        "hook_params",
        "settings",
        "parameters",
    )
    template_ext: Sequence[str] = (".sql",)
    template_fields_renderers: ClassVar[dict[str, str]] = {"source": "sql"}

    def __init__(
        self,
        *,
        table: str,
        source: str,
        keys: Sequence[str] = (),
        on: str = "",
        columns: Sequence[str] | None = None,
        delete_if: str = "",
        delete_missing: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(sql="", deduplicate=False, **options)
        self.table = table
        self.source = source
        self.keys = keys
        self.on = on
        self.columns = columns
        self.delete_if = delete_if
        self.delete_missing = delete_missing

    def execute(self, context: Any) -> Any:
        """Merges the rows.

        Raises:
            AirflowException: the task was stopped.
            DatabaseError: the endpoint refused the statement; nothing was changed.
            ValueError: there are both or neither of `keys` and `on`, or `table` is no name.
        """
        self.sql = str(
            MergeStatement(
                self.table,
                self.source,
                self.keys,
                self.on,
                self.columns,
                self.delete_if,
                self.delete_missing,
            )
        )
        return super().execute(context)


class RmtOptimizeOperator(RmtSQLExecuteQueryOperator):
    """`OPTIMIZE TABLE`: merges the parts of a table, and ends when they are merged.

    Args:
        table: `table` or `database.table`.
        partition: the id of a partition, as `system.parts` shows it; all partitions when None.
        final: whether each partition becomes one part.
        cleanup: whether deleted rows are dropped for good; needs the table's setting
            `allow_experimental_replacing_merge_with_cleanup`.
        deduplicate: whether rows that are equal in all columns become one.
        options: of `RmtSQLExecuteQueryOperator`.

    Raises:
        ValueError: `table` is no name of a table.
    """

    template_fields: Sequence[str] = (
        "table",
        "partition",
        "conn_id",
        "database",
        "hook_params",
        "settings",
    )

    def __init__(
        self,
        *,
        table: str,
        partition: str | None = None,
        final: bool = True,
        cleanup: bool = False,
        deduplicate: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(sql="", deduplicate=False, asset_alias=None, **options)
        self.table = table
        self.partition = partition
        self.merges_all = final
        self.cleanup = cleanup
        self.drops_equal_rows = deduplicate

    def execute(self, context: Any) -> Any:
        """Merges the parts.

        Raises:
            AirflowException: the task was stopped.
            DatabaseError: the endpoint refused the statement.
        """
        self.sql = self._statement()
        return super().execute(context)

    def _statement(self) -> str:
        words = [f"OPTIMIZE TABLE {TableName.parse(self.table)}"]
        if self.partition is not None:
            words.append(f"PARTITION ID {_text(self.partition)}")
        words += ["FINAL"] if self.merges_all else []
        words += ["DEDUPLICATE"] if self.drops_equal_rows else []
        words += ["CLEANUP"] if self.cleanup else []
        return " ".join(words)


def _sum(rows: Sequence[int | None]) -> int | None:
    """All of them; None if there are none, or one is not known."""
    known = [number for number in rows if number is not None]
    return sum(known) if known and len(known) == len(rows) else None


def _text(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _sum_by_kind(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(total)
