"""Expressions with the symbols of their operators, as ClickHouse's `formatQuery` writes them."""

from __future__ import annotations

import pytest
from support.clickhouse import ClickHouse

from rmt_engine.sql.query.printing.operators import written_expression
from rmt_engine.sql.query.reading.queries import read_expression
from rmt_engine.sql.tables.expressions import expression_text, query_text

_EXPRESSIONS = r"""
    a between 1 and 2 and b
    a not between 1 and 2 or b or c
    b and a between 1 and 2 and c
    f((a))
    (a + b)
    (a) + b
    ((a + b)) * c
    -(a + b)
    -(-a)
    - 5
    -(5)
    not (a and b)
    not not a
    a and b and c
    a and (b and c)
    a or b and c
    a = 1 and not b
    (a, b) in ((1, 2), (3, 4))
    (a, b) = (1, 2)
    ((1, 2))
    (a)
    ((a, b))
    [(a), (b + 1)]
    a in (select 1)
    a in t
    a not in (1, 2)
    a in ((1))
    a in (1 + 1)
    a in tuple(1)
    x -> x
    (x, y) -> x + y
    arrayMap((x, y) -> (x + y) * 2, a, b)
    arrayMap(x -> (x, 1), a)
    arrayMap(x -> not x, a)
    arrayMap(x -> f(x), a)
    arr[1][2]
    arr[a + 1]
    (a || b)[1]
    [1, 2][1]
    tupleElement(t, 'a')
    t.1
    t.1.2
    (a).1
    a is null and b is not null
    (a is null) = 1
    a + 1 is null
    case a when 1 then 2 end
    case when a > 1 then b when c then d else e end
    if(a > b, a, b)
    a ? b : c
    a > 1 ? b + 1 : c
    interval 1 day
    now() - interval 3 month
    interval a + 1 day
    interval '2 hours'
    date '2020-01-01' + 1
    timestamp '2020-01-01 00:00:00'
    a::UInt8
    1::UInt8
    '1'::UInt8
    (a + 1)::UInt8
    -1::Int8
    cast(a + 1, 'UInt8')
    cast(a as Nullable(UInt8))
    toUInt8(a)
    a like 'x' or a ilike 'y'
    a not ilike 'y'
    a regexp 'z'
    match(a, 'z')
    equals(a, 1)
    plus(a, 1)
    not(a)
    and(a, b)
    tuple(a, b)
    array(a, b)
    arrayElement(a, 1)
    isNull(a)
    in(a, (1, 2))
    like(a, 'x')
    negate(a)
    1.0
    1.50
    1e10
    1.5e300
    1e-7
    0.1
    5.
    100000000000000000000
    0xFF
    0b101
    1_000
    inf
    nan
    -inf
    -1.5
    true
    NULL
    ''
    'a\'b\\c\nd\te'
    'é'
    x'4142'
    b'1'
    (select 1)
    (select 1) + 1
    count(distinct a)
    count(distinct a, b)
    sum(a) over (partition by b order by c rows between 1 preceding and current row)
    sum(a) over ()
    sum(a) over w
    lag(a) ignore nulls over (order by b)
    quantile(0.5)(a + 1)
    sum(distinct a)
    sumIf(a, b > 1)
    count(*)
    count()
    a.b.c
    `a b`
    `select`
    `from`
    "date"
    `a`.`b`
    a <=> b
    a is not distinct from b
    a is distinct from b
    a % 2
    mod(a, 2)
    a mod 2
    a div 2
    a / 2
    a - b - c
    a - (b - c)
    a * (b + c)
    a != b
    a <> b
    a == b
    a >= b
    a between 1 and 2
    a not between 1 and 2
    not a between 1 and 2
    a between b + 1 and c
    substring(a, 1, 2)
    substring(a from 2)
    SUBSTR(a, 1)
    trim(a)
    trim(leading 'x' from a)
    extract(day from a)
    EXTRACT(YEAR FROM a) = 2020
    position('x' in a)
    position(a, 'x')
    date_add(day, 1, a)
    DATE_ADD(a, interval 1 day)
    DATEDIFF(day, a, b)
    date_sub(day, 1, a)
    timestampadd(day, 1, a)
    date_trunc('day', a)
    toStartOfInterval(a, interval 1 hour)
    {p:UInt8}
    map('a', 1)['a']
    a as b
    (a as b) + b
    a + 1 as b
    f(a as b)
    columns('x')
    * replace (a + 1 as a)
    t.*
    columns(a, b)
    toDate(a) in ('2020-01-01', '2020-01-02')
    a in [1, 2]
    a in (null)
    a in ('x')
    (a = 1) in (1)
    concat(a, b)
    a || b || c
    if((a = 1), 1, 0)
    coalesce((a), b)
    multiIf(a, 1, 2)
    ifNull(a, 0)
    -a + b
    -a * b
    not a = 1
    not a in (1)
    grouping(a)
    a + (1)
    cityHash64(a) % 4
    (cityHash64(a) % 4)
    least(a, b) + greatest(a, b)
    a[1] + 1
    t.1 + 1
    f(x)[1]
    f(x)[1] + 1
    -a[1]
    -t.1
    not a[1]
    a[1] = 1 and b
    a[-1]
    (a, b).1 + 1
    [a, b][1] + 1
    a like 'x' escape '\\'
    a * -1
    a - -1
    -1 + a
    - 1.5 * a
    x -> x[1]
    x -> (x)
    x -> -x
    a is null is null
    (a, b)
    (a, 1)
    (1, 'x', NULL)
    tuple()
    ()
    [1, 2]
    [[1, 2], [3]]
    [1, a]
    (1, (2, 3))
    a in (b)
    a in b
    a in (b, c)
    a in ((1, 2))
    a in ('x', 'y') and not b in (1)
    a in (select 1) = 1
    sum(a) filter (where b > 1)
    count(distinct a) filter (where b > 1)
    arr[1].2
    t.a.1
    t.1 = 'x'
    f(a, (b))
    f((a, b))
    f(((a)))
    a or b or c
    (a or b) or c
    a = b = c
    a < b < c
    a + b * c - d / e % f
    (a + b) * (c - d)
    'a' || 'b'
    if(a, (b), c)
    case when (a) then (b) end
    interval (1) day
    now() + interval 1 day + interval 2 hour
    toDate(now()) - 1
    1 = 1
    'x' = a
    true and false
    not true
    a % 2 = 0
    1e20
    1e21
    1e22
    123456789012345678
    1.23456789012345678
    0.000001
    0.0000001
    1e-5
    -0.0
    18446744073709551615
    18446744073709551616
    -9223372036854775808
    -9223372036854775809
    1.0e5
    12345678.9
"""
_LISTED = [line.strip() for line in _EXPRESSIONS.strip().splitlines()]


@pytest.mark.parametrize("text", _LISTED)
def test_an_expression_is_written_as_clickhouse_writes_it(
    module_clickhouse: ClickHouse, text: str
) -> None:
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    [[written]] = module_clickhouse.rows(f"SELECT formatQuerySingleLine('SELECT {quoted}')")
    assert f"SELECT {expression_text(text)}" == written


@pytest.mark.parametrize("text", _LISTED)
def test_what_is_written_is_written_the_same_again(text: str) -> None:
    once = expression_text(text)
    assert written_expression(read_expression(once)) == once


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a global in (1)", "a IN (1)"),
        ("[1]::Array(UInt8)", "CAST([1], 'Array(UInt8)')"),
        ("((1), 2)", "((1), 2)"),
        ("interval + `values`", "`interval` + `values`"),
        ("a +", "a +"),
        ("", ""),
    ],
)
def test_where_it_differs_from_clickhouse_it_means_the_same(text: str, written: str) -> None:
    assert expression_text(text) == written


_QUERIES = (
    "SELECT a, b AS c, count() FROM db.t AS x FINAL WHERE a > 1 AND b IN (SELECT c FROM v WHERE d) "
    "GROUP BY a, b HAVING count() > 1 ORDER BY a DESC, b NULLS FIRST LIMIT 5, 10",
    "WITH x AS (SELECT 1 AS a) SELECT * FROM x UNION ALL SELECT 2",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r",
    "SELECT 1 UNION DISTINCT SELECT 2 UNION ALL SELECT 3",
    "SELECT 1 UNION ALL (SELECT 2 UNION DISTINCT SELECT 3)",
    "SELECT a FROM t LEFT JOIN u ON t.a = u.a AND t.b = u.b, v, w WHERE t.a = v.a",
    "SELECT a FROM t JOIN (SELECT (SELECT max(b) FROM x) AS a) AS s USING (a) ANY JOIN w USING a",
    "SELECT a, x FROM t ARRAY JOIN arr AS x, arr2 AS y WHERE x BETWEEN 1 AND 2",
    "SELECT sum(a) OVER (PARTITION BY b ORDER BY c) AS s, rank() OVER w FROM t WINDOW w AS "
    "(ORDER BY a DESC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
    "SELECT a FROM t SAMPLE 1/10 PREWHERE a GROUP BY a WITH ROLLUP WITH TOTALS SETTINGS final = 1",
)


@pytest.mark.parametrize("text", _QUERIES)
def test_the_query_of_a_view_is_written_as_clickhouse_writes_it(
    module_clickhouse: ClickHouse, text: str
) -> None:
    [[written]] = module_clickhouse.rows(f"SELECT formatQuery('{text}')")
    assert query_text(text) == written


def test_a_query_of_sparks_own_stays_as_it_was_written() -> None:
    assert query_text("SELECT a FROM t LATERAL VIEW explode(b) AS c") != ""
    assert query_text("SELECT a FROM") == "SELECT a FROM"
