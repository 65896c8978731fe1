"""The SQLAlchemy dialect on an endpoint: what its statements do."""

from __future__ import annotations

import datetime as dt
import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import registry
from sqlalchemy.ext.automap import automap_base
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    aliased,
    joinedload,
    mapped_column,
    relationship,
    selectinload,
    subqueryload,
)
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

import sqlalchemy_rmt as rmt
from sqlalchemy_rmt import dbapi, engines, final, lambda_, newest, sample, select, types

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")


@pytest.fixture(scope="module")
def database(endpoint: EmbeddedEndpoint, endpoint_client: Client) -> Iterator[sa.Engine]:
    engine = sa.create_engine(f"rmt://127.0.0.1:{endpoint.port}/{endpoint_client.database}")
    yield engine
    engine.dispose()


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    __table_args__ = (engines.ReplacingMergeTree("ver", "deleted"), {"rmt_final": True})

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    name: Mapped[str | None]
    ver: Mapped[int] = mapped_column(types.UInt32)
    deleted: Mapped[int] = mapped_column(types.UInt8, default=0)


rows = sa.Table(
    "t",
    sa.MetaData(),
    sa.Column("k", types.Int64, primary_key=True),
    sa.Column("v", types.String, nullable=False),
    sa.Column("ver", types.UInt32),
    sa.Column("gone", types.UInt8),
    engines.ReplacingMergeTree("ver", "gone"),
)
current = final(rows, "c")


@pytest.fixture
def connection(database: sa.Engine) -> Iterator[sa.Connection]:
    """A table with an old and a new version of 1, a deleted 2, and a 3."""
    with database.begin() as connected:
        rows.create(connected)
        for batch in (
            [(1, "old", 1, 0), (2, "gone", 1, 0)],
            [(1, "new", 2, 0), (2, "gone", 2, 1), (3, "only", 1, 0)],
        ):
            connected.execute(rows.insert().values(batch))
        yield connected
        rows.drop(connected)


SHAPES: dict[str, Callable[[], Any]] = {
    "plain": lambda: sa.select(current.c.k),
    "subquery": lambda: sa.select(sa.select(current.c.k).subquery()),
    "cte": lambda: sa.select(sa.select(current.c.k).cte("x")),
    "in": lambda: sa.select(rows.c.k).distinct().where(rows.c.k.in_(sa.select(current.c.k))),
    "exists": lambda: (
        sa.select(rows.c.k).distinct().where(sa.exists().where(current.c.k == rows.c.k))
    ),
    "join": lambda: sa.select(rows.c.k).distinct().join(current, current.c.k == rows.c.k),
    "union": lambda: sa.select(
        sa.union_all(
            sa.select(current.c.k), sa.select(current.c.k).where(current.c.k > 9)
        ).subquery()
    ),
    "lateral": lambda: sa.select(
        sa.select(current.c.k).join(rows, rows.c.k == current.c.k).distinct().lateral("l").c.k
    ),
    "alias": lambda: sa.select(current.alias("a").c.k),
    "shorthand": lambda: select(rows.c.k).final(),
    "shorthand in a subquery": lambda: sa.select(select(rows.c.k).final().subquery()),
    "settings": lambda: select(rows.c.k).settings(final=1),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.sample(5)
def test_every_shape_reads_current_rows(shape: str, connection: sa.Connection) -> None:
    assert sorted(connection.execute(SHAPES[shape]()).scalars()) == [1, 3]


def test_without_final_there_are_all_rows(connection: sa.Connection) -> None:
    assert sorted(connection.execute(sa.select(rows.c.k)).scalars()) == [1, 1, 2, 2, 3]


def test_final_by_an_option_holds_for_that_statement_only(connection: sa.Connection) -> None:
    count = sa.select(sa.func.count()).select_from(rows)
    assert connection.execute(count, execution_options={"final": True}).scalar() == 2
    assert connection.execute(count).scalar() == 5
    assert connection.execute(count, execution_options={"settings": {"final": 1}}).scalar() == 2


def test_final_by_the_url(endpoint: EmbeddedEndpoint, connection: sa.Connection) -> None:
    database = connection.engine.url.database
    engine = sa.create_engine(f"rmt://127.0.0.1:{endpoint.port}/{database}?final=1")
    count = sa.select(sa.func.count()).select_from(rows)
    with engine.connect() as connected:
        assert connected.execute(count).scalar() == 2
        assert connected.execute(count, execution_options={"final": False}).scalar() == 5
        assert connected.execute(count).scalar() == 2
    engine.dispose()


def test_prewhere_filters_before_final(connection: sa.Connection) -> None:
    statement = select(rows.c.v).final()
    assert connection.execute(statement.where(rows.c.v == "old")).all() == []
    assert connection.execute(statement.prewhere(rows.c.v == "old")).all() == [("old",)]


def test_limit_by(connection: sa.Connection) -> None:
    statement = select(rows.c.k, rows.c.v).order_by(rows.c.ver.desc()).limit_by([rows.c.k], 1)
    assert sorted(connection.execute(statement).all()) == [(1, "new"), (2, "gone"), (3, "only")]


def test_arg_max_has_the_type_of_its_argument(connection: sa.Connection) -> None:
    newest = sa.func.argMax(rows.c.v, rows.c.ver)
    statement = sa.select(rows.c.k, newest).group_by(rows.c.k).order_by(rows.c.k)
    assert connection.execute(statement).all() == [(1, "new"), (2, "gone"), (3, "only")]


posts = sa.Table(
    "posts",
    sa.MetaData(),
    sa.Column("id", types.UInt64),
    sa.Column("tags", types.Array(types.String)),
    sa.Column("likes", types.Array(types.UInt32)),
    engines.MergeTree(order_by="id"),
)


def test_arrays_are_joined_and_their_totals_follow(connection: sa.Connection) -> None:
    tag = sa.column("tag", types.String)
    joined = select(tag, sa.func.count().label("n")).select_from(posts)
    larger = sa.func.arrayFilter(
        lambda_(lambda like: like > 10), posts.c.likes, type_=posts.c.likes.type
    )
    posts.create(connection)
    try:
        values = [(1, ["a", "b"], [5, 50]), (2, ["b"], []), (3, [], [11])]
        connection.execute(posts.insert().values(values))
        counted = joined.array_join(tag=posts.c.tags).group_by(tag).order_by(tag).with_totals()
        kept = joined.array_join(tag=posts.c.tags, left=True).group_by(tag).order_by(tag)
        assert connection.execute(counted).all() == [("a", 1), ("b", 2), ("", 3)]
        assert connection.execute(kept).all() == [("", 1), ("a", 1), ("b", 2)]
        found = connection.execute(sa.select(larger.label("larger")).order_by(posts.c.id))
        assert found.scalars().all() == [[50], [], [11]]
    finally:
        posts.drop(connection)


def test_the_newest_rows_are_the_current_ones(connection: sa.Connection) -> None:
    found = newest(rows)
    expected = connection.execute(sa.select(current).order_by(current.c.k)).all()
    assert connection.execute(sa.select(found).order_by(found.c.k)).all() == expected
    one = newest(rows, where=rows.c.k == 1)
    assert connection.execute(sa.select(one.c.v)).scalars().all() == ["new"]


def test_percent_signs_without_parameters_are_the_statements_own(
    connection: sa.Connection,
) -> None:
    run = connection.exec_driver_sql
    assert run("SELECT 7 % 4, 'a%' LIKE '%', '%(x)s'").all() == [(3, True, "%(x)s")]
    assert run("SELECT 7 %% %(by)s", {"by": 4}).all() == [(3,)]
    assert connection.execute(sa.text("SELECT 7 % 4, 'a%'")).all() == [(3, "a%")]


def test_a_cast_keeps_null(connection: sa.Connection) -> None:
    cast = sa.cast(sa.func.nullIf(rows.c.k, 1), sa.BigInteger)
    found = connection.execute(sa.select(cast).where(rows.c.v == "new"))
    assert found.scalar_one() is None


def test_a_sample_of_all_is_all(connection: sa.Connection) -> None:
    for element, count in ((rows, 5), (final(rows), 2)):
        sample = sa.tablesample(element, 100, seed=sa.literal(1))
        statement = sa.select(sa.func.count()).select_from(sample)
        assert connection.execute(statement).scalar() == count


hits = sa.Table(
    "hits",
    sa.MetaData(),
    sa.Column("id", types.UInt64),
    sa.Column("n", types.UInt8, primary_key=True),
    sa.Column("ver", types.UInt8),
    engines.ReplacingMergeTree(
        "ver", order_by=("n", sa.func.intHash32(sa.column("n"))), sample_by="n"
    ),
)
half = sample(hits, 0.5, offset=Fraction(1, 4), name="h")
SAMPLED: dict[str, Callable[[], Any]] = {
    "plain": lambda: sa.select(half.c.n),
    "of current rows": lambda: sa.select(sample(final(hits), 0.5, 0.25).c.n),
    "subquery": lambda: sa.select(sa.select(half.c.n).subquery()),
    "cte": lambda: sa.select(sa.select(half.c.n).cte("x")),
    "in": lambda: sa.select(hits.c.n).where(hits.c.n.in_(sa.select(half.c.n))),
    "exists": lambda: sa.select(hits.c.n).where(sa.exists().where(half.c.n == hits.c.n)),
    "join": lambda: sa.select(half.c.n).join(hits, hits.c.n == half.c.n),
    "union": lambda: sa.select(
        sa.union(sa.select(half.c.n), sa.select(sample(hits, 0.5, 0.25).c.n)).subquery()
    ),
    "alias": lambda: sa.select(half.alias("y").c.n),
    "shorthand": lambda: select(hits.c.n).sample(0.5, offset=0.25),
    "shorthand of current rows": lambda: select(hits.c.n).final().sample(0.5, offset=0.25),
    "rows by number": lambda: select(hits.c.n).sample(100, offset=50),
}


@pytest.fixture(scope="module")
def hits_connection(database: sa.Engine) -> Iterator[sa.Connection]:
    """200 rows in two parts, more of them with lower values of the sampling key."""
    with database.begin() as connected:
        hits.create(connected)
        connected.execute(hits.insert(), [{"id": n, "n": n, "ver": 1} for n in range(0, 256, 2)])
        connected.execute(hits.insert(), [{"id": n, "n": n, "ver": 1} for n in range(1, 144, 2)])
        yield connected
        hits.drop(connected)


@pytest.mark.parametrize("shape", SAMPLED)
@pytest.mark.sample(5)
def test_every_shape_reads_the_sample(shape: str, hits_connection: sa.Connection) -> None:
    found = set(hits_connection.execute(SAMPLED[shape]()).scalars())
    everything = {*range(0, 256, 2), *range(1, 144, 2)}
    assert found == {n for n in everything if 64 <= n < 192}


def test_an_offset_of_rows_is_none_of_the_sample(hits_connection: sa.Connection) -> None:
    statement = select(hits.c.n).sample(0.5).offset(20)
    assert len(hits_connection.execute(statement).all()) == 128 - 20


def test_an_upsert_and_a_tombstone(connection: sa.Connection) -> None:
    versions = itertools.count(10)
    connection.execute(
        rmt.upsert(rows, version=versions),
        [{"k": 1, "v": "newer", "gone": 0}, {"k": 4, "v": "x", "gone": 0}],
    )
    read = sa.select(current.c.k, current.c.v, current.c.ver).order_by(current.c.k)
    assert connection.execute(read).all() == [(1, "newer", 10), (3, "only", 1), (4, "x", 11)]
    connection.execute(rmt.tombstone(rows, {"k": 4}, version=versions))
    connection.execute(rmt.tombstone(rows, where=rows.c.v.like("new%")))
    assert connection.execute(read).all() == [(3, "only", 1)]


def test_mutations(connection: sa.Connection) -> None:
    connection.execute(rows.update().where(rows.c.k == 3).values(v="it's 100%"))
    connection.execute(rows.delete().where(rows.c.k < 3))
    assert connection.execute(sa.select(rows.c.k, rows.c.v)).all() == [(3, "it's 100%")]
    connection.execute(rows.delete())
    assert connection.execute(sa.select(rows.c.k)).all() == []


def test_a_result_has_the_number_of_rows_that_changed(connection: sa.Connection) -> None:
    connection.execute(sa.text("CREATE TABLE counted (k Int64) ENGINE = MergeTree ORDER BY k"))
    table = sa.table("counted", sa.column("k"))
    given = [{"k": 1}, {"k": 2}, {"k": 2}]
    assert connection.execute(table.insert(), given).rowcount == 3
    assert connection.execute(table.insert().values(given[:2])).rowcount == 2
    assert connection.execute(table.delete().where(table.c.k == 2)).rowcount == 3
    assert connection.execute(sa.select(table)).rowcount == -1
    connection.execute(sa.text("DROP TABLE counted"))


def test_optimize_and_the_other_commands(connection: sa.Connection) -> None:
    connection.execute(rmt.system_stop_merges(rows))
    with pytest.raises(exc.OperationalError, match="ABORTED"):
        connection.execute(rmt.optimize(rows, final=True))
    connection.execute(rmt.system_start_merges(rows))
    connection.execute(rmt.modify_settings(rows, allow_experimental_replacing_merge_with_cleanup=1))
    connection.execute(rmt.optimize(rows, partition=(), final=True, cleanup=True))
    assert sorted(connection.execute(sa.select(rows.c.k)).scalars()) == [1, 3]
    connection.execute(rmt.reset_settings(rows, "allow_experimental_replacing_merge_with_cleanup"))
    connection.execute(rmt.optimize(rows, final=True, deduplicate_by=rows.c))
    connection.execute(rmt.system_sync_replica(rows))
    connection.execute(rmt.system_flush_logs())


def test_partitions(connection: sa.Connection) -> None:
    other = rows.to_metadata(sa.MetaData(), name="u")
    other.create(connection)
    count = sa.select(sa.func.count()).select_from(rows)
    connection.execute(rmt.attach_partition_from(other, (), rows))
    connection.execute(rmt.detach_partition(rows, ()))
    assert connection.execute(count).scalar() == 0
    connection.execute(rmt.attach_partition(rows, ()))
    assert connection.execute(count).scalar() == 5
    connection.execute(rmt.drop_partition(rows, rmt.partition_id("all")))
    connection.execute(rmt.replace_partition(rows, (), other))
    connection.execute(rmt.move_partition(rows, (), other))
    connection.execute(rmt.exchange_tables(rows, other))
    assert connection.execute(count).scalar() == 10
    connection.execute(rmt.truncate(rows))
    assert connection.execute(count).scalar() == 0
    connection.execute(rmt.rename_table(other, "w"))
    connection.execute(sa.text("DROP TABLE w"))


def test_the_orm_reads_and_writes_current_rows(database: sa.Engine) -> None:
    Base.metadata.create_all(database)
    with Session(database) as session:
        session.add_all([User(id=1, name="a", ver=1), User(id=2, name=None, ver=1)])
        session.commit()
    with Session(database) as session:
        session.execute(rmt.upsert(User, version=2), [{"id": 1, "name": "b", "deleted": 0}])
        session.execute(rmt.tombstone(User, {"id": 2}, version=2))
        session.commit()
        user = session.get(User, 1)
        assert user is not None
        assert (user.name, user.ver) == ("b", 2)
        assert session.get(User, 2) is None
        newest = aliased(User, final(User, "n"))
        assert session.scalars(sa.select(newest).where(newest.id > 0)).all() == [user]
        user.name = "c"
        session.commit()
        session.expire_all()
        assert user.name == "c"
        session.delete(user)
        session.commit()
        assert session.get(User, 1) is None
    Base.metadata.drop_all(database)


@pytest.mark.parametrize("mark", ["gone", None])
@pytest.mark.sample(1)
def test_the_orm_changes_rows_by_their_unique_key(database: sa.Engine, mark: str | None) -> None:
    """What the table is sorted and split by changes like any other attribute."""

    class Visit(Base):
        __tablename__ = f"visits_{mark}"
        __table_args__ = (
            engines.ReplacingMergeTree(
                "ver",
                mark,
                unique_key=("shop", "id"),
                order_by="day",
                partition_by=sa.func.toYYYYMM(sa.column("day")),
            ),
            {"rmt_final": True},
        )

        id: Mapped[int] = mapped_column(types.Int64, primary_key=True)
        shop: Mapped[str] = mapped_column(types.String, primary_key=True)
        day: Mapped[dt.date] = mapped_column(types.Date)
        note: Mapped[str | None]
        ver: Mapped[int] = mapped_column(types.UInt32, default=1)
        gone: Mapped[int] = mapped_column(types.UInt8, default=0)

    table = Base.metadata.tables[f"visits_{mark}"]
    table.create(database)
    first, later = dt.date(2024, 1, 31), dt.date(2024, 2, 1)
    with Session(database) as session:
        session.add_all(
            Visit(id=n, shop=shop, day=first, note=f"{n} {shop}") for n in (1, 2) for shop in "ab"
        )
        session.commit()
    with Session(database) as session:
        visit = session.get_one(Visit, (1, "a"))
        visit.day, visit.note = later, "moved"
        session.delete(session.get_one(Visit, {"id": 2, "shop": "b"}))
        session.merge(Visit(id=1, shop="b", day=later, note=None, ver=5))
        session.commit()
    with Session(database) as session:
        visits = session.scalars(sa.select(Visit).order_by(Visit.id, Visit.shop)).all()
        shown = [(one.id, one.shop, one.day, one.note, one.ver) for one in visits]
        assert shown == [
            (1, "a", later, "moved", 2),
            (1, "b", later, None, 5),
            (2, "a", first, "2 a", 1),
        ]
        assert session.get(Visit, (2, "b")) is None
        visits[0].shop = "c"
        with pytest.raises(exc.InvalidRequestError, match="shop is in the unique key"):
            session.flush()
    with Session(database) as session:
        for one in session.scalars(sa.select(Visit)):
            session.delete(one)
        session.commit()
        assert session.scalars(sa.select(Visit)).all() == []
    table.drop(database)
    Base.metadata.remove(table)


def test_the_orm_leaves_computed_columns_to_the_endpoint(database: sa.Engine) -> None:
    class Note(Base):
        __tablename__ = "notes"
        __table_args__ = (engines.MergeTree(),)

        id: Mapped[int] = mapped_column(types.Int64, primary_key=True)
        text: Mapped[str]
        size: Mapped[int] = mapped_column(types.UInt64, rmt_materialized="length(text)")

    notes = Base.metadata.tables["notes"]
    notes.create(database)
    reflected: Any = automap_base()
    reflected.prepare(autoload_with=database, reflection_options={"only": ["notes"]})
    with Session(database) as session:
        session.add_all([Note(id=1, text="four"), reflected.classes.notes(id=2, text="seven")])
        session.commit()
        sizes = sa.select(notes.c.size).order_by(notes.c.id)
        assert list(session.scalars(sizes)) == [4, 5]
    notes.drop(database)
    Base.metadata.remove(notes)


@pytest.mark.sample(0)
def test_times_and_stretches_of_time(connection: sa.Connection) -> None:
    trips = sa.Table(
        "trips",
        sa.MetaData(),
        sa.Column("id", types.Int64, primary_key=True),
        sa.Column("began", types.DateTime),
        sa.Column("ended", types.DateTime64(6)),
        sa.Column("pause", sa.Interval),
        sa.Column("day", types.Date),
        engines.MergeTree(),
    )
    trips.create(connection)
    began, hour = dt.datetime(2024, 2, 29, 23), dt.timedelta(hours=1)
    took = dt.timedelta(days=1, microseconds=5)
    row = {"id": 1, "began": began, "ended": began + took, "pause": hour, "day": began.date()}
    connection.execute(trips.insert(), row)
    c = trips.c
    for expression, value in (
        (c.ended - c.began, took),
        (c.ended - c.began - c.pause, took - hour),
        (c.began + c.pause, began + hour),
        (c.began - 2 * hour, began - 2 * hour),
        (c.day + hour, dt.datetime(2024, 2, 29, 1)),
        (c.day - dt.date(2024, 1, 1), 59),
        (sa.func.max(c.pause), hour),
        (sa.func.sum(c.ended - c.began, type_=sa.Interval), took),
        (c.ended - c.began > hour, True),
        ((c.ended - c.began).between(hour, c.pause), False),
        ((c.ended - c.began).in_([took]), True),
        (c.pause == hour, True),
        (c.began > sa.func.now() - hour, False),
    ):
        assert connection.execute(sa.select(expression)).scalar() == value, expression
    trips.drop(connection)


def test_rows_can_be_streamed(database: sa.Engine) -> None:
    with database.connect() as connected:
        streaming = connected.execution_options(stream_results=True, max_row_buffer=100)
        numbers = streaming.execute(sa.text("SELECT id FROM range(1000)"))
        assert [len(part) for part in numbers.scalars().partitions(300)] == [300, 300, 300, 100]


def test_errors_have_their_classes(connection: sa.Connection) -> None:
    with pytest.raises(exc.ProgrammingError, match="nothing_of_that_name"):
        connection.execute(sa.text("SELECT * FROM nothing_of_that_name"))
    with pytest.raises(exc.NotSupportedError, match="NOT_IMPLEMENTED"):
        connection.execute(sa.text("UPDATE t SET v = 'x' WHERE k = 1"))
    with pytest.raises(exc.DataError, match="VALUE_IS_OUT_OF_RANGE"):
        connection.execute(rows.insert().values(k=1, v="x", ver=-1, gone=0))


def test_the_endpoint_is_known(database: sa.Engine) -> None:
    dialect: Any = database.dialect
    assert dialect.server_version_info >= (0, 1, 0)
    assert dialect.default_schema_name == database.url.database


@pytest.mark.sample(0)
def test_an_engine_connects_while_a_query_holds_all_cores(
    database: sa.Engine, endpoint: EmbeddedEndpoint
) -> None:
    busy = dbapi.connect("127.0.0.1", endpoint.port)
    cursor = busy.cursor()
    query = "SELECT count(*) FROM range(0, 1000000000000, 1, 16) WHERE id % 3 = hash(id) % 7"
    with ThreadPoolExecutor() as pool:
        running = pool.submit(cursor.execute, query)
        try:
            time.sleep(3)
            other = sa.create_engine(database.url, pool_pre_ping=True)
            for _ in range(2):
                pool.submit(lambda: other.connect().close()).result(20)
        finally:
            cursor.cancel()
        with pytest.raises(dbapi.OperationalError, match="was cancelled"):
            running.result(30)
    busy.close()


def test_words_of_spark(connection: sa.Connection) -> None:
    name = rows.c.v
    for condition, keys in (
        (name.ilike("NE%"), [1]),
        (name.regexp_match("^o"), [1, 3]),
        (sa.func.regexp_replace(name, "o", "0") == "0ld", [1]),
        (rows.c.k.in_([]), []),
        (rows.c.k.notin_([]), [1, 1, 2, 2, 3]),
        (sa.cast(rows.c.k, types.String) == "3", [3]),
        (name.concat("!") == "old!", [1]),
    ):
        statement = sa.select(rows.c.k).where(condition).order_by(rows.c.k)
        assert list(connection.execute(statement).scalars()) == keys, condition
    ordered = sa.select(rows.c.k).distinct().order_by(rows.c.k)
    assert list(connection.execute(ordered.offset(1)).scalars()) == [2, 3]
    assert list(connection.execute(ordered.offset(1).limit(1)).scalars()) == [2]


class Shop(DeclarativeBase):
    pass


class Order(Shop):
    __tablename__ = "orders"
    __table_args__ = (engines.ReplacingMergeTree("ver", "gone"),)

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    ver: Mapped[int] = mapped_column(types.UInt32)
    gone: Mapped[int] = mapped_column(types.UInt8, default=0)
    lines: Mapped[list[Line]] = relationship(viewonly=True)
    current_lines: Mapped[list[Line]] = relationship(viewonly=True, info={"rmt_final": True})
    all_lines: Mapped[list[Line]] = relationship(viewonly=True, info={"rmt_final": False})


class Line(Shop):
    __tablename__ = "lines"
    __table_args__ = (engines.ReplacingMergeTree("ver", "gone"),)

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    order_id: Mapped[int] = mapped_column(sa.ForeignKey("orders.id"))
    text: Mapped[str] = mapped_column(types.String, nullable=False)
    ver: Mapped[int] = mapped_column(types.UInt32)
    gone: Mapped[int] = mapped_column(types.UInt8, default=0)


@pytest.fixture
def shop(database: sa.Engine) -> Iterator[Session]:
    """An order of two lines: one has a newer version, the other was deleted."""
    Shop.metadata.create_all(database)
    with Session(database) as session:
        session.execute(sa.insert(Order), [{"id": 1, "ver": 1}, {"id": 1, "ver": 2}])
        for line in (
            {"id": 1, "text": "old", "ver": 1, "gone": 0},
            {"id": 1, "text": "new", "ver": 2, "gone": 0},
            {"id": 2, "text": "deleted", "ver": 1, "gone": 0},
            {"id": 2, "text": "deleted", "ver": 2, "gone": 1},
        ):
            session.execute(sa.insert(Line), [{**line, "order_id": 1}])
        yield session
    Shop.metadata.drop_all(database)


@pytest.mark.parametrize("load", [None, selectinload, subqueryload, joinedload])
@pytest.mark.sample(2)
def test_what_loaders_read_is_final_where_the_statement_is(shop: Session, load: Any) -> None:
    statement = select(Order).final()
    if load is not None:
        statement = statement.options(load(Order.lines))
    [order] = shop.scalars(statement).unique().all()
    assert [line.text for line in order.lines] == ["new"]


def test_a_relationship_says_itself_whether_it_is_read_final(shop: Session) -> None:
    orders = shop.scalars(sa.select(Order)).unique().all()
    assert [line.text for line in orders[0].current_lines] == ["new"]
    [order] = shop.scalars(
        select(Order).final().options(selectinload(Order.all_lines)),
        execution_options={"populate_existing": True},
    ).all()
    assert {line.id for line in order.all_lines} == {1, 2}


def test_a_row_without_its_key_replaces_none(connection: sa.Connection) -> None:
    with pytest.raises(exc.ArgumentError, match="The key of table t needs k"):
        connection.execute(rmt.upsert(rows, version=5), [{"v": "x"}])
    with pytest.raises(exc.ArgumentError, match="The key of table t needs k"):
        rmt.rmt_bulk_insert(connection, rows, [{"v": "x", "ver": 5}])


@pytest.mark.skipif(not hasattr(sa, "FrameClause"), reason="since SQLAlchemy 2.1")
@pytest.mark.parametrize(
    ("key", "reach", "sums"),
    [
        ("day", dt.timedelta(days=7), [1, 3, 3, 7]),
        ("at", dt.timedelta(days=7), [1, 3, 3, 7]),
        ("at", dt.timedelta(days=8, seconds=1), [1, 3, 5, 7]),
    ],
)
def test_a_range_reaches_as_far_as_a_timedelta_says(
    database: sa.Engine, key: str, reach: dt.timedelta, sums: list[int]
) -> None:
    reached = sa.Table(
        "reached",
        sa.MetaData(),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("at", types.DateTime, nullable=False),
        sa.Column("v", sa.Integer),
        engines.MergeTree(),
    )
    days = [dt.date(2025, 10, day) for day in (1, 2, 10, 13)]
    frame = sa.FrameClause(reach, None, sa.FrameClauseType.PRECEDING, sa.FrameClauseType.CURRENT)
    total = sa.func.sum(reached.c.v).over(order_by=reached.c[key], range_=frame)
    with database.begin() as connection:
        reached.create(connection)
        values = [
            {"day": day, "at": dt.datetime.combine(day, dt.time()), "v": v}
            for v, day in enumerate(days, 1)
        ]
        connection.execute(reached.insert(), values)
        found = connection.scalars(sa.select(total).order_by(reached.c.day)).all()
        reached.drop(connection)
    assert found == sums
