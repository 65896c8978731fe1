"""The database `system`."""

from __future__ import annotations

import pytest
from support.both import NO_MERGE_UNASKED
from support.clickhouse import ClickHouse
from support.endpoint import Client

from rmt_engine.spark.run.catalog import Catalog
from rmt_engine.system.table import Relation
from rmt_engine.system.tables import SYSTEM_TABLES

T = (
    "CREATE TABLE t (k Int64 COMMENT 'key', g UInt8, v String DEFAULT 'x', ver UInt32) "
    "ENGINE = ReplacingMergeTree(ver) PARTITION BY g PRIMARY KEY k ORDER BY (k, g) "
    "SETTINGS index_granularity = 4096 COMMENT 'a table'"
)
INSERTS = (
    "INSERT INTO t (k, g, ver) VALUES (1, 1, 1), (2, 1, 1)",
    "INSERT INTO t (k, g, ver) VALUES (1, 1, 2), (3, 2, 1)",
)


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> tuple[Client, ClickHouse]:
    for engine in (client.run, clickhouse.execute):
        for statement in (T, *INSERTS):
            engine(statement)
    return client, clickhouse


@pytest.mark.parametrize(
    "table",
    [
        "tables",
        "columns",
        "parts",
        "detached_parts",
        "mutations",
        "merges",
        "settings",
        "merge_tree_settings",
    ],
)
def test_every_column_is_one_of_clickhouses(
    table: str, client: Client, clickhouse: ClickHouse
) -> None:
    ours = {row[0] for row in client.run(f"DESCRIBE system.{table}")}
    theirs = {row[0] for row in clickhouse.rows(f"DESCRIBE system.{table}")}
    assert len(ours) > 5
    assert ours <= theirs


@pytest.mark.parametrize(
    "query",
    [
        "SELECT name, engine, partition_key, sorting_key, primary_key, total_rows, comment "
        "FROM system.tables WHERE database = '{db}'",
        "SELECT name, type, position, default_kind, default_expression, comment, "
        "is_in_partition_key, is_in_sorting_key, is_in_primary_key "
        "FROM system.columns WHERE database = '{db}' AND `table` = 't' ORDER BY position",
        "SELECT partition, name, active, rows, partition_id, min_block_number, max_block_number, "
        "level, data_version, `table`, engine FROM system.parts "
        "WHERE database = '{db}' AND active = 1 ORDER BY name",
        "SELECT partition_id, count() FROM system.parts WHERE database = '{db}' AND active = 0 "
        "GROUP BY partition_id ORDER BY partition_id",
    ],
)
def test_the_rows_are_clickhouses(query: str, both: tuple[Client, ClickHouse]) -> None:
    client, clickhouse = both
    ours = client.run(query.format(db=client.database))
    theirs = clickhouse.rows(query.format(db=clickhouse.current))
    assert [tuple(str(value) for value in row) for row in ours] == theirs


def test_null_stands_in_nullable_columns_only(client: Client) -> None:
    """What is known never to be NULL is not looked at again by IS NULL."""
    for statement in (
        *(T, *INSERTS, "CREATE TABLE own (a INT) USING parquet"),
        "CREATE MATERIALIZED VIEW v REFRESH EVERY 1 HOUR ENGINE = MergeTree ORDER BY k AS "
        "SELECT k FROM t",
        "CREATE ROW POLICY p ON t USING k > 0 TO ALL",
        "ALTER TABLE t DETACH PARTITION ID '2'",
        "ALTER TABLE t DELETE WHERE k = 1",
        "CREATE TABLE gone (k Int64) ENGINE = MergeTree ORDER BY k",
        "DETACH TABLE gone",
    ):
        client.run(statement)
    client.run("SET dialect = 'spark'")
    for name, table in SYSTEM_TABLES.items():
        rows = client.run(f"SELECT * FROM system.{name} LIMIT 1000")
        columns = [column for column, _ in table.column_types()]
        with_null = {columns[at] for row in rows for at, value in enumerate(row) if value is None}
        assert with_null <= set(table.nullable.split()), name


def test_the_engines_tables_are_shown_as_tables(client: Client) -> None:
    """dbt-spark and others tell tables from views by it."""
    client.run(T)
    client.run("CREATE VIEW seen AS SELECT k FROM t")
    shown = client.run(f"/* asked */ SHOW TABLE EXTENDED IN {client.database} LIKE '*'")
    kinds = {row[1]: row[3] for row in shown}
    assert "\nType: MANAGED\nProvider: rmt\n" in kinds["t"]
    assert "View Text" not in kinds["t"]
    assert "\nType: VIEW\nView Text: " in kinds["seen"]
    client.run("SET dialect = 'spark'")
    [row] = client.run(f"SHOW TABLE EXTENDED IN {client.database} LIKE 't'")
    assert "\nType: VIEW\n" in row[3]


def test_outdated_parts_are_shown_until_they_are_collected(client: Client) -> None:
    client.run(T)
    for insert in INSERTS:
        client.run(insert)
    client.run("OPTIMIZE TABLE t FINAL")
    rows = client.run(
        f"SELECT name, active, rows FROM system.parts WHERE database = '{client.database}'"
    )
    assert sorted(rows) == [
        ("1_1_1_1", 0, 2),
        ("1_1_2_2", 1, 2),
        ("1_2_2_1", 0, 1),
        ("2_1_1_1", 0, 1) if ("2_1_1_1", 0, 1) in rows else ("2_3_3_1", 0, 1),
        ("2_3_3_2", 1, 1) if ("2_3_3_2", 1, 1) in rows else ("2_1_1_2", 1, 1),
    ]


def test_settings_show_what_the_session_set(client: Client) -> None:
    query = "SELECT value, changed FROM system.settings WHERE name = 'optimize_on_insert'"
    assert client.run(query) == [("1", 0)]
    client.run("SET optimize_on_insert = 0")
    assert client.run(query) == [("0", 1)]
    client.run("SET optimize_on_insert = 1")


def test_names_and_defaults_of_settings_are_clickhouses(
    client: Client, clickhouse: ClickHouse
) -> None:
    for table in ("settings", "merge_tree_settings"):
        own = "description LIKE '%Not one of ClickHouse%'"
        ours = dict(client.run(f"SELECT name, `default` FROM system.{table} WHERE NOT {own}"))
        theirs = {
            name: default.partition("(")[0] if default.startswith("auto") else default
            for name, default in clickhouse.rows(f"SELECT name, default FROM system.{table}")
        }
        assert ours
        ours.pop("dialect", None)  # it has other values here
        ours.pop("join_use_nulls", None)  # outer joins give NULLs, as Spark's do: 0 is refused
        ours.pop("old_parts_lifetime", None)  # 480 s by the documentation, 0 inside chdb
        assert {name: theirs.get(name) for name in ours} == ours


def test_an_unknown_setting_is_refused_where_it_can_be_known(client: Client) -> None:
    assert client.error("SELECT 1 AS x SETTINGS fnial = 1").name == "UNKNOWN_SETTING"
    assert client.error("SET final = 'perhaps'").name == "CANNOT_PARSE_BOOL"


def test_the_database_is_read_only(client: Client) -> None:
    for statement in (
        "CREATE TABLE system.x (k Int64) ENGINE = MergeTree ORDER BY k",
        "DROP TABLE system.parts",
        "DROP VIEW system.parts",
        "DROP DATABASE system CASCADE",
        "ALTER VIEW system.parts RENAME TO system.pieces",
        "CREATE OR REPLACE VIEW system.parts AS SELECT 1 AS x",
        "INSERT INTO system.parts SELECT * FROM system.parts",
        "TRUNCATE TABLE system.parts",
    ):
        client.error(statement)
    assert client.run("SELECT count() FROM system.settings")[0][0] > 2


def test_one_database_is_shown_with_its_views_and_sparks_own_tables(client: Client) -> None:
    client.run(T)
    client.run(
        "CREATE VIEW seen (id COMMENT 'whose', g) COMMENT 'a view' AS SELECT k, g FROM t FINAL"
    )
    client.run("CREATE TABLE own (a INT COMMENT 'one', b ARRAY<STRING>) USING parquet")
    name = client.database
    rows = client.run(
        "SELECT database, name, engine, comment, total_rows, has_own_data "
        f"FROM rmt_system('tables', '{name.upper()}') ORDER BY name"
    )
    assert rows == [
        (name, "own", "parquet", "", None, 1),
        (name, "seen", "View", "a view", None, 0),
        (name, "t", "ReplacingMergeTree", "a table", 0, 1),
    ]
    columns = client.run(
        "SELECT `table`, name, type, position, comment "
        f"FROM rmt_system('columns', '{name}') WHERE `table` <> 't' ORDER BY `table`, position"
    )
    assert columns == [
        ("own", "a", "int", 1, "one"),
        ("own", "b", "array<string>", 2, ""),
        ("seen", "id", "Int64", 1, "whose"),
        ("seen", "g", "UInt8", 2, ""),
    ]
    # The tables themselves do not show Spark's own.
    query = f"SELECT name FROM system.tables WHERE database = '{name}' ORDER BY name"
    assert client.run(query) == [("seen",), ("t",)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, frozenset[str] | None]]:
    """The databases, and the names in them, that the metastore is asked about."""
    found: list[tuple[str, frozenset[str] | None]] = []
    ask = Catalog.other_relations

    def noted(self: Catalog, database: str, asked: frozenset[str] | None = None) -> list[Relation]:
        found.append((database, asked))
        return ask(self, database, asked)

    monkeypatch.setattr(Catalog, "other_relations", noted)
    return found


@pytest.mark.parametrize("table", ["tables", "columns"])
@pytest.mark.sample(1)
def test_a_question_about_one_database_asks_the_metastore_about_one(
    table: str, client: Client, asked: list[tuple[str, frozenset[str] | None]]
) -> None:
    name, column = client.database, "name" if table == "tables" else "table"
    client.script(
        T,
        "CREATE TEMPORARY TABLE passing (k Int64) ENGINE = MergeTree ORDER BY k",
        "CREATE VIEW also AS SELECT k FROM t",
        "CREATE VIEW seen AS SELECT k FROM t",
        "USE default",
    )
    query = f"SELECT database, `{column}` FROM system.{table} WHERE "
    one = f"database = '{name}'"
    for condition, expected in (
        (one, [(name, None)]),
        (f"database IN ('{name}', 'no_such', 'SYSTEM', 'a b', '%', '*', 'x.y', '`')", None),
        (f"{one} AND `{column}` = 'seen'", [(name, frozenset({"seen"}))]),
        (f"{one} AND `{column}` IN ('also', 't', 'it''s `none`')", None),
        (f"database = currentDatabase() AND `{column}` = 't'", [("default", frozenset({"t"}))]),
        (f"database = '{name.upper()}'", []),
        ("database = '' OR 0", None),
        ("database = ''", []),
        ("database = 'system'", []),
    ):
        asked.clear()
        answer = sorted(client.run(query + condition))
        if expected is not None:
            assert asked == expected, condition
        # A condition on something computed is not known before the rows are.
        other = condition.replace("database ", "concat(database, '') ")
        other = other.replace(f"`{column}` ", f"concat(`{column}`, '') ")
        asked.clear()
        assert sorted(client.run(query + other)) == answer, condition
        assert (name, None) in asked
    passing = client.run(f"SELECT DISTINCT `{column}` FROM system.{table} WHERE database = ''")
    assert passing == [("passing",)]
    client.run(f"CREATE VIEW of_one AS {query}{one}")
    client.script(f"USE {name}", "CREATE VIEW late AS SELECT 1 AS k")
    assert (name, "late") in client.run("SELECT * FROM default.of_one")
    client.run("DROP VIEW default.of_one")


@pytest.mark.parametrize(
    "table", ["parts", "projections", "mutations", "data_skipping_indices", "parts_columns"]
)
@pytest.mark.sample(1)
def test_other_tables_make_only_the_rows_that_are_asked_for(table: str, client: Client) -> None:
    client.script(
        T,
        *INSERTS,
        "ALTER TABLE t ADD INDEX i v TYPE minmax",
        "ALTER TABLE t DELETE WHERE k = 3",
        "CREATE TABLE p (k Int64, PROJECTION n (SELECT k ORDER BY k)) "
        "ENGINE = MergeTree ORDER BY k",
        "INSERT INTO p VALUES (1)",
    )
    query = f"SELECT count(), min(`table`), max(`table`) FROM system.{table} WHERE "
    for name in ("t", "p", "T"):
        condition = f"database = '{client.database}' AND `table` = '{name}'"
        answer = client.run(query + condition)
        assert client.run(query + condition.replace("`table`", "concat(`table`, '')")) == answer
        assert answer[0][1] in (None, "", name)


@pytest.mark.parametrize(
    ("arguments", "condition"),
    [
        ("'tables', 'no_such'", "UNKNOWN_DATABASE"),
        ("'columns', 'no `such''.one%'", "UNKNOWN_DATABASE"),
        ("'parts', 'default'", "BAD_ARGUMENTS"),
        ("'no_such', 'default'", "UNKNOWN_TABLE"),
        ("'tables', 'default', 'more'", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("'tables', '', 'database default', 'engine View'", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
        ("'settings', '', 'name final'", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH"),
    ],
)
def test_what_cannot_be_asked_about_one_database(
    arguments: str, condition: str, client: Client
) -> None:
    assert client.error(f"SELECT * FROM rmt_system({arguments})").name == condition


def test_sizes_of_columns(client: Client) -> None:
    client.run(
        "CREATE TABLE s (k Int64, v String, a Array(UInt8), m Map(String, Int64), "
        "p Tuple(x Int32, y String), z Int64 ALIAS k * 2) ENGINE = ReplacingMergeTree "
        f"ORDER BY k SETTINGS {NO_MERGE_UNASKED}"
    )
    values = "repeat('x', 100), [1, 2, 3], map('a', k), (1, 'b')"
    client.run("INSERT INTO s VALUES (1, 'a', [1], {'x': 1}, (1, 'b'))")
    client.run(f"INSERT INTO s SELECT k, {values} FROM (SELECT number AS k FROM numbers(2000))")
    client.run("ALTER TABLE s ADD COLUMN young Int64 DEFAULT 7, RENAME COLUMN v TO w")
    client.run("INSERT INTO s VALUES (3, 'c', [], {}, (2, 'd'), 8)")
    where = f"WHERE database = '{client.database}' AND `table` = 's'"
    by_part = client.run(
        "SELECT name, bytes_on_disk, sum(column_data_compressed_bytes), "
        "sum(column_data_uncompressed_bytes), min(column_data_compressed_bytes), "
        "sum(column_bytes_on_disk), max(column_marks_bytes), count(), "
        "maxIf(column_data_uncompressed_bytes, column = 'w') AS text, "
        "maxIf(column_data_compressed_bytes, column = 'w') AS packed "
        f"FROM system.parts_columns {where} AND active GROUP BY name, bytes_on_disk ORDER BY name"
    )
    assert len(by_part) >= 3
    for name, size, compressed, uncompressed, least, on_disk, marks, columns, *_ in by_part:
        assert 0 < compressed == on_disk <= size, name
        assert least > 0, name
        assert (uncompressed > 0, marks) == (True, 0)
        assert columns == (6 if name == by_part[-1][0] else 5), name
    assert any(text > 2000 * 50 and packed < text / 10 for *_, text, packed in by_part)
    sums = (
        "SELECT column, sum(column_data_compressed_bytes), sum(column_data_uncompressed_bytes), "
        f"sum(column_marks_bytes) FROM system.parts_columns {where} AND active GROUP BY column"
    )
    columns = (
        "SELECT name, data_compressed_bytes, data_uncompressed_bytes, marks_bytes "
        f"FROM system.columns {where}"
    )
    assert {*client.run(sums), ("z", 0, 0, 0)} == {*client.run(columns)}
    client.run("OPTIMIZE TABLE s FINAL")
    assert {*client.run(sums), ("z", 0, 0, 0)} == {*client.run(columns)}
