"""Turns at a table: one at a time, and whether what was read in one is still so at its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from rmt_engine.merges.turn import Turn, TurnLostError
from rmt_engine.merges.updater import Updater
from rmt_engine.store import claims
from rmt_engine.store.part import PartName
from rmt_engine.store.store import Store
from tests.merges.changes import COLUMNS, row_of
from tests.merges.tables import Bench
from tests.store.samples import open_store


class Table:
    """A table of no rows, and statements that want turns at it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.bench = Bench(store, COLUMNS, version="v", is_deleted="d")
        self.updater = Updater(store, Mock())

    def is_lost(self, turn: Turn, *added: PartName) -> bool:
        """Whether what commits at the end of a turn finds that others came between."""
        try:
            with self.store.registry.writing() as connection:
                turn.check(connection, added)
        except TurnLostError:
            return True
        return False


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with open_store(tmp_path) as store:
        yield Table(store)


def _gives_up_after(times: int) -> Callable[[], None]:
    left = iter(range(times))

    def check() -> None:
        if next(left, None) is None:
            raise TimeoutError

    return check


def test_there_is_one_at_a_time_even_without_a_part(table: Table) -> None:
    with table.updater.turn(table.bench.table, lambda: None) as turn:
        assert not table.is_lost(turn)
        waits = table.updater.turn(table.bench.table, _gives_up_after(2))
        with pytest.raises(TimeoutError), waits:
            pass
    with table.updater.turn(table.bench.table, _gives_up_after(1)):
        pass
    assert table.store.claims.all() == []


def test_what_is_inserted_meanwhile_does_not_matter(table: Table) -> None:
    table.bench.insert(row_of(1, n=1))
    with table.updater.turn(table.bench.table, lambda: None) as turn:
        table.bench.insert(row_of(2, n=2))
        assert not table.is_lost(turn)


def test_it_is_lost_to_whoever_took_its_process_for_dead(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table.updater.turn(table.bench.table, lambda: None) as turn:
        with monkeypatch.context() as patched:
            patched.setattr(claims, "may_be_there", lambda owner: False)
            assert not table.is_lost(turn), "nobody came"
            with table.updater.turn(table.bench.table, lambda: None) as other:
                assert not table.is_lost(other)
                assert table.is_lost(turn)
        assert table.is_lost(turn)


def _mutate(table: Table) -> None:
    table.store.mutations.record(table.bench.table.id, "DELETE WHERE 1")


def _truncate(table: Table) -> None:
    table.store.registry.parts.commit(table.bench.table.id, [], [], replaces=None)


def _rename(table: Table) -> None:
    table.store.registry.tables.rename([(("db", table.bench.table.name), ("db", "elsewhere"))])


def _drop(table: Table) -> None:
    table.store.registry.tables.drop(table.bench.table.id)


@pytest.mark.parametrize("change", [_truncate, _rename, _drop])
def test_it_is_lost_to_what_changes_what_it_read(
    table: Table, change: Callable[[Table], None]
) -> None:
    table.bench.insert(row_of(1, n=1))
    with table.updater.turn(table.bench.table, lambda: None) as turn:
        assert not table.is_lost(turn)
        change(table)
        assert table.is_lost(turn)


def test_mutations_of_the_parts_there_are_come_after_it(table: Table) -> None:
    table.bench.insert(row_of(1, n=1))
    with table.updater.turn(table.bench.table, lambda: None) as turn:
        _mutate(table)
        first, later = (PartName("all", n, n, 0) for n in (turn.blocks[0], turn.blocks.stop))
        assert not table.is_lost(turn, first)
        assert table.is_lost(turn, later), "the mutation does not concern the part"


def test_a_mutation_of_no_part_comes_before_it(table: Table) -> None:
    with table.updater.turn(table.bench.table, lambda: None) as turn:
        _mutate(table)
        assert table.is_lost(turn)
