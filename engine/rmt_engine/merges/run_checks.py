"""Whether a run is what the registry says: its file, its rows and its masks.

`rmt fsck` and CHECK TABLE ask that of each run; nothing but the run's own files is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from rmt_engine.engines.keys import compare_keys, key_table, query_indices
from rmt_engine.errors import RmtError
from rmt_engine.store.digests import open_run
from rmt_engine.store.masks import read_mask
from rmt_engine.store.part import RunFile
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID, TableDefinition

__all__ = ["faults_of"]


def faults_of(
    storage: Storage, definition: TableDefinition, file: RunFile, read_rows: bool = True
) -> list[str]:
    """What is wrong with a run; nothing when it is sound.

    Args:
        storage: where its files are.
        definition: of its table.
        file: the run.
        read_rows: whether its rows are read, and with them the checksums of its pages.
    """
    return [*_file(storage, definition, file, read_rows), *_mask(storage, file, read_rows)]


def _file(
    storage: Storage, definition: TableDefinition, file: RunFile, read_rows: bool
) -> Iterator[str]:
    try:
        with open_run(storage, file) as parquet:
            columns = definition.file_columns(file.structure, file.absent)
            missing = {c.file_name for c in columns} - set(parquet.schema_arrow.names)
            if missing:
                yield f"it lacks the column {min(missing)}"
            elif read_rows:
                held = [c for c in definition.key_columns if c in parquet.schema_arrow.names]
                yield from _rows(parquet, file, held)
    except RmtError as error:
        yield error.message


def _mask(storage: Storage, file: RunFile, read_rows: bool) -> Iterator[str]:
    try:
        for path in file.masks:
            storage.size(path)
        if not read_rows:
            return
        mask = read_mask(storage, [file])
    except FileNotFoundError as error:
        yield f"its mask is missing: {error}"
        return
    except RmtError as error:
        yield f"its mask is damaged: {error.message}"
        return
    own = mask.count(file.first_row, file.row_stop)
    if not own == mask.rows == file.masked_rows:
        yield (
            f"its mask has {mask.rows:,} rows, {own:,} of them its own; the registry says "
            f"{file.masked_rows:,}"
        )


def _rows(parquet: pq.ParquetFile, file: RunFile, key: Sequence[str]) -> Iterator[str]:
    expected = file.first_row
    last: pa.Table | None = None
    for batch in parquet.iter_batches():
        rows = pa.Table.from_batches([batch])
        ids = rows.column(ROW_ID).to_numpy()
        if not np.array_equal(ids, np.arange(expected, expected + len(ids))):
            yield f"its row ids do not follow each other from {expected}"
            return
        expected += len(ids)
        if key:
            keys = key_table(rows, key)
            keys = keys if last is None else pa.concat_tables([last, keys])
            if _descends(keys):
                yield "its rows are not in the order of the sorting key"
                return
            last = keys.slice(keys.num_rows - 1)


def _descends(keys: pa.Table) -> bool:
    """Whether a row's key is less than that of the row before."""
    count = keys.num_columns
    before, after = keys.slice(0, keys.num_rows - 1), keys.slice(1)
    numbers = pa.array(np.arange(before.num_rows, dtype=np.int64))
    condition = compare_keys(count, "after", "<", "before")
    query = f"SELECT count(*) FROM before JOIN after USING (i) WHERE {condition}"
    tables = {name: rows.append_column("i", numbers) for name, rows in
              (("before", before), ("after", after))}  # fmt: skip
    return bool(query_indices(query, **tables)[0])
