"""How the rows that a reader must not see are taken out of a scan.

They are those that FINAL does not show, or those that lightweight deletes took away.

| size of the deletion vector | what happens to the scan |
|---|---|
| up to `literal_bytes` | a filter tests each row's bit in an array that travels with the plan |
| up to `join_bytes` | an anti join with a broadcast relation of bitmaps |
| more | the same with the vector's files in the store |

The filter is fastest: nothing is collected and broadcast before the scan begins. Bitmaps are found
by a row's id: `id >> 16` is the chunk, the other bits the place in its bitmap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import ArrayType, LongType, StructField, StructType

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.store.deletion_vectors import CHUNK_ROWS, DeletionVector
from rmt_engine.store.masks import HiddenRows
from rmt_engine.store.part import Part
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import ROW_ID

__all__ = ["MaskLimits", "Masks"]

_WORDS = CHUNK_ROWS // 64
_ALIVE = "__alive"
_LONGS = ArrayType(LongType(), containsNull=False)
_BITMAPS = StructType(
    [
        StructField("chunk", LongType(), nullable=False),
        StructField("words", _LONGS, nullable=False),
    ]
)


@dataclass(frozen=True)
class MaskLimits:
    """Up to which size, in bytes, a deletion vector travels how.

    Attributes:
        literal_bytes: inside the plan.
        join_bytes: as a relation that is broadcast.
    """

    literal_bytes: int = 8 * 2**20
    join_bytes: int = 64 * 2**20


class Masks:
    """Takes hidden rows out of scans.

    Args:
        gateway: the bridge to the JVM.
        session: the session the plans are made in.
        storage: where the vectors' files are.
        limits: which way is taken.
    """

    def __init__(
        self, gateway: Gateway, session: SparkSession, storage: Storage, limits: MaskLimits
    ) -> None:
        self._gateway = gateway
        self._session = session
        self._storage = storage
        self._limits = limits

    def apply(
        self, rows: DataFrame, parts: Sequence[Part], hidden: HiddenRows, late: bool = False
    ) -> DataFrame:
        """A scan without its hidden rows.

        Args:
            rows: all rows of some parts, with their ids.
            parts: the parts.
            hidden: the rows to take out.
            late: whether the filter may come behind the query's own filters; otherwise these are
                not evaluated for hidden rows, on which they may fail. A join always comes behind.
        """
        ranges = [(file.first_row, file.row_stop) for part in parts for file in part.files]
        vector = hidden.vector.restrict(ranges)
        first = min(start for start, _ in ranges) >> 16
        span = (max(stop for _, stop in ranges) >> 16) + 1 - first
        if vector.words.nbytes + 8 * span <= self._limits.literal_bytes:
            is_alive = self._is_alive(vector, first, span)
            return _filter_late(rows, is_alive) if late else rows.filter(is_alive)
        return self._join(rows, vector, hidden.files, "left_anti")

    def masked(self, rows: DataFrame, hidden: HiddenRows) -> DataFrame:
        """Of the rows of a scan the hidden ones."""
        return self._join(rows, hidden.vector, hidden.files, "left_semi")

    def _join(
        self, rows: DataFrame, vector: DeletionVector, files: Sequence[str], kind: str
    ) -> DataFrame:
        if vector.words.nbytes <= self._limits.join_bytes:
            bitmaps = self._session.createDataFrame(vector.to_arrow())
        else:
            paths = [self._storage.hadoop_path(path) for path in files]
            bitmaps = self._session.read.schema(_BITMAPS).parquet(*paths)
        same_chunk = F.col("chunk") == _chunk()
        is_dead = _bit(F.col("words"), _word()) == F.lit(1)
        return rows.join(F.broadcast(bitmaps), same_chunk & is_dead, kind)

    def _is_alive(self, vector: DeletionVector, first: int, span: int) -> Column:
        """Whether a row's bit is not set: two look-ups, of its chunk's bitmap and of its word.

        Chunks without a dead row share one bitmap of zeros, the first.
        """
        offsets = np.zeros(span, dtype=np.int64)
        offsets[vector.chunks - first] = np.arange(1, len(vector.chunks) + 1) * _WORDS
        words = np.concatenate([np.zeros(_WORDS, dtype=np.uint64), vector.words.reshape(-1)])
        offset = self._literal(offsets)[(_chunk() - F.lit(first)).cast("int")]
        return _bit(self._literal(words.view(np.int64)), offset + _word()) == F.lit(0)

    def _literal(self, numbers: npt.NDArray[np.int64]) -> Column:
        """An array as a literal, in Spark's own format; it reaches the JVM in one call."""
        gateway = self._gateway
        array = gateway.new_array(gateway.jvm.long, len(numbers))
        buffer = gateway.java_class("java.nio.ByteBuffer").wrap(numbers.astype(">i8").tobytes())
        buffer.asLongBuffer().get(array)
        catalyst = "org.apache.spark.sql.catalyst.expressions"
        values = gateway.java_class(f"{catalyst}.UnsafeArrayData").fromPrimitiveArray(array)
        kind = gateway.java_class("org.apache.spark.sql.types.DataType").fromJson(_LONGS.json())
        utilities = gateway.java_class("org.apache.spark.sql.classic.ExpressionUtils")
        return Column(utilities.column(gateway.java_class(f"{catalyst}.Literal")(values, kind)))


def _filter_late(rows: DataFrame, is_alive: Column) -> DataFrame:
    """Filters rows after the query's own filters, which are cheaper for most rows.

    Spark tests what lies next to the scan first, but keeps a filter on a projected expression above
    the filters it can push below when the expression is of a kind that it calls expensive
    (`spark.sql.optimizer.avoidDoubleFilterEval`), as regular expressions are. So there is one, in a
    branch that no row takes.
    """
    row = F.col(ROW_ID)
    late = F.when(row < 0, row.cast("string").rlike("")).otherwise(is_alive)
    return rows.withColumn(_ALIVE, late).filter(F.col(_ALIVE)).drop(_ALIVE)


def _chunk() -> Column:
    """The chunk a row is in."""
    return F.shiftright(F.col(ROW_ID), 16)


def _word() -> Column:
    """The place of a row's word in the bitmap of its chunk."""
    return F.shiftright(F.col(ROW_ID), 6).bitwiseAND(F.lit(_WORDS - 1))


def _bit(words: Column, place: Column) -> Column:
    """A row's bit: 1 when the row is hidden.

    Args:
        words: the words of bitmaps.
        place: the place of the row's word among them.
    """
    bit = F.col(ROW_ID).bitwiseAND(F.lit(63)).cast("int")
    word = words[place.cast("int")]
    return F.call_function("shiftright", word, bit).bitwiseAND(F.lit(1))
