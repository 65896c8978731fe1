"""Reads the calls that have words inside, as `CAST(x AS T)`, and values that words begin.

Source: `ExpressionListParsers.cpp` of ClickHouse.
"""

from __future__ import annotations

import re
from abc import ABC

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.reading.cursor import JOINED, ExpressionCursor, SparksOwn
from rmt_engine.sql.query.reading.words import ENDS_EXPRESSION
from rmt_engine.sql.query.tree import Exists, Expression, Literal
from rmt_engine.sql.text.interval_units import INTERVALS
from rmt_engine.sql.text.tokens import Kind, Token

__all__ = ["SpecialForms"]

_INTERVAL_TEXT = re.compile(r"\s*([+-]?\d+)\s+([A-Za-z]+)\s*")
_EXTRACTED = {
    "NANOSECOND": "toNanosecond",
    "MICROSECOND": "toMicrosecond",
    "MILLISECOND": "toMillisecond",
    "SECOND": "toSecond",
    "MINUTE": "toMinute",
    "HOUR": "toHour",
    "DAY": "toDayOfMonth",
    "DOY": "toDayOfYear",
    "ISODOW": "toDayOfWeek",
    "WEEK": "toISOWeek",
    "ISOYEAR": "toISOYear",
    "MONTH": "toMonth",
    "QUARTER": "toQuarter",
    "YEAR": "toYear",
    "EPOCH": "toUnixTimestamp",
}
_CENTURIES = {"CENTURY": 100, "MILLENNIUM": 1000}
"""Units whose first year ends in 1."""
_FROM_SUNDAY = 2
"""The mode of `toDayOfWeek` that counts from 0, which is Sunday."""


class SpecialForms(ExpressionCursor, ABC):
    """Reads the forms; each gives None for a word that begins none here, but is a name."""

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
        return self._called(name, start, [value, type_text])

    def _extract(self) -> Expression | None:
        """`EXTRACT(unit FROM time)`, or the function `extract(text, pattern)` in any case."""
        start = self.offset
        self.position += 1
        unit = self.peek(1)
        following = self.peek(2)
        if not self.accept("(") or unit is None or following is None or self.at(")"):
            return None
        if following.word != "FROM":
            arguments = self.expressions()
            self.expect(")")
            return self._made("extract", start, arguments)
        self.position += 2
        value = self.expression()
        self.expect(")")
        return self._extracted(unit.word, value, start)

    def _extracted(self, unit: str, value: Expression, start: int) -> Expression | None:
        """What a unit of EXTRACT is of a time; None if there is no such unit.

        Source: `ParserExtract` of ClickHouse; decades count from the year 0, centuries from 1.
        """
        if unit == "DOW":
            return self._made("toDayOfWeek", start, [value, Literal(_FROM_SUNDAY)])
        if unit == "DECADE":
            years = self._made("toYear", start, [value])
            return self._made("intDiv", start, [years, Literal(10)])
        if unit in _CENTURIES:
            years = self._made("minus", start, [self._made("toYear", start, [value]), Literal(1)])
            passed = self._made("intDiv", start, [years, Literal(_CENTURIES[unit])])
            return self._made("plus", start, [passed, Literal(1)])
        name = _EXTRACTED.get(INTERVALS.get(unit, unit).upper())
        return None if name is None else self._made(name, start, [value])

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
        needle = self.expression(JOINED)
        if not self.accept("IN"):
            return None
        haystack = self.expression()
        self.expect(")")
        return self._made("position", start, [haystack, needle])

    def _interval(self) -> Expression | None:
        """`INTERVAL 1 DAY`, `INTERVAL n % 7 DAY`, `INTERVAL '1 day 2 hours'`."""
        start = self.offset
        self.position += 1
        token = self.peek()
        if token is None or self._is_interval_name(token):
            return None
        if token.kind is Kind.STRING and not self._is_unit(1):
            self.position += 1
            return self._interval_of_text(token, start)
        count = self.expression()
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
        is_operand = token.is_identifier and token.word not in ENDS_EXPRESSION
        starts = token.kind in (Kind.NUMBER, Kind.STRING) or is_operand
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
            return self._called(name, start, [value, interval])
        value = self.expression()
        self.expect(",")
        interval_value = self.expression()
        if not self.accept(")"):
            return None
        return self._called(name, start, [value, interval_value])

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
