"""The ORM's unit of work on ReplacingMergeTree tables: what it changes are new versions."""

from __future__ import annotations

import datetime as dt
import ipaddress
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import registry
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    deferred,
    mapped_column,
    relationship,
)
from sqlalchemy.orm.exc import StaleDataError
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

import sqlalchemy_rmt as rmt
from sqlalchemy_rmt import engines, types

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")

pytestmark = pytest.mark.filterwarnings(
    "error", "ignore:Foreign keys of table", "ignore:What was written stays written"
)
FINAL = {"rmt_final": True}


class Base(DeclarativeBase):
    pass


class _Versioned:
    ver: Mapped[int] = mapped_column(types.UInt32, default=1)
    gone: Mapped[int] = mapped_column(types.UInt8, default=0)


class Person(_Versioned, Base):
    __tablename__ = "people"
    __table_args__ = (engines.ReplacingMergeTree("ver", "gone"), FINAL)
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "person"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    kind: Mapped[str] = mapped_column(types.String)
    name: Mapped[str | None]
    visits: Mapped[int] = mapped_column(types.Int64, default=0)
    tags: Mapped[list[str]] = mapped_column(types.Array(types.String), default=list)
    text: Mapped[str] = deferred(mapped_column(types.String, server_default="long"))
    pets: Mapped[list[Pet]] = relationship(cascade="all, delete-orphan", back_populates="owner")


class Boss(Person):
    __tablename__ = "bosses"
    __table_args__ = (engines.ReplacingMergeTree("boss_ver", "boss_gone"), FINAL)
    __mapper_args__ = {"polymorphic_identity": "boss"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(types.UInt64, sa.ForeignKey("people.id"), primary_key=True)
    car: Mapped[str | None]
    boss_ver: Mapped[int] = mapped_column(types.UInt32, default=1)
    boss_gone: Mapped[int] = mapped_column(types.UInt8, default=0)


class Pet(_Versioned, Base):
    __tablename__ = "pets"
    __table_args__ = (engines.ReplacingMergeTree("ver", "gone"), FINAL)

    id: Mapped[uuid.UUID] = mapped_column(types.UUID, primary_key=True)
    owner_id: Mapped[int | None] = mapped_column(types.UInt64, sa.ForeignKey("people.id"))
    name: Mapped[str] = mapped_column("odd % `name'", types.String, key="name_key")
    address: Mapped[Any] = mapped_column(types.IPv4, nullable=True)
    sizes: Mapped[dict[str, int]] = mapped_column(
        types.Map(types.String, types.Int64), default=dict
    )
    owner: Mapped[Person | None] = relationship(back_populates="pets")


class Checked(Base):
    __tablename__ = "checked"
    __table_args__ = (engines.ReplacingMergeTree("ver", "gone"), FINAL)

    a: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    b: Mapped[str] = mapped_column(types.String, primary_key=True)
    x: Mapped[str | None]
    ver: Mapped[int] = mapped_column(types.UInt32)
    gone: Mapped[int] = mapped_column(types.UInt8, default=0)
    __mapper_args__ = {"version_id_col": ver}  # noqa: RUF012


class Timed(Base):
    __tablename__ = "timed"
    __table_args__ = (engines.ReplacingMergeTree("ver", order_by=("day", "id", "at")), FINAL)

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    at: Mapped[dt.datetime] = mapped_column(types.DateTime64(6, "Europe/Berlin"), primary_key=True)
    day: Mapped[dt.date] = mapped_column(types.Date)
    x: Mapped[str | None]
    ver: Mapped[dt.datetime] = mapped_column(
        types.DateTime64(6),
        server_default=sa.text("now64(6)"),
        server_onupdate=sa.FetchedValue(),
    )
    __mapper_args__ = {"version_id_col": ver, "version_id_generator": False}  # noqa: RUF012


class Plain(Base):
    __tablename__ = "plain"
    __table_args__ = (engines.MergeTree(),)

    id: Mapped[int] = mapped_column(types.UInt64, primary_key=True)
    x: Mapped[str | None]
    revision: Mapped[int] = mapped_column(types.UInt32)
    __mapper_args__ = {"version_id_col": revision}  # noqa: RUF012


@pytest.fixture(scope="module")
def database(endpoint: EmbeddedEndpoint, endpoint_client: Client) -> Iterator[sa.Engine]:
    engine = sa.create_engine(f"rmt://127.0.0.1:{endpoint.port}/{endpoint_client.database}")
    yield engine
    engine.dispose()


@pytest.fixture
def session(database: sa.Engine) -> Iterator[Session]:
    Base.metadata.create_all(database)
    with Session(database) as session:
        yield session
    Base.metadata.drop_all(database)


@pytest.fixture
def statements(database: sa.Engine) -> Iterator[list[str]]:
    """The first words of what is sent."""
    sent: list[str] = []

    def listen(_c: Any, _k: Any, statement: str, *_: Any) -> None:
        sent.append(statement.split(maxsplit=1)[0])

    sa.event.listen(database, "before_cursor_execute", listen)
    yield sent
    sa.event.remove(database, "before_cursor_execute", listen)


def rows_of(session: Session, table: str) -> int:
    count: int = session.scalar(sa.text(f"SELECT count() FROM {table}")) or 0
    return count


def test_a_change_is_the_next_version_of_the_whole_row(
    session: Session, statements: list[str]
) -> None:
    session.add(Person(id=1, name="a", tags=["x", "y"], text="not loaded"))
    session.commit()
    person = session.get_one(Person, 1)
    statements.clear()
    person.name = None
    session.flush()
    assert statements == ["SELECT", "INSERT", "--"]
    assert (person.ver, person.name) == (2, None)
    session.expire_all()
    assert (person.tags, person.text, person.visits) == (["x", "y"], "not loaded", 0)
    assert rows_of(session, "people") == 2


@pytest.mark.sample(0)
def test_a_value_may_be_sql(session: Session) -> None:
    session.add(Person(id=1))
    session.commit()
    person = session.get_one(Person, 1)
    person.visits = Person.visits + 5
    session.commit()
    assert (person.visits, person.ver) == (5, 2)


@pytest.mark.sample(0)
def test_many_objects_are_one_insert(session: Session, statements: list[str]) -> None:
    session.add_all([Person(id=n, name="a") for n in range(100)])
    session.commit()
    people = session.scalars(sa.select(Person)).all()
    statements.clear()
    for person in people:
        person.name = f"n{person.id}"
    session.flush()
    with session.no_autoflush:
        for person in people[1:]:
            session.delete(person)
    session.flush()
    assert statements.count("INSERT") == 2
    [left] = session.scalars(sa.select(Person), execution_options={"populate_existing": True})
    assert (left.id, left.name, left.ver) == (people[0].id, f"n{left.id}", 2)


@pytest.mark.sample(0)
def test_what_is_deleted_gets_its_mark(session: Session) -> None:
    session.add_all([Person(id=1), Person(id=2)])
    session.commit()
    session.delete(session.get_one(Person, 1))
    session.commit()
    assert session.get(Person, 1) is None
    marked = sa.text("SELECT id, ver FROM people WHERE gone = 1")
    assert session.execute(marked).all() == [(1, 2)]


def test_what_others_changed_meanwhile_stays(session: Session, database: sa.Engine) -> None:
    session.add(Person(id=1, name="a"))
    session.commit()
    mine = session.get_one(Person, 1)
    with Session(database) as other:
        other.get_one(Person, 1).visits = 7
        other.commit()
    mine.name = "b"
    session.commit()
    assert (mine.name, mine.visits, mine.ver) == ("b", 7, 3)


@pytest.mark.sample(0)
def test_a_row_that_is_gone_is_stale(session: Session) -> None:
    session.add(Person(id=1, name="a"))
    session.commit()
    person = session.get_one(Person, 1)
    session.execute(rmt.tombstone(Person.__table__, {"id": 1, "kind": "person"}, version=5))
    person.name = "b"
    with pytest.raises(StaleDataError, match="expected to update 1 row"):
        session.commit()
    session.rollback()
    assert session.get(Person, 1, populate_existing=True) is None


@pytest.mark.sample(0)
def test_merge_and_rows_that_change_places(session: Session) -> None:
    session.add(Person(id=1, name="a", tags=["x"]))
    session.commit()
    merged = session.merge(Person(id=1, name="b"))
    session.commit()
    assert (merged.name, merged.tags, merged.ver) == ("b", ["x"], 2)
    session.delete(merged)
    session.add(Person(id=1, name="c"))
    session.commit()
    assert session.get_one(Person, 1).name == "c"


def test_what_was_deleted_can_be_merged_and_added_again(
    session: Session, database: sa.Engine, statements: list[str]
) -> None:
    session.add_all([Person(id=n, name="a") for n in (1, 2, 3)])
    session.commit()
    for n in (1, 2, 3):
        session.delete(session.get_one(Person, n))
    session.commit()
    session.add(Person(id=1, name="added"))
    session.commit()
    with Session(database) as other:
        for n in (2, 3, 4):
            with other.no_autoflush:
                other.merge(Person(id=n, name="merged"))
        statements.clear()
        other.commit()
        assert statements == ["SELECT", "INSERT", "INSERT"]
        found = other.execute(sa.select(Person.id, Person.name, Person.ver).order_by(Person.id))
        assert found.all() == [
            (1, "added", 3),
            (2, "merged", 3),
            (3, "merged", 3),
            (4, "merged", 1),
        ]
        other.delete(other.get_one(Person, 1))
        other.flush()
        other.merge(Person(id=1, name="given", ver=20))
        other.commit()
        assert other.get_one(Person, 1).ver == 20
    statements.clear()
    session.add(Person(id=9, name="new"))
    session.commit()
    assert statements == ["INSERT"]
    pet = Pet(id=uuid.UUID(int=1), name="first")
    session.add_all([Boss(id=5, name="a"), pet, Checked(a=1, b="x")])
    session.commit()
    session.delete(session.get_one(Boss, 5))
    session.delete(pet)
    session.delete(session.get_one(Checked, (1, "x")))
    session.commit()
    session.merge(Boss(id=5, name="b", car="red"))
    session.merge(Pet(id=uuid.UUID(int=1), name="second"))
    session.commit()
    session.expire_all()
    boss = session.get_one(Boss, 5)
    assert (boss.name, boss.car, boss.ver, boss.boss_ver) == ("b", "red", 3, 3)
    assert session.get_one(Pet, uuid.UUID(int=1)).name == "second"
    session.merge(Checked(a=1, b="x"))
    with pytest.raises(exc.InvalidRequestError, match="version_id_col gives an added one 1"):
        session.commit()
    session.rollback()


@pytest.mark.sample(0)
def test_relationships_and_types(session: Session) -> None:
    ids = [uuid.UUID(int=n) for n in (1, 2)]
    address = ipaddress.IPv4Address("10.0.0.1")
    pets = [Pet(id=id_, name="o%'", address=address, sizes={"a": 1}) for id_ in ids]
    session.add_all([Person(id=1, pets=pets), Person(id=2)])
    session.commit()
    owner = session.get_one(Person, 1)
    owner.pets.remove(session.get_one(Pet, ids[1]))
    session.commit()
    [pet] = session.scalars(sa.select(Pet))
    pet.owner = session.get_one(Person, 2)
    session.commit()
    assert (pet.owner_id, pet.name, pet.address, pet.sizes) == (2, "o%'", address, {"a": 1})
    session.delete(pet.owner)
    session.commit()
    assert session.scalars(sa.select(Pet)).all() == []


@pytest.mark.sample(0)
def test_tables_that_are_joined_have_versions_each(session: Session) -> None:
    session.add(Boss(id=1, name="a", car="b"))
    session.commit()
    boss = session.get_one(Boss, 1)
    boss.car = "c"
    session.commit()
    assert (boss.ver, boss.boss_ver, boss.car) == (1, 2, "c")
    session.delete(boss)
    session.commit()
    assert session.scalars(sa.select(Person)).all() == []


@pytest.mark.sample(0)
def test_version_id_col_is_checked(session: Session, database: sa.Engine) -> None:
    session.add_all([Checked(a=1, b="x"), Checked(a=1, b="y")])
    session.commit()
    with Session(database) as other:
        first, second = other.get_one(Checked, (1, "x")), other.get_one(Checked, (1, "y"))
        mine = session.get_one(Checked, (1, "x"))
        mine.x = "mine"
        session.commit()
        assert mine.ver == 2
        first.x = "late"
        with pytest.raises(StaleDataError, match="update 1 row"):
            other.commit()
        other.rollback()
        assert (first.x, first.ver) == ("mine", 2)
        mine.x = "again"
        session.commit()
        other.delete(first)
        with pytest.raises(StaleDataError, match="delete 1 row"):
            other.commit()
        other.rollback()
        other.delete(second)
        other.commit()
    assert [row.x for row in session.scalars(sa.select(Checked))] == ["again"]


@pytest.mark.sample(0)
def test_versions_of_times_and_tables_without_marks(session: Session) -> None:
    at = dt.datetime(2024, 1, 1, 12)
    session.add(Timed(id=1, day=dt.date(2024, 1, 1), at=at))
    session.commit()
    timed = session.scalars(sa.select(Timed)).one()
    before = timed.ver
    timed.x = "b"
    session.commit()
    assert timed.ver > before
    timed.day = dt.date(2024, 1, 2)
    with pytest.raises(exc.InvalidRequestError, match=r"timed\.day is in the sorting key"):
        session.commit()
    session.rollback()
    session.delete(timed)
    session.commit()
    assert rows_of(session, "timed") == 0


@pytest.mark.sample(0)
def test_what_would_lose_values_is_refused(session: Session) -> None:
    session.add(Person(id=1, name="a", ver=5))
    session.commit()
    person = session.get_one(Person, 1)
    for change, message in (
        ({"id": 2}, r"people\.id is in the sorting key"),
        ({"ver": 4}, "would be behind the current one, which has 5"),
    ):
        for name, value in change.items():
            setattr(person, name, value)
        with pytest.raises(exc.InvalidRequestError, match=message):
            session.commit()
        session.rollback()
    person.ver = 9
    session.commit()
    assert session.get_one(Person, 1).ver == 9
    session.execute(sa.text("ALTER TABLE people ADD COLUMN other String DEFAULT 'x'"))
    person.name = "b"
    with pytest.raises(exc.InvalidRequestError, match="would lose: other"):
        session.commit()
    session.rollback()


@pytest.mark.sample(0)
def test_other_tables_are_mutated(session: Session, statements: list[str]) -> None:
    session.add(Plain(id=1, x="a"))
    session.commit()
    plain = session.get_one(Plain, 1)
    plain.x = "b"
    session.commit()
    assert (plain.x, plain.revision) == ("b", 2)
    assert "ALTER" in statements
    session.execute(sa.text("ALTER TABLE plain UPDATE revision = 9 WHERE id = 1"))
    plain.x = "c"
    with pytest.raises(StaleDataError):
        session.commit()
    session.rollback()


@pytest.mark.sample(0)
def test_statements_of_many_rows_are_mutations(session: Session, statements: list[str]) -> None:
    session.add_all([Person(id=1, name="a"), Person(id=2, name="a")])
    session.commit()
    statements.clear()
    session.execute(sa.update(Person).where(Person.id > 1).values(name="b"))
    session.execute(sa.delete(Person).where(Person.id < 2))
    assert {"ALTER", "DELETE"} <= set(statements)
    assert [(p.name, p.ver) for p in session.scalars(sa.select(Person))] == [("b", 1)]


@pytest.mark.sample(0)
def test_rows_by_their_keys_are_versions(session: Session, statements: list[str]) -> None:
    session.add_all([Person(id=n) for n in (1, 2)])
    session.commit()
    session.execute(sa.update(Person), [{"id": 1, "name": "b"}, {"id": 2, "name": "c"}])
    assert "ALTER" not in statements
    found = session.execute(sa.select(Person.name, Person.ver).order_by(Person.id))
    assert found.all() == [("b", 2), ("c", 2)]
