"""Random programs over one table, in statements both engines take word for word."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

__all__ = ["Program", "Step", "canonical", "programs"]


@dataclass(frozen=True)
class ColumnSpec:
    name: str
    type: str

    @property
    def base(self) -> str:
        text = self.type
        for wrapper in ("LowCardinality(", "Nullable("):
            if text.startswith(wrapper):
                text = text[len(wrapper) : -1]
        return text

    @property
    def is_nullable(self) -> bool:
        return "Nullable(" in self.type


@dataclass(frozen=True)
class Step:
    """One statement.

    Attributes:
        sql: the statement, with `{t}` for the table.
        kind: `insert`, `delete`, `optimize`, `cleanup` or `truncate`.
    """

    sql: str
    kind: str


@dataclass(frozen=True)
class Program:
    """A table and what happens to it.

    Attributes:
        columns: of the table.
        create: makes it.
        steps: what happens.
        has_partitions: whether it has a partition key.
        condition: on any of its columns, for a WHERE.
    """

    columns: tuple[ColumnSpec, ...]
    create: str
    steps: tuple[Step, ...]
    has_partitions: bool
    condition: str


_DOMAINS: dict[str, list[str]] = {
    "Int8": ["-128", "-1", "0", "1", "127"],
    "Int16": ["-32768", "-1", "0", "1", "32767"],
    "Int32": ["-7", "-1", "0", "1", "2", "3", "2147483647"],
    "Int64": ["-9223372036854775808", "-1", "0", "1", "2", "9223372036854775807"],
    "UInt8": ["0", "1", "2", "3", "255"],
    "UInt16": ["0", "1", "2", "65535"],
    "UInt32": ["0", "1", "2", "3", "4294967295"],
    "UInt64": ["0", "1", "2", "18446744073709551615"],
    "Int128": ["-99999999999999999999999999999999999999", "-1", "0", "1", "18446744073709551616"],
    "Int256": ["-18446744073709551617", "-1", "0", "2", "99999999999999999999999999999999999999"],
    "UInt128": ["0", "1", "2", "99999999999999999999999999999999999999"],
    "UInt256": ["0", "1", "3", "9223372036854775808", "18446744073709551616"],
    "Float32": ["-1.5", "0", "0.5", "1", "1e10"],
    "Float64": ["-1.5", "0", "0.5", "1", "1e10"],
    "Decimal(10, 2)": ["-1.50", "0", "0.01", "1.5", "90000000.25"],
    "Bool": ["true", "false"],
    "String": ["''", "'a'", "'A'", "'ab'", "'b'", "'é'", "'a\\\\'", "'it''s'"],
    "FixedString(3)": ["''", "'a'", "'abc'"],
    "Date": ["'1970-01-01'", "'2024-01-31'", "'2024-02-01'", "'2149-06-06'"],
    "Date32": ["'1900-01-01'", "'1970-01-01'", "'2024-02-01'", "'2299-12-31'"],
    "DateTime": ["'1970-01-01 00:00:00'", "'2024-01-31 23:59:59'", "'2024-02-01 00:00:00'"],
    "DateTime64(3)": [
        "'2024-01-31 23:59:59.999'",
        "'2024-02-01 00:00:00'",
        "'1969-12-31 00:00:00.5'",
    ],
    "UUID": [
        "'00000000-0000-0000-0000-000000000000'",
        "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'",
        "'f1f0c404-5cb3-11e7-007b-a6006ad3dba0'",
    ],
    "IPv4": ["'0.0.0.0'", "'1.2.3.4'", "'1.2.3.10'", "'255.255.255.255'"],
    "IPv6": ["'::'", "'::1'", "'2001:db8::1'", "'::ffff:1.2.3.4'", "'ffff::'"],
    "Enum8('a' = 1, 'b' = -2, 'c' = 3)": ["'a'", "'b'", "'c'"],
    "Enum16('a' = 300, 'b' = -2)": ["'a'", "'b'"],
}
_KEY_TYPES = [
    "Int8",
    "Int32",
    "Int32",
    "Int64",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "Int128",
    "UInt256",
    "Nullable(Int32)",
    "String",
    "String",
    "LowCardinality(String)",
    "LowCardinality(Nullable(String))",
    "FixedString(3)",
    "Date",
    "Date32",
    "DateTime",
    "DateTime64(3)",
    "Decimal(10, 2)",
    "Float32",
    "Float64",
    "Bool",
    "UUID",
    "IPv4",
    "IPv6",
    "Nullable(IPv6)",
    "Enum8('a' = 1, 'b' = -2, 'c' = 3)",
    "Enum16('a' = 300, 'b' = -2)",
]
_VERSION_TYPES = [
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "UInt128",
    "UInt256",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Int128",
    "Int256",
    "Date",
    "Date32",
    "DateTime",
    "DateTime64(3)",
    "Float32",
    "Float64",
    "Bool",
]
_VALUE_TYPES = [
    "Int32",
    "String",
    "Nullable(Int32)",
    "Nullable(String)",
    "UInt16",
    "Int256",
    "Nullable(UInt128)",
    "IPv4",
    "Nullable(IPv6)",
]
_SELECTED: dict[str, str] = {
    "Int8": "number % 100 - 50",
    "Int16": "number % 5 - 2",
    "Int32": "number % 11",
    "Int64": "number % 13 - 5",
    "UInt8": "number % 5",
    "UInt16": "number % 7",
    "UInt32": "number % 17",
    "UInt64": "number % 3",
    "Int128": "number % 7 - 3",
    "Int256": "number % 6 - 1",
    "UInt128": "number % 5",
    "UInt256": "number % 8",
    "Float32": "number % 5",
    "Float64": "number % 4",
    "Decimal(10, 2)": "number % 6",
    "Bool": "number % 2",
    "String": "toString(number % 9)",
    "FixedString(3)": "toString(number % 3)",
    "Date": "toDate(19750 + number % 40)",
    "Date32": "toDate(19750 + number % 40)",
    "DateTime": "toDateTime(1706745590 + number % 20)",
    "DateTime64(3)": "toDateTime64(1706745590 + number % 20, 3)",
    "UUID": "'61f0c404-5cb3-11e7-907b-a6006ad3dba0'",
    "IPv4": "concat('1.2.3.', toString(number % 5))",
    "IPv6": "concat('2001:DB8:0::', toString(number % 4))",
    "Enum16('a' = 300, 'b' = -2)": "if(number % 2 = 0, 'a', 'b')",
    "Enum8('a' = 1, 'b' = -2, 'c' = 3)": "multiIf(number % 3 = 0, 'a', number % 3 = 1, 'b', 'c')",
}


def _expressions(column: ColumnSpec) -> list[str]:
    """Key expressions over a column that both engines have."""
    name, base = column.name, column.base
    if base in ("Int8", "Int32", "UInt8"):
        return [f"intDiv({name}, 2)", f"{name} % 3"]
    if base == "Date":
        return [f"toYYYYMM({name})", f"toMonday({name})", f"toYear({name})"]
    if base == "DateTime":
        return [f"toDate({name})", f"toStartOfHour({name})", f"toYYYYMM({name})"]
    if base == "DateTime64(3)":
        return [f"toYYYYMM({name})"]
    return []


@st.composite
def programs(draw: st.DrawFn) -> Program:
    keys = [
        ColumnSpec(f"k{i}", draw(st.sampled_from(_KEY_TYPES)))
        for i in range(draw(st.integers(1, 3)))
    ]
    values = [
        ColumnSpec(f"v{i}", draw(st.sampled_from(_VALUE_TYPES)))
        for i in range(draw(st.integers(1, 2)))
    ]
    version = (
        [ColumnSpec("ver", draw(st.sampled_from(_VERSION_TYPES)))] if draw(st.booleans()) else []
    )
    deleted = [ColumnSpec("del", "UInt8")] if version and draw(st.booleans()) else []
    columns = [*keys, *values, *version, *deleted]
    order_by = _draw_key(draw, keys)
    partition_by = _draw_partition(draw, [*keys, *values])
    create = _create(columns, version, deleted, order_by, partition_by)
    steps = tuple(
        _draw_step(draw, columns, bool(deleted), bool(partition_by))
        for _ in range(draw(st.integers(3, 7)))
    )
    condition = _draw_condition(draw, columns)
    return Program(tuple(columns), create, steps, bool(partition_by), condition)


def _draw_key(draw: st.DrawFn, keys: list[ColumnSpec]) -> list[str]:
    elements = [key.name for key in keys]
    if draw(st.integers(0, 2)) == 0:
        column = draw(st.sampled_from(keys))
        choices = [] if column.is_nullable else _expressions(column)
        if choices:
            expression = draw(st.sampled_from(choices))
            if draw(st.booleans()):
                elements.insert(0, expression)
            else:
                elements[elements.index(column.name)] = expression
    return elements


def _draw_partition(draw: st.DrawFn, columns: list[ColumnSpec]) -> str:
    choice = draw(st.integers(0, 3))
    usable = [c for c in columns if not c.base.startswith("Float")]
    if choice <= 1 or not usable:
        return ""
    column = draw(st.sampled_from(usable))
    expressions = [column.name, *([] if column.is_nullable else _expressions(column))]
    first = draw(st.sampled_from(expressions))
    if choice == 2:
        return first
    second = draw(st.sampled_from(usable)).name
    return f"({first}, {second})" if second != first else first


def _create(
    columns: list[ColumnSpec],
    version: list[ColumnSpec],
    deleted: list[ColumnSpec],
    order_by: list[str],
    partition_by: str,
) -> str:
    listed = ", ".join(f"`{column.name}` {column.type}" for column in columns)
    arguments = ", ".join(column.name for column in (*version, *deleted))
    partition = f" PARTITION BY {partition_by}" if partition_by else ""
    return (
        f"CREATE TABLE {{t}} ({listed}) ENGINE = ReplacingMergeTree({arguments}){partition} "
        f"ORDER BY ({', '.join(order_by)}) "
        "SETTINGS allow_experimental_replacing_merge_with_cleanup = 1, allow_nullable_key = 1"
    )


def _draw_step(
    draw: st.DrawFn, columns: list[ColumnSpec], has_deleted: bool, has_partitions: bool
) -> Step:
    kind = draw(
        st.sampled_from(
            ["values"] * 5 + ["select"] * 2 + ["final", "final", "merge", "delete", "end"]
        )
    )
    if kind == "values":
        return _draw_values(draw, columns)
    if kind == "select":
        return _draw_select(draw, columns)
    if kind == "merge" and not has_partitions:
        return Step("OPTIMIZE TABLE {t}", "optimize")
    if kind == "delete":
        return Step(f"DELETE FROM {{t}} WHERE {_draw_condition(draw, columns)}", "delete")
    if kind == "end":
        if has_deleted:
            return Step("OPTIMIZE TABLE {t} FINAL CLEANUP", "cleanup")
        return Step("TRUNCATE TABLE {t}", "truncate")
    return Step("OPTIMIZE TABLE {t} FINAL", "optimize")


def _settings(draw: st.DrawFn) -> str:
    return " SETTINGS optimize_on_insert = 0" if draw(st.integers(0, 4)) == 0 else ""


def _draw_values(draw: st.DrawFn, columns: list[ColumnSpec]) -> Step:
    rows = []
    for _ in range(draw(st.integers(1, 6))):
        literals = [_draw_literal(draw, column) for column in columns]
        rows.append(f"({', '.join(literals)})")
    return Step(f"INSERT INTO {{t}}{_settings(draw)} VALUES {', '.join(rows)}", "insert")


def _draw_literal(draw: st.DrawFn, column: ColumnSpec) -> str:
    if column.name == "del":
        return draw(st.sampled_from(["0", "0", "1"]))
    domain = _DOMAINS[column.base]
    return draw(st.sampled_from([*domain, "NULL"] if column.is_nullable else domain))


def _draw_condition(draw: st.DrawFn, columns: list[ColumnSpec]) -> str:
    """A condition of one or two comparisons; FixedString is left out: Spark keeps its padding."""
    usable = [c for c in columns if c.base != "FixedString(3)" and c.name != "del"]
    if not usable:
        return "1 = 1"
    first, second = (_draw_comparison(draw, draw(st.sampled_from(usable))) for _ in range(2))
    forms = ["{0}", "{0} AND {1}", "{0} OR {1}", "NOT ({0})", "NOT ({0} OR {1})"]
    return draw(st.sampled_from(forms)).format(first, second)


def _draw_comparison(draw: st.DrawFn, column: ColumnSpec) -> str:
    literals = [text for text in _DOMAINS[column.base] if "\\" not in text and "''s" not in text]
    if column.base.endswith(("128", "256")):
        # Beyond 64 bits, a number in a query is one of floating point to ClickHouse.
        literals = [text for text in literals if len(text) < 19]
    value, other = (draw(st.sampled_from(literals)) for _ in range(2))
    if column.is_nullable and draw(st.integers(0, 3)) == 0:
        return f"{column.name} IS NULL"
    in_list = f"{column.name} IN ({value}, {other})"
    if column.base.startswith(("Enum", "UUID", "IPv")):
        return draw(st.sampled_from([f"{column.name} = {value}", in_list]))
    comparison = draw(st.sampled_from(["=", "<", "<=", ">", ">=", "IN"]))
    return in_list if comparison == "IN" else f"{column.name} {comparison} {value}"


def _draw_select(draw: st.DrawFn, columns: list[ColumnSpec]) -> Step:
    shift = draw(st.integers(0, 50))
    selected = []
    for column in columns:
        expression = "number % 2" if column.name == "del" else _SELECTED[column.base]
        selected.append(expression.replace("number", f"(number + {shift})"))
    count = draw(st.sampled_from([1, 5, 40]))
    query = f"SELECT {', '.join(selected)} FROM numbers({count})"
    return Step(f"INSERT INTO {{t}} {query}{_settings(draw)}", "insert")


def canonical(value: Any, column: ColumnSpec) -> Any:
    """A value of either engine in one form."""
    if value is None:
        return None
    base = column.base
    if base.startswith(("Int", "UInt")):
        return int(value)
    if base.startswith("Float"):
        return float(value) + 0.0
    if base.startswith("Decimal"):
        return Decimal(str(value)).normalize()
    if base == "Bool":
        return str(value).lower() in ("true", "1")
    if base.startswith("DateTime"):
        moment = value
        if isinstance(value, str):
            moment = datetime.datetime.fromisoformat(value)
        return moment
    if base.startswith("Date"):
        return datetime.date.fromisoformat(str(value))
    return str(value)
