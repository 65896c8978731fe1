"""The plans of tables whose rows are in others: `Merge`, `Buffer`, and the function `merge`."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pyspark.sql import DataFrame

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.read.column_values import with_aliases
from rmt_engine.spark.read.scan import readable, with_comments
from rmt_engine.spark.session.active import (
    ActiveSession,
    statement_settings,
    untouched,
    wants_structure_only,
)
from rmt_engine.spark.session.query_catalog import QueryCatalog
from rmt_engine.sql.grammar.sampling import Sample, sampling_not_supported
from rmt_engine.sql.query.current_rows import Rows
from rmt_engine.sql.query.rows_of_others import Reading, no_rows, rows_of_others
from rmt_engine.sql.query.sources.lower_source import structure_of
from rmt_engine.sql.query.sources.merge_function import OF_DATABASES
from rmt_engine.sql.query.sources.other_tables import VIRTUAL_OF_MERGE
from rmt_engine.sql.tables.definition import column_types
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.values.types import DataType
from rmt_engine.store.table import BUFFER, OtherTables, Table

__all__ = ["RowsElsewhere"]

_local = threading.local()


class RowsElsewhere:
    """Makes plans of the rows of other tables.

    Args:
        gateway: the bridge to the JVM.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def of_table(
        self,
        table: Table,
        reading: Reading,
        words: Sequence[str],
        policy: str,
        active: ActiveSession,
    ) -> Any:
        """The plan of a table's rows.

        Args:
            table: of an engine without rows.
            reading: how the tables behind it are read.
            words: what else the reader wants, `hidden` and `virtual`.
            policy: what the rows meet that the reader may see, in Spark's SQL; empty for all.
            active: the reader's session.

        Raises:
            RmtError: a value cannot be converted; `TOO_DEEP_RECURSION`, the table is behind itself;
                `SAMPLING_NOT_SUPPORTED`; `UNKNOWN_DATABASE`; `INFINITE_LOOP`.
        """
        definition = table.definition
        assert definition.others is not None
        if reading.sample is not None and definition.engine == BUFFER:
            raise sampling_not_supported(table.qualified)
        types = column_types(definition)
        stored = {column.name: types[column.name] for column in definition.stored_columns}
        with _inside(table.qualified):
            frame = self._rows(definition.others, stored, reading, active)
        frame = readable(frame, policy, table)
        shown = list(definition.visible_columns)
        if "hidden" in words:
            frame = with_aliases(frame, definition, self._gateway.analysis_zone())
            shown += definition.hidden_columns
        names = [column.name for column in definition.columns if column in shown]
        virtual = VIRTUAL_OF_MERGE if "virtual" in words else ()
        names += [name for name in virtual if name not in types]
        frame = frame.select(*map(quote_name, names))
        return with_comments(frame, definition)._jdf.queryExecution().analyzed()

    def of_function(self, words: Sequence[str], active: ActiveSession) -> Any:
        """The plan of `rmt_merge('db', 'pattern', 'structure', …)`; see `merge_call`."""
        if len(words) < 3:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                "rmt_merge takes a database, a pattern of tables' names, and columns.",
            )
        database, pattern, structure, *others = words
        sample = next(filter(None, map(Sample.parse, others)), None)
        tables = OtherTables(database, pattern, OF_DATABASES in others)
        reading = Reading(Rows.of_words(others), sample, needs_tables=True)
        with _inside(f"merge('{database}', '{pattern}')"):
            frame = self._rows(tables, dict(structure_of(structure)), reading, active)
        return frame._jdf.queryExecution().analyzed()

    def _rows(
        self,
        others: OtherTables,
        columns: Mapping[str, DataType],
        reading: Reading,
        active: ActiveSession,
    ) -> DataFrame:
        # Views among them are read so, too.
        settings = {"final": "0"} if reading.rows is Rows.ALL else {}
        with untouched(), statement_settings(settings):
            if wants_structure_only():
                text = no_rows(columns)
            else:
                text = rows_of_others(others, columns, reading, QueryCatalog(active, self._gateway))
            return active.spark.sql(text)


@contextmanager
def _inside(name: str) -> Iterator[None]:
    """Notes what this thread reads, which may not be behind itself.

    Raises:
        RmtError: `TOO_DEEP_RECURSION`.
    """
    before: tuple[str, ...] = getattr(_local, "names", ())
    if name in before:
        raise RmtError(
            "TOO_DEEP_RECURSION",
            f"Tables show each other's rows: {' -> '.join((*before, name))}.",
            "Choose a pattern that does not match the table that has it.",
        )
    _local.names = (*before, name)
    try:
        yield
    finally:
        _local.names = before
