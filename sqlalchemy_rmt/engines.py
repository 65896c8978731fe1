"""The engine of a table, with its keys and settings, skipping indexes and projections.

    Table("users", metadata, Column(…), engines.ReplacingMergeTree(version="ver", order_by="id"))

Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/replacingmergetree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from sqlalchemy import exc
from sqlalchemy.schema import Column, SchemaItem, Table
from sqlalchemy.sql.elements import ClauseElement

__all__ = [
    "AggregatingMergeTree",
    "Buffer",
    "CoalescingMergeTree",
    "CollapsingMergeTree",
    "Engine",
    "Expression",
    "Merge",
    "MergeTree",
    "Projection",
    "ReplacingMergeTree",
    "ReplicatedAggregatingMergeTree",
    "ReplicatedCoalescingMergeTree",
    "ReplicatedCollapsingMergeTree",
    "ReplicatedMergeTree",
    "ReplicatedReplacingMergeTree",
    "ReplicatedSummingMergeTree",
    "ReplicatedVersionedCollapsingMergeTree",
    "SkippingIndex",
    "SummingMergeTree",
    "VersionedCollapsingMergeTree",
    "engine_named",
    "engine_of",
    "projections_of",
    "skipping_indexes_of",
]

Expression = str | ClauseElement
"""The name of a column, or an expression of columns of the table."""

_Key = Expression | Iterable[Expression] | None


class Engine(SchemaItem):
    """A table's engine: stands in `Table(…)` or in `__table_args__`.

    Names of columns are quoted as names; anything else in a key is an expression:
    `func.toYYYYMM(column("day"))`, or `text("toYYYYMM(day)")`.

    Args:
        order_by: the sorting key: a name, an expression, or several. Without it, the table's
            primary key, and without one `tuple()`.
        partition_by: the partition key.
        primary_key: the primary key, if it is a shorter prefix of the sorting key.
        sample_by: what SAMPLE picks rows by, an element of the primary key.
        ttl: when rows expire: a column, an expression, or several, `text("at + INTERVAL 1 DAY WHERE
            gone = 1")`.
        settings: settings of the table, `{"min_age_to_force_merge_seconds": 60}`.

    Attributes:
        name: ClickHouse's.
        has_final: whether FINAL reads other rows than a plain SELECT.
        unique_key: the columns in which versions of a row are equal; empty if those of the sorting
            key are.

    Raises:
        ArgumentError: `sample_by` has several elements.
    """

    __visit_name__ = "table_engine"
    name: ClassVar[str]
    has_final: ClassVar[bool] = True
    unique_key: tuple[str, ...] = ()

    def __init__(
        self,
        *,
        order_by: _Key = None,
        partition_by: _Key = None,
        primary_key: _Key = None,
        sample_by: _Key = None,
        ttl: _Key = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        sampled = _elements(sample_by)
        if len(sampled) > 1:
            raise exc.ArgumentError("sample_by is one column or expression.")
        self.sample_by = sampled[0] if sampled else None
        self.order_by = _elements(order_by)
        self.partition_by = _elements(partition_by)
        self.primary_key = _elements(primary_key)
        self.ttl = _elements(ttl)
        self.settings = dict(settings or {})

    @property
    def arguments(self) -> tuple[str, ...]:
        """The columns that the engine is given."""
        return ()

    @property
    def column_list(self) -> tuple[str, ...] | None:
        """The one list of columns that some engines are given instead; None if there is none."""
        return None

    @property
    def constants(self) -> tuple[str, ...] | None:
        """The arguments of an engine without keys, as SQL; None for one with keys."""
        return None

    def version_key(self, table: Table) -> tuple[Expression, ...]:
        """What is equal in versions of a row: the unique key, or the sorting key."""
        declared = tuple(column.name for column in table.primary_key)
        return self.unique_key or self.order_by or declared

    def key_columns(self, table: Table) -> frozenset[str]:
        """The columns that stand in keys by name, the version and the mark: not Nullable."""
        keys = (*self.order_by, *self.partition_by, *self.primary_key)
        names = (*keys, *self.unique_key, self.sample_by, *self.arguments)
        columns = frozenset(name for name in names if isinstance(name, str))
        return columns if self.order_by else columns | set(table.primary_key.columns.keys())

    def _set_parent(self, parent: Any, **_: Any) -> None:
        parent.dialect_kwargs["rmt_engine"] = self

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and repr(other) == repr(self)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={_shown(value)}" for name, value in self._given().items())
        return f"{type(self).__name__}({given})"

    def _given(self) -> dict[str, Any]:
        """The arguments that make this engine, those that say something."""
        keys = ("order_by", "partition_by", "primary_key")
        given = {key: getattr(self, key) for key in keys if getattr(self, key)}
        sample = {} if self.sample_by is None else {"sample_by": self.sample_by}
        last = {key: getattr(self, key) for key in ("ttl", "settings") if getattr(self, key)}
        return {**given, **sample, **last}


class MergeTree(Engine):
    """Every row stays. The arguments are those of `Engine`."""

    name = "MergeTree"
    has_final = False


class ReplacingMergeTree(Engine):
    """Of the rows with the same sorting key, or unique key, one is current.

    Args:
        version: the column by which the row with the highest value is current; without it, the
            row inserted last is.
        is_deleted: the column that marks a deleted row with 1. It needs a version.
        unique_key: a column or several in which versions of a row are equal, where these are not
            those of the sorting key.
        options: the arguments of `Engine`.

    Raises:
        ArgumentError: `is_deleted` without a version.
    """

    name = "ReplacingMergeTree"

    def __init__(
        self,
        version: str | Column[Any] | None = None,
        is_deleted: str | Column[Any] | None = None,
        *,
        unique_key: str | Column[Any] | Iterable[str | Column[Any]] = (),
        **options: Any,
    ) -> None:
        if is_deleted is not None and version is None:
            raise exc.ArgumentError("is_deleted needs a version column beside it.")
        super().__init__(**options)
        self.version = _column_name(version)
        self.is_deleted = _column_name(is_deleted)
        self.unique_key = _column_names(unique_key)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The version and the mark, those there are."""
        return tuple(name for name in (self.version, self.is_deleted) if name is not None)

    def _given(self) -> dict[str, Any]:
        given = {k: getattr(self, k) for k in ("version", "is_deleted") if getattr(self, k)}
        unique_key = {"unique_key": self.unique_key} if self.unique_key else {}
        return given | unique_key | super()._given()


class CollapsingMergeTree(Engine):
    """Rows with sign -1 cancel rows with 1 that have the same sorting key.

    Args:
        sign: the column with the sign, an Int8.
        options: the arguments of `Engine`.

    Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/collapsingmergetree.
    """

    name = "CollapsingMergeTree"

    def __init__(self, sign: str | Column[Any], **options: Any) -> None:
        super().__init__(**options)
        self.sign = _column_name(sign)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The sign."""
        return (self.sign,) if self.sign is not None else ()

    def _given(self) -> dict[str, Any]:
        return {"sign": self.sign} | super()._given()


class VersionedCollapsingMergeTree(Engine):
    """Rows with sign -1 cancel rows with 1 that have the same sorting key and version.

    Args:
        sign: the column with the sign, an Int8.
        version: the column that numbers the states of a row; the endpoint puts it behind the
            sorting key.
        options: the arguments of `Engine`.

    Source:
    https://clickhouse.com/docs/engines/table-engines/mergetree-family/versionedcollapsingmergetree.
    """

    name = "VersionedCollapsingMergeTree"

    def __init__(self, sign: str | Column[Any], version: str | Column[Any], **options: Any) -> None:
        super().__init__(**options)
        self.sign = _column_name(sign)
        self.version = _column_name(version)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The sign and the version."""
        return tuple(name for name in (self.sign, self.version) if name is not None)

    def _given(self) -> dict[str, Any]:
        return {"sign": self.sign, "version": self.version} | super()._given()


class AggregatingMergeTree(Engine):
    """Rows with the same sorting key become one: columns say how, by `SimpleAggregateFunction`.

    The arguments are those of `Engine`.

    Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/aggregatingmergetree.
    """

    name = "AggregatingMergeTree"


class _WithColumns(Engine):
    """An engine that computes the values of some columns, or of all that it can.

    Args:
        columns: a column or several; None for all.
        options: the arguments of `Engine`.
    """

    def __init__(
        self,
        columns: str | Column[Any] | Iterable[str | Column[Any]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        several = [columns] if isinstance(columns, (str, Column)) else columns
        self.columns = None if several is None else tuple(map(_name, several))

    @property
    def column_list(self) -> tuple[str, ...] | None:
        """The columns; None for all."""
        return self.columns

    def _given(self) -> dict[str, Any]:
        return ({} if self.columns is None else {"columns": self.columns}) | super()._given()


class SummingMergeTree(_WithColumns):
    """Rows with the same sorting key become one, with the sums of their numbers.

    Args:
        columns: those that are summed; None for all numbers outside of keys.
        options: the arguments of `Engine`.

    Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/summingmergetree.
    """

    name = "SummingMergeTree"


class CoalescingMergeTree(_WithColumns):
    """Rows with the same sorting key become one, with the last values that are not NULL.

    Args:
        columns: those of which the last value stays; None for all outside of keys. The others keep
            the first.
        options: the arguments of `Engine`.

    Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/coalescingmergetree.
    """

    name = "CoalescingMergeTree"


class Merge(Engine):
    """A table without rows of its own that shows those of all tables whose names match.

    Args:
        database: the name of their database.
        pattern: a regular expression of their names.
        is_regexp: whether the database is a regular expression, too.

    Source: https://clickhouse.com/docs/engines/table-engines/special/merge.
    """

    name = "Merge"

    def __init__(self, database: str, pattern: str, *, is_regexp: bool = False) -> None:
        super().__init__()
        self.database, self.pattern, self.is_regexp = database, pattern, is_regexp

    @property
    def constants(self) -> tuple[str, ...]:
        """The database and the pattern."""
        database = quoted_string(self.database)
        first = f"REGEXP({database})" if self.is_regexp else database
        return (first, quoted_string(self.pattern))

    def _given(self) -> dict[str, Any]:
        last = {"is_regexp": True} if self.is_regexp else {}
        return {"database": self.database, "pattern": self.pattern, **last}


class Buffer(Engine):
    """A table that hands what is inserted on to another one, whose rows it shows.

    Args:
        database: the database of the other table.
        table: its name.
        limits: layers, least and most seconds, least and most rows, least and most bytes, and
            perhaps the seconds, rows and bytes of flushes: 7 to 10 numbers.

    Source: https://clickhouse.com/docs/engines/table-engines/special/buffer.
    """

    name = "Buffer"

    def __init__(self, database: str, table: str, limits: Iterable[int]) -> None:
        super().__init__()
        self.database, self.table, self.limits = database, table, tuple(limits)

    @property
    def constants(self) -> tuple[str, ...]:
        """The other table and the limits."""
        names = (quoted_string(self.database), quoted_string(self.table))
        return (*names, *map(str, self.limits))

    def _given(self) -> dict[str, Any]:
        return {"database": self.database, "table": self.table, "limits": self.limits}


class ReplicatedMergeTree(MergeTree):
    """MergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedMergeTree"


class ReplicatedReplacingMergeTree(ReplacingMergeTree):
    """ReplacingMergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedReplacingMergeTree"


class ReplicatedCollapsingMergeTree(CollapsingMergeTree):
    """CollapsingMergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedCollapsingMergeTree"


class ReplicatedVersionedCollapsingMergeTree(VersionedCollapsingMergeTree):
    """VersionedCollapsingMergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedVersionedCollapsingMergeTree"


class ReplicatedAggregatingMergeTree(AggregatingMergeTree):
    """AggregatingMergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedAggregatingMergeTree"


class ReplicatedSummingMergeTree(SummingMergeTree):
    """SummingMergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedSummingMergeTree"


class ReplicatedCoalescingMergeTree(CoalescingMergeTree):
    """CoalescingMergeTree; the endpoint recognises INSERTs that are repeated."""

    name = "ReplicatedCoalescingMergeTree"


class SkippingIndex(SchemaItem):
    """A data skipping index, declared with the table: `SkippingIndex("ix_day", "day")`.

    Args:
        name: its name.
        expression: the name of a column, or an expression.
        type: `minmax`, `set(N)` or `bloom_filter`.
        granularity: kept and shown.
    """

    __visit_name__ = "skipping_index"

    def __init__(
        self,
        name: str,
        expression: Expression,
        type: str = "minmax",  # noqa: A002
        granularity: int = 1,
    ) -> None:
        self.name = name
        self.expression = expression
        self.type = type
        self.granularity = granularity

    def _set_parent(self, parent: Any, **_: Any) -> None:
        parent.dialect_kwargs["rmt_skipping_indexes"] = (*skipping_indexes_of(parent), self)

    def __repr__(self) -> str:
        return (
            f"SkippingIndex({self.name!r}, {_shown(self.expression)}, {self.type!r}, "
            f"{self.granularity})"
        )


class Projection(SchemaItem):
    """A projection, declared with the table: `Projection("by_day", "SELECT * ORDER BY day")`.

    Args:
        name: its name.
        query: `SELECT … GROUP BY …` or `SELECT … ORDER BY …`, without FROM.
    """

    __visit_name__ = "projection"

    def __init__(self, name: str, query: str) -> None:
        self.name = name
        self.query = query

    def _set_parent(self, parent: Any, **_: Any) -> None:
        parent.dialect_kwargs["rmt_projections"] = (*projections_of(parent), self)

    def __repr__(self) -> str:
        return f"Projection({self.name!r}, {self.query!r})"


def engine_of(table: Any) -> Engine | None:
    """The engine a table was declared with."""
    return _option(table, "engine")  # type: ignore[no-any-return]


def engine_named(name: str) -> Engine:
    """An engine by ClickHouse's name, without arguments.

    Raises:
        ArgumentError: there is none, or it needs arguments.
    """
    kind = globals().get(name) if name in __all__ else None
    if isinstance(kind, type) and issubclass(kind, Engine) and kind is not Engine:
        try:
            return kind()
        except TypeError:
            raise exc.ArgumentError(
                f"{name} needs arguments: create_engine(…, default_engine=engines.{name}(…))."
            ) from None
    raise exc.ArgumentError(f"There is no engine {name!r}.")


def skipping_indexes_of(table: Any) -> tuple[SkippingIndex, ...]:
    """The skipping indexes a table was declared with."""
    return _option(table, "skipping_indexes") or ()


def projections_of(table: Any) -> tuple[Projection, ...]:
    """The projections a table was declared with."""
    return _option(table, "projections") or ()


def _option(table: Any, name: str) -> Any:
    options = getattr(table, "dialect_kwargs", {})
    return options.get(f"rmt_{name}")


def quoted_string(text: str) -> str:
    """A text as SQL."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _elements(key: _Key) -> tuple[Expression, ...]:
    if key is None:
        return ()
    elements = (key,) if isinstance(key, (str, ClauseElement)) else tuple(key)
    return tuple(e.name if isinstance(e, Column) else e for e in elements)


def _shown(value: Any) -> str:
    """A value as Python that makes it; an expression as `text(…)`."""
    if isinstance(value, tuple):
        return f"({''.join(f'{_shown(item)}, ' for item in value).rstrip()})"
    return f"text({_as_text(value)!r})" if isinstance(value, ClauseElement) else repr(value)


def _as_text(expression: ClauseElement) -> str:
    """An expression as what `text()` takes, its constants written out."""
    from sqlalchemy_rmt.dialect import RmtDialect

    dialect: Any = RmtDialect(paramstyle="named")
    options = {"literal_binds": True, "include_table": False}
    sql = str(expression.compile(dialect=dialect, compile_kwargs=options))
    # A colon before a word would begin a parameter, in a string, too.
    return re.sub(r"(?<![:\\]):(?=\w)", r"\:", sql)


def _name(column: str | Column[Any]) -> str:
    return str(column.name) if isinstance(column, Column) else column


def _column_names(columns: str | Column[Any] | Iterable[str | Column[Any]]) -> tuple[str, ...]:
    listed: Any = (columns,) if isinstance(columns, str | Column) else columns
    return tuple(one.name if isinstance(one, Column) else str(one) for one in listed)


def _column_name(column: str | Column[Any] | None) -> str | None:
    return column.name if isinstance(column, Column) else column
