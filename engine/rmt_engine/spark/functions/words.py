"""Arithmetic of 64-bit words that wraps around, as Catalyst expressions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments

__all__ = ["Word", "Words", "signed"]

_CATALYST = "org.apache.spark.sql.catalyst.expressions"
_HASH_CODE = "com.google.common.hash.HashCode"
_WORD_BYTES = 8
_MOST_ELEMENTS = 2**31 - 1


def signed(bits: int) -> int:
    """64 bits as Java's long, which a literal is to be, however small."""
    return bits - 2**64 if bits >= 2**63 else bits


class Word:
    """A word: an expression of Catalyst's type BIGINT; or an array of words.

    Its operators wrap around.

    Args:
        words: what it comes from.
        expression: Catalyst's.
    """

    def __init__(self, words: Words, expression: Any) -> None:
        self._words = words
        self.expression = expression

    def __add__(self, other: Word | int) -> Word:
        return self._words.calculated("Add", self, other)

    def __sub__(self, other: Word | int) -> Word:
        return self._words.calculated("Subtract", self, other)

    def __mul__(self, other: Word | int) -> Word:
        return self._words.calculated("Multiply", self, other)

    def __xor__(self, other: Word | int) -> Word:
        return self._words.combined("BitwiseXor", self, other)

    def __and__(self, other: Word | int) -> Word:
        return self._words.combined("BitwiseAnd", self, other)

    def __lshift__(self, bits: Word | int) -> Word:
        return self._words.shifted("ShiftLeft", self, bits)

    def __rshift__(self, bits: Word | int) -> Word:
        """Moved to the right, with zeros from the left."""
        return self._words.shifted("ShiftRightUnsigned", self, bits)

    def __getitem__(self, position: int) -> Word:
        """A word of several, `Words.array`."""
        return self._words.item(self.expression, position)

    def rotated(self, bits: Word | int) -> Word:
        """With its bits moved to the right, those that fall out coming in from the left."""
        back = self._words.literal(64) - bits if isinstance(bits, Word) else 64 - bits
        return (self >> bits) ^ (self << back)

    def bytes(self, count: int) -> Any:
        """An expression of BINARY: its lowest bytes, the lowest first."""
        return self._words.bytes_of(self.expression, count)

    def folded(self, bits: int) -> Word:
        """Its bits xor themselves, moved to the right."""
        return self ^ (self >> bits)


class Words:
    """Makes words.

    Args:
        arguments: of the call that is built.

    Attributes:
        arguments: those.
        gateway: the bridge to the JVM.
    """

    def __init__(self, arguments: Arguments) -> None:
        self.arguments = arguments
        self.gateway = arguments.gateway
        self._wrapping = self.gateway.scala_object(f"{_CATALYST}.EvalMode").LEGACY()
        self._names = itertools.count()

    def literal(self, bits: int) -> Word:
        """A constant of 64 bits."""
        return Word(self, self.arguments.expression_of(F.lit(signed(bits)).cast("bigint")))

    def calculated(self, operation: str, left: Word, right: Word | int) -> Word:
        """A sum, a difference or a product."""
        made = self.gateway.scala_object(f"{_CATALYST}.{operation}")
        return Word(self, made.apply(left.expression, self._of(right), self._wrapping))

    def combined(self, operation: str, left: Word, right: Word | int) -> Word:
        """What an operation on the bits gives."""
        return Word(self, self.arguments.catalyst(operation, left.expression, self._of(right)))

    def shifted(self, operation: str, word: Word, bits: Word | int) -> Word:
        """A word whose bits are moved."""
        by = self._as_int(bits) if isinstance(bits, Word) else self._int(bits)
        return Word(self, self.arguments.catalyst(operation, word.expression, by))

    def length(self, data: Any) -> Word:
        """How many bytes an expression of BINARY has."""
        length = self.arguments.column_of(self.arguments.catalyst("Length", data))
        return Word(self, self.arguments.expression_of(length.cast("bigint")))

    def field(self, struct: Any, name: str) -> Any:
        """A field of an expression of STRUCT."""
        column = self.arguments.column_of(struct).getField(name)
        return self.arguments.expression_of(column)

    def size(self, array: Any) -> Word:
        """How many elements an expression of ARRAY has."""
        column = F.size(self.arguments.column_of(array))
        return self.of_column(column.cast("bigint"))

    def bytes_of(self, word: Any, count: int) -> Any:
        """An expression of BINARY: the lowest bytes of a word, the lowest first."""
        hash_code = self.arguments.loaded(_HASH_CODE)
        kind = self.arguments.object_type(_HASH_CODE)
        code = self.arguments.called_statically(hash_code, kind, "fromLong", [word])
        found = self.arguments.called(code, self.arguments.data_type("binary"), "asBytes", [])
        if count == _WORD_BYTES:
            return found
        return self.arguments.catalyst("Substring", found, self._int(1), self._int(count))

    def joined(self, first: Any, second: Any) -> Any:
        """Two expressions of BINARY, one behind the other."""
        return self.arguments.catalyst("Concat", self.gateway.seq([first, second]))

    def made(self, name: str, *arguments: Any) -> Word:
        """A word that a Catalyst expression gives."""
        return Word(self, self.arguments.catalyst(name, *arguments))

    def of_column(self, column: Column) -> Word:
        """A word that a column is."""
        return Word(self, self.arguments.expression_of(column))

    def column_of(self, word: Word) -> Column:
        """The column that a word is."""
        return self.arguments.column_of(word.expression)

    def converted(self, value: Any, kind: str) -> Word:
        """An expression with another type of Spark's."""
        return self.of_column(self.arguments.column_of(value).cast(kind))

    def listed(self, values: Sequence[Any]) -> Any:
        """An expression of ARRAY of expressions of one type."""
        return self.arguments.catalyst("CreateArray", self.gateway.seq(list(values)))

    def concatenated(self, arrays: Sequence[Any]) -> Any:
        """Expressions of ARRAY, one behind the other."""
        return self.arguments.catalyst("Concat", self.gateway.seq(list(arrays)))

    def transformed(self, array: Any, of_element: Callable[[Any], Word]) -> Any:
        """An expression of ARRAY: the words that are made of another's elements."""
        return self.arguments.catalyst("ArrayTransform", array, self.function(of_element))

    def reduced(self, array: Any, combined: Callable[[Word, Word], Word]) -> Word:
        """The words of an array, which is not empty, combined from left to right."""
        state = Word(self, self.arguments.variable(f"state_{next(self._names)}"))
        word = Word(self, self.arguments.variable(f"word_{next(self._names)}"))
        merged = combined(state, word).expression

        def of_array(array: Any) -> Word:
            rest = self.arguments.catalyst("Slice", array, self._int(2), self._int(_MOST_ELEMENTS))
            return self.made(
                "ArrayAggregate",
                rest,
                self.item(array, 0).expression,
                self.arguments.lambda_of(merged, [state.expression, word.expression]),
                self.arguments.lambda_of(state.expression, [state.expression]),
            )

        return self.let(array, of_array)

    def fetched(self, data: Any, position: Word | int, count: int = 8) -> Word:
        """Up to 8 bytes, the lowest first.

        Args:
            data: an expression of BINARY.
            position: where they begin, from 0; from the end when negative.
            count: how many bytes.
        """
        if isinstance(position, Word):
            first = self._as_int(position + 1)
        else:
            first = self._int(position if position < 0 else position + 1)
        piece = self.arguments.catalyst("Substring", data, first, self._int(count))
        hash_code = self.arguments.loaded(_HASH_CODE)
        kind = self.arguments.object_type(_HASH_CODE)
        code = self.arguments.called_statically(hash_code, kind, "fromBytes", [piece])
        bigint = self.arguments.data_type("bigint")
        return Word(self, self.arguments.called(code, bigint, "padToLong", []))

    def let(self, value: Any, body: Callable[[Any], Word]) -> Word:
        """A word made of a value that is calculated once, however often it is used.

        Args:
            value: an expression.
            body: makes the word of a variable for it.
        """
        return self.applied(self.function(body), value)

    def function(self, body: Callable[[Any], Word]) -> Any:
        """A lambda that makes a word of a value."""
        variable = self.arguments.variable(f"word_{next(self._names)}")
        return self.arguments.lambda_of(body(variable).expression, [variable])

    def applied(self, function: Any, value: Any) -> Word:
        """The word that a lambda makes of a value."""
        array = self.listed([value])
        return self.item(self.arguments.catalyst("ArrayTransform", array, function), 0)

    def named(self, values: Sequence[Word], body: Callable[..., Word]) -> Word:
        """A word made of others that are calculated once each.

        Args:
            values: the words.
            body: takes as many and makes a word of them.
        """
        if not values:
            return body()
        first, *rest = values
        return self.let(
            first.expression,
            lambda variable: self.named(rest, lambda *others: body(Word(self, variable), *others)),
        )

    def chosen(self, word: Word, cases: Sequence[tuple[int, Word]], otherwise: Word) -> Word:
        """The first of several words whose limit another is not above.

        Args:
            word: the other.
            cases: limits, each with a word.
            otherwise: the word when it is above all.
        """
        result = otherwise.expression
        for limit, case in reversed(cases):
            fits = self.arguments.catalyst("LessThanOrEqual", word.expression, self._of(limit))
            result = self.arguments.catalyst("If", fits, case.expression, result)
        return Word(self, result)

    def array(self, *items: Word) -> Word:
        """Several words as one value, of which an index takes one."""
        return Word(self, self.listed([item.expression for item in items]))

    def item(self, array: Any, position: int) -> Word:
        """A word of an array."""
        made = self.arguments.catalyst("GetArrayItem", array, self._int(position), False)
        return Word(self, made)

    def repeated(
        self,
        count: Word,
        start: Word,
        step: Callable[[Word, Word], Word],
        finish: Callable[[Word], Word],
    ) -> Word:
        """What a loop gives.

        Args:
            count: how often it goes round, at least once.
            start: the value it begins with.
            step: makes the next value of the one before and of the number of the round, from 0.
            finish: makes the result of the last one.
        """
        state = Word(self, self.arguments.variable("state"))
        index = Word(self, self.arguments.variable("round"))
        rounds = self.arguments.catalyst("Sequence", self._of(0), (count - 1).expression)
        step_of, end_of = step(state, index).expression, finish(state).expression
        made = self.arguments.catalyst(
            "ArrayAggregate",
            *(rounds, start.expression),
            self.arguments.lambda_of(step_of, [state.expression, index.expression]),
            self.arguments.lambda_of(end_of, [state.expression]),
        )
        return Word(self, made)

    def _of(self, value: Word | int) -> Any:
        return (value if isinstance(value, Word) else self.literal(value)).expression

    def _int(self, number: int) -> Any:
        return self.arguments.expression_of(F.lit(number))

    def _as_int(self, word: Word) -> Any:
        column = self.arguments.column_of(word.expression).cast("int")
        return self.arguments.expression_of(column)
