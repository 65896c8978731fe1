"""Reads ClickHouse's expressions.

Operators become calls of their functions: `a + b` is `plus(a, b)`, as in ClickHouse's own tree.

Source: `ExpressionListParsers.cpp` of ClickHouse, https://clickhouse.com/docs/sql-reference/operators.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from typing import NoReturn

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.names_of_types import further_words
from rmt_engine.sql.grammar.tokens import Cursor, Kind, Token
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    ColumnChange,
    Columns,
    Derived,
    Exists,
    Expression,
    Frame,
    FrameBound,
    Identifier,
    Lambda,
    Literal,
    Ordering,
    Parameter,
    Query,
    Select,
    StarChange,
    Subquery,
    Window,
)
from rmt_engine.sql.query.words import ENDS_EXPRESSION, INTERVALS, NO_ALIAS

__all__ = ["ExpressionReader", "SparksOwn"]


class SparksOwn(Exception):  # noqa: N818
    """A word that only Spark's grammar has: the statement is Spark's."""


_TERNARY, _OR, _AND, _NOT, _IS, _BETWEEN, _COMPARED, _JOINED, _SUM, _PRODUCT, _SIGN = range(2, 13)
"""How strongly operators bind, weakest first."""

_BINARY: dict[str, tuple[str, int]] = {
    "=": ("equals", _COMPARED),
    "==": ("equals", _COMPARED),
    "!=": ("notEquals", _COMPARED),
    "<>": ("notEquals", _COMPARED),
    "<": ("less", _COMPARED),
    "<=": ("lessOrEquals", _COMPARED),
    ">": ("greater", _COMPARED),
    ">=": ("greaterOrEquals", _COMPARED),
    "<=>": ("isNotDistinctFrom", _COMPARED),
    "LIKE": ("like", _COMPARED),
    "ILIKE": ("ilike", _COMPARED),
    "REGEXP": ("match", _COMPARED),
    "RLIKE": ("match", _COMPARED),
    "IN": ("in", _COMPARED),
    "||": ("concat", _JOINED),
    "+": ("plus", _SUM),
    "-": ("minus", _SUM),
    "*": ("multiply", _PRODUCT),
    "/": ("divide", _PRODUCT),
    "%": ("modulo", _PRODUCT),
    "MOD": ("modulo", _PRODUCT),
    "DIV": ("intDiv", _PRODUCT),
    "OR": ("or", _OR),
    "AND": ("and", _AND),
}
_SPARKS_OPERATORS = ("&", "|", "^", "~")
_SPARKS_SHIFTS = ("<<", ">>")
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
_TUPLE_INDEX = re.compile(r"\d+(?:\.\d+)*")
_DIGIT_NAME = re.compile(r"\d\w*")
_INTERVAL_TEXT = re.compile(r"\s*([+-]?\d+)\s+([A-Za-z]+)\s*")
_FRACTION = re.compile(r"\.\d+(?:[eE][-+]?\d+)?")
_HEX = re.compile(r"0[xX]([0-9a-fA-F_]+)")
_HEX_FLOAT = re.compile(r"0x[0-9a-f]+p[0-9]+", re.IGNORECASE)
_BIN = re.compile(r"0[bB]([01_]+)")
_EXTRACTED = {
    "SECOND": "toSecond",
    "MINUTE": "toMinute",
    "HOUR": "toHour",
    "DAY": "toDayOfMonth",
    "MONTH": "toMonth",
    "QUARTER": "toQuarter",
    "YEAR": "toYear",
}
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


class ExpressionReader(Cursor, ABC):
    """Reads expressions; a subclass reads the queries in them."""

    def fail(self, why: str) -> NoReturn:
        """Raises `SYNTAX_ERROR` at the next token.

        Raises:
            SparksOwn: it is an operator that only Spark has.
        """
        token = self.peek()
        if token is not None and token.kind is Kind.SYMBOL:
            both = self.text[max(token.start - 1, 0) : token.end]
            if token.value in _SPARKS_OPERATORS or both in _SPARKS_SHIFTS:
                raise SparksOwn(token.value)
        super().fail(why)

    @abstractmethod
    def query(self) -> Query:
        """Reads a query up to what cannot belong to it."""

    @abstractmethod
    def at_query(self) -> bool:
        """Whether a query begins here, perhaps behind parentheses."""

    # Lists

    def expressions(self, *, bare_aliases: bool = False) -> list[Expression]:
        """Reads `a, b AS c, …`; a comma may stand at the end."""
        found = [self.aliased(bare=bare_aliases)]
        while self.accept(","):
            if self._ends_list():
                break
            found.append(self.aliased(bare=bare_aliases))
        return found

    def _ends_list(self) -> bool:
        token = self.peek()
        if token is None or self.at(")") or self.at("]"):
            return True
        following = self.peek(1)
        return token.word in ("FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "HAVING") and not (
            following is not None and following.value in (",", "(", ".")
        )

    def aliased(self, *, bare: bool = False) -> Expression:
        """Reads an expression and its alias.

        Args:
            bare: whether AS may be left out.
        """
        start = self.offset
        value = self.expression()
        if not (self.accept("AS") or (bare and self._at_bare_alias())):
            return value
        return Alias(value, self.alias(), at=start, end=self.previous_end)

    def alias(self) -> str:
        """Reads the name of an alias, which may be any word."""
        token = self.peek()
        if token is not None and token.kind is Kind.STRING:
            self.fail("expected a name, in backticks if it needs quotes")
        return self.name_part("an alias")

    def name_part(self, what: str = "a name") -> str:
        """Reads a name, which may begin with a digit."""
        token = self.peek()
        if token is not None and (token.is_identifier or _DIGIT_NAME.fullmatch(token.value)):
            self.position += 1
            return self.text[token.start : token.end] if not token.is_identifier else token.value
        return self.identifier(what)

    def _at_bare_alias(self) -> bool:
        token = self.peek()
        return token is not None and token.is_identifier and token.word not in NO_ALIAS

    # Operators

    def expression(self, weakest: int = _TERNARY) -> Expression:
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
        start = self.offset
        if self.at("NOT") and not self._is_call_or_name(1):
            self.position += 1
            return self._made("not", start, [self.expression(_IS)])
        if self.at("-"):
            self.position += 1
            token = self.peek()
            if token is not None and self._is_number(token):
                number = self._text_or_number(token, negative=True)
                number.at, number.end = start, self.previous_end
                return self._suffixed(number, start)
            return self._made("negate", start, [self.expression(_SIGN)])
        if self.at("+"):
            self.position += 1
            return self.expression(_SIGN)
        return self._suffixed(self._primary(), start)

    def _is_call_or_name(self, ahead: int) -> bool:
        """Whether the word here is a name, for what follows is an operator or the end."""
        following = self.peek(ahead)
        if following is None:
            return True
        if following.kind is Kind.SYMBOL:
            return following.value in (",", ")", "=", ".", "<", ">", "]", ";", "!=", "<=", ">=")
        if following.word in ("AND", "OR"):
            return not self._symbol_at(ahead + 1, "(")
        return following.word in ("AS", "FROM", "IS", "ASC", "DESC")

    def _continued(self, left: Expression, start: int, weakest: int) -> Expression | None:
        token = self.peek()
        if token is None or token.kind in (Kind.STRING, Kind.QUOTED, Kind.NUMBER):
            return None
        word = token.word or token.value
        if word == "?" and weakest <= _TERNARY:
            return self._ternary(left)
        if word == "->" and weakest <= _TERNARY:
            return self._lambda(left)
        if word == "IS" and weakest <= _IS:
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
        if word == "BETWEEN" and weakest <= _BETWEEN:
            self.position += 1
            return self._between(left, negated=False)
        return self._global_in(left) if weakest <= _COMPARED else None

    def _binary(self, left: Expression, name: str, strength: int) -> Expression:
        if name == "in":
            return self._membership(name, left)
        if strength == _COMPARED and self._at_quantifier():
            return self._quantified(left, name)
        right = self.expression(strength + 1)
        if name in _WITH_ESCAPE:
            return self._operator(name, [left, right, *self._escape()])
        if name in _MERGED and isinstance(left, Call) and left.name == name and left.is_operator:
            left.arguments.append(right)
            return left
        return self._operator(name, [left, right])

    def _ternary(self, condition: Expression) -> Expression:
        self.expect("?")
        yes = self.expression()
        self.expect(":")
        return self._operator("if", [condition, yes, self.expression()])

    def _lambda(self, left: Expression) -> Expression:
        names = self._lambda_parameters(left)
        if names is None:
            self.fail("expected names of parameters before ->")
        self.expect("->")
        return Lambda(names, self.expression())

    @staticmethod
    def _lambda_parameters(left: Expression) -> tuple[str, ...] | None:
        listed = left.arguments if isinstance(left, Call) and left.name == "tuple" else [left]
        names = [one.parts[0] for one in listed if isinstance(one, Identifier)]
        return tuple(names) if len(names) == len(listed) else None

    def _is(self, left: Expression) -> Expression | None:
        self.expect("IS")
        negated = self.accept("NOT")
        if self.accept("NULL") or self.accept("UNKNOWN"):
            return self._operator("isNotNull" if negated else "isNull", [left])
        if self.accept("DISTINCT", "FROM"):
            name = "isNotDistinctFrom" if negated else "isDistinctFrom"
            return self._operator(name, [left, self.expression(_IS + 1)])
        for word in ("TRUE", "FALSE"):
            if self.accept(word):
                name = "isDistinctFrom" if negated else "isNotDistinctFrom"
                return self._operator(name, [left, Literal(_WORDS_OF_VALUES[word], word.lower())])
        return self.fail("expected NULL, UNKNOWN, TRUE, FALSE or DISTINCT FROM")

    def _between(self, value: Expression, *, negated: bool) -> Expression:
        low = self.expression(_COMPARED)
        self.expect("AND")
        high = self.expression(_COMPARED)
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
        if word == "BETWEEN" and weakest <= _BETWEEN:
            self.position += 2
            return self._between(left, negated=True)
        if word not in _NEGATED or weakest > _COMPARED:
            return None
        self.position += 2
        name = _NEGATED[word]
        if name == "notIn":
            return self._membership(name, left)
        found = self._operator(name, [left, self.expression(_COMPARED + 1), *self._escape()])
        return self._operator("not", [found]) if name == "match" else found

    def _escape(self) -> list[Expression]:
        """`ESCAPE 'c'` behind a pattern of LIKE."""
        return [self.expression(_COMPARED + 1)] if self.accept("ESCAPE") else []

    def _global_in(self, left: Expression) -> Expression | None:
        """`GLOBAL IN`; GLOBAL can also begin a join, behind its ON."""
        if self.accept("GLOBAL", "NOT", "IN"):
            return self._membership("notIn", left)
        return self._membership("in", left) if self.accept("GLOBAL", "IN") else None

    def _membership(self, name: str, left: Expression) -> Expression:
        """`x IN (…)`: a list, one value, a query, or the name of a table."""
        return self._operator(name, [left, self.expression(_COMPARED + 1)])

    def _at_quantifier(self) -> bool:
        word = self.peek()
        return word is not None and word.word in ("ANY", "ALL", "SOME") and self._query_at(1)

    def _query_at(self, ahead: int) -> bool:
        here, self.position = self.position, self.position + ahead
        try:
            return self.at("(") and self.at_query()
        finally:
            self.position = here

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

    def _made(self, name: str, start: int, arguments: list[Expression]) -> Call:
        return Call(name, arguments, is_operator=True, at=start, end=self.previous_end)

    # What follows a value

    def _suffixed(self, value: Expression, start: int) -> Expression:
        while True:
            if self.accept("["):
                index = self.expression()
                self.expect("]")
                value = self._made("arrayElement", start, [value, index])
            elif self.accept("::"):
                type_text = self.type_text()
                value = self._cast(_as_written(value, type_text), type_text, start)
            elif self.at(".") and self._at_tuple_element():
                self.position += 1
                for element in self._elements():
                    value = self._made("tupleElement", start, [value, element])
            else:
                return value

    def _at_tuple_element(self) -> bool:
        following = self.peek(1)
        return following is not None and (following.is_identifier or self._is_index(following))

    def _is_index(self, token: Token) -> bool:
        return bool(_TUPLE_INDEX.fullmatch(self.text[token.start : token.end]))

    def _elements(self) -> list[Expression]:
        """What stands behind a dot: `1`, `1.2`, or a name."""
        token = self.take()
        if token.is_identifier:
            return [Literal(token.value, at=token.start, end=token.end)]
        numbers = self.text[token.start : token.end].split(".")
        return [Literal(int(n), n, at=token.start, end=token.end) for n in numbers]

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
        if token.kind in (Kind.NUMBER, Kind.STRING) or self._is_number(token):
            return self._text_or_number(token)
        if token.kind is Kind.QUOTED:
            return self._named()
        if token.kind is Kind.SYMBOL:
            return self._of_symbol(token)
        return self._of_word(token)

    def _number(self, *, negative: bool = False) -> Literal:
        token = self.take()
        text = self.text[token.start : token.end]
        written = f"-{text}" if negative else text
        digits = text.replace("_", "")
        if digits.isdigit():
            whole = -int(digits) if negative else int(digits)
            fits = whole <= _MOST_DIGITS if not negative else whole >= -(2**63)
            return Literal(whole if fits else float(whole), written)
        try:
            Decimal(digits)
        except InvalidOperation:
            self.fail(f"{text} is no number")
        return Literal(float(digits) * (-1 if negative else 1), written)

    def _is_number(self, token: Token) -> bool:
        """Whether a token is a number, be it in digits of base 16 or 2."""
        written = self.text[token.start : token.end]
        forms = (_HEX, _BIN, _HEX_FLOAT)
        return token.kind is Kind.NUMBER or any(form.fullmatch(written) for form in forms)

    def _text_or_number(self, token: Token, *, negative: bool = False) -> Literal:
        if token.kind is Kind.NUMBER:
            return self._number(negative=negative)
        self.position += 1
        written = self.text[token.start : token.end]
        signed, sign = (f"-{written}", -1) if negative else (written, 1)
        if _HEX_FLOAT.fullmatch(written):
            return Literal(sign * float.fromhex(written), signed)
        for pattern, base in ((_HEX, 16), (_BIN, 2)):
            found = pattern.fullmatch(written)
            if found is not None:
                whole = sign * int(found[1].replace("_", ""), base)
                return Literal(whole if whole >= -(2**63) else float(whole), signed)
        return Literal(token.value, written)

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
        if token.value == "." and digits is not None and digits.start == token.end:
            return self._fraction(digits)
        if not _DIGIT_NAME.fullmatch(self.text[token.start : token.end]):
            self.fail("expected an expression")
        return self._named()

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
            if isinstance(first, Call):
                # A chain of AND that goes on behind the parenthesis is another one.
                first.is_operator = first.is_operator and first.name not in _MERGED
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
        reader = self._special_forms().get(word)
        if reader is not None:
            here = self.position
            found = reader()
            if found is not None:
                return found
            self.position = here
        is_keyword = word in ENDS_EXPRESSION and not calls and not self._is_qualifier()
        if is_keyword and not self._is_call_or_name(1):
            self.fail("expected an expression")
        return self._named()

    def _is_qualifier(self) -> bool:
        following = self.peek(1)
        return following is not None and following.value == "."

    def _of_word_and_text(self, word: str, token: Token, text: Token) -> Expression | None:
        """`DATE '…'`, `TIMESTAMP '…'`, `x'4142'`."""
        functions = {"DATE": "toDate", "TIMESTAMP": "toDateTime"}
        start = token.start
        if word in ("TIMESTAMP_NTZ", "TIMESTAMP_LTZ"):
            raise SparksOwn(word)
        if word in functions:
            self.position += 2
            if word == "TIMESTAMP" and "." in text.value:
                return self._made("toDateTime64", start, [Literal(text.value), Literal(6, "6")])
            if word == "DATE" and not "1970" <= text.value[:4] <= "2148":
                # A Date would be the first or the last that there is.
                return self._made("toDate32", start, [Literal(text.value)])
            return self._made(functions[word], start, [Literal(text.value)])
        if word in ("X", "B") and token.end == text.start:
            self.position += 2
            base, width = (16, 2) if word == "X" else (2, 8)
            digits = text.value.rjust(-(-len(text.value) // width) * width, "0")
            pieces = [digits[at : at + width] for at in range(0, len(digits), width)]
            value = bytes(int(piece, base) for piece in pieces)
            return Literal(value.decode("utf-8", "surrogateescape"))
        return None

    def _special_forms(self) -> dict[str, Callable[[], Expression | None]]:
        return {
            "CASE": self._case,
            "CAST": self._cast_call,
            "TRY_CAST": self._cast_call,
            "EXTRACT": self._extract,
            "SUBSTRING": self._substring,
            "TRIM": self._trim,
            "POSITION": self._position,
            "INTERVAL": self._interval,
            "EXISTS": self._exists,
            "COLUMNS": self._columns,
            "DATEADD": self._of_unit,
            "DATE_ADD": self._of_unit,
            "DATESUB": self._of_unit,
            "DATE_SUB": self._of_unit,
            "TIMESTAMPADD": self._of_unit,
            "TIMESTAMP_ADD": self._of_unit,
            "TIMESTAMPSUB": self._of_unit,
            "TIMESTAMP_SUB": self._of_unit,
            "DATEDIFF": self._difference,
            "DATE_DIFF": self._difference,
            "TIMESTAMPDIFF": self._difference,
            "TIMESTAMP_DIFF": self._difference,
        }

    def _case(self) -> Expression | None:
        start = self.offset
        if self._is_call_or_name(1):
            return None
        self.expect("CASE")
        subject = None if self.at("WHEN") else self.expression()
        arguments = [] if subject is None else [subject]
        while self.accept("WHEN"):
            arguments.append(self.expression())
            self.expect("THEN")
            arguments.append(self.expression())
        arguments.append(self.expression() if self.accept("ELSE") else Literal(None, "NULL"))
        self.expect("END")
        name = "multiIf" if subject is None else "caseWithExpression"
        return self._made(name, start, arguments)

    def _cast_call(self) -> Expression | None:
        start = self.offset
        name = self.take().word
        if not self.accept("("):
            return None
        value = self.expression()
        if self.accept("AS"):
            type_text: Expression = Literal(self.type_text())
        elif self.accept(","):
            type_text = self.expression()
        else:
            self.fail("expected AS and a type")
        self.expect(")")
        name = "CAST" if name == "CAST" else "accurateCastOrNull"
        return self._made(name, start, [value, type_text])

    def _extract(self) -> Expression | None:
        start = self.offset
        self.position += 1
        unit = self.peek(1)
        following = self.peek(2)
        if not self.accept("(") or unit is None or following is None or following.word != "FROM":
            return None
        self.position += 2
        value = self.expression()
        self.expect(")")
        name = _EXTRACTED.get(INTERVALS.get(unit.word, "").upper())
        if name is None:
            return None
        return self._made(name, start, [value])

    def _substring(self) -> Expression | None:
        """`SUBSTRING(x FROM a FOR b)`."""
        start = self.offset
        self.position += 1
        if not self.accept("("):
            return None
        arguments = [self.expression()]
        if not self.accept("FROM"):
            return None
        arguments.append(self.expression())
        if self.accept("FOR"):
            arguments.append(self.expression())
        self.expect(")")
        return self._made("substring", start, arguments)

    def _trim(self) -> Expression | None:
        """`TRIM(BOTH 'x' FROM y)`, or `TRIM(y)`: a word of the grammar, in any case."""
        start = self.offset
        self.position += 1
        if not self.accept("("):
            return None
        if self.at(")"):
            self.fail("expected an expression")
        side = self.accept_any("BOTH", "LEADING", "TRAILING")
        if side is None:
            arguments = self.expressions()
            self.expect(")")
            return self._made("trimBoth", start, arguments)
        characters = self.expression()
        self.expect("FROM")
        value = self.expression()
        self.expect(")")
        name = {"BOTH": "trimBoth", "LEADING": "trimLeft", "TRAILING": "trimRight"}[side]
        return self._made(name, start, [value, characters])

    def _position(self) -> Expression | None:
        """`POSITION(needle IN haystack)`."""
        start = self.offset
        self.position += 1
        if not self.accept("("):
            return None
        needle = self.expression(_JOINED)
        if not self.accept("IN"):
            return None
        haystack = self.expression()
        self.expect(")")
        return self._made("position", start, [haystack, needle])

    def _interval(self) -> Expression | None:
        """`INTERVAL 1 DAY`, `INTERVAL '1 day 2 hours'`."""
        start = self.offset
        self.position += 1
        token = self.peek()
        if token is None or self._is_interval_name(token):
            return None
        if token.kind is Kind.STRING and not self._is_unit(1):
            self.position += 1
            return self._interval_of_text(token, start)
        count = self.expression(_SIGN)
        unit = self.peek()
        if unit is None or unit.word not in INTERVALS:
            return None
        self.position += 1
        if self.at("TO"):
            raise SparksOwn("INTERVAL … TO …")
        return self._made(f"toInterval{INTERVALS[unit.word]}", start, [count])

    @staticmethod
    def _is_interval_name(token: Token) -> bool:
        """Whether `interval` is a column."""
        starts = token.kind in (Kind.NUMBER, Kind.STRING) or token.is_identifier
        return not starts and token.value not in ("(", "-", "+", "[")

    def _is_unit(self, ahead: int) -> bool:
        token = self.peek(ahead)
        return token is not None and token.word in INTERVALS

    def _interval_of_text(self, token: Token, start: int) -> Expression:
        pieces: list[re.Match[str]] = []
        end = 0
        while (piece := _INTERVAL_TEXT.match(token.value, end)) is not None:
            pieces.append(piece)
            end = piece.end()
        units = [INTERVALS.get(piece[2].upper()) for piece in pieces]
        if not pieces or end != len(token.value) or None in units:
            raise RmtError("SYNTAX_ERROR", f"'{token.value}' is no interval.")
        parts: list[Expression] = [
            self._made(f"toInterval{unit}", start, [Literal(int(piece[1]), piece[1])])
            for unit, piece in zip(units, pieces, strict=True)
        ]
        return parts[0] if len(parts) == 1 else self._made("tuple", start, parts)

    def _exists(self) -> Expression | None:
        self.position += 1
        if not self.at("(") or not self.at_query():
            return None
        self.expect("(")
        query = self.query()
        self.expect(")")
        return Exists(query)

    def _of_unit(self) -> Expression | None:
        """`dateAdd(DAY, 1, x)`, `DATE_SUB(x, INTERVAL 1 DAY)`."""
        start = self.offset
        name = "plus" if self.take().word.endswith("ADD") else "minus"
        if not self.accept("("):
            return None
        unit, following = self.peek(), self.peek(1)
        if unit is None or following is None:
            return None
        known = INTERVALS.get(unit.value.upper())
        if known is not None and following.value == ",":
            self.position += 2
            count = self.expression()
            self.expect(",")
            value = self.expression()
            self.expect(")")
            interval = self._made(f"toInterval{known}", start, [count])
            return self._made(name, start, [value, interval])
        value = self.expression()
        self.expect(",")
        interval_value = self.expression()
        if not self.accept(")"):
            return None
        return self._made(name, start, [value, interval_value])

    def _difference(self) -> Expression | None:
        """`dateDiff(DAY, a, b)`: the unit may be a word."""
        start = self.offset
        self.position += 1
        unit, following = self.peek(1), self.peek(2)
        if not self.accept("(") or unit is None or following is None or following.value != ",":
            return None
        known = INTERVALS.get(unit.word)
        if known is None:
            return None
        self.position += 2
        arguments: list[Expression] = [Literal(known.lower()), *self.expressions()]
        self.expect(")")
        return self._made("dateDiff", start, arguments)

    # Names and calls

    def _named(self) -> Expression:
        """A name with dots, `t.*`, or a call."""
        parts = [self.name_part("an expression")]
        while self.at("."):
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

    def _star(self, qualifier: tuple[str, ...]) -> Expression:
        """What follows `*`: a pattern of names, `* LIKE 'price_%'`, and what changes columns."""
        pattern = self.peek(1)
        word = next((one for one in ("LIKE", "ILIKE") if self.at(one)), None)
        if word is None or pattern is None or pattern.kind is not Kind.STRING:
            return Asterisk(qualifier, self._changes())
        self.position += 2
        signs = {"%": ".*", "_": "."}
        names = "".join(signs.get(sign, re.escape(sign)) for sign in pattern.value)
        flags = "(?i)" if word == "ILIKE" else ""
        return Columns(f"{flags}^{names}$", qualifier=qualifier, changes=self._changes())

    def _is_digit_name(self, token: Token) -> bool:
        text = self.text[token.start : token.end]
        return bool(_DIGIT_NAME.fullmatch(text)) and not text.isdigit()

    def _symbol_at(self, ahead: int, symbol: str) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind is Kind.SYMBOL and token.value == symbol

    def _call(self, name: str) -> Expression:
        call = Call(name, [])
        call.distinct, call.arguments = self._arguments()
        if self.at("("):
            call.parameters = call.arguments
            call.distinct, call.arguments = self._arguments()
        self._after_call(call)
        return call

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
        arguments = self.expressions()
        if self.at("ORDER"):
            self.fail("ORDER BY inside an aggregate function is no part of ClickHouse's language")
        self.expect(")")
        return distinct, arguments

    def _after_call(self, call: Call) -> None:
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

    def _columns(self) -> Expression | None:
        """`COLUMNS('pattern')`, `COLUMNS(a, b)`."""
        self.position += 1
        if not self.accept("("):
            return None
        token = self.peek()
        if token is not None and token.kind is Kind.STRING:
            self.position += 1
            self.expect(")")
            return Columns(token.value, changes=self._changes())
        names = []
        while True:
            start, parts = self.offset, [self.name_part("a column")]
            while self.accept("."):
                parts.append(self.name_part("a column"))
            names.append(Identifier(tuple(parts), at=start, end=self.previous_end))
            if not self.accept(","):
                break
        self.expect(")")
        return Columns(None, tuple(names), changes=self._changes())

    def _changes(self) -> list[ColumnChange]:
        """EXCEPT, REPLACE and APPLY, any number of them."""
        changes: list[ColumnChange] = []
        while True:
            start = self.offset
            following = self.peek(1)
            if self.at("EXCEPT") and not (
                following is not None
                and following.word in ("SELECT", "ALL", "DISTINCT", "WITH", "FROM")
            ):
                if self._query_at(1):
                    return changes
                change = self._except()
            elif self.at("REPLACE") and following is not None and following.value != ",":
                change = self._replace()
            elif self.at("APPLY"):
                change = self._apply()
            else:
                return changes
            change.at, change.end = start, self.previous_end
            changes.append(change)

    def _except(self) -> ColumnChange:
        self.expect("EXCEPT")
        is_strict = self.accept("STRICT")
        if not self.at("("):
            return ColumnChange(
                StarChange.EXCEPT, names=(self.name_part("a column"),), is_strict=is_strict
            )
        self.expect("(")
        token = self.peek()
        if token is not None and token.kind is Kind.STRING:
            self.position += 1
            self.expect(")")
            return ColumnChange(StarChange.EXCEPT, pattern=token.value)
        names = [self.name_part("a column")]
        while self.accept(","):
            names.append(self.name_part("a column"))
        self.expect(")")
        return ColumnChange(StarChange.EXCEPT, names=tuple(names), is_strict=is_strict)

    def _replace(self) -> ColumnChange:
        self.expect("REPLACE")
        is_strict = self.accept("STRICT")
        in_parentheses = self.accept("(")
        values = []
        while True:
            value = self.expression()
            self.expect("AS")
            values.append((self.name_part("a column"), value))
            if not in_parentheses or not self.accept(","):
                break
        if in_parentheses:
            self.expect(")")
        return ColumnChange(StarChange.REPLACE, values=tuple(values), is_strict=is_strict)

    def _apply(self) -> ColumnChange:
        self.expect("APPLY")
        opened = 0
        while not self._at_lambda() and self.accept("("):
            opened += 1
        change = ColumnChange(StarChange.APPLY)
        if self._at_lambda():
            found = self.expression()
            assert isinstance(found, Lambda)
            change.applied = found
        else:
            change.function = self.name_part("a function")
            if self.at("("):
                _, change.parameters = self._arguments()
        if opened and self.accept(","):
            change.prefix = self.string("a prefix of columns' names")
        for _ in range(opened):
            self.expect(")")
        return change

    def _at_lambda(self) -> bool:
        if self._symbol_at(1, "->"):
            return True
        return self.at("(") and self._symbol_at(2, ")") and self._symbol_at(3, "->")

    # Windows and orders

    def window(self) -> Window:
        """Reads `([name] [PARTITION BY …] [ORDER BY …] [frame])`."""
        start = self.offset
        self.expect("(")
        window = Window()
        token = self.peek()
        words = ("PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS")
        if token is not None and token.is_identifier and token.word not in words:
            window.parent = self.take().value
        if self.accept("PARTITION", "BY"):
            window.partition_by = self.expressions()
        if self.accept("ORDER", "BY"):
            window.order_by = self.orderings()
        unit = self.accept_any("ROWS", "RANGE", "GROUPS")
        if unit is not None:
            window.frame = self._frame(unit)
        self.expect(")")
        window.at, window.end = start, self.previous_end
        return window

    def _frame(self, unit: str) -> Frame:
        if self.accept("BETWEEN"):
            first = self._bound()
            self.expect("AND")
            return Frame(unit, first, self._bound())
        return Frame(unit, self._bound(), FrameBound("CURRENT ROW"))

    def _bound(self) -> FrameBound:
        if self.accept("CURRENT", "ROW"):
            return FrameBound("CURRENT ROW")
        offset = None if self.accept("UNBOUNDED") else self.expression(_SUM)
        kind = self.accept_any("PRECEDING", "FOLLOWING")
        if kind is None:
            self.fail("expected PRECEDING or FOLLOWING")
        return FrameBound(kind, offset)

    def orderings(self) -> list[Ordering]:
        """Reads the members of ORDER BY."""
        found = [self.ordering()]
        while self.accept(","):
            found.append(self.ordering())
        return found

    def ordering(self) -> Ordering:
        """Reads `value [ASC|DESC] [NULLS FIRST|LAST] [COLLATE 'x'] [WITH FILL …]`."""
        start = self.offset
        ordering = Ordering(self.aliased())
        self.direction(ordering)
        ordering.at, ordering.end = start, self.previous_end
        return ordering

    def direction(self, ordering: Ordering) -> None:
        """Reads what follows the value of an ordering."""
        word = self.accept_any("ASC", "ASCENDING", "DESC", "DESCENDING")
        ordering.descending = word in ("DESC", "DESCENDING")
        if self.accept("NULLS"):
            which = self.accept_any("FIRST", "LAST")
            if which is None:
                self.fail("expected FIRST or LAST")
            ordering.nulls_first = which == "FIRST"
        if self.accept("COLLATE"):
            ordering.collation = self.string("a collation")


def _spaced(text: str, tokens: Sequence[Token]) -> str:
    """Tokens of a type with one blank behind commas, around `=` and between words."""
    pieces: list[str] = []
    for before, token in zip((None, *tokens), tokens, strict=False):
        is_joined = before is None or before.value in ("(", "-") or token.value in ("(", ")", ",")
        pieces.append("" if is_joined else " ")
        pieces.append(text[token.start : token.end])
    return "".join(pieces)


def _as_written(value: Expression, type_text: str) -> Expression:
    """A number before `::` and a type of texts or decimals, as it was written."""
    is_number = isinstance(value, Literal) and bool(value.text) and value.value is not None
    if not is_number or not isinstance(value, Literal):
        return value
    if not type_text.lower().startswith(("string", "decimal")):
        return value
    return Literal(value.text, at=value.at, end=value.end)
