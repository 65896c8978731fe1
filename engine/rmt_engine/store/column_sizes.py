"""How many bytes each column takes in a file, by the file's footer.

The registry keeps them beside the file, so that `system.columns` and `system.parts_columns` need no
look at the storage.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

import pyarrow.parquet as pq

from rmt_engine.store.minmax import parquet_columns
from rmt_engine.store.part import RunFile

__all__ = ["NO_SIZE", "ColumnSize", "measure_sizes", "sizes_of"]


class ColumnSize(NamedTuple):
    """What a column takes: its pages as they are in files, and before they are compressed."""

    compressed: int
    uncompressed: int


NO_SIZE = ColumnSize(0, 0)
"""Of a column that no file holds."""


def measure_sizes(metadata: pq.FileMetaData) -> str:
    """The sizes of a file's columns as the registry keeps them.

    Args:
        metadata: the file's footer. It has sizes of each value inside another type, which are
            added up.
    """
    groups = [metadata.row_group(place) for place in range(metadata.num_row_groups)]
    sizes: dict[str, tuple[int, int]] = {}
    first = 0
    for field in metadata.schema.to_arrow_schema():
        stop = first + parquet_columns(field.type)
        chunks = [group.column(place) for group in groups for place in range(first, stop)]
        sizes[field.name] = (
            sum(chunk.total_compressed_size for chunk in chunks),
            sum(chunk.total_uncompressed_size for chunk in chunks),
        )
        first = stop
    return json.dumps(sizes, ensure_ascii=False, separators=(",", ":"))


def sizes_of(files: Iterable[RunFile]) -> dict[str, ColumnSize] | None:
    """What the columns take in several files, by their names there; None if a file's are unknown.

    A name in files stands for the same column in all files of a table.
    """
    totals: dict[str, ColumnSize] = {}
    for file in files:
        if file.sizes is None:
            return None
        for name, (compressed, uncompressed) in json.loads(file.sizes).items():
            known = totals.get(name, NO_SIZE)
            totals[name] = ColumnSize(
                known.compressed + compressed, known.uncompressed + uncompressed
            )
    return totals
