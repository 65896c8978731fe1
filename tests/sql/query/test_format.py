"""Queries written in ClickHouse's form, and read again."""

from __future__ import annotations

import pytest

from rmt_engine.sql.query.printing.ast_text import ast_text
from rmt_engine.sql.query.printing.operators import written_query
from rmt_engine.sql.query.printing.queries import formatted_in_one_line, formatted_query
from rmt_engine.sql.query.reading.queries import read_query

_QUERIES = (
    "SELECT k+1*2 AS x, -n, not (k=1 and v<>'x' or k in (1,2)), [1,2][1], (1,'a').1 FROM t",
    "SELECT k FROM t AS z FINAL SAMPLE 1/10 OFFSET 1/2 PREWHERE (k > 1 AS big) WHERE v LIKE 'a%' "
    "GROUP BY k, v WITH ROLLUP WITH TOTALS HAVING count() > 1 ORDER BY k DESC NULLS FIRST "
    "LIMIT 5",
    "SELECT DISTINCT count(DISTINCT v), sum(k) FILTER (WHERE k > 1), quantile(0.5)(k), "
    "any(v) RESPECT NULLS, row_number() OVER (PARTITION BY v ORDER BY k ROWS BETWEEN 1 PRECEDING "
    "AND UNBOUNDED FOLLOWING), lag(k) OVER w FROM t WINDOW w AS (ORDER BY k)",
    "SELECT CAST(k AS String), k::Int8, CASE WHEN k = 1 THEN 2 ELSE 3 END, k BETWEEN 1 AND 2, "
    "v IS NOT NULL, INTERVAL 1 DAY, (SELECT 1), EXISTS (SELECT 1), x -> x + 1, (x, y) -> x, "
    "tuple(1)",
    "SELECT * EXCEPT (k) REPLACE (1 AS v) APPLY(sum), COLUMNS('a') APPLY(x -> x + 1), t.*, "
    "t.COLUMNS(a, b) FROM t",
    "SELECT 1.5, -1e10, 'it''s\\na \\\\ text', NULL, true, nan, 0xff, {p:UInt8}, {'a': 1} FROM t",
    "WITH 1 AS q, c (a, b) AS (SELECT 1, 2) SELECT * FROM (SELECT k FROM t UNION ALL SELECT k "
    "FROM t) AS s (x) LEFT JOIN t AS u ON s.k = u.k AND u.v = 'a' ARRAY JOIN a AS b, [1] AS c",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT n FROM r, t, u",
    "SELECT k FROM t JOIN (u JOIN w USING (k)) USING (k) CROSS JOIN numbers(3) AS n "
    "GROUP BY GROUPING SETS ((k, v), (v), ()) ORDER BY ALL DESC",
    "SELECT DISTINCT ON (k) k, `weird name`, `select` FROM `d b`.`from` UNION DISTINCT "
    "(SELECT 1 INTERSECT SELECT 2 EXCEPT SELECT 3)",
    "SELECT k FROM view(SELECT 1 AS k) ANY LEFT JOIN t USING (k) ASOF JOIN u ON u.k = t.k",
    "SELECT k FROM t ORDER BY v, k WITH FILL FROM 1 TO 3 STEP 2 STALENESS 1 "
    "INTERPOLATE (n AS n + 1, m) LIMIT 1, 2 BY k LIMIT 2 OFFSET 1 "
    "SETTINGS final = 1, join_algorithm = 'hash'",
    "SELECT k FROM t ORDER BY k LIMIT 2 WITH TIES",
    "SELECT k FROM t QUALIFY row_number() OVER () = 1 OFFSET 3",
)


@pytest.mark.parametrize("query", _QUERIES)
def test_what_is_written_reads_as_the_same_query(query: str) -> None:
    tree = read_query(query).query
    again = read_query(formatted_query(tree)).query
    assert formatted_query(again) == formatted_query(tree)
    assert ast_text(again) == ast_text(tree)
    in_one_line = formatted_in_one_line(tree)
    assert "\n" not in in_one_line
    assert formatted_query(read_query(in_one_line).query) == formatted_query(tree)
    with_operators = read_query(written_query(tree)).query
    assert written_query(with_operators) == written_query(tree)
    if "count(DISTINCT" not in query:
        assert formatted_query(with_operators) == formatted_query(tree)
