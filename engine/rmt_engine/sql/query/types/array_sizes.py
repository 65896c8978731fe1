"""Arrays that are read side by side have to be of one size.

Source: https://clickhouse.com/docs/sql-reference/functions/array-functions, tried on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.values.failures import failing

__all__ = ["of_one_size"]


def of_one_size(reader: str, arrays: Sequence[Value]) -> list[Value]:
    """The arrays, of which the first is an error in a row where their sizes differ.

    Args:
        reader: what reads them: a function, or ARRAY JOIN.
        arrays: the arrays.
    """
    first, *others = arrays
    different = dict.fromkeys(one.sql for one in others if one.sql != first.sql)
    if not different:
        return list(arrays)
    same = " AND ".join(f"size({first.sql}) = size({other})" for other in different)
    error = RmtError("SIZES_OF_ARRAYS_DONT_MATCH", f"The arrays of {reader} differ in size.")
    checked = f"(CASE WHEN {same} THEN {first.sql} ELSE {failing(error)} END)"
    return [replace(first, sql=checked), *others]
