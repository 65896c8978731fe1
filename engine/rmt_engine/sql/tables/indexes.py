"""`INDEX name expression TYPE type GRANULARITY n`: data skipping indexes.

Source of the semantics:
https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-data_skipping-indexes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import IndexClause
from rmt_engine.sql.grammar.tokens import split_list
from rmt_engine.sql.tables.expressions import check_identifiers, column_of
from rmt_engine.sql.values.types import Category, DataType, parse_type
from rmt_engine.store.table import Column, Index

__all__ = ["checked_index"]

_WHOLE = re.compile(r"(?:tuple)?\((.*)\)", re.DOTALL | re.IGNORECASE)
_INDEXES = ("minmax", "set", "bloom_filter")
_MISSING_INDEXES = (
    """ngrambf_v1 tokenbf_v1 sparse_grams text vector_similarity hypothesis""".split()
)
_INDEXES_HINT = "The types are minmax, set and bloom_filter."


def checked_index(index: IndexClause, columns: Sequence[Column]) -> Index:
    """An index as it is kept.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`, `INCORRECT_QUERY`; `NOT_IMPLEMENTED`, of that type;
            `BAD_ARGUMENTS`, `ILLEGAL_COLUMN`, a column holds states.
    """
    types = {c.name: parse_type(c.type) for c in columns if c.kind != "EPHEMERAL"}
    check_identifiers(index.expression, types, f"the index {index.name}")
    _check_index_type(index)
    _check_columns(index, types)
    return Index(index.name, index.expression, index.type, index.granularity)


def _check_columns(index: IndexClause, types: Mapping[str, DataType]) -> None:
    """Makes sure that the values of the columns can be compared, or hashed.

    Raises:
        RmtError: `BAD_ARGUMENTS` and `ILLEGAL_COLUMN`, one holds states of an aggregate function.
    """
    kind = index.type.partition("(")[0].strip().lower()
    whole = _WHOLE.fullmatch(index.expression.strip())
    for element in split_list(whole[1] if whole else index.expression):
        name = column_of(element)
        data_type = types.get(name) if name is not None else None
        if data_type is None or data_type.category is not Category.STATE:
            continue
        if kind == "minmax":
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Data type of argument for minmax index must be comparable, got {data_type} type "
                f"for column {name} instead: When validating secondary index `{index.name}`.",
            )
        if kind == "bloom_filter":
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Unexpected type {data_type} of bloom filter index: When validating secondary "
                f"index `{index.name}`.",
            )


def _check_index_type(index: IndexClause) -> None:
    kind, _, arguments = index.type.partition("(")
    kind = kind.strip().lower()
    if kind in _MISSING_INDEXES:
        raise RmtError(
            "NOT_IMPLEMENTED", f"An index of type {index.type} is not supported yet.", _INDEXES_HINT
        )
    if kind not in _INDEXES:
        raise RmtError("INCORRECT_QUERY", f"Unknown index type {index.type}.", _INDEXES_HINT)
    if kind == "set" and not arguments.rstrip(") "):
        raise RmtError(
            "INCORRECT_QUERY",
            "An index of type set must have one argument.",
            "It is the most values it holds, 0 for no bound: set(100).",
        )
