"""The minmax index: which files may hold rows that match a condition.

Arrow's datasets decide it.

Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree (`minmax`).
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
from pyarrow import fs

from rmt_engine.store.minmax import read_minmax
from rmt_engine.store.part import RunFile

__all__ = ["MinMaxIndex"]


class MinMaxIndex:
    """Tells which files may hold rows that match a condition.

    Args:
        files: the files.
        schema: the stored columns.
    """

    def __init__(self, files: Sequence[RunFile], schema: pa.Schema) -> None:
        self._schema = schema
        parquet, nowhere = ds.ParquetFileFormat(), fs.LocalFileSystem()
        fragments = [
            parquet.make_fragment(str(place), nowhere, partition_expression=_known_of(file))
            for place, file in enumerate(files)
        ]
        self._files = ds.FileSystemDataset(fragments, schema, parquet, nowhere)

    @property
    def schema(self) -> pa.Schema:
        """The stored columns."""
        return self._schema

    def matching(self, condition: pc.Expression) -> list[int]:
        """The places of the files that cannot be left out.

        Args:
            condition: on stored columns, its values of the columns' own types.
        """
        return [int(fragment.path) for fragment in self._files.get_fragments(filter=condition)]


def _known_of(file: RunFile) -> pc.Expression:
    """What is known of every row of a file."""
    known = pc.scalar(True)
    minmax = read_minmax(file)
    if minmax is None:
        return known
    for field in minmax.schema:
        column, (low, high) = pc.field(field.name), minmax[field.name]
        if not low.is_valid:
            known = known & column.is_null()
            continue
        for limit in (column >= low, column <= high):
            known = known & (limit | column.is_null() if field.nullable else limit)
    return known
