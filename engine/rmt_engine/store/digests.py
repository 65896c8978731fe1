"""Digests of runs, by which readers know a file that was damaged or exchanged for another.

Every page of a Parquet file has a checksum, which readers verify. What comes behind the last page
has none: the page indexes, the bloom filters and the footer. The digest is of these, a few kB. It
tells any two files of a store apart, too: the footer has the extremes of the row ids, which no two
files share.

A digest is the number of bytes at the end of the file and their hash, `<bytes>-<BLAKE2b>`. They are
read in one piece, and the footer is taken from them, so that nothing is read twice.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pyarrow.parquet as pq

from rmt_engine.errors import RmtError, first_line
from rmt_engine.store.part import RunFile
from rmt_engine.store.storage import Storage

__all__ = [
    "DAMAGE",
    "damage_named",
    "hash_of",
    "open_run",
    "take_digest",
    "verify_file",
    "verify_files",
]

DAMAGE = (
    "CANNOT_OPEN_FILE",
    "NO_FILE_IN_DATA_PART",
    "BAD_SIZE_OF_FILE_IN_DATA_PART",
    "CHECKSUM_DOESNT_MATCH",
    "CORRUPTED_DATA",
)
"""The names of the errors that tell of a damaged or missing file."""
_MEND = "rmt fsck lists all that is damaged; rmt restore brings a backup back."
_HASH_BYTES = 16
_READ_AT_ONCE = 16


def hash_of(content: bytes) -> str:
    """The hash of a file's content, or of a piece of it."""
    return hashlib.blake2b(content, digest_size=_HASH_BYTES).hexdigest()


def take_digest(storage: Storage, path: str, metadata: pq.FileMetaData) -> tuple[int, str]:
    """The size and the digest of a file that was just written.

    Args:
        storage: where it is.
        path: the file.
        metadata: its footer.
    """
    size, end = storage.read_from(path, _data_stop(metadata))
    return size, f"{len(end)}-{hash_of(end)}"


@contextlib.contextmanager
def open_run(storage: Storage, file: RunFile) -> Iterator[pq.ParquetFile]:
    """A run to read: it is the file the registry knows, and its pages are verified as they come.

    Raises:
        RmtError: one of `DAMAGE`, here or from what the block reads.
    """
    with damage_named(file.path):
        metadata = verify_file(storage, file)
        with storage.open_parquet(file.path, verify=True, metadata=metadata) as parquet:
            if parquet.metadata.num_rows != file.rows:
                raise RmtError(
                    "CORRUPTED_DATA",
                    f"The file {file.path} has {parquet.metadata.num_rows:,} rows, the registry "
                    f"says {file.rows:,}.",
                    _MEND,
                )
            yield parquet


def verify_file(storage: Storage, file: RunFile) -> pq.FileMetaData | None:
    """Makes sure that a file is the one the registry knows; its pages are not looked at.

    Returns:
        The footer; None for a file without a digest, of which only the size is known.

    Raises:
        RmtError: one of `DAMAGE`.
    """
    with damage_named(file.path):
        if file.digest is None:
            _check_size(file, storage.size(file.path))
            return None
        length = int(file.digest.partition("-")[0])
        size, end = storage.read_from(file.path, file.bytes - length)
        _check_size(file, size)
        if f"{len(end)}-{hash_of(end)}" != file.digest:
            raise RmtError(
                "CHECKSUM_DOESNT_MATCH",
                f"The file {file.path} is damaged, or another one: its footer is not the one that "
                "was written.",
                _MEND,
            )
        return pq.read_metadata(pa.BufferReader(end))


def verify_files(storage: Storage, files: Iterable[RunFile]) -> None:
    """Does so with several files, some at the same time: a store may be far away.

    Raises:
        RmtError: one of `DAMAGE`.
    """
    files = list(files)
    if not files:
        return
    with ThreadPoolExecutor(min(len(files), _READ_AT_ONCE)) as pool:
        for _ in pool.map(lambda file: verify_file(storage, file), files):
            pass


@contextlib.contextmanager
def damage_named(path: str) -> Iterator[None]:
    """What goes wrong in the block because a file is damaged or missing becomes one error.

    Raises:
        RmtError: one of `DAMAGE`.
    """
    try:
        yield
    except (pa.ArrowMemoryError, pa.ArrowCancelled):
        raise
    except FileNotFoundError:
        raise RmtError("NO_FILE_IN_DATA_PART", f"The file {path} is missing.", _MEND) from None
    except (OSError, pa.ArrowException) as error:
        reason = first_line(error)[:200].rstrip(".")
        message = f"The file {path} cannot be read: {reason}."
        if isinstance(error, OSError) and error.errno:
            raise RmtError("CANNOT_OPEN_FILE", message) from error
        name = "CHECKSUM_DOESNT_MATCH" if "CRC checksum" in reason else "CORRUPTED_DATA"
        raise RmtError(name, message, _MEND) from error


def _check_size(file: RunFile, size: int) -> None:
    if size != file.bytes:
        raise RmtError(
            "BAD_SIZE_OF_FILE_IN_DATA_PART",
            f"The file {file.path} has {size:,} bytes, the registry says {file.bytes:,}.",
            _MEND,
        )


def _data_stop(metadata: pq.FileMetaData) -> int:
    """Where the last page ends."""
    stop = 0
    for group in range(metadata.num_row_groups):
        row_group = metadata.row_group(group)
        for place in range(row_group.num_columns):
            column = row_group.column(place)
            has_dictionary = column.has_dictionary_page
            start = column.dictionary_page_offset if has_dictionary else column.data_page_offset
            stop = max(stop, start + column.total_compressed_size)
    return stop
