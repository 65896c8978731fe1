"""Types there and back, and what reflection tells of tables."""

from __future__ import annotations

import datetime as dt
import enum
import itertools
import math
import os
import uuid
from collections.abc import Iterator
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import exc
from sqlalchemy.dialects import registry
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import (
    MaterializedView,
    Projection,
    Refresh,
    SkippingIndex,
    engines,
    lambda_,
    newest,
    select,
    types,
)

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")


class Color(enum.Enum):
    RED = 1
    BLUE = 2


UTC = dt.UTC
VALUES: list[tuple[Any, list[Any]]] = [
    (types.Int8, [-128, 127]),
    (types.Int64, [-(2**63), 2**63 - 1]),
    (types.UInt8, [0, 255]),
    (types.UInt64, [0, 2**64 - 1]),
    (types.Int128, [1 - 10**38, 0, 10**38 - 1]),
    (types.UInt256, [0, 10**38 - 1]),
    (types.Float32, [1.5, -0.25]),
    (types.Float64, [0.1, 1e300, math.inf, -math.inf]),
    (types.Decimal(38, 10), [Decimal("12345678901234567890.0123456789")]),
    (types.Bool, [True, False]),
    (types.String, ["", "a'b\\c%d\n\t\"`😀", "%(x)s :y ?", "x\\"]),
    (types.FixedString(3), ["abc"]),
    (types.Date, [dt.date(1970, 1, 1), dt.date(2149, 6, 6)]),
    (types.Date32, [dt.date(1900, 1, 1), dt.date(2299, 12, 31)]),
    (types.DateTime, [dt.datetime(2024, 2, 29, 23, 59, 59)]),
    (types.DateTime64(6), [dt.datetime(2024, 2, 29, 23, 59, 59, 123456)]),
    (types.DateTime64(9), [dt.datetime(2024, 2, 29, 23, 59, 59, 123456)]),
    (types.DateTime64(3, "Asia/Tokyo"), [dt.datetime(2024, 1, 1, 0, 0, 0, 5000, UTC)]),
    (types.Enum8({"a": 1, "it's": -2}), ["a", "it's"]),
    (types.Enum16(Color), [Color.RED, Color.BLUE]),
    (types.UUID, [uuid.UUID(int=0), uuid.uuid4()]),
    (types.IPv4, [IPv4Address(0), IPv4Address("1.2.3.4")]),
    (types.IPv6, [IPv6Address(0), IPv6Address("::ffff:1.2.3.4"), IPv6Address("2001:db8::1")]),
    (types.JSON, [{}, {"a": [1, "it's", None, {"b": 1.5}]}]),
    (types.Nested(a=types.Int256, b=types.IPv6), [[], [(10**38 - 1, IPv6Address("1::"))]]),
    (types.Array(types.Int128), [[], [1 - 10**38]]),
    (types.Array(types.JSON), [[{"a": 1}, {}]]),
    (types.LowCardinality(types.String), ["x"]),
    (types.Array(types.Nullable(types.String)), [[], ["a", None, "q'\"\\"]]),
    (types.Array(types.Array(types.Decimal(20, 5))), [[[Decimal("1.10000")], []]]),
    (types.Array(types.Date), [[dt.date(2024, 1, 31)]]),
    (types.Array(types.UUID), [[uuid.UUID(int=1)]]),
    (types.Map(types.String, types.Int64), [{}, {"a b": 1}]),
    (types.Map(types.Int64, types.Array(types.Float64)), [{1: [0.5]}]),
    (types.Map(types.Date, types.Int64), [{dt.date(1970, 1, 1): 1, dt.date(2149, 6, 6): 2}]),
    (types.Map(types.Date32, types.Date32), [{dt.date(1900, 1, 1): dt.date(2299, 12, 31)}]),
    (types.Map(types.DateTime64(6), types.Int8), [{dt.datetime(2024, 1, 31, 1, 2, 3, 456789): 1}]),
    (
        types.Map(types.DateTime("Asia/Tokyo"), types.Int8),
        [{dt.datetime(2024, 1, 1, tzinfo=UTC): 1}],
    ),
    (types.Map(types.UUID, types.IPv4), [{uuid.UUID(int=3): IPv4Address("1.2.3.4")}]),
    (types.Tuple(a=types.Int64, b=types.String), [(1, "x")]),
    (sa.Integer, [2**31 - 1]),
    (sa.BigInteger, [2**40]),
    (sa.Float, [0.1]),
    (sa.Numeric(10, 2), [Decimal("1.20")]),
    (sa.Boolean, [True]),
    (sa.String(5), ["x"]),
    (sa.Text, ["y"]),
    (sa.Date, [dt.date(2024, 1, 31)]),
    (sa.DateTime, [dt.datetime(2024, 1, 31, 1, 2, 3, 456789)]),
    (sa.Enum("p", "q%", name="e"), ["p", "q%"]),
    (sa.JSON, [{"a": [1, "it's"]}]),
    (sa.Uuid, [uuid.UUID(int=2)]),
    (sa.LargeBinary, [b"", b"a", bytes(range(256))]),
    (sa.PickleType, [{"a": b"\xff"}]),
    (sa.Interval, [dt.timedelta(days=1, seconds=2)]),
    (sa.ARRAY(sa.Integer), [[], [1, 2]]),
    (sa.ARRAY(sa.String, dimensions=2, as_tuple=True), [((), ("it's",))]),
]


@pytest.fixture(scope="module")
def connection(endpoint: EmbeddedEndpoint, endpoint_client: Client) -> Iterator[sa.Connection]:
    place = f"127.0.0.1:{endpoint.port}/{endpoint_client.database}"
    engine = sa.create_engine(f"rmt://{place}?default_engine=MergeTree")
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connected:
        yield connected
    engine.dispose()


@pytest.mark.parametrize(("type_", "values"), VALUES, ids=lambda value: repr(value)[:40])
@pytest.mark.sample(8)
def test_values_come_back(type_: Any, values: list[Any], connection: sa.Connection) -> None:
    table = sa.Table(
        "values_of_a_type",
        sa.MetaData(),
        sa.Column("id", types.Int64, primary_key=True),
        sa.Column("value", type_),
    )
    table.create(connection)
    try:
        numbered = [{"id": number, "value": value} for number, value in enumerate(values)]
        connection.execute(table.insert().values(numbered))
        read = sa.select(table.c.value).order_by(table.c.id)
        assert list(connection.execute(read).scalars()) == values
    finally:
        table.drop(connection)


@pytest.mark.parametrize(("type_", "values"), VALUES, ids=lambda value: repr(value)[:40])
@pytest.mark.sample(20)
def test_literals_are_the_values(type_: Any, values: list[Any], connection: sa.Connection) -> None:
    instance = sa.types.to_instance(type_)
    if isinstance(instance, (sa.Interval, sa.JSON, sa.PickleType)):
        pytest.skip("SQLAlchemy has no literals of these")
    for value in values:
        statement = sa.select(sa.literal(value, instance, literal_execute=True))
        assert connection.execute(statement).scalar() == value


def test_bytes_are_compared(connection: sa.Connection) -> None:
    blobs = sa.Table(
        "blobs", sa.MetaData(), sa.Column("id", types.Int64), sa.Column("x", sa.LargeBinary)
    )
    blobs.create(connection)
    values = (b"", b"a", b"a\xff", b"\xff", None)
    x = blobs.c.x
    try:
        for number, value in enumerate(values):
            connection.execute(blobs.insert(), {"id": number, "x": value})
        for condition, found in (
            (x == b"a\xff", [2]),
            (x == b"\xff", [3]),
            (x != b"a\xff", [0, 1, 3]),
            (x.in_([b"\xff", b""]), [0, 3]),
            (x.in_([b"a"]), [1]),
            (x.not_in([b"\xff", b""]), [1, 2]),
            (x > b"a", [2, 3]),
            (x.between(b"a", b"a\xff"), [1, 2]),
            (x.is_(None), [4]),
        ):
            statement = sa.select(blobs.c.id).where(condition).order_by(blobs.c.id)
            assert connection.execute(statement).scalars().all() == found, condition
        assert connection.execute(sa.select(sa.func.max(x))).scalar() == b"\xff"
    finally:
        blobs.drop(connection)


def test_values_inside_of_others_are_found(connection: sa.Connection) -> None:
    t = sa.Table(
        "inside",
        sa.MetaData(),
        sa.Column("id", types.Int64, primary_key=True),
        sa.Column("days", types.Map(types.Date, types.Array(types.Int64))),
        sa.Column("ids", types.Map(types.UUID, types.Nullable(types.String))),
        sa.Column("point", types.Tuple(x=types.Float64, at=types.DateTime64(6))),
        sa.Column("rows", types.Nested(a=types.Int64, b=types.String)),
        sa.Column("plain", sa.ARRAY(sa.String)),
    )
    t.create(connection)
    day, moment = dt.date(2026, 1, 2), dt.datetime(2026, 1, 2, 3, 4, 5)
    row = {
        "days": {day: [7, 8]},
        "ids": {uuid.UUID(int=1): "100%", uuid.UUID(int=2): None},
        "point": (1.5, moment),
        "rows": [(1, "it's")],
        "plain": ["x", "y"],
    }
    more_than = lambda_(lambda x: x > 7)
    columns = {
        t.c.days[day]: [7, 8],
        t.c.days[day][-1]: 8,
        t.c.days[dt.date(2026, 1, 3)]: [],
        t.c.ids[uuid.UUID(int=1)]: "100%",
        t.c.ids[uuid.UUID(int=2)]: None,
        t.c.point["at"]: moment,
        t.c.point[1]: 1.5,
        t.c.rows[1]: (1, "it's"),
        t.c.rows[1]["b"]: "it's",
        t.c.plain[t.c.id]: "x",
        sa.func.arrayFilter(more_than, t.c.days[day]): [8],
        sa.func.mapKeys(t.c.days): [day],
        sa.func.mapValues(t.c.days): [[7, 8]],
    }
    try:
        connection.execute(t.insert(), {"id": 1, **row})
        found = connection.execute(sa.select(*columns).where(t.c.days[day][1] == 7)).one()
        assert list(found) == list(columns.values())
    finally:
        t.drop(connection)


def test_not_a_number(connection: sa.Connection) -> None:
    nan = connection.execute(sa.select(sa.literal(math.nan, types.Float64))).scalar()
    assert math.isnan(nan)


TEXTS = st.text(
    st.sampled_from("\\'\"`%${}:?\n\r\t;-") | st.characters(exclude_categories=["Cs"]), max_size=12
)
INSTANTS = st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2299, 12, 31, 23, 59, 59, 999999))
DAYS = st.dates(dt.date(1900, 1, 1), dt.date(2299, 12, 31))
FLOATS = st.floats(allow_nan=False)
DECIMALS = st.decimals(-(10**20), 10**20, places=5)
NESTED = st.tuples(st.ip_addresses(v=6), st.integers(1 - 10**38, 10**38 - 1))
RANDOM: list[tuple[Any, st.SearchStrategy[Any]]] = [
    (types.UInt64, st.integers(0, 2**64 - 1)),
    (types.Int64, st.integers(-(2**63), 2**63 - 1) | st.none()),
    (types.Int8, st.integers(-128, 127)),
    (types.Float64, FLOATS | st.none()),
    (types.Float32, st.integers(-(2**24), 2**24).map(float)),
    (types.Decimal(38, 5), DECIMALS | st.none()),
    (types.Bool, st.booleans() | st.none()),
    (types.String, TEXTS | st.none()),
    (types.LowCardinality(types.String), TEXTS),
    (types.Date, st.dates(dt.date(1970, 1, 1), dt.date(2149, 6, 6)) | st.none()),
    (types.Date32, DAYS),
    (types.DateTime64(6), INSTANTS | st.none()),
    (types.DateTime64(6, "Asia/Tokyo"), INSTANTS.map(lambda time: time.replace(tzinfo=dt.UTC))),
    (types.Enum16(Color), st.sampled_from(Color) | st.none()),
    (types.UUID, st.uuids() | st.none()),
    (types.Int256, st.integers(1 - 10**38, 10**38 - 1) | st.none()),
    (types.UInt128, st.integers(0, 10**38 - 1)),
    (types.IPv4, st.ip_addresses(v=4) | st.none()),
    (types.IPv6, st.ip_addresses(v=6) | st.none()),
    (types.Nested(a=types.IPv6, b=types.Int128), st.lists(NESTED, max_size=2)),
    (types.JSON, st.dictionaries(TEXTS, TEXTS | st.booleans(), max_size=3) | st.none()),
    (types.Array(types.Nullable(types.String)), st.lists(TEXTS | st.none(), max_size=3)),
    (types.Array(types.Array(types.DateTime64(6))), st.lists(st.lists(INSTANTS, max_size=2))),
    (types.Map(types.String, types.Float64), st.dictionaries(TEXTS, FLOATS, max_size=2)),
    (
        types.Tuple(a=types.Decimal(38, 5), b=types.Map(types.UInt64, types.Date32)),
        st.tuples(DECIMALS, st.dictionaries(st.integers(0, 2**64 - 1), DAYS, max_size=2)),
    ),
    (sa.JSON, st.dictionaries(TEXTS, TEXTS | st.integers() | st.none() | st.booleans())),
    (sa.Interval, st.timedeltas(dt.timedelta(days=-25_000), dt.timedelta(days=120_000))),
]


@pytest.fixture
def random_values(connection: sa.Connection) -> Iterator[sa.Table]:
    table = sa.Table(
        "random_values",
        sa.MetaData(),
        sa.Column("example", types.Int64, primary_key=True),
        sa.Column("place", types.Int64, primary_key=True),
        *(sa.Column(f"c{number}", type_) for number, (type_, _) in enumerate(RANDOM)),
    )
    table.create(connection)
    yield table
    table.drop(connection)


EXAMPLES = itertools.count()


@settings(
    max_examples=int(os.environ.get("RMT_ROUND_TRIPS", "15")),
    deadline=None,
    phases=set(Phase) - {Phase.shrink, Phase.explain},  # They take minutes on an endpoint.
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(*(values for _, values in RANDOM)), min_size=1, max_size=5))
@pytest.mark.sample(0)
def test_random_values_come_back(
    connection: sa.Connection, random_values: sa.Table, rows: list[tuple[Any, ...]]
) -> None:
    columns = random_values.c
    example = next(EXAMPLES)
    connection.execute(
        random_values.insert(),
        [
            {"example": example, "place": place}
            | {f"c{number}": value for number, value in enumerate(row)}
            for place, row in enumerate(rows)
        ],
    )
    read = sa.select(*columns[2:]).where(columns.example == example).order_by(columns.place)
    assert connection.execute(read).all() == rows


everything = sa.Table(
    "everything",
    sa.MetaData(),
    sa.Column("id", types.UInt64, primary_key=True, comment="it's the key"),
    sa.Column("day", types.Date),
    sa.Column("n", types.LowCardinality(types.String)),
    sa.Column("s", types.String, nullable=False, server_default="it's :x 5%", rmt_codec="ZSTD(3)"),
    sa.Column("up", types.String, rmt_materialized="upper(s)"),
    sa.Column("twice", types.UInt64, rmt_alias="id * 2"),
    sa.Column("tags", types.Array(types.Nullable(types.String))),
    sa.Column("a b", types.Tuple(x=types.Int8, y=types.Map(types.String, types.Int64))),
    sa.Column("ver", types.DateTime64(6)),
    sa.Column("gone", types.UInt8),
    sa.CheckConstraint("id % 2 = 0 OR s <> ',) \\' \\:y'", name="a `check`"),
    sa.CheckConstraint("toDate(`day`) > '2000-01-01'"),
    engines.ReplicatedReplacingMergeTree(
        "ver",
        "gone",
        order_by=("id", "day"),
        primary_key="id",
        sample_by="id",
        partition_by=(sa.func.toYYYYMM(sa.column("day")), sa.text("id % 10")),
        ttl=(sa.text("`day` + toIntervalYear(900) WHERE s <> 'a, b'"), "day"),
        settings={
            "old_parts_lifetime": 60,
            "final_by_default": 1,
            "index_granularity": 4096,
            "default_compression_codec": "ZSTD(1)",
        },
    ),
    SkippingIndex("i", "day"),
    SkippingIndex("j", sa.text("length(s)"), "set(100)", granularity=3),
    comment="it's 100%",
)


@pytest.fixture(scope="module")
def reflected(connection: sa.Connection) -> Iterator[sa.Table]:
    everything.create(connection)
    connection.exec_driver_sql("CREATE VIEW a_view AS SELECT id, tags FROM everything FINAL")
    connection.exec_driver_sql("CREATE TABLE sparks (a INT, b STRING COMMENT 'c') USING parquet")
    yield sa.Table("everything", sa.MetaData(), autoload_with=connection)
    connection.exec_driver_sql("DROP VIEW a_view")
    connection.exec_driver_sql("DROP TABLE sparks")
    everything.drop(connection)


def _declaration(connection: sa.Connection) -> str:
    query = "SELECT create_table_query FROM system.tables WHERE name = 'everything'"
    return str(connection.exec_driver_sql(query).scalar())


def test_a_reflected_table_makes_the_same_one(
    reflected: sa.Table, connection: sa.Connection
) -> None:
    before = _declaration(connection)
    everything.drop(connection)
    reflected.create(connection)
    assert _declaration(connection) == before


def test_views_are_reflected_by_as_few_queries_as_tables(connection: sa.Connection) -> None:
    statements: list[str] = []
    names = [f"seen_{n}" for n in range(3)]
    run = connection.exec_driver_sql
    run("CREATE TABLE seen (`50%` UInt64, at Date) ENGINE = MergeTree ORDER BY at")
    for name in names:
        run(f"CREATE VIEW {name} AS SELECT `50%` + 1 AS more, at FROM seen")
    sa.event.listen(connection, "before_cursor_execute", lambda *given: statements.append(given[2]))
    try:
        found = sa.MetaData()
        found.reflect(connection, views=True, only=lambda name, _: name.startswith("seen"))
    finally:
        for name in names:
            run(f"DROP VIEW {name}")
        run("DROP TABLE seen")
    shown = [(column.name, str(column.type)) for column in found.tables["seen_1"].columns]
    assert shown == [("more", "UInt64"), ("at", "Date")]
    assert list(found.tables["seen"].columns.keys()) == ["50%", "at"]
    assert len([one for one in statements if not one.startswith("DROP")]) <= 8


def test_materialized_views_are_neither_tables_nor_views(connection: sa.Connection) -> None:
    run = connection.exec_driver_sql
    run("CREATE TABLE source (k Int64, v String) ENGINE = MergeTree ORDER BY k")
    run(
        "CREATE MATERIALIZED VIEW mv ENGINE = ReplacingMergeTree ORDER BY k "
        "AS SELECT k, upper(v) AS loud FROM source"
    )
    run("INSERT INTO source VALUES (1, 'a'), (2, 'b')")
    inspector = sa.inspect(connection)
    names = inspector.get_table_names()
    assert "source" in names
    assert "mv" not in names
    assert not any(name.startswith(".inner_id.") for name in names)
    assert "mv" not in inspector.get_view_names()
    assert inspector.get_view_definition("mv").startswith("SELECT k, upper(v) AS loud FROM ")
    if hasattr(inspector, "get_materialized_view_names"):
        assert inspector.get_materialized_view_names() == ["mv"]
    reflected = sa.Table("mv", sa.MetaData(), autoload_with=connection)
    assert list(reflected.c.keys()) == ["k", "loud"]
    rows = connection.execute(sa.select(reflected.c.loud).order_by(reflected.c.k)).all()
    assert [row[0] for row in rows] == ["A", "B"]
    run("CREATE TABLE log (k Int64) ENGINE = Null")
    log = sa.Table("log", sa.MetaData(), autoload_with=connection)
    assert list(log.c.keys()) == ["k"]
    run("DROP TABLE log")
    run("DROP VIEW mv")
    run("DROP TABLE source")


@pytest.mark.sample(0)
def test_views_of_the_metadata_fill_columns_of_states(connection: sa.Connection) -> None:
    metadata = sa.MetaData()
    visits = sa.Table(
        "visits",
        metadata,
        sa.Column("day", types.Date),
        sa.Column("guest", types.UInt64, nullable=False),
        engines.MergeTree(order_by="day"),
    )
    daily = sa.Table(
        "daily",
        metadata,
        sa.Column("day", types.Date),
        sa.Column("guests", types.AggregateFunction("uniq", types.UInt64)),
        engines.AggregatingMergeTree(order_by="day"),
    )
    guests = sa.func.uniqState(visits.c.guest).label("guests")
    query = sa.select(visits.c.day, guests).group_by(visits.c.day)
    MaterializedView("to_daily", query, to=daily, metadata=metadata)
    engine = engines.AggregatingMergeTree(order_by="day")
    MaterializedView("own", query, engine=engine, metadata=metadata)
    metadata.create_all(connection)
    metadata.create_all(connection)
    day = dt.date(2024, 1, 31)
    for numbers in ([1, 2], [2, 3]):
        rows = [{"day": day, "guest": number} for number in numbers]
        connection.execute(visits.insert(), rows)
    for name in ("daily", "own"):
        read = sa.Table(name, sa.MetaData(), autoload_with=connection)
        if name == "daily":
            assert str(read.c.guests.type) == "AggregateFunction(uniq, UInt64)"
        merged = sa.select(sa.func.uniqMerge(read.c.guests))
        assert int(connection.execute(merged).scalar_one()) == 3
    metadata.drop_all(connection)
    assert not sa.inspect(connection).has_table("daily")


def test_views_are_refreshed(connection: sa.Connection) -> None:
    metadata = sa.MetaData()
    source = sa.Table(
        "readings",
        metadata,
        sa.Column("k", types.Int64, nullable=False),
        engines.MergeTree(order_by="k"),
    )
    query = sa.select(sa.func.count().label("n"), sa.func.max(source.c.k).label("most"))
    refresh = Refresh(
        every="1 YEAR", randomize="1 DAY", settings={"refresh_retries": 0}, empty=True
    )
    view = MaterializedView(
        "summary",
        query,
        engine=engines.MergeTree(),
        refresh=refresh,
        metadata=metadata,
    )
    metadata.create_all(connection)
    connection.execute(source.insert(), [{"k": 1}, {"k": 2}])
    shown = sa.select(view.table.c.n, view.table.c.most)
    assert connection.execute(shown).all() == []
    view.refresh_now(connection)
    assert connection.execute(shown).all() == [(2, 2)]
    assert sa.inspect(connection).get_materialized_view_names() == ["summary"]
    metadata.drop_all(connection)
    assert not sa.inspect(connection).get_materialized_view_names()


def test_the_inspector_tells_of_tables(reflected: sa.Table, connection: sa.Connection) -> None:
    inspector = sa.inspect(connection)
    assert inspector.get_table_names() == ["everything", "sparks"]
    assert inspector.get_view_names() == ["a_view"]
    assert {"default", "system"} <= set(inspector.get_schema_names())
    assert inspector.has_table("everything")
    assert inspector.has_table("a_view")
    assert not inspector.has_table("nothing")
    assert inspector.has_schema("system")
    assert not inspector.has_schema("nothing")
    assert inspector.get_pk_constraint("everything")["constrained_columns"] == ["id", "day"]
    assert inspector.get_table_comment("everything") == {"text": "it's 100%"}
    assert inspector.get_foreign_keys("everything") == inspector.get_indexes("everything") == []
    checks = inspector.get_check_constraints("everything")
    shown = "((id % 2) = 0) OR (s != ',) \\' \\:y')"
    assert checks[0] == {"name": "a `check`", "sqltext": shown}
    assert checks[1]["name"].startswith("check_")
    assert checks[1]["sqltext"] == "toDate(day) > '2000-01-01'"
    assert inspector.get_check_constraints("a_view") == []
    assert inspector.get_check_constraints("sparks") == []
    assert "rmt_final('" in inspector.get_view_definition("a_view")
    options = inspector.get_table_options("everything")
    engine = options["rmt_engine"]
    assert (type(engine).__name__, engine.version, engine.is_deleted) == (
        "ReplicatedReplacingMergeTree",
        "ver",
        "gone",
    )
    assert engine.order_by == ("id", "day")
    assert engine.primary_key == ("id",)
    assert engine.sample_by == "id"
    assert list(map(str, engine.ttl)) == ["day + toIntervalYear(900) WHERE s != 'a, b'", "day"]
    assert engine.settings == {
        "old_parts_lifetime": "60",
        "final_by_default": "1",
        "index_granularity": "4096",
        "default_compression_codec": "ZSTD(1)",
    }
    assert [index.name for index in options["rmt_skipping_indexes"]] == ["i", "j"]


def test_projections(connection: sa.Connection) -> None:
    made = sa.Table(
        "projected",
        sa.MetaData(),
        sa.Column("a", types.Int64, nullable=False),
        sa.Column("s", types.String, nullable=False),
        engines.MergeTree(order_by="a"),
        Projection("p", "SELECT a % 2, concat(s, ' :x'), count() GROUP BY a % 2, concat(s, ' :x')"),
        Projection("in order", "SELECT * ORDER BY s"),
    )
    made.create(connection)
    reflected = sa.Table("projected", sa.MetaData(), autoload_with=connection)
    declared = _declaration_of(connection, "projected")
    made.drop(connection)
    reflected.create(connection)
    assert _declaration_of(connection, "projected") == declared
    assert "PROJECTION `in order`" in declared
    reflected.drop(connection)


def _declaration_of(connection: sa.Connection, name: str) -> str:
    return str(connection.exec_driver_sql(f"SHOW CREATE TABLE {name}").scalar_one())


def test_the_inspector_tells_of_columns(reflected: sa.Table, connection: sa.Connection) -> None:
    columns = {c["name"]: c for c in sa.inspect(connection).get_columns("everything")}
    assert columns["id"]["comment"] == "it's the key"
    assert not columns["id"]["nullable"]
    assert columns["n"]["nullable"]
    assert isinstance(columns["n"]["type"], types.LowCardinality)
    assert columns["s"]["dialect_options"] == {"rmt_codec": "ZSTD(3)"}
    assert columns["up"]["computed"] == {"sqltext": "upper(s)", "persisted": True}
    assert columns["twice"]["computed"] == {"sqltext": "id * 2", "persisted": False}
    assert columns["twice"]["default"] is None
    assert isinstance(columns["tags"]["type"], types.Array)
    of_view = sa.inspect(connection).get_columns("a_view")
    assert [column["name"] for column in of_view] == ["id", "tags"]
    assert isinstance(of_view[1]["type"], types.Array)
    of_spark = sa.inspect(connection).get_columns("sparks")
    assert [column["comment"] for column in of_spark] == [None, "c"]


def test_a_temporary_view_is_in_no_schema(connection: sa.Connection) -> None:
    connection.exec_driver_sql("CREATE TEMPORARY VIEW passing AS SELECT 1 AS a, 'x' AS b")
    try:
        inspector = sa.inspect(connection)
        assert inspector.get_temp_view_names() == ["passing"]
        assert inspector.has_table("passing")
        assert not inspector.has_table("passing", schema="default")
        assert [column["name"] for column in inspector.get_columns("passing")] == ["a", "b"]
        assert inspector.get_pk_constraint("passing")["constrained_columns"] == []
        with pytest.raises(exc.NoSuchTableError):
            inspector.get_columns("passing", schema="default")
    finally:
        connection.exec_driver_sql("DROP VIEW passing")


def test_a_temporary_table_is_in_no_schema(connection: sa.Connection) -> None:
    connection.exec_driver_sql("CREATE TEMPORARY TABLE own (a Int64, b String)")
    try:
        inspector = sa.inspect(connection)
        assert inspector.get_temp_table_names() == ["own"]
        assert inspector.get_temp_view_names() == []
        assert "own" not in inspector.get_table_names()
        assert inspector.has_table("own")
        assert not inspector.has_table("own", schema="default")
        assert [column["name"] for column in inspector.get_columns("own")] == ["a", "b"]
    finally:
        connection.exec_driver_sql("DROP TABLE own")


def test_a_row_that_a_check_forbids(connection: sa.Connection) -> None:
    check = sa.CheckConstraint("id % 2 = 0", name="even")
    table = sa.Table(
        "checked", sa.MetaData(), sa.Column("id", types.Int64, primary_key=True), check
    )
    table.create(connection)
    try:
        with pytest.raises(exc.IntegrityError, match="Constraint `even` for table"):
            connection.execute(table.insert(), [{"id": 1}])
        connection.execute(sa.schema.DropConstraint(check))
        connection.execute(table.insert(), [{"id": 1}])
        connection.execute(sa.schema.AddConstraint(check))
        with pytest.raises(exc.IntegrityError):
            connection.execute(table.insert(), [{"id": 3}])
        assert connection.execute(sa.select(table.c.id)).scalars().all() == [1]
    finally:
        table.drop(connection)


def test_what_is_not_there(reflected: sa.Table, connection: sa.Connection) -> None:
    inspector = sa.inspect(connection)
    for ask in (
        inspector.get_columns,
        inspector.get_pk_constraint,
        inspector.get_indexes,
        inspector.get_foreign_keys,
        inspector.get_unique_constraints,
        inspector.get_check_constraints,
        inspector.get_table_comment,
        inspector.get_table_options,
        inspector.get_view_definition,
    ):
        with pytest.raises(exc.NoSuchTableError):
            ask("nothing")
    with pytest.raises(exc.NoSuchTableError):
        inspector.get_view_definition("everything")


@pytest.mark.sample(0)
def test_many_tables_take_few_queries(reflected: sa.Table, connection: sa.Connection) -> None:
    for number in range(20):
        connection.exec_driver_sql(f"CREATE TABLE many_{number} (k Int64) ORDER BY k")
    asked: list[str] = []

    def listen(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    sa.event.listen(connection.engine, "before_cursor_execute", listen)
    metadata = sa.MetaData()
    metadata.reflect(connection, only=lambda name, _: name != "sparks")
    sa.event.remove(connection.engine, "before_cursor_execute", listen)
    assert len(metadata.tables) == 21
    assert len(asked) <= 7
    for number in range(20):
        connection.exec_driver_sql(f"DROP TABLE many_{number}")


@pytest.mark.parametrize(
    "engine",
    [
        engines.Merge("default", r"^it's_\d\)$"),
        engines.Merge("^default$", "^nothing", is_regexp=True),
        engines.Buffer("default", "behind", (16, 10, 100, 10000, 1000000, 10000000, 100000000, 5)),
    ],
    ids=repr,
)
def test_a_reflected_table_without_rows_makes_the_same_one(
    engine: engines.Engine, connection: sa.Connection
) -> None:
    columns = [sa.Column("k", types.UInt64), sa.Column("x", types.UInt8)]
    declared = sa.Table("without_rows", sa.MetaData(), *columns, engine)
    declared.create(connection)
    query = "SELECT create_table_query FROM system.tables WHERE name = 'without_rows'"
    before = connection.exec_driver_sql(query).scalar()
    reflected = sa.Table("without_rows", sa.MetaData(), autoload_with=connection)
    assert repr(engines.engine_of(reflected)) == repr(engine)
    declared.drop(connection)
    reflected.create(connection)
    assert connection.exec_driver_sql(query).scalar() == before
    assert connection.execute(select(reflected).final()).all() == []
    reflected.drop(connection)


def test_a_reflected_table_with_a_unique_key_makes_the_same_one(connection: sa.Connection) -> None:
    declared = sa.Table(
        "keyed",
        sa.MetaData(),
        sa.Column("a b", types.UInt64, primary_key=True),
        sa.Column("day", types.Date, nullable=False),
        sa.Column("v", types.UInt32, nullable=False),
        engines.ReplacingMergeTree(
            "v", unique_key="a b", order_by=("day", "v"), ttl=sa.text("day + INTERVAL 90 YEAR")
        ),
    )
    declared.create(connection)
    query = "SELECT create_table_query FROM system.tables WHERE name = 'keyed'"
    before = connection.exec_driver_sql(query).scalar()
    reflected = sa.Table("keyed", sa.MetaData(), autoload_with=connection)
    assert [column.name for column in reflected.primary_key] == ["a b"]
    declared.drop(connection)
    reflected.create(connection)
    assert connection.exec_driver_sql(query).scalar() == before
    for day, version in ((1, 1), (9, 3), (5, 2)):
        row = {"a b": 7, "day": dt.date(2024, 1, day), "v": version}
        connection.execute(sa.insert(reflected), [row])
    current = newest(reflected)
    for query in (select(reflected.c.v).final(), sa.select(current.c.v)):
        assert connection.execute(query).scalars().all() == [3]
    reflected.drop(connection)


@pytest.mark.parametrize(
    "engine",
    [
        engines.SummingMergeTree(order_by="k"),
        engines.SummingMergeTree(("x", "v"), order_by="k"),
        engines.ReplicatedSummingMergeTree("x", order_by="k"),
        engines.CoalescingMergeTree(("x", "a"), order_by="k"),
        engines.AggregatingMergeTree(
            order_by="k", settings={"allow_dimensions_outside_sorting_key": 1}
        ),
    ],
    ids=repr,
)
@pytest.mark.sample(2)
def test_a_reflected_table_whose_engine_computes_makes_the_same_one(
    engine: engines.Engine, connection: sa.Connection
) -> None:
    columns = [sa.Column("k", types.UInt64), sa.Column("x", types.UInt8)]
    columns += [sa.Column("v", types.UInt32), sa.Column("s", types.Int8)]
    largest = types.SimpleAggregateFunction("max", types.Int32)
    columns.append(sa.Column("a", largest, nullable=True))
    declared = sa.Table("computing", sa.MetaData(), *columns, engine)
    declared.create(connection)
    query = "SELECT create_table_query FROM system.tables WHERE name = 'computing'"
    before = connection.exec_driver_sql(query).scalar()
    reflected = sa.Table("computing", sa.MetaData(), autoload_with=connection)
    declared.drop(connection)
    reflected.create(connection)
    assert connection.exec_driver_sql(query).scalar() == before
    for number in (1, 3, 2):
        row = {"k": 1, "x": number, "v": 1, "s": 1, "a": number}
        connection.execute(sa.insert(reflected), [row])
    assert len(connection.execute(select(reflected).final()).all()) == 1
    reflected.drop(connection)


@pytest.mark.parametrize(
    "engine",
    [
        engines.CollapsingMergeTree("s", order_by="k"),
        engines.VersionedCollapsingMergeTree("s", "v", order_by="k"),
        engines.VersionedCollapsingMergeTree("s", "v", order_by=("k", "v")),
        engines.ReplicatedVersionedCollapsingMergeTree(
            "s", "v", order_by=("k", "x"), primary_key="k"
        ),
    ],
    ids=repr,
)
@pytest.mark.sample(1)
def test_a_reflected_collapsing_table_makes_the_same_one(
    engine: engines.Engine, connection: sa.Connection
) -> None:
    columns = [sa.Column("k", types.UInt64), sa.Column("x", types.UInt8)]
    columns += [sa.Column("v", types.UInt32), sa.Column("s", types.Int8)]
    declared = sa.Table("collapsing", sa.MetaData(), *columns, engine)
    declared.create(connection)
    query = "SELECT create_table_query FROM system.tables WHERE name = 'collapsing'"
    before = connection.exec_driver_sql(query).scalar()
    reflected = sa.Table("collapsing", sa.MetaData(), autoload_with=connection)
    declared.drop(connection)
    reflected.create(connection)
    assert connection.exec_driver_sql(query).scalar() == before
    connection.execute(sa.insert(reflected), [{"k": 1, "x": 1, "v": 1, "s": 1}])
    connection.execute(sa.insert(reflected), [{"k": 1, "x": 1, "v": 1, "s": -1}])
    assert connection.execute(select(reflected).final()).all() == []
    reflected.drop(connection)
