"""Real Superset on a real endpoint, asked through Superset's API."""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from running import ENDPOINT, RefusedError, Superset

TABLE = """
    CREATE TABLE orders
    (
        id UInt64,
        state LowCardinality(String),
        amount Decimal(10, 2),
        weight Nullable(Float64),
        paid Bool,
        day Date,
        at DateTime64(6),
        epoch Int64,
        tags Array(String),
        ver UInt32,
        gone UInt8
    )
    ENGINE = ReplacingMergeTree(ver, gone) ORDER BY id COMMENT 'what was ordered'
"""
# Five versions of four rows, of which one is deleted: what is current is 1 (new), 2 and 4.
ROWS = """
    INSERT INTO orders VALUES
    (1, 'open', 10.50, 1.5, false, '2026-01-01', '2026-01-01 00:00:00', 1767225600, ['a'], 1, 0),
    (2, 'open', 20.00, NULL, true, '2026-01-03', '2026-01-03 23:59:59.5', 1767484799, [], 1, 0),
    (3, 'open', 30.00, 3.5, false, '2026-02-28', '2026-02-28 12:34:56', 1772282096, ['b'], 1, 0),
    (4, 'paid', 40.25, 4.5, true, '2026-11-22', '2026-11-22 07:08:09', 1795331289, ['a', 'b'], 1, 0)
"""
NEWER = """
    INSERT INTO orders VALUES
    (1, 'paid', 11.00, 1.5, true, '2026-01-01', '2026-01-01 00:00:00', 1767225600, ['a'], 2, 0),
    (3, 'open', 30.00, 3.5, false, '2026-02-28', '2026-02-28 12:34:56', 1772282096, ['b'], 2, 1)
"""
TIMES = [
    datetime(2026, 1, 1),
    datetime(2026, 1, 3, 23, 59, 59, 500000),
    datetime(2026, 11, 22, 7, 8, 9),
]


@pytest.fixture(scope="module", autouse=True)
def tables(endpoint: sa.engine.Connection) -> None:
    plain = "CREATE TABLE plain (k Int64) ENGINE = MergeTree ORDER BY k"
    newest = "CREATE VIEW newest AS SELECT * FROM orders FINAL"
    # Superset's own database, in SQLite, keeps one dataset of each name.
    again = [text.replace("orders", "orders_again", 1) for text in (TABLE, ROWS, NEWER)]
    for statement in (TABLE, ROWS, NEWER, *again, plain, newest):
        endpoint.exec_driver_sql(statement)


@pytest.fixture(scope="module")
def orders(superset: Superset, database: int, schema: str) -> int:
    """The table as a dataset."""
    return superset.add_dataset(database, schema, "orders")


@pytest.fixture(scope="module")
def current_orders(superset: Superset, final_database: int, schema: str) -> int:
    """The table as a dataset of the database that reads FINAL."""
    return superset.add_dataset(final_database, schema, "orders_again")


@pytest.fixture(scope="module")
def newest_orders(superset: Superset, database: int, schema: str) -> int:
    """The view of the endpoint that reads FINAL, as a dataset."""
    return superset.add_dataset(database, schema, "newest")


@pytest.fixture(scope="module")
def virtual_orders(superset: Superset, database: int, schema: str) -> int:
    """A dataset that is a query with FINAL."""
    return superset.add_dataset(database, schema, "virtual", "SELECT * FROM orders FINAL")


# Adding a database


def test_the_endpoint_is_among_the_databases_to_add(superset: Superset) -> None:
    [found] = [d for d in superset.get("database/available/")["databases"] if d["engine"] == "rmt"]
    assert found["name"] == "RMT on Spark"
    assert "pyhive" in found["available_drivers"]
    assert found["parameters"]["properties"]["final"]["type"] == "boolean"


def _form(**parameters: Any) -> dict[str, Any]:
    host, port = ENDPOINT.split(":")
    return {
        "engine": "rmt",
        "driver": "pyhive",
        "configuration_method": "dynamic_form",
        "database_name": "x",
        "parameters": {"host": host, "port": int(port), "database": "default", **parameters},
    }


def test_right_parameters_are_valid(superset: Superset) -> None:
    assert superset.post("database/validate_parameters/", **_form())["message"] == "OK"
    assert superset.post("database/test_connection/", **_form(final=True))["message"] == "OK"


@pytest.mark.parametrize(
    ("parameters", "type_"),
    [
        ({"port": 1}, "CONNECTION_PORT_CLOSED_ERROR"),
        ({"host": "no-such-host.invalid"}, "CONNECTION_INVALID_HOSTNAME_ERROR"),
        ({"database": "no_such_database"}, "SCHEMA_DOES_NOT_EXIST_ERROR"),
    ],
)
def test_wrong_parameters_are_refused(
    superset: Superset, parameters: dict[str, Any], type_: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        superset.post("database/validate_parameters/", **_form(**parameters))
    assert refused.value.first["error_type"] == type_


@pytest.mark.parametrize(
    ("uri", "type_", "told"),
    [
        ("rmt://127.0.0.1:1/", "CONNECTION_PORT_CLOSED_ERROR", "refused the connection"),
        ("rmt://no-such-host.invalid/", "CONNECTION_INVALID_HOSTNAME_ERROR", "cannot be resolved"),
        (f"rmt://{ENDPOINT}/no_such", "SCHEMA_DOES_NOT_EXIST_ERROR", "no_such"),
    ],
)
def test_a_connection_that_fails_says_why(
    superset: Superset, uri: str, type_: str, told: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        superset.post("database/test_connection/", sqlalchemy_uri=uri, database_name="x")
    assert refused.value.first["error_type"] == type_
    assert told in refused.value.first["message"]


def test_the_parameters_can_be_read_again(superset: Superset, final_database: int) -> None:
    answer = superset.get(f"database/{final_database}/connection")["result"]
    assert answer["parameters"]["query"] == {"final": "1"}
    assert answer["engine_information"]["supports_file_upload"] is True


# What there is


def test_schemas(superset: Superset, database: int, schema: str) -> None:
    schemas = superset.get(f"database/{database}/schemas/", q="(force:!t)")["result"]
    assert {schema, "default"} <= set(schemas)


def test_a_table_is_a_table_and_a_view_a_view(
    superset: Superset, database: int, schema: str
) -> None:
    query = f"(force:!t,schema_name:{schema})"
    listed = superset.get(f"database/{database}/tables/", q=query)["result"]
    kinds = {table["value"]: table["type"] for table in listed}
    assert kinds["orders"] == "table"
    assert kinds["newest"] == "view"


def test_columns(superset: Superset, database: int, schema: str) -> None:
    answer = superset.get(f"database/{database}/table_metadata/", name="orders", schema=schema)
    assert answer["comment"] == "what was ordered"
    assert {column["name"]: column["longType"] for column in answer["columns"]} == {
        "id": "UInt64",
        "state": "LowCardinality(String)",
        "amount": "Decimal(10, 2)",
        "weight": "Float64",
        "paid": "Bool",
        "day": "Date",
        "at": "DateTime64(6)",
        "epoch": "Int64",
        "tags": "Array(String)",
        "ver": "UInt32",
        "gone": "UInt8",
    }


def test_engine_and_keys(superset: Superset, database: int, schema: str) -> None:
    path = f"database/{database}/table_metadata/extra/"
    metadata = superset.get(path, name="orders", schema=schema)["metadata"]
    assert metadata["engine_full"].startswith("ReplacingMergeTree(ver, gone)")
    assert metadata["sorting_key"] == "id"
    assert metadata["active_parts"] == 2
    assert superset.get(path, name="newest", schema=schema) == {}


def test_functions(superset: Superset, database: int) -> None:
    names = superset.get(f"database/{database}/function_names/")["function_names"]
    assert {"date_trunc", "argMax", "toYYYYMM"} <= set(names)


def test_select_star(superset: Superset, database: int, schema: str) -> None:
    sql = superset.get(f"database/{database}/select_star/orders/{schema}/")["result"]
    assert len(superset.rows(database, sql, schema)) == 6


# SQL Lab


def test_final_reads_the_current_rows(superset: Superset, database: int, schema: str) -> None:
    rows = superset.rows(database, "SELECT id, state FROM orders FINAL ORDER BY id", schema)
    assert rows == [(1, "paid"), (2, "open"), (4, "paid")]
    [(count,)] = superset.rows(database, "SELECT count() AS n FROM orders", schema)
    assert count == 6


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count() AS n FROM orders SETTINGS final = 1",
        "SET final = 1; SELECT count() AS n FROM orders",
        "SELECT count() AS n FROM newest",
        "WITH c AS (SELECT * FROM orders FINAL) SELECT count() AS n FROM c",
        'SELECT count("id") AS n FROM "orders" FINAL',
        "SELECT count() AS n FROM (SELECT id FROM orders LIMIT 1 BY id) WHERE id <> 3",
        "SELECT count() AS n FROM (SELECT id, argMax(gone, ver) AS g FROM orders GROUP BY id) "
        "WHERE g = 0",
        "SELECT count() AS n FROM orders FINAL PREWHERE ver < 9",
    ],
)
def test_other_ways_to_the_current_rows(
    superset: Superset, database: int, schema: str, sql: str
) -> None:
    assert superset.rows(database, sql, schema) == [(3,)]


def test_a_database_can_read_final_always(
    superset: Superset, final_database: int, schema: str
) -> None:
    assert superset.rows(final_database, "SELECT count() AS n FROM orders", schema) == [(3,)]
    sql = "SELECT count() AS n FROM orders SETTINGS final = 0"
    assert superset.rows(final_database, sql, schema) == [(6,)]


QUERIES = """
SELECT id, state, amount FROM orders AS o FINAL WHERE o.amount > 11 ORDER BY id
SELECT a.id, b.state FROM orders a FINAL JOIN orders b ON a.id = b.id ORDER BY a.id, b.state
SELECT "id", 'id' FROM orders FINAL ORDER BY "id"
SELECT "id" AS x FROM orders ORDER BY 1
SELECT id = 1 ? 'one' : 'other' AS what FROM orders FINAL ORDER BY id
SELECT id FROM orders ORDER BY ver DESC, id LIMIT 1 BY state
SELECT id, ver FROM orders ORDER BY id, ver LIMIT 1 OFFSET 1 BY id
SELECT * FROM (SELECT id, ver FROM orders ORDER BY id, ver LIMIT 1 BY id LIMIT 2)
SELECT id, row_number() OVER (PARTITION BY id ORDER BY ver DESC) AS n FROM orders ORDER BY id, n
SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY id ORDER BY ver DESC) = 1 ORDER BY id
SELECT id, weight FROM orders FINAL ORDER BY weight NULLS FIRST, id
SELECT id, weight FROM orders FINAL ORDER BY weight NULLS LAST, id
SELECT id, weight FROM orders ORDER BY weight DESC NULLS FIRST, id, ver
SELECT state, argMax(amount, ver) AS a, uniqExact(id) AS u FROM orders GROUP BY state ORDER BY state
SELECT toYYYYMM(day) AS m, count() AS n FROM orders FINAL GROUP BY m ORDER BY m
SELECT toStartOfMonth(day) AS m, toMonday(day) AS w FROM orders FINAL ORDER BY id
SELECT state, count() AS n FROM orders GROUP BY state WITH ROLLUP ORDER BY state, n
SELECT CAST(id AS UInt8) AS a, CAST(amount AS Nullable(String)) AS b FROM orders FINAL ORDER BY id
SELECT id::Int64 AS a, amount::double AS b FROM orders ORDER BY id, ver
SELECT 1.5D AS a, 1L AS b, 1e3 AS c, .5 AS d, 7 DIV 2 AS e, 7 % 2 AS f, 1 / 2 AS g
SELECT 'it''s' AS a, 'it\\'s' AS b, 'a\\nb' AS c, '%' AS d, 'ü😀' AS e, "dq" AS f, r'a\\n' AS g
SELECT 'it''s' AS a, 'it\\'s' AS b, 'a\\nb' AS c, '%' AS d FROM orders FINAL
SELECT [10, 20] AS a, [10, 20][1] AS b, "id" AS c FROM orders ORDER BY "id", ver
SELECT array(10, 20)[1] AS b, map('a', 1)['a'] AS c, struct(1 AS x).x AS d
SELECT DATE '2026-01-01' AS a, TIMESTAMP '2026-01-01 01:02:03' AS b, INTERVAL 1 DAY + day AS c FROM orders
SELECT substring('abcd' FROM 2 FOR 2) AS a, position('b' IN 'abc') AS b, position('b', 'abc') AS c
SELECT position('abc', 'b') AS c, length('abc') AS d FROM orders FINAL
SELECT extract(YEAR FROM day) AS a, trim(BOTH 'x' FROM 'xax') AS b, left('abc', 1) AS c FROM orders
SELECT date_format(at, 'yyyy-MM') AS a, addDays(day, 1) AS b, dateDiff('day', DATE '2026-01-01', day) AS c FROM orders ORDER BY id
SELECT transform(array(1, 2), x -> x + 1) AS a, exists(array(1, 2), x -> x > 1) AS b
SELECT id, t FROM orders LATERAL VIEW explode(tags) e AS t ORDER BY id, ver, t
SELECT * EXCEPT (tags, at) FROM orders FINAL ORDER BY id
SELECT sum(amount) FILTER (WHERE paid) AS a, count(DISTINCT state) AS b FROM orders
SELECT any(state) AS a, max_by(state, id) AS c FROM orders WHERE id = 4
SELECT id FROM orders WHERE id IN (SELECT id FROM orders FINAL) AND EXISTS (SELECT 1) ORDER BY id, ver
SELECT id FROM orders WHERE (id, ver) IN (SELECT id, ver FROM newest) OR state RLIKE 'p.id' ORDER BY id, ver
SELECT NULL <=> NULL AS a, NULL IS NOT DISTINCT FROM 1 AS b, NOT true AS c, 2 BETWEEN 1 AND 3 AS d
SELECT id FROM orders UNION DISTINCT SELECT 9
(SELECT id FROM orders FINAL) EXCEPT (SELECT 1)
FROM orders SELECT id ORDER BY id, ver
SELECT number FROM numbers(3)
SELECT number + 1 AS n FROM (SELECT number FROM system.numbers LIMIT 4)
SELECT * FROM orders PIVOT (sum(amount) FOR state IN ('open', 'paid')) ORDER BY id, ver
SELECT CASE WHEN paid THEN 'yes' ELSE 'no' END AS a, if(paid, 1, 2) AS b FROM orders ORDER BY id, ver
SELECT /*+ COALESCE(1) */ id FROM orders -- with a comment
SELECT to_json(tags) AS a, size(tags) AS b, get_json_object('{"a": 1}', '$.a') AS c FROM orders ORDER BY id, ver
VALUES (1, 'a'), (2, 'b')
SHOW TABLES
DESCRIBE orders
EXISTS TABLE orders
""".strip().splitlines()


@pytest.mark.parametrize("sql", QUERIES)
def test_a_query_gives_what_it_gives_elsewhere(
    superset: Superset, database: int, schema: str, endpoint: sa.engine.Connection, sql: str
) -> None:
    raw = endpoint.connection.cursor()
    raw.execute(sql)
    expected = [tuple(map(_plain, row)) for row in raw.fetchall()]
    found = [tuple(map(_plain, row)) for row in superset.rows(database, sql, schema)]
    assert sorted(map(str, found)) == sorted(map(str, expected))


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if value is None or isinstance(value, (str, bool)):
        return value
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)


def test_statements_that_change_something(
    superset: Superset, database: int, schema: str, endpoint: sa.engine.Connection
) -> None:
    script = """
        CREATE TABLE made (k Int64, v UInt32) ENGINE = ReplacingMergeTree(v) ORDER BY k;
        INSERT INTO made VALUES (1, 1), (2, 1);
        INSERT INTO made SELECT k, 2 FROM made;
        OPTIMIZE TABLE made FINAL;
        SELECT k, v FROM made ORDER BY k
    """
    assert superset.rows(database, script, schema) == [(1, 2), (2, 2)]
    assert endpoint.exec_driver_sql("SELECT count(*) FROM made").scalar() == 2


@pytest.mark.parametrize(
    "sql",
    [
        "OPTIMIZE TABLE orders FINAL",
        "INSERT INTO orders (id) VALUES (9)",
        "SYSTEM STOP MERGES",
        "ALTER TABLE orders DELETE WHERE true",
        "SELECT 1; TRUNCATE TABLE orders",
    ],
)
def test_changes_are_refused_where_they_are_not_allowed(
    superset: Superset, schema: str, sql: str
) -> None:
    reading = superset.add_database(schema, allow_dml=False)
    with pytest.raises(RefusedError) as refused:
        superset.run(reading, sql, schema)
    assert refused.value.first["error_type"] == "DML_NOT_ALLOWED_ERROR"


def test_create_table_as(superset: Superset, schema: str) -> None:
    allowing = superset.add_database(schema, allow_ctas=True, allow_cvas=True)
    sql = "SELECT id, state FROM orders FINAL"
    for method, name in (("TABLE", "kept"), ("VIEW", "seen")):
        superset.run(
            allowing, sql, schema, select_as_cta=True, ctas_method=method, tmp_table_name=name
        )
        assert superset.rows(allowing, f"SELECT count(*) AS n FROM {name}", schema) == [(3,)]


def test_rows_are_limited(superset: Superset, database: int, schema: str) -> None:
    answer = superset.run(database, "SELECT number FROM numbers(100)", schema, queryLimit=10)
    assert len(answer["data"]) == 10
    assert "LIMIT 11" in answer["query"]["executedSql"]
    assert len(superset.rows(database, "SELECT number FROM numbers(100) LIMIT 7", schema)) == 7


def test_values_of_every_type(superset: Superset, database: int, schema: str) -> None:
    answer = superset.run(database, "SELECT * FROM orders FINAL WHERE id = 2", schema)
    assert answer["data"] == [
        {
            "id": 2,
            "state": "open",
            "amount": 20.0,
            "weight": None,
            "paid": True,
            "day": "2026-01-03",
            "at": "2026-01-03T23:59:59.500000",
            "epoch": 1767484799,
            "tags": "[]",
            "ver": 1,
            "gone": 0,
        }
    ]
    temporal = {c["column_name"] for c in answer["columns"] if c["is_dttm"]}
    assert temporal == {"day", "at"}


@pytest.mark.parametrize(
    ("sql", "type_", "told"),
    [
        ("SELECT * FROM nowhere", "TABLE_DOES_NOT_EXIST_ERROR", 'The table "nowhere"'),
        ("SELECT * FROM nowhere FINAL", "TABLE_DOES_NOT_EXIST_ERROR", "nowhere"),
        ("SELECT * FROM no_db.t", "TABLE_DOES_NOT_EXIST_ERROR", "no_db"),
        ("SELECT nothing FROM orders", "COLUMN_DOES_NOT_EXIST_ERROR", "nothing"),
        ("SELECT nothing FROM orders FINAL", "COLUMN_DOES_NOT_EXIST_ERROR", "nothing"),
        ("SHOW TABLES LIKE LIKE", "SYNTAX_ERROR", "LIKE"),
        ("OPTIMIZE TABLE orders FINALLY", "SYNTAX_ERROR", "FINALLY"),
        ("SELECT * FROM plain FINAL", "GENERIC_DB_ENGINE_ERROR", "ILLEGAL_FINAL"),
        ("SELECT 1 / 0", "GENERIC_DB_ENGINE_ERROR", "DIVIDE_BY_ZERO"),
    ],
)
def test_an_error_says_what_is_wrong(
    superset: Superset, database: int, schema: str, sql: str, type_: str, told: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        superset.run(database, sql, schema)
    error = refused.value.first
    assert error["error_type"] == type_
    assert told in error["message"]
    assert "\tat " not in error["message"]
    assert error["extra"]["engine_name"] == "RMT on Spark"


@pytest.mark.parametrize("sql", ["SELECT * FROM (SELECT 1) FINAL", "SELEC 1 FROM"])
def test_what_the_parser_cannot_read(
    superset: Superset, database: int, schema: str, sql: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        superset.run(superset.add_database(schema, allow_dml=False), sql, schema)
    assert refused.value.first["error_type"] in ("INVALID_SQL_ERROR", "DML_NOT_ALLOWED_ERROR")


@pytest.mark.parametrize("sql", ["USE {}", "/* x */ use {}", "SELECT 1; SET CATALOG {}"])
def test_the_schema_cannot_be_changed_by_a_statement(
    superset: Superset, database: int, schema: str, sql: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        superset.run(database, f"{sql.format(schema)}; SELECT * FROM orders", "default")
    assert "USE is not allowed" in refused.value.first["message"]


def test_a_query_is_cancelled(
    superset: Superset, database: int, schema: str, endpoint: sa.engine.Connection
) -> None:
    mark = uuid.uuid4().hex
    sql = f"SELECT count(*), '{mark}' FROM range(100000) a CROSS JOIN range(100000000) b WHERE a.id * b.id = 7"
    client_id = uuid.uuid4().hex[:10]
    answers: list[Any] = []
    thread = threading.Thread(
        target=lambda: answers.append(superset.run(database, sql, schema, client_id=client_id))
    )
    thread.start()
    _until(lambda: mark in _running(endpoint))
    assert superset.post("query/stop", client_id=client_id) == {"result": "OK"}
    thread.join(timeout=30)
    assert answers[0]["status"] == "stopped"
    _until(lambda: mark not in _running(endpoint))


def _running(endpoint: sa.engine.Connection) -> str:
    """The statements that run, but for this one."""
    rows = endpoint.exec_driver_sql("SELECT query FROM system.processes")
    return " ".join(row[0] for row in rows)


def _until(condition: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.2)


def test_costs_are_not_estimated(superset: Superset, database: int, schema: str) -> None:
    with pytest.raises(RefusedError):
        superset.post("sqllab/estimate/", database_id=database, sql="SELECT 1", schema=schema)


def test_sql_is_formatted(superset: Superset, database: int) -> None:
    sql = "select k from t final limit 1 by k"
    answer = superset.post("sqllab/format_sql/", sql=sql, database_id=database)
    assert answer["result"].split() == "SELECT k FROM t FINAL LIMIT 1 BY k".split()


# Datasets


def test_a_dataset_has_the_columns(superset: Superset, orders: int) -> None:
    columns = {c["column_name"]: c for c in superset.get(f"dataset/{orders}")["result"]["columns"]}
    assert {name for name, column in columns.items() if column["is_dttm"]} == {"day", "at"}
    assert columns["id"]["type"] == "UINT64"
    assert {columns[name]["type_generic"] for name in ("id", "amount", "weight")} == {0}
    assert {columns[name]["type_generic"] for name in ("state", "tags")} == {1}
    assert columns["paid"]["type_generic"] == 3


def test_a_dataset_follows_its_table(
    superset: Superset, database: int, schema: str, endpoint: sa.engine.Connection
) -> None:
    endpoint.exec_driver_sql("CREATE TABLE grows (k Int64) ENGINE = MergeTree ORDER BY k")
    dataset = superset.add_dataset(database, schema, "grows")
    endpoint.exec_driver_sql("ALTER TABLE grows ADD COLUMN since DateTime")
    superset.put(f"dataset/{dataset}/refresh")
    columns = superset.get(f"dataset/{dataset}")["result"]["columns"]
    assert [c["column_name"] for c in columns] == ["k", "since"]


def test_a_virtual_dataset_has_the_columns(superset: Superset, virtual_orders: int) -> None:
    columns = superset.get(f"dataset/{virtual_orders}")["result"]["columns"]
    assert {c["column_name"] for c in columns if c["is_dttm"]} == {"day", "at"}


def test_a_file_becomes_a_table(superset: Superset, database: int, schema: str) -> None:
    superset.put(f"database/{database}", allow_file_upload=True)
    superset._answer(
        superset.session.post(
            f"{superset.url}/api/v1/database/{database}/upload/",
            files={"file": ("x.csv", "k,name,day\n1,Ann,2026-01-01\n2,Bob,2026-01-02\n")},
            data={
                "type": "csv",
                "table_name": "uploaded",
                "schema": schema,
                "column_dates": "day",
            },
        )
    )
    rows = superset.rows(database, "SELECT k, name FROM uploaded ORDER BY k", schema)
    assert rows == [(1, "Ann"), (2, "Bob")]


# Charts

COUNT = {"label": "n", "expressionType": "SQL", "sqlExpression": "count(*)"}
AMOUNT = {
    "label": "amount",
    "expressionType": "SIMPLE",
    "aggregate": "SUM",
    "column": {"column_name": "amount"},
}


def _axis(column: str, grain: str, label: str = "t") -> dict[str, Any]:
    return {
        "columnType": "BASE_AXIS",
        "expressionType": "SQL",
        "isColumnReference": True,
        "label": label,
        "sqlExpression": column,
        "timeGrain": grain,
    }


def _steps(seconds: int) -> Any:
    def begin(at: datetime) -> datetime:
        midnight = datetime(at.year, at.month, at.day)
        return midnight + (at - midnight) // timedelta(seconds=seconds) * timedelta(seconds=seconds)

    return begin


def _monday(at: datetime) -> datetime:
    return _steps(86400)(at) - timedelta(days=at.weekday())


def _sunday(at: datetime) -> datetime:
    return _steps(86400)(at) - timedelta(days=(at.weekday() + 1) % 7)


GRAINS: dict[str, Any] = {
    "PT1S": _steps(1),
    "PT5S": _steps(5),
    "PT30S": _steps(30),
    "PT1M": _steps(60),
    "PT5M": _steps(300),
    "PT10M": _steps(600),
    "PT15M": _steps(900),
    "PT30M": _steps(1800),
    "PT1H": _steps(3600),
    "PT6H": _steps(6 * 3600),
    "P1D": _steps(86400),
    "P1W": _monday,
    "1969-12-28T00:00:00Z/P1W": _sunday,
    "1969-12-29T00:00:00Z/P1W": _monday,
    "P1W/1970-01-03T00:00:00Z": lambda at: _sunday(at) + timedelta(days=6),
    "P1W/1970-01-04T00:00:00Z": lambda at: _monday(at) + timedelta(days=6),
    "P1M": lambda at: datetime(at.year, at.month, 1),
    "P3M": lambda at: datetime(at.year, (at.month - 1) // 3 * 3 + 1, 1),
    "P1Y": lambda at: datetime(at.year, 1, 1),
}


def test_every_time_grain_is_tested(superset: Superset, orders: int) -> None:
    offered = superset.get(f"dataset/{orders}")["result"]["time_grain_sqla"]
    assert {grain for grain, _ in offered if grain} == set(GRAINS)


@pytest.mark.parametrize("column", ["at", "day"])
@pytest.mark.parametrize("dataset", ["current_orders", "virtual_orders"])
def test_time_grains(
    superset: Superset, request: pytest.FixtureRequest, dataset: str, column: str
) -> None:
    columns = [_axis(column, grain, label=grain) for grain in GRAINS]
    rows = superset.chart(request.getfixturevalue(dataset), columns=columns, metrics=[])
    times = TIMES if column == "at" else [_steps(86400)(at) for at in TIMES]
    for grain, begin in GRAINS.items():
        assert sorted(_time(row[grain]) for row in rows) == [begin(at) for at in times], grain


@pytest.mark.parametrize("column", ["at", "day"])
@pytest.mark.parametrize("dataset", ["current_orders", "virtual_orders", "newest_orders"])
def test_a_time_axis_may_have_the_name_of_its_column(
    superset: Superset, request: pytest.FixtureRequest, dataset: str, column: str
) -> None:
    # The range begins in the middle of most steps.
    since = {"col": column, "op": "TEMPORAL_RANGE", "val": "2026-01-03T00:00:00 : 2026-12-01"}
    times = TIMES[1:] if column == "at" else [_steps(86400)(at) for at in TIMES[1:]]
    for grain, begin in GRAINS.items():
        rows = superset.chart(
            request.getfixturevalue(dataset),
            columns=[_axis(column, grain, label=column)],
            metrics=[COUNT],
            filters=[since],
            orderby=[[COUNT, False]],
        )
        expected = Counter(begin(at) for at in times)
        assert {_time(row[column]): row["n"] for row in rows} == expected, grain


@pytest.mark.parametrize("grain", ["PT1H", "P1W", "P1Y"])
def test_a_time_axis_of_all_versions(superset: Superset, orders: int, grain: str) -> None:
    rows = superset.chart(orders, columns=[_axis("at", grain, label="at")], metrics=[COUNT])
    assert sum(row["n"] for row in rows) == 6


def test_a_time_axis_by_granularity(superset: Superset, virtual_orders: int) -> None:
    rows = superset.chart(
        virtual_orders,
        granularity="at",
        time_range="2026-01-02 : 2026-12-01",
        extras={"time_grain_sqla": "P1Y"},
        is_timeseries=True,
        columns=["state"],
        metrics=[AMOUNT],
        orderby=[[AMOUNT, True]],
    )
    found = [(_time(row["__timestamp"]), row["state"], row["amount"]) for row in rows]
    year = datetime(2026, 1, 1)
    assert found == [(year, "open", 20.0), (year, "paid", 40.25)]


def test_a_chart_by_time(superset: Superset, current_orders: int) -> None:
    rows = superset.chart(
        current_orders, columns=[_axis("at", "P1M")], metrics=[COUNT], orderby=[[COUNT, False]]
    )
    found = [(_time(row["t"]), row["n"]) for row in rows]
    assert found == [(datetime(2026, 1, 1), 2), (datetime(2026, 11, 1), 1)]


def _time(value: Any) -> datetime:
    """A time in a chart's data: milliseconds, or a text."""
    if isinstance(value, str):
        return datetime.fromisoformat(value)
    return datetime(1970, 1, 1) + timedelta(milliseconds=value)


@pytest.mark.parametrize(("format_", "factor"), [("epoch_s", 1), ("epoch_ms", 1000)])
def test_seconds_and_milliseconds_are_times(
    superset: Superset, final_database: int, schema: str, format_: str, factor: int
) -> None:
    sql = f"SELECT id, epoch * {factor} AS e FROM orders"
    dataset = superset.add_dataset(final_database, schema, format_, sql)
    [id_, e] = superset.get(f"dataset/{dataset}")["result"]["columns"]
    kept = {key: e[key] for key in ("id", "column_name", "type", "verbose_name")}
    columns = [
        {"id": id_["id"], "column_name": "id"},
        {**kept, "is_dttm": True, "python_date_format": format_},
    ]
    superset.put(f"dataset/{dataset}", columns=columns)
    rows = superset.chart(dataset, columns=[_axis("e", "P1M")], metrics=[COUNT])
    assert {_time(row["t"]) for row in rows} == {datetime(2026, 1, 1), datetime(2026, 11, 1)}


@pytest.mark.parametrize("column", ["at", "day"])
@pytest.mark.parametrize("dataset", ["current_orders", "virtual_orders"])
def test_a_range_of_times(
    superset: Superset, request: pytest.FixtureRequest, dataset: str, column: str
) -> None:
    in_january = {"col": column, "op": "TEMPORAL_RANGE", "val": "2026-01-02 : 2026-02-01"}
    rows = superset.chart(
        request.getfixturevalue(dataset), columns=["id"], metrics=[], filters=[in_january]
    )
    assert rows == [{"id": 2}]


@pytest.mark.parametrize(
    ("filter_", "ids"),
    [
        ({"col": "state", "op": "IN", "val": ["paid", "it's"]}, [1, 4]),
        ({"col": "state", "op": "LIKE", "val": "o%"}, [2]),
        ({"col": "state", "op": "ILIKE", "val": "%P%"}, [1, 2, 4]),
        ({"col": "id", "op": "==", "val": 4}, [4]),
        ({"col": "amount", "op": ">=", "val": 20}, [2, 4]),
        ({"col": "weight", "op": "IS NULL"}, [2]),
        ({"col": "weight", "op": "IS NOT NULL"}, [1, 4]),
        ({"col": "paid", "op": "IS TRUE"}, [1, 2, 4]),
        ({"col": "paid", "op": "IS FALSE"}, []),
    ],
)
def test_filters(
    superset: Superset, current_orders: int, filter_: dict[str, Any], ids: list[int]
) -> None:
    rows = superset.chart(current_orders, columns=["id"], metrics=[], filters=[filter_])
    assert sorted(row["id"] for row in rows) == ids


def test_metrics_and_order(superset: Superset, current_orders: int) -> None:
    rows = superset.chart(
        current_orders, columns=["state"], metrics=[AMOUNT], orderby=[[AMOUNT, False]]
    )
    assert rows == [{"state": "paid", "amount": 51.25}, {"state": "open", "amount": 20.0}]


def test_a_metric_with_the_name_of_its_column(superset: Superset, orders: int) -> None:
    rows = superset.chart(orders, metrics=["count", AMOUNT])
    assert rows == [{"count": 6, "amount": 141.75}]


def test_the_greatest_series_by_time(superset: Superset, current_orders: int) -> None:
    rows = superset.chart(
        current_orders,
        columns=[_axis("at", "P1M"), "state"],
        series_columns=["state"],
        series_limit=1,
        series_limit_metric=AMOUNT,
        metrics=[AMOUNT],
        orderby=[[AMOUNT, False]],
    )
    assert [(row["state"], row["amount"]) for row in rows] == [("paid", 40.25), ("paid", 11.0)]


@pytest.mark.parametrize("dataset", ["current_orders", "virtual_orders"])
@pytest.mark.parametrize("others", [False, True])
def test_the_greatest_series_within_a_range_of_times(
    superset: Superset, request: pytest.FixtureRequest, dataset: str, others: bool
) -> None:
    """Before the range, `paid` was more than `open` was in it."""
    until = {"col": "at", "op": "TEMPORAL_RANGE", "val": "2026-01-02 : 2026-02-01"}
    rows = superset.chart(
        request.getfixturevalue(dataset),
        columns=[_axis("at", "P1M", label="at"), "state"],
        series_columns=["state"],
        series_limit=1,
        group_others_when_limit_reached=others,
        metrics=[AMOUNT],
        filters=[until],
        orderby=[[AMOUNT, False]],
    )
    assert [(_time(row["at"]), row["state"], row["amount"]) for row in rows] == [
        (datetime(2026, 1, 1), "open", 20.0)
    ]


def test_the_series_that_are_not_the_greatest_are_others(
    superset: Superset, virtual_orders: int
) -> None:
    rows = superset.chart(
        virtual_orders,
        columns=[_axis("at", "P1Y", label="at"), "state"],
        series_columns=["state"],
        series_limit=1,
        group_others_when_limit_reached=True,
        metrics=[AMOUNT],
        orderby=[[AMOUNT, False]],
    )
    assert {(row["state"], row["amount"]) for row in rows} == {("paid", 51.25), ("Others", 20.0)}


def test_the_greatest_series_by_granularity_are_those_of_the_range(
    superset: Superset, virtual_orders: int
) -> None:
    rows = superset.chart(
        virtual_orders,
        granularity="at",
        time_range="2026-01-02 : 2026-02-01",
        extras={"time_grain_sqla": "P1M"},
        is_timeseries=True,
        columns=["state"],
        series_columns=["state"],
        series_limit=1,
        metrics=[AMOUNT],
        orderby=[[AMOUNT, False]],
    )
    assert [(row["state"], row["amount"]) for row in rows] == [("open", 20.0)]


def test_several_metrics_of_a_column_that_one_is_named_after(
    superset: Superset, virtual_orders: int
) -> None:
    greatest = {**AMOUNT, "label": "greatest", "aggregate": "MAX"}
    having = {"having": "sum(amount) > 30"}
    rows = superset.chart(
        virtual_orders,
        columns=["state"],
        metrics=[AMOUNT, greatest],
        extras=having,
        orderby=[[greatest, False]],
    )
    assert rows == [{"state": "paid", "amount": 51.25, "greatest": 40.25}]


@pytest.mark.parametrize("dataset", ["orders", "current_orders", "virtual_orders", "newest_orders"])
def test_drill_to_detail(superset: Superset, request: pytest.FixtureRequest, dataset: str) -> None:
    """The rows behind a point of a chart: those of its step of time and of its series."""
    answer = superset.post(
        "chart/data",
        datasource={"id": request.getfixturevalue(dataset), "type": "table"},
        queries=[
            {
                "granularity": "at",
                "time_range": "2026-01-01 : 2026-02-01",
                "filters": [{"col": "state", "op": "==", "val": "paid"}],
                "extras": {"time_grain_sqla": "P1M"},
                "columns": [],
                "metrics": [],
                "row_limit": 50,
            }
        ],
        result_format="json",
        result_type="drill_detail",
        force=True,
    )
    [result] = answer["result"]
    assert [(row["id"], row["ver"]) for row in result["data"]] == [(1, 2)]
    assert result["colnames"][:3] == ["id", "state", "amount"]


def test_drill_by(superset: Superset, virtual_orders: int) -> None:
    """A point of a chart by another column."""
    rows = superset.chart(
        virtual_orders,
        columns=["paid"],
        metrics=[AMOUNT],
        filters=[
            {"col": "at", "op": "TEMPORAL_RANGE", "val": "2026-01-01 : 2026-02-01", "grain": "P1M"},
            {"col": "state", "op": "==", "val": "paid"},
        ],
    )
    assert rows == [{"paid": True, "amount": 11.0}]


def test_the_values_of_a_column_to_filter_by(superset: Superset, virtual_orders: int) -> None:
    path = f"datasource/table/{virtual_orders}/column/state/values/"
    assert sorted(superset.get(path)["result"]) == ["open", "paid"]


def test_a_chart_beside_that_of_a_time_before(superset: Superset, virtual_orders: int) -> None:
    rows = superset.chart(
        virtual_orders,
        columns=[_axis("at", "P1M", label="at")],
        metrics=[COUNT],
        filters=[{"col": "at", "op": "TEMPORAL_RANGE", "val": "2026-11-01 : 2026-12-01"}],
        time_offsets=["10 months ago"],
        post_processing=[],
    )
    assert [(row["n"], row["n__10 months ago"]) for row in rows] == [(1, 2)]


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("SELECT count() AS n FROM orders FINAL", 3.0),
        ("SELECT max(at) > TIMESTAMP '2026-11-01 00:00:00' FROM newest", 1.0),
        (
            "SELECT date_trunc('MONTH', at) AS at_month, sum(amount) FROM orders FINAL "
            "GROUP BY date_trunc('MONTH', at) HAVING sum(amount) > 100",
            None,
        ),
        ("SELECT max(amount) FROM (SELECT amount FROM orders LIMIT 1 BY id)", 40.25),
    ],
)
def test_the_query_of_an_alert(
    superset: Superset, database: int, schema: str, sql: str, value: float | None
) -> None:
    sql = sql.replace("FROM orders", f"FROM {schema}.orders").replace("newest", f"{schema}.newest")
    assert superset.asked_by_alert(database, sql) == value


def test_samples_and_the_query_itself(superset: Superset, virtual_orders: int) -> None:
    for kind in ("samples", "query"):
        answer = superset.post(
            "chart/data",
            datasource={"id": virtual_orders, "type": "table"},
            queries=[{"columns": ["id"], "metrics": []}],
            result_format="json",
            result_type=kind,
            force=True,
        )
        result = answer["result"][0]
        assert result.get("rowcount") == 3 if kind == "samples" else "FINAL" in result["query"]


# Security


@pytest.fixture
def only_open(superset: Superset, virtual_orders: int, orders: int) -> Iterator[None]:
    """Everybody sees open orders only."""
    rule = superset.post(
        "rowlevelsecurity/",
        name=uuid.uuid4().hex,
        filter_type="Base",
        tables=[orders],
        roles=[],
        clause="state = 'open'",
    )["id"]
    yield
    superset._answer(superset.session.delete(f"{superset.url}/api/v1/rowlevelsecurity/{rule}"))


@pytest.mark.usefixtures("only_open")
def test_row_level_security(
    superset: Superset, database: int, schema: str, orders: int, virtual_orders: int
) -> None:
    assert superset.chart(orders, metrics=["count"]) == [{"count": 4}]
    assert superset.chart(virtual_orders, columns=["id"], metrics=[]) == [{"id": 2}]
    sql = "SELECT o.id FROM orders AS o FINAL"
    assert superset.rows(database, sql, schema) == [(2,)]
