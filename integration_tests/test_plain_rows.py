"""Rows of literals that the engine reads itself are the rows that Spark would read.

`RMT_PLAIN_STATEMENTS` is how many random statements; CI runs four.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from rmt_engine.errors import RmtError
from rmt_engine.spark.run import insert_statements
from rmt_engine.sql.values.plain_rows import plain_rows
from sqlalchemy_rmt.dbapi.literals import literal

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

STATEMENTS = int(os.environ.get("RMT_PLAIN_STATEMENTS", "4"))


def _near(*edges: int) -> st.SearchStrategy[int]:
    return st.builds(lambda edge, step: edge + step, st.sampled_from(edges), st.integers(-2, 2))


_EDGES = (0, 2**7, 2**8, 2**15, 2**16, 2**24, 2**31, 2**32, 2**53, 2**63, 2**64)
_WHOLE = st.one_of(
    _near(*_EDGES, *(-edge for edge in _EDGES)),
    st.integers(-(10**20), 10**20),
    st.integers(-99, 99),
).map(str)
_DOUBLES = st.one_of(
    st.floats(allow_subnormal=True),
    st.floats(-1e3, 1e3),
    st.integers(-300, 300).map(float),
    st.floats(width=32),
).map(literal)
_DECIMALS = st.one_of(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**6), max_value=10**6),
    st.integers(-(10**12), 10**12).map(lambda n: Decimal(n).scaleb(-4)),
).map(lambda value: format(value, "f")[:38])
_WRITTEN = st.sampled_from(
    ["007", "-0", "-0.0", "5.", "0.10", "1e3", "1E-3", "-1.5e+2", "1e308", "1e-400", "999.995"]
)
_NUMBERS = [_WHOLE, _DOUBLES, _DECIMALS, _WRITTEN]
_TRUTHS = st.sampled_from(["TRUE", "FALSE", "true", "False"])
_DAYS = st.dates(min_value=datetime(1899, 12, 30).date(), max_value=datetime(2300, 1, 2).date())
_TIMES = st.one_of(
    st.datetimes(min_value=datetime(1899, 12, 30), max_value=datetime(2300, 1, 2)),
    st.datetimes(min_value=datetime(1969, 12, 31), max_value=datetime(1970, 1, 2)),
    st.datetimes(min_value=datetime(2106, 2, 7, 6), max_value=datetime(2106, 2, 7, 7)),
)
_TIME_TEXTS = _TIMES.flatmap(
    lambda time: st.sampled_from(
        [f"'{time.isoformat(' ', precision)}'" for precision in ("seconds", "auto", "milliseconds")]
    )
)
_DAYS_AND_TIMES = [
    _DAYS.map(literal),
    _DAYS.map(lambda day: f"'{day}'"),
    _TIMES.map(literal),
    _TIMES.map(lambda time: literal(time.replace(tzinfo=UTC))),
    _TIME_TEXTS,
]
_TEXTS = [
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(literal),
    st.text(r"a'\${}%_;()-/*" + '"\n`é', max_size=8).map(literal),
]
_IDS = st.uuids().flatmap(lambda value: st.sampled_from([f"'{value}'", f"'{str(value).upper()}'"]))
VALUES: dict[str, list[st.SearchStrategy[str]]] = {
    **{f"{sign}Int{bits}": [*_NUMBERS, _TRUTHS] for sign in ("", "U") for bits in (8, 16, 32, 64)},
    "Float32": _NUMBERS,
    "Float64": _NUMBERS,
    "Decimal(9, 2)": _NUMBERS,
    "Decimal(38, 10)": _NUMBERS,
    "Decimal(18, 18)": _NUMBERS,
    "Bool": [_TRUTHS, _WHOLE],
    "String": _TEXTS,
    "FixedString(6)": _TEXTS,
    "Enum8('a' = 1, '\\'' = 2, '\\\\' = -3)": [st.sampled_from(["'a'", r"'\''", r"'\\'", "'b'"])],
    "UUID": [_IDS],
    "Date": _DAYS_AND_TIMES,
    "Date32": _DAYS_AND_TIMES,
    "DateTime": _DAYS_AND_TIMES,
    "DateTime('Asia/Tokyo')": _DAYS_AND_TIMES,
    "DateTime64(0)": _DAYS_AND_TIMES,
    "DateTime64(3)": _DAYS_AND_TIMES,
    "DateTime64(6, 'Europe/Berlin')": _DAYS_AND_TIMES,
}


@st.composite
def _inserts(draw: st.DrawFn) -> tuple[str, str]:
    """A type and the rows of a statement for it, most of them written in the same way."""
    type_ = draw(st.sampled_from(list(VALUES)))
    ways = VALUES[type_]
    value = draw(st.sampled_from([*ways, *ways, st.one_of(ways)]))
    texts = draw(st.lists(value, min_size=1, max_size=4))
    if draw(st.booleans()):
        type_ = f"Nullable({type_})"
        texts += draw(st.sampled_from([[], ["NULL"], ["null"]]))
    rows = ", ".join(f"({number}, {text})" for number, text in enumerate(texts))
    return type_, rows


def _only_plain(*arguments: Any) -> pa.Table:
    rows = plain_rows(*arguments)
    if rows is None:
        raise RmtError("NOT_IMPLEMENTED", "not plain")
    return rows


@pytest.fixture
def tables(spark: SparkSession) -> Iterator[dict[str, tuple[str, str]]]:
    """For each type a table that the driver fills alone, and one for which Spark computes."""
    names: dict[str, tuple[str, str]] = {}
    kinds = [kind for type_ in VALUES for kind in (type_, f"Nullable({type_})")]
    for number, kind in enumerate(kinds):
        names[kind] = f"direct_{number}", f"computed_{number}"
        engine = "ENGINE = MergeTree ORDER BY n"
        spark.sql(f"CREATE TABLE direct_{number} (n Int64, v {kind}) {engine}")
        spark.sql(
            f"CREATE TABLE computed_{number} (n Int64, v {kind}, w Int64 MATERIALIZED n + 1) "
            f"{engine} PARTITION BY n % 2"
        )
    yield names
    spark.sql("SET spark.sql.session.timeZone = UTC")


def _inserted(spark: SparkSession, table: str, rows: str) -> str:
    spark.sql(f"TRUNCATE TABLE {table}")
    spark.sql(f"INSERT INTO {table} (n, v) VALUES {rows}")
    return str(spark.sql(f"SELECT n, v, toString(v) FROM {table} ORDER BY n").collect())


@pytest.mark.sample(0)
def test_plain_rows_are_those_that_spark_reads(
    spark: SparkSession,
    tables: dict[str, tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It takes long because each statement is executed in four ways, on tables of every type."""
    compared = 0

    @settings(
        max_examples=STATEMENTS,
        deadline=None,
        derandomize="RMT_PLAIN_STATEMENTS" not in os.environ,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    @given(_inserts(), st.sampled_from(["UTC", "UTC", "Asia/Tokyo"]))
    def compare(insert: tuple[str, str], zone: str) -> None:
        nonlocal compared
        type_, rows = insert
        direct, computed = tables[type_]
        spark.sql(f"SET spark.sql.session.timeZone = {zone}")
        monkeypatch.setattr(insert_statements, "plain_rows", _only_plain)
        try:
            found = [_inserted(spark, table, rows) for table in (direct, computed)]
        except Exception as error:
            if "not plain" in str(error):
                reject()
            raise
        monkeypatch.setattr(insert_statements, "plain_rows", lambda *_: None)
        assert found == [_inserted(spark, direct, rows)] * 2
        compared += 1

    compare()
    assert compared >= STATEMENTS // 2


@pytest.mark.parametrize(
    "setting",
    ["spark.sql.parser.escapedStringLiterals", "spark.sql.legacy.exponentLiteralAsDecimal.enabled"],
)
def test_a_session_that_reads_literals_in_another_way_gets_what_it_asks_for(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    spark.sql("CREATE TABLE t (v Float64, s String) ENGINE = MergeTree ORDER BY v")
    monkeypatch.setattr(insert_statements, "plain_rows", _only_plain)
    spark.sql(f"SET {setting} = true")
    try:
        spark.sql(r"INSERT INTO t VALUES (1.5e0, 'a\\b')")
    finally:
        spark.sql(f"RESET {setting}")
    kept = r"a\\b" if "escaped" in setting else r"a\b"
    assert [tuple(row) for row in spark.sql("SELECT * FROM t").collect()] == [(1.5, kept)]


def test_a_statement_of_a_megabyte_is_read_without_spark(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    spark.sql("CREATE TABLE t (k Int64, v Decimal(9, 2), d Date) ENGINE = MergeTree ORDER BY k")
    monkeypatch.setattr(insert_statements, "plain_rows", _only_plain)
    rows = ", ".join(f"({k}, {k}.25, DATE '2024-01-01')" for k in range(30_000))
    spark.sql(f"INSERT INTO t VALUES {rows}")
    row = spark.sql("SELECT count(*), sum(v), max(d) FROM t").collect()[0]
    assert tuple(row)[:2] == (30_000, Decimal("449992500.00"))
