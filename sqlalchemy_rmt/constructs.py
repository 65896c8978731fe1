"""What ClickHouse has in SELECT beyond SQL: FINAL, SAMPLE, ARRAY JOIN, PREWHERE, SETTINGS and more.

`final(table)` and `sample(table, …)` are elements of FROM, as SQLAlchemy's own TableSample is, so
they can stand wherever a table can. The clauses of a whole SELECT travel as its suffixes, which the
ORM hands on; they are for the dialect `rmt` only, and any other one leaves them out.

Sources: docs/sql.md; https://clickhouse.com/docs/sql-reference/statements/select/from#final-modifier.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import exc
from sqlalchemy.sql import coercions, roles
from sqlalchemy.sql import select as _sqlalchemy_select
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import AliasedReturnsRows
from sqlalchemy.sql.selectable import Select as _Select
from sqlalchemy.sql.visitors import InternalTraversal

from sqlalchemy_rmt.settings import check_settings

if TYPE_CHECKING:
    _SelectBase = _Select[Any]
    _Aliased = AliasedReturnsRows[Any]
else:
    _SelectBase = _Select
    _Aliased = AliasedReturnsRows

__all__ = [
    "ArrayJoin",
    "FinalTable",
    "LimitBy",
    "Prewhere",
    "ReadFinal",
    "ReadSample",
    "SampledTable",
    "Sampling",
    "Select",
    "SelectClause",
    "Settings",
    "WithTotals",
    "clause_of",
    "clauses_of",
    "final",
    "sample",
    "select",
    "with_clause",
]

_DIALECT = "rmt"
_Clause = TypeVar("_Clause", bound=ClauseElement)


class FinalTable(_Aliased):
    """A table that is read FINAL: its current rows. `final` makes one."""

    __visit_name__ = "final_table"
    inherit_cache = True


def final(table: Any, name: str | None = None) -> FinalTable | SampledTable:
    """A table in FROM with FINAL after it.

    Columns are those of the element: `current = final(users)`, `select(current.c.name)`. With the
    ORM, `aliased(User, final(User.__table__))` is the entity of current rows.

    Args:
        table: a table, an alias of one, or a mapped class.
        name: the alias; made up when None.

    Raises:
        ArgumentError: a subquery, a join or a CTE, after which FINAL cannot stand.
    """
    element = coercions.expect(roles.FromClauseRole, table)
    read = _read(element, "FINAL")
    name = name or read.name
    if read.sampling is not None:
        return SampledTable.made_of(read.table, name, read.sampling, is_final=True)
    return FinalTable._construct(read.table, name=name)


@dataclass(frozen=True)
class _Read:
    """How an element of FROM reads a table: under which name, FINAL or not, which sample."""

    table: Any
    name: str | None = None
    is_final: bool = False
    sampling: Sampling | None = None


def _read(element: Any, word: str) -> _Read:
    """How an element reads its table; a word that stands after tables only is to follow."""
    if element.__visit_name__ == "table":
        return _Read(element)
    if element.__visit_name__ not in ("alias", "final_table", "sampled_table"):
        raise exc.ArgumentError(
            f"{word} stands after a table, not after {element!r}: put {word.lower()}() inside."
        )
    inner = _read(element.element, word)
    return _Read(
        inner.table,
        element._orig_name or inner.name,
        inner.is_final or isinstance(element, FinalTable) or getattr(element, "is_final", False),
        getattr(element, "sampling", None) or inner.sampling,
    )


Size = int | float | Decimal | Fraction
"""A share of all rows, up to 1, or a number of rows."""


@dataclass(frozen=True)
class Sampling:
    """`SAMPLE size [OFFSET offset]`: which rows are read."""

    size: Fraction
    offset: Fraction

    @classmethod
    def of(cls, size: Size, offset: Size | None) -> Sampling:
        """A sampling of numbers.

        Raises:
            ArgumentError: they are none, or negative.
        """
        return cls(_size(size), _size(0 if offset is None else offset))

    def __str__(self) -> str:
        return f"SAMPLE {self.size}" + (f" OFFSET {self.offset}" if self.offset else "")


def _size(size: Size) -> Fraction:
    is_number = isinstance(size, (int, float, Decimal, Fraction)) and not isinstance(size, bool)
    if not is_number or not math.isfinite(size) or size < 0:
        raise exc.ArgumentError(
            f"A sample is a share of all rows, 0.1, or a number of rows, 10000, not {size!r}."
        )
    # The text of a float is the number that was written.
    return Fraction(str(size)) if isinstance(size, float) else Fraction(size)


class SampledTable(_Aliased):
    """A table of which some rows are read. `sample` makes one."""

    __visit_name__ = "sampled_table"
    _traverse_internals = [  # noqa: RUF012
        *AliasedReturnsRows._traverse_internals,
        ("sampling", InternalTraversal.dp_plain_obj),
        ("is_final", InternalTraversal.dp_boolean),
    ]
    sampling: Sampling
    is_final: bool

    @classmethod
    def made_of(
        cls, element: Any, name: str | None, sampling: Sampling, is_final: bool
    ) -> SampledTable:
        """An element of FROM with its sampling."""
        made: SampledTable = cls._construct(element, name=name)
        made.sampling, made.is_final = sampling, is_final
        return made


def sample(
    table: Any, size: Size | Sampling, offset: Size | None = None, name: str | None = None
) -> SampledTable:
    """A table in FROM with SAMPLE after it: the same rows in every query, by the table's SAMPLE BY.

    Columns are those of the element: `some = sample(users, 0.1)`, `select(some.c.name)`. Current
    rows are sampled with `sample(final(users), 0.1)`.

    Args:
        table: a table, an alias of one, `final(table)`, or a mapped class.
        size: the share of all rows, `0.1` or `Fraction(1, 10)`, or about how many rows, `10000`.
        offset: the share, or the number of rows, before them.
        name: the alias; made up when None.

    Raises:
        ArgumentError: a subquery, a join or a CTE, after which SAMPLE cannot stand, or a size that
            is none.
    """
    sampling = size if isinstance(size, Sampling) else Sampling.of(size, offset)
    element = coercions.expect(roles.FromClauseRole, table)
    read = _read(element, "SAMPLE")
    return SampledTable.made_of(read.table, name or read.name, sampling, read.is_final)


class SelectClause(roles.StatementOptionRole, ClauseElement):
    """A clause that travels as a suffix of a SELECT and is written where it belongs."""


class ReadFinal(SelectClause):
    """Whether the tables in FROM of this SELECT are read FINAL."""

    __visit_name__ = "read_final"
    _traverse_internals = [("value", InternalTraversal.dp_boolean)]  # noqa: RUF012

    def __init__(self, value: bool) -> None:
        self.value = value


class ReadSample(SelectClause):
    """Which rows of the tables in FROM of this SELECT are read."""

    __visit_name__ = "read_sample"
    _traverse_internals = [("sampling", InternalTraversal.dp_plain_obj)]  # noqa: RUF012

    def __init__(self, sampling: Sampling) -> None:
        self.sampling = sampling


class ArrayJoin(SelectClause):
    """ARRAY JOIN of arrays, each under its name."""

    __visit_name__ = "array_join"
    _traverse_internals = [  # noqa: RUF012
        ("arrays", InternalTraversal.dp_clauseelement_list),
        ("keeps_empty", InternalTraversal.dp_boolean),
    ]

    def __init__(self, arrays: Sequence[Any], keeps_empty: bool) -> None:
        self.arrays = [coercions.expect(roles.ColumnsClauseRole, one) for one in arrays]
        self.keeps_empty = keeps_empty


class WithTotals(SelectClause):
    """WITH TOTALS after GROUP BY."""

    __visit_name__ = "with_totals"
    inherit_cache = True
    _traverse_internals = []  # noqa: RUF012


class Prewhere(SelectClause):
    """PREWHERE with its condition."""

    __visit_name__ = "prewhere"
    _traverse_internals = [("condition", InternalTraversal.dp_clauseelement)]  # noqa: RUF012

    def __init__(self, condition: Any) -> None:
        self.condition = coercions.expect(roles.WhereHavingRole, condition)


class LimitBy(SelectClause):
    """LIMIT n OFFSET m BY columns."""

    __visit_name__ = "limit_by"
    _traverse_internals = [  # noqa: RUF012
        ("columns", InternalTraversal.dp_clauseelement_list),
        ("limit", InternalTraversal.dp_clauseelement),
        ("offset", InternalTraversal.dp_clauseelement),
        ("has_offset", InternalTraversal.dp_boolean),
    ]

    def __init__(self, columns: Sequence[Any], limit: int, offset: int) -> None:
        self.columns = [coercions.expect(roles.ByOfRole, column) for column in columns]
        self.limit = coercions.expect(roles.LimitOffsetRole, limit, name=None, type_=None)
        self.has_offset = offset != 0
        self.offset = coercions.expect(roles.LimitOffsetRole, offset, name=None, type_=None)


class Settings(SelectClause):
    """SETTINGS name = value, …."""

    __visit_name__ = "settings_clause"
    _traverse_internals = [("values", InternalTraversal.dp_plain_obj)]  # noqa: RUF012

    def __init__(self, values: Mapping[str, Any]) -> None:
        check_settings(values)
        self.values = tuple(values.items())


class Select(_SelectBase):
    """SQLAlchemy's Select with ClickHouse's clauses. `select` makes one.

    Source: https://clickhouse.com/docs/sql-reference/statements/select.
    """

    inherit_cache = True

    def final(self, value: bool = True) -> Select:
        """Reads every ReplacingMergeTree table in this SELECT's FROM with FINAL.

        Subqueries decide for themselves. Tables that were declared with another engine are read
        as they are. What the ORM loads for the objects of this SELECT, at once or later, is read
        alike, unless the relationship says otherwise in its `info`.

        Args:
            value: False to read none FINAL, even those with `rmt_final=True`.
        """
        statement = self._with_clause(ReadFinal(value))
        if statement._propagate_attrs.get("compile_state_plugin") != "orm":
            return statement
        from sqlalchemy_rmt.loading import FinalLoads

        return statement.options(FinalLoads(value))

    def sample(self, size: Size, offset: Size | None = None) -> Select:
        """Reads a sample of every table in this SELECT's FROM that has SAMPLE BY.

        Subqueries decide for themselves. Tables that were declared with an engine without
        `sample_by` are read as a whole; that all of them are is an error when it is compiled.

        Args:
            size: the share of all rows, `0.1`, or about how many rows, `10000`.
            offset: the share, or the number of rows, before them.

        Raises:
            ArgumentError: a size that is none.
        """
        return self._with_clause(ReadSample(Sampling.of(size, offset)))

    def prewhere(self, *conditions: Any) -> Select:
        """Filters before FINAL looks for the current row; `where` filters after it.

        Args:
            conditions: joined with AND, and to those of calls before.
        """
        statement = self
        for condition in conditions:
            statement = statement._with_suffix(Prewhere(condition))
        return statement

    def array_join(self, *arrays: Any, left: bool = False, **named: Any) -> Select:
        """Makes a row of each element of an array, `ARRAY JOIN`.

        Behind it the name of an array stands for the element, `column("tag", types.String)`, also
        where it is the array's own.

        Args:
            arrays: columns of arrays, which keep their names, or labels; several are joined side
                by side and have to be of one size.
            left: whether a row with an empty array stays, with the default of its elements' type.
            named: arrays by the names of their elements: `array_join(tag=users.c.tags)`.

        Source: https://clickhouse.com/docs/sql-reference/statements/select/array-join.

        Raises:
            ArgumentError: there is no array.
        """
        labels = [
            coercions.expect(roles.ExpressionElementRole, array).label(name)
            for name, array in named.items()
        ]
        if not arrays and not labels:
            raise exc.ArgumentError("array_join() needs an array: array_join(tag=users.c.tags).")
        return self._with_suffix(ArrayJoin((*arrays, *labels), left))

    def with_totals(self) -> Select:
        """Adds a last row with the aggregates of all groups, `GROUP BY … WITH TOTALS`.

        Its columns of GROUP BY have their types' defaults.

        Source: https://clickhouse.com/docs/sql-reference/statements/select/group-by#with-totals-modifier.
        """
        return self._with_clause(WithTotals())

    def limit_by(self, columns: Iterable[Any], limit: int, offset: int = 0) -> Select:
        """Keeps the first rows, in the order of ORDER BY, for each value of some columns.

        Args:
            columns: columns or expressions.
            limit: how many rows of each.
            offset: how many to leave out before them.
        """
        return self._with_clause(LimitBy(tuple(columns), limit, offset))

    def settings(self, **values: Any) -> Select:
        """Settings for the whole statement: `select(t).settings(final=1)`.

        Args:
            values: names and values, added to those of calls before. A SELECT inside another one
                cannot have them.

        Raises:
            ArgumentError: a name or a value is none of a setting.
        """
        given = clause_of(self, Settings)
        before = {} if given is None else dict(given.values)
        return self._with_clause(Settings({**before, **values}))

    def _with_clause(self, clause: SelectClause) -> Select:
        """A copy with a clause in place of one of its kind."""
        statement: Select = with_clause(self, clause)
        return statement

    def _with_suffix(self, clause: Any) -> Select:
        return self.suffix_with(clause, dialect=_DIALECT)


def with_clause(statement: Any, clause: SelectClause) -> Any:
    """A copy of any SELECT with a clause in place of one of its kind."""
    copy = statement.suffix_with(clause, dialect=_DIALECT)
    suffixes: tuple[Any, ...] = copy._suffixes
    copy._suffixes = tuple(
        (other, dialect)
        for other, dialect in suffixes
        if other is clause or type(other) is not type(clause)
    )
    return copy


def select(*entities: Any) -> Select:
    """As SQLAlchemy's `select`, with `final`, `sample`, `prewhere`, `limit_by`, `settings`.

    Args:
        entities: columns, tables or mapped classes.
    """
    plain = _sqlalchemy_select(*entities)
    statement = Select.__new__(Select)
    statement.__dict__.update(plain.__dict__)
    return statement


def clause_of(statement: Any, kind: type[_Clause]) -> _Clause | None:
    """The clause of a kind that a SELECT has."""
    clauses = clauses_of(statement, kind)
    return clauses[-1] if clauses else None


def clauses_of(statement: Any, kind: type[_Clause]) -> list[_Clause]:
    """All clauses of a kind that a SELECT has."""
    return [clause for clause, _ in getattr(statement, "_suffixes", ()) if isinstance(clause, kind)]
