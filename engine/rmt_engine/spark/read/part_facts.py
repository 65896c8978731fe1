"""What the virtual columns say of the rows of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from rmt_engine.spark.read.part_scan import FILE_PATH
from rmt_engine.sql.tables.layout import partition_types
from rmt_engine.sql.tables.partition import partition_values
from rmt_engine.store.part import Part
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.table import PART_OFFSET, PARTITION_VALUE, ROW_EXISTS

__all__ = ["facts_of_files"]

_NO_UUID = str(UUID(int=0))
"""What ClickHouse shows for parts to which it gives no UUID, as it does by default."""


def facts_of_files(snapshot: Snapshot) -> Iterator[tuple[Part, dict[str, Any]]]:
    """The virtual columns of each file's rows; `_part_offset` is that of the first row.

    Args:
        snapshot: the parts that a query may read.
    """
    types = partition_types(snapshot.table.definition)
    names = [str(place) for place in range(1, len(types) + 1)]
    before = 0
    for index, part in enumerate(snapshot.parts):
        values = partition_values(part.partition, types)
        offset = 0
        for file in part.files:
            yield (
                part,
                {
                    FILE_PATH: file.path,
                    "_part": str(part.name),
                    "_partition_id": part.name.partition_id,
                    "_part_index": index,
                    ROW_EXISTS: 1,
                    "_part_uuid": _NO_UUID,
                    "_part_data_version": part.name.changed_up_to,
                    "_part_starting_offset": before,
                    PART_OFFSET: offset,
                    PARTITION_VALUE: dict(zip(names, values, strict=True)),
                },
            )
            offset += file.rows
        before += part.rows
