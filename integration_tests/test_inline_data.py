"""INSERT … FORMAT with the data in the statement: arrays, maps and tuples, beside ClickHouse."""

from __future__ import annotations

import pytest
from support.both import Both
from support.clickhouse import ClickHouse
from support.endpoint import Client

T = (
    "CREATE TABLE t (k Int32, a Array(Int32), m Map(String, Int64), p Tuple(Int32, String), "
    "n Tuple(x Int32, y Array(Nullable(String))), c Array(Array(Float64)), "
    "d Map(Int32, Array(Tuple(Date, DateTime64(3, 'UTC')))), "
    "e Array(Enum8('zero' = 0, 'two' = 2)), "
    "u Array(Tuple(UUID, Decimal(9, 2), Bool)), s String DEFAULT 'none') "
    "ENGINE = ReplacingMergeTree ORDER BY k"
)
ALL = (
    "SELECT k, length(a), arraySum(a), length(m), m['a'], m['it''s\t'], p.1, p.2, n.x, "
    "length(n.y), arrayCount(y -> y = 'q', n.y), arrayCount(y -> isNull(y), n.y), length(c), "
    "arrayMap(x -> length(x), c)[1], length(d), if(length(d) > 0, toString(d[7][1].1), ''), "
    "if(length(d) > 0, toUnixTimestamp64Milli(d[7][1].2), 0), length(e), "
    "arrayCount(x -> x = 'two', e), arrayCount(x -> x.1 = '61f0c404-5cb3-11e7-907b-a6006ad3dba0', "
    "u), arraySum(x -> toInt32(x.2 * 100), u), arrayCount(x -> x.3, u), s FROM t FINAL ORDER BY k"
)
UUID = "61f0c404-5cb3-11e7-907b-a6006ad3dba0"
GOOD = {
    "objects of JSON": (
        'JSONEachRow {"k":1,"a":[1,"2",null],"m":{"a":1,"it\'s\\t":"2"},"p":[5,"z"],'
        '"n":{"x":1,"y":["q",null]},"c":[[],[1.5]],'
        '"d":{"7":[["2020-01-01","2020-01-01 00:00:00.5"]]},'
        f'"e":["two",2],"u":[["{UUID}",1.5,true]]}}\n'
        '{"k":2,"a":[],"m":{},"n":{"y":[],"zz":1},"d":{"7":[[19000,1600000000.25]]},"s":"q"}'
    ),
    "NULL of JSON": 'JSONEachRow {"k":1,"a":null,"m":null,"n":null,"p":null,"c":[null,[1,null]]}',
    "truths of JSON": 'JSONEachRow [{"k":1,"a":[true,false]}, {"k":2,"a":[3]}]',
    "CSV": (
        "CSV 1,\"[1, 2]\",\"{'a':1,'it''s\\t':2}\",5,z,1,\"['q',NULL]\",\"[[1,2.5],[]]\","
        "\"{7:[('2020-01-01','2020-01-01 00:00:00.5')]}\",\"['two','zero']\","
        f"\"[('{UUID}',1.5,true)]\",q\n2,[],{{}},,,[],{{}},[],[],\n3,,,,,,,,,\n"
    ),
    "CSV with names": "CSVWithNames\np,k,a\n5,\"a,b\",1,[7]\n",
    "TSV": (
        "TSV 1\t[1,2,]\t{ 'a' : 1 ,'it\\'s\\t':2}\t( 5 , 'z' )\t(1,['q',NULL])\t[[nan,2.5],[]]\t"
        "{7:[('2020-01-01',1600000000)]}\t['two','zero']\t"
        f"[('{UUID}',1.5,true)]\tq\n2\t\\N\t{{}}\t\\N\t(3,[])\t[]\t{{}}\t[]\t[]\t\n"
    ),
    "missing digits": "TSV 1\t[,1]\t{'a':}\t(,'a')\t(1,[])\t[]\t{}\t[]\t[]\t",
}  # fmt: skip
BAD = [
    ("a", "TSV", "x"),
    ("a", "TSV", "[1 2]"),
    ("a", "TSV", "[1,2"),
    ("a", "TSV", "[1,2]x"),
    ("a", "TSV", "['1']"),
    ("a", "CSV", "[1,2]"),
    ("m", "TSV", "{'a' 1}"),
    ("m", "TSV", "{a:1}"),
    ("m", "TSV", "[1]"),
    ("p", "TSV", "(1)"),
    ("p", "TSV", "(1,'x',2)"),
    ("p", "CSV", "\"(1,'x')\""),
    ("a", "JSONEachRow", '{"a":{"a":1}}'),
    ("a", "JSONEachRow", '{"a":"[1]"}'),
    ("m", "JSONEachRow", '{"m":[1]}'),
    ("p", "JSONEachRow", '{"p":{"1":1,"2":"x"}}'),
    ("p", "JSONEachRow", '{"p":[1]}'),
    ("n", "JSONEachRow", '{"n":[1,[]]}'),
    ("n", "JSONEachRow", '{"n":{"x":1,"x":2}}'),
]


@pytest.fixture
def both(client: Client, clickhouse: ClickHouse) -> Both:
    sides = Both(client, clickhouse)
    sides.create(T)
    return sides


@pytest.mark.sample(0)
def test_arrays_maps_and_tuples_are_read(both: Both) -> None:
    for data in GOOD.values():
        both.run("TRUNCATE TABLE t", f"INSERT INTO t FORMAT {data}")
        assert both.compare(ALL)


@pytest.mark.sample(0)
def test_many_rows_are_read(both: Both) -> None:
    """More than Spark's parser gets at once; the first rows alone do not tell the types."""
    rows = [
        f'{{"k":{k},"a":{[k] if k > 500 else []},"m":{{"a":{k}}},"n":{{"x":{k}}}}}'
        for k in range(1000)
    ]
    both.run(f"INSERT INTO t FORMAT JSONEachRow {chr(10).join(rows)}")
    both.compare("SELECT count(), sum(length(a)), sum(m['a']), sum(n.x), max(p.1) FROM t FINAL")


def test_data_of_another_form_is_refused_with_clickhouses_error(both: Both) -> None:
    for column, data_format, data in BAD:
        statement = f"INSERT INTO t ({column}) FORMAT {data_format} {data}"
        theirs = both.clickhouse.error(statement)
        assert both.client.error(statement).name == theirs.name, statement
    assert both.compare("SELECT count() FROM t") == [("0",)]


def test_a_repeated_key_of_a_map_is_refused(both: Both) -> None:
    for data in ("TSV {'a':1,'a':2}", 'JSONEachRow {"m":{"a":1,"a":2}}'):
        assert both.client.error(f"INSERT INTO t (m) FORMAT {data}").name
    assert both.compare("SELECT count() FROM t") == [("0",)]


def test_numbers_of_json_inside_json_stay_numbers(client: Client) -> None:
    client.run("CREATE TABLE j (k Int32, j JSON) ENGINE = ReplacingMergeTree ORDER BY k")
    client.run('INSERT INTO j FORMAT JSONEachRow {"k":1,"j":{"a":1,"b":[1.5,true,null,"x"]}}')
    assert client.run("SELECT j FROM j") == [('{"a":1,"b":[1.5,true,null,"x"]}',)]
