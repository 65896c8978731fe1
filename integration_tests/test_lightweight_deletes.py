"""DELETE FROM, which masks rows, and APPLY DELETED MASK, beside real ClickHouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.endpoint import Client

from rmt_engine.spark.read.masks import MaskLimits
from rmt_engine.spark.write.row_changes import RowChanges

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from rmt_engine.spark.run.engine import Engine

COLUMNS = (
    "k Int64, p UInt8, v Int32, n Nullable(Int32), s String DEFAULT 'x', a Int32 ALIAS v * 2, "
    "ver UInt32, del UInt8"
)
CREATE = (
    f"CREATE TABLE t ({COLUMNS}) ENGINE = ReplacingMergeTree(ver, del) PARTITION BY p ORDER BY k"
)
INSERTS = (
    "INSERT INTO t (k, p, v, ver) VALUES (1, 1, 1, 1), (2, 1, 2, 1), (3, 2, 3, 1), (5, 2, 5, 1)",
    "INSERT INTO t (k, p, v, n, ver, del) VALUES (1, 1, 11, 5, 2, 0), (4, 2, 0, NULL, 1, 1)",
)
SHOWN = "k, p, v, n, s, a, ver, del"
PARTS = (
    "SELECT name, rows, data_version, has_lightweight_delete FROM system.parts "
    "WHERE database = '{db}' AND `table` = 't' AND active = 1 AND rows > 0"
)
ANSWERS = (
    f"SELECT {SHOWN} FROM t",
    f"SELECT {SHOWN} FROM t FINAL",
    "SELECT p, count(), sum(v), max(n) FROM t GROUP BY p",
    "SELECT k, v FROM t WHERE k = 1 OR n = 5",
    "SELECT k, v FROM t PREWHERE v > 0 WHERE k < 3",
    "SELECT k, v FROM t FINAL PREWHERE ver = 1",
    "SELECT k, _part, _row_exists FROM t",
    "SELECT count() FROM t AS l JOIN t AS r ON l.k = r.k",
)


class Masked(Both):
    """The table `t` of both engines."""

    def compare_all(self, parts: bool = True) -> None:
        if parts:
            self.compare(PARTS)
        for query in ANSWERS:
            self.compare(query)
        for table in ("t", "t FINAL"):
            # Without a row ClickHouse's extremes are 0.
            if self.compare(f"SELECT count() FROM {table}") != [("0",)]:
                self.compare(f"SELECT min(k), max(k), min(ver), max(ver) FROM {table}")


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Masked:
    """The table `t` in both with two parts in each of two partitions."""
    both = Masked(client, clickhouse)
    both.run("SET mutations_sync = 2")
    both.create(CREATE)
    both.run(*INSERTS)
    return both


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param("WHERE k = 1 AND ver = 2", id="the newest row"),
        pytest.param("WHERE k = 1 AND ver = 1", id="a beaten row"),
        pytest.param("WHERE n = 5", id="NULL is no match"),
        pytest.param("WHERE a = 4", id="a hidden column"),
        pytest.param("WHERE del", id="the deleted row"),
        pytest.param("IN PARTITION 2 WHERE k > 3", id="of a partition"),
        pytest.param("IN PARTITION ID '1' WHERE 1", id="all of a partition"),
        pytest.param("WHERE 1", id="all"),
        pytest.param("WHERE k = 77", id="none"),
        pytest.param("WHERE upper(s) = 'X' AND k IN (1, 3)", id="a function"),
    ],
)
@pytest.mark.sample(1)
def test_rows_are_masked_and_a_merge_drops_them(both: Masked, condition: str) -> None:
    both.compare("SELECT count() FROM t FINAL")
    both.run(f"DELETE FROM t {condition}")
    both.compare_all()
    both.compare(
        "SELECT `table`, mutation_id, parts_to_do, is_done FROM system.mutations "
        "WHERE database = '{db}'"
    )
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.sample(0)
def test_files_stay_as_they_are(both: Masked) -> None:
    paths = "SELECT path, rows FROM system.parts WHERE database = '{db}' AND active ORDER BY path"
    before = both.client.run(paths.format(db=both.client.database))
    both.run("DELETE FROM t WHERE k = 1")
    assert both.client.run(paths.format(db=both.client.database)) == before
    both.compare("SELECT total_rows FROM system.tables WHERE database = '{db}' AND name = 't'")


@pytest.mark.sample(0)
def test_deletes_add_up(both: Masked) -> None:
    """It takes long because each of many deletes is a job of Spark's."""
    for k in (1, 1, 3, 4, 2, 5):
        both.run(f"DELETE FROM t WHERE k = {k}")
        both.compare_all()
    both.run(*INSERTS, "DELETE FROM t WHERE k = 3")
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.sample(0)
def test_many_deletes_of_one_part(both: Masked) -> None:
    rows = ", ".join(f"({k}, 3, {k}, 1)" for k in range(100, 130))
    both.run(f"INSERT INTO t (k, p, v, ver) VALUES {rows}")
    for k in range(100, 120):
        both.run(f"DELETE FROM t IN PARTITION 3 WHERE k = {k}")
    both.compare_all()


@pytest.mark.sample(0)
def test_final_across_and_within_partitions(both: Masked) -> None:
    both.run("INSERT INTO t (k, p, v, ver) VALUES (1, 2, 21, 3), (2, 2, 22, 3)")
    both.compare("SELECT k, v FROM t FINAL")
    both.run("DELETE FROM t WHERE v = 21")
    for setting in ("0", "1"):
        both.compare(
            "SELECT k, v FROM t FINAL "
            f"SETTINGS do_not_merge_across_partitions_select_final = {setting}"
        )


@pytest.mark.sample(0)
def test_an_insert_after_a_delete_is_there(both: Masked) -> None:
    both.run("DELETE FROM t WHERE 1", INSERTS[0])
    both.compare_all()
    both.run("OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.sample(0)
def test_mutations_leave_masked_rows_alone(both: Masked) -> None:
    both.run("DELETE FROM t WHERE k = 1 AND ver = 2", "ALTER TABLE t DELETE WHERE v IN (11, 5)")
    both.compare_all()
    both.run("DELETE FROM t WHERE k = 3", "ALTER TABLE t UPDATE v = 9 WHERE k IN (2, 3)")
    # A rewritten run leaves masked rows out, where ClickHouse keeps them in an UPDATE.
    both.compare_all(parts=False)
    both.run("DELETE FROM t WHERE v = 9", "OPTIMIZE TABLE t FINAL")
    both.compare_all()


@pytest.mark.sample(0)
def test_a_masking_command_among_others_takes_rows_away(both: Masked) -> None:
    both.run(
        "ALTER TABLE t UPDATE _row_exists = 0 WHERE k = 1, UPDATE v = 8 WHERE k = 2",
        "ALTER TABLE t UPDATE _row_exists = 0 WHERE k = 3",
    )
    both.compare_all(parts=False)
    both.compare("SELECT command FROM system.mutations WHERE database = '{db}'")


@pytest.mark.sample(0)
def test_the_mask_can_be_applied(both: Masked) -> None:
    both.run("DELETE FROM t WHERE k IN (1, 3)", "ALTER TABLE t APPLY DELETED MASK IN PARTITION 2")
    both.compare_all()
    both.run("ALTER TABLE t APPLY DELETED MASK")
    both.compare_all()
    both.run("ALTER TABLE t APPLY DELETED MASK IN PARTITION ID '1', DELETE WHERE k = 2")
    both.compare_all()
    both.compare("SELECT command, is_done FROM system.mutations WHERE database = '{db}'")


@pytest.mark.sample(0)
def test_masked_rows_can_be_shown(both: Masked) -> None:
    masked = " SETTINGS apply_deleted_mask = 0"
    queries = (
        f"SELECT {SHOWN}, _row_exists, _part FROM t",
        "SELECT k FROM t WHERE _row_exists = 0",
        "SELECT count() FROM t",
        "SELECT min(k), max(k) FROM t",
        "SELECT sum(v) FROM t WHERE k > 1",
    )
    both.compare(f"SELECT count() FROM t FINAL{masked}")
    both.run("DELETE FROM t WHERE k IN (1, 5)")
    for query in queries:
        both.compare(query + masked)
        both.compare(query)
    for final in ("FINAL", "FINAL PREWHERE v > 0"):
        assert both.client.error(f"SELECT k FROM t {final}{masked}").name == "NOT_IMPLEMENTED"
    both.run("OPTIMIZE TABLE t FINAL")
    for query in queries:
        both.compare(query + masked)


@pytest.mark.sample(0)
def test_conditions_are_not_evaluated_for_masked_rows(both: Masked) -> None:
    both.run(
        "INSERT INTO t (k, p, v, ver) VALUES (7, 1, 0, 1), (8, 1, 2, 1)",
        "DELETE FROM t WHERE v = 0",
    )
    both.compare("SELECT k FROM t WHERE intDiv(10, v) = 5")
    both.run("DELETE FROM t WHERE intDiv(10, v) = 10")
    both.compare_all()
    # ClickHouse's UPDATE fails on the masked row.
    both.client.run("ALTER TABLE t UPDATE v = intDiv(10, v) WHERE intDiv(10, v) = 5")
    assert both.client.run("SELECT k, v FROM t WHERE v = 5 AND k > 2 ORDER BY k") == [
        (5, 5),
        (8, 5),
    ]


@pytest.mark.sample(0)
def test_a_plain_merge_tree_has_masks_too(both: Masked) -> None:
    both.create("CREATE TABLE m (k Int64, v String) ENGINE = MergeTree ORDER BY k")
    both.run(
        "INSERT INTO m VALUES (1, 'a'), (1, 'b'), (2, 'c')",
        "INSERT INTO m VALUES (1, 'd')",
        "DELETE FROM m WHERE k = 1 AND v != 'b'",
    )
    for _ in range(2):
        for query in ("SELECT * FROM m", "SELECT count(), min(k), max(v) FROM m"):
            both.compare(query)
        both.run("OPTIMIZE TABLE m FINAL")


# Partitions that come and go


@pytest.mark.sample(0)
def test_masks_go_where_their_part_goes(both: Masked) -> None:
    both.run("DELETE FROM t WHERE k IN (1, 3)", "ALTER TABLE t DETACH PARTITION 1")
    both.compare_all()
    both.run("ALTER TABLE t ATTACH PARTITION 1")
    both.compare_all()
    both.create(CREATE.replace("TABLE t", "TABLE u"))
    both.run(
        "ALTER TABLE u ATTACH PARTITION 1 FROM t",
        "ALTER TABLE t MOVE PARTITION 2 TO TABLE u",
        "DELETE FROM u WHERE k = 2",
    )
    both.compare_all()
    for query in ("SELECT k, v FROM u", "SELECT k, v FROM u FINAL", "SELECT count() FROM u"):
        both.compare(query)
    both.run("ALTER TABLE u ATTACH PARTITION 1 FROM t", "DROP TABLE t")
    for query in ("SELECT k, v FROM u", "SELECT k, v FROM u FINAL", "SELECT count() FROM u"):
        both.compare(query)


@pytest.mark.sample(0)
def test_a_part_without_a_row_left_comes_back_as_nothing(both: Masked) -> None:
    both.run("DELETE FROM t IN PARTITION 1 WHERE 1")
    both.create(CREATE.replace("TABLE t", "TABLE u"))
    both.run(*["ALTER TABLE u ATTACH PARTITION 1 FROM t"] * 2)
    both.compare("SELECT count() FROM u")
    both.run("OPTIMIZE TABLE u FINAL")
    both.compare("SELECT count() FROM u FINAL")


# What is refused


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM t WHERE zz = 1",
        "DELETE FROM t WHERE s",
        "DELETE FROM t WHERE nosuchfunction(k)",
        "DELETE FROM t WHERE k = 1 SETTINGS enable_lightweight_delete = 0",
        "ALTER TABLE t APPLY DELETED MASK WHERE 1",
        "ALTER TABLE t UPDATE _row_exists = 0",
        "UPDATE t SET v = 1 WHERE k = 1",
        "CREATE TABLE r (k Int64, _row_exists UInt8) ENGINE = ReplacingMergeTree ORDER BY k",
    ],
)
@pytest.mark.sample(1)
def test_a_wrong_statement_is_refused_with_clickhouses_error(both: Masked, statement: str) -> None:
    assert both.client.error(statement).name == both.clickhouse.error(statement).name
    both.compare("SELECT count() FROM system.mutations WHERE database = '{db}'")


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE t UPDATE _row_exists = 1 WHERE k = 1",
        "ALTER TABLE t UPDATE _row_exists = 0, v = 1 WHERE k = 1",
        "DELETE FROM t WHERE k IN (SELECT number FROM numbers(10001))",
    ],
)
@pytest.mark.sample(1)
def test_what_is_not_supported_is_refused(both: Masked, statement: str) -> None:
    assert both.client.error(statement).name == "NOT_IMPLEMENTED"


@pytest.mark.sample(0)
def test_without_waiting_it_goes_on(both: Masked) -> None:
    both.client.run("DELETE FROM t WHERE k = 1 SETTINGS lightweight_deletes_sync = 0")
    both.client.run("DELETE FROM t WHERE k = 2")
    assert both.client.run("SELECT k FROM t ORDER BY k") == [(3,), (4,), (5,)]


@pytest.mark.sample(0)
def test_a_failing_condition_is_reported_and_masks_nothing_of_its_part(both: Masked) -> None:
    error = both.client.error("DELETE FROM t WHERE intDiv(1, v - 3) = 7")
    assert error.name == "UNFINISHED"
    both.client.run(
        f"KILL MUTATION WHERE database = '{both.client.database}' AND `table` = 't' SYNC"
    )
    assert both.client.run("SELECT count() FROM t") == [(6,)]


@pytest.mark.parametrize(
    "limits",
    [MaskLimits(), MaskLimits(literal_bytes=0), MaskLimits(literal_bytes=0, join_bytes=0)],
    ids=["in the plan", "joined", "from files"],
)
@pytest.mark.sample(0)
def test_masks_of_many_chunks_hide_the_same_rows_however_they_travel(
    spark: SparkSession, engine: Engine, monkeypatch: pytest.MonkeyPatch, limits: MaskLimits
) -> None:
    changer = engine._mutator._changer
    assert engine._executor is not None
    assert isinstance(changer, RowChanges)
    for masks in (engine._executor._scans._masks, changer._masks):
        monkeypatch.setattr(masks, "_limits", limits)
    spark.sql("CREATE TABLE t (k Int64, v Int64) ENGINE = ReplacingMergeTree ORDER BY k")
    spark.sql("INSERT INTO t SELECT id, id FROM range(300000)")
    spark.sql("INSERT INTO t SELECT id, -1 FROM range(10)")

    def shown(query: str) -> list[tuple[object, ...]]:
        return [tuple(row) for row in spark.sql(query).collect()]

    left = [*(k for k in range(300_000) if k % 7 not in (3, 4)), *[-1] * 10]
    spark.sql("DELETE FROM t WHERE v % 7 = 3")
    spark.sql("DELETE FROM t WHERE v % 7 IN (3, 4)")
    assert shown("SELECT count(*), sum(v) FROM t WHERE v < 300000") == [(len(left), sum(left))]
    assert shown(
        "SELECT count(*), sum(_row_exists) FROM t WHERE v < 300000 SETTINGS apply_deleted_mask = 0"
    ) == [(300_010, len(left))]
    spark.sql("ALTER TABLE t DELETE WHERE v % 7 IN (3, 4, 5)")
    left = [value for value in left if value % 7 != 5 or value < 0]
    assert shown("SELECT count(*), sum(v) FROM t WHERE v < 300000") == [(len(left), sum(left))]
    spark.sql("DROP TABLE t")
