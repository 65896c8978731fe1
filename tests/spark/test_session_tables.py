"""Which temporary tables have no session any more, seen without a JVM."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rmt_engine.spark.run.session_tables import SessionTables
from rmt_engine.spark.session.active import identity_in
from rmt_engine.store.table import Table
from tests.store.samples import definition

IDENTITY = "01234567-89ab-cdef-0123-456789abcdef"
TABLE = Table(1, IDENTITY, "", "own", definition(), 0, 0.0)


class Session:
    """A session of Spark's with temporary views, by name."""

    def __init__(self) -> None:
        self.views: dict[str, str | None] = {}
        self.java = self

    def sessionState(self) -> Any:  # noqa: N802
        return SimpleNamespace(
            catalog=lambda: SimpleNamespace(dropTempView=lambda name: self.views.pop(name, None))
        )

    def view_text(self, name: str) -> str | None:
        return (self.views[name] or "") if name in self.views else None

    # What `ActiveSession` does.

    @property
    def spark(self) -> Any:
        def sql(text: str) -> None:
            head, _, query = text.partition(" AS ")
            self.views[head.split("`")[1]] = query

        return SimpleNamespace(sql=sql)

    def temporary_table(self, _name: object) -> None:
        return None


class Reference:
    """A weak reference, which a test clears."""

    def __init__(self, session: Session) -> None:
        self.session: Session | None = session

    def get(self) -> Session | None:
        return self.session


@pytest.fixture
def dropped() -> list[str]:
    return []


@pytest.fixture
def references() -> list[Reference]:
    return []


@pytest.fixture
def tables(dropped: list[str], references: list[Reference]) -> SessionTables:
    def reference(session: Session) -> Reference:
        references.append(Reference(session))
        return references[-1]

    sessions = SimpleNamespace(view_text=Session.view_text)
    gateway: Any = SimpleNamespace(java_class=lambda _name: reference, sessions=sessions)
    registry: Any = SimpleNamespace(temporary_tables=SimpleNamespace(drop=dropped.append))
    return SessionTables(gateway, registry)


def _shown(tables: SessionTables) -> Any:
    session: Any = Session()
    tables.show(TABLE, session)
    return session


def test_a_name_leads_to_a_table_and_nothing_else_does() -> None:
    session = Session()
    session.views = {
        "own": f"SELECT * FROM rmt_scan('.{IDENTITY}')",
        "part": f"SELECT k FROM rmt_scan('.{IDENTITY}')",
        "lasting": "SELECT * FROM rmt_scan('db.t')",
        "frame": None,
    }
    found = {name: identity_in(session.view_text(name)) for name in (*session.views, "nothing")}
    assert {name for name, identity in found.items() if identity} == {"own"}
    assert found["own"] == IDENTITY


def test_a_table_with_a_session_stays(tables: SessionTables, dropped: list[str]) -> None:
    _shown(tables)
    assert tables.drop_orphans() == []
    assert dropped == []


def test_a_table_goes_with_a_session_that_nobody_holds(
    tables: SessionTables, dropped: list[str], references: list[Reference]
) -> None:
    _shown(tables)
    references[0].session = None
    assert tables.drop_orphans() == [IDENTITY]
    assert dropped == [IDENTITY]
    assert tables.drop_orphans() == []


@pytest.mark.parametrize("text", [None, "SELECT 1"])
def test_a_table_goes_when_its_name_leads_elsewhere(
    tables: SessionTables, dropped: list[str], text: str | None
) -> None:
    session = _shown(tables)
    session.views["own"] = text
    assert tables.drop_orphans() == [IDENTITY]
    assert dropped == [IDENTITY]


def test_a_table_goes_with_the_client_of_its_session(
    tables: SessionTables, dropped: list[str]
) -> None:
    """Spark's threads still hold the session then."""
    clients: list[object] = []
    tables.follow_clients(clients.__contains__)
    session: Any = Session()
    clients.append(session)
    tables.show(TABLE, session)
    assert tables.drop_orphans() == []
    clients.clear()
    assert tables.drop_orphans() == [IDENTITY]


def test_a_session_of_no_client_outlives_all_clients(
    tables: SessionTables, dropped: list[str]
) -> None:
    tables.follow_clients(lambda _session: False)
    _shown(tables)
    assert tables.drop_orphans() == []


def test_dropping_takes_the_name_away(tables: SessionTables, dropped: list[str]) -> None:
    session = _shown(tables)
    tables.drop(TABLE, session)
    assert session.views == {}
    assert dropped == [IDENTITY]
    assert tables.drop_orphans() == []
