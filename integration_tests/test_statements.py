"""Statements one by one, over PyHive."""

from __future__ import annotations

from decimal import Decimal

import pytest
from support.clickhouse import ClickHouse
from support.endpoint import COMPILED, Client

T = "CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY k"


class TestCreate:
    def test_if_not_exists_keeps_what_is_there(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("CREATE TABLE IF NOT EXISTS t (z Int8) ENGINE = ReplacingMergeTree ORDER BY z")
        assert client.run("SELECT * FROM t") == [(1, "a", 1)]

    def test_or_replace_makes_a_new_empty_table(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("CREATE OR REPLACE TABLE t (z Int8) ENGINE = ReplacingMergeTree ORDER BY z")
        assert client.run("SELECT * FROM t") == []
        client.run("INSERT INTO t VALUES (5)")
        assert client.run("SELECT z FROM t FINAL") == [(5,)]

    def test_a_failing_or_replace_leaves_the_old_table(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.error(
            "CREATE OR REPLACE TABLE t ENGINE = ReplacingMergeTree ORDER BY k "
            "AS SELECT number + raise_error('no') AS k FROM numbers(1)"
        )
        assert client.run("SELECT * FROM t") == [(1, "a", 1)]

    def test_as_select_takes_types_and_rows(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t ENGINE = ReplacingMergeTree ORDER BY id "
            "AS SELECT number AS id, toString(number) AS name, number % 2 = 0 AS even "
            "FROM numbers(10)"
        )
        assert client.run("SELECT count(), sum(id), max(name) FROM t") == [(10, 45, "9")]
        assert [row[:2] for row in client.run("DESCRIBE t")] == [
            ("id", "decimal(20,0)"),
            ("name", "string"),
            ("even", "smallint"),
        ]

    def test_as_select_with_columns_goes_by_position(
        self, client: Client, clickhouse: ClickHouse
    ) -> None:
        create = (
            "CREATE TABLE t (z Int64, k Int64) ENGINE = MergeTree ORDER BY k AS SELECT 1 AS k, 2 z"
        )
        client.run(create)
        clickhouse.execute(create)
        assert client.run("SELECT z, k FROM t") == [(1, 2)]
        assert clickhouse.rows("SELECT z, k FROM t") == [("1", "2")]

    def test_as_another_table_copies_columns_and_clauses(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("CREATE TABLE u AS t")
        assert client.run("SELECT * FROM u") == []
        ours = client.run("SHOW CREATE TABLE u")[0][0].replace(".u", ".t")
        assert ours == client.run("SHOW CREATE TABLE t")[0][0]

    def test_replicated_and_on_cluster_mean_the_plain_engine(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t ON CLUSTER 'c' (k Int64, ver UInt8, del UInt8) ENGINE = "
            "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/t', '{replica}', ver, del) "
            "ORDER BY k"
        )
        client.run("INSERT INTO t VALUES (1, 1, 0), (2, 1, 1)")
        assert client.run("SELECT k FROM t FINAL") == [(1,)]
        client.run("OPTIMIZE TABLE t ON CLUSTER c FINAL")
        client.run("TRUNCATE TABLE t ON CLUSTER c")
        client.run("DROP TABLE t ON CLUSTER c SYNC")
        assert client.run("SHOW TABLES") == []

    def test_a_plain_merge_tree_keeps_every_row(self, client: Client) -> None:
        client.run("CREATE TABLE t (k Int64, v String) ENGINE = MergeTree ORDER BY k")
        client.run("INSERT INTO t VALUES (1, 'a'), (1, 'a')")
        client.run("INSERT INTO t VALUES (1, 'a')")
        client.run("OPTIMIZE TABLE t FINAL")
        assert client.run("SELECT count() FROM t") == [(3,)]

    def test_names_in_backticks_and_double_quotes_and_comments(self, client: Client) -> None:
        client.run(
            'CREATE TABLE odd -- a comment\n("the key" Int64, /* another */ `v x` String) '
            'ENGINE = ReplacingMergeTree ORDER BY ("the key")'
        )
        client.run("INSERT INTO odd VALUES (1, 'FINAL -- no comment')")
        assert client.run('SELECT "the key", `v x` FROM odd FINAL') == [(1, "FINAL -- no comment")]
        assert client.run("SELECT `the key` FROM odd WHERE `v x` LIKE '%FINAL%'") == [(1,)]

    def test_variables_of_the_endpoint_are_not_put_into_texts(self, client: Client) -> None:
        client.script(
            "CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k",
            "INSERT INTO t VALUES (1, '${env:HOME}')",
            "INSERT INTO t SELECT 2, '${spark.app.name}'",
        )
        wanted = [(1, "${env:HOME}"), (2, "${spark.app.name}")]
        assert client.run("SELECT k, v FROM t FINAL ORDER BY k") == wanted
        assert client.run("SELECT '${env:HOME}', '${system:user.name}'") == [
            ("${env:HOME}", "${system:user.name}")
        ]

    def test_double_quotes_are_names_beside_a_function_of_clickhouses(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        assert client.run('SELECT argMax("v", "ver") FROM t') == [("a",)]

    def test_an_expression_key(self, client: Client) -> None:
        client.run(
            "CREATE TABLE p (PostTypeId Int8, CreationDate DateTime64(3), Id Int32, v Int8) "
            "ENGINE = ReplacingMergeTree ORDER BY "
            "(PostTypeId, toDate(CreationDate), CreationDate, Id) PRIMARY KEY PostTypeId"
        )
        client.run("INSERT INTO p VALUES (1, '2024-01-01 10:00:00', 1, 1)")
        client.run("INSERT INTO p VALUES (1, '2024-01-01 10:00:00', 1, 2)")
        client.run("INSERT INTO p VALUES (1, '2024-01-01 11:00:00', 1, 3)")
        assert sorted(client.run("SELECT v FROM p FINAL")) == [(2,), (3,)]

    @pytest.mark.parametrize(
        ("clause", "what"),
        [
            ("x Decimal256(3)", "Decimal256"),
            ("x Dynamic", "Dynamic"),
            ("CONSTRAINT c ASSUME k > 0", "ASSUME"),
        ],
    )
    def test_what_is_not_supported_yet_is_refused_by_name(
        self, clause: str, what: str, client: Client
    ) -> None:
        error = client.error(
            f"CREATE TABLE t (k Int64, ver Date, {clause}) ENGINE = ReplacingMergeTree ORDER BY k"
        )
        assert error.name == "NOT_IMPLEMENTED"
        assert what in error.message
        assert client.run("SHOW TABLES") == []

    @pytest.mark.parametrize(
        "clauses",
        [
            "ORDER BY k TTL ver + INTERVAL 1 DAY TO DISK 'cold'",
            "ORDER BY k SETTINGS storage_policy = 'cold'",
        ],
    )
    def test_a_clause_that_is_not_supported_yet_is_refused(
        self, clauses: str, client: Client
    ) -> None:
        error = client.error(
            f"CREATE TABLE t (k Int64, ver Date) ENGINE = ReplacingMergeTree {clauses}"
        )
        assert error.name == "NOT_IMPLEMENTED"
        assert client.run("SHOW TABLES") == []


class TestShowCreate:
    @pytest.mark.parametrize(
        "create",
        [
            T,
            "CREATE TABLE t (k Int64 COMMENT 'it''s the key', d Decimal(9, 2) DEFAULT 1.5, "
            "n Nullable(String), m Map(String, Array(Int8)), e Enum8('a' = 1, 'b' = 2), "
            "h UInt64 MATERIALIZED k + 1, a Int64 ALIAS k * 2, p Tuple(x Int8, y String), "
            "c LowCardinality(String) CODEC(ZSTD(1)), z DateTime64(3, 'Europe/Berlin')) "
            "ENGINE = ReplacingMergeTree PARTITION BY k % 10 PRIMARY KEY k ORDER BY (k, e) "
            "SETTINGS index_granularity = 1024",
            "CREATE TABLE t (k Int64, v UInt8, d UInt8, INDEX i k TYPE minmax GRANULARITY 1) "
            "ENGINE = ReplacingMergeTree(v, d) ORDER BY tuple() COMMENT 'a table'",
        ],
    )
    def test_it_makes_the_same_table_here_and_in_clickhouse(
        self, create: str, client: Client, clickhouse: ClickHouse
    ) -> None:
        client.run(create)
        shown = client.run("SHOW CREATE TABLE t")[0][0]
        client.run("DROP TABLE t")
        client.run(shown)
        assert client.run("SHOW CREATE TABLE t") == [(shown,)]
        clickhouse.execute(shown.replace(f"{client.database}.", ""))
        described = "SELECT name, type FROM system.columns WHERE database = '{}' AND table = 't'"
        ours = client.run(described.format(client.database))
        assert ours == clickhouse.rows(described.format(clickhouse.current))


class TestInsert:
    def test_rows_need_no_commas_between_them(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1) (2, 'b), (', 1),")
        assert sorted(client.run("SELECT k, v FROM t")) == [(1, "a"), (2, "b), (")]

    def test_a_fixed_string_left_out_is_the_padded_empty_one(self, client: Client) -> None:
        client.run(
            "CREATE TABLE f (f FixedString(3), k Int8, ver Int8) ENGINE = ReplacingMergeTree(ver) "
            "ORDER BY (f, k)"
        )
        client.run("INSERT INTO f (k, ver) VALUES (1, 1)")
        client.run("INSERT INTO f VALUES ('', 1, 2)")
        assert client.run("SELECT length(f), ver FROM f FINAL") == [(3, 2)]

    def test_columns_left_out_take_their_defaults(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (k Int64, a String DEFAULT concat('k', toString(k)), b Int8, "
            "n Nullable(Int8), u String MATERIALIZED upper(a), twice Int64 ALIAS k * 2) "
            "ENGINE = ReplacingMergeTree ORDER BY k"
        )
        client.run("INSERT INTO t (k) VALUES (1)")
        client.run("INSERT INTO t (a, k) SELECT 'x', 2")
        assert sorted(client.run("SELECT * FROM t FINAL")) == [
            (1, "k1", 0, None),
            (2, "x", 0, None),
        ]
        assert sorted(client.run("SELECT k, u, twice FROM t FINAL")) == [
            (1, "K1", 2),
            (2, "X", 4),
        ]
        error = client.error("INSERT INTO t (k, u) VALUES (3, 'no')")
        assert error.name == "ILLEGAL_COLUMN"

    @pytest.mark.sample(0)
    def test_rows_with_expressions_are_read_in_pieces(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (k Int64, v Nullable(Decimal(9, 2)), s String, d DateTime DEFAULT "
            "toDateTime(k), n Nested(a Int8, b String)) ENGINE = ReplacingMergeTree ORDER BY k"
        )
        kinds = ("1 + 1", "NULL", "2.50", "13 / 4")
        rows = [
            f"({k}, {kinds[k // 150]}, concat('it''s (', '{'x' * 300}'), [{k % 100}], ['b'], "
            f"{'DEFAULT' if k % 2 else '7'})"
            for k in range(600)
        ]
        client.run(f"INSERT INTO t (k, v, s, n.a, n.b, d) VALUES {' '.join(rows)},")
        found = client.run(
            "SELECT v, count(), min(k), max(s), sum(n.a[1]), sum(toUnixTimestamp(d)) FROM t FINAL "
            "GROUP BY v ORDER BY min(k)"
        )
        values = (Decimal("2.00"), None, Decimal("2.50"), Decimal("3.25"))
        assert found == [
            (
                value,
                150,
                first,
                "it's (" + "x" * 300,
                sum(k % 100 for k in range(first, first + 150)),
                sum(k if k % 2 else 7 for k in range(first, first + 150)),
            )
            for value, first in zip(values, range(0, 600, 150), strict=True)
        ]
        wrong = ", ".join([*rows[:200], "(1, 2)"])
        error = client.error(f"INSERT INTO t (k, v, s, n.a, n.b, d) VALUES {wrong}")
        assert error.name == "SYNTAX_ERROR"
        assert client.run("SELECT count() FROM t") == [(600,)]

    def test_an_alias_is_not_computed(self, client: Client) -> None:
        client.script(
            "CREATE TABLE t (k Int64, v Int32, big Int32 ALIAS v * 2, half Int64 ALIAS v / 2, "
            "m Int64 MATERIALIZED half + 1) ENGINE = MergeTree ORDER BY k",
            "INSERT INTO t (k, v) VALUES (1, 2000000000)",
        )
        assert client.run("SELECT k, v, m, half FROM t") == [
            (1, 2000000000, 1000000001, 1000000000)
        ]
        assert client.error("SELECT big FROM t").name == "CAST_OVERFLOW"

    def test_default_as_a_value(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (k Int64, a Int8 DEFAULT 7) ENGINE = ReplacingMergeTree ORDER BY k"
        )
        client.run("INSERT INTO t VALUES (1, DEFAULT), (2, 3)")
        assert sorted(client.run("SELECT * FROM t")) == [(1, 7), (2, 3)]

    def test_null_into_a_column_that_cannot_hold_it_takes_the_default(
        self, client: Client, clickhouse: ClickHouse
    ) -> None:
        for engine in (client.run, clickhouse.execute):
            engine("CREATE TABLE t (k Int64, a Int8) ENGINE = MergeTree ORDER BY k")
            engine("INSERT INTO t VALUES (1, NULL)")
        assert client.run("SELECT * FROM t") == [(1, 0)]
        assert clickhouse.rows("SELECT * FROM t") == [("1", "0")]

    def test_by_name(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t BY NAME SELECT 5 AS ver, 'a' AS v, 1 AS k")
        assert client.run("SELECT * FROM t") == [(1, "a", 5)]

    def test_settings_of_one_insert(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t SETTINGS optimize_on_insert = 0 VALUES (1, 'a', 1), (1, 'b', 1)")
        assert client.run("SELECT count() FROM t") == [(2,)]
        client.run("INSERT INTO t VALUES (2, 'a', 1), (2, 'b', 1)")
        assert client.run("SELECT count() FROM t") == [(3,)]

    def test_from_a_table_into_itself(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("INSERT INTO t SELECT k + 1, v, ver FROM t FINAL")
        client.run("INSERT INTO t WITH c AS (SELECT * FROM t) SELECT k + 2, v, ver FROM c")
        assert sorted(client.run("SELECT k FROM t FINAL")) == [(1,), (2,), (3,), (4,)]

    def test_overwrite_replaces_all_rows(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1)")
        client.run("INSERT OVERWRITE t SELECT k, upper(v), ver FROM t WHERE k = 2")
        assert client.run("SELECT * FROM t") == [(2, "B", 1)]
        client.error("INSERT OVERWRITE t SELECT k, raise_error('no') || v, 1 FROM t")
        assert client.run("SELECT * FROM t") == [(2, "B", 1)]

    @pytest.mark.sample(0)
    def test_many_rows_and_partitions(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (k Int64, g Int8, v String) ENGINE = ReplacingMergeTree "
            "PARTITION BY g ORDER BY k"
        )
        client.script(*COMPILED)
        rows = "SELECT number AS k, number % 3 AS g, toString(number) AS v FROM numbers(300000)"
        client.run(f"INSERT INTO t {rows}")
        client.run(f"INSERT INTO t {rows} WHERE number % 2 = 0")
        assert client.run("SELECT count() FROM t") == [(450000,)]
        assert client.run("SELECT count(), sum(k) FROM t FINAL") == [(300000, 44999850000)]
        client.run("OPTIMIZE TABLE t FINAL")
        assert client.run("SELECT count(), sum(k) FROM t") == [(300000, 44999850000)]
        assert len(client.active_parts("t")) == 3

    def test_a_row_that_fails_late_leaves_nothing(self, client: Client) -> None:
        client.script(T, *COMPILED)
        error = client.error(
            "INSERT INTO t SELECT number, if(number = 399999, raise_error('late'), 'x'), 1 "
            "FROM numbers(400000)"
        )
        assert error.name == "USER_RAISED_EXCEPTION"
        assert client.run("SELECT count() FROM t") == [(0,)]
        assert client.active_parts("t") == []


class TestNames:
    def test_rename(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("RENAME TABLE t TO u")
        assert client.run("SELECT k FROM u FINAL") == [(1,)]
        assert client.error("SELECT * FROM t").name == "TABLE_OR_VIEW_NOT_FOUND"
        client.run(f"ALTER TABLE {client.database}.u RENAME TO {client.database}.w")
        assert client.run("SELECT k FROM w FINAL") == [(1,)]

    def test_exchange_of_tables_with_different_columns(self, client: Client) -> None:
        client.run(T)
        client.run("CREATE TABLE u (a Int8, b Int8) ENGINE = MergeTree ORDER BY a")
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("INSERT INTO u VALUES (2, 3)")
        client.run("EXCHANGE TABLES t AND u")
        assert client.run("SELECT * FROM t") == [(2, 3)]
        assert client.run("SELECT * FROM u FINAL") == [(1, "a", 1)]
        assert [row[0] for row in client.run("DESCRIBE t")] == ["a", "b"]

    def test_truncate_and_drop(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("TRUNCATE TABLE t")
        assert client.run("SELECT * FROM t") == []
        client.run("INSERT INTO t VALUES (2, 'b', 1)")
        assert client.run("SELECT k FROM t FINAL") == [(2,)]
        client.run("DROP TABLE t")
        client.run("DROP TABLE IF EXISTS t")
        assert client.run("SHOW TABLES") == []

    def test_exists(self, client: Client) -> None:
        client.run(T)
        assert client.run("EXISTS TABLE t") == [(1,)]
        assert client.run("EXISTS u") == [(0,)]

    def test_other_databases_by_qualified_name(self, client: Client) -> None:
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        qualified = f"{client.database}.t"
        client.run("USE default")
        assert client.run(f"SELECT k FROM {qualified} FINAL") == [(1,)]
        assert client.run(f"SELECT t.k FROM {qualified} FINAL") == [(1,)]
        assert client.run(f"SELECT {qualified}.k FROM {qualified} FINAL") == [(1,)]
        client.run(f"USE {client.database}")

    def test_sparks_own_tables_live_beside(self, client: Client) -> None:
        client.run("CREATE TABLE s (k BIGINT, v STRING) USING parquet")
        client.run("INSERT INTO s VALUES (1, 'spark')")
        client.run(T)
        client.run("INSERT INTO t SELECT k, v, 1 FROM s")
        assert client.run("SELECT s.v FROM t FINAL JOIN s ON s.k = t.k") == [("spark",)]
        assert client.error("SELECT * FROM s FINAL").name == "ILLEGAL_FINAL"
        assert client.error("OPTIMIZE TABLE s FINAL").name == "NOT_IMPLEMENTED"
        client.run("DROP TABLE s")

    @pytest.mark.parametrize(
        "insert",
        [
            "INSERT INTO s SELECT k, v FROM t SETTINGS final = 1",
            "WITH q AS (SELECT k AS y, v FROM t WHERE k > 0) "
            "INSERT INTO s SELECT y, v FROM q WHERE y > 0",
            "WITH q AS (SELECT k AS y, v FROM t WHERE k > 0) "
            "INSERT INTO s SELECT y, v FROM q WHERE y > 0 SETTINGS final = 1",
            "FROM (SELECT k AS y, v FROM t WHERE k > 0) INSERT INTO s SELECT y, v WHERE y > 0",
        ],
    )
    def test_rows_go_into_sparks_own_tables_once(self, client: Client, insert: str) -> None:
        client.run("CREATE TABLE s (k BIGINT, v STRING) USING parquet")
        client.run(T)
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run(insert)
        assert client.run("SELECT * FROM s") == [(1, "a")]
        client.run("DROP TABLE s")


class TestViewsOverTables:
    def test_a_view_with_final_reads_the_newest_rows(self, client: Client) -> None:
        client.run(T)
        client.run("CREATE VIEW newest AS SELECT k, v FROM t FINAL WHERE k < 10")
        client.run("CREATE OR REPLACE TEMPORARY VIEW plain AS SELECT * FROM t")
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("INSERT INTO t VALUES (1, 'b', 2)")
        assert client.run("SELECT * FROM newest") == [(1, "b")]
        assert client.run("SELECT count() FROM plain") == [(2,)]


class TestTypes:
    def test_every_type_goes_in_and_comes_out(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (i8 Int8, i16 Int16, i32 Int32, i64 Int64, u8 UInt8, u16 UInt16, "
            "u32 UInt32, u64 UInt64, f32 Float32, f64 Float64, dec Decimal(18, 4), b Bool, "
            "s String, fs FixedString(3), lc LowCardinality(String), n Nullable(Int32), d Date, "
            "d32 Date32, dt DateTime, dtz DateTime('UTC'), dt64 DateTime64(3), u UUID, "
            "e Enum8('x' = 1, 'y' = 2), a Array(Int32), m Map(String, Int8), "
            "tu Tuple(p Int8, q String)) ENGINE = ReplacingMergeTree ORDER BY i64"
        )
        client.run("SET spark.sql.session.timeZone = UTC")
        client.run(
            "INSERT INTO t VALUES (-128, -32768, -2147483648, -9223372036854775808, 255, 65535, "
            "4294967295, 18446744073709551615, 1.5, 2.25, 12345.6789, true, 'text', 'abc', 'low', "
            "NULL, '2024-02-29', '1900-01-01', '2024-02-29 12:34:56', '2024-02-29 12:34:56', "
            "'2024-02-29 12:34:56.789', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'y', [1, 2], "
            "map('a', 1), (7, 'q'))"
        )
        for query in ("SELECT * FROM t", "SELECT * FROM t FINAL"):
            row = [str(value) for value in client.run(query)[0]]
            assert row == [
                *("-128", "-32768", "-2147483648", "-9223372036854775808"),
                *("255", "65535", "4294967295", "18446744073709551615"),
                *("1.5", "2.25", "12345.6789", "True", "text", "abc", "low", "None"),
                *("2024-02-29", "1900-01-01", "2024-02-29 12:34:56", "2024-02-29 12:34:56"),
                *("2024-02-29 12:34:56.789000", "61f0c404-5cb3-11e7-907b-a6006ad3dba0", "y"),
                *("[1,2]", '{"a":1}', '{"p":7,"q":"q"}'),
            ]


class TestOptimize:
    def test_it_reports_the_partition_that_is_not_there_by_doing_nothing(
        self, client: Client
    ) -> None:
        client.run(T.replace("ORDER BY", "PARTITION BY ver ORDER BY"))
        client.run("INSERT INTO t VALUES (1, 'a', 1)")
        client.run("OPTIMIZE TABLE t PARTITION 99 FINAL")
        assert client.active_parts("t") == ["1_1_1_1"]

    def test_readers_keep_their_snapshot_while_a_merge_replaces_parts(self, client: Client) -> None:
        client.run(T)
        for ver in range(4):
            client.run(f"INSERT INTO t SELECT number, 'x', {ver} FROM numbers(1000)")
        client.cursor.execute("SELECT k FROM t")
        first = client.cursor.fetchone()
        client.connection.cursor().execute(f"OPTIMIZE TABLE {client.database}.t FINAL")
        rest = client.cursor.fetchall()
        assert first is not None
        assert 1 + len(rest) == 4000


def test_show_takes_patterns_of_both_languages(client: Client) -> None:
    client.script(
        "CREATE TABLE orders (k Int64) ENGINE = MergeTree ORDER BY k",
        "CREATE TABLE customers (k Int64) ENGINE = MergeTree ORDER BY k",
    )
    for pattern in ("%rd%", "_rders%", "o*"):
        assert [row[1] for row in client.run(f"SHOW TABLES LIKE '{pattern}'")] == ["orders"]
    assert client.run("SHOW TABLES LIKE '%x'") == []
