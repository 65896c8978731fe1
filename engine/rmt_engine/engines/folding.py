"""SummingMergeTree, AggregatingMergeTree, CoalescingMergeTree: rows of a key become one.

Each column has a fold: the sum of its values, the last that is not NULL, what its
SimpleAggregateFunction says. A column that has none keeps the value of the first row.

Source of the semantics: ClickHouse's `SummingSortedAlgorithm`, `AggregatingSortedAlgorithm` and
`CoalescingSortedAlgorithm` as they answer on 26.9.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pyarrow as pa

from rmt_engine.engines.engine import (
    PART_RANK,
    Engine,
    EngineColumns,
    MergeAlgorithm,
    MergedRows,
    Versions,
)
from rmt_engine.engines.folds import KEY, ColumnFold, is_zero
from rmt_engine.engines.ordering import grouped_rows
from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.nested import nested_arrays
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.sql.values.state_types import OF_ENTRIES, state_kernel
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import (
    AGGREGATING,
    COALESCING,
    ROW_ID,
    SUMMING,
    Column,
    TableDefinition,
)

__all__ = ["AggregatingEngine", "CoalescingEngine", "Folding", "FoldingEngine", "SummingEngine"]

_SUMMABLE = {Category.INTEGER, Category.FLOAT, Category.DECIMAL, Category.BOOL}
_NORMALIZING = ("entries", "entries of arrays", "groupUniqArrayArray")
"""Kernels that may change a single value."""
_NAMES_OF_KEYS = ("ID", "Key", "Type")
"""How fields of a Nested …Map end that, with the first, tell which entries are the same."""
_OF_KEYS = {
    *(Category.INTEGER, Category.BOOL, Category.ENUM),
    *(Category.UUID, Category.IPV4, Category.IPV6),
    *(Category.STRING, Category.FIXED_STRING, Category.DATE, Category.DATETIME),
}
"""Types of such fields; `SummingMergeTree` of ClickHouse takes neither floats nor DateTime64."""
_KERNELS = {
    "any": "first known",
    "anyLast": "last known",
    "any_respect_nulls": "first",
    "anyLast_respect_nulls": "last",
    "sum": "sum",
    "sumWithOverflow": "sum",
    "sumMap": "sum",
    "minMap": "min",
    "maxMap": "max",
}
"""The kernels of simple aggregate functions; the others have the same name."""


@dataclass(frozen=True)
class Folding(MergeAlgorithm):
    """The rows with the same key become one.

    Attributes:
        key: the stored key columns.
        folds: how values become one; columns without a fold keep the first row's.
        vanishes: columns, and whether each may be NULL: a row goes when all of them have their
            type's default; empty when no row goes.
    """

    key: tuple[str, ...]
    folds: tuple[ColumnFold, ...]
    vanishes: tuple[tuple[str, bool], ...] = ()

    @property
    def settles_single_rows(self) -> bool:
        """Whether a row that has its key alone is what a merge leaves of it."""
        return not self.vanishes and not self.changes_single_rows

    @property
    def changes_single_rows(self) -> bool:
        """Whether a merge leaves other values of a row that has its key alone."""
        return any(fold.kernel in _NORMALIZING for fold in self.folds)

    @property
    def columns(self) -> tuple[str, ...]:
        """Key and folded columns, each once."""
        folded = (name for fold in self.folds for name in fold.columns)
        return tuple(dict.fromkeys((*self.key, *folded)))

    def merged(self, rows: pa.Table, cleanup: bool) -> MergedRows:
        """The first row of each key, with the folded values; without a key each row is alone."""
        if not rows.num_rows or (not self.key and self.settles_single_rows):
            return MergedRows(np.arange(rows.num_rows, dtype=np.int64))
        if self.key:
            order, starts = grouped_rows(rows, self.key)
        else:
            order = starts = np.arange(rows.num_rows, dtype=np.int64)
        places = pa.array(order)
        values: dict[str, pa.Array] = {}
        for fold in self.folds:
            values |= fold.folded_columns(rows, places, starts)
        merged = MergedRows(order[starts], values)
        if not self.vanishes:
            return merged
        has_gone = np.logical_and.reduce(
            [is_zero(values[name], nullable) for name, nullable in self.vanishes]
        )
        return merged.take(np.flatnonzero(~has_gone))


class FoldingEngine(Engine):
    """An engine whose merges compute values.

    Attributes:
        list_is_of: how ClickHouse's messages call the list of columns; empty if it takes none.
    """

    keeps_one_row = True
    computes = True
    list_is_of: ClassVar[str] = ""

    def columns(self, arguments: Sequence[str]) -> EngineColumns:
        """The list of columns, which may be left out."""
        if not self.list_is_of and arguments:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"With extended storage definition syntax storage {self.name} requires no "
                "parameters.",
            )
        if len(arguments) > 1:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"With extended storage definition syntax storage {self.name} requires 0 to 1 "
                f"parameters: [{self.list_is_of}].",
                f"Put several into parentheses: {self.name}(({', '.join(arguments)})).",
            )
        return EngineColumns(folded=tuple(split_list(arguments[0])) if arguments else None)

    def arguments(self, definition: TableDefinition) -> tuple[str | tuple[str, ...], ...]:
        """The list of columns."""
        return () if definition.folded is None else (definition.folded,)

    def leaves_unique_keys(self, definition: TableDefinition) -> bool:
        """Whether there is a key: without one all rows stay."""
        return bool(definition.key_columns)

    def check(self, columns: EngineColumns, stored: Mapping[str, DataType]) -> None:
        """Makes sure that the listed columns are there."""
        known = {*stored, *nested_arrays(stored)}
        for name in columns.folded or ():
            if name not in known:
                raise RmtError(
                    "NO_SUCH_COLUMN_IN_TABLE",
                    f"Column {name} listed in columns to sum does not exist in table declaration.",
                )

    def check_definition(self, definition: TableDefinition) -> None:
        """Makes sure that no listed column is one of a key."""
        for name in definition.folded or ():
            if name in definition.key_sources:
                which = "sorting" if name in _plain_key(definition) else "partition"
                raise RmtError(
                    "BAD_ARGUMENTS",
                    f"Columns: {name} listed both in columns to sum and in {which} key. "
                    "That is not allowed.",
                )

    def algorithm(self, definition: TableDefinition) -> Folding:
        """What becomes of each column, by its name in files."""
        names = {column.name: column.file_name for column in definition.stored_columns}
        types = {column.file_name: parse_type(column.type) for column in definition.stored_columns}
        folds = [
            replace(
                fold,
                column=names.get(fold.column, fold.column),
                arrays=tuple(names[name] for name in fold.arrays),
            )
            for fold in self._folds(definition)
        ]
        return Folding(definition.key_columns, tuple(folds), self._vanishing(folds, types))

    def computed_columns(self, definition: TableDefinition) -> frozenset[str]:
        """The columns that have a fold."""
        return frozenset(name for fold in self._folds(definition) for name in fold.columns)

    def _folds(self, definition: TableDefinition) -> list[ColumnFold]:
        """The folds of all columns that have one."""
        columns = _values(definition)
        folds = (self.fold_of(column.name, parse_type(column.type)) for column in columns)
        return [fold for fold in folds if fold is not None]

    def current(self, versions: Versions) -> str:
        """The rows of each key folded; without a key each row stands for itself."""
        return versions.merged(versions.key or (PART_RANK, ROW_ID))

    @abstractmethod
    def fold_of(self, name: str, data_type: DataType) -> ColumnFold | None:
        """How a column's values become one; None if the first stays."""

    def _vanishing(
        self, folds: Sequence[ColumnFold], types: Mapping[str, DataType]
    ) -> tuple[tuple[str, bool], ...]:
        return ()


class SummingEngine(FoldingEngine):
    """`SummingMergeTree[(columns)]`."""

    name = SUMMING
    keeps_rows = False
    list_is_of = "columns_to_sum"

    def fold_of(self, name: str, data_type: DataType) -> ColumnFold | None:
        """Numbers are summed, maps by their keys."""
        if data_type.category is Category.STATE:
            return state_fold(name, data_type)
        if data_type.simple_function:
            return simple_fold(name, data_type)
        if data_type.family == "Nested" and name.endswith("Map"):
            return _map_fold(name, data_type)
        return _typed(name, "sum", data_type) if data_type.category in _SUMMABLE else None

    def _folds(self, definition: TableDefinition) -> list[ColumnFold]:
        """Arrays beside each other that are a map are summed together, listed or not."""
        folds = super()._folds(definition)
        maps = _maps_of_arrays(definition)
        in_maps = {name for fold in maps for name in fold.columns}
        return [*(fold for fold in folds if fold.column not in in_maps), *maps]

    def _vanishing(
        self, folds: Sequence[ColumnFold], types: Mapping[str, DataType]
    ) -> tuple[tuple[str, bool], ...]:
        """A row goes when all sums are zero; a map, and what has its own function, keeps it."""
        plain = [
            (fold.column, types[fold.column].nullable)
            for fold in folds
            if fold.kernel == "sum" and not types[fold.column].simple_function
        ]
        return tuple(plain) if len(plain) == len(folds) else ()


class AggregatingEngine(FoldingEngine):
    """`AggregatingMergeTree`."""

    name = AGGREGATING

    def check_definition(self, definition: TableDefinition) -> None:
        """Makes sure that no column only keeps the value of some row, unless that is allowed."""
        measures = self.computed_columns(definition)
        kept = [
            column.name
            for column in definition.stored_columns
            if column.is_visible and column.name not in (*definition.key_sources, *measures)
        ]
        allowed = definition.settings.get("allow_dimensions_outside_sorting_key") == "1"
        if measures and kept and not allowed:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Column(s) {', '.join(kept)} of the AggregatingMergeTree table are neither part "
                "of the sorting key nor aggregate measures (AggregateFunction or "
                "SimpleAggregateFunction): of rows with the same key they keep the first value.",
                "Add them to the sorting key, or set allow_dimensions_outside_sorting_key = 1.",
            )

    def fold_of(self, name: str, data_type: DataType) -> ColumnFold | None:
        """What the column's function says."""
        if data_type.category is Category.STATE:
            return state_fold(name, data_type)
        return simple_fold(name, data_type) if data_type.simple_function else None


class CoalescingEngine(FoldingEngine):
    """`CoalescingMergeTree[(columns)]`."""

    name = COALESCING
    list_is_of = "columns_to_sum"

    def fold_of(self, name: str, data_type: DataType) -> ColumnFold | None:
        """The last value that is not NULL, unless the column has its own function."""
        if data_type.category is Category.STATE:
            return state_fold(name, data_type)
        if data_type.simple_function:
            return simple_fold(name, data_type)
        return ColumnFold(name, "last known")


def _values(definition: TableDefinition) -> list[Column]:
    """The columns whose values become one, if their engine has a fold for their type."""
    listed = definition.folded
    return [
        column for column in _beside_keys(definition) if listed is None or column.name in listed
    ]


def _beside_keys(definition: TableDefinition) -> list[Column]:
    keys = {*definition.key_sources, *definition.key_columns}
    return [column for column in definition.stored_columns if column.name not in keys]


def _maps_of_arrays(definition: TableDefinition) -> list[ColumnFold]:
    """The folds of Nested …Map whose fields are columns of arrays."""
    types = {column.name: parse_type(column.type) for column in _beside_keys(definition)}
    maps: list[ColumnFold] = []
    for nested, arrays in nested_arrays(types).items():
        fields = tuple(name.removeprefix(f"{nested}.") for name in arrays)
        elements = tuple(types[name].element for name in arrays)
        fold = None
        if nested.endswith("Map"):
            fold = _map_fold(nested, DataType("Nested", elements=elements, names=fields))
        if fold is not None:
            maps.append(replace(fold, arrays=tuple(arrays)))
    return maps


def simple_fold(name: str, data_type: DataType) -> ColumnFold:
    """How the values of a column become one whose type is a SimpleAggregateFunction."""
    function = data_type.simple_function
    kernel = _KERNELS.get(function, function)
    if not function.endswith("Map"):
        return _typed(name, kernel, data_type)
    are_arrays = data_type.family == "Tuple"
    key, *values = [one.element if are_arrays else one for one in data_type.elements]
    folded = [_typed(f"value {place}", kernel, value) for place, value in enumerate(values, 1)]
    return ColumnFold(
        name,
        "entries of arrays" if are_arrays else "entries",
        fields=(_typed("key", KEY, key), *folded),
        drops_zeros=are_arrays and kernel == "sum",
    )


def state_fold(name: str, data_type: DataType) -> ColumnFold:
    """How the states of an aggregate function become one."""
    kernel, kept = state_kernel(data_type), data_type.state
    if kernel.endswith(OF_ENTRIES):
        function = f"{kernel.removesuffix(OF_ENTRIES)}Map"
        return simple_fold(name, replace(kept, simple_function=function))
    if kernel.startswith("arg "):
        return ColumnFold(name, kernel, data_type=kept.elements[1])
    if kernel != "sum of fields":
        return _typed(name, kernel, kept)
    fields = tuple(_typed(str(n), "sum", one) for n, one in enumerate(kept.elements, 1))
    return ColumnFold(name, kernel, fields=fields)


def _map_fold(name: str, data_type: DataType) -> ColumnFold | None:
    """How a Nested …Map is summed; None if it is none."""
    fields = [
        _typed(
            field,
            KEY if not place or field.endswith(_NAMES_OF_KEYS) else "sum",
            element,
        )
        for place, (field, element) in enumerate(
            zip(data_type.names, data_type.elements, strict=True)
        )
    ]
    elements = dict(zip(data_type.names, data_type.elements, strict=True))
    is_map = len({field.kernel for field in fields}) == 2 and all(
        _may_be_key(elements[field.column])
        if field.kernel == KEY
        else elements[field.column].category in _SUMMABLE and not elements[field.column].nullable
        for field in fields
    )
    return ColumnFold(name, "entries", fields=tuple(fields), drops_zeros=True) if is_map else None


def _may_be_key(data_type: DataType) -> bool:
    is_fine = data_type.category in _OF_KEYS and data_type.family != "DateTime64"
    return is_fine and not data_type.nullable


def _typed(name: str, kernel: str, data_type: DataType) -> ColumnFold:
    """A fold of values of a type."""
    fold = ColumnFold(name, kernel, data_type=data_type)
    if data_type.category is Category.BOOL:
        return replace(fold, bits=8)
    if data_type.category is not Category.INTEGER:
        return fold
    bits = int("".join(filter(str.isdigit, data_type.family)))
    return replace(fold, bits=bits, signed=not data_type.family.startswith("U"))


def _plain_key(definition: TableDefinition) -> tuple[str, ...]:
    return tuple(element.strip("` ") for element in definition.order_by)
