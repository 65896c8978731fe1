from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from support.postgresql import PostgresServer, find_programs

from rmt_engine.store import schema
from rmt_engine.store.backends import open_database, registry_address
from rmt_engine.store.registry import Registry
from rmt_engine.store.store import Store
from tests.store.samples import (
    definition,
    new_part,
    open_store,
    paths,
    refused,
    registry_url,
    stagings,
    use_server,
    write_file,
)


@pytest.mark.parametrize(
    ("url", "driver"),
    [
        ("sqlite:////data/r.db", "sqlite"),
        ("postgresql://rmt@host/db", "postgresql+psycopg"),
        ("postgresql+psycopg://rmt@host/db", "postgresql+psycopg"),
        ("postgresql+psycopg2://rmt@host/db", "postgresql+psycopg2"),
    ],
)
def test_a_url_names_a_driver(url: str, driver: str) -> None:
    assert registry_address(url).drivername == driver


def test_a_registry_cannot_live_everywhere() -> None:
    with pytest.raises(ValueError, match="a registry in mysql is not supported: use sqlite"):
        registry_address("mysql://rmt@host/db")


def test_the_options_of_a_url_hold_for_its_sessions(
    tmp_path: Path, postgresql: PostgresServer
) -> None:
    engine = open_database(
        registry_address(postgresql.url(tmp_path)).update_query_dict(
            {"options": "-csearch_path=elsewhere -cwork_mem=5MB"}
        )
    )
    with engine.connect() as connection:
        shown = [
            connection.scalar(sa.text(f"SHOW {name}"))
            for name in ("search_path", "work_mem", "lock_timeout")
        ]
    engine.dispose()
    assert shown == ["elsewhere", "5MB", "1min"]


def test_two_processes_give_every_block_its_own_number(tmp_path: Path, registry: Registry) -> None:
    table = registry.tables.create("db", "t", definition())
    others = [Registry(registry_url(tmp_path)) for _ in range(3)]

    def insert(number: int) -> str:
        [name] = others[number % 3].parts.commit(table.id, [new_part(f"p/{number}")], []) or []
        return str(name)

    with ThreadPoolExecutor(6) as pool:
        names = list(pool.map(insert, range(60)))
    assert sorted(names) == sorted(f"all_{n}_{n}_0" for n in range(1, 61))
    assert registry.tables.versions() == {table.id: 60}
    for other in others:
        other.close()


def test_two_processes_never_reserve_the_same_rows(tmp_path: Path, registry: Registry) -> None:
    other = Registry(registry_url(tmp_path))
    with ThreadPoolExecutor(6) as pool:
        firsts = list(pool.map(lambda n: (registry, other)[n % 2].row_ids.reserve(1), range(40)))
    assert len(set(firsts)) == 40
    other.close()


def test_a_reader_sees_one_state(tmp_path: Path, registry: Registry) -> None:

    table = registry.tables.create("db", "t", definition())
    other = Registry(registry_url(tmp_path))
    count = sa.select(sa.func.count()).select_from(schema.parts)
    with registry.reading() as connection:
        assert connection.scalar(count) == 0
        other.parts.commit(table.id, [new_part()], [])
        assert connection.scalar(count) == 0
    with registry.reading() as connection:
        assert connection.scalar(count) == 1
    other.close()


# When the answer of a commit is lost


class _LostError(Exception):
    pass


def test_files_of_a_commit_whose_answer_was_lost_stay(store: Store) -> None:
    table = store.registry.tables.create("db", "t", definition())
    path = ""

    def insert() -> None:
        nonlocal path
        with store.stage(table) as staging:
            path = f"{staging.directory}/0.parquet"
            write_file(store, path)
            store.registry.parts.commit(table.id, [new_part(path)], [staging.directory])
            raise _LostError

    with pytest.raises(_LostError):
        insert()
    assert paths(store) == {path}
    assert stagings(store.registry) == []


def test_files_of_a_commit_that_failed_go(store: Store) -> None:
    table = store.registry.tables.create("db", "t", definition())

    def insert() -> None:
        with store.stage(table) as staging:
            write_file(store, f"{staging.directory}/0.parquet")
            raise _LostError

    with pytest.raises(_LostError):
        insert()
    assert paths(store) == set()
    assert stagings(store.registry) == []


# PostgreSQL alone


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A server that may be killed."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt install postgresql")
    server = PostgresServer(programs)
    with use_server(server):
        yield server
    server.stop()


def test_a_server_that_was_killed_is_found_again(
    tmp_path: Path, own_server: PostgresServer
) -> None:
    with open_store(tmp_path) as store:
        table = store.registry.tables.create("db", "t", definition())
        own_server.kill()
        with refused("KEEPER_EXCEPTION", match="The registry failed"):
            store.registry.tables.all()
        with refused("KEEPER_EXCEPTION"):
            store.registry.parts.commit(table.id, [new_part()], [])
        own_server.start()
        assert store.registry.tables.find("db", "t") == table
        assert len(store.registry.parts.commit(table.id, [new_part()], []) or []) == 1


def test_what_was_staged_when_the_server_died_waits_for_the_collector(
    tmp_path: Path, own_server: PostgresServer
) -> None:
    with open_store(tmp_path) as store:
        table = store.registry.tables.create("db", "t", definition())
        with refused("KEEPER_EXCEPTION"), store.stage(table) as staging:
            path = f"{staging.directory}/0.parquet"
            write_file(store, path)
            own_server.kill()
            store.registry.parts.commit(table.id, [new_part(path)], [staging.directory])
        assert paths(store) == {path}
        own_server.start()
        assert stagings(store.registry) == [staging.directory]
        assert store.snapshots.current(table).parts == ()


def test_a_registry_that_cannot_be_opened_says_so() -> None:
    with refused("KEEPER_EXCEPTION", match="The registry failed"):
        Registry("postgresql://rmt@127.0.0.1:1/rmt")
