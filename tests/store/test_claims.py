from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from sqlalchemy.engine import Connection

from rmt_engine.errors import RmtError
from rmt_engine.store.claims import Claims
from rmt_engine.store.owners import this_process
from rmt_engine.store.part import Part, PartName
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table
from tests.store.samples import commit, definition, new_part, open_store, refused

_RESULT = PartName("all", 1, 2, 1)


@pytest.fixture
def table(store: Store) -> Table:
    return store.registry.tables.create("db", "t", definition())


@pytest.fixture
def parts(store: Store, table: Table) -> list[Part]:
    """Three parts of one row each."""
    commit(store.registry, table, *(new_part(f"t/{n}/0.parquet") for n in range(3)))
    return list(store.snapshots.current(table).parts)


def test_a_claim_says_what_is_under_way(store: Store, table: Table, parts: list[Part]) -> None:
    claim = store.claims.take(table.id, parts[:2], _RESULT, is_mutation=True)
    assert claim is not None
    assert store.claims.all() == store.claims.all(table.id) == [claim]
    assert claim.names == ("all_1_1_0", "all_2_2_0")
    assert (claim.result, claim.rows, claim.bytes, claim.is_mutation) == (_RESULT, 2, 200, True)
    assert claim.owner_id == store.owner_id


def test_a_table_has_its_own_claims(store: Store, table: Table, parts: list[Part]) -> None:
    other = store.registry.tables.create("db", "other", definition())
    commit(store.registry, other, new_part("o/0.parquet"), new_part("o/1.parquet"))
    own = store.claims.take(table.id, parts[:2], _RESULT)
    of_other = store.claims.take(other.id, store.snapshots.current(other).parts, _RESULT)
    assert store.claims.all() == [own, of_other]
    assert store.claims.all(table.id) == [own]
    assert store.claims.all(other.id) == [of_other]


def test_parts_are_claimed_once(store: Store, table: Table, parts: list[Part]) -> None:
    claim = store.claims.take(table.id, parts[:2], _RESULT)
    assert claim is not None
    assert store.claims.take(table.id, parts[1:], _RESULT) is None
    assert store.claims.take(table.id, parts[2:], _RESULT) is not None
    store.claims.release(claim)
    assert store.claims.take(table.id, parts[:2], _RESULT) is not None


def test_several_claims_are_taken_and_released_at_once(
    store: Store, table: Table, parts: list[Part]
) -> None:
    taken = store.claims.take(table.id, parts[:1], _RESULT)
    assert taken is not None
    wanted = [([part], part.name.mutated_by(7)) for part in (*parts, parts[1])]
    claims = store.claims.take_each(table.id, wanted, is_mutation=True)
    assert [str(claim.result) for claim in claims] == ["all_2_2_0_7", "all_3_3_0_7"]
    assert store.claims.all() == [taken, *claims]
    store.claims.release(*claims)
    assert store.claims.all() == [taken]


def test_a_part_that_went_cannot_be_claimed(store: Store, table: Table, parts: list[Part]) -> None:
    store.registry.parts.commit(table.id, [], [], replaces=[parts[0].id])
    assert store.claims.take(table.id, parts[:2], _RESULT) is None


def test_other_processes_see_a_claim_until_its_owner_is_gone(
    tmp_path: Path, store: Store, table: Table, parts: list[Part]
) -> None:
    with open_store(tmp_path) as other:
        assert other.claims.take(table.id, parts, _RESULT) is not None
        assert store.claims.take(table.id, parts, _RESULT) is None
    assert store.claims.all() == []
    assert store.claims.take(table.id, parts, _RESULT) is not None


def test_claims_of_an_unknown_process_do_not_count(
    store: Store, table: Table, parts: list[Part]
) -> None:
    Claims(store.registry, "nobody").take(table.id, parts, _RESULT)
    assert store.claims.all(table.id) == []


@pytest.mark.parametrize(("host", "counts"), [(None, False), ("elsewhere", True)])
def test_a_process_that_died_on_this_machine_claims_nothing(
    store: Store, table: Table, parts: list[Part], host: str | None, counts: bool
) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    here = this_process()
    dead = replace(here, host=host or here.host, pid=process.pid)
    store.registry.owners.register("dead", dead)
    Claims(store.registry, "dead").take(table.id, parts, _RESULT)
    assert bool(store.claims.all()) is counts
    assert (store.claims.take(table.id, parts, _RESULT) is None) is counts


def test_claims_go_with_their_table(store: Store, table: Table, parts: list[Part]) -> None:
    store.claims.take(table.id, parts, _RESULT)
    store.registry.tables.drop(table.id)
    store.registry.expired.forget_table(table.id)
    assert store.claims.all() == []


@pytest.fixture
def failing(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """While the list is not empty, transactions take effect and the registry does not say so."""
    failures: list[bool] = []
    writing = store.registry.writing

    @contextlib.contextmanager
    def silent() -> Iterator[Connection]:
        with writing() as connection:
            yield connection
        if failures:
            raise RmtError("KEEPER_EXCEPTION", "The registry failed.")

    monkeypatch.setattr(store.registry, "writing", silent)
    return failures


def test_a_claim_nobody_was_told_of_is_no_hindrance(
    store: Store, table: Table, parts: list[Part], failing: list[bool]
) -> None:
    failing.append(True)
    with refused("KEEPER_EXCEPTION"):
        store.claims.take(table.id, parts, _RESULT)
    failing.clear()
    assert store.claims.take(table.id, parts, _RESULT) is not None


def test_a_claim_that_could_not_be_released_is_no_hindrance(
    store: Store, table: Table, parts: list[Part], monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = store.claims.take(table.id, parts, _RESULT)
    assert claim is not None
    with monkeypatch.context() as patch:
        failure = RmtError("KEEPER_EXCEPTION", "The registry failed.")
        patch.setattr(store.registry, "writing", Mock(side_effect=failure))
        store.claims.release(claim)
    assert store.claims.all(table.id) == [claim]
    assert store.claims.take(table.id, parts, _RESULT) is not None
    assert len(store.claims.all(table.id)) == 1
