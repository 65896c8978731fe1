"""INTERPOLATE: what columns are in rows that fill gaps, from the row before.

A row that fills a gap has, of a column that INTERPOLATE names, its expression over the row before;
other columns have their types' defaults. The first row of a query has a row of defaults before it.
Only the column's own name stands for what INTERPOLATE made of it there; other names are the
query's columns, which have defaults in rows that fill gaps unless rows are ordered by them.
Rows between two of the query's own are made one from the other: an array for each gap.

Source: https://clickhouse.com/docs/sql-reference/statements/select/order-by#filling-grouped-by-sorting-prefix
and `FillingTransform.cpp` of ClickHouse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import NULL
from rmt_engine.sql.query.catalog import QueryColumn
from rmt_engine.sql.query.clauses.order_columns import OrderColumn
from rmt_engine.sql.query.names.substitution import substituted
from rmt_engine.sql.query.tree import (
    Call,
    Computed,
    Exists,
    Expression,
    Identifier,
    Interpolation,
    Literal,
    Subquery,
    expressions_in,
)
from rmt_engine.sql.query.types.conversion import converted
from rmt_engine.sql.query.values import Value, default_text, stored
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["Calculation", "default_of", "interpolated", "over_row_before"]

_BEFORE = "element_at(`_a`, -1)"


@dataclass(frozen=True)
class Calculation:
    """A column of INTERPOLATE.

    Attributes:
        column: the column.
        value: what it is, over the row before; None: the same as there.
    """

    column: QueryColumn
    value: Value | None


def default_of(column: QueryColumn) -> str:
    """Spark's text of what a column is in a row that has no value of it."""
    return default_text(Value("", column.type, is_condition=column.is_condition))


def over_row_before(
    interpolation: Interpolation,
    column: QueryColumn,
    other: Callable[[Identifier], OrderColumn],
    lower: Callable[[Expression], Value],
) -> Value | None:
    """The value of a column of INTERPOLATE, over the row before; None: the same as there.

    Args:
        interpolation: the column's name and its expression.
        column: the column.
        other: makes what another name stands for a column of the rows.
        lower: lowers an expression.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, it has a query inside; `CANNOT_CONVERT_TYPE`, it is NULL and
            the column takes none.
    """
    node, own = interpolation.value, (interpolation.name,)
    if node is None or (isinstance(node, Identifier) and node.parts == own):
        return None
    if any(isinstance(one, Subquery | Exists) for one in expressions_in(node)):
        raise RmtError(
            "NOT_IMPLEMENTED",
            "A query inside INTERPOLATE is not supported.",
            "Write its value.",
        )

    def field(name: Identifier) -> Expression:
        if name.parts == own:
            value = _field(column.spark_name, column.type)
            return Computed(replace(value, is_condition=column.is_condition), name.name)
        found = other(name)
        return Computed(_field(found.name, found.type), name.name)

    value = stored(lower(substituted(node, field)))
    if value.type == NULL and column.type is not None and not column.type.nullable:
        raise RmtError("CANNOT_CONVERT_TYPE", "Cannot convert NULL to a non-nullable type.")
    if column.type is None or value.type is None or value.type.spark == column.type.spark:
        return value
    return lower(Call("CAST", [Computed(value, own[0]), Literal(str(column.type))]))


def _field(name: str, data_type: DataType | None) -> Value:
    return Value(f"{_BEFORE}.{quote_name(name)}", data_type)


def interpolated(
    text: str,
    columns: Sequence[QueryColumn],
    hidden: Sequence[OrderColumn],
    calculations: Sequence[Calculation],
    order: str,
) -> str:
    """A query of rows, those of gaps with what INTERPOLATE gives them.

    Args:
        text: the rows; `_f` is 1 in those of gaps, whose columns are defaults.
        columns: its columns.
        hidden: more columns it has.
        calculations: the columns of INTERPOLATE.
        order: the order of the rows.
    """
    window = f"OVER (ORDER BY {order}, `_f` ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)"
    if all(one.value is None for one in calculations):
        names = {one.column.spark_name for one in calculations}
        shown = [_carried(c, window) if c.spark_name in names else _plain(c) for c in columns]
        listed = ", ".join([*shown, *(quote_name(one.name) for one in hidden)])
        return f"SELECT {listed} FROM ({text})"
    values = {one.column.spark_name: _calculated(one) for one in calculations}
    fields = [*(column.spark_name for column in columns), *(column.name for column in hidden)]
    defaults = [*map(default_of, columns), *(column.default for column in hidden)]
    row = _struct((name, quote_name(name)) for name in fields)
    first = _struct(zip(fields, defaults, strict=True))
    following = _struct(
        (name, values.get(name, f"`_e`.`_row`.{quote_name(name)}")) for name in fields
    )
    gaps = (
        f"SELECT max(CASE WHEN `_f` = 0 THEN 1 ELSE 0 END) AS `_own`, "
        f"first(CASE WHEN `_f` = 0 THEN {row} END, true) AS `_first`, "
        f"array_sort(collect_list(CASE WHEN `_f` = 1 THEN struct(`_o`, {row} AS `_row`) END), "
        "(`_x`, `_y`) -> CAST(`_x`.`_o` - `_y`.`_o` AS INT)) AS `_gap` "
        f"FROM (SELECT *, sum(1 - `_f`) {window} AS `_b`, "
        f"row_number() OVER (ORDER BY {order}, `_f`) AS `_o` FROM ({text})) GROUP BY `_b`"
    )
    made = (
        f"aggregate(`_gap`, array(coalesce(`_first`, {first})), "
        f"(`_a`, `_e`) -> array_append(`_a`, {following}))"
    )
    own = f"CASE WHEN `_own` = 1 THEN {made} ELSE slice({made}, 2, size(`_gap`)) END"
    return f"SELECT `_row`.* FROM (SELECT explode({own}) AS `_row` FROM ({gaps}))"


def _plain(column: QueryColumn) -> str:
    return quote_name(column.spark_name)


def _carried(column: QueryColumn, window: str) -> str:
    """A column that is the same as in the row before."""
    name = quote_name(column.spark_name)
    last = f"last_value(CASE WHEN `_f` = 0 THEN named_struct('v', {name}) END, true) {window}"
    known = f"coalesce({last}, named_struct('v', {name})).v"
    return f"CASE WHEN `_f` = 0 THEN {name} ELSE {known} END AS {name}"


def _calculated(calculation: Calculation) -> str:
    """Spark's text of a column over the row before."""
    column, value = calculation.column, calculation.value
    if value is None:
        return f"{_BEFORE}.{quote_name(column.spark_name)}"
    if column.type is None:
        return stored(value).sql
    text = stored(converted(value, column.type)).sql
    return f"CAST({text} AS BOOLEAN)" if column.is_condition else text


def _struct(fields: Iterable[tuple[str, str]]) -> str:
    pieces = ", ".join(f"{quote_string(name)}, {text}" for name, text in fields)
    return f"named_struct({pieces})"
