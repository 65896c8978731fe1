from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rmt_engine.store.table import (
    MERGE_TREE,
    REPLACING,
    Column,
    Index,
    KeyColumn,
    PartitionElement,
    Table,
    TableDefinition,
)
from tests.store.samples import definition

_texts = st.text(max_size=8)
_tuples = st.lists(_texts, max_size=3).map(tuple)


def _many(kind: type) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(st.from_type(kind), max_size=3).map(tuple)


_definitions = st.builds(
    TableDefinition,
    columns=_many(Column),
    engine=st.sampled_from([REPLACING, MERGE_TREE]),
    order_by=_tuples,
    primary_key=_tuples,
    partition_by=_many(PartitionElement),
    key=_many(KeyColumn),
    version=st.none() | _texts,
    is_deleted=st.none() | _texts,
    partition_follows_key=st.booleans(),
    settings=st.dictionaries(_texts, _texts, max_size=3),
    indexes=_many(Index),
    comment=_texts,
)


@given(_definitions)
def test_a_definition_survives_the_registry(definition: TableDefinition) -> None:
    assert TableDefinition.from_json(definition.to_json()) == definition


_COLUMNS = (
    Column("k", "Int64"),
    Column("D", "Int64", "DEFAULT", "k + 1"),
    Column("m", "Int64", "MATERIALIZED", "k + 2"),
    Column("a", "Int64", "ALIAS", "k + 3"),
)
_ALL_KINDS = TableDefinition(_COLUMNS, REPLACING)


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (_ALL_KINDS.stored_columns, ["k", "D", "m"]),
        (_ALL_KINDS.visible_columns, ["k", "D"]),
        (_ALL_KINDS.hidden_columns, ["m", "a"]),
    ],
    ids=["stored", "visible", "hidden"],
)
def test_the_kind_of_a_column_tells_where_it_is(
    columns: tuple[Column, ...], names: list[str]
) -> None:
    assert [column.name for column in columns] == names


@pytest.mark.parametrize(
    ("name", "found"), [("k", "k"), ("K", "k"), ("d", "D"), ("A", "a"), ("x", None)]
)
def test_a_column_is_found_in_any_case(name: str, found: str | None) -> None:
    column = _ALL_KINDS.column(name)
    assert (column.name if column else None) == found


def test_key_columns_are_named_in_the_order_of_the_key() -> None:
    key = (KeyColumn("b"), KeyColumn("__key_1", "lower(a)", "String"))
    assert TableDefinition((), REPLACING, key=key).key_columns == ("b", "__key_1")


def test_a_table_is_qualified_by_its_database() -> None:
    assert Table(1, "u", "db", "T", definition(), 0, 0.0).qualified == "db.T"


def test_a_definition_of_before_replicated_engines_is_read() -> None:
    values = json.loads(definition().to_json())
    del values["is_replicated"]
    assert TableDefinition.from_json(json.dumps(values)) == definition()


def test_the_values_are_imported_without_a_database() -> None:
    script = "import sys, rmt_engine.store.table; sys.exit('sqlalchemy' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
