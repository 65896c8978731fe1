"""The rows of a sample: those whose hash is in a stretch of its type."""

from __future__ import annotations

from rmt_engine.sql.grammar.sampling import Sample, sampling_not_supported
from rmt_engine.sql.tables.definition import SAMPLING_BITS, column_types
from rmt_engine.sql.tables.expressions import stored_expression
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.store.table import Table

__all__ = ["sample_condition"]


def sample_condition(table: Table, sample: Sample, rows: int) -> str:
    """What the rows of a sample meet, in Spark's SQL over the table's stored columns.

    Args:
        table: the table.
        sample: which rows are wanted.
        rows: how many rows the table has.

    Raises:
        RmtError: `SAMPLING_NOT_SUPPORTED`, the table has no SAMPLE BY; `ARGUMENT_OUT_OF_BOUND`.
    """
    key = table.definition.sampling
    if key is None:
        raise sampling_not_supported(table.qualified)
    universe = 2 ** SAMPLING_BITS[key.type]
    first, after = sample.stretch(rows, universe)
    [element] = split_list(key.expression)
    value = stored_expression(element, column_types(table.definition))
    value = f"CAST({value} AS INT)" if key.type == "Bool" else f"({value})"
    conditions = [f"{value} >= {first}"] if first > 0 else []
    conditions += [f"{value} < {after}"] if after < universe else []
    return " AND ".join(conditions) or "true"
