"""Expressions as a table's definition has them: operators with their symbols.

Each operator inside another one is in parentheses, and what was written in parentheses still is.

Source: `ASTFunction::formatImplWithoutAlias` of ClickHouse; SHOW CREATE TABLE, `system.columns`.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.sql.query.printing.queries import QueryWriter, in_one_line
from rmt_engine.sql.query.tree import (
    Call,
    Expression,
    Join,
    Lambda,
    Literal,
    Query,
    SetOperation,
    Subquery,
)
from rmt_engine.sql.text.quoting import quote_string

__all__ = ["written_expression", "written_query"]

_BETWEEN = {
    **{"plus": "+", "minus": "-", "multiply": "*", "divide": "/", "modulo": "%"},
    **{"equals": "=", "notEquals": "!=", "less": "<", "greater": ">"},
    **{"lessOrEquals": "<=", "greaterOrEquals": ">="},
    **{"isNotDistinctFrom": "<=>", "isDistinctFrom": "IS DISTINCT FROM"},
    **{"like": "LIKE", "notLike": "NOT LIKE", "ilike": "ILIKE", "notILike": "NOT ILIKE"},
    **{"in": "IN", "notIn": "NOT IN", "and": "AND", "or": "OR"},
}
"""What stands between the operands of a function that is an operator."""
_BEFORE = {"negate": "-", "not": "NOT "}
_BEHIND = {"isNull": " IS NULL", "isNotNull": " IS NOT NULL"}
_MEMBERSHIP = ("in", "notIn")
_SYMBOLS = {*_BETWEEN, *_BEFORE, *_BEHIND, "arrayElement", "tupleElement"}


class _OperatorWriter(QueryWriter):
    """Writes operators with their symbols."""

    def expression(self, node: Expression) -> str:
        text = super().expression(node)
        is_constant = isinstance(node, Call) and node.name == "tuple" and _is_literal(node)
        return f"({text})" if node.in_parentheses and not is_constant else text

    def call(self, node: Call) -> str:
        if node.distinct or node.where is not None:
            return self.call(_combined(node))
        if node.name == "CAST" and node.is_operator:
            return self._cast(node)
        return self._operator(node) if _has_symbol(node) else super().call(node)

    def _operator(self, node: Call) -> str:
        name, operands = node.name, node.arguments
        if name in _BEFORE:
            return f"{_BEFORE[name]}{self._operand(operands[0])}"
        if name in _BEHIND:
            return f"{self._operand(operands[0])}{_BEHIND[name]}"
        if name == "arrayElement":
            return f"{self._operand(operands[0])}[{self.expression(operands[1])}]"
        if name == "tupleElement":
            return f"{self._operand(operands[0])}.{_element(operands[1])}"
        if name in _MEMBERSHIP:
            return f"{self._operand(operands[0])} {_BETWEEN[name]} {self._set(operands[1])}"
        shown, escape = operands, ""
        if name.lower().endswith("like") and len(operands) > 2:
            shown, escape = operands[:2], f" ESCAPE {self.expression(operands[2])}"
        return f" {_BETWEEN[name]} ".join(map(self._operand, shown)) + escape

    def _operand(self, node: Expression) -> str:
        """An operand: an operator of two sides is in parentheses, as a negated value is."""
        text = self.expression(node)
        return f"({text})" if _has_symbol(node) and not node.in_parentheses else text

    def _set(self, node: Expression) -> str:
        """What IN looks into: a list, an array, a query, a call, or one value in parentheses."""
        text = self.expression(node)
        is_whole = node.in_parentheses or isinstance(node, Call | Subquery)
        return text if is_whole else f"({text})"

    def _cast(self, node: Call) -> str:
        """`value::Type`; a number is a text there."""
        value, type_text = node.arguments
        text = self.expression(value)
        if isinstance(value, Literal) and value.text and not isinstance(value.value, str):
            text = quote_string(value.text)
        return f"CAST({text}, {self.expression(type_text)})"

    def _of_lambda(self, node: Lambda) -> str:
        parameters, _, _ = super()._of_lambda(node).partition(" -> ")
        return f"{parameters} -> {self._operand(node.body)}"

    def quantifier(self, query: SetOperation) -> str:
        return query.quantifier

    def member(self, operation: SetOperation, query: Query) -> list[str]:
        """A query that the operation would take as its member without parentheses has none."""
        is_first = query is operation.members[0]
        if isinstance(query, SetOperation):
            is_bare = is_first and (query.kind != "UNION" or operation.kind == "UNION")
        else:
            is_bare = is_first or not query.tables
        return self.lines(query) if is_bare else self.in_parentheses(query)

    def strictness(self, join: Join) -> str:
        return join.strictness

    def comma(self, left: list[str], right: list[str]) -> list[str]:
        return [*left[:-1], f"{left[-1]},{right[0]}", *right[1:]]


def _combined(node: Call) -> Call:
    """`sum(DISTINCT x) FILTER (WHERE c)` as `sumDistinctIf(x, c)`."""
    conditions = [] if node.where is None else [node.where]
    name = node.name + ("Distinct" if node.distinct else "") + ("If" if conditions else "")
    arguments = [*node.arguments, *conditions]
    return replace(node, name=name, arguments=arguments, distinct=False, where=None)


def _has_symbol(node: Expression) -> bool:
    return isinstance(node, Call) and node.is_operator and node.name in _SYMBOLS


def _element(node: Expression) -> str:
    assert isinstance(node, Literal)
    return node.text or str(node.value)


def _is_literal(node: Expression) -> bool:
    if isinstance(node, Call):
        return node.is_operator and all(map(_is_literal, node.arguments))
    return isinstance(node, Literal)


_OPERATORS = _OperatorWriter()


def written_expression(node: Expression) -> str:
    """The text of an expression, operators with their symbols, in one line."""
    return in_one_line(_OPERATORS.expression(node))


def written_query(query: Query) -> str:
    """The text of a query over several lines, operators with their symbols."""
    return "\n".join(_OPERATORS.lines(query))
