"""Forms of SELECT, beside real ClickHouse: `untuple`, `grouping`, WITH FILL, WITH RECURSIVE."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import Client
from support.sides import Side

SETUP = (
    "CREATE TABLE t (k Int64, v String, n Nullable(Int32), ver UInt32, d Date, f Float64, "
    "p Tuple(a Int8, b String), u Tuple(Int8, String)) "
    "ENGINE = ReplacingMergeTree(ver) ORDER BY k",
    "INSERT INTO t VALUES (1, 'x', 1, 1, '2024-01-01', 1, (1, 'p'), (3, 'q')), "
    "(4, 'y', NULL, 2, '2024-01-04', 2, (2, 'r'), (4, 's')), "
    "(9, 'x', 5, 1, '2024-01-09', 3, (5, 't'), (6, 'u'))",
    "CREATE TABLE e (id UInt32, parent UInt32, name String) ENGINE = MergeTree ORDER BY id",
    "INSERT INTO e VALUES (1, 0, 'root'), (2, 1, 'a'), (3, 1, 'b'), (4, 2, 'c'), (5, 4, 'd')",
)
UNTUPLES = (
    "SELECT untuple(p) FROM t ORDER BY k",
    "SELECT untuple(u) AS z, k FROM t ORDER BY k",
    "SELECT untuple((k, v)), untuple(p) AS w FROM t ORDER BY k",
    "SELECT * FROM (SELECT untuple(p) FROM t) ORDER BY 1",
    "SELECT `tupleElement(p, 'a')` + 1 FROM (SELECT untuple(p) FROM t) ORDER BY 1",
    "SELECT untuple(argMax(p, k)) FROM t",
    "SELECT v, untuple((v, sum(ver))) FROM t GROUP BY v ORDER BY v",
    "SELECT count() FROM t GROUP BY untuple(p) ORDER BY 1",
    "WITH untuple(p) AS q SELECT q FROM t ORDER BY k",
    "SELECT plus(untuple((k, ver))), concat(untuple((v, v))) FROM t ORDER BY k",
    "SELECT untuple(k) FROM t",
    "SELECT untuple(p, u) FROM t",
    "SELECT untuple(tuple()) FROM t",
    "SELECT k FROM t ORDER BY untuple(p)",
)
GROUPINGS = (
    "SELECT v, ver, grouping(v, ver) AS g, grouping(ver), grouping(v), count() FROM t "
    "GROUP BY ROLLUP(v, ver) ORDER BY ALL",
    "SELECT v, ver, grouping(v, ver) AS g, grouping(ver, v), count() FROM t "
    "GROUP BY CUBE(v, ver) ORDER BY ALL",
    "SELECT v, ver, grouping(v, ver), count() FROM t "
    "GROUP BY GROUPING SETS ((ver), (v, ver), ()) ORDER BY ALL",
    "SELECT v, ver, grouping(v), grouping(ver) FROM t GROUP BY v, ver ORDER BY ALL",
    "SELECT v, grouping(v, ver) AS g, count() FROM t GROUP BY v, ver WITH CUBE "
    "HAVING grouping(v) = 1 ORDER BY ALL",
    "SELECT grouping(upper(v)) FROM t GROUP BY ROLLUP(upper(v)) ORDER BY 1",
    "SELECT v AS w, GROUPING(w) + 1 FROM t GROUP BY ROLLUP(w) ORDER BY ALL",
    "SELECT v, ver, count() FROM t GROUP BY ROLLUP(v, ver) ORDER BY grouping(v, ver), v, ver",
    "SELECT grouping(v), row_number() OVER (PARTITION BY grouping(v) ORDER BY v) AS r FROM t "
    "GROUP BY ROLLUP(v) ORDER BY ALL",
    "SELECT v, n, grouping(v, n) FROM t GROUP BY ROLLUP(v, n) ORDER BY ALL "
    "SETTINGS group_by_use_nulls = 1",
    "SELECT v, toTypeName(grouping(v)) FROM t GROUP BY GROUPING SETS ((v), (ver)) ORDER BY 1",
    "SELECT grouping(k) FROM t GROUP BY v",
    "SELECT grouping(k) FROM t",
    "SELECT grouping() FROM t GROUP BY v",
    "SELECT grouping(v) FROM t WHERE grouping(v) = 1 GROUP BY ROLLUP(v)",
    "SELECT sum(grouping(v)) FROM t GROUP BY ROLLUP(v)",
)
INTERPOLATIONS = (
    "SELECT ver, k FROM t ORDER BY ver WITH FILL, k WITH FILL",
    "SELECT k FROM t ORDER BY k LIMIT -1",
    "SELECT k, v, ver FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS ver + 1)",
    "SELECT k, v, ver FROM t ORDER BY k WITH FILL FROM -1 TO 12 "
    "INTERPOLATE (ver AS ver + 1, v AS concat(v, '!'))",
    "SELECT k, ver FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS k + ver)",
    "SELECT k, ver FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS f + 1)",
    "SELECT k, ver, f FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS f + ver, f AS f * 2)",
    "SELECT k, ver, f FROM t ORDER BY k WITH FILL INTERPOLATE (f, ver AS f + 1)",
    "SELECT k, ver AS q FROM t ORDER BY k WITH FILL INTERPOLATE (q AS q * 2, ver AS ver + 1)",
    "SELECT k, ver AS q FROM t ORDER BY k WITH FILL INTERPOLATE (q AS ver + 1)",
    "SELECT k, n FROM t ORDER BY k WITH FILL INTERPOLATE (n AS n + 1)",
    "SELECT k, ver FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS 5)",
    "SELECT k + 1 AS x, ver FROM t ORDER BY x WITH FILL INTERPOLATE (ver AS x)",
    "SELECT k, sum(ver) AS s FROM t GROUP BY k ORDER BY k WITH FILL INTERPOLATE (s AS s + 1)",
    "SELECT k, ver FROM t ORDER BY k WITH FILL INTERPOLATE (k AS k * 2)",
    "SELECT k, ver FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS nosuch)",
    "SELECT k FROM t ORDER BY k WITH FILL INTERPOLATE (nosuch)",
)
FILLS = (
    "SELECT v, k FROM t ORDER BY v, k WITH FILL",
    "SELECT v, k FROM t ORDER BY v DESC, k WITH FILL FROM 0 TO 5",
    "SELECT n, k FROM t ORDER BY n, k WITH FILL FROM 0 TO 3",
    "SELECT v, k FROM t ORDER BY lower(v), k WITH FILL",
    "SELECT k, ver FROM t ORDER BY k WITH FILL, v",
    "SELECT v, k, ver FROM t ORDER BY v DESC, k WITH FILL FROM 0 TO 5 INTERPOLATE",
    "SELECT v, k, ver FROM t ORDER BY v DESC, k WITH FILL FROM 0 TO 5 INTERPOLATE (ver AS ver + 1)",
    "SELECT v, k FROM t WHERE 0 ORDER BY v, k WITH FILL FROM 0 TO 3",
    "SELECT k FROM t WHERE 0 ORDER BY k WITH FILL FROM 0 TO 3",
    "SELECT k, ver FROM t ORDER BY k WITH FILL STALENESS 3 INTERPOLATE",
    "SELECT k FROM t ORDER BY k WITH FILL STEP 2 STALENESS 3",
    "SELECT k FROM t ORDER BY k WITH FILL TO 15 STALENESS 3",
    "SELECT k FROM t ORDER BY k DESC WITH FILL STALENESS -2",
    "SELECT d FROM t ORDER BY d WITH FILL STALENESS INTERVAL 2 DAY",
    "SELECT k, v FROM t ORDER BY v, k WITH FILL STEP 3 STALENESS 4",
    "SELECT k FROM t ORDER BY k WITH FILL STEP 3",
    "SELECT f FROM t ORDER BY f WITH FILL STEP 0.5 STALENESS 0.7",
    "SELECT k FROM t ORDER BY k WITH FILL FROM 0 STALENESS 3",
    "SELECT k FROM t ORDER BY k WITH FILL STALENESS -3",
)
_ROOT = "SELECT id, name FROM e WHERE parent = 0"
RECURSIONS = (
    f"WITH RECURSIVE r AS (SELECT *, 0 AS depth FROM ({_ROOT}) UNION ALL "
    "SELECT e.id, e.name, r.depth + 1 FROM e JOIN r ON e.parent = r.id) "
    "SELECT *, toTypeName(depth) FROM r ORDER BY id",
    f"WITH RECURSIVE r AS (SELECT id, [name] AS path FROM ({_ROOT}) UNION ALL "
    "SELECT e.id, arrayConcat(r.path, [e.name]) FROM e, r WHERE e.parent = r.id) "
    "SELECT id, arrayStringConcat(path, '/') FROM r ORDER BY id",
    "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) "
    "SELECT n, name FROM r JOIN e ON e.id = n ORDER BY n",
    "WITH RECURSIVE r (a, b) AS (SELECT id, name FROM e WHERE id = 1 UNION ALL "
    "SELECT a + 1, b || '!' FROM r WHERE a < 3) SELECT a, b FROM r ORDER BY a",
    f"WITH RECURSIVE r AS ({_ROOT} UNION ALL "
    "SELECT e.id, e.name FROM e WHERE parent IN (SELECT id FROM r)) SELECT id FROM r ORDER BY id",
    "SELECT * FROM (WITH RECURSIVE r AS (SELECT id FROM e WHERE id = 1 UNION ALL "
    "SELECT id + 1 FROM r WHERE id < 3) SELECT x.id, y.id FROM r AS x JOIN r AS y ON x.id = y.id) "
    "ORDER BY 1",
    "WITH RECURSIVE r AS (SELECT id FROM e), s AS (SELECT id * 10 AS x FROM r) "
    "SELECT x FROM s ORDER BY x",
    "WITH RECURSIVE r AS (SELECT id FROM e UNION DISTINCT SELECT id FROM r) SELECT * FROM r, e",
    "WITH RECURSIVE r AS (SELECT id FROM r) SELECT * FROM r, e",
)
OTHERS = (
    "SELECT DISTINCT ON (v) v, k FROM t ORDER BY k LIMIT 1 BY k",
    "SELECT x.k FROM t AS x ANY FULL JOIN t AS y ON x.k = y.ver",
)


pytestmark = pytest.mark.usefixtures("sides")


@pytest.fixture(scope="module")
def sides(endpoint_client: Client, module_clickhouse: ClickHouse) -> tuple[Side, Side]:
    for statement in SETUP:
        endpoint_client.run(statement)
        module_clickhouse.execute(statement)
    return Side(endpoint_client), Side(module_clickhouse)


def _differing(queries: Sequence[str], sides: tuple[Side, Side]) -> list[tuple[str, Any, Any]]:
    ours, theirs = sides
    found = [(query, ours.answer(query), theirs.answer(query)) for query in queries]
    return [one for one in found if one[1] != one[2]]


@pytest.mark.parametrize(
    "queries",
    [UNTUPLES, GROUPINGS, INTERPOLATIONS, FILLS, RECURSIONS, OTHERS],
    ids=["untuple", "grouping", "interpolate", "fill", "recursive", "others"],
)
@pytest.mark.sample(1)
def test_the_answer_is_clickhouses(queries: Sequence[str], sides: tuple[Side, Side]) -> None:
    assert _differing(queries, sides) == []


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("SELECT untuple(p) FROM t", ["tupleElement(p, 'a')", "tupleElement(p, 'b')"]),
        ("SELECT untuple(u) AS z, k FROM t", ["z.1", "z.2", "k"]),
        ("SELECT GROUPING(v) FROM t GROUP BY v", ["grouping(v)"]),
    ],
)
def test_names_of_columns(query: str, names: list[str], endpoint_client: Client) -> None:
    endpoint_client.run(query)
    assert [column[0] for column in endpoint_client.cursor.description] == names


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ver, k FROM t ORDER BY ver WITH FILL, f, k WITH FILL",
        "SELECT k, ver FROM t ORDER BY k WITH FILL INTERPOLATE (ver AS (SELECT 3))",
        "SELECT k FROM t ORDER BY k LIMIT 0.5 OFFSET -1",
        "WITH RECURSIVE r AS (SELECT id FROM e UNION ALL "
        "SELECT x.id FROM r AS x JOIN r AS y ON x.id = y.id) SELECT * FROM r",
        "WITH RECURSIVE r AS (SELECT id FROM e UNION ALL SELECT max(id) FROM r) SELECT * FROM r",
    ],
)
def test_what_is_missing_is_refused_by_name(query: str, sides: tuple[Side, Side]) -> None:
    assert sides[0].answer(query) == "NOT_IMPLEMENTED"


def test_a_recursion_without_an_end_is_stopped(endpoint_client: Client, sides: object) -> None:
    error = endpoint_client.error(
        "WITH RECURSIVE r AS (SELECT id FROM e WHERE id = 1 UNION ALL SELECT id + 1 FROM r) "
        "SELECT count() FROM r SETTINGS max_recursive_cte_evaluation_depth = 5"
    )
    assert error.name == "RECURSION_LEVEL_LIMIT_EXCEEDED"
    assert "limit 5 " in error.message
