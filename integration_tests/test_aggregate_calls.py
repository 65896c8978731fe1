"""Calls of aggregate and window functions that the compiler lowers, compared with ClickHouse's."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import Row
from support.clickhouse import ClickHouse, ClickHouseError
from support.lowered import lowered, read_call

from rmt_engine.errors import RmtError
from rmt_engine.spark.session.active import untouched
from rmt_engine.sql.query.aggregates.aggregate_calls import Around, lower_aggregate
from rmt_engine.sql.query.expressions.window_calls import (
    Bound,
    OrderKey,
    WindowFrame,
    WindowSpec,
    lower_window_function,
)
from rmt_engine.sql.query.tree import Window
from rmt_engine.sql.query.values import Value
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import parse_type

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmt_engine.spark.run.engine import Engine

COLUMNS = {
    "id": "UInt32",
    "g": "UInt8",
    "i8": "Int8",
    "i": "Int64",
    "u": "UInt64",
    "n": "Nullable(Int32)",
    "un": "Nullable(UInt64)",
    "f": "Float64",
    "f32": "Float32",
    "nf": "Nullable(Float64)",
    "s": "String",
    "ns": "Nullable(String)",
    "b": "Bool",
    "nb": "Nullable(UInt8)",
    "d": "Date",
    "t": "DateTime('UTC')",
    "m": "Decimal(10, 2)",
    "nm": "Nullable(Decimal(18, 4))",
    "e": "Enum8('z' = 1, 'y' = 2, 'a' = 3)",
    "ip": "IPv4",
    "uid": "UUID",
    "a": "Array(Int32)",
    "as_": "Array(String)",
    "an": "Array(Nullable(Int32))",
    "k": "Map(String, UInt32)",
    "tp": "Tuple(Int32, String)",
}
_DATE, _TIME = "'2020-01-0{}'", "'2020-01-01 00:00:0{}'"
_UID = "'{}0000000-0000-0000-{}000-000000000001'"
ROWS = (
    "1, 1, -5, 9223372036854775807, 18446744073709551615, NULL, NULL, nan, 1.5, 1, 'b', NULL, true,"
    f" NULL, {_DATE.format(3)}, {_TIME.format(3)}, 1.25, NULL, 'y', '10.0.0.2', "
    f"{_UID.format(1, 9)}, [1, 2], ['a'], [NULL, 1], {{'x': 1, 'y': 2}}, (1, 'q')",
    "2, 1, 7, 9223372036854775807, 5, 3, 4, 2.5, -1, nan, 'a', 'x', false, 1, "
    f"{_DATE.format(1)}, {_TIME.format(1)}, -3.5, 1.5, 'a', '9.0.0.1', "
    f"{_UID.format(2, 8)}, [], [], [], {{}}, (2, 'p')",
    "3, 1, 7, 1, 5, 1, NULL, 1, 3, NULL, 'c', 'w', true, 0, "
    f"{_DATE.format(2)}, {_TIME.format(2)}, 7, 0.25, 'z', '200.0.0.1', "
    f"{_UID.format(3, 1)}, [3], ['b', 'a'], [5], {{'x': 10}}, (1, 'z')",
    "4, 1, 1, -4, 0, 3, 9, 4, 2, 7, 'b', 'x', true, 1, "
    f"{_DATE.format(5)}, {_TIME.format(7)}, 2, NULL, 'y', '10.0.0.10', "
    f"{_UID.format(0, 5)}, [7, 7, 1], ['a'], [2, NULL, 4], {{'z': 3, 'x': 1}}, (0, 'q')",
    "5, 2, 0, 3, 2, NULL, NULL, nan, 0, NULL, 'é', NULL, false, NULL, "
    f"{_DATE.format(1)}, {_TIME.format(0)}, 0, NULL, 'z', '0.0.0.0', "
    f"{_UID.format(9, 0)}, [], [], [NULL], {{}}, (-1, '')",
    "6, 3, 2, 10, 3, 8, 3, 2, 1, 2, 'd', 'o', true, 1, "
    f"{_DATE.format(4)}, {_TIME.format(4)}, 1, 4.5, 'a', '8.8.8.8', "
    f"{_UID.format(4, 2)}, [4, 5], ['c'], [1, 2], {{'y': 4}}, (5, 'r')",
)
"""ClickHouse's text; maps and tuples are made for both engines of it."""

CALLS = """
    count(); count(*); count(n); count(ns); count(f); count(DISTINCT s); count(DISTINCT n)
    count(DISTINCT n, s); uniq(n); uniqExact(s, n); uniqCombined(f); uniqUpTo(2)(s); uniq(f)
    countIf(n > 1); countIf(n, i > 1); countIf(nb); countDistinct(s); uniqIf(s, n > 1)
    count() FILTER (WHERE n > 1); sum(i8) FILTER (WHERE n > 1)
    sum(i8); sum(i); sum(u); sum(n); sum(un); sum(f); sum(f32); sum(nf); sum(b); sum(m); sum(nm)
    sum(i > 2); sum(n > 2); avg(n > 2); max(n > 2); min(i > 2); sum(e); sum(DISTINCT i8)
    sum(DISTINCT i); sum(DISTINCT n); sumDistinct(i8); avg(DISTINCT n); sumIf(i, n > 1)
    sumIf(n, n > 1); sumIf(i8, nb); sumIf(f, i > 100000); avgIf(f, i > 100000); sumWithOverflow(i)
    sumKahan(f); sumCount(i8); sumCount(n); sumCount(f)
    avg(i8); avg(i); avg(n); avg(f); avg(f32); avg(m); avg(nm); avg(d); avg(t); avg(b); avg(un)
    avgWeighted(i8, n); avgWeighted(i8, id)
    min(i8); min(i); min(u); min(n); min(f); min(f32); min(nf); min(s); min(ns); min(b); min(d)
    min(t); min(m); min(e); min(ip); min(uid); min(a); min(tp)
    max(i8); max(i); max(u); max(n); max(f); max(f32); max(nf); max(s); max(ns); max(b); max(d)
    max(t); max(m); max(e); max(ip); max(uid); max(a); max(tp); minIf(f, i > 5); maxIf(f, id > 99)
    maxIf(e, id > 99); maxIf(d, id > 99); maxIf(t, id > 99); maxIf(uid, id > 99); maxIf(a, id > 99)
    maxIf(tp, id > 99); minIf(s, id > 99); minIf(ns, id > 99); minIf(m, id > 99)
    any(s); any(n); any(ns); anyLast(n); anyLast(ns); first_value(n); last_value(ns); any_value(n)
    any(n) RESPECT NULLS; anyLast(ns) RESPECT NULLS; first_value(n) RESPECT NULLS
    first_value_respect_nulls(ns); anyIf(n, i > 5); any(a); any(tp); anyIf(k, id > 99)
    argMax(s, id); argMin(s, id); argMax(s, (n, id)); argMin(ns, id); argMax(n, id); argMax(f, f)
    argMin(id, f); argMax(id, f); argMax(id, nf); argMin(id, nf); argMax(a, id); argMax((id, s), id)
    argMax(s, e); argMin(id, uid); argMax(id, ip); argMaxIf(s, id, n > 1); argMax(s, (n, id))
    argMaxIf(s, id, id > 99); argMaxIf(n, id, id > 99); argMaxIf((id, s), id, id > 99)
    argAndMax(s, id); argAndMin(s, id)
    varPop(i8); varSamp(i8); stddevPop(i8); stddevSamp(n); varPop(n); varSamp(m); covarPop(i8, id)
    covarSamp(i8, n); corr(i8, id); corr(n, id); skewPop(i8); skewSamp(i8); kurtPop(i8)
    kurtSamp(i8); skewPop(n); varPop(m); varPop(b); varPopIf(i8, id > 99); stddevSampIf(n, id > 99)
    simpleLinearRegression(id, i8); simpleLinearRegression(id, n); boundingRatio(id, i8)
    entropy(s); entropy(n); entropy(i8)
    groupBitAnd(i8); groupBitOr(i8); groupBitXor(i8); groupBitAnd(u); groupBitOr(u); groupBitXor(u)
    groupBitAnd(n); groupBitAndIf(g, id > 99); groupBitOrIf(u, id > 99); groupBitAndIf(u, id > 99)
    groupArray(i); groupArray(n); groupArray(ns); groupArray(f); groupArray(2)(id); groupArray(a)
    groupArray(DISTINCT i8); groupArrayIf(s, n > 1); groupArray(tp); groupArray(e); groupArray(d)
    groupUniqArray(i8); groupUniqArray(n); groupUniqArray(s); groupUniqArrayIf(s, id > 99)
    groupArrayLast(2)(id); groupArraySorted(2)(i8); groupArraySorted(9)(s)
    groupArrayMovingSum(i8); groupArrayMovingSum(2)(i8); groupArrayMovingAvg(i8)
    groupArrayMovingAvg(2)(i8); groupArrayMovingSum(2)(m); groupArrayMovingSum(f32)
    groupConcat(',')(s); groupConcat(id); groupConcat(',', 2)(ns); groupConcat(n)
    groupConcatIf(s, id > 99)
    quantile(i8); quantile(0.9)(i8); quantile(n); quantile(f); quantile(0.25)(f32); median(i8)
    quantile(0.3)(d); quantile(0.3)(t); quantileExact(i8); quantileExact(0.9)(n); quantileExact(d)
    quantileExact(m); quantileExact(f); quantileExactLow(i8); quantileExactHigh(i8)
    quantileExactLow(0.3)(i8); quantileExactInclusive(0.3)(i8); quantileExactExclusive(0.3)(i8)
    quantiles(0.1, 0.9)(i8); quantilesExact(0.1, 0.9)(i8); quantiles(0.5)(n); medianExact(i8)
    quantilesExactExclusive(0.1, 0.9)(i8); quantileTDigest(0.3)(i8); quantilesTDigest(0.3, 1)(i8)
    quantileTiming(id); quantileDeterministic(0.4)(i8, id); quantileExactWeighted(0.4)(i8, id)
    quantileIf(i8, id > 99); quantileExactIf(i8, id > 99); quantilesIf(0.5)(i8, id > 99)
    quantilesExactIf(0.5)(d, id > 99); medianIf(n, id > 99)
    quantileGK(100, 0.3)(id); quantile(0)(i8); quantile(1)(i8); quantileExact(1)(i8)
    quantile(m); quantile(nm); quantiles(0.3)(d)
    topK(3)(i8); topK(1)(s); topK(2)(n); retention(id > 0, n > 1, i > 5); retention(id > 2, n > 1)
    sumMap(k); minMap(k); maxMap(k); sumMap(a, a); sumMap((a, a)); sumMapIf(k, id > 99)
    minMap(a, a); maxMap(a, a); sumMap(a, a, a)
    sumOrNull(i8); sumOrNull(n); sumIfOrNull(i8, id > 99); sumOrNullIf(i8, id > 99)
    sumOrDefault(n); sumOrDefaultIf(n, id > 99); sumIfOrDefault(n, id > 99)
    avgOrDefaultIf(f, id > 99); avgIfOrDefault(f, id > 99); countIfOrNull(id > 99)
    countOrNullIf(id > 99); countOrNull(n); uniqOrNull(n); minOrNull(s); maxOrDefault(ns)
    maxIfOrNull(s, id > 99); anyOrNullIf(s, id > 99); groupArrayOrNull(n); quantileOrNullIf(i8, nb)
    uniqIfOrNull(s, id > 99); argMaxOrNull(s, id); argMaxOrNullIf(s, id, id > 99)
    countOrDefault(n); argMinOrDefault(s, d); avgOrNull(n); avgOrNull(f); sumOrNull(f)
    sumArray(a); countArray(a); avgArray(a); minArray(a); maxArray(a); uniqArray(as_)
    sumArray(an); groupArrayArray(a); groupUniqArrayArray(as_); anyArray(as_); sumArrayIf(a, n > 1)
    countArray(an); argMaxArray(a, a); quantileArray(0.5)(a); maxArrayIf(a, id > 99)
    avgArrayIf(a, id > 99); varPopArray(a); corrArray(a, a); stddevSampArray(a); entropyArray(a)
    skewPopArray(a); simpleLinearRegressionArray(a, a); sumOrNullArray(a); sumArrayOrNull(a)
    sumForEach(a); avgForEach(a); countForEach(a); maxForEach(an); groupArrayForEach(a)
    sumForEachIf(a, n > 1); uniqForEach(as_); quantileForEach(a); anyForEach(as_); minForEach(a)
    avgMap(k); countMap(k); minMap(k); uniqMap(k); anyMap(k)
    sumArgMax(i8, id); sumArgMin(i8, d); countArgMax(i8); anyArgMax(s, i8); groupArrayArgMax(id, i8)
    sumArgMax(i8, n); countArgMax(id, f); avgArgMin(i8, nf); sumArgMaxIf(i8, id, n > 1)
    sumResample(0, 10, 3)(i8, id); countResample(0, 6, 2)(id); avgResample(1, 4, 1)(i8, id)
    sumTuple((i8, id)); maxTuple(tp); sumDistinctIf(i8, n > 1); countDistinctIf(s, n > 1)
    avgDistinct(i8); groupArrayDistinct(s); minDistinct(i8); uniqDistinct(s); varPopDistinct(i8)
    quantileExactDistinct(i8); corrDistinct(i8, id); argMaxDistinct(s, id); anyDistinct(s)
    sum(NULL); max(NULL); count(NULL); avg(NULL); argMax(NULL, id); any(NULL); sumIf(NULL, id > 1)
    countIf(NULL); sumIf(i8, NULL); sum(1); count(1); max('a'); quantile(1); groupArray('a')
    sum(2.5); topKIf(2)(s, id > 99); groupArrayIf(a, id > 99); sumMapIf(a, a, id > 99)
    deltaSum(i8); deltaSum(n); deltaSum(f32); deltaSumIf(i8, id > 99); groupArrayIntersect(a)
    groupArrayIntersect(as_); groupArrayIntersectIf(a, n > 1); maxIntersections(id, id)
    maxIntersections(i8, i8)
    windowFunnel(10)(id, s = 'b', s = 'a', s = 'c'); windowFunnel(1)(id, s = 'b', s = 'a', s = 'c')
    windowFunnel(9)(id, n > 1, n > 2, i > 1); windowFunnel(9)(t, id > 1, n = 1, s = 'b')
    windowFunnel(2)(d, i8 > 0, i8 > 1, s = 'b'); windowFunnel(9)(id, id > 0, id > 0, id > 0)
    windowFunnel(9, 'strict_increase')(id, id > 0, id > 0, id > 0); windowFunnel(9)(id, id > 99)
    windowFunnel(100)(g, s = 'b', s = 'c', s = 'a'); windowFunnelIf(9)(id, s = 'b', s = 'a', n > 1)
    sequenceMatch('(?1)(?2)')(id, s = 'b', s = 'a'); sequenceMatch('(?1).*(?2)')(t, n > 1, i > 5)
    sequenceMatch('(?1).(?2)')(id, id > 0, s = 'c'); sequenceCount('(?1)(?2)')(id, i8 > 0, n > 0)
    sequenceCount('(?1)')(d, id > 0, n > 1)
    sequenceCount('(?1).*(?2)')(id, i8 > 5, n > 0)
    sequenceMatch('(?2)(?1)')(t, s = 'b', s = 'c')
    sequenceMatchIf('(?1)')(t, n > 1, s = 'b', id > 2)
"""
WINDOWS = """
    ORDER BY id
    PARTITION BY g ORDER BY id
    PARTITION BY g ORDER BY id DESC
    PARTITION BY g ORDER BY i8, id
    PARTITION BY g ORDER BY n, id
    ORDER BY n DESC, id
    ORDER BY f, id
    ORDER BY f DESC, id
    ORDER BY nf NULLS FIRST, id
    ORDER BY nf DESC, id
    ORDER BY nf DESC NULLS FIRST, id
    ORDER BY nf, id
    ORDER BY e, id
    ORDER BY ip DESC
    ORDER BY uid
    ORDER BY tp, id
"""
"""Orders without ties."""
FRAMES = """
    ROWS BETWEEN 1 PRECEDING AND CURRENT ROW
    ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING
    ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING
"""
RANGES = """
    ORDER BY n
    ORDER BY i8
    ORDER BY b, nb
    PARTITION BY g ORDER BY i8 RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
    ORDER BY i8 RANGE BETWEEN 1 PRECEDING AND 6 FOLLOWING
    ORDER BY i8 DESC RANGE BETWEEN 1 PRECEDING AND CURRENT ROW
    ORDER BY d RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING
    ORDER BY t RANGE BETWEEN 3 PRECEDING AND 1 PRECEDING
    ORDER BY f32 RANGE BETWEEN 1 PRECEDING AND 2 FOLLOWING
    ORDER BY n DESC RANGE BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING
    ORDER BY id RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING
    ORDER BY i8 GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    PARTITION BY g
    PARTITION BY n
"""
"""Windows with ties, where all peers are in the frame."""
PLACES = """
    row_number(); rank(); dense_rank(); denseRank(); percent_rank(); cume_dist(); ntile(2); ntile(4)
    lag(s); lag(n); lag(i8, 2); lag(s, 1, 'none'); lag(n, 1, 7); lead(s); lead(n, 2); lead(f)
    lead(d, 1); lag(a); lag(tp); lead(uid); lag(b); lead(m, 1); lag(t)
"""
IN_FRAME = """
    lagInFrame(s); lagInFrame(n, 2); leadInFrame(s); leadInFrame(s, 2, 'none'); leadInFrame(n, 1, 5)
    leadInFrame(a); nth_value(s, 2); nth_value(n, 1); first_value(n); last_value(ns); first_value(s)
    last_value(f); first_value(n) RESPECT NULLS; last_value(ns) RESPECT NULLS; nth_value(d, 3)
    sum(i8); count(); max(f); min(e); avg(n); groupArray(s); uniq(s); any(n); argMax(s, id); sum(i)
"""
OF_PEERS = """
    sum(i8); count(); max(f); min(e); avg(n); uniq(s); sum(i); sumIf(i8, n > 1); quantile(i8)
    rank(); dense_rank(); stddevPop(i8); max(s); min(ns); sum(nm)
"""
STATES = """
    count(); count(n); sum(i8); sum(n); sum(f32); min(s); max(n); avg(i8); avg(n); argMax(s, id)
    argMin(ns, id); uniq(s); uniqExact(n); groupArray(id); groupUniqArray(s); groupBitOr(i8)
"""
REFUSED = """
    sum(s); avg(s); sum(a); sum(d); avg(e); quantile(s); sum(i8, i8); quantile(1.5)(i8); argMax(s)
    min(); varPop(s); sumArray(i8); sumForEach(i8); sumIf(i8); groupBitAnd(s); retention(id > 0)
    windowFunnel(1)(s, id > 1); windowFunnel(1)(id); windowFunnel(1)(id, i); sumIf(i8, s); avg(ip)
    any(); groupArray(); uniq(); sumx(i8); corr(i8)
"""


def _calls(text: str) -> list[str]:
    return [call.strip() for call in re.split(r"; |;?\n", text) if call.strip()]


TYPES = {name: parse_type(text) for name, text in COLUMNS.items()}


def lower(call: str, over: str = "", settings: dict[str, str] | None = None) -> Value:
    """The compiler's text of a call."""
    node = read_call(f"{call}{over}")
    arguments = [] if call.startswith("count(*)") else node.arguments
    values = [lowered(one, TYPES) for one in arguments]
    parameters = [lowered(one, TYPES) for one in node.parameters or ()]
    where = lowered(node.where, TYPES) if node.where is not None else None
    around = Around(settings or {})
    if isinstance(node.window, Window):
        window = _window(node.window)
        return lower_window_function(
            node.name, values, parameters, window, where=where, nulls=node.nulls, around=around
        )
    return lower_aggregate(
        node.name,
        values,
        parameters,
        distinct=node.distinct,
        where=where,
        nulls=node.nulls,
        around=around,
    )


def _window(node: Window) -> WindowSpec:
    frame = None
    if node.frame is not None:
        bounds = [
            Bound(one.kind, lowered(one.offset, TYPES) if one.offset is not None else None)
            for one in (node.frame.start, node.frame.stop)
        ]
        frame = WindowFrame(node.frame.unit, *bounds)
    order = [
        OrderKey(lowered(one.value, TYPES), one.descending, one.nulls_first)
        for one in node.order_by
    ]
    return WindowSpec([lowered(one, TYPES) for one in node.partition_by], order, frame)


@pytest.fixture(scope="module")
def tables(
    endpoint: object, engine: Engine, module_clickhouse: ClickHouse
) -> Iterator[SparkSession]:
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    module_clickhouse.execute(f"CREATE TABLE rows ({columns}) ENGINE = Memory")
    module_clickhouse.execute(f"INSERT INTO rows VALUES ({'), ('.join(ROWS)})")
    theirs = module_clickhouse.typed_rows(f"SELECT * FROM rows ORDER BY id SETTINGS {_JSON}")
    schema = ", ".join(f"`{name}` {kind.spark}" for name, kind in TYPES.items())
    texts = ", ".join(f"({quote_string(_as_json(row))})" for row in theirs)
    spark = engine.spark
    spark.sql(
        f"SELECT r.* FROM (SELECT from_json(col1, '{schema}') AS r FROM VALUES {texts}) "
        "DISTRIBUTE BY 1 SORT BY id"
    ).createOrReplaceTempView("aggregated")
    yield spark
    spark.catalog.dropTempView("aggregated")


def _as_json(row: Sequence[Any]) -> str:
    values = dict(zip(COLUMNS, row, strict=True))
    values["tp"] = dict(zip("12", values["tp"], strict=True))
    return json.dumps({k: "NaN" if v == "nan" else v for k, v in values.items()})


_JSON = "output_format_json_quote_denormals = 1, output_format_json_quote_64bit_integers = 0"


def _plain(value: Any, is_set: bool = False) -> Any:
    """One form of both engines' values."""
    if isinstance(value, Row):
        value = list(value)
    if isinstance(value, dict) and value.keys() == {"k", "b"}:
        value = [value["k"], value["b"]]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in sorted(value.items())}
    if isinstance(value, list):
        found = [_plain(one) for one in value]
        return sorted(found, key=str) if is_set else found
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, date):
        return str(value)
    if value in ("nan", "inf", "-inf", "-nan"):
        value = float(value)
    if isinstance(value, bool | int | float | Decimal):
        if math.isnan(value):
            return "nan"
        value = 0 if abs(value) < 1e-12 else value
        return int(value) if value == int(value) and abs(value) < 1e300 else float(f"{value:.9g}")
    return value


def _in_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("( ", "(")


def _is_set(call: str) -> bool:
    return any(word in call for word in ("Uniq", "topK", "Intersect"))


def _ours(spark: SparkSession, texts: Sequence[str], rest: str) -> list[list[Any]]:
    columns = ", ".join(f"{text} AS c{at}" for at, text in enumerate(texts))
    with untouched():
        return [list(row) for row in spark.sql(f"SELECT {columns} {rest}").collect()]


def differences(
    spark: SparkSession,
    clickhouse: ClickHouse,
    calls: Sequence[str],
    ours: str,
    theirs: str,
    over: str = "",
    settings: dict[str, str] | None = None,
) -> list[str]:
    """The calls that differ, in types or in values."""
    found = []
    values = []
    for call in calls:
        try:
            values.append((call, lower(call, over, settings)))
        except RmtError as error:
            found.append(f"{call}: {error}")
    while values:
        batch, values = values[:_BATCH], values[_BATCH:]
        found += _batch(spark, clickhouse, batch, ours, theirs, over, settings or {})
    return found


_BATCH = 30
_SHARES = 4
_NOT_OVER = (
    *("avgWeighted(i8, id)", "sum(i8) FILTER", "count() FILTER", "count(n", "count(DISTINCT"),
    *("sum(DISTINCT", "avg(DISTINCT", "avg(i)", "topK", "groupArray(DI"),
)
"""ClickHouse fails, wraps around unsigned, or chooses one of equal."""


def _batch(
    spark: SparkSession,
    clickhouse: ClickHouse,
    values: Sequence[tuple[str, Value]],
    ours: str,
    theirs: str,
    over: str,
    settings: dict[str, str],
) -> list[str]:
    columns = ", ".join(
        f"{call}{over} AS c{at}, toTypeName(c{at})" for at, (call, _) in enumerate(values)
    )
    extra = "".join(f", {name} = {value}" for name, value in settings.items())
    try:
        right = clickhouse.typed_rows(f"SELECT {columns} {theirs} SETTINGS {_JSON}{extra}")
        left = _ours(spark, [value.sql for _, value in values], ours)
    except (ClickHouseError, PySparkException) as error:
        if len(values) == 1:
            return [f"{values[0][0]}: {type(error).__name__} {str(error)[:300]}"]
        half = len(values) // 2
        return [
            *_batch(spark, clickhouse, values[:half], ours, theirs, over, settings),
            *_batch(spark, clickhouse, values[half:], ours, theirs, over, settings),
        ]
    found = []
    for at, (call, value) in enumerate(values):
        mine = [_plain(row[at], _is_set(call)) for row in left]
        other = [_plain(row[2 * at], _is_set(call)) for row in right]
        if mine != other:
            found.append(f"{call}: {mine} is {other}")
        if right and str(value.type) != _in_line(right[0][2 * at + 1]):
            found.append(f"{call}: the type {value.type} is {right[0][2 * at + 1]}")
    return found


@pytest.mark.parametrize("first", range(_SHARES))
@pytest.mark.sample(0)
def test_groups(first: int, tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    group = "GROUP BY g ORDER BY g"
    assert not differences(
        tables,
        module_clickhouse,
        _calls(CALLS)[first::_SHARES],
        f"FROM aggregated {group}",
        f"FROM rows {group}",
    )


@pytest.mark.sample(0)
def test_no_rows(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    assert not differences(
        tables,
        module_clickhouse,
        _calls(CALLS),
        "FROM aggregated WHERE id > 99",
        "FROM rows WHERE id > 99",
    )


@pytest.mark.sample(0)
def test_null_for_empty(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    assert not differences(
        tables,
        module_clickhouse,
        _calls(CALLS),
        "FROM aggregated WHERE id > 99",
        "FROM rows WHERE id > 99",
        settings={"aggregate_functions_null_for_empty": "1"},
    )


@pytest.mark.sample(0)
def test_aggregates_over_windows(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    over = " OVER (PARTITION BY g ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)"
    calls = [call for call in _calls(CALLS) if not call.startswith(_NOT_OVER)]
    assert not over_windows(tables, module_clickhouse, calls, [over])


def over_windows(
    spark: SparkSession, clickhouse: ClickHouse, calls: Sequence[str], windows: Sequence[str]
) -> list[str]:
    """The calls that differ over one of the windows."""
    order = "ORDER BY id"
    return [
        f"{window}: {one}"
        for window in windows
        for one in differences(
            spark, clickhouse, calls, f"FROM aggregated {order}", f"FROM rows {order}", over=window
        )
    ]


def _windows(text: str) -> list[str]:
    return [f" OVER ({line.strip()})" for line in text.strip().splitlines()]


@pytest.mark.sample(0)
def test_places(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    assert not over_windows(tables, module_clickhouse, _calls(PLACES), _windows(WINDOWS))


@pytest.mark.sample(0)
def test_frames(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    windows = [f" OVER (PARTITION BY g ORDER BY id {frame})" for frame in _calls(FRAMES)]
    windows += _windows(WINDOWS)[:4]
    assert not over_windows(tables, module_clickhouse, _calls(IN_FRAME), windows)


@pytest.mark.sample(0)
def test_ranges(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    calls = _calls(OF_PEERS)
    assert not over_windows(tables, module_clickhouse, calls, [" OVER ()", *_windows(RANGES)])


def test_states(tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    calls = _calls(STATES)
    states = [_with_combinator(call, "State") for call in calls]
    inner = [lower(call) for call in states]
    columns = ", ".join(f"{value.sql} AS x{at}" for at, value in enumerate(inner))
    merged = [
        lower_aggregate(f"{call.partition('(')[0]}Merge", [Value(f"x{at}", value.type)])
        for at, (call, value) in enumerate(zip(calls, inner, strict=True))
    ]
    subquery = f"FROM (SELECT {columns} FROM aggregated GROUP BY g ORDER BY g)"
    [ours] = _ours(tables, [value.sql for value in merged], subquery)
    [theirs] = module_clickhouse.typed_rows(f"SELECT {', '.join(calls)} FROM rows SETTINGS {_JSON}")
    for call, mine, other in zip(calls, ours, theirs, strict=True):
        assert _plain(mine, is_set=True) == _plain(other, is_set=True), call


def _with_combinator(call: str, combinator: str) -> str:
    name, _, rest = call.partition("(")
    return f"{name}{combinator}({rest}"


@pytest.mark.parametrize("call", _calls(REFUSED))
def test_refusals(call: str, tables: SparkSession, module_clickhouse: ClickHouse) -> None:
    with pytest.raises(RmtError) as raised:
        lower(call)
    error = module_clickhouse.error(f"SELECT {call} FROM rows")
    assert raised.value.code.name == error.name
