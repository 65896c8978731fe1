"""Columns of types that Spark does not have, beside real ClickHouse."""

from __future__ import annotations

import ipaddress
import random

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.endpoint import Client

LARGEST = 10**38 - 1
COLUMNS = (
    "SELECT name, type, default_kind FROM system.columns "
    "WHERE database = '{db}' AND `table` = 't' ORDER BY name"
)
PARTS = (
    "SELECT partition_id, `partition`, sum(rows) FROM system.parts WHERE database = '{db}' "
    "AND `table` = 't' AND active GROUP BY partition_id, `partition`"
)
ADDRESSES = """
    :: ::1 1:: 1:2:3:4:5:6:7:8 1:2:3:4:5:6:7:: ::2:3:4:5:6:7:8 1::3:4:5:6:7:8
    2001:DB8::0001 2001:0db8:0000:0000:0001:0000:0000:0001 0:0:0:0:0:0:1.2.3.4 ::1.2.3.4 ::0.0.0.5
    ::0.5.0.0 ::ffff:1.2.3.4 ::FFFF:0102:0304 ::ffff:0:1.2.3.4 64:ff9b::1.2.3.4 ::1:2
    1:2:3:4:5:6:1.2.3.4 1.2.3.4 255.255.255.255 ::01.2.3.4 ::ffff:001.2.3.4 1:0:0:2:0:0:0:3
    1:0:2:0:3:0:4:0 0:0:0:0:0:ffff:0:0 0:0:0:0:0:0:1:0 0:0:0:0:0:1:0:0 0:0:1:0:0:1:0:0
    fe80::a00:27ff:fe4e:66a1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 1::0:0:1 0::ffff:ffff
""".split()
NO_IPV6 = """
    1:2:3:4:5:6:7:8:: 1:2:3:4:5:6:7:1.2.3.4 ::1.2.3 ::1.2.3.256 fe80::1%eth0 [::1] 12345:: g:: :1 1:
    1::2::3 1:2 ::1.2.3.4:5 1.2.3.4:: 00001:: 01.2.3.4 1.2.3 x 1:2:3:4:5:6:7 : ::: 1.2.3.4.5
""".split()
NO_IPV4 = """
    1.2.3 1.2.3.256 256.1.1.1 1.2.3.4.5 1.2.3.-4 0x1.2.3.4 ::ffff:1.2.3.4 1..2.3 1.2.3. a
    ::1
""".split()


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Both:
    return Both(client, clickhouse)


def _shown_again(both: Both) -> None:
    """What SHOW CREATE TABLE gives makes the same table here, and ClickHouse takes it."""
    [[create]] = both.client.run("SHOW CREATE TABLE t")
    before = both.client.run(COLUMNS.format(db=both.client.database))
    both.client.run("DROP TABLE t")
    both.client.run(create)
    assert both.client.run(COLUMNS.format(db=both.client.database)) == before
    both.clickhouse.execute(f"CREATE TABLE t_again {create[create.index('(') :]}")


class TestWideIntegers:
    @pytest.mark.parametrize("kind", ["Int128", "Int256", "UInt128", "UInt256"])
    @pytest.mark.sample(1)
    def test_they_are_keys_versions_partitions_and_values(self, kind: str, both: Both) -> None:
        low = 0 if kind.startswith("U") else -LARGEST
        both.create(
            f"CREATE TABLE t (k {kind}, p {kind}, v {kind}, n Nullable({kind}), "
            f"d {kind} DEFAULT k + 1, ver {kind}) "
            "ENGINE = ReplacingMergeTree(ver) PARTITION BY p ORDER BY k"
        )
        both.run(
            f"INSERT INTO t (k, p, v, n, ver) VALUES (1, 5, {LARGEST}, NULL, 2), "
            f"({LARGEST - 1}, 5, {low}, 7, {LARGEST}), (2, {LARGEST}, 0, {low}, 1), "
            "(3, 0, 0, 0, 0)",
            f"INSERT INTO t VALUES (1, 5, 1, 1, 1, 1), ({LARGEST - 1}, 5, 2, 2, 3, {LARGEST - 1}), "
            f"(2, {LARGEST}, 5, 5, 5, 2)",
            "INSERT INTO t SELECT number, 5, number, number, 1, 10 + number FROM numbers(3)",
        )
        for query in ("SELECT * FROM t", "SELECT * FROM t FINAL", COLUMNS, PARTS):
            both.compare(query)
        both.compare(f"SELECT k, v FROM t FINAL WHERE k = to{kind}('{LARGEST - 1}')")
        both.compare("SELECT k, v FROM t FINAL WHERE k IN (1, 2) AND ver > 1")
        both.compare("SELECT max(k), min(v), count(n) FROM t FINAL")
        both.run("SET mutations_sync = 2")
        both.run(f"ALTER TABLE t UPDATE v = v + 1 WHERE v < to{kind}('{LARGEST}')")
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare("SELECT * FROM t")
        both.run("ALTER TABLE t DROP PARTITION 0")
        both.compare(PARTS)
        both.client.run(f"ALTER TABLE t DROP PARTITION {LARGEST}")
        [[rows]] = both.client.run("SELECT count(*) FROM t")
        assert rows == 4
        _shown_again(both)

    @pytest.mark.sample(0)
    def test_columns_are_added_and_changed(self, both: Both) -> None:
        both.create("CREATE TABLE t (k Int32, a Int64, s String) ENGINE = MergeTree ORDER BY k")
        both.run(
            f"INSERT INTO t VALUES (1, -5, '{LARGEST}'), (2, 7, '-3')",
            "ALTER TABLE t ADD COLUMN w Int256 DEFAULT a * 2, ADD COLUMN z UInt128, "
            "ADD COLUMN y Array(Int128), ADD COLUMN x Map(String, UInt256)",
            "ALTER TABLE t MODIFY COLUMN a Int128, MODIFY COLUMN s Int256",
        )
        both.compare(COLUMNS)
        both.compare("SELECT k, a, s, w, z, arraySum(y) FROM t")
        both.run("INSERT INTO t (k, a, s, y) VALUES (3, 1, 2, [1, 2, 12345678901234567890123])")
        both.compare("SELECT k, a, s, w, arraySum(y) FROM t")
        both.run("ALTER TABLE t MODIFY COLUMN w String SETTINGS mutations_sync = 2")
        both.compare("SELECT k, w FROM t")
        assert [row[:2] for row in both.client.run("DESCRIBE t")][1] == ("a", "decimal(38,0)")
        _shown_again(both)

    @pytest.mark.parametrize(
        ("kind", "value"),
        [
            ("Int128", str(LARGEST + 1)),
            ("Int256", f"-{LARGEST + 1}"),
            ("UInt128", "-1"),
            ("UInt256", "'-1'"),
            ("Int256", f"'{LARGEST + 1}'"),
            ("UInt256", "2e38"),
            ("Int128", "toFloat64(1e39)"),
        ],
    )
    @pytest.mark.sample(3)
    def test_a_value_out_of_range_is_refused(self, kind: str, value: str, client: Client) -> None:
        client.run(f"CREATE TABLE t (k Int8, v {kind}) ENGINE = MergeTree ORDER BY k")
        name = "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
        assert client.error(f"INSERT INTO t VALUES (1, {value})").name == name
        if value.lstrip("-") != str(LARGEST + 1):
            assert client.error(f"INSERT INTO t SELECT 1, {value}").name == name
        assert client.run("SELECT * FROM t") == []

    @pytest.mark.parametrize("value", ["'x'", "'1.5'"])
    def test_a_text_that_is_no_number_is_refused(self, value: str, both: Both) -> None:
        both.create("CREATE TABLE t (v UInt256) ENGINE = MergeTree ORDER BY tuple()")
        insert = f"INSERT INTO t SELECT {value}"
        assert both.client.error(insert).name == both.clickhouse.error(insert).name
        assert both.client.error(f"INSERT INTO t VALUES ({value})").name == "CANNOT_PARSE_TEXT"

    def test_conversions_refuse_what_does_not_fit(self, client: Client) -> None:
        assert client.run("SELECT CAST('5' AS Int256), '7'::UInt128, toInt128(-1.9)") == [
            (5, 7, -1)
        ]
        out_of_range = "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
        assert out_of_range in client.error("SELECT toUInt128(-1)").message
        assert out_of_range in client.error(f"SELECT toInt256('{LARGEST + 1}')").message
        assert "CANNOT_PARSE_TEXT" in client.error("SELECT CAST('x' AS Int128)").message


class TestAddresses:
    @pytest.mark.sample(0)
    def test_they_are_keys_partitions_and_values(self, both: Both) -> None:
        both.create(
            "CREATE TABLE t (a IPv4, b IPv6, p IPv4, n Nullable(IPv4), m Nullable(IPv6), "
            "d IPv6 DEFAULT toIPv6('::1'), ver UInt8) "
            "ENGINE = ReplacingMergeTree(ver) PARTITION BY p ORDER BY (a, b)"
        )
        both.run(
            "INSERT INTO t (a, b, p, n, ver) VALUES "
            "('1.2.3.4', '2001:DB8::1', '10.0.0.1', NULL, 2), "
            "('1.2.3.4', '2001:db8:0::1', '10.0.0.1', '9.9.9.9', 3), "
            "('0.0.0.0', '1.2.3.4', '0.0.0.0', '255.255.255.255', 1)",
            "INSERT INTO t SELECT '1.2.3.4', '2001:db8::0001', '10.0.0.1', '1.1.1.1', '::', "
            "'1::', 1",
            "INSERT INTO t (ver) VALUES (7)",
        )
        for query in ("SELECT * FROM t", "SELECT * FROM t FINAL", COLUMNS, PARTS):
            both.compare(query)
        both.compare("SELECT n FROM t FINAL WHERE a = '1.2.3.4' AND b = '2001:db8::1'")
        both.compare("SELECT a, toIPv6(a), toString(b) FROM t WHERE b IN ('::ffff:1.2.3.4', '::')")
        both.run(
            "ALTER TABLE t UPDATE n = toIPv4('8.8.8.8') WHERE isNull(n) SETTINGS mutations_sync = 2"
        )
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare("SELECT * FROM t")
        both.run("ALTER TABLE t DROP PARTITION '10.0.0.1'")
        both.compare(PARTS)
        _shown_again(both)

    @pytest.mark.parametrize("keys", ["b", "(a, b)", "n", "(a, ver)"])
    @pytest.mark.sample(1)
    def test_partitions_have_the_ids_of_clickhouse(self, keys: str, both: Both) -> None:
        both.create(
            "CREATE TABLE t (a IPv4, b IPv6, n Nullable(IPv4), ver UInt8) ENGINE = MergeTree "
            f"PARTITION BY {keys} ORDER BY ver SETTINGS allow_nullable_key = 1"
        )
        both.run(
            "INSERT INTO t VALUES ('1.2.3.4', '2001:DB8::1', '1.2.3.4', 1), "
            "('0.0.0.0', '::', NULL, 2)"
        )
        both.compare(PARTS.replace(", `partition`", ""))
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare("SELECT * FROM t")

    @pytest.mark.parametrize("from_select", [False, True])
    def test_an_address_has_one_form(self, from_select: bool, both: Both) -> None:
        drawn = random.Random(0)
        numbers = [drawn.getrandbits(128) & drawn.getrandbits(128) for _ in range(20)]
        masks = [sum(0xFFFF << 16 * at for at in range(8) if drawn.random() < 0.4) for _ in numbers]
        given = [str(ipaddress.IPv6Address(n & m)) for n, m in zip(numbers, masks, strict=True)]
        both.create("CREATE TABLE t (k Int32, a IPv6) ENGINE = MergeTree ORDER BY k")
        rows = [f"({k}, '{text}')" for k, text in enumerate([*ADDRESSES, *given])]
        values = f"VALUES {', '.join(rows)}"
        both.clickhouse.execute(f"INSERT INTO t {values}")
        both.client.run(f"INSERT INTO t {'SELECT * FROM ' if from_select else ''}{values}")
        both.compare("SELECT * FROM t")

    @pytest.mark.parametrize(
        ("kind", "texts"), [("IPv4", NO_IPV4), ("IPv6", [t for t in NO_IPV6 if t != ":::"])]
    )
    @pytest.mark.sample(0)
    def test_what_is_no_address_is_refused(self, kind: str, texts: list[str], both: Both) -> None:
        """It takes long because Spark refuses each text twice and computes functions of it."""
        both.create(f"CREATE TABLE t (a {kind}) ENGINE = MergeTree ORDER BY tuple()")
        for text in ("", " 1.2.3.4", "1.2.3.4 ", *texts):
            insert = f"INSERT INTO t VALUES ('{text}')"
            assert both.client.error(insert).name == both.clickhouse.error(insert).name, insert
            insert = f"INSERT INTO t SELECT '{text}'"
            assert both.client.error(insert).name == both.clickhouse.error(insert).name, insert
        both.compare("SELECT * FROM t")
        read = ", ".join(
            f"to{kind}OrNull('{text}'), to{kind}OrZero('{text}'), to{kind}OrDefault('{text}')"
            for text in texts
        )
        both.compare(f"SELECT {read}")
        assert f"CANNOT_PARSE_{kind.upper()}" in both.client.error(f"SELECT to{kind}('x')").message

    def test_a_number_is_an_ipv4_address(self, both: Both) -> None:
        both.create("CREATE TABLE t (k UInt64, a IPv4) ENGINE = MergeTree ORDER BY k")
        both.run(
            "INSERT INTO t VALUES (1, 16909060)",
            "INSERT INTO t SELECT number, number FROM numbers(3)",
        )
        both.compare("SELECT * FROM t")
        error = both.client.error("INSERT INTO t SELECT 1, 4294967296")
        assert error.name == "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
        assert both.client.error("INSERT INTO t VALUES (1, 1.5)").name == "TYPE_MISMATCH"

    @pytest.mark.sample(0)
    def test_columns_are_added_and_changed(self, both: Both) -> None:
        both.create("CREATE TABLE t (k Int32, s String, a IPv4) ENGINE = MergeTree ORDER BY k")
        both.run(
            "INSERT INTO t VALUES (1, '1::0', '1.2.3.4')",
            "ALTER TABLE t ADD COLUMN b IPv4, ADD COLUMN c IPv6, "
            "ADD COLUMN d IPv6 DEFAULT CAST('2::2:0' AS IPv6), ADD COLUMN e Array(IPv6)",
            "ALTER TABLE t MODIFY COLUMN s IPv6, MODIFY COLUMN a IPv6",
            "ALTER TABLE t MODIFY COLUMN c String SETTINGS mutations_sync = 2",
            "INSERT INTO t (k, s, e) VALUES (2, '1:0::', ['::0', '1.2.3.4'])",
        )
        both.compare(COLUMNS)
        both.compare("SELECT k, s, a, b, c, d, arrayStringConcat(e, ',') FROM t")
        _shown_again(both)

    @pytest.mark.parametrize("kind", ["IPv4", "IPv6"])
    def test_they_are_no_versions(self, kind: str, both: Both) -> None:
        create = f"CREATE TABLE t (k Int8, v {kind}) ENGINE = ReplacingMergeTree(v) ORDER BY k"
        assert both.client.error(create).name == both.clickhouse.error(create).name


class TestNested:
    def test_it_is_an_array_of_tuples(self, both: Both) -> None:
        both.run("SET flatten_nested = 0")
        both.create(
            "CREATE TABLE t (k Int32, n Nested(a Int8, b IPv4, c Nullable(String)), ver UInt8, "
            "m Nested(x Int128, y Nested(z UInt8))) ENGINE = ReplacingMergeTree(ver) ORDER BY k"
        )
        both.run(
            "INSERT INTO t VALUES (1, [(1, '1.2.3.4', 'x'), (2, '4.3.2.1', NULL)], 1, []), "
            "(2, [], 1, [(5, [tuple(1), tuple(2)])])",
            "INSERT INTO t (k, n, ver) SELECT 2, [(7, '7.7.7.7', 'z')], 2",
            "INSERT INTO t (k, ver) VALUES (3, 1)",
        )
        both.compare(COLUMNS)
        shown = (
            "k, length(n), arraySum(n.a), arrayStringConcat(n.b, ','), indexOf(n.c, 'x'), "
            "length(m), arraySum(m.x)"
        )
        both.compare(f"SELECT {shown} FROM t")
        both.compare(f"SELECT {shown} FROM t FINAL WHERE length(n.a) < 2")
        both.run("SET mutations_sync = 2")
        both.run("ALTER TABLE t UPDATE n = [(9, '9.9.9.9', 'q')] WHERE k = 3")
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare(f"SELECT {shown} FROM t")
        both.run("ALTER TABLE t ADD COLUMN l Nested(q Int8) DEFAULT [tuple(3)]")
        both.compare(COLUMNS)
        both.compare(f"SELECT {shown}, arraySum(l.q) FROM t")
        insert = "INSERT INTO t (k, `n.missing`) VALUES (1, [1])"
        assert both.client.error(insert).name == both.clickhouse.error(insert).name
        assert both.client.run("SHOW CREATE TABLE t")[0][0].count("Nested(") == 4
        _shown_again(both)

    def test_it_is_a_sorting_key(self, both: Both) -> None:
        both.run("SET flatten_nested = 0")
        both.create(
            "CREATE TABLE t (n Nested(a Int8, b String), v Int32) "
            "ENGINE = ReplacingMergeTree ORDER BY n"
        )
        both.run(
            "INSERT INTO t VALUES ([(1, 'x')], 1), ([(1, 'x')], 2), ([(1, 'y')], 3)",
            "INSERT INTO t VALUES ([(1, 'x')], 4), ([], 5)",
        )
        both.compare("SELECT v FROM t FINAL")
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare("SELECT v FROM t")


class TestJson:
    def test_it_is_kept_as_a_text_of_one_form(self, both: Both) -> None:
        both.create(
            "CREATE TABLE t (k Int32, j JSON, n Nullable(JSON), ver UInt8, "
            """d JSON DEFAULT '{"d":1}') ENGINE = ReplacingMergeTree(ver) ORDER BY k"""
        )
        both.run(
            "INSERT INTO t (k, j, n, ver) VALUES "
            """(1, '{"z": 1, "a": [1, "x", true]}', NULL, 1), """
            """(2, '{"b": {"y": "é", "x": 1}}', '{"c": 2.5}', 1), (4, 'null', '{ }', 1)""",
            """INSERT INTO t SELECT 2, ' { "b" : 9223372036854775807 } ', NULL, 2, '{}'""",
            "INSERT INTO t (k) VALUES (3)",
        )
        for query in ("SELECT * FROM t", "SELECT * FROM t FINAL", COLUMNS):
            both.compare(query)
        both.compare("SELECT k, JSONExtractInt(j, 'b'), JSONExtractString(j, 'z') FROM t FINAL")
        both.run(
            """ALTER TABLE t UPDATE j = '{"u":  1}' WHERE k = 1 SETTINGS mutations_sync = 2""",
            "OPTIMIZE TABLE t FINAL",
            "ALTER TABLE t ADD COLUMN e JSON, ADD COLUMN f Array(JSON)",
            """INSERT INTO t (k, f) VALUES (5, ['{"q" : 1}'])""",
        )
        both.compare("SELECT k, j, n, ver, d, e FROM t")
        both.compare(COLUMNS)
        both.compare("SELECT count() FROM t WHERE JSONHas(j, 'u')")
        assert both.client.run("SELECT arrayElement(f, 1) FROM t WHERE k = 5") == [('{"q":1}',)]
        both.run("ALTER TABLE t MODIFY COLUMN n Nullable(String) SETTINGS mutations_sync = 2")
        both.compare("SELECT k, n FROM t")
        _shown_again(both)

    @pytest.mark.parametrize(
        "value",
        [
            "",
            "[1]",
            "1",
            '"x"',
            "{bad}",
            '{"a":1} x',
            "x",
            '{"a":1,"a":2}',
            '{"a":}',
            '{"a":1',
            "{} {}",
            "{}]",
            "{}}",
            "{},{}",
        ],
    )
    @pytest.mark.sample(5)
    def test_what_is_no_object_is_refused(self, value: str, both: Both) -> None:
        both.create("CREATE TABLE t (j JSON) ENGINE = MergeTree ORDER BY tuple()")
        for insert in (f"INSERT INTO t VALUES ('{value}')", f"INSERT INTO t SELECT '{value}'"):
            assert both.client.error(insert).name == both.clickhouse.error(insert).name
        assert both.client.run("SELECT * FROM t") == []

    @pytest.mark.sample(0)
    def test_values_of_other_types_become_objects(self, both: Both) -> None:
        both.create("CREATE TABLE t (j JSON) ENGINE = MergeTree ORDER BY tuple()")
        both.run("INSERT INTO t SELECT map('a', 1)")
        both.client.run("INSERT INTO t SELECT named_struct('b', 2, 'a', array(1))")
        both.client.run("""INSERT INTO t SELECT parse_json('{"b": [1]}')""")
        assert sorted(both.client.run("SELECT j FROM t")) == [
            ('{"a":1}',), ('{"a":[1],"b":2}',), ('{"b":[1]}',),
        ]  # fmt: skip
        for insert in ("INSERT INTO t SELECT 5", "INSERT INTO t SELECT [1]"):
            assert both.client.error(insert).name == both.clickhouse.error(insert).name
        assert both.client.run("""SELECT CAST('{"b" : 1}' AS JSON)""") == [('{"b":1}',)]

    @pytest.mark.parametrize(
        "create",
        [
            "CREATE TABLE t (j JSON, v Int8) ENGINE = ReplacingMergeTree ORDER BY j",
            "CREATE TABLE t (j Array(JSON), v Int8) ENGINE = ReplacingMergeTree ORDER BY (v, j)",
            "CREATE TABLE t (j JSON, v Int8) ENGINE = MergeTree PARTITION BY j ORDER BY v",
            "CREATE TABLE t (j JSON, v Int8) ENGINE = ReplacingMergeTree(j) ORDER BY v",
            "CREATE TABLE t (j LowCardinality(JSON)) ENGINE = MergeTree ORDER BY tuple()",
        ],
    )
    def test_it_is_no_key_and_no_version(self, create: str, both: Both) -> None:
        assert both.client.error(create).name == both.clickhouse.error(create).name

    def test_a_value_inside_is_a_key(self, client: Client) -> None:
        client.run(
            "CREATE TABLE t (j JSON, v Int8) ENGINE = ReplacingMergeTree "
            "ORDER BY JSONExtractInt(j, 'id')"
        )
        client.run("""INSERT INTO t VALUES ('{"id": 1}', 1)""")
        client.run("""INSERT INTO t VALUES ('{"id": 1, "x": 2}', 2), ('{"id": 3}', 3)""")
        assert sorted(client.run("SELECT v FROM t FINAL")) == [(2,), (3,)]


def test_columns_behind_tuples_and_maps_have_extremes_of_their_own(both: Both) -> None:
    both.create(
        "CREATE TABLE t (m Map(String, Int64), p Tuple(a Int64, b Int64), k Int64, ver Int64) "
        "ENGINE = ReplacingMergeTree(ver) ORDER BY k"
    )
    both.run(
        "INSERT INTO t VALUES (map('a', 100), (200, 300), 1, 5), (map(), (400, 500), 2, 6)",
        "INSERT INTO t VALUES (map('a', 100), (200, 300), 2, 7), (map(), (400, 500), 3, 1)",
    )
    for condition in ("k = 1", "k = 2", "k > 2", "ver = 7", "ver < 6"):
        both.compare(f"SELECT k, ver FROM t FINAL WHERE {condition}")
        both.compare(f"SELECT k, ver FROM t WHERE {condition}")
    both.compare("SELECT min(k), max(k), min(ver), max(ver) FROM t")


class TestEnumKeys:
    def test_a_key_of_an_enum_tells_rows_apart(self, both: Both) -> None:
        enum = "Enum8('a' = 5, 'b' = -2, 'c' = 3)"
        both.create(
            f"CREATE TABLE t (e {enum}, k Int32, v Int32, ver UInt8) "
            "ENGINE = ReplacingMergeTree(ver) ORDER BY (e, k)"
        )
        both.run(
            "INSERT INTO t SELECT multiIf(number % 3 = 0, 'a', number % 3 = 1, 'b', 'c'), "
            "number % 7, number, number % 5 FROM numbers(100)",
            "INSERT INTO t VALUES ('a', 1, -1, 9), ('b', 1, -2, 9), ('c', 1, -3, 0)",
            "INSERT INTO t VALUES ('c', 2, -4, 9), ('a', 1, -5, 9)",
        )
        both.compare("SELECT * FROM t FINAL")
        both.compare("SELECT v FROM t FINAL WHERE e = 'b'")
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare("SELECT * FROM t")


class TestNanoseconds:
    """DateTime64 of more digits than Spark's timestamps: those beyond the sixth must be zeros."""

    TIMES = (
        "'2020-01-01 00:00:00.123456000'",
        "'2020-01-01 00:00:00.1'",
        "'1969-12-31 23:59:59.999999'",
        "'2262-04-11 23:47:16.854775000'",
        "'1900-01-01 00:00:00'",
    )

    @pytest.mark.parametrize("digits", [7, 8, 9])
    @pytest.mark.sample(0)
    def test_they_are_keys_versions_partitions_and_values(self, digits: int, both: Both) -> None:
        kind = f"DateTime64({digits}, 'UTC')"
        micros = "toUnixTimestamp64Micro"
        query = f"SELECT {micros}(k), {micros}(p), {micros}(v), {micros}(ver) FROM t FINAL"
        both.create(
            f"CREATE TABLE t (k {kind}, p {kind} DEFAULT toDateTime64('2020-01-01', {digits}, "
            f"'UTC'), v Nullable({kind}), ver {kind}, w {kind} DEFAULT now64({digits})) "
            "ENGINE = ReplacingMergeTree(ver) PARTITION BY p ORDER BY k"
        )
        rows = ", ".join(f"({time}, {time}, {time}, {time})" for time in self.TIMES)
        both.run(f"INSERT INTO t (k, p, v, ver) VALUES {rows}")
        both.compare(query)
        both.compare(COLUMNS)
        both.compare(PARTS)
        both.run(
            "INSERT INTO t (k, p, v, ver) VALUES ('2020-01-01 00:00:00.1', '2020-01-01 00:00:00.1'"
            ", NULL, '2020-01-01 00:00:00.100001')",
            "INSERT INTO t (k, p, v, ver) VALUES ('2020-01-01 00:00:00.123456', "
            "'2020-01-01 00:00:00.123456', NULL, '2020-01-01 00:00:00.123455')",
        )
        both.compare(query)
        both.compare(f"{query} WHERE k > '2020-01-01 00:00:00.1' AND v <= ver")
        both.compare(f"SELECT max({micros}(ver)) FROM t WHERE k = '2020-01-01 00:00:00.1'")
        both.run("OPTIMIZE TABLE t FINAL")
        both.compare(query)
        both.run("ALTER TABLE t DROP PARTITION '2020-01-01 00:00:00.123456000'")
        both.compare(query)
        both.run(f"ALTER TABLE t MODIFY COLUMN v Nullable(DateTime64({digits - 1}, 'UTC'))")
        both.compare(COLUMNS)
        both.compare(query)
        _shown_again(both)

    def test_a_value_that_would_lose_digits_is_refused(self, both: Both) -> None:
        both.create(
            "CREATE TABLE t (k Int32, v DateTime64(7, 'UTC')) ENGINE = MergeTree ORDER BY k"
        )
        lost = "2020-01-01 00:00:00.1234567"
        for statement in (
            f"INSERT INTO t VALUES (1, '{lost}')",
            f"INSERT INTO t SELECT 1, '{lost}'",
            "INSERT INTO t VALUES (1, 1577836800.1234567)",
            f'INSERT INTO t FORMAT JSONEachRow {{"k":1,"v":"{lost}"}}',
            'INSERT INTO t FORMAT JSONEachRow {"k":1,"v":1577836800.1234567}',
            f"INSERT INTO t FORMAT CSV 1,{lost}",
            f"SELECT toDateTime64('{lost}', 7)",
            f"SELECT CAST('{lost}' AS DateTime64(8))",
            "SELECT toDateTime64(CAST('1577836800.1234567' AS DECIMAL(18, 7)), 7)",
            "SELECT fromUnixTimestamp64Nano(1577836800123456789)",
        ):
            error = both.client.error(statement)
            assert error.name == "CANNOT_CONVERT_TYPE", statement
            assert "beyond microseconds" in str(error), statement
        both.run(
            "INSERT INTO t VALUES (1, '2020-01-01 00:00:00.12345609')",
            "INSERT INTO t VALUES (2, 1577836800.12345600)",
            'INSERT INTO t FORMAT JSONEachRow {"k":3,"v":1577836800.1234560}',
        )
        both.compare("SELECT k, toUnixTimestamp64Micro(v) FROM t")
        both.compare(
            "SELECT toUnixTimestamp64Micro(toDateTime64('2020-01-01 00:00:00.123456', 9, 'UTC')), "
            "toUnixTimestamp64Nano(toDateTime64('2020-01-01 00:00:00.1234560001', 9, 'UTC')), "
            "toUnixTimestamp64Nano(fromUnixTimestamp64Nano(-1577836800123456000)), "
            "toUnixTimestamp64Nano('2020-01-01 00:00:00.123456'::DateTime64(9, 'UTC')), "
            "toUnixTimestamp64Milli(CAST('2020-01-01 00:00:00.1239', 'DateTime64(3)')), "
            "toUInt8(now64(9) > toDateTime64('2020-01-01', 8))"
        )

    def test_times_that_no_type_has_are_refused(self, both: Both) -> None:
        both.create(
            "CREATE TABLE t (k Int32, v DateTime64(9, 'UTC')) ENGINE = MergeTree ORDER BY k"
        )
        late = "'2262-04-11 23:47:17'"
        assert both.clickhouse.error(f"INSERT INTO t VALUES (1, {late})").name == "DECIMAL_OVERFLOW"
        for source in (f"VALUES (1, {late})", f"SELECT 1, {late}"):
            error = both.client.error(f"INSERT INTO t {source}")
            assert error.name == "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE"
        for expression in ("toDateTime64('2020-01-01', 10)", "now64(10)"):
            for side in (both.client, both.clickhouse):
                assert side.error(f"SELECT {expression}").name == "ARGUMENT_OUT_OF_BOUND"
