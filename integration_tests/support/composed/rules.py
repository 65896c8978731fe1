"""Queries of the composed tables that were once found to differ: one for each thing mended.

A line is a query, with the kinds of its columns before it; `!` if the order of its rows counts, `+`
if there are totals beside them.
"""

# A query is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RULES", "Rule"]


@dataclass(frozen=True)
class Rule:
    """A query that is written out; see `answers.Asked`."""

    sql: str
    codes: str
    is_ordered: bool
    has_totals: bool

    @classmethod
    def read(cls, line: str) -> Rule:
        """A line of the list."""
        marks, _, sql = line.partition("|")
        return cls(sql.strip(), marks.strip(" !+"), "!" in marks, "+" in marks)

    @property
    def names(self) -> list[str | None]:
        """None is compared: ours say what ClickHouse's do."""
        return [None] * len(self.codes)


_LINES = """
    s  | SELECT 'a' AS key0 FROM wide GROUP BY key0, 1 WITH ROLLUP
    iii | SELECT 1 AS key0, u8, count() FROM wide GROUP BY 1, u8, key0 WITH CUBE
    ii | SELECT u8, count() FROM wide GROUP BY u8, u8 WITH ROLLUP
    ii+ | SELECT u8, count() FROM wide GROUP BY u8 WITH TOTALS HAVING u8 > 0
    ii+ | SELECT u8 AS x, count() AS c FROM wide GROUP BY 1 WITH TOTALS HAVING c > 1 AND x < 9
    ii | SELECT u8, count() FROM wide GROUP BY u8 WITH ROLLUP WITH TOTALS HAVING count() > 1
    iiiii | SELECT toInt64(i128), toInt32(i128), toUInt64(i128), toUInt8(i128), toInt8(i128) FROM wide
    iii | SELECT toInt64(dec), toInt32(dec - 3), toInt64(toUInt64(18446744073709551615)) FROM wide
    i  | SELECT toUInt64(dec) FROM wide
    i  | SELECT count() FROM nothing GROUP BY GROUPING SETS ((k), ())
    Ii | SELECT groupArray(x), count() FROM nothing WHERE k > 0 GROUP BY GROUPING SETS ((x < 1), (), ())
    ii | SELECT u8, count() FROM wide GROUP BY GROUPING SETS ((u8), ())
    i  | SELECT k FROM items WHERE arrayExists(x -> x IN (SELECT k FROM logs), [k, 1])
    Ii | SELECT arrayMap(x -> x + (SELECT max(k) FROM items), [1, 2]) AS y, count() FROM logs GROUP BY y
    I  | SELECT arrayMap(x -> x + (SELECT max(k) FROM items), arraySort(groupArray(k))) FROM logs
    i  | SELECT 1 NOT IN (SELECT 1 FROM items) AS t FROM logs WHERE arrayAll(f -> t, words)
    ii | SELECT k + (SELECT max(k) FROM items), count() FROM logs GROUP BY k + (SELECT max(k) FROM items)
    ii | SELECT k IN (SELECT k FROM items) AS y, count() FROM logs GROUP BY k IN (SELECT k FROM items)
    iiii | SELECT -i8, -i16, -i32, -i64 FROM wide
    iiii | SELECT abs(i8), abs(i16), abs(i32), abs(i64) FROM wide
    iifi | SELECT abs(max(flag)), abs(true), sqrt(true), bitAnd(true, 3) FROM events
    is | SELECT length(hex(true)), hex(true) FROM events
    i  | SELECT u8 AS a FROM wide GROUP BY a ORDER BY a WITH FILL FROM -2 TO 4
    i  | SELECT k AS a FROM wide GROUP BY a ORDER BY a WITH FILL FROM 3 TO 1
    i  | SELECT k AS a FROM wide GROUP BY a ORDER BY a DESC WITH FILL FROM 1 TO 3 STEP -1
    i  | SELECT k AS a FROM wide GROUP BY a ORDER BY a WITH FILL STEP 1.5
    i  | SELECT k AS a FROM wide GROUP BY a ORDER BY a WITH FILL FROM 'a'
    m  | SELECT dec AS a FROM wide GROUP BY a ORDER BY a WITH FILL
    i! | SELECT x AS a FROM logs GROUP BY a ORDER BY a WITH FILL
    i! | SELECT x AS a FROM logs GROUP BY a ORDER BY a DESC WITH FILL
    ei | SELECT CAST('red' AS Enum8('red' = 1)) AS c, c.`1st` AS k2 FROM logs AS c GROUP BY 2
    is | SELECT count() > 3 AS c, replaceOne(c.grp, 'a', 'zz') AS k FROM events AS c GROUP BY 2
    i  | SELECT arrayAll(name -> true, arr) FROM events GROUP BY arrayAll(name -> true, arr)
    I  | SELECT arrayMap(a -> a + 1, arr) FROM events GROUP BY arrayMap(a -> a + 1, arr)
    M  | SELECT DISTINCT m FROM items
    M  | SELECT m FROM items UNION DISTINCT SELECT map('a', 7) FROM items
    M  | SELECT m FROM items EXCEPT SELECT map('a', 7) FROM items
    M! | SELECT m FROM items ORDER BY k, name LIMIT 1 BY m
    Mi | SELECT m, count() FROM items GROUP BY m, k WITH ROLLUP
    Mi | SELECT m, row_number() OVER (PARTITION BY m ORDER BY k) FROM items WHERE k != 4
    ss | SELECT substring('日本 x', 2), reverse('日本') FROM items
    i  | SELECT count() FROM items WHERE ( NOT and(true, k > 1) )
    i  | SELECT x FROM logs AS a ANY LEFT JOIN items AS b USING (k) LEFT ARRAY JOIN words AS el
    i  | SELECT x FROM logs AS a LEFT JOIN items AS b ON a.k = b.k JOIN wide AS c ON a.k = c.k
    i  | SELECT countIf(v) FROM (SELECT host LIKE 'h%' AS v FROM logs) AS a RIGHT JOIN wide ON 1 = 1
    i  | SELECT v FROM (SELECT host LIKE 'h%' AS v FROM logs) AS a RIGHT ANTI JOIN wide ON v = 7
    f  | SELECT c.ratio FROM logs c ANY LEFT JOIN (SELECT 'h1' AS c) AS d ON c.host = d.c
    ffff | SELECT greatest(nan, 1.5), greatest(1.5, nan), least(nan, 1.5), least(1.5, nan) FROM items
    fff | SELECT greatest(price, 1.5), least(price, 1.5), greatest(1.5, price, nan) FROM items
    i  | WITH a AS (SELECT * FROM b), b AS (SELECT k AS x FROM wide) SELECT x FROM a
    i  | WITH a AS (SELECT k FROM items), items AS (SELECT k FROM a) SELECT k FROM a
    i  | WITH items AS (SELECT k + 1 AS k FROM items) SELECT k FROM items
    i  | WITH items AS (SELECT 5 AS k) SELECT k FROM (WITH x AS (SELECT k FROM items) SELECT k FROM x)
    iiiii | SELECT round(u8, -1), ceil(i8, -2), floor(i16, -3), round(u64, -2), round(i32, -1) FROM wide
    iii | SELECT groupBitOr(i128), groupBitAnd(i128), groupBitXor(i128) FROM wide
    iii | SELECT k, groupBitOr(u64), groupBitXor(i128 + k) FROM wide GROUP BY k
    i  | SELECT has(arr, (SELECT min(x) FROM items)) FROM events
    i  | SELECT has(arraySort(arr), ifNull((SELECT max(k) FROM items), 0)) AS c FROM events WHERE NOT c
    Ii! | SELECT tuple(x, k) AS t, 1 FROM logs ORDER BY t
    Ii! | SELECT tuple(x, k) AS t, 1 FROM logs ORDER BY t DESC NULLS FIRST
    Ii! | SELECT tuple(x, k) AS t, 1 FROM logs ORDER BY t DESC
    Ii! | SELECT tuple(ratio, k) AS t, 1 FROM logs ORDER BY t NULLS FIRST
    I! | SELECT [ratio, k] AS t FROM logs ORDER BY t
    I! | SELECT [x, k] AS t FROM logs ORDER BY t DESC
    si | SELECT 'a' AS a, count() FROM nothing GROUP BY GROUPING SETS ((a), ())
    si | SELECT 'a' AS a, count() FROM nothing GROUP BY GROUPING SETS ((a, k), (a), ())
    iii | SELECT argMin(k, (note, k)), argMax(k, (note, k)), argMax(k, (price, k)) FROM items
    II | SELECT min((ratio, ID)), max((ratio, ID)) FROM logs
    b  | SELECT v FROM ((SELECT or(flag, flag) AS v FROM events) UNION DISTINCT (SELECT true FROM logs))
    iii | SELECT a.k, b.k, k FROM items AS a FULL JOIN logs AS b USING (k)
    sss | SELECT toTypeName(a.k), toTypeName(b.k), toTypeName(k) FROM items AS a LEFT JOIN logs AS b USING (k)
    sss | SELECT toTypeName(a.x), toTypeName(b.x), toTypeName(x) FROM items AS a JOIN logs AS b USING (x)
    sss | SELECT toTypeName(a.k), toTypeName(b.k), toTypeName(k) FROM items AS a FULL JOIN logs AS b USING (k) SETTINGS join_use_nulls = 1
    is | SELECT a.k - 3, toTypeName(max(a.k)) FROM items AS a ANY LEFT JOIN logs AS b USING (k) GROUP BY a.k
    i  | SELECT k FROM nothing ORDER BY k WITH FILL FROM 0
    i  | SELECT k FROM nothing ORDER BY k WITH FILL FROM 0 TO 3
    i! | SELECT k FROM items GROUP BY k ORDER BY k WITH FILL FROM 0 STEP 3
    i! | SELECT k FROM items GROUP BY k ORDER BY k DESC WITH FILL FROM 9 STEP -4
    ss | SELECT toTypeName(pair), toTypeName((k, map('a', pair))) FROM items
    MM | SELECT max(m), argMin(m, k) FROM items WHERE k != 4 AND name != 'Birne'
    d  | SELECT day FROM logs GROUP BY GROUPING SETS ((day), ())
    ds | SELECT day, 'a' AS x FROM logs GROUP BY GROUPING SETS ((day), (x))
    s  | SELECT 'a' AS x FROM logs GROUP BY GROUPING SETS ((x), ())
    d  | SELECT day FROM logs GROUP BY GROUPING SETS ((day), ()) HAVING count() > 1
    ib | SELECT length(toString(toFixedString('a', 3))), toString(toFixedString('', 3)) IN (SELECT host FROM logs) FROM items
    i  | SELECT length(concat(toFixedString('a', 3), 'x')) FROM items
    s  | SELECT 'a' AS words FROM logs LEFT ARRAY JOIN words
    Si | SELECT [1, 2] AS x, y FROM logs ARRAY JOIN x AS y
    s  | SELECT el AS words FROM logs ARRAY JOIN words AS el
    ii | SELECT day NOT IN (SELECT toDate('2024-01-31') FROM events), day IN (SELECT day FROM logs) FROM items
    i  | SELECT k FROM items WHERE day NOT IN (SELECT toDate('2024-01-31') FROM events) AND k > 1
    i  | SELECT k FROM items WHERE NOT (day IN (SELECT day FROM logs))
    f  | (SELECT nan AS x FROM logs) INTERSECT DISTINCT SELECT price FROM items
    f  | (SELECT nan AS x FROM logs) EXCEPT DISTINCT SELECT price FROM items
    f  | SELECT price FROM items LEFT ANTI JOIN (SELECT nan AS x FROM logs) AS b ON price = b.x
    i  | SELECT k FROM items WHERE day >= toDate('2024-01-31')
    III | SELECT arr - arr, arr + arr, arr + arrayMap(x -> x * 2.5, arr) FROM events
    iii | SELECT startsWith(arr, [1]), endsWith(tags, ['x', 'x']), endsWith([1, NULL], [NULL]) FROM events
    ii | SELECT b.COLUMNS(u32, nope, i16, k) EXCEPT (i16) FROM wide AS b
    i  | SELECT b.COLUMNS(nope) FROM wide AS b
    ii | SELECT COLUMNS(k, x) APPLY(y -> y + 1) APPLY((z -> z * 2)) EXCEPT (k) FROM items
    i  | SELECT a.k FROM items a JOIN logs b ON a.k = b.k GLOBAL LEFT JOIN wide c ON a.k = c.k WHERE a.k GLOBAL NOT IN (1, 2)
    iI! | SELECT c.k AS y, b.arr AS c FROM logs AS c CROSS JOIN events AS b ORDER BY y, c, c.k
    i  | WITH (SELECT max(k) FROM logs) AS w1 SELECT quantileExact(0.5)(w1 + k) FROM events
    ii | SELECT quantileExactIf(0.5)(k, k IN (SELECT k FROM logs)), sum(k) FILTER (WHERE x IN (SELECT k FROM logs)) FROM events GROUP BY k IN (SELECT k FROM logs)
    i  | SELECT quantileExact(0.5)((SELECT max(k) FROM logs) + max(k)) OVER (PARTITION BY grp) FROM events GROUP BY grp
    i  | WITH (SELECT max(R.k) FROM logs AS R ASOF JOIN logs AS a ON R.host = a.host AND R.day <= a.day) AS w1 SELECT uniqExact(w1 + k, x) FROM events
    i  | SELECT sum(k + (SELECT max(k) FROM logs)) OVER () FROM items GROUP BY k + (SELECT max(k) FROM logs), k
    i  | SELECT quantileExact(0.5)(k + (SELECT max(k) FROM logs)) OVER () FROM items GROUP BY k + (SELECT max(k) FROM logs), k
    iiii | SELECT intDiv(i128, 3), intDiv(u64, 1), i128 DIV -2, intDiv(i8, u64 + 1) FROM wide
    iii | SELECT bitAnd(i128, 7), bitOr(i128, u64), bitXor(i128, -3) FROM wide
    is+ | SELECT key0, a.level AS key0 FROM events R JOIN logs AS a USING (x) GROUP BY key0 WITH TOTALS
    iii | SELECT has(arr, true), indexOf(arr, 1.0), has([1.5, 2], k) FROM events
    IIII | SELECT arrayMap(x -> toInt8(x), a), arrayMap(x -> toInt16(x), a), arrayMap(x -> toInt32(x), a), arrayMap(x -> toInt64(x), a) FROM (SELECT [1e30, -1e30, 3e9, -3e9, 300.7, -1.5, 1e18, 9.3e18] AS a FROM items LIMIT 1)
    IIII | SELECT arrayMap(x -> toUInt8(x), a), arrayMap(x -> toUInt16(x), a), arrayMap(x -> toUInt32(x), a), arrayMap(x -> toUInt64(x), a) FROM (SELECT [1e30, -1e30, 3e9, -3e9, 300.7, -1.5, 1e18, 1.5e19] AS a FROM items LIMIT 1)
    ii | SELECT toInt32(toFloat32(3e9)), toUInt64(1.8446744073709550e19) FROM items
    iiii | SELECT toInt32(price), toUInt64(price), toInt64(ratio), toUInt8(ratio) FROM items JOIN logs ON items.k = logs.k WHERE isNull(price) OR isNull(ratio) OR isFinite(price + ratio)
    ii! | SELECT d IN (1.50, 0.01), d = 1.5 FROM (SELECT toDecimal32(k / 100, 2) AS d, k FROM wide) ORDER BY k
    iii | SELECT d IN [1.50, 0.01], d > 0.015, d NOT IN ('1.50', 0.01, 1) FROM (SELECT arrayJoin([toDecimal64('0.00', 3), toDecimal64('1.54', 3), toDecimal64('1.5', 3), toDecimal64('0.01', 3), toDecimal64('0.015', 3)]) AS d FROM items)
    ii | SELECT dec IN (1.5, 0.015, 7, 0.01), dec = 1.5 FROM wide
    i  | SELECT toInt32(nan) FROM items
    i  | SELECT toUInt64(ratio / 0) FROM logs
    iiii | SELECT bitOr(i8, u64), bitXor(u64, i8), bitAnd(i16, toUInt64(18446744073709551615)), bitOr(i8, i128) FROM wide
    is | SELECT arrayFold((a, x, y) -> a + x * y, arr, arr, toInt64(0)), arrayFold((a, x, y, z) -> concat(a, toString(x + z), y), [1, 2], ['a', 'b'], [3, 4], '') FROM events
    i  | SELECT arrayFold((a, x, y) -> a + x + y, [1], [1, 2], toInt64(0)) FROM items
    i  | SELECT arrayFold((a, x) -> a + x, [1], [1], toInt64(0)) FROM items
"""
RULES = [Rule.read(line) for line in _LINES.strip().splitlines()]
