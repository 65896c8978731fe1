"""ClickHouse SQL that Spark cannot parse, as Spark SQL.

sqlglot translates; the functions this engine adds to Spark keep their names, because they give
ClickHouse's answers where sqlglot's nearest Spark function would not (`toMonday` is a date, not a
timestamp).
"""

from __future__ import annotations

import contextlib
import re
from itertools import pairwise

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from rmt_engine.errors import RmtError
from rmt_engine.sql.clickhouse_expressions import spell_elements
from rmt_engine.sql.function_calls import homonym_calls, parameter_edits
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.operators import spell_operators
from rmt_engine.sql.quoting import quote_name
from rmt_engine.sql.tokens import Kind, splice, tokenize

__all__ = ["parse_expression", "translate_expression", "translate_query", "unshielded"]

_SHIELD = "rmt_keep_"
_SHIELDED = re.compile(rf"\b{_SHIELD}(\w+)", re.IGNORECASE)
_NAMES = {f.known_as.lower(): f.known_as for f in FUNCTIONS.values()}


_UNREADABLE = (SqlglotError, RecursionError, AttributeError, IndexError, TypeError)
"""What sqlglot raises: nonsense, `CREATE DEFAULT SAMPLE`, may reach a place where it trips."""


def translate_query(text: str) -> str | None:
    """A ClickHouse query as Spark SQL, or None when it is no ClickHouse query either."""
    try:
        tree = sqlglot.parse_one(_shield(text), read="clickhouse")
    except (*_UNREADABLE, RmtError):
        return None
    if not isinstance(tree, exp.Query | exp.Values):
        return None
    try:
        return _generate(tree)
    except (ValueError, RecursionError):
        return None


def parse_expression(text: str) -> exp.Expr:
    """Reads a ClickHouse expression.

    Raises:
        RmtError: `SYNTAX_ERROR`, it cannot be read.
    """
    try:
        return sqlglot.parse_one(_shield(text), read="clickhouse")
    except _UNREADABLE as error:
        first = str(error).split("\n", maxsplit=1)[0]
        raise RmtError("SYNTAX_ERROR", f"Cannot read the expression {text}: {first}") from error


def translate_expression(text: str) -> str:
    """A ClickHouse expression as a Spark expression.

    Raises:
        RmtError: `SYNTAX_ERROR`, it cannot be read.
    """
    return _generate(parse_expression(text))


def unshielded(name: str) -> str:
    """The name of a function in a tree that `parse_expression` made, as Spark knows it."""
    return name.removeprefix(_SHIELD)


_RESERVED = frozenset(
    """ALL AND AS BETWEEN BY CASE CAST COLUMN CREATE DISTINCT ELSE END EXISTS FINAL FORMAT FROM
    GROUP HAVING IN INSERT INTERVAL IS JOIN LEFT LIKE LIMIT OFFSET ON OR ORDER PARTITION PREWHERE
    RIGHT SELECT SET SETTINGS TABLE THEN UNION USING VALUES WHEN WHERE WITH""".split()
)
"""Words of ClickHouse's grammar that may nevertheless be the name of a column."""
_BEFORE_NAME = frozenset(
    ("(", "[", ",", "=", "==", "<>", "!=", "<", ">", "<=", ">=", "+", "/", "%")
)
_AFTER_NAME = frozenset((")", "]", *_BEFORE_NAME)) - {"(", "["}


def _with_quoted_names(text: str) -> str:
    """Quotes words of the grammar where only a name can stand: `select` of `(select, k)`."""
    tokens = tokenize(text)
    edits = [
        (token.start, token.end, quote_name(token.value))
        for index, token in enumerate(tokens)
        if token.word in _RESERVED
        and (not index or tokens[index - 1].value in _BEFORE_NAME)
        and (index + 1 == len(tokens) or tokens[index + 1].value in _AFTER_NAME)
    ]
    return splice(text, edits)


_CONVERSIONS = {
    exp.DType.INT128: "toInt128",
    exp.DType.INT256: "toInt256",
    exp.DType.UINT128: "toUInt128",
    exp.DType.UINT256: "toUInt256",
    exp.DType.IPV4: "toIPv4",
    exp.DType.IPV6: "toIPv6",
}
"""The functions for casts to types that Spark does not know."""


def _with_conversions(node: exp.Expr) -> exp.Expr:
    """Casts to types that Spark does not know, as calls; `CAST(x, 'T')` is `CAST(x AS T)`."""
    if isinstance(node, exp.CastToStrType):
        with contextlib.suppress(SqlglotError):
            to = exp.DataType.build(node.args["to"].name, dialect="clickhouse")
            node = exp.Cast(this=node.this, to=to)
    if not isinstance(node, exp.Cast):
        return node
    value, kind = node.this.transform(_with_conversions), node.to.this
    if kind is exp.DType.JSON:
        parsed = exp.Anonymous(this="parse_json", expressions=[value])
        return exp.Anonymous(this="to_json", expressions=[parsed])
    if kind is exp.DType.DATETIME64:
        arguments = [parameter.this for parameter in node.to.expressions]
        digits = arguments or [exp.Literal.number(3)]
        return exp.Anonymous(this=f"{_SHIELD}toDateTime64", expressions=[value, *digits])
    if kind in _CONVERSIONS:
        return exp.Anonymous(this=_SHIELD + _CONVERSIONS[kind], expressions=[value])
    converted = node.copy()
    converted.set("this", value)
    return converted


def _generate(tree: exp.Expr) -> str:
    text = tree.transform(_with_conversions).sql(dialect="spark")
    text = _SHIELDED.sub(lambda match: _NAMES.get(match[1].lower(), match[1]), text)
    names = {column.name.lower() for column in tree.find_all(exp.Column)}
    return spell_operators(text, times=names)


def _shield(text: str) -> str:
    """Hides the names of our functions from sqlglot, so that it leaves them alone.

    What Spark has another function for gets the name Spark knows ours under. Elements of arrays and
    tuples become calls of ours, too.
    """
    text = spell_elements(_with_quoted_names(text))
    tokens = tokenize(text)
    renamed = {token.start: name for token, name in homonym_calls(tokens)}
    edits = [
        (token.start, token.end, _SHIELD + renamed.get(token.start, token.value))
        for token, following in pairwise(tokens)
        if token.kind is Kind.WORD
        and following.value == "("
        and (token.start in renamed or token.value.lower() in _NAMES)
    ]
    return splice(text, [*edits, *parameter_edits(text, tokens)])
