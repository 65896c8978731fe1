"""ALTER TABLE … COLUMN, beside real ClickHouse: what old parts read as, errors, merges."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from support.both import Both
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine

PROGRAMS = int(os.environ.get("RMT_COLUMN_PROGRAMS", "6"))
CREATE = (
    "CREATE TABLE t (k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', "
    "m Int32 MATERIALIZED v + 1, d Int32 DEFAULT v * 2, a Int32 ALIAS v * 3, ver UInt32, "
    "del UInt8, e Enum8('a' = 1), i Int32, ky Int32, f Float64, INDEX ix i TYPE minmax) "
    "ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY (k, intDiv(ky, 2))"
)
INSERTS = (
    "INSERT INTO t (k, p, v, n, s, ver, del, i, ky, f) VALUES (1, 1, 300, NULL, 'abc', 1, 0, 1, 1, "
    "1.5), (2, 1, -1, 5, '12', 1, 0, 2, 2, 2.5), (3, 2, 7, 6, '13', 1, 0, 3, 3, 3.5)",
    "INSERT INTO t (k, p, v, n, s, ver, del, i, ky, f) VALUES (1, 1, 301, 1, 'abd', 2, 0, 1, 1, 4),"
    " (2, 1, -2, 7, '14', 2, 1, 2, 2, 5)",
)
AFTER = "INSERT INTO t (k, p, ver, ky) VALUES (1, 1, 3, 1), (9, 2, 1, 1)"
COLUMNS = (
    "SELECT name, type, default_kind, default_expression, comment FROM system.columns "
    "WHERE database = '{db}' AND `table` = 't'"
)


class Altered(Both):
    """The table `t` of both engines."""

    def shown(self) -> str:
        """The names of all columns, hidden ones, too."""
        rows = self.clickhouse.rows(COLUMNS.format(db=self.clickhouse.current))
        return ", ".join(f"`{row[0]}`" for row in rows)

    def compare_all(self) -> None:
        self.compare(COLUMNS)
        shown = self.shown()
        self.compare(f"SELECT {shown} FROM t")
        self.compare(f"SELECT {shown} FROM t FINAL")
        self.compare("SELECT * FROM t")
        self.compare("SELECT count() FROM t FINAL")


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Altered:
    """The table `t` with a few parts in both."""
    both = Altered(client, clickhouse)
    both.run("SET mutations_sync = 2")
    both.create(CREATE)
    both.run(*INSERTS)
    return both


@pytest.fixture(scope="module")
def unchanged(endpoint_client: Client, module_clickhouse: ClickHouse) -> Altered:
    """The same for tests that change nothing."""
    both = Altered(endpoint_client, module_clickhouse)
    both.create(CREATE)
    both.run(*INSERTS)
    return both


@pytest.mark.parametrize(
    "commands",
    [
        pytest.param("ADD COLUMN x Int32", id="the type's default"),
        pytest.param("ADD COLUMN x Int32 AFTER k", id="after another"),
        pytest.param("ADD COLUMN x Int32 FIRST", id="first"),
        pytest.param("ADD COLUMN x Nullable(Int32)", id="NULL"),
        pytest.param("ADD COLUMN x Nullable(Int32) DEFAULT 5", id="a Nullable one with a default"),
        pytest.param("ADD COLUMN x String DEFAULT concat(s, 'q') COMMENT 'c'", id="an expression"),
        pytest.param("ADD COLUMN x Int32 DEFAULT y, ADD COLUMN y Int32 DEFAULT v", id="in a chain"),
        pytest.param("ADD COLUMN x Int32 DEFAULT m + a", id="over hidden columns"),
        pytest.param("ADD COLUMN x Int32 MATERIALIZED v + 5", id="MATERIALIZED"),
        pytest.param("ADD COLUMN x Int32 ALIAS v + 5", id="ALIAS"),
        pytest.param("ADD COLUMN IF NOT EXISTS v Int8", id="one that is there"),
        pytest.param("ADD COLUMN `a b` Int32 DEFAULT 4", id="a name in quotes"),
        pytest.param(
            "ADD COLUMN x1 UUID, ADD COLUMN x2 Date, ADD COLUMN x3 LowCardinality(String), "
            "ADD COLUMN x4 Enum8('q' = 3, 'r' = 1), ADD COLUMN x5 DateTime",
            id="defaults of types",
        ),
        pytest.param("DROP COLUMN f", id="drop"),
        pytest.param("DROP COLUMN IF EXISTS zz", id="drop what is not there"),
        pytest.param("DROP COLUMN s, ADD COLUMN s String", id="drop and add again"),
        pytest.param("DROP COLUMN d, DROP COLUMN m, DROP COLUMN a, DROP COLUMN v", id="in order"),
        pytest.param("ADD COLUMN x Int32, DROP COLUMN x", id="add and drop"),
        pytest.param("RENAME COLUMN s TO s2", id="rename"),
        pytest.param("RENAME COLUMN v TO v2", id="rename what expressions name"),
        pytest.param("RENAME COLUMN m TO m2, RENAME COLUMN a TO a2", id="rename hidden columns"),
        pytest.param("RENAME COLUMN s TO s2, ADD COLUMN s Int32", id="rename and add"),
        pytest.param("DROP COLUMN n, RENAME COLUMN s TO n", id="drop and rename"),
        pytest.param("ADD COLUMN x Int32, RENAME COLUMN x TO y", id="add and rename"),
        pytest.param("RENAME COLUMN i TO i2", id="rename an indexed column"),
        pytest.param("MODIFY COLUMN v Int64", id="a wider type"),
        pytest.param("MODIFY COLUMN s DEFAULT 'y'", id="another default"),
        pytest.param("MODIFY COLUMN s REMOVE DEFAULT", id="no default"),
        pytest.param("MODIFY COLUMN m REMOVE MATERIALIZED", id="a plain column"),
        pytest.param("MODIFY COLUMN a REMOVE ALIAS", id="from ALIAS to plain"),
        pytest.param("MODIFY COLUMN a Int32 DEFAULT 7", id="from ALIAS to DEFAULT"),
        pytest.param("MODIFY COLUMN v ALIAS k", id="to ALIAS"),
        pytest.param("MODIFY COLUMN v MATERIALIZED k + 1", id="values stay"),
        pytest.param("MODIFY COLUMN m String", id="numbers to text"),
        pytest.param("MODIFY COLUMN f Int32", id="a fraction goes"),
        pytest.param("MODIFY COLUMN n Int32 DEFAULT 7", id="NULL becomes the default"),
        pytest.param("MODIFY COLUMN i Nullable(Int32)", id="to Nullable"),
        pytest.param("MODIFY COLUMN n Nullable(String)", id="NULL stays"),
        pytest.param("MODIFY COLUMN e Enum8('a' = 1, 'b' = 2)", id="more members"),
        pytest.param("MODIFY COLUMN e Enum8('b' = 1)", id="a member's name"),
        pytest.param("MODIFY COLUMN e String", id="an Enum to text"),
        pytest.param("MODIFY COLUMN e Int32", id="an Enum to numbers"),
        pytest.param("MODIFY COLUMN i Int64", id="an indexed column"),
        pytest.param("MODIFY COLUMN v Int64 AFTER k", id="to another place"),
        pytest.param("MODIFY COLUMN v Int64 FIRST", id="to the front"),
        pytest.param("MODIFY COLUMN i Bool", id="to Bool"),
        pytest.param("MODIFY COLUMN k COMMENT 'c', COMMENT COLUMN v 'd'", id="comments"),
        pytest.param("COMMENT COLUMN IF EXISTS zz 'd'", id="a comment for nothing"),
        pytest.param("ALTER COLUMN v TYPE Int64", id="ALTER COLUMN"),
        pytest.param("ADD COLUMN x Int32, MODIFY COLUMN x Int64", id="add and modify"),
        pytest.param("(ADD COLUMN x Int32 DEFAULT 1), (DROP COLUMN s)", id="parentheses"),
        pytest.param("ADD COLUMN x Int32 SETTINGS alter_sync = 2", id="settings"),
        pytest.param(
            "ADD COLUMN x Int32 DEFAULT v SETTINGS (min_compress_block_size = 5) FIRST, "
            "MODIFY COLUMN s SETTINGS (max_compress_block_size = 5), "
            "MODIFY COLUMN n Nullable(Int32) SETTINGS (min_compress_block_size = 5) COMMENT 'c' "
            "SETTINGS alter_sync = 2",
            id="settings of columns",
        ),
        pytest.param("MODIFY ORDER BY (k, intDiv(ky, 2))", id="the same sorting key"),
        pytest.param("ADD COLUMN x Int8, MODIFY ORDER BY (k, intDiv(ky, 2), x)", id="longer key"),
    ],
)  # fmt: skip
@pytest.mark.sample(2)
def test_a_change_of_columns_reads_as_in_clickhouse(both: Altered, commands: str) -> None:
    both.run(f"ALTER TABLE t {commands}")
    both.compare_all()
    both.run(AFTER)
    both.compare("SELECT * FROM t FINAL")
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare(f"SELECT {both.shown()} FROM t")


@pytest.mark.parametrize(
    "commands",
    [
        "ADD COLUMN v Int32",
        "ADD COLUMN x Int32, ADD COLUMN x Int32",
        "ADD COLUMN x Int32 AFTER zz",
        "ADD COLUMN x Nope",
        "ADD COLUMN x Int32 DEFAULT zz",
        "ADD COLUMN x Int32 DEFAULT 'abc'",
        "ADD COLUMN x DEFAULT v + 1",
        "ADD COLUMN x Int32 SETTINGS (no_such = 1)",
        "ADD COLUMN x Int32 SETTINGS (min_compress_block_size = 'x')",
        "ADD COLUMN x Int32 SETTINGS no_such = 1",
        "MODIFY COLUMN v Int64 SETTINGS (index_granularity = 1)",
        "ADD COLUMN x Int32 DEFAULT y, ADD COLUMN y Int32 DEFAULT x",
        "ADD COLUMN x Int32 PRIMARY KEY",
        "ADD COLUMN x Int32 AFTER y, ADD COLUMN y Int32",
        "DROP COLUMN zz",
        "DROP COLUMN k",
        "DROP COLUMN p",
        "DROP COLUMN ver",
        "DROP COLUMN del",
        "DROP COLUMN ky",
        "DROP COLUMN v",
        "DROP COLUMN i",
        "DROP COLUMN n, DROP COLUMN n",
        "DROP COLUMN v, DROP COLUMN d, DROP COLUMN m, DROP COLUMN a",
        "RENAME COLUMN zz TO y",
        "RENAME COLUMN v TO s",
        "RENAME COLUMN v TO v",
        "RENAME COLUMN k TO k2",
        "RENAME COLUMN p TO p2",
        "RENAME COLUMN ver TO ver2",
        "RENAME COLUMN del TO del2",
        "RENAME COLUMN ky TO ky2",
        "RENAME COLUMN s TO s2, RENAME COLUMN s2 TO s3",
        "RENAME COLUMN s TO n, RENAME COLUMN n TO s",
        "RENAME COLUMN n TO nn, MODIFY COLUMN nn Nullable(Int64)",
        "MODIFY COLUMN v Int64, RENAME COLUMN v TO v2",
        "MODIFY COLUMN s Int32",
        "MODIFY COLUMN v REMOVE DEFAULT",
        "MODIFY COLUMN s REMOVE MATERIALIZED",
        "MODIFY COLUMN v REMOVE COMMENT",
        "MODIFY COLUMN v REMOVE CODEC",
        "MODIFY COLUMN zz Int32",
        "COMMENT COLUMN zz 'c'",
        "MODIFY COLUMN k Int32",
        "MODIFY COLUMN k UInt64",
        "MODIFY COLUMN k Nullable(Int64)",
        "MODIFY COLUMN p UInt16",
        "MODIFY COLUMN ky Int64",
        "MODIFY COLUMN ver UInt16",
        "MODIFY COLUMN ver String",
        "MODIFY COLUMN ver DateTime",
        "MODIFY COLUMN ver ALIAS 5",
        "MODIFY COLUMN del Int32",
        "MODIFY COLUMN n Int32",
        "MODIFY COLUMN e Enum16('a' = 5)",
        "MODIFY COLUMN v Array(Int32)",
        "MODIFY COLUMN v DEFAULT zz",
        "MODIFY COLUMN v DEFAULT 'abc'",
        "MODIFY COLUMN v DEFAULT v + 1",
        "MODIFY COLUMN v NULL",
        "MODIFY COLUMN v Int64 AFTER zz",
        "ALTER COLUMN v Int64",
        "MODIFY ORDER BY k",
        "MODIFY ORDER BY tuple()",
        "MODIFY ORDER BY (k, intDiv(ky, 2), v)",
        "ADD COLUMN x Int32, MODIFY ORDER BY (x, k, intDiv(ky, 2))",
        "ADD COLUMN x Int32 DEFAULT 5, MODIFY ORDER BY (k, intDiv(ky, 2), x)",
        "ADD COLUMN x Int32, MODIFY ORDER BY (k, intDiv(ky, 2), x + v)",
    ],
)
@pytest.mark.sample(8)
def test_a_wrong_change_is_refused_with_clickhouses_error(
    unchanged: Altered, commands: str
) -> None:
    statement = f"ALTER TABLE t {commands}"
    assert unchanged.client.error(statement).name == unchanged.clickhouse.error(statement).name
    unchanged.compare(COLUMNS)


@pytest.mark.sample(0)
def test_values_of_a_dropped_column_do_not_come_back(both: Altered) -> None:
    both.run("ALTER TABLE t DROP COLUMN s", "ALTER TABLE t ADD COLUMN s String DEFAULT 'new'")
    both.compare_all()
    both.run(AFTER, "ALTER TABLE t DROP COLUMN s", "ALTER TABLE t ADD COLUMN s Nullable(Int32)")
    both.compare_all()
    both.run("ALTER TABLE t RENAME COLUMN s TO z", "ALTER TABLE t ADD COLUMN s Int32 DEFAULT k")
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.sample(0)
def test_a_default_is_that_of_today_until_a_merge_writes_it_down(both: Altered) -> None:
    both.run("ALTER TABLE t ADD COLUMN x Int32 DEFAULT 1", AFTER)
    both.run("ALTER TABLE t MODIFY COLUMN x DEFAULT v")
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL", "ALTER TABLE t MODIFY COLUMN x DEFAULT 3")
    both.compare_all()


@pytest.mark.sample(0)
def test_every_type_a_column_had_leaves_its_mark(both: Altered) -> None:
    both.run("ALTER TABLE t MODIFY COLUMN f Int32", AFTER, "ALTER TABLE t MODIFY COLUMN f Float64")
    both.compare("SELECT k, f FROM t")
    both.run("ALTER TABLE t RENAME COLUMN f TO g", "ALTER TABLE t MODIFY COLUMN g Int64")
    both.compare("SELECT k, g FROM t FINAL")
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare("SELECT k, g FROM t")


@pytest.mark.parametrize("column", ["x Int32 DEFAULT v + 1", "x Int32 MATERIALIZED v + 1"])
@pytest.mark.sample(0)
def test_mutations_read_and_write_the_new_columns(both: Altered, column: str) -> None:
    both.run(f"ALTER TABLE t ADD COLUMN {column}, RENAME COLUMN s TO s2, DROP COLUMN f", AFTER)
    both.run("ALTER TABLE t UPDATE s2 = concat(s2, toString(x)) WHERE x > 5")
    both.compare_all()
    both.run("ALTER TABLE t DELETE WHERE x = 0")
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL", "ALTER TABLE t UPDATE v = v + 10 WHERE p = 1")
    both.compare_all()


@pytest.mark.sample(0)
def test_queries_filter_on_changed_columns(both: Altered) -> None:
    both.run(
        "ALTER TABLE t ADD COLUMN x Int32 DEFAULT v + 1, RENAME COLUMN i TO i2, "
        "MODIFY COLUMN n Nullable(Int64), DROP COLUMN f",
        AFTER,
    )
    for condition in ("x > 5", "i2 = 2", "n > 5", "n IS NULL", "i2 = 0 OR k = 3", "x = 1"):
        both.compare(f"SELECT k, x, i2, n FROM t WHERE {condition}")
        both.compare(f"SELECT k, x, i2, n FROM t FINAL WHERE {condition}")
        both.compare(f"SELECT k, x, i2, n FROM t FINAL PREWHERE {condition}")
    both.compare("SELECT min(i2), max(i2), min(x), max(x), min(n), max(n) FROM t")
    both.compare("SELECT min(i2), max(i2), min(k), max(k) FROM t FINAL")
    both.compare("SELECT _partition_id, _row_exists, k, x FROM t")


@pytest.mark.sample(0)
def test_the_statement_of_an_altered_table_makes_the_same_table(both: Altered) -> None:
    both.run(
        "ALTER TABLE t ADD COLUMN x Int32 DEFAULT v COMMENT 'it''s' AFTER k, DROP COLUMN f, "
        "MODIFY COMMENT 'changed'",
        "ALTER TABLE t RENAME COLUMN v TO w",
    )
    [(statement,)] = both.client.run("SHOW CREATE TABLE t")
    made = str(statement).replace(f"{both.client.database}.t\n", "made\n", 1)
    both.client.run(made)
    [(again,)] = both.client.run("SHOW CREATE TABLE made")
    assert str(again).split("\n", 1)[1] == str(statement).split("\n", 1)[1]
    both.clickhouse.execute(made)
    described = [(row[0], row[2]) for row in both.client.run("DESCRIBE TABLE t")]
    assert ("x", "it's") in described
    assert not {"v", "f"} & {name for name, _ in described}
    both.compare("SELECT comment FROM system.tables WHERE database = '{db}' AND name = 't'")
    columns = "system.parts_columns WHERE database = '{db}' AND `table` = 't' AND active = 1"
    both.compare(f"SELECT DISTINCT `column`, type FROM {columns} AND `column` IN ('k', 'n', 'ver')")


@pytest.mark.sample(0)
def test_another_session_sees_the_change_with_its_next_statement(
    both: Altered, endpoint: EmbeddedEndpoint
) -> None:
    with endpoint.connect() as other:
        other.run(f"USE {both.client.database}")
        before = other.run("SELECT * FROM t FINAL")
        other.run("CREATE VIEW newest AS SELECT k, s FROM t FINAL")
        both.client.run("ALTER TABLE t ADD COLUMN x Int32 DEFAULT 5 FIRST, RENAME COLUMN f TO g")
        assert other.run("SELECT * FROM t FINAL ORDER BY k") == sorted((5, *row) for row in before)
        assert len(other.run("SELECT * FROM newest")) == len(before)
        other.run("INSERT INTO t (x, k, p, ver, ky) VALUES (6, 50, 1, 1, 1)")
        assert both.client.run("SELECT x, g FROM t WHERE k = 50") == [(6, 0.0)]


PARTITION = "ALTER TABLE {into} ATTACH PARTITION 1 FROM {source}"


@pytest.mark.sample(0)
def test_parts_of_any_structure_come_into_a_table(both: Altered) -> None:
    both.run("ALTER TABLE t DROP COLUMN s, RENAME COLUMN n TO n2")
    both.run("ALTER TABLE t DETACH PARTITION 2", "ALTER TABLE t ADD COLUMN x Int32 DEFAULT v")
    both.run(AFTER, "ALTER TABLE t MODIFY COLUMN i Int64", "ALTER TABLE t ATTACH PARTITION 2")
    both.compare_all()
    [(statement,)] = both.client.run("SHOW CREATE TABLE t")
    both.create(str(statement).replace(f"{both.client.database}.t\n", "u\n", 1))
    both.run("CREATE TABLE w AS t")
    both.run(*(PARTITION.format(into=into, source="t") for into in ("u", "w", "t")))
    shown = both.shown()
    for table in ("t", "u", "w"):
        both.compare(f"SELECT {shown} FROM {table}")
        both.compare(f"SELECT {shown} FROM {table} FINAL")
    both.run("ALTER TABLE u ADD COLUMN y Int32", "ALTER TABLE t ADD COLUMN y Int32")
    both.run("ALTER TABLE u MOVE PARTITION 1 TO TABLE t", "OPTIMIZE TABLE t FINAL")
    both.compare(f"SELECT {shown}, y FROM t")
    assert both.client.error(PARTITION.format(into="w", source="t")).name == "INCOMPATIBLE_COLUMNS"


def test_a_value_that_does_not_convert_keeps_the_table_as_it_is(both: Altered) -> None:
    both.client.run("ALTER TABLE t MODIFY COLUMN s REMOVE DEFAULT")
    statement = "ALTER TABLE t MODIFY COLUMN s {}"
    for new, name in (
        ("Int32", "CANNOT_PARSE_TEXT"),
        ("Date", "CANNOT_PARSE_DATE"),
        ("FixedString(2)", "TOO_LARGE_STRING_SIZE"),
    ):
        assert both.client.error(statement.format(new)).name == name
    assert both.client.error("ALTER TABLE t MODIFY COLUMN i UInt8, MODIFY COLUMN d Int8").name == (
        "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
    )
    assert "abc" in {row[0] for row in both.client.run("SELECT s FROM t")}
    both.client.run("ALTER TABLE t DELETE WHERE s LIKE 'ab%'")
    both.client.run(statement.format("Int32"))
    assert both.client.run("SELECT k, s FROM t ORDER BY k, ver") == [(2, 12), (2, 14), (3, 13)]


def test_what_is_not_supported_says_so(both: Altered) -> None:
    for commands in (
        "MODIFY COLUMN f String",
        "MODIFY COLUMN k LowCardinality(Int64), MODIFY COLUMN f String",
        "MODIFY COLUMN v MODIFY SETTING max_compress_block_size = 1",
        "ADD COLUMN x Int32, DELETE WHERE k = 1",
        "ADD COLUMN x Int32, MODIFY SETTING merge_selector_base = 5",
        "ADD COLUMN x Int32, DROP PARTITION 1",
        "ADD COLUMN x Int32, MODIFY ORDER BY (k, intDiv(ky, 2), x % 2)",
    ):
        assert both.client.error(f"ALTER TABLE t {commands}").name == "NOT_IMPLEMENTED", commands
    assert both.client.error("ALTER TABLE t ADD COLUMN V Int32").name == "DUPLICATE_COLUMN"
    assert both.client.error("ALTER TABLE t ADD COLUMN __row Int32").name == "ILLEGAL_COLUMN"


@pytest.mark.parametrize(
    ("old", "new", "before", "after"),
    [
        ("UInt32", "UInt64", ("7", "8"), ("8", "9", str(2**40))),
        ("Int8", "Int32", ("-1", "8"), ("-2", "8", "1000")),
        ("UInt8", "UInt128", ("7", "8"), ("7", "9", str(2**70))),
        ("UInt64", "UInt256", ("7", str(2**64 - 1)), ("8", str(2**64 - 1), str(2**70))),
        ("Bool", "UInt16", ("false", "true"), ("0", "1", "2")),
        ("Float32", "Float64", ("0.5", "1.5"), ("0.5", "1.25", "1.75")),
        ("DateTime", "DateTime('UTC')", ("7", "8"), ("7", "8", "9")),
        ("DateTime64(3, 'UTC')", "DateTime64(6, 'UTC')",
         ("'2020-01-01 00:00:00.001'", "'2020-01-01 00:00:00.002'"),
         ("'2020-01-01 00:00:00.001'", "'2020-01-01 00:00:00.0019'",
          "'2020-01-01 00:00:00.002001'")),
    ],
)  # fmt: skip
@pytest.mark.sample(0)
def test_the_version_gets_another_type(
    client: Client,
    clickhouse: ClickHouse,
    old: str,
    new: str,
    before: tuple[str, str],
    after: tuple[str, ...],
) -> None:
    both = Altered(client, clickhouse)
    both.create(
        f"CREATE TABLE t (k Int32, ver {old}, del UInt8, s String) "
        "ENGINE = ReplacingMergeTree(ver, del) ORDER BY k"
    )
    query = "SELECT k, s, toUInt8(del) FROM t FINAL ORDER BY k"
    low, high = before
    both.run(
        f"INSERT INTO t VALUES (1, {low}, 0, 'a'), (2, {high}, 0, 'b'), (3, {high}, 0, 'c')",
        f"INSERT INTO t VALUES (1, {high}, 0, 'd'), (2, {low}, 0, 'e'), (3, {high}, 1, 'f')",
    )
    both.compare(query)
    both.run(f"ALTER TABLE t MODIFY COLUMN ver {new}, MODIFY COLUMN del Bool")
    both.compare(query)
    both.compare(COLUMNS)
    for number, version in enumerate(after):
        both.run(
            f"INSERT INTO t VALUES (1, {version}, 0, 'x{number}'), (2, {version}, 0, 'y{number}'), "
            f"(3, {version}, 0, 'z{number}'), (4, {version}, 1, 'd{number}')"
        )
        both.compare(query)
    both.run("ALTER TABLE t MODIFY COLUMN del UInt8")
    both.run(f"INSERT INTO t VALUES (4, {after[-1]}, 0, 'last')")
    both.compare(query)
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare(query)
    both.compare("SELECT k, s, del FROM t ORDER BY k")


@pytest.mark.sample(0)
def test_a_column_of_the_key_gets_another_type(client: Client, clickhouse: ClickHouse) -> None:
    both = Altered(client, clickhouse)
    both.create(
        "CREATE TABLE t (e Enum8('a' = 1), s String, l LowCardinality(String), d DateTime('UTC'), "
        "v Int32) ENGINE = ReplacingMergeTree PARTITION BY e ORDER BY (s, e, l, d, toString(e))"
    )
    query = "SELECT e, s, l, toUnixTimestamp(d), v FROM t FINAL"
    parts = "SELECT partition, rows FROM system.parts WHERE active AND database = '{db}'"
    both.run(
        "INSERT INTO t VALUES ('a', 'x', 'y', '2020-01-01 00:00:00', 1)",
        "INSERT INTO t VALUES ('a', 'x', 'y', '2020-01-01 00:00:00', 2), "
        "('a', 'y', '', '2020-01-01 00:00:00', 1)",
    )
    both.compare(query)
    both.run(
        "ALTER TABLE t MODIFY COLUMN e Enum8('a' = 1, 'b' = 2), MODIFY COLUMN s "
        "LowCardinality(String), MODIFY COLUMN l String, MODIFY COLUMN d DateTime('Europe/Zurich')"
    )
    both.compare(query)
    both.compare(COLUMNS)
    both.run(
        "INSERT INTO t VALUES ('b', 'x', 'y', '2020-01-01 01:00:00', 3), "
        "('a', 'x', 'y', '2020-01-01 01:00:00', 4), "
        "('a', 'y', '', '2020-01-01 01:00:00', 5)"
    )
    both.compare(query)
    both.compare(parts)
    both.compare("SELECT count() FROM t FINAL WHERE e = 'a' AND s = 'x'")
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare(query)
    both.compare(parts)
    both.run("ALTER TABLE t DROP PARTITION 'b'")
    both.compare("SELECT v FROM t")
    for change in (
        "e Enum8('a' = 1)",
        "e Enum16('a' = 1, 'b' = 2)",
        "s FixedString(3)",
        "l Nullable(String)",
        "d DateTime64(3)",
        "d Int64",
    ):
        statement = f"ALTER TABLE t MODIFY COLUMN {change}"
        theirs = both.clickhouse.error(statement)
        assert both.client.error(statement).name == theirs.name, change
    for change in ("e Int8", "d UInt32"):
        error = both.client.error(f"ALTER TABLE t MODIFY COLUMN {change}")
        assert error.name == "NOT_IMPLEMENTED", change


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "statement", ["ALTER TABLE t DELETE WHERE k = 2", "DELETE FROM t WHERE k = 2"]
)
@pytest.mark.sample(0)
def test_mutations_leave_files_of_an_older_type_where_no_row_matches(
    both: Altered, statement: str
) -> None:
    both.run("ALTER TABLE t MODIFY COLUMN n Nullable(Int8)", statement)
    both.compare_all()


@pytest.mark.parametrize(
    ("created", "commands", "rows"),
    [
        ("(k)", "ADD COLUMN x Int32, MODIFY ORDER BY (k, x)", "(1, 1, 9, 1, 0), (1, 1, 9, 1, 5)"),
        ("(k, j)", "ADD COLUMN x String, MODIFY ORDER BY (k, x, j)",
         "(1, 1, 9, 1, ''), (2, 1, 9, 9, 'b')"),
        ("(k, j)", "ADD COLUMN x Date, ADD COLUMN y Float64, MODIFY ORDER BY (k, x, y, j)",
         "(1, 1, 9, 1, '1970-01-01', 0), (1, 1, 9, 1, '2026-01-01', 0), "
         "(1, 1, 9, 1, '1970-01-01', 1.5)"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("merged", [False, True])
@pytest.mark.sample(0)
def test_rows_are_versions_of_each_other_by_the_new_sorting_key(
    client: Client, clickhouse: ClickHouse, created: str, commands: str, rows: str, merged: bool
) -> None:
    both = Altered(client, clickhouse)
    both.create(
        "CREATE TABLE t (k Int64, p UInt8, ver UInt32, j Int32) ENGINE = ReplacingMergeTree(ver) "
        f"PARTITION BY p PRIMARY KEY k ORDER BY {created}"
    )
    both.run(
        "INSERT INTO t VALUES (1, 1, 1, 1), (1, 1, 2, 1), (2, 1, 1, 1), (3, 2, 1, 1)",
        "INSERT INTO t VALUES (1, 1, 3, 1), (1, 1, 1, 2), (2, 1, 4, 2)",
    )
    both.compare_all()
    if merged:
        both.run("OPTIMIZE TABLE t PARTITION 1 FINAL")
    both.run(f"ALTER TABLE t {commands}")
    both.compare(
        "SELECT sorting_key, primary_key FROM system.tables WHERE database = '{db}' AND name = 't'"
    )
    both.run(f"INSERT INTO t VALUES {rows}")
    both.compare_all()
    both.compare("SELECT count(), sum(ver) FROM t FINAL WHERE x = x AND k < 3")
    both.run("ALTER TABLE t DELETE WHERE j = 2 SETTINGS mutations_sync = 2")
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.parametrize("key", ["k", "(k, x)"])
@pytest.mark.sample(0)
def test_a_shorter_sorting_key_makes_versions_of_what_were_different_rows(
    client: Client, clickhouse: ClickHouse, key: str
) -> None:
    """One of them is left. ClickHouse takes both of one part for different rows even in a merge."""
    both = Altered(client, clickhouse)
    both.create(
        "CREATE TABLE t (k Int64, p UInt8, ver UInt32, j Int32) ENGINE = ReplacingMergeTree(ver) "
        "PARTITION BY p PRIMARY KEY k ORDER BY (k, j)"
    )
    both.run("INSERT INTO t VALUES (1, 1, 1, 1), (1, 1, 2, 2), (2, 1, 1, 1), (3, 2, 1, 1)")
    assert len(client.run("SELECT * FROM t FINAL")) == 4
    both.run(f"ALTER TABLE t ADD COLUMN x Int8, MODIFY ORDER BY {key}")
    first = [(1, 1, 2, 2, 0), (2, 1, 1, 1, 0), (3, 2, 1, 1, 0)]
    assert client.run("SELECT * FROM t FINAL ORDER BY k") == first
    assert client.run("SELECT count() FROM t FINAL") == [(3,)]
    both.run("INSERT INTO t VALUES (1, 1, 9, 1, 0), (2, 1, 9, 7, 0)")
    both.run("OPTIMIZE TABLE t FINAL")
    last = [(1, 1, 9, 1, 0), (2, 1, 9, 7, 0), (3, 2, 1, 1, 0)]
    assert client.run("SELECT * FROM t ORDER BY k") == last


@pytest.mark.sample(0)
def test_parts_detached_before_the_sorting_key_changed(
    client: Client, clickhouse: ClickHouse
) -> None:
    both = Altered(client, clickhouse)
    both.create(
        "CREATE TABLE t (k Int64, p UInt8, ver UInt32, j Int32) ENGINE = ReplacingMergeTree(ver) "
        "PARTITION BY p PRIMARY KEY k ORDER BY (k, j)"
    )
    both.run(
        "INSERT INTO t VALUES (1, 1, 1, 1), (1, 1, 2, 2), (2, 1, 1, 1)",
        "ALTER TABLE t DETACH PARTITION 1",
        "ALTER TABLE t ADD COLUMN x Int8, MODIFY ORDER BY (k, x)",
        "ALTER TABLE t ATTACH PARTITION 1",
    )
    assert client.run("SELECT count() FROM t FINAL") == [(2,)]
    assert client.run("SELECT * FROM t FINAL ORDER BY k") == [(1, 1, 2, 2, 0), (2, 1, 1, 1, 0)]
    both.run("INSERT INTO t VALUES (2, 1, 5, 1, 0), (2, 1, 5, 1, 1)", "OPTIMIZE TABLE t FINAL")
    last = [(1, 1, 2, 2, 0), (2, 1, 5, 1, 0), (2, 1, 5, 1, 1)]
    assert client.run("SELECT * FROM t ORDER BY k, x") == last
    assert client.run("SELECT * FROM t FINAL WHERE k = 2 AND x = 1") == [last[2]]


@pytest.mark.sample(0)
def test_a_longer_sorting_key_where_runs_are_cut(client: Client, clickhouse: ClickHouse) -> None:
    """Key ranges are cut by marks: those of older runs have no value of the new column."""
    both = Altered(client, clickhouse)
    both.create("CREATE TABLE t (k Int64, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k")
    both.run("INSERT INTO t SELECT number, 1 FROM numbers(700000)")
    both.run("INSERT INTO t SELECT number * 2, 2 FROM numbers(700000)")
    both.run("ALTER TABLE t ADD COLUMN x Int32, MODIFY ORDER BY (k, x)")
    both.run("INSERT INTO t SELECT number * 3, 3, number % 2 FROM numbers(300000)")
    both.compare("SELECT count(), sum(ver), sum(k), sum(x), sum(k * x) FROM t FINAL")
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare("SELECT count(), sum(ver), sum(k), sum(x), sum(k * x) FROM t")


@pytest.mark.sample(0)
def test_inserts_and_merges_go_on_while_columns_change(
    both: Altered, endpoint: EmbeddedEndpoint
) -> None:
    """Rows planned before a change and committed after it keep what they have in each column."""
    stop = threading.Event()
    written: list[int] = []

    def insert() -> None:
        with endpoint.connect() as client:
            client.run(f"USE {both.client.database}")
            while not stop.is_set():
                key = 1000 + len(written)
                client.run(
                    f"INSERT INTO t (k, p, v, i, ver, ky) SELECT {key}, 1, {key}, {key}, 1, 1"
                )
                written.append(key)

    both.client.run("ALTER TABLE t MODIFY SETTING merge_selector_base = 2")
    thread = threading.Thread(target=insert)
    thread.start()
    try:
        for turn in range(6):
            both.client.run(f"ALTER TABLE t ADD COLUMN c{turn} Int64 DEFAULT v + {turn}")
            both.client.run(f"ALTER TABLE t DROP COLUMN IF EXISTS c{(turn + 4) % 6}")
            both.client.run("OPTIMIZE TABLE t")
    finally:
        stop.set()
        thread.join()
    rows = both.client.run("SELECT k, v, i, d, m, c4, c5 FROM t FINAL WHERE k >= 1000 ORDER BY k")
    assert rows == [(k, k, k, 2 * k, k + 1, k + 4, k + 5) for k in written]


def test_a_change_waits_for_mutations_that_name_the_column(engine: Engine) -> None:
    """Not done here: a mutation that is recorded and not carried out yet."""
    spark = engine.spark
    spark.sql("CREATE TABLE slow (k Int64, v Int32, w Int32) ENGINE = MergeTree ORDER BY k")
    spark.sql("INSERT INTO slow VALUES (1, 1, 1)")
    table = engine.store.registry.tables.find("default", "slow")
    assert table is not None
    mutation = engine.store.mutations.record(table.id, "(UPDATE v = intDiv(1, k - 1) WHERE v = 1)")
    engine.store.mutations.record(table.id, "(APPLY DELETED MASK)")
    with pytest.raises(Exception, match="CANNOT_ASSIGN_ALTER"):
        spark.sql("ALTER TABLE slow RENAME COLUMN v TO x")
    spark.sql("ALTER TABLE slow RENAME COLUMN w TO x")
    engine.store.mutations.kill(mutation.id)
    spark.sql("ALTER TABLE slow DROP COLUMN v")
    assert spark.sql("SELECT * FROM slow").columns == ["k", "x"]


# Random programs

_TYPES = {
    "Int32": ["0", "1", "-7", "100"],
    "Int64": ["0", "5", "-7", "100"],
    "String": ["''", "'a'", "'12'"],
    "Nullable(Int32)": ["NULL", "3"],
    "LowCardinality(String)": ["'q'", "'r'"],
}
_WIDER = {"Int32": "Int64", "Nullable(Int32)": "Nullable(Int64)", "Int64": "String"}
_NAMES = ("a", "b", "c", "d")


class _Program:
    """Draws statements over a table whose columns besides `k` and `ver` change."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self.columns: dict[str, str] = {"a": "Int32", "b": "String"}

    def statement(self) -> str:
        kind = self._draw(
            st.sampled_from(["insert"] * 4 + ["add"] * 3 + ["drop", "rename", "type"] * 2
                            + ["merge", "update", "delete"])
        )  # fmt: skip
        return str(getattr(self, f"_{kind}")())

    def _insert(self) -> str:
        named = [name for name in self.columns if self._draw(st.booleans())]
        rows = []
        for _ in range(self._draw(st.integers(1, 4))):
            values = [str(self._draw(st.integers(0, 5))), str(self._draw(st.integers(0, 3)))]
            values += [self._literal(self.columns[name]) for name in named]
            rows.append(f"({', '.join(values)})")
        return f"INSERT INTO t ({', '.join(['k', 'ver', *named])}) VALUES {', '.join(rows)}"

    def _literal(self, data_type: str) -> str:
        values = _TYPES.get(data_type, _TYPES["Nullable(Int32)"])
        return str(self._draw(st.sampled_from(values)))

    def _add(self) -> str:
        free = [name for name in _NAMES if name not in self.columns]
        if not free:
            return self._drop()
        name = self._draw(st.sampled_from(free))
        data_type = self._draw(st.sampled_from(sorted(_TYPES)))
        default = ""
        if self._draw(st.booleans()):
            default = f" DEFAULT {self._literal(data_type)}"
        elif data_type in ("Int32", "Int64") and self._draw(st.booleans()):
            default = " DEFAULT k * 10 + ver"
        place = self._draw(st.sampled_from(["", " FIRST", " AFTER ver"]))
        self.columns[name] = data_type
        return f"ALTER TABLE t ADD COLUMN {name} {data_type}{default}{place}"

    def _drop(self) -> str:
        if not self.columns:
            return "OPTIMIZE TABLE t FINAL"
        name = self._draw(st.sampled_from(sorted(self.columns)))
        del self.columns[name]
        return f"ALTER TABLE t DROP COLUMN {name}"

    def _rename(self) -> str:
        free = [name for name in _NAMES if name not in self.columns]
        if not free or not self.columns:
            return "OPTIMIZE TABLE t"
        old = self._draw(st.sampled_from(sorted(self.columns)))
        new = self._draw(st.sampled_from(free))
        self.columns[new] = self.columns.pop(old)
        return f"ALTER TABLE t RENAME COLUMN {old} TO {new}"

    def _type(self) -> str:
        usable = sorted(name for name, text in self.columns.items() if text in _WIDER)
        if not usable:
            return self._insert()
        name = self._draw(st.sampled_from(usable))
        self.columns[name] = _WIDER[self.columns[name]]
        return f"ALTER TABLE t MODIFY COLUMN {name} {self.columns[name]}"

    def _merge(self) -> str:
        return "OPTIMIZE TABLE t FINAL"

    def _update(self) -> str:
        usable = sorted(name for name, text in self.columns.items() if text in _TYPES)
        if not usable:
            return self._delete()
        name = self._draw(st.sampled_from(usable))
        value = self._literal(self.columns[name])
        return f"ALTER TABLE t UPDATE {name} = {value} WHERE k = {self._draw(st.integers(0, 5))}"

    def _delete(self) -> str:
        return f"ALTER TABLE t DELETE WHERE k = {self._draw(st.integers(0, 5))}"


@st.composite
def _programs(draw: st.DrawFn) -> list[str]:
    program = _Program(draw)
    return [program.statement() for _ in range(draw(st.integers(4, 9)))]


@pytest.mark.sample(0)
def test_random_changes_agree_with_clickhouse(client: Client, clickhouse: ClickHouse) -> None:
    """Half a minute: each program reads all after each change of columns, rows and parts."""

    @settings(
        max_examples=PROGRAMS,
        deadline=None,
        derandomize="RMT_COLUMN_PROGRAMS" not in os.environ,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    @given(_programs())
    def agree(statements: list[str]) -> None:
        note(";\n".join(statements))
        both = Altered(client, clickhouse)
        both.create(
            "CREATE TABLE t (k Int64, ver UInt32, a Int32, b String) "
            "ENGINE = ReplacingMergeTree(ver) ORDER BY k"
        )
        for statement in statements:
            both.run(statement)
            shown = both.shown()
            both.compare(f"SELECT {shown} FROM t")
            both.compare(f"SELECT {shown} FROM t FINAL")
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare(f"SELECT {both.shown()} FROM t")

    for execute in (client.run, clickhouse.execute):
        execute("SET mutations_sync = 2")
    agree()
