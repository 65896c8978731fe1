"""CollapsingMergeTree and VersionedCollapsingMergeTree: rows with sign -1 cancel those with 1.

Source of the semantics: ClickHouse's `CollapsingSortedAlgorithm` and
`VersionedCollapsingAlgorithm` as they answer on 26.9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from rmt_engine.engines.engine import (
    ChoosingAlgorithm,
    Engine,
    EngineColumns,
    MergeAlgorithm,
    MergedRows,
    Replaced,
)
from rmt_engine.engines.keys import Indices
from rmt_engine.engines.ordering import grouped_rows
from rmt_engine.errors import RmtError
from rmt_engine.store.table import COLLAPSING, VERSIONED_COLLAPSING, TableDefinition

__all__ = ["Collapsing", "CollapsingEngine", "VersionedCollapsing", "VersionedCollapsingEngine"]

_NOWHERE = np.iinfo(np.int64).max


@dataclass(frozen=True)
class _Signed(ChoosingAlgorithm):
    """What decides by signs.

    Attributes:
        key: the stored key columns; with versions, the version is among them.
        sign: the column with the sign.
    """

    key: tuple[str, ...]
    sign: str

    @property
    def columns(self) -> tuple[str, ...]:
        """Key and sign, each once."""
        return tuple(dict.fromkeys((*self.key, self.sign)))


@dataclass(frozen=True)
class Collapsing(_Signed):
    """Of the rows with the same key those stay that nothing cancels.

    With as many rows of each sign the first cancelling row and the last row of state stay if that
    comes last, and none otherwise. With more rows of state the last of them stays, with more
    cancelling ones the first of these, for a row of state that is still to come.
    """

    def merge(self, rows: pa.Table, cleanup: bool) -> Indices:
        """What is left of each key, in the order of the key; rows with another sign stay."""
        if rows.num_rows == 0:
            return np.empty(0, dtype=np.int64)
        return self._left(rows, *grouped_rows(rows, self.key))

    def _left(self, rows: pa.Table, order: Indices, starts: Indices) -> Indices:
        keys = _Keys.of(_signs(rows, self.sign), order, starts)
        waits = (keys.balance < 0) | keys.is_followed
        firsts = np.where(waits, keys.first_cancelling, -1)
        lasts = np.where(keys.is_shown, keys.last_state, -1)
        kept = np.column_stack([firsts, lasts]).ravel()
        kept = kept[kept >= 0]
        signs = _signs(rows, self.sign)
        others = np.flatnonzero(np.abs(signs) != 1)
        return kept if not len(others) else _in_order(keys.order, kept, others)

    def merged_of_parts(self, rows: pa.Table, cleanup: bool, merged_parts: Indices) -> MergedRows:
        """What is left of each key, without the rows that ClickHouse does not compare with others.

        It takes a part that came of a merge to have each key once. So where such a part has the
        first rows of a key, all but the last of these stay and have no say in the others.
        """
        if rows.num_rows == 0:
            return MergedRows(np.empty(0, dtype=np.int64))
        order, starts = grouped_rows(rows, self.key)
        is_apart = _followed_in_first_part(merged_parts[order], starts)
        if not is_apart.any():
            return MergedRows(self._left(rows, order, starts))
        compared = np.sort(order[~is_apart])
        kept = compared[self.merge(rows.take(pa.array(compared)), cleanup)]
        return MergedRows(_in_order(order, kept, order[is_apart]))

    def visible(self, rows: pa.Table) -> Indices:
        """The last row of state of each key that has more of them, or as many and that at last."""
        if rows.num_rows == 0:
            return np.empty(0, dtype=np.int64)
        keys = _Keys.of(_signs(rows, self.sign), *grouped_rows(rows, self.key))
        return keys.last_state[keys.is_shown]

    def visible_of_parts(self, rows: pa.Table, merged_parts: Indices) -> Indices:
        """The rows of state that a merge of the parts leaves."""
        left = self.merged_of_parts(rows, False, merged_parts).rows
        return np.asarray(left[_signs(rows, self.sign)[left] == 1])


@dataclass(frozen=True)
class _Keys:
    """What decides about each key.

    Attributes:
        order: all rows in the order of the key.
        balance: how many rows of state there are more than cancelling ones.
        is_followed: whether there are as many, and the last row is one of state.
        last_state: the last row of state; -1 if there is none.
        first_cancelling: the first cancelling row; -1 if there is none.
    """

    order: Indices
    balance: Indices
    is_followed: npt.NDArray[np.bool_]
    last_state: Indices
    first_cancelling: Indices

    @property
    def is_shown(self) -> npt.NDArray[np.bool_]:
        """Whether the last row of state is current."""
        return np.asarray((self.balance > 0) | self.is_followed)

    @classmethod
    def of(cls, signs: Indices, order: Indices, starts: Indices) -> _Keys:
        """Those of rows, at least one.

        Args:
            signs: of the rows.
            order: the rows as `grouped_rows` has them.
            starts: where each key begins.
        """
        signs = signs[order]
        is_state, cancels = signs == 1, signs == -1
        balance = np.add.reduceat(is_state.astype(np.int64) - cancels, starts)
        # Rows ascend within a key, so the greatest number is that of the last row.
        last_state = np.maximum.reduceat(np.where(is_state, order, -1), starts)
        last_cancelling = np.maximum.reduceat(np.where(cancels, order, -1), starts)
        first = np.minimum.reduceat(np.where(cancels, order, _NOWHERE), starts)
        return cls(
            order,
            balance,
            (balance == 0) & (last_state > last_cancelling),
            last_state,
            np.where(first == _NOWHERE, -1, first),
        )


@dataclass(frozen=True)
class VersionedCollapsing(_Signed):
    """Each row cancels the last one of the other sign with its key and version."""

    def merge(self, rows: pa.Table, cleanup: bool) -> Indices:
        """The rows that none cancels, in the order of the key; rows with another sign stay."""
        return self._left(rows, with_others=True)

    def visible(self, rows: pa.Table) -> Indices:
        """The same rows: FINAL shows cancelling ones, too."""
        return self._left(rows, with_others=False)

    def _left(self, rows: pa.Table, *, with_others: bool) -> Indices:
        if rows.num_rows == 0:
            return np.empty(0, dtype=np.int64)
        order, starts = grouped_rows(rows, self.key)
        signs = _signs(rows, self.sign)[order]
        signs = np.where(np.abs(signs) == 1, signs, 0)
        is_left = _uncancelled(signs, starts)
        if with_others:
            is_left |= signs == 0
        return order[is_left]


def _uncancelled(signs: Indices, starts: Indices) -> npt.NDArray[np.bool_]:
    """Which rows are left when each cancels the last one of the other sign before it.

    The rows before are a stack of one sign. Its height, with that sign, is the sum of the signs so
    far. A row stays if it makes the stack higher, and the stack never gets as low again as it was
    before the row.

    Args:
        signs: of rows, key after key; 0 for those that take no part.
        starts: where each key begins.
    """
    sizes = np.diff(np.append(starts, len(signs)))
    group = np.repeat(np.arange(len(starts)), sizes)
    total = np.cumsum(signs)
    before_group = (total - signs)[starts]
    height = total - before_group[group]
    end = np.sign(height[np.append(starts[1:], len(signs)) - 1])
    height = height * end[group]
    # The least height from a row to the end of its key: groups lie so far apart that a later one
    # has no say in an earlier one.
    step = 2 * len(signs) + 1
    lifted = height + group * step
    least = np.minimum.accumulate(lifted[::-1])[::-1] - group * step
    return np.asarray((signs == end[group]) & (height > 0) & (least >= height))


def _signs(rows: pa.Table, sign: str) -> Indices:
    return np.asarray(rows.column(sign).to_numpy(), dtype=np.int64)


def _in_order(order: Indices, kept: Indices, others: Indices) -> Indices:
    """Two sets of rows together, in the order of the key."""
    is_kept = np.zeros(len(order), dtype=np.bool_)
    is_kept[kept] = is_kept[others] = True
    return order[is_kept[order]]


def _followed_in_first_part(parts: Indices, starts: Indices) -> npt.NDArray[np.bool_]:
    """Which rows are of the part with the first row of their key, and so is the next row of it.

    Args:
        parts: of rows, key after key; negative ones do not count.
        starts: where each key begins.
    """
    stops = np.append(starts[1:], len(parts))
    is_of_first = (parts == np.repeat(parts[starts], stops - starts)) & (parts >= 0)
    is_followed = np.append(is_of_first[1:], False)
    is_followed[stops - 1] = False
    return np.asarray(is_of_first & is_followed)


class CollapsingEngine(Engine):
    """`CollapsingMergeTree(sign)`."""

    name = COLLAPSING
    keeps_rows = False

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """The sign."""
        if len(arguments) != 1:
            raise _wrong_number(self.name, 1, "sign column")
        return EngineColumns(sign=arguments[0])

    def arguments(self, definition: TableDefinition) -> tuple[str, ...]:
        """The sign."""
        return tuple(filter(None, (definition.sign,)))

    def algorithm(self, definition: TableDefinition) -> MergeAlgorithm:
        """Rows of the same key cancel each other."""
        return Collapsing(definition.key_columns, definition.sign or "")


class VersionedCollapsingEngine(Engine):
    """`VersionedCollapsingMergeTree(sign, version)`: the version is the last column of the key."""

    name = VERSIONED_COLLAPSING
    keeps_rows = False
    replaced = Replaced.ROW

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """The sign and the version."""
        if len(arguments) != 2:
            raise _wrong_number(self.name, 2, "sign column, version")
        return EngineColumns(sign=arguments[0], version=arguments[1])

    def arguments(self, definition: TableDefinition) -> tuple[str, ...]:
        """The sign and the version."""
        return tuple(filter(None, (definition.sign, definition.version)))

    def key_behind(self, columns: EngineColumns) -> tuple[str, ...]:
        """The version."""
        return tuple(filter(None, (columns.version,)))

    def algorithm(self, definition: TableDefinition) -> MergeAlgorithm:
        """Rows of the same key and version cancel each other."""
        return VersionedCollapsing(definition.key_columns, definition.sign or "")


def _wrong_number(engine: str, number: int, what: str) -> RmtError:
    return RmtError(
        "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
        f"With extended storage definition syntax storage {engine} requires {number} parameters: "
        f"{what}.",
    )
