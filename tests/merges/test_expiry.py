"""TTL in merges: which parts have to merge because of it, and what a merge then leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from rmt_engine.errors import RmtError
from rmt_engine.merges.expiry import (
    ExpiryLimits,
    due_rules,
    first_moment,
    has_gone,
    is_known,
    select_expired,
)
from rmt_engine.merges.final import TABLE, FinalRows
from rmt_engine.store.part import Part, PartName, RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import Expiry
from tests.merges.tables import Bench
from tests.store.samples import open_store

ROWS = Expiry("ts", name="ttl")
SOME = Expiry("ts", "k = 1", name="some")
VALUES = Expiry("ts", column="v", name="values")
NOW = 1000
ANY = ExpiryLimits(float("inf"))


def _file(size: int = 10, **moments: tuple[int | None, int | None, bool]) -> RunFile:
    """A file of so many bytes; for each rule first and last moment, and if some rows have none."""
    fields = [pa.field(name, pa.int64(), nullable=never) for name, (_, _, never) in moments.items()]
    columns = [[first, last] for first, last, _ in moments.values()]
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, pa.schema(fields)) as stream:
        stream.write_table(pa.table(columns, schema=pa.schema(fields)))
    minmax = bytes(sink.getvalue()) if moments else b""
    return RunFile(f"f{id(fields)}", 1, size, 0, b"", minmax)


def _parts(*files: RunFile) -> list[Part]:
    return [
        Part(n, PartName("all", n, n, 0), (), (file,), True, True, 0.0)
        for n, file in enumerate(files)
    ]


GONE = _file(ttl=(1, 1000, False))
DUE = _file(ttl=(500, 2000, False))
DUE_AND_NEVER = _file(ttl=(400, 600, True))
YOUNG = _file(ttl=(1001, 2000, False))
NEVER = _file(ttl=(None, None, True))
UNKNOWN = _file()


def test_what_the_registry_tells_of_a_file() -> None:
    files = [GONE, DUE, DUE_AND_NEVER, YOUNG, NEVER, UNKNOWN]
    assert [bool(due_rules([ROWS], [f], NOW)) for f in files] == [True] * 3 + [False] * 3
    assert [has_gone([f], [ROWS], NOW) for f in files] == [True] + [False] * 5
    assert [is_known(f, [ROWS]) for f in files] == [True] * 5 + [False]
    assert first_moment(_parts(*files), [ROWS]) == 1
    assert first_moment(_parts(NEVER, UNKNOWN), [ROWS]) == float("inf")
    assert first_moment(_parts(GONE), []) == float("inf")


def test_rows_go_by_whichever_rule_comes_first_and_never_by_that_of_a_column() -> None:
    both = _file(ttl=(2000, 3000, False), some=(1, 2, False))
    assert has_gone([both], [ROWS, SOME], NOW)
    assert due_rules([ROWS, SOME], [both, YOUNG], NOW) == [SOME]
    of_column = _file(values=(1, 2, False))
    assert not has_gone([of_column], [VALUES], NOW)
    assert due_rules([VALUES], [of_column], NOW) == [VALUES]


@pytest.mark.parametrize(
    ("files", "limits", "chosen"),
    [
        ([YOUNG, NEVER, UNKNOWN], ANY, []),
        ([YOUNG, DUE, YOUNG], ANY, [1]),
        ([DUE, YOUNG, DUE_AND_NEVER], ANY, [2]),
        ([YOUNG, DUE, DUE_AND_NEVER, DUE, YOUNG], ANY, [1, 2, 3]),
        ([DUE, GONE, GONE, YOUNG, GONE], ANY, [1, 2]),
        ([DUE, YOUNG], ExpiryLimits(float("inf"), whole_parts=True), []),
        ([DUE, GONE], ExpiryLimits(0, whole_parts=True), [1]),
        ([DUE, DUE, DUE], ExpiryLimits(20), [0, 1]),
        ([DUE], ExpiryLimits(9), []),
        ([DUE, YOUNG], ExpiryLimits(20, may_repeat=lambda partition: partition != "all"), []),
        ([DUE, GONE], ExpiryLimits(20, may_repeat=lambda _: False), [1]),
        ([DUE] * 300, ANY, list(range(100))),
    ],
)
def test_the_parts_that_merge_because_of_it(
    files: Sequence[RunFile], limits: ExpiryLimits, chosen: list[int]
) -> None:
    parts = select_expired([_parts(*files)], [ROWS], limits, NOW)
    assert [part.id for part in parts] == chosen


# Merges


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path) as store:
        yield store


@pytest.fixture
def table(store: Store) -> Bench:
    """A table whose rows know in `ttl` when they expire."""
    return Bench(store, {"k": "Int64", "v": "Int64", "ttl": "Int64"}, version="v", ttl=[ROWS])


def _row(k: int, v: int, ttl: int | None) -> dict[str, Any]:
    return {"k": k, "v": v, "ttl": ttl}


def _pairs(rows: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return sorted((row["k"], row["v"]) for row in rows)


def test_an_expired_row_beats_older_ones_and_goes(table: Bench) -> None:
    table.insert(_row(1, 1, 2000), _row(2, 2, NOW + 1), _row(3, 1, None))
    table.insert(_row(1, 2, NOW), _row(2, 1, 1), _row(4, 1, NOW))
    assert table.optimize(final=True, expires_at=NOW) == 1
    assert _pairs(table.rows()) == [(2, 2), (3, 1)]
    assert table.optimize(final=True, expires_at=NOW + 1) == 1
    assert _pairs(table.rows()) == [(3, 1)]


def test_without_a_time_nothing_expires(table: Bench) -> None:
    table.insert(_row(1, 1, 1), _row(2, 1, 1))
    assert table.optimize(final=True) == 1
    assert len(table.rows()) == 2


def test_when_all_rows_have_expired_nothing_is_read(
    table: Bench, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.insert(_row(1, 1, 1), _row(2, 1, NOW))
    table.insert(_row(1, 1, 7))
    monkeypatch.setattr("rmt_engine.merges.gather.read_rows", None)
    assert table.optimize(final=True, expires_at=NOW) == 1
    assert table.names() == []


def test_a_masked_row_does_not_come_back(table: Bench) -> None:
    table.insert(_row(1, 1, 1), _row(2, 1, 2000), _row(3, 1, 2000), _row(4, 1, 1))
    table.mask(lambda row: row["k"] in (1, 2))
    table.optimize(final=True, expires_at=NOW)
    assert _pairs(table.rows()) == [(3, 1)]


def test_final_shows_what_an_expired_row_of_another_merge_had_beaten(
    table: Bench, store: Store
) -> None:
    table.insert(_row(1, 1, 2000), _row(2, 1, 2000))
    table.insert(_row(1, 2, 1), _row(3, 1, 2000))

    def visible() -> list[tuple[int, int]]:
        return _pairs(table.visible(FinalRows(store).state(table.snapshot(), TABLE)))

    assert visible() == [(1, 2), (2, 1), (3, 1)]
    table.merge(1, expires_at=NOW)
    assert visible() == [(1, 1), (2, 1), (3, 1)]


def test_values_expire_only_with_spark(store: Store) -> None:
    columns = {"k": "Int64", "v": "Int64", "values": "Int64"}
    table = Bench(store, columns, ttl=[VALUES])
    table.insert({"k": 1, "v": 1, "values": 1})
    with pytest.raises(RmtError, match="clear"):
        table.optimize(final=True, expires_at=NOW)
    assert table.optimize(final=True, expires_at=0) == 1
