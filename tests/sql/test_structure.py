from __future__ import annotations

from dataclasses import replace

import pytest

from rmt_engine.sql.tables.structure import check_same_structure
from tests.sql.support import define
from tests.store.samples import refused

_T = (
    "CREATE TABLE t (p UInt8, k Int64, ver UInt32, v String) "
    "ENGINE = ReplacingMergeTree(ver) PARTITION BY p ORDER BY (k, intDiv(ver, 2))"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("ReplacingMergeTree(ver)", "MergeTree"),
        ("ver UInt32, v String", "v String, ver UInt32"),
        ("v String", "v String DEFAULT 'x', a String ALIAS v"),
        ("v String", "v String CODEC(ZSTD), INDEX i v TYPE minmax"),
        ("intDiv(ver, 2)", "intDiv( ver,2 )"),
        ("PARTITION BY p", "PARTITION BY (p)"),
    ],
)
def test_tables_that_may_exchange_partitions(old: str, new: str) -> None:
    check_same_structure(define(_T), define(_T.replace(old, new) if old else _T))


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("UInt32", "UInt64", "INCOMPATIBLE_COLUMNS", "structure"),
        ("v String", "v String, w String", "INCOMPATIBLE_COLUMNS", "structure"),
        ("v String", "V String", "INCOMPATIBLE_COLUMNS", "structure"),
        ("v String", "v Nullable(String)", "INCOMPATIBLE_COLUMNS", "structure"),
        ("(k, intDiv(ver, 2))", "k", "BAD_ARGUMENTS", "ordering"),
        ("intDiv(ver, 2)", "intDiv(ver, 3)", "BAD_ARGUMENTS", "ordering"),
        ("PARTITION BY p", "", "BAD_ARGUMENTS", "partition key"),
        ("PARTITION BY p", "PARTITION BY p % 10", "BAD_ARGUMENTS", "partition key"),
        ("2))", "2)) PRIMARY KEY k", "BAD_ARGUMENTS", "primary key"),
    ],
)
def test_tables_that_may_not(old: str, new: str, error: str, message: str) -> None:
    with refused(error, match=f"Tables have different {message}"):
        check_same_structure(define(_T), define(_T.replace(old, new)))


def test_ids_of_days_by_the_calendar_do_not_come_into_a_newer_table() -> None:
    new = define(
        "CREATE TABLE t (k Int64, day Nullable(Date)) ENGINE = MergeTree PARTITION BY day "
        "ORDER BY k SETTINGS allow_nullable_key = 1"
    )
    [element] = new.partition_by
    old = replace(new, partition_by=(replace(element, counts_days=False),))
    for one, other in ((new, old), (old, new)):
        with refused("BAD_ARGUMENTS", match="Tables have different partition key"):
            check_same_structure(one, other)
