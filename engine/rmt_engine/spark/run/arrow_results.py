"""Results as Arrow record batches, for clients that ask for them.

HiveServer2 collects a result as rows into the driver, and makes text of dates, times and decimals,
value by value, while the client waits. Where the client has asked for it, Spark's tasks turn their
rows into record batches, and the result has one column: the batches, in Arrow's IPC format without
the schema. The column's comment tells the columns of the rows, as JSON: a name and Spark's type of
each.

A result of few rows stays as it is, as one of groups mostly has, and so does one with values that
Arrow has in another form than HiveServer2's text, such as arrays.

Source: https://arrow.apache.org/docs/format/Columnar.html#encapsulated-message-format.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyspark.sql import functions as sf

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import ActiveSession

__all__ = ["ArrowResults"]

_COLUMN = "rmt_arrow_batch"
_SAME = "{}"
_FIXED_WIDTH = ("boolean", "byte", "short", "integer", "long", "float", "double", "date")
_CONVERSIONS = {
    **dict.fromkeys((*_FIXED_WIDTH, "timestamp_ntz", "binary", "string"), _SAME),
    # In the session's time zone, which the text does not name either.
    "timestamp": "CAST({} AS TIMESTAMP_NTZ)",
}
"""What becomes of a value of one of Spark's types."""
_DECIMAL = re.compile(r"decimal\(\d+,\d+\)")
_GROUPING = ("Aggregate", "Distinct")
_KEEPING_GROUPS = ("Filter", "Project", "Sort", "SubqueryAlias")
_ROWS = 8192
_ROWS_OF_ANY_WIDTH = 1000
"""As many as a client asks for first: values that have megabytes are in one message then, too."""


class ArrowResults:
    """Makes plans whose rows are record batches.

    Args:
        gateway: the bridge to the JVM.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        # What does not belong to a session is made once for all results that look alike.
        self._of_schema = functools.lru_cache(maxsize=256)(self._new_form)

    def plan(self, query: Any, active: ActiveSession, begins: Callable[[], None]) -> Any:
        """A query's plan, or one whose rows are its record batches.

        Stages before the last one run at once, as Spark plans the last one by what they found.

        Args:
            query: the query's plan; one that has not been analyzed stays as it is.
            active: the session.
            begins: is called before a stage may run.
        """
        if not query.analyzed() or _is_small(query):
            return query
        form = None if self._command.isInstance(query) else self._of_schema(query.schema().json())
        if form is None:
            return query
        rows = self._dataset.ofRows(active.java, query).toDF(form.names).select(form.values)
        # Rows of a view are counted once it is gone. Those of system tables need no job.
        if rows.queryExecution().optimizedPlan().maxRows().isDefined():
            return query
        begins()
        batches = rows.toArrowBatchRdd(form.rows, "UTC", False, False)
        result = active.java.createDataset(batches, self._binary).select(form.result)
        return result.queryExecution().analyzed()

    def _new_form(self, schema: str) -> _Form | None:
        """How the rows of a schema become record batches; None if they have to be text."""
        fields = json.loads(schema)["fields"]
        kinds = [field["type"] for field in fields]
        conversions = [_conversion(kind) for kind in kinds]
        if not conversions or None in conversions:
            return None
        names = [f"c{i}" for i in range(len(fields))]
        values = [
            sf.expr((conversion or _SAME).format(name)).alias(name)._jc
            for name, conversion in zip(names, conversions, strict=True)
        ]
        columns = json.dumps([[field["name"], field["type"]] for field in fields])
        result = sf.col("value").alias(_COLUMN, metadata={"comment": columns})
        seq = self._gateway.seq
        is_fixed = all(kind in _FIXED_WIDTH for kind in kinds)
        return _Form(
            seq(names), seq(values), seq([result._jc]), _ROWS if is_fixed else _ROWS_OF_ANY_WIDTH
        )

    @functools.cached_property
    def _command(self) -> Any:
        name = "org.apache.spark.sql.catalyst.plans.logical.Command"
        return self._gateway.jvm.java.lang.Class.forName(name)

    @functools.cached_property
    def _dataset(self) -> Any:
        return self._gateway.scala_object("org.apache.spark.sql.classic.Dataset")

    @functools.cached_property
    def _binary(self) -> Any:
        return self._gateway.java_class("org.apache.spark.sql.Encoders").BINARY()


@dataclass(frozen=True)
class _Form:
    """How rows become record batches.

    Attributes:
        names: Java's sequence of what columns are called meanwhile, as theirs may be alike.
        values: Java's sequence of columns, by these names, in Arrow's form.
        result: Java's sequence of the column of record batches.
        rows: how many rows a record batch has.
    """

    names: Any
    values: Any
    result: Any
    rows: int


def _is_small(query: Any) -> bool:
    """Whether a query's rows are so many at most, or one for each group.

    For a few rows another job's plan costs more than their text.
    """
    if query.maxRows().isDefined():
        return True
    kind = str(query.nodeName())
    while kind in _KEEPING_GROUPS:
        query = query.child()
        kind = str(query.nodeName())
    return kind in _GROUPING


def _conversion(kind: Any) -> str | None:
    """What becomes of a value of a type, as JSON has it; None where it has to be text."""
    if not isinstance(kind, str):
        return None
    return _SAME if _DECIMAL.fullmatch(kind) else _CONVERSIONS.get(kind)
