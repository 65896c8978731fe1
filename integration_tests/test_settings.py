"""Settings by `SET` and by `SETTINGS`: each reaches the statements it is for, and does the same."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from support.clickhouse import ClickHouse
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client, ServerError

QUIET = "SETTINGS max_bytes_to_merge_at_max_space_in_pool = 1, merge_with_ttl_timeout = 0"
TABLES = (
    "CREATE OR REPLACE TABLE t (k Int64, d DateTime, v Int64) ENGINE = ReplacingMergeTree(v) "
    f"ORDER BY k {QUIET}, non_replicated_deduplication_window = 9, enable_block_number_column = 1, "
    "enable_block_offset_column = 1",
    "CREATE OR REPLACE TABLE p (k Int64, q Int64) ENGINE = ReplacingMergeTree ORDER BY k "
    f"PARTITION BY q {QUIET}",
    "CREATE OR REPLACE TABLE source (k Int64, q Int64) ENGINE = ReplacingMergeTree ORDER BY k "
    f"PARTITION BY q {QUIET}",
    "INSERT INTO t VALUES (1, '2000-01-01 00:00:00', 1)",
    "INSERT INTO t VALUES (1, '2000-01-01 00:00:00', 2), (2, '2100-01-01 00:00:00', 1)",
    "INSERT INTO p VALUES (1, 1)",
    "INSERT INTO p VALUES (1, 2)",
)
HIDDEN = "DELETE FROM t WHERE k = 2"
ROWS = "SELECT k, v FROM t ORDER BY k, v"

CASES = (
    (
        "allow_deprecated_syntax_for_merge_tree = 1",
        "CREATE OR REPLACE TABLE u (d Date, k Int64) ENGINE = MergeTree(d, k, 8192) {}",
        "SELECT 1",
    ),
    ("allow_drop_detached = 1", "ALTER TABLE p DROP DETACHED PARTITION ID '1' {}", "SELECT 1"),
    (
        "allow_replace_partition_from_empty_source = 1",
        "ALTER TABLE p REPLACE PARTITION 1 FROM source {}",
        "SELECT count() FROM p",
    ),
    ("apply_deleted_mask = 0", f"{ROWS} {{}}", ROWS),
    ("do_not_merge_across_partitions_select_final = 1", "SELECT count() FROM p FINAL {}", ROWS),
    ("enable_lightweight_delete = 0", "DELETE FROM t WHERE k = 1 {}", ROWS),
    ("enable_lightweight_update = 0", "UPDATE t SET d = now() WHERE k = 1 {}", ROWS),
    ("final = 1", "SELECT k, v FROM t ORDER BY k, v {}", ROWS),
    ("final = 1", "INSERT INTO p {} SELECT k, v FROM t", "SELECT count() FROM p"),
    (
        "insert_deduplication_token = 'x'",
        "INSERT INTO t {} VALUES (1, '2000-01-01 00:00:00', 1)",
        ROWS,
    ),
    ("materialize_ttl_after_modify = 0", "ALTER TABLE t MODIFY TTL d + INTERVAL 1 YEAR {}", ROWS),
    ("optimize_on_insert = 0", "INSERT INTO p {} VALUES (5, 5), (5, 5)", "SELECT count() FROM p"),
    ("optimize_throw_if_noop = 1", "OPTIMIZE TABLE source {}", "SELECT 1"),
)
"""A setting, a statement that it changes, and what shows what that did."""


def _outcome(client: Client, statement: str, question: str) -> tuple[object, ...]:
    """What a statement answers or fails with, and what the tables hold then."""
    try:
        answer: object = client.run(statement)
    except ServerError as error:
        answer = error.name
    return answer, client.run(question)


@contextlib.contextmanager
def _set(client: Client, setting: str) -> Iterator[None]:
    name = setting.partition(" ")[0]
    client.run(f"SET {setting}")
    try:
        yield
    finally:
        client.run(f"RESET {name}")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("setting", "statement", "question"), CASES)
def test_a_setting_does_the_same_by_set_and_by_settings(
    setting: str, statement: str, question: str, client: Client
) -> None:
    client.script(*TABLES, HIDDEN)
    without = _outcome(client, statement.format(""), question)
    client.script(*TABLES, HIDDEN)
    by_settings = _outcome(client, statement.format(f"SETTINGS {setting}"), question)
    client.script(*TABLES, HIDDEN)
    with _set(client, setting):
        answer = _outcome(client, statement.format(""), "SELECT 1")[0]
    assert (answer, client.run(question)) == by_settings
    assert by_settings != without


@pytest.mark.parametrize(
    ("setting", "statement"),
    [
        ("mutations_sync = 0", "ALTER TABLE t DELETE WHERE k = 1"),
        ("mutations_sync = 0", "ALTER TABLE t UPDATE d = now() WHERE k = 1"),
        ("lightweight_deletes_sync = 0", "DELETE FROM t WHERE k = 1"),
        ("alter_sync = 0", "ALTER TABLE t MODIFY TTL d + INTERVAL 1 YEAR"),
        ("replication_alter_partitions_sync = 0", "ALTER TABLE t MODIFY TTL d + INTERVAL 1 YEAR"),
    ],
)
@pytest.mark.sample(2)
def test_a_mutation_is_not_waited_for_if_the_session_says_so(
    setting: str, statement: str, client: Client
) -> None:
    client.script(*TABLES, "SYSTEM STOP MERGES t")
    done = "SELECT is_done FROM system.mutations WHERE `table` = 't'"
    try:
        with _set(client, setting):
            client.run(statement)
        assert client.run(f"{done} AND database = currentDatabase()") == [(0,)]
    finally:
        client.run("SYSTEM START MERGES t")


def test_a_new_ttl_does_not_wait_for_merges_that_are_stopped(client: Client) -> None:
    client.script(*TABLES, "SYSTEM STOP MERGES t")
    try:
        client.run("ALTER TABLE t MODIFY TTL d + INTERVAL 1 YEAR")
        assert client.run("SELECT count() FROM t") == [(3,)]
    finally:
        client.run("SYSTEM START MERGES t")
    client.run("OPTIMIZE TABLE t FINAL")
    assert client.run(ROWS) == [(2, 1)]


def test_the_same_ttl_twice_is_one_mutation(client: Client, clickhouse: ClickHouse) -> None:
    for each in (client, clickhouse):
        run = each.run if isinstance(each, Client) else each.execute
        run("CREATE TABLE t (k Int64, d DateTime, v Int64) ENGINE = MergeTree ORDER BY k")
        run("INSERT INTO t VALUES (1, '2100-01-01 00:00:00', 1)")
        run("ALTER TABLE t MODIFY TTL d + INTERVAL 1 YEAR")
        run("ALTER TABLE t MODIFY TTL d + toIntervalYear(1)")
        run("ALTER TABLE t MODIFY COLUMN v Int64 TTL d + INTERVAL 1 DAY")
        run("ALTER TABLE t MODIFY COLUMN v Int64 TTL d + INTERVAL 1 DAY")
    count = "SELECT count() FROM system.mutations WHERE database = currentDatabase()"
    assert client.run(count) == [(2,)]
    assert [tuple(map(int, row)) for row in clickhouse.rows(count)] == [(2,)]


NOOPS = (
    "OPTIMIZE TABLE t",
    "OPTIMIZE TABLE t FINAL",
    "OPTIMIZE TABLE t PARTITION 1",
    "OPTIMIZE TABLE t PARTITION 1 FINAL",
    "OPTIMIZE TABLE t PARTITION 2",
    "OPTIMIZE TABLE t PARTITION 2 FINAL",
)


def test_optimize_without_anything_to_merge_fails_as_in_clickhouse(
    client: Client, clickhouse: ClickHouse
) -> None:
    create = (
        "CREATE TABLE t (k Int64, p Int64) ENGINE = ReplacingMergeTree ORDER BY k PARTITION BY p"
    )
    for run in (client.run, clickhouse.execute):
        run(create)
    setting = "SETTINGS optimize_throw_if_noop = 1"
    for insert in ("", "INSERT INTO t VALUES (1, 1)"):
        for run in (client.run, clickhouse.execute) if insert else ():
            run(insert)
        for statement in NOOPS:
            ours = theirs = ""
            try:
                client.run(f"{statement} {setting}")
            except ServerError as error:
                ours = error.message
            with contextlib.suppress(AssertionError):
                theirs = str(clickhouse.error(f"{statement} {setting}"))
            words = theirs.partition(" (CANNOT_ASSIGN")[0]
            assert (words in ours) if words else not ours, statement


def test_settings_that_only_tune_are_taken_and_shown(client: Client) -> None:
    with _set(client, "connect_timeout = 2.5"):
        shown = (
            "SELECT value, changed, `default`, type, is_obsolete FROM system.settings WHERE name"
        )
        assert client.run(f"{shown} = 'connect_timeout'") == [("2.5", 1, "10", "Seconds", 0)]
        assert client.run(f"{shown} = 'enable_analyzer'") == [("1", 0, "1", "Bool", 1)]
    assert client.run("SELECT 1 SETTINGS max_execution_time = 9, join_algorithm = 'hash'") == [(1,)]
    assert client.error("SELECT 1 SETTINGS decimal_check_overflow = 0").name == "NOT_IMPLEMENTED"
    assert (
        client.error("SELECT 1 SETTINGS sort_overflow_mode = 'x'").name == "UNKNOWN_OVERFLOW_MODE"
    )


def test_a_table_takes_settings_that_only_tune_and_those_of_the_session(client: Client) -> None:
    client.run(
        "CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k SETTINGS max_threads = 1, "
        "min_rows_for_wide_part = 5, default_compression_codec = 'ZSTD(1)'"
    )
    [[shown]] = client.run("SHOW CREATE TABLE t")
    assert shown.endswith(
        "SETTINGS min_rows_for_wide_part = 5, default_compression_codec = 'ZSTD(1)', "
        "index_granularity = 8192"
    )
    client.script("DROP TABLE t", shown)
    error = client.error("ALTER TABLE t MODIFY SETTING storage_policy = 'cold'")
    assert error.name == "NOT_IMPLEMENTED"


def test_a_format_changes_no_row_but_null_sends_none(client: Client) -> None:
    client.run("CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k")
    shown = client.run("SHOW CREATE TABLE t")
    assert client.run("SHOW CREATE TABLE t FORMAT TSVRaw SETTINGS max_threads = 1") == shown
    assert client.run("SHOW CREATE t SETTINGS max_threads = 1 FORMAT Null") == []
    assert client.run("EXISTS t FORMAT TSV") == [(1,)]


DEEP = "((((((1))))))"
LIMITED = (
    f"SELECT {DEEP} {{}}",
    f"INSERT INTO t SELECT {DEEP}, 1 {{}}",
    f"INSERT INTO t {{}} SELECT {DEEP}, 1",
    f"ALTER TABLE t DELETE WHERE k = {DEEP} {{}}",
    f"ALTER TABLE t ADD COLUMN w Int64 DEFAULT {DEEP} {{}}",
    f"DELETE FROM t WHERE k = {DEEP} {{}}",
    f"CREATE TABLE u (k Int64, v Int64 DEFAULT {DEEP}) ENGINE = MergeTree ORDER BY k {{}}",
    f"CREATE TABLE u ENGINE = MergeTree ORDER BY k AS SELECT {DEEP} AS k {{}}",
    "INSERT INTO t {} VALUES (1, 1)",
    "OPTIMIZE TABLE t FINAL {}",
    "CHECK TABLE t {}",
)


@pytest.mark.parametrize(
    "limit", ["max_query_size = 10", "max_ast_elements = 1", "max_parser_depth = 3"]
)
def test_a_statement_keeps_to_the_limits_of_its_own_settings(
    limit: str, client: Client, clickhouse: ClickHouse
) -> None:
    for run in (client.run, clickhouse.execute):
        run("CREATE TABLE t (k Int64, v Int64) ENGINE = MergeTree ORDER BY k")
    of_depth = "depth" in limit
    for statement in LIMITED:
        if DEEP not in statement and of_depth:
            continue  # ClickHouse counts the rules of its own grammar, too.
        limited = statement.format(f"SETTINGS {limit}")
        assert client.error(limited).name == clickhouse.error(limited).name, limited
    tables = client.run("SELECT name FROM system.tables WHERE database = currentDatabase()")
    assert tables == [("t",)]
    assert client.run("SELECT count() FROM t") == [(0,)]


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("finall", "1", "UNKNOWN_SETTING"),
        ("final", "x", "CANNOT_PARSE_BOOL"),
        ("join_default_strictness", "ANY", "NOT_IMPLEMENTED"),
    ],
)
def test_a_setting_of_a_connection_is_checked_as_by_set(
    endpoint: EmbeddedEndpoint, client: Client, name: str, value: str, error: str
) -> None:
    with pytest.raises(ServerError) as refused:
        endpoint.connect(configuration={f"set:hiveconf:{name}": value})
    assert refused.value.name == error
    assert client.error(f"SET {name} = {value}").name == error


def test_a_connection_may_name_a_setting_by_its_other_name(endpoint: EmbeddedEndpoint) -> None:
    sent = {
        "set:hiveconf:replication_alter_partitions_sync": "0",
        "set:hiveconf:spark.x": "1",
        "set:hivevar:some_variable": "1",
    }
    with endpoint.connect(configuration=sent) as client:
        shown = client.run("SELECT value FROM system.settings WHERE name = 'alter_sync'")
    assert shown == [("0",)]
