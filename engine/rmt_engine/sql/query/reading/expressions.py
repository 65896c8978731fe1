"""Reads ClickHouse's expressions.

Operators become calls of their functions: `a + b` is `plus(a, b)`, as in ClickHouse's own tree.

Source: `ExpressionListParsers.cpp` of ClickHouse, https://clickhouse.com/docs/sql-reference/operators.
"""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import TypeGuard

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.reading.cursor import (
    AND,
    BETWEEN,
    COMPARED,
    IS,
    JOINED,
    OR,
    PRODUCT,
    SIGN,
    SUM,
    TERNARY,
    SparksOwn,
)
from rmt_engine.sql.query.reading.special_forms import SpecialForms
from rmt_engine.sql.query.reading.stars import StarReader
from rmt_engine.sql.query.reading.windows import WindowReader
from rmt_engine.sql.query.reading.words import ENDS_EXPRESSION
from rmt_engine.sql.query.tree import (
    OF_EACH,
    Asterisk,
    Call,
    Columns,
    Derived,
    Expression,
    Identifier,
    Lambda,
    Literal,
    Parameter,
    Select,
    Subquery,
)
from rmt_engine.sql.text.names_of_types import further_words
from rmt_engine.sql.text.tokens import DIGIT_NAME, Kind, Token

__all__ = ["ExpressionReader"]


_BINARY: dict[str, tuple[str, int]] = {
    "=": ("equals", COMPARED),
    "==": ("equals", COMPARED),
    "!=": ("notEquals", COMPARED),
    "<>": ("notEquals", COMPARED),
    "<": ("less", COMPARED),
    "<=": ("lessOrEquals", COMPARED),
    ">": ("greater", COMPARED),
    ">=": ("greaterOrEquals", COMPARED),
    "<=>": ("isNotDistinctFrom", COMPARED),
    "LIKE": ("like", COMPARED),
    "ILIKE": ("ilike", COMPARED),
    "REGEXP": ("match", COMPARED),
    "RLIKE": ("match", COMPARED),
    "IN": ("in", COMPARED),
    "||": ("concat", JOINED),
    "+": ("plus", SUM),
    "-": ("minus", SUM),
    "*": ("multiply", PRODUCT),
    "/": ("divide", PRODUCT),
    "%": ("modulo", PRODUCT),
    "MOD": ("modulo", PRODUCT),
    "DIV": ("intDiv", PRODUCT),
    "OR": ("or", OR),
    "AND": ("and", AND),
}
_WITH_ESCAPE = ("like", "ilike")
_NEGATED = {
    "LIKE": "notLike",
    "ILIKE": "notILike",
    "IN": "notIn",
    "REGEXP": "match",
    "RLIKE": "match",
}
_MERGED = frozenset(("and", "or", "concat"))
_WORDS_OF_VALUES = {"NULL": None, "TRUE": True, "FALSE": False}
_FLOATS = {"INF": float("inf"), "INFINITY": float("inf"), "NAN": float("nan")}
_BEHIND_NAMES = frozenset((".", ".:", ".^", "["))
"""What can follow the name of a column that has parts."""
_BEHIND_CALLS = frozenset(("RESPECT", "IGNORE", "WITHIN", "FILTER", "OVER"))
_TUPLE_INDEX = re.compile(r"\d+(?:\.\d+)*(?:\.[A-Za-z_]\w*)?")
_FRACTION = re.compile(r"\.\d+(?:[eE][-+]?\d+)?")
_QUANTIFIED = {
    ("equals", "ANY"): ("in", ""),
    ("equals", "ALL"): ("in", "singleValueOrNull"),
    ("notEquals", "ANY"): ("notIn", "singleValueOrNull"),
    ("notEquals", "ALL"): ("notIn", ""),
    **{(name, "ANY"): (name, "max") for name in ("less", "lessOrEquals")},
    **{(name, "ALL"): (name, "min") for name in ("less", "lessOrEquals")},
    **{(name, "ANY"): (name, "min") for name in ("greater", "greaterOrEquals")},
    **{(name, "ALL"): (name, "max") for name in ("greater", "greaterOrEquals")},
}
"""What compares with all values of a query, or with any: a function, and the aggregate function of
the query's column that it compares with."""
_MOST_DIGITS = 2**64 - 1


class ExpressionReader(SpecialForms, StarReader, WindowReader, ABC):
    """Reads expressions; a subclass reads the queries in them."""

    _chain: Call | None = None
    """The operands of AND, OR or || that were read last: more of them may follow."""

    # Lists

    # Operators

    def expression(self, weakest: int = TERNARY) -> Expression:
        """Reads an expression whose operators bind as strongly as this, or more."""
        start = self.offset
        value = self._prefixed(weakest)
        while True:
            found = self._continued(value, start, weakest)
            if found is None:
                return value
            found.at, found.end = start, self.previous_end
            value = found

    def _prefixed(self, weakest: int) -> Expression:
        start, mark = self.offset, self.mark
        if mark == "NOT" and not self._is_call_or_name(1):
            self.position += 1
            return self._made("not", start, [self.expression(IS)])
        if mark == "-":
            self.position += 1
            token = self.peek()
            if token is not None and token.kind is Kind.NUMBER:
                number = self._number(negative=True)
                number.at, number.end = start, self.previous_end
                return self._suffixed(number, start)
            return self._made("negate", start, [self.expression(SIGN)])
        if mark == "+":
            self.position += 1
            return self.expression(SIGN)
        return self._suffixed(self._primary(), start)

    def _continued(self, left: Expression, start: int, weakest: int) -> Expression | None:
        token = self.peek()
        if token is None or token.kind in (Kind.STRING, Kind.QUOTED, Kind.NUMBER):
            return None
        word = token.word or token.value
        if word == "?" and weakest <= TERNARY:
            return self._ternary(left)
        if word == "->" and weakest <= TERNARY:
            return self._lambda(left)
        if word == "IS" and weakest <= IS:
            return self._is(left)
        if word in ("BETWEEN", "NOT", "GLOBAL"):
            return self._compared(left, word, weakest)
        known = _BINARY.get(word)
        if known is None or known[1] < weakest:
            return None
        self.position += 1
        return self._binary(left, *known)

    def _compared(self, left: Expression, word: str, weakest: int) -> Expression | None:
        if word == "NOT":
            return self._negated(left, weakest)
        if word == "BETWEEN" and weakest <= BETWEEN:
            self.position += 1
            return self._between(left, negated=False)
        return self._global_in(left) if weakest <= COMPARED else None

    def _binary(self, left: Expression, name: str, strength: int) -> Expression:
        if name == "in":
            return self._membership(name, left)
        if strength == COMPARED and self._at_quantifier():
            return self._quantified(left, name)
        right = self.expression(strength + 1)
        if name in _WITH_ESCAPE:
            return self._operator(name, [left, right, *self._escape()])
        if name not in _MERGED:
            return self._operator(name, [left, right])
        if left is self._chain and left.name == name and not left.in_parentheses:
            left.arguments.append(right)
        else:
            self._chain = left = self._operator(name, [left, right])
        return left

    def _ternary(self, condition: Expression) -> Expression:
        self.expect("?")
        yes = self.expression()
        self.expect(":")
        return self._operator("if", [condition, yes, self.expression()])

    def _lambda(self, left: Expression) -> Expression:
        names = _parameters(left.arguments if _is_tuple(left) else [left])
        if names is None:
            self.fail("expected names of parameters before ->")
        self.expect("->")
        return Lambda(names, self.expression())

    def _is(self, left: Expression) -> Expression | None:
        self.expect("IS")
        negated = self.accept("NOT")
        if self.accept("NULL") or self.accept("UNKNOWN"):
            return self._operator("isNotNull" if negated else "isNull", [left])
        if self.accept("DISTINCT", "FROM"):
            name = "isNotDistinctFrom" if negated else "isDistinctFrom"
            return self._operator(name, [left, self.expression(IS + 1)])
        for word in ("TRUE", "FALSE"):
            if self.accept(word):
                name = "isDistinctFrom" if negated else "isNotDistinctFrom"
                return self._operator(name, [left, Literal(_WORDS_OF_VALUES[word], word.lower())])
        return self.fail("expected NULL, UNKNOWN, TRUE, FALSE or DISTINCT FROM")

    def _between(self, value: Expression, *, negated: bool) -> Expression:
        low = self.expression(COMPARED)
        self.expect("AND")
        high = self.expression(COMPARED)
        if negated:
            return self._operator(
                "or",
                [self._operator("less", [value, low]), self._operator("greater", [value, high])],
            )
        return self._operator(
            "and",
            [
                self._operator("greaterOrEquals", [value, low]),
                self._operator("lessOrEquals", [value, high]),
            ],
        )

    def _negated(self, left: Expression, weakest: int) -> Expression | None:
        following = self.peek(1)
        word = following.word if following is not None else ""
        if word == "BETWEEN" and weakest <= BETWEEN:
            self.position += 2
            return self._between(left, negated=True)
        if word not in _NEGATED or weakest > COMPARED:
            return None
        self.position += 2
        name = _NEGATED[word]
        if name == "notIn":
            return self._membership(name, left)
        found = self._operator(name, [left, self.expression(COMPARED + 1), *self._escape()])
        return self._operator("not", [found]) if name == "match" else found

    def _escape(self) -> list[Expression]:
        """`ESCAPE 'c'` behind a pattern of LIKE."""
        return [self.expression(COMPARED + 1)] if self.accept("ESCAPE") else []

    def _global_in(self, left: Expression) -> Expression | None:
        """`GLOBAL IN`; GLOBAL can also begin a join, behind its ON."""
        if self.accept("GLOBAL", "NOT", "IN"):
            return self._membership("notIn", left)
        return self._membership("in", left) if self.accept("GLOBAL", "IN") else None

    def _membership(self, name: str, left: Expression) -> Expression:
        """`x IN (…)`: a list, one value, a query, or the name of a table."""
        return self._operator(name, [left, self.expression(COMPARED + 1)])

    def _at_quantifier(self) -> bool:
        word = self.peek()
        return word is not None and word.word in ("ANY", "ALL", "SOME") and self._query_at(1)

    def _quantified(self, left: Expression, name: str) -> Expression:
        """`x = ANY (query)` and the like."""
        quantifier = "ALL" if self.take().word == "ALL" else "ANY"
        query = self._primary()
        assert isinstance(query, Subquery)
        if (name, quantifier) not in _QUANTIFIED:
            self.fail(f"{name} does not compare with {quantifier} values of a query")
        function, aggregate = _QUANTIFIED[name, quantifier]
        if aggregate:
            column = Call(aggregate, [Asterisk()], at=query.at, end=query.end)
            source = Derived(query.query, at=query.at, end=query.end)
            select = Select(columns=[column], source=source, at=query.at, end=query.end)
            query = Subquery(select, at=query.at, end=query.end)
        return self._operator(function, [left, query])

    def _operator(self, name: str, arguments: list[Expression]) -> Call:
        start = arguments[0].at
        return Call(name, arguments, is_operator=True, at=start, end=self.previous_end)

    # What follows a value

    def _suffixed(self, value: Expression, start: int) -> Expression:
        while True:
            mark = self.mark
            if mark == "[":
                self.position += 1
                index = self.expression()
                self.expect("]")
                value = self._made("arrayElement", start, [value, index])
            elif mark == "::":
                text = self._literals(start)
                self.expect("::")
                type_text = self.type_text()
                value = self._cast(_as_written(value, text, type_text), type_text, start)
            elif mark == "." and self._at_tuple_element():
                self.position += 1
                for element in self._elements():
                    value = self._made("tupleElement", start, [value, element])
            else:
                return value

    def _literals(self, start: int) -> str:
        """What was read from a place on, if it is literals in brackets; else nothing."""
        if self.text[start] not in "([":
            return ""
        place = self.position
        while place and self.tokens[place - 1].start >= start:
            place -= 1
            token = self.tokens[place]
            is_literal = token.kind in (Kind.NUMBER, Kind.STRING)
            if not is_literal and token.mark not in _MARKS_OF_LITERALS:
                return ""
        return self.text[start : self.previous_end]

    def _at_tuple_element(self) -> bool:
        following = self.peek(1)
        return following is not None and (following.is_identifier or self._is_index(following))

    def _is_index(self, token: Token) -> bool:
        return bool(_TUPLE_INDEX.fullmatch(self.text[token.start : token.end]))

    def _elements(self) -> list[Expression]:
        """What stands behind a dot: `1`, `1.2`, `1.name`, or a name."""
        token = self.take()
        if token.is_identifier:
            return [Literal(token.value, at=token.start, end=token.end)]
        parts = self.text[token.start : token.end].split(".")
        return [
            Literal(int(part), part, at=token.start, end=token.end)
            if part.isdigit()
            else Literal(part, at=token.start, end=token.end)
            for part in parts
        ]

    def _cast(self, value: Expression, type_text: str, start: int) -> Call:
        return self._made("CAST", start, [value, Literal(type_text)])

    def type_text(self) -> str:
        """Reads a type; its text has the blanks that ClickHouse writes."""
        start = self.position
        if self.at("INTERVAL") and self._is_unit(1):
            raise SparksOwn("INTERVAL")
        further_words(self, self.name_part("a data type"))
        if self.at("("):
            self.parenthesized()
        return _spaced(self.text, self.tokens[start : self.position])

    # Values

    def _primary(self) -> Expression:
        start = self.offset
        token = self.peek()
        if token is None:
            self.fail("expected an expression")
        found = self._value(token)
        found.at, found.end = start, self.previous_end
        return found

    def _value(self, token: Token) -> Expression:
        if token.kind is Kind.NUMBER:
            return self._number()
        if token.kind is Kind.STRING:
            self.position += 1
            return Literal(token.value, self.text[token.start : token.end])
        if token.kind is Kind.QUOTED:
            return self._named()
        if token.kind is Kind.SYMBOL:
            return self._of_symbol(token)
        return self._of_word(token)

    def _number(self, *, negative: bool = False) -> Literal:
        token = self.take()
        text = self.text[token.start : token.end]
        written = f"-{text}" if negative else text
        digits = token.value.replace("_", "")
        if digits.isdigit():
            whole = -int(digits) if negative else int(digits)
            fits = whole <= _MOST_DIGITS if not negative else whole >= -(2**63)
            return Literal(whole if fits else float(whole), written)
        try:
            Decimal(digits)
        except InvalidOperation:
            self.fail(f"{text} is no number")
        return Literal(float(digits) * (-1 if negative else 1), written)

    def _of_symbol(self, token: Token) -> Expression:
        if token.value == "(":
            return self._parenthesized_value()
        if token.value == "[":
            return self._array()
        if token.value == "{":
            return self._braces()
        if token.value == "*":
            self.position += 1
            return self._star(())
        digits = self.peek(1)
        if token.value != "." or digits is None or digits.start != token.end:
            self.fail("expected an expression")
        return self._fraction(digits)

    def _fraction(self, digits: Token) -> Expression:
        """`.5`."""
        text = self.text[digits.start - 1 : digits.end]
        if digits.kind is not Kind.NUMBER or not _FRACTION.fullmatch(text):
            self.fail("expected an expression")
        self.position += 2
        return Literal(float(text), text)

    def _parenthesized_value(self) -> Expression:
        """`(query)`, `(a)`, a tuple, or the parameters of a lambda."""
        start = self.offset
        if self.at_query():
            self.expect("(")
            query = self.query()
            self.expect(")")
            return Subquery(query)
        self.expect("(")
        if self.accept(")"):
            return self._made("tuple", start, [])
        first = self.aliased()
        if self.accept(")"):
            first.in_parentheses = True
            return first
        values = [first]
        while self.accept(","):
            if self.at(")"):
                break
            values.append(self.aliased())
        self.expect(")")
        return self._made("tuple", start, values)

    def _array(self) -> Expression:
        start = self.offset
        self.expect("[")
        values = [] if self.at("]") else self.expressions()
        self.expect("]")
        return self._made("array", start, values)

    def _braces(self) -> Expression:
        """`{name:Type}`, or the map `{'a': 1}`."""
        self.expect("{")
        token = self.peek()
        if token is not None and token.is_identifier and self._is_colon(1):
            name = self.take().value
            self.expect(":")
            type_text = self.type_text()
            self.expect("}")
            return Parameter(name, type_text)
        start = self.offset
        pairs: list[Expression] = []
        while not self.accept("}"):
            pairs.append(self.expression())
            self.expect(":")
            pairs.append(self.expression())
            if not self.accept(",") and not self.at("}"):
                self.fail("expected , or }")
        return self._made("map", start, pairs)

    def _is_colon(self, ahead: int) -> bool:
        token = self.peek(ahead)
        return token is not None and token.value == ":"

    def _of_word(self, token: Token) -> Expression:
        word, following = token.word, self.peek(1)
        calls = following is not None and following.value == "("
        if not calls:
            if word in _WORDS_OF_VALUES:
                self.position += 1
                return Literal(_WORDS_OF_VALUES[word], token.value)
            if word in _FLOATS and not self._is_qualifier():
                self.position += 1
                return Literal(_FLOATS[word], token.value)
            if following is not None and following.kind is Kind.STRING:
                special = self._of_word_and_text(word, token, following)
                if special is not None:
                    return special
        form = self._special_form(word)
        if form is not None:
            return form
        is_keyword = word in ENDS_EXPRESSION and not calls and not self._is_qualifier()
        if is_keyword and not (self._is_call_or_name(1) or self._is_operand(1)):
            self.fail("expected an expression")
        return self._named()

    def _special_form(self, word: str) -> Expression | None:
        """What a word begins here; None, and nothing is read, if it is a name."""
        reader = _FORMS.get(word)
        if reader is None:
            return None
        here = self.position
        found = reader(self)
        if found is None:
            self.position = here
        return found

    # Names and calls

    def _named(self) -> Expression:
        """A name with dots, `t.*`, or a call."""
        parts = [self.name_part("an expression")]
        while self._goes_on(parts):
            following = self.peek(1)
            if following is None:
                break
            if following.value == "*" and following.kind is Kind.SYMBOL:
                self.position += 2
                return self._star(tuple(parts))
            if following.word == "COLUMNS" and self._symbol_at(2, "("):
                self.position += 1
                found = self._columns()
                if isinstance(found, Columns):
                    found.qualifier = tuple(parts)
                    return found
            if not (following.is_identifier or self._is_digit_name(following)):
                break
            self.position += 1
            parts.append(self.name_part())
        if self.at("(") and len(parts) == 1:
            return self._call(parts[0])
        return Identifier(tuple(parts))

    def _goes_on(self, parts: list[str]) -> bool:
        """Whether a dot follows a name, once what else names a part of a JSON is read.

        That is `.:Type`, `.^name`, and the brackets of `name[]`, short for ``.:`Array(JSON)` ``.
        """
        while (mark := self.mark) in _BEHIND_NAMES:
            if self.accept(".:"):
                parts.append(f":`{self.name_part('a data type')}`")
            elif self.accept(".^"):
                parts.append(f"^`{self.name_part()}`")
            elif len(parts) > 1 and self.accept("[", "]"):
                parts.append(OF_EACH)
            else:
                break
        return mark == "."

    def _is_digit_name(self, token: Token) -> bool:
        text = self.text[token.start : token.end]
        return bool(DIGIT_NAME.fullmatch(text)) and not text.isdigit()

    def _call(self, name: str) -> Expression:
        call = Call(name, [])
        call.distinct, call.arguments = self._arguments()
        if self.at("("):
            call.parameters = call.arguments
            call.distinct, call.arguments = self._arguments()
        self._after_call(call)
        return _lambda_called(call) or call

    def _arguments(self) -> tuple[bool, list[Expression]]:
        if self.at("(") and self.at_query():
            start = self.offset
            self.expect("(")
            query = self.query()
            self.expect(")")
            return False, [Subquery(query, at=start, end=self.previous_end)]
        self.expect("(")
        if self.accept(")"):
            return False, []
        distinct = self.at("DISTINCT") and not self._symbol_at(1, ",")
        self.position += distinct
        if not distinct and self.at("ALL") and not self._is_call_or_name(1):
            self.position += 1
        arguments = self.listed(self._argument)
        if self.at("ORDER"):
            self.fail("ORDER BY inside an aggregate function is no part of ClickHouse's language")
        self.expect(")")
        return distinct, arguments

    def _argument(self, before: list[Expression]) -> Expression:
        """Reads an argument; names before a lambda are parameters of it, `x, y -> x + y`.

        Source: `Layer::parseLambda` of ClickHouse.

        Args:
            before: the arguments before it; a lambda takes them away.
        """
        if not before or not self._symbol_at(1, "->"):
            return self.aliased()
        names = _parameters(before)
        if names is None:
            self.position += 1
            self.fail("expected names of parameters before ->")
        value = self.aliased()
        if isinstance(value, Lambda):
            before.clear()
            return replace(value, parameters=_distinct((*names, *value.parameters)))
        return value

    def _after_call(self, call: Call) -> None:
        if self.mark not in _BEHIND_CALLS:
            return
        for word in ("RESPECT", "IGNORE"):
            if self.accept(word, "NULLS"):
                call.nulls = word
        if self.at("WITHIN", "GROUP"):
            raise SparksOwn("WITHIN GROUP")
        if self.at("FILTER", "("):
            self.position += 2
            self.expect("WHERE")
            call.where = self.expression()
            self.expect(")")
        if self.accept("OVER"):
            call.window = self.window() if self.at("(") else self.name_part("a window")

    # Windows and orders


def _is_tuple(node: Expression) -> TypeGuard[Call]:
    return isinstance(node, Call) and node.name == "tuple"


def _parameters(listed: Sequence[Expression]) -> tuple[str, ...] | None:
    """The names of a lambda's parameters; None if there is something else among them.

    Raises:
        RmtError: `BAD_ARGUMENTS`, a name has several parts, or stands there twice.
    """
    named = [one.parts for one in listed if isinstance(one, Identifier)]
    if len(named) < len(listed):
        return None
    for parts in named:
        if len(parts) > 1:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"A lambda's parameter must be a single name, not {'.'.join(parts)}.",
            )
    return _distinct(tuple(parts[0] for parts in named))


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names, of which none stands there twice."""
    if len(set(names)) < len(names):
        raise RmtError(
            "BAD_ARGUMENTS",
            f"A lambda has multiple arguments with the same name: {', '.join(names)}.",
        )
    return names


def _lambda_called(call: Call) -> Lambda | None:
    """The lambda that `lambda(tuple(x), x + 1)` is, whatever else has the name; None of others.

    Source: `isASTLambdaFunction` of ClickHouse.

    Raises:
        RmtError: `BAD_ARGUMENTS`, a parameter is no name.
    """
    if call.name != "lambda" or len(call.arguments) != 2:
        return None
    taken, body = call.arguments
    if not _is_tuple(taken):
        return None
    names = _parameters(taken.arguments)
    if names is None:
        raise RmtError("BAD_ARGUMENTS", "A parameter of lambda(tuple(…), …) is not an identifier.")
    return Lambda(names, body)


def _spaced(text: str, tokens: Sequence[Token]) -> str:
    """Tokens of a type with one blank behind commas, around `=` and between words."""
    pieces: list[str] = []
    for before, token in zip((None, *tokens), tokens, strict=False):
        is_joined = before is None or before.value in ("(", "-") or token.value in ("(", ")", ",")
        pieces.append("" if is_joined else " ")
        pieces.append(text[token.start : token.end])
    return "".join(pieces)


def _as_written(value: Expression, text: str, type_text: str) -> Expression:
    """A number before `::` as it was written, since it is a text there that becomes a value.

    Where the number gives the same value, it stays one.

    Args:
        value: the value.
        text: literals in brackets, of which a type of texts has the brackets, too; else nothing.
        type_text: the type.
    """
    if text and type_text.lower().startswith(_TEXT_TYPES):
        return Literal(text, at=value.at, end=value.end)
    if not isinstance(value, Literal) or not value.text:
        return value
    if value.value is None or isinstance(value.value, bool | str):
        return value
    same = next(
        (form for type_name, form in _SAME if type_text.lower().startswith(type_name)), None
    )
    if same is not None and same.fullmatch(value.text):
        return value
    return Literal(value.text, at=value.at, end=value.end)


_MARKS_OF_LITERALS = frozenset(["(", ")", "[", "]", ",", "-"])
_SAME = (
    ("int", re.compile(r"-?\d+")),
    ("uint", re.compile(r"\d+")),
    ("float", re.compile(r"-?\d+(\.\d*)?(e[+-]?\d+)?", re.IGNORECASE)),
)
"""How numbers are written that are the same as their texts, by the first letters of the type."""
_TEXT_TYPES = ("string", "fixedstring", "nullable(string", "lowcardinality(string")

_FORMS: Mapping[str, Callable[[ExpressionReader], Expression | None]] = {
    "CASE": ExpressionReader._case,
    "CAST": ExpressionReader._cast_call,
    "TRY_CAST": ExpressionReader._cast_call,
    "EXTRACT": ExpressionReader._extract,
    "SUBSTRING": ExpressionReader._substring,
    "TRIM": ExpressionReader._trim,
    "POSITION": ExpressionReader._position,
    "INTERVAL": ExpressionReader._interval,
    "EXISTS": ExpressionReader._exists,
    "COLUMNS": ExpressionReader._columns,
    "DATEADD": ExpressionReader._of_unit,
    "DATE_ADD": ExpressionReader._of_unit,
    "DATESUB": ExpressionReader._of_unit,
    "DATE_SUB": ExpressionReader._of_unit,
    "TIMESTAMPADD": ExpressionReader._of_unit,
    "TIMESTAMP_ADD": ExpressionReader._of_unit,
    "TIMESTAMPSUB": ExpressionReader._of_unit,
    "TIMESTAMP_SUB": ExpressionReader._of_unit,
    "DATEDIFF": ExpressionReader._difference,
    "DATE_DIFF": ExpressionReader._difference,
    "TIMESTAMPDIFF": ExpressionReader._difference,
    "TIMESTAMP_DIFF": ExpressionReader._difference,
}
"""What reads the form that a word begins."""
