"""Rows of a query merged by their table's engine: those of each key that a condition leaves.

PREWHERE with FINAL filters rows before they are merged, so what FINAL built of all rows is no
answer. Spark gathers the rows of each key, and its workers merge them as FINAL does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from pyspark.sql import Column
from pyspark.sql.pandas.functions import arrow_udf
from pyspark.sql.types import ArrayType, StructType

from rmt_engine.engines import ChoosingAlgorithm, MergeAlgorithm, MergedRows, algorithm_of
from rmt_engine.engines.engine import MERGED_PART, PART_RANK
from rmt_engine.engines.keys import Indices
from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments
from rmt_engine.sql.tables.layout import file_names, stored_schema
from rmt_engine.store.table import ROW_ID, TableDefinition

__all__ = ["MergedLists", "merged_lists"]

_LIST = "__list"


def merged_lists(arguments: Arguments, definition: TableDefinition) -> Column:
    """Lists of rows, each merged.

    Args:
        arguments: the list, the last of them: of structs with the columns of `rmt_rows`.
        definition: the table's.

    Raises:
        RmtError: `ILLEGAL_TYPE_OF_ARGUMENT`, it is another list.
    """
    place = len(arguments) - 1
    kind = arguments.kind(place)
    merge = MergedLists.of(definition)
    row = kind.elementType if isinstance(kind, ArrayType) else None
    if not isinstance(row, StructType) or not merge.needed.issubset(row.names):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            f"rmt_merged takes lists of rows of rmt_rows, not {arguments.type(place)}.",
            "Write FINAL with PREWHERE, which calls it.",
        )

    def rmt_merged(lists: pa.Array) -> pa.Array:
        return merge.merged(lists)

    # PySpark's types of it know no function whose kind its annotations tell.
    function = arrow_udf(rmt_merged, kind)  # type: ignore[call-overload]
    merged: Column = function(arguments.columns[place])
    return merged


@dataclass(frozen=True)
class MergedLists:
    """Merges each list of rows on its own.

    Attributes:
        algorithm: the engine's, a list's number its key.
        names: the names, in the lists, of the columns that decide, by those in files.
        schema: of files.
    """

    algorithm: MergeAlgorithm
    names: Mapping[str, str]
    schema: pa.Schema

    @classmethod
    def of(cls, definition: TableDefinition) -> MergedLists:
        """For lists of rows of a table with the same key."""
        algorithm = replace(algorithm_of(definition), key=(_LIST,))  # type: ignore[type-var]
        in_files = {stored: name for name, stored in file_names(definition).items()}
        names = {name: in_files[name] for name in algorithm.columns if name != _LIST}
        return cls(algorithm, names, stored_schema(definition))

    @property
    def needed(self) -> frozenset[str]:
        """The columns that the lists have to have."""
        return frozenset((ROW_ID, PART_RANK, MERGED_PART, *self.names.values()))

    def merged(self, lists: pa.Array) -> pa.Array:
        """The lists that are left, which may be empty.

        Args:
            lists: of structs.
        """
        structs = lists.flatten()
        columns = pa.Table.from_arrays(structs.flatten(), [f.name for f in structs.type])
        numbers = np.repeat(
            np.arange(len(lists)), lists.value_lengths().fill_null(0).to_numpy(False)
        )
        order = np.lexsort((columns[ROW_ID].to_numpy(), columns[PART_RANK].to_numpy(), numbers))
        rows, numbers = columns.take(pa.array(order)), numbers[order]
        left = self._merged(rows, numbers)
        offsets = np.searchsorted(numbers[left.rows], np.arange(len(lists) + 1))
        merged = left.of(rows).combine_chunks()
        values = pa.StructArray.from_arrays(
            [column.combine_chunks() for column in merged.columns], fields=list(structs.type)
        )
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values, type=lists.type)

    def _merged(self, rows: pa.Table, numbers: Indices) -> MergedRows:
        """What is left of all lists, one behind the other.

        Args:
            rows: the rows of all lists, each list's in the order that decides ties.
            numbers: of their lists.
        """
        deciding = pa.table(
            {
                stored: rows[name].cast(self.schema.field(stored).type)
                for stored, name in self.names.items()
            }
            | {_LIST: pa.array(numbers)}
        )
        parts = rows[MERGED_PART].to_numpy()
        if isinstance(self.algorithm, ChoosingAlgorithm):
            return MergedRows(np.sort(self.algorithm.visible_of_parts(deciding, parts)))
        merged = self.algorithm.merged_of_parts(deciding, False, parts)
        return replace(
            merged, values={self.names[name]: array for name, array in merged.values.items()}
        )
