"""Expressions of a table's definition: what they name, and how Spark computes them."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from sqlglot import exp

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS, function_of_spark
from rmt_engine.sql.translate import parse_expression, translate_expression, unshielded
from rmt_engine.sql.types import UTC, Category, DataType

__all__ = [
    "ExpressionTypes",
    "calls_aggregate",
    "check_identifiers",
    "column_of",
    "identifiers",
    "is_deterministic",
    "normalized",
    "stored_expression",
    "type_of",
]

_RANDOM = {f.known_as.lower() for f in FUNCTIONS.values() if not f.deterministic} | {
    "now",
    "rand",
    "randn",
    "random",
    "uuid",
    "current_timestamp",
    "current_date",
    "randcanonical",
}


class ExpressionTypes(Protocol):
    """Asks Spark about expressions over columns of given types."""

    def types_of(self, columns: Mapping[str, DataType], expressions: Sequence[str]) -> list[str]:
        """Spark's type of each Spark expression.

        Raises:
            RmtError: `UNKNOWN_IDENTIFIER` and the like, an expression makes no sense.
        """

    def evaluate(self, expressions: Sequence[str]) -> None:
        """Evaluates expressions without columns.

        Raises:
            RmtError: a value does not fit.
        """

    def is_on(self, setting: str) -> bool:
        """Whether the statement or its session has turned a setting on."""


@functools.lru_cache(maxsize=1024)
def identifiers(text: str) -> frozenset[str]:
    """The columns an expression names."""
    tree = parse_expression(text)
    return frozenset(column.parts[0].name for column in tree.find_all(exp.Column))


@functools.lru_cache(maxsize=1024)
def column_of(text: str) -> str | None:
    """The column an expression is; None if it computes something."""
    tree = parse_expression(text)
    return tree.name if isinstance(tree, exp.Column) else None


def check_identifiers(text: str, known: Collection[str], where: str) -> None:
    """Makes sure that there are all columns an expression names.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`.
    """
    lower = {name.lower() for name in known}
    missing = sorted(name for name in identifiers(text) if name.lower() not in lower)
    if missing:
        raise RmtError(
            "UNKNOWN_IDENTIFIER",
            f"Missing columns: '{missing[0]}' while processing {where}: '{text}'.",
            f"The columns are: {', '.join(known)}.",
        )


def calls_aggregate(tree: exp.Expr) -> bool:
    """Whether an aggregate or a window function, Spark's or ClickHouse's, is called."""
    if tree.find(exp.AggFunc, exp.Window) is not None:
        return True
    called = (function_of_spark(unshielded(node.name)) for node in tree.find_all(exp.Anonymous))
    return any(function is not None and function.aggregate for function in called)


def is_deterministic(text: str) -> bool:
    """Whether an expression gives the same value every time."""
    functions = (
        node.name if isinstance(node, exp.Anonymous) else node.sql_name()
        for node in parse_expression(text).find_all(exp.Func)
    )
    return not any(unshielded(name.lower()) in _RANDOM for name in functions)


def normalized(text: str) -> str:
    """An expression in the one form that equal ones have."""
    return parse_expression(text).sql("clickhouse", identify=True)


def type_of(name: str, types: Mapping[str, DataType]) -> DataType:
    """The type of a column there is."""
    lower = name.lower()
    return next(data_type for known, data_type in types.items() if known.lower() == lower)


def stored_expression(text: str, types: Mapping[str, DataType], zone: str = UTC) -> str:
    """A declared expression for Spark.

    Columns with a time zone of their own are shifted to its clock, so that `toYYYYMM(t)` gives the
    month in that zone, as ClickHouse does.

    Args:
        text: the expression.
        types: the types of the columns.
        zone: the time zone of the session in which Spark analyzes it.
    """
    spark = translate_expression(text)
    zoned = {
        name: own
        for name, data_type in types.items()
        if data_type.category is Category.DATETIME and (own := data_type.own_timezone)
        if own != zone
    }
    tree = parse_expression(text)
    if isinstance(tree, exp.Column) or not any(name in identifiers(text) for name in zoned):
        return spark
    for name, own in zoned.items():
        clock = f"from_utc_timestamp(`{name}`, '{own}')"
        if zone != UTC:
            clock = f"to_utc_timestamp({clock}, '{zone}')"
        spark = re.sub(rf"(?<![\w`.])`?{re.escape(name)}`?(?![\w`.(])", clock, spark)
    return spark
