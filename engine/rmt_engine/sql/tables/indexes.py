"""`INDEX name expression TYPE type GRANULARITY n`: data skipping indexes.

Source of the semantics:
https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-data_skipping-indexes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import IndexClause
from rmt_engine.sql.tables.expressions import (
    check_identifiers,
    expression_text,
    is_constant,
    is_deterministic,
)
from rmt_engine.sql.tables.index_types import check_index_types, index_elements
from rmt_engine.sql.text.tokens import split_list
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.table import Column, Index

__all__ = ["checked_index"]

_COUNTS = {"ngrambf_v1": 4, "tokenbf_v1": 3, "sparse_grams": 5}
"""How many arguments the types take that look into texts."""
_OF_TEXTS = (*_COUNTS, "text")
_INDEXES = ("minmax", "set", "bloom_filter", *_OF_TEXTS)
_ALLOW_SUSPICIOUS = "allow_suspicious_indices"
_INDEXES_HINT = f"The types are {', '.join(_INDEXES)}."


def checked_index(
    index: IndexClause, columns: Sequence[Column], is_on: Callable[[str], bool]
) -> Index:
    """An index as it is kept.

    Args:
        index: its declaration.
        columns: those of the table.
        is_on: whether a setting of the session is on.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`, `INCORRECT_QUERY`; `NOT_IMPLEMENTED` and `ILLEGAL_INDEX`, of
            that type; `BAD_ARGUMENTS` and `BAD_GET`, by its arguments; and as `check_index_types`.
    """
    types = {c.name: parse_type(c.type) for c in columns if c.kind != "EPHEMERAL"}
    check_identifiers(index.expression, types, f"the index {index.name}")
    _check_index_type(index)
    _check_expression(index)
    if not is_on(_ALLOW_SUSPICIOUS):
        _check_duplicates(index)
    check_index_types(index, types)
    return Index(index.name, index.expression, index.type, index.granularity)


def _check_expression(index: IndexClause) -> None:
    for element in index_elements(index.expression):
        if is_constant(element):
            raise RmtError(
                "INCORRECT_QUERY", f"Secondary index '{index.name}' cannot contain constants."
            )
        if not is_deterministic(element):
            raise RmtError(
                "BAD_ARGUMENTS",
                "Expression must be deterministic but it contains non-deterministic part "
                f"`{element}`: for secondary index '{index.name}'.",
            )


def _check_duplicates(index: IndexClause) -> None:
    elements = [expression_text(element) for element in index_elements(index.expression)]
    if len(set(elements)) < len(elements):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Secondary index '{index.name}' contains a duplicate expression.",
            f"Name each once, or set {_ALLOW_SUSPICIOUS} = 1.",
        )


def _check_index_type(index: IndexClause) -> None:
    kind, _, arguments = index.type.partition("(")
    kind = kind.strip().lower()
    if kind == "vector_similarity":
        raise RmtError(
            "NOT_IMPLEMENTED", f"An index of type {index.type} is not supported yet.", _INDEXES_HINT
        )
    if kind == "hypothesis":
        raise RmtError(
            "ILLEGAL_INDEX", "Index of type 'hypothesis' is no longer supported.", _INDEXES_HINT
        )
    if kind not in _INDEXES:
        raise RmtError("INCORRECT_QUERY", f"Unknown index type {index.type}.", _INDEXES_HINT)
    if kind == "set" and not arguments.rstrip(") "):
        raise RmtError(
            "INCORRECT_QUERY",
            "An index of type set must have one argument.",
            "It is the most values it holds, 0 for no bound: set(100).",
        )
    text = arguments.rpartition(")")[0].strip()
    if kind == "set" and not text.isdigit():
        raise RmtError("INCORRECT_QUERY", "Set index argument must be positive integer.")
    if kind == "bloom_filter" and text and not re.fullmatch(r"0?\.\d+", text):
        raise RmtError(
            "BAD_ARGUMENTS",
            "The BloomFilter false positive must be a double number between 0 and 1.",
        )
    if kind in _OF_TEXTS:
        _check_arguments(index, kind, text)


def _check_arguments(index: IndexClause, kind: str, text: str) -> None:
    """Makes sure that an index that looks into texts has the arguments it needs."""
    where = f"When validating secondary index `{index.name}`."
    if kind == "text":
        if not re.search(r"\btokenizer\s*=", text):
            raise RmtError("BAD_ARGUMENTS", f"Text index argument 'tokenizer' is required: {where}")
        return
    arguments = split_list(f"({text})") if text else []
    if len(arguments) != _COUNTS[kind]:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"`{kind.removesuffix('_v1')}` index must have exactly {_COUNTS[kind]} arguments: "
            f"{where}",
        )
    if any(not argument.strip().isdigit() for argument in arguments):
        raise RmtError("BAD_GET", f"Arguments of {kind} are whole numbers: {where}")
    if kind == "ngrambf_v1" and int(arguments[0]) < 1:
        raise RmtError("BAD_ARGUMENTS", f"ngram length must be at least 1: {where}")
