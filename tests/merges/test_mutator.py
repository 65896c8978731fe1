from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import examples
from support.waiting import eventually

from rmt_engine.errors import RmtError
from rmt_engine.merges import changed_parts, mutator
from rmt_engine.merges.final import TABLE, FinalRows
from rmt_engine.merges.mutator import Mutator
from rmt_engine.merges.rewrite import (
    RewriteSource,
    plan_rewrite,
    rewrite_runs,
)
from rmt_engine.store.mutations import Mutation
from rmt_engine.store.part import PartName
from rmt_engine.store.store import Store
from rmt_engine.store.table import ROW_ID, Table
from tests.merges.changes import COLUMNS, Change, Changer, add, delete, row_of
from tests.merges.tables import (
    Bench,
    Row,
    current,
    newest,
    read_run,
    row_ids,
)
from tests.store.samples import open_store, paths, refused, stagings


class Workshop:
    """A table, and a mutator that is called step by step."""

    def __init__(self, store: Store, **changes: Change) -> None:
        self.store = store
        self.bench = Bench(store, COLUMNS, version="v", is_deleted="d")
        self.changer = Changer(self.bench, **changes)
        self.told: list[Table] = []
        self.mutator = Mutator(store, self.changer, self.told.append)

    def record(self, change: str) -> Mutation:
        return self.store.mutations.record(self.bench.table.id, change)

    def mutate(self, change: str) -> Mutation:
        mutation = self.record(change)
        self.finish()
        return mutation

    def finish(self) -> None:
        for _ in range(50):
            if not self.store.mutations.unfinished(self.bench.table.id):
                return
            time.sleep(min(self.mutator.advance(), 0.01))
        raise AssertionError("the mutation is not done")

    def found(self, mutation: Mutation) -> Mutation:
        found = self.store.mutations.find(mutation.id)
        assert found is not None
        return found

    def ns(self) -> list[int]:
        return [row["n"] for row in self.bench.rows()]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store of its own for each test: a mutator works on all tables."""
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def workshop(store: Store) -> Workshop:
    """Three parts: rows 1 and 2, rows 3 and 4, row 5."""
    workshop = Workshop(
        store,
        delete=delete(2, 5),
        late=delete(3),
        add=add(10, 1, 3),
        nothing=delete(),
        everything=lambda _: None,
    )
    for block in (
        (row_of(1, n=1), row_of(2, n=2)),
        (row_of(3, n=3), row_of(4, n=4)),
        (row_of(5, n=5),),
    ):
        workshop.bench.insert(*block)
    return workshop


# How many rows changed


@pytest.mark.parametrize(
    ("change", "rows"), [("delete", 2), ("add", 2), ("nothing", 0), ("everything", 5)]
)
def test_the_rows_that_match_are_counted(workshop: Workshop, change: str, rows: int) -> None:
    before = [part.name for part in workshop.bench.snapshot().parts]
    mutation = workshop.mutate(change)
    assert workshop.mutator.rows_changed(mutation, before) == rows


def test_rows_that_another_process_changed_are_not_known(workshop: Workshop) -> None:
    before = [part.name for part in workshop.bench.snapshot().parts]
    mutation = workshop.mutate("delete")
    changer = Changer(workshop.bench)
    other = Mutator(workshop.store, changer, lambda _: None)
    assert other.rows_changed(mutation, before) is None
    assert other.rows_changed(mutation, []) == 0


# What becomes of parts


def test_a_delete_takes_rows_and_parts_without_any_go(workshop: Workshop) -> None:
    mutation = workshop.mutate("delete")
    assert mutation.number == 4
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1_4"]
    assert workshop.ns() == [1, 3, 4]
    assert workshop.found(mutation).is_done
    assert [table.id for table in workshop.told] == [workshop.bench.table.id]
    assert stagings(workshop.store.registry) == []


def test_an_update_keeps_every_row_in_its_place(workshop: Workshop) -> None:
    workshop.mutate("add")
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1_4", "all_3_3_1_4"]
    assert workshop.ns() == [11, 2, 13, 4, 5]
    assert all(part.complete and part.unique for part in workshop.bench.snapshot().parts)


def test_a_part_that_lost_rows_is_not_complete(workshop: Workshop) -> None:
    workshop.mutate("delete")
    assert [part.complete for part in workshop.bench.snapshot().parts] == [False, True]


def test_files_without_a_match_are_shared(workshop: Workshop) -> None:
    before = {part.name.min_block: part.files for part in workshop.bench.snapshot().parts}
    workshop.mutate("delete")
    after = {part.name.min_block: part.files for part in workshop.bench.snapshot().parts}
    assert after[2] == before[2]
    assert after[1] != before[1]
    assert workshop.changer.rewritten == [before[1][0].path, before[3][0].path]


def test_a_mutation_without_a_match_copies_nothing(workshop: Workshop) -> None:
    known = paths(workshop.store)
    workshop.mutate("nothing")
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1_4", "all_3_3_1_4"]
    assert paths(workshop.store) == known


def test_a_table_can_be_emptied(workshop: Workshop) -> None:
    workshop.mutate("everything")
    assert workshop.bench.names() == []


def test_rewritten_rows_get_ids_of_their_own(workshop: Workshop) -> None:
    old = set(row_ids(workshop.store.storage, workshop.bench.snapshot().files))
    workshop.mutate("add")
    files = workshop.bench.snapshot().files
    new = row_ids(workshop.store.storage, files)
    assert len(set(new)) == len(new) == 5
    assert set(new) & old == set(row_ids(workshop.store.storage, files[2:]))
    assert all(file.minmax and file.marks for file in files)


def test_parts_inserted_later_are_left_alone(workshop: Workshop) -> None:
    workshop.record("delete")
    workshop.bench.insert(row_of(9, n=2))
    workshop.finish()
    assert workshop.ns() == [1, 3, 4, 2]
    assert workshop.bench.names()[-1] == "all_5_5_1"


def test_mutations_are_carried_out_in_order(workshop: Workshop) -> None:
    workshop.record("add")
    workshop.record("late")
    workshop.finish()
    assert workshop.ns() == [11, 2, 13, 4, 5]
    assert workshop.bench.names() == ["all_1_1_1_5", "all_2_2_1_5", "all_3_3_1_5"]


def test_a_merge_is_mutated_as_a_whole(workshop: Workshop) -> None:
    workshop.record("delete")
    workshop.bench.optimize(final=True)
    workshop.finish()
    assert workshop.bench.names() == ["all_1_3_2_4"]
    assert workshop.ns() == [1, 3, 4]


def test_a_merge_of_mutated_parts_has_their_data_version(workshop: Workshop) -> None:
    workshop.mutate("add")
    workshop.bench.insert(row_of(9, n=9))
    workshop.bench.optimize(final=True)
    assert workshop.bench.names() == ["all_1_5_2_4"]


def test_parts_are_not_merged_across_a_mutation_under_way(workshop: Workshop) -> None:
    workshop.record("delete")
    workshop.bench.insert(row_of(8, n=8))
    workshop.bench.insert(row_of(9, n=9))
    assert workshop.bench.optimize(final=True) == 0
    assert workshop.bench.optimize(partition_id="all") == 0
    workshop.finish()
    assert workshop.bench.optimize(final=True) == 1
    assert workshop.bench.names() == ["all_1_6_2_4"]


# FINAL


def test_deleting_the_newest_row_shows_the_one_before(store: Store) -> None:
    workshop = Workshop(store, delete=delete(2))
    final_rows = FinalRows(store)

    def shown() -> list[int]:
        state = final_rows.state(workshop.bench.snapshot(), TABLE)
        return [row["n"] for row in workshop.bench.visible(state)]

    workshop.bench.insert(row_of(1, v=1, n=1), row_of(7, n=7))
    workshop.bench.insert(row_of(1, v=2, n=2))
    assert shown() == [7, 2]
    workshop.mutate("delete")
    assert shown() == [1, 7]


def test_a_vector_that_missed_a_delete_is_not_continued(store: Store) -> None:
    """The parts that tell of the delete are forgotten before FINAL comes again."""
    workshop = Workshop(store, delete=delete(2))
    workshop.bench.insert(row_of(1, v=1, n=1))
    workshop.bench.insert(row_of(1, v=2, n=2), row_of(8, n=8))
    workshop.bench.insert(row_of(9, n=9))
    FinalRows(store).state(workshop.bench.snapshot(), TABLE)
    workshop.mutate("delete")
    workshop.bench.optimize()
    outdated = store.registry.parts.outdated(workshop.bench.table.id)
    store.registry.expired.forget_parts([part.id for part in outdated])
    state = FinalRows(store).state(workshop.bench.snapshot(), TABLE)
    assert sorted(row["n"] for row in workshop.bench.visible(state)) == [1, 8, 9]


@given(
    st.lists(
        st.one_of(
            st.tuples(
                st.just("insert"),
                st.lists(st.tuples(st.integers(0, 6), st.integers(0, 2)), min_size=1, max_size=8),
            ),
            st.tuples(st.sampled_from(["delete", "update", "mask"]), st.integers(0, 4)),
            st.tuples(st.just("merge"), st.just(True)),
        ),
        max_size=8,
    )
)
@settings(max_examples=examples(5))
def test_random_programs_agree_with_a_list_of_rows(steps: list[tuple[str, Any]]) -> None:
    """Vectors are carried on from step to step, as an endpoint does."""
    with tempfile.TemporaryDirectory() as directory, open_store(Path(directory)) as store:
        _run_program(store, steps)


def _run_program(store: Store, steps: list[tuple[str, Any]]) -> None:
    workshop = Workshop(store)
    final_rows = FinalRows(store)
    changes: dict[str, Change] = {}
    workshop.changer.changes = changes
    model: list[Row] = []
    numbers = iter(range(10_000))
    for kind, argument in steps:
        if kind == "insert":
            block = [row_of(k, v=v, n=next(numbers)) for k, v in argument]
            workshop.bench.insert(*block)
            model += newest(block, "k", "v")
        elif kind == "merge":
            workshop.bench.optimize(final=argument)
            model = newest(model, "k", "v")
        else:
            change = _modulo(kind, argument)
            changes[f"{kind} {len(changes)}"] = change
            workshop.mutate(f"{kind} {len(changes) - 1}")
            model = [row for old in model if (row := change(old)) is not None]
        state = final_rows.state(workshop.bench.snapshot(), TABLE)
        shown = sorted(workshop.bench.visible(state), key=lambda row: row["k"])
        assert shown == current(model, "k", "v", "d")
    assert stagings(store.registry) == []


def _modulo(kind: str, rest: int) -> Change:
    """Deletes, masks or marks every fifth row."""

    def change(row: Row) -> Row | None:
        if row["n"] % 5 != rest:
            return row
        return {**row, "d": 1 - row["d"]} if kind == "update" else None

    return change


# Readers and others at work


def test_a_reader_sees_each_part_before_or_after(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_parts, "_BATCH_PARTS", 1)
    seen = []
    workshop.changer.before_rewrite = lambda: seen.append(workshop.ns())
    workshop.mutate("add")
    assert [*seen, workshop.ns()] == [[1, 2, 3, 4, 5], [11, 2, 3, 4, 5], [11, 2, 13, 4, 5]]


def test_a_snapshot_outlives_the_mutation(workshop: Workshop) -> None:
    snapshot = workshop.bench.snapshot()
    workshop.mutate("everything")
    storage = workshop.store.storage
    assert [row["n"] for file in snapshot.files for row in read_run(storage, file)] == [
        1,
        2,
        3,
        4,
        5,
    ]


def test_parts_under_merge_wait(workshop: Workshop) -> None:
    workshop.record("delete")
    parts = workshop.bench.snapshot().parts
    claim = workshop.store.claims.take(workshop.bench.table.id, parts[:2], PartName("all", 1, 2, 2))
    assert claim is not None
    workshop.mutator.advance()
    assert workshop.bench.names() == ["all_1_1_1", "all_2_2_1"]
    assert workshop.mutator.advance() > 0
    workshop.store.claims.release(claim)
    workshop.finish()
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1_4"]


def test_claims_are_released(workshop: Workshop) -> None:
    claims = []
    workshop.changer.before_rewrite = lambda: claims.extend(workshop.store.claims.all())
    workshop.mutate("delete")
    assert [(claim.is_mutation, str(claim.result)) for claim in claims] == [
        (True, "all_1_1_1_4"),
        (True, "all_2_2_1_4"),
        (True, "all_3_3_1_4"),
    ]
    assert workshop.store.claims.all() == []


def test_work_on_a_part_that_was_merged_meanwhile_is_done_again(workshop: Workshop) -> None:
    def merge() -> None:
        workshop.changer.before_rewrite = lambda: None
        for claim in workshop.store.claims.all():
            workshop.store.claims.release(claim)
        workshop.bench.optimize(final=True)

    workshop.changer.before_rewrite = merge
    workshop.mutate("delete")
    assert workshop.bench.names() == ["all_1_3_2_4"]
    assert workshop.ns() == [1, 3, 4]
    assert stagings(workshop.store.registry) == []


def test_a_mutation_killed_at_work_changes_nothing_more(workshop: Workshop) -> None:
    mutation = workshop.record("delete")
    workshop.changer.before_rewrite = lambda: workshop.store.mutations.kill(mutation.id)
    known = paths(workshop.store)
    workshop.mutator.advance()
    assert workshop.bench.names() == ["all_1_1_1", "all_2_2_1", "all_3_3_1"]
    assert workshop.store.mutations.all() == []
    assert paths(workshop.store) == known
    assert stagings(workshop.store.registry) == []


@pytest.mark.parametrize("change", ["delete", "mask"])
def test_a_part_that_goes_at_work_does_not_keep_the_others(workshop: Workshop, change: str) -> None:
    def drop_first() -> None:
        workshop.changer.before_rewrite = lambda: None
        first = workshop.bench.snapshot().parts[0]
        workshop.store.partitions.drop_part(workshop.bench.table.id, first.name)

    workshop.changer.before_rewrite = drop_first
    workshop.changer.changes["mask"] = delete(2, 5)
    workshop.mutate(change)
    assert workshop.ns() == [3, 4]
    assert stagings(workshop.store.registry) == []


def test_a_lightweight_delete_killed_at_work_masks_nothing(workshop: Workshop) -> None:
    def kill() -> None:
        [mutation] = workshop.store.mutations.unfinished()
        workshop.store.mutations.kill(mutation.id)

    workshop.changer.before_rewrite = kill
    workshop.changer.changes["mask"] = delete(2, 5)
    workshop.mutate("mask")
    assert workshop.ns() == [1, 2, 3, 4, 5]
    assert stagings(workshop.store.registry) == []


def test_a_rewritten_run_leaves_masked_rows_out(workshop: Workshop) -> None:
    workshop.changer.changes["mask"] = delete(2, 5)
    workshop.mutate("mask")
    workshop.mutate("add")
    assert workshop.ns() == [11, 13, 4]
    parts = workshop.bench.snapshot().parts
    assert [(part.rows, part.masked_rows) for part in parts] == [(1, 0), (2, 0), (1, 1)]
    assert all(part.complete for part in parts)


def test_a_table_detached_at_work_waits_until_it_is_attached(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_parts, "_BATCH_PARTS", 1)
    table, detached = workshop.bench.table, workshop.store.detached_tables

    def detach() -> None:
        workshop.changer.before_rewrite = lambda: None
        detached.detach(table.id, permanently=True)

    workshop.changer.before_rewrite = detach
    workshop.record("add")
    workshop.mutator.advance()
    workshop.mutator.advance()
    assert len(workshop.changer.rewritten) == 1
    detached.attach(table.database, table.name)
    workshop.finish()
    assert workshop.ns() == [11, 2, 13, 4, 5]


def test_a_table_dropped_at_work_is_no_failure(workshop: Workshop) -> None:
    workshop.record("delete")
    table = workshop.bench.table
    workshop.changer.before_rewrite = lambda: workshop.store.registry.tables.drop(table.id)
    workshop.mutator.advance()
    assert workshop.store.mutations.unfinished() == []
    assert stagings(workshop.store.registry) == []


# Failures and crashes


def _fails_on(n: int) -> Change:
    def change(row: Row) -> Row | None:
        if row["n"] == n:
            raise ValueError(f"no good: {n}\nand so on")
        return {**row, "n": row["n"] + 10} if row["n"] < 10 else row

    return change


def test_one_bad_row_keeps_only_its_part_from_being_changed(workshop: Workshop) -> None:
    workshop.changer.changes["bad"] = _fails_on(4)
    mutation = workshop.record("bad")
    assert workshop.mutator.advance() > 0
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1", "all_3_3_1_4"]
    failed = workshop.found(mutation)
    assert (failed.failed_part, failed.fail_reason) == ("all_2_2_1", "no good: 4")
    assert not failed.is_done


def test_a_failed_mutation_is_tried_again_later_and_later(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop.changer.changes["bad"] = _fails_on(4)
    mutation = workshop.record("bad")
    now = [1000.0]
    monkeypatch.setattr(mutator.time, "monotonic", lambda: now[0])
    delays = []
    for _ in range(4):
        delays.append(workshop.mutator.advance())
        assert workshop.mutator.advance() == delays[-1]
        now[0] += delays[-1]
    assert delays == [0.5, 1.0, 2.0, 4.0]
    workshop.changer.changes["bad"] = add(10, 3, 4)
    workshop.mutator.advance()
    assert workshop.found(mutation).is_done
    assert workshop.found(mutation).fail_reason == ""
    assert workshop.ns() == [11, 12, 13, 14, 15]


def test_a_failing_mutation_of_one_table_does_not_stop_the_others(workshop: Workshop) -> None:
    workshop.changer.changes["bad"] = _fails_on(4)
    workshop.record("bad")
    other = Bench(workshop.store, COLUMNS, version="v", is_deleted="d")
    other.insert(row_of(2, n=2), row_of(1, n=1))
    workshop.store.mutations.record(other.table.id, "delete")
    workshop.mutator.advance()
    assert [row["n"] for row in other.rows()] == [1]


def test_a_mutation_that_cannot_be_read_is_failed(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_mutation: Mutation) -> bool:
        raise RmtError("SYNTAX_ERROR", "Syntax error: failed at position 1.")

    monkeypatch.setattr(workshop.changer, "only_masks", unreadable)
    mutation = workshop.record("delete")
    now = [1000.0]
    monkeypatch.setattr(mutator.time, "monotonic", lambda: now[0])
    for delay in (0.5, 1.0, 2.0):
        assert workshop.mutator.advance() == delay
        now[0] += delay
    failed = workshop.found(mutation)
    assert failed.failed_part == "all_1_1_1"
    assert "Syntax error: failed at position 1." in failed.fail_reason


def test_a_later_mutation_waits_for_one_that_fails(workshop: Workshop) -> None:
    workshop.changer.changes["bad"] = _fails_on(4)
    bad = workshop.record("bad")
    workshop.record("late")
    workshop.mutator.advance()
    assert 3 in workshop.ns()
    workshop.store.mutations.kill(bad.id)
    workshop.finish()
    assert workshop.ns() == [11, 12, 4, 15]
    assert workshop.bench.names() == ["all_1_1_1_5", "all_2_2_1_5", "all_3_3_1_5"]


class _CrashError(BaseException):
    pass


def test_a_mutation_goes_on_in_another_process_after_a_crash(
    tmp_path: Path, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_parts, "_BATCH_PARTS", 1)
    changer = workshop.changer

    def crash_second() -> None:
        if changer.rewritten:
            raise _CrashError

    changer.before_rewrite = crash_second
    mutation = workshop.record("add")
    with pytest.raises(_CrashError):
        workshop.mutator.advance()
    assert workshop.ns() == [11, 2, 3, 4, 5]
    changer.before_rewrite = lambda: None
    with open_store(tmp_path) as other:
        assert other.mutations.unfinished() == [mutation]
        mutator = Mutator(other, changer, lambda _: None)
        while other.mutations.unfinished():
            mutator.advance()
    assert workshop.ns() == [11, 2, 13, 4, 5]
    assert workshop.bench.names() == ["all_1_1_1_4", "all_2_2_1_4", "all_3_3_1_4"]


def test_two_processes_share_the_work(tmp_path: Path, workshop: Workshop) -> None:
    workshop.record("add")
    with open_store(tmp_path) as other:
        mutator = Mutator(other, workshop.changer, lambda _: None)

        def meanwhile() -> None:
            workshop.changer.before_rewrite = lambda: None
            assert mutator.advance() > 0

        workshop.changer.before_rewrite = meanwhile
        workshop.finish()
    assert workshop.ns() == [11, 2, 13, 4, 5]


def test_a_stopped_table_waits(workshop: Workshop) -> None:
    stopped = {workshop.bench.table.id}
    mutator = Mutator(workshop.store, workshop.changer, lambda _: None, stopped.__contains__)
    mutation = workshop.record("add")
    assert mutator.advance() > 1
    assert not workshop.changer.rewritten
    stopped.clear()
    while not workshop.found(mutation).is_done:
        mutator.advance()
    assert workshop.ns() == [11, 2, 13, 4, 5]


# The thread


def test_the_thread_takes_up_what_is_left_and_what_comes(workshop: Workshop) -> None:
    first = workshop.record("add")
    workshop.mutator.start()
    try:
        eventually(lambda: workshop.found(first).is_done)
        second = workshop.record("late")
        workshop.mutator.wake()
        eventually(lambda: workshop.found(second).is_done)
    finally:
        workshop.mutator.stop()
    third = workshop.record("delete")
    workshop.mutator.wake()
    assert not workshop.found(third).is_done


def test_stopping_breaks_off_what_is_under_way(workshop: Workshop) -> None:
    begun = threading.Event()

    def work_until_cancelled() -> None:
        begun.set()
        assert workshop.changer.cancelled.wait(60)
        raise RuntimeError("cancelled")

    workshop.changer.before_rewrite = work_until_cancelled
    mutation = workshop.record("delete")
    workshop.mutator.start()
    assert begun.wait(60)
    workshop.mutator.stop()
    assert workshop.bench.names() == ["all_1_1_1", "all_2_2_1", "all_3_3_1"]
    assert workshop.found(mutation).fail_reason == ""
    assert stagings(workshop.store.registry) == []
    assert workshop.store.claims.all() == []


def test_who_waits_for_a_mutation_is_told_when_it_was_looked_after(workshop: Workshop) -> None:
    workshop.mutator.start()
    try:
        eventually(lambda: workshop.mutator.rounds > 0)
        mutation = workshop.record("delete")
        before, rounds = time.monotonic(), workshop.mutator.rounds
        workshop.mutator.wake()
        while not workshop.found(mutation).is_done:
            workshop.mutator.wait_for_round(rounds, 60)
            rounds = workshop.mutator.rounds
            assert time.monotonic() - before < 50, "nobody was told"
        workshop.mutator.wait_for_round(workshop.mutator.rounds, 0.01)
    finally:
        workshop.mutator.stop()


# Rewriting


def test_rows_of_two_runs_in_one_task_are_refused(workshop: Workshop) -> None:
    bench = workshop.bench
    [first, second, _] = bench.snapshot().parts
    with workshop.store.stage(bench.table) as staging:
        sources = [RewriteSource(part, staging.directory) for part in (first, second)]
        plan = plan_rewrite(workshop.store, bench.schema, bench.layout, sources)
        schema = bench.schema.append(pa.field(ROW_ID, pa.int64()))
        storage = workshop.store.storage
        rows = [row for part in (first, second) for f in part.files for row in read_run(storage, f)]
        batches = pa.Table.from_pylist(rows, schema=schema).to_batches()
        with refused("LOGICAL_ERROR", match="more than one stretch"):
            list(rewrite_runs(plan, batches))


def test_row_groups_are_as_large_as_the_layout_says(store: Store) -> None:
    workshop = Workshop(store, add=add(1000, 3))
    workshop.bench.insert(*(row_of(k, n=k) for k in range(30)))
    workshop.mutate("add")
    [file] = workshop.bench.snapshot().files
    with store.storage.open_parquet(file.path) as parquet:
        groups = [parquet.metadata.row_group(i).num_rows for i in range(4)]
    assert groups == [8, 8, 8, 6]
