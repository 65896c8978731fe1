"""Deletion vectors: sets of rows that a reader must not see, as bitmaps over row ids.

FINAL has one for each snapshot; the mask of a lightweight delete is one over the rows of a run.

One bitmap of 65,536 bits covers a chunk of row ids; chunks without a dead row have none. A vector's
files are written once; a newer vector adds files with the rows that died since, and the bits of all
files together are the vector. The name of a file has the hash of its content, by which a reader
knows a damaged one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from rmt_engine.errors import RmtError
from rmt_engine.store.digests import damage_named, hash_of
from rmt_engine.store.storage import Storage

__all__ = ["CHUNK_ROWS", "DeletionVector", "whole_chunks"]

CHUNK_ROWS = 65_536
_WORDS = CHUNK_ROWS // 64
_HASH = re.compile(r"\.([0-9a-f]{32})\.parquet$")
"""The hash in the name of a vector's file; older files have none."""
_SCHEMA = pa.schema(
    [
        pa.field("chunk", pa.int64(), nullable=False),
        pa.field(
            "words", pa.list_(pa.field("element", pa.int64(), nullable=False)), nullable=False
        ),
    ]
)


def whole_chunks(rows: int) -> int:
    """How many row ids to reserve for so many rows: no two runs share a chunk."""
    return -(-rows // CHUNK_ROWS) * CHUNK_ROWS


@dataclass(frozen=True, eq=False)
class DeletionVector:
    """A set of row ids.

    Attributes:
        chunks: the chunks that have a bitmap, ascending: row id >> 16.
        words: 1,024 words of 64 bits for each chunk; bit i of word j is row j * 64 + i.
    """

    chunks: npt.NDArray[np.int64]
    words: npt.NDArray[np.uint64]

    @classmethod
    def empty(cls) -> DeletionVector:
        """No row at all."""
        return cls(np.empty(0, dtype=np.int64), np.empty((0, _WORDS), dtype=np.uint64))

    @classmethod
    def of_masks(cls, masks: Iterable[tuple[int, npt.NDArray[np.bool_]]]) -> DeletionVector:
        """The rows that are set in masks over stretches of ids.

        Args:
            masks: the first id of a stretch and whether each row from there on is in the set; no
                two overlap.
        """
        return cls.union(_of_mask(first, mask) for first, mask in masks)

    @classmethod
    def of_ids(cls, ids: npt.NDArray[np.int64]) -> DeletionVector:
        """The rows of these ids."""
        if not len(ids):
            return cls.empty()
        chunks, places = np.unique(ids >> 16, return_inverse=True)
        words = np.zeros(len(chunks) * _WORDS, dtype=np.uint64)
        bits = np.uint64(1) << (ids & 63).astype(np.uint64)
        np.bitwise_or.at(words, places * _WORDS + ((ids >> 6) & (_WORDS - 1)), bits)
        return cls(chunks, words.reshape(-1, _WORDS))

    @classmethod
    def union(cls, vectors: Iterable[DeletionVector]) -> DeletionVector:
        """The rows in any of the vectors."""
        vectors = [vector for vector in vectors if len(vector.chunks)]
        if not vectors:
            return cls.empty()
        if len(vectors) == 1:
            return vectors[0]
        chunks = np.concatenate([vector.chunks for vector in vectors])
        words = np.concatenate([vector.words for vector in vectors])
        order = np.argsort(chunks, kind="stable")
        chunks, starts = np.unique(chunks[order], return_index=True)
        return cls(chunks, np.bitwise_or.reduceat(words[order], starts, axis=0))

    @property
    def rows(self) -> int:
        """How many rows are in the set."""
        return int(np.bitwise_count(self.words).sum())

    @property
    def least(self) -> int:
        """The least row id; there is one."""
        bits = np.unpackbits(self.words[0].view(np.uint8), bitorder="little")
        return int(self.chunks[0]) * CHUNK_ROWS + int(bits.argmax())

    def count(self, first: int, stop: int) -> int:
        """How many rows from `first` up to `stop`, not included, are in the set."""
        if first >= stop:
            return 0
        low = int(np.searchsorted(self.chunks, first >> 16))
        high = int(np.searchsorted(self.chunks, (stop - 1) >> 16, side="right"))
        total = int(np.bitwise_count(self.words[low:high]).sum())
        for chunk in {first >> 16, (stop - 1) >> 16}:
            position = int(np.searchsorted(self.chunks, chunk))
            if position == len(self.chunks) or self.chunks[position] != chunk:
                continue
            bits = np.unpackbits(self.words[position].view(np.uint8), bitorder="little")
            base = chunk * CHUNK_ROWS
            inside = bits[max(first - base, 0) : min(stop - base, CHUNK_ROWS)]
            total -= int(bits.sum()) - int(inside.sum())
        return total

    def mask(self, first: int, stop: int) -> npt.NDArray[np.bool_]:
        """Whether each row from `first` up to `stop`, not included, is in the set."""
        inside = np.zeros(stop - first, dtype=np.bool_)
        overlapping = self.restrict([(first, stop)]) if first < stop else self.empty()
        for chunk, words in zip(overlapping.chunks.tolist(), overlapping.words, strict=True):
            base = chunk * CHUNK_ROWS
            low, high = max(first - base, 0), min(stop - base, CHUNK_ROWS)
            bits = np.unpackbits(words.view(np.uint8), bitorder="little")[low:high]
            inside[base + low - first : base + high - first] = bits
        return inside

    def has(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Whether each of some row ids is in the set."""
        if not len(self.chunks):
            return np.zeros(len(ids), dtype=np.bool_)
        places = np.searchsorted(self.chunks, ids >> 16).clip(max=len(self.chunks) - 1)
        words = self.words[places, (ids >> 6) & (_WORDS - 1)]
        bits = (words >> (ids & 63).astype(np.uint64)) & np.uint64(1)
        there: npt.NDArray[np.bool_] = (self.chunks[places] == ids >> 16) & (bits == 1)
        return there

    def restrict(self, ranges: Sequence[tuple[int, int]]) -> DeletionVector:
        """The chunks that overlap any of these ranges of row ids."""
        keep = np.zeros(len(self.chunks), dtype=np.bool_)
        for first, stop in ranges:
            low = np.searchsorted(self.chunks, first >> 16)
            high = np.searchsorted(self.chunks, (stop - 1) >> 16, side="right")
            keep[low:high] = True
        return DeletionVector(self.chunks[keep], self.words[keep])

    def to_arrow(self) -> pa.Table:
        """A table of chunk and words, as the masked scan joins it."""
        offsets = np.arange(len(self.chunks) + 1, dtype=np.int32) * _WORDS
        words = pa.ListArray.from_arrays(offsets, self.words.reshape(-1).view(np.int64))
        return pa.table([pa.array(self.chunks), words.cast(_SCHEMA.field(1).type)], schema=_SCHEMA)

    def save(self, storage: Storage, stem: str) -> str:
        """Writes the vector to a new file.

        Args:
            storage: where.
            stem: the first part of the file's path; the hash of its content is the rest.

        Returns:
            The path.
        """
        sink = pa.BufferOutputStream()
        with pq.ParquetWriter(
            sink, _SCHEMA, compression="zstd", use_dictionary=False, write_page_checksum=True
        ) as file:
            file.write_table(self.to_arrow(), row_group_size=64)
        content = sink.getvalue()
        path = f"{stem}.{hash_of(content)}.parquet"
        storage.write(path, content)
        storage.sync([path])
        return path

    @classmethod
    def load(cls, storage: Storage, paths: Iterable[str]) -> DeletionVector:
        """Reads the union of the vectors in some files.

        Raises:
            RmtError: one of `DAMAGE`, a file is missing or is not what was written.
        """
        return cls.union(_load(storage, path) for path in paths)


def _of_mask(first: int, mask: npt.NDArray[np.bool_]) -> DeletionVector:
    chunk = first >> 16
    offset = first & (CHUNK_ROWS - 1)
    bits = np.zeros(whole_chunks(offset + len(mask)), dtype=np.bool_)
    bits[offset : offset + len(mask)] = mask
    packed = np.packbits(bits, bitorder="little").view("<u8").astype(np.uint64, copy=False)
    words = packed.reshape(-1, _WORDS)
    found = np.flatnonzero(words.any(axis=1))
    return DeletionVector(found + chunk, words[found])


def _load(storage: Storage, path: str) -> DeletionVector:
    with damage_named(path):
        content = storage.read(path)
        named = _HASH.search(path)
        if named is not None and named[1] != hash_of(content):
            raise RmtError(
                "CHECKSUM_DOESNT_MATCH",
                f"The file {path} is damaged: its content has another hash.",
            )
        with pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True) as file:
            table = file.read().combine_chunks()
    chunks = table.column("chunk").to_numpy()
    words = pa.concat_arrays([c.flatten() for c in table.column("words").chunks] or [pa.array([])])
    values = words.to_numpy(zero_copy_only=False).astype(np.int64).view(np.uint64)
    return DeletionVector(chunks, values.reshape(len(chunks), _WORDS))
