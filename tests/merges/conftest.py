"""A store of many tables, in which everything that is cut into pieces is cut into small ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rmt_engine.store.storage import Storage
from rmt_engine.store.store import Store
from tests.store.samples import open_store

_SIZES = {
    "store.runs.MARK_ROWS": 4,
    "merges.ranges.MARK_ROWS": 4,
    "merges.gather._WINDOW_ROWS": 8,
    "merges.planning._TASK_ROWS": 8,
    "merges.planning.FILE_ROWS": 6,
    "merges.final._TASK_ROWS": 8,
    "merges.final._MAX_FILES": 3,
}


@pytest.fixture(autouse=True, scope="package")
def small_pieces() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, rows in _SIZES.items():
            patch.setattr(f"rmt_engine.{name}", rows)
        yield


@pytest.fixture(scope="package")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(tmp_path_factory.mktemp("merges")) as store:
        yield store


@pytest.fixture(scope="package")
def storage(store: Store) -> Storage:
    return store.storage
