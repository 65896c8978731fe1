"""Functions of CREATE FUNCTION in the registry."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.store.registry import Registry


def test_functions_come_and_go(registry: Registry) -> None:
    functions = registry.sql_functions
    functions.create("f", "x -> x", replace=False, if_not_exists=False)
    functions.create("f", "x -> x + 1", replace=False, if_not_exists=True)
    assert functions.all() == {"f": "x -> x"}
    functions.create("f", "x -> x + 2", replace=True, if_not_exists=False)
    functions.create("g", "() -> 1", replace=True, if_not_exists=False)
    assert functions.all() == {"f": "x -> x + 2", "g": "() -> 1"}
    with pytest.raises(RmtError, match="FUNCTION_ALREADY_EXISTS"):
        functions.create("f", "x -> x", replace=False, if_not_exists=False)
    assert functions.drop("g")
    assert not functions.drop("g")
    assert functions.all() == {"f": "x -> x + 2"}


def test_another_process_sees_them(registry: Registry) -> None:
    other = Registry(registry.url)
    assert other.sql_functions.all() == {}
    registry.sql_functions.create("f", "x -> x", replace=False, if_not_exists=False)
    assert other.sql_functions.all() == {"f": "x -> x"}
    registry.sql_functions.create("f", "x -> 2", replace=True, if_not_exists=False)
    assert other.sql_functions.all() == {"f": "x -> 2"}
    other.close()
