"""Reads ClickHouse expressions as far as tests write them, to ask for their types.

`type_of("plus(i, 1)", columns)` is what `rmt_engine.sql.functions.answers` says of the calls of an
expression, from the inside to the outside.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rmt_engine.sql.functions.answers import MISSING, Argument, answer_type, literal_type
from rmt_engine.sql.values.types import DataType, parse_type

__all__ = [
    "Call",
    "UnreadableError",
    "calls_of",
    "columns_of",
    "is_lambda",
    "is_literal",
    "text_of",
    "type_of",
]

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>'(?:[^'\\]|\\.|'')*')|(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"""
    r"""|(?P<word>[A-Za-z_]\w*)|(?P<sign><=>|->|::|\|\||<=|>=|!=|<>|[-+*/%=<>()\[\],.?:]))"""
)
_LEVELS: tuple[dict[str, str], ...] = (
    {"OR": "or"},
    {"AND": "and"},
    {
        "=": "equals",
        "!=": "notEquals",
        "<>": "notEquals",
        "<": "less",
        "<=": "lessOrEquals",
        ">": "greater",
        ">=": "greaterOrEquals",
        "LIKE": "like",
        "ILIKE": "ilike",
        "IN": "in",
        "<=>": "isNotDistinctFrom",
    },
    {"||": "concat"},
    {"+": "plus", "-": "minus"},
    {"*": "multiply", "/": "divide", "%": "modulo"},
)
_CHANGING = frozenset("materialize rand rand64 randCanonical generateUUIDv4 arrayJoin".split())
_CONSTANTS = {"null": None, "true": True, "false": False}


class UnreadableError(Exception):
    """An expression in a form that this reader has not."""


@dataclass(frozen=True)
class _Literal:
    value: str | int | float | bool | None


@dataclass(frozen=True)
class _Column:
    name: str


@dataclass(frozen=True)
class Call:
    """A call of a function, or of the function that an operator stands for."""

    name: str
    arguments: tuple[_Node, ...]
    parameters: tuple[_Node, ...] = ()


@dataclass(frozen=True)
class _Lambda:
    names: tuple[str, ...]
    body: _Node


_Node = _Literal | _Column | Call | _Lambda


def columns_of(definition: str) -> dict[str, DataType]:
    """The types of columns that are declared as in CREATE TABLE, one on each line or after `;`."""
    pairs = (line.strip().split(" ", 1) for line in re.split(r"[;\n]", definition) if line.strip())
    return {name: parse_type(text) for name, text in pairs}


def type_of(expression: str, columns: Mapping[str, DataType]) -> DataType | None:
    """The type of an expression over columns; None if it is not known.

    Raises:
        UnreadableError: it has a form that this reader has not.
    """
    reader = _Reader(expression)
    node = reader.expression()
    if reader.peek():
        raise UnreadableError(f"{expression}: {reader.peek()}")
    return _argument(node, columns).type


def calls_of(expression: str) -> list[Call]:
    """The calls that an expression consists of, without those in lambdas.

    Raises:
        UnreadableError: it has a form that this reader has not.
    """
    reader = _Reader(expression)
    found, left = [], [reader.expression()]
    if reader.peek():
        raise UnreadableError(f"{expression}: {reader.peek()}")
    while left:
        node = left.pop()
        if isinstance(node, Call):
            found.append(node)
            left.extend(node.arguments)
    return found


def is_lambda(node: _Node) -> bool:
    """Whether it is a lambda."""
    return isinstance(node, _Lambda)


def is_literal(node: _Node) -> bool:
    """Whether it is a literal."""
    return isinstance(node, _Literal)


def text_of(node: _Node, prefix: str = "", names: Collection[str] = ()) -> str:
    """An expression as text, operators as calls.

    Args:
        node: the expression.
        prefix: stands before the names of columns.
        names: of lambdas around it, which are no columns.
    """
    if isinstance(node, _Literal):
        return _literal_text(node.value)
    if isinstance(node, _Column):
        return node.name if node.name in names else prefix + node.name
    if isinstance(node, _Lambda):
        body = text_of(node.body, prefix, {*names, *node.names})
        return f"({', '.join(node.names)}) -> {body}"
    arguments = ", ".join(text_of(argument, prefix, names) for argument in node.arguments)
    parameters = ", ".join(text_of(parameter, prefix, names) for parameter in node.parameters)
    return f"{node.name}{f'({parameters})' if parameters else ''}({arguments})"


def _literal_text(value: str | float | bool | None) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return repr(value)


def _argument(node: _Node, columns: Mapping[str, DataType]) -> Argument:
    if isinstance(node, _Literal):
        return Argument(literal_type(node.value), node.value)
    if isinstance(node, _Column):
        if node.name not in columns:
            raise UnreadableError(node.name)
        return Argument(columns[node.name])
    if isinstance(node, _Lambda):
        raise UnreadableError("a lambda outside a call")
    arguments = _arguments(node, columns)
    parameters = tuple(_argument(parameter, columns) for parameter in node.parameters)
    folded = (
        all(a.is_constant for a in arguments)
        and not any(isinstance(a, _Lambda) for a in node.arguments)
        and node.name not in _CHANGING
    )
    return Argument(answer_type(node.name, arguments, parameters), MISSING, folded)


def _arguments(node: Call, columns: Mapping[str, DataType]) -> tuple[Argument, ...]:
    """A lambda's names have the types of the elements of the arrays behind it."""
    if not (node.arguments and isinstance(node.arguments[0], _Lambda)):
        return tuple(_argument(argument, columns) for argument in node.arguments)
    function = node.arguments[0]
    others = tuple(_argument(argument, columns) for argument in node.arguments[1:])
    elements: list[DataType] = []
    for other in others:
        assert other.type is not None
        if other.type.family == "Map":
            elements += other.type.elements
        elif other.type.family == "Array" and node.name != "arrayFold":
            elements.append(other.type.element)
    if node.name == "arrayFold":
        *arrays, start = (other.type for other in others)
        elements = [start, *(array.element for array in arrays)]
    inner = {**columns, **dict(zip(function.names, elements, strict=False))}
    return (_argument(function.body, inner), *others)


class _Reader:
    """Recursive descent, lowest precedence first."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        position = 0
        text = text.rstrip()
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise UnreadableError(text)
            self._tokens.append(match[0].strip())
            position = match.end()
        self._next = 0

    def peek(self, ahead: int = 0) -> str:
        place = self._next + ahead
        return self._tokens[place] if place < len(self._tokens) else ""

    def take(self) -> str:
        self._next += 1
        return self.peek(-1)

    def accept(self, *words: str) -> bool:
        found = all(self.peek(i).upper() == word for i, word in enumerate(words))
        if found:
            self._next += len(words)
        return found

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise UnreadableError(f"{' '.join(self._tokens)}: no {word} at {self.peek()}")

    def expression(self) -> _Node:
        function = self._function()
        if function is not None:
            return function
        found = self._binary(0)
        if self.accept("?"):
            chosen = self.expression()
            self.expect(":")
            found = Call("if", (found, chosen, self.expression()))
        return found

    def _function(self) -> _Node | None:
        if self.peek(1) == "->":
            names = (self.take(),)
        else:
            place = self._next
            names = self._names()
            if not names or self.peek() != "->":
                self._next = place
                return None
        self.expect("->")
        return _Lambda(names, self.expression())

    def _names(self) -> tuple[str, ...]:
        names: list[str] = []
        if not self.accept("("):
            return ()
        while re.fullmatch(r"\w+", self.peek()):
            names.append(self.take())
            if not self.accept(","):
                break
        return tuple(names) if self.accept(")") else ()

    def _binary(self, level: int) -> _Node:
        if level == len(_LEVELS):
            return self._unary()
        if level == 2 and self.accept("NOT"):
            return Call("not", (self._binary(level),))
        found = self._binary(level + 1)
        while True:
            operator = _LEVELS[level].get(self.peek().upper())
            if level == 2 and self.peek().upper() == "NOT":
                self.take()
                kept = _LEVELS[level].get(self.peek().upper(), "")
                operator = {"like": "notLike", "ilike": "notILike", "in": "notIn"}.get(kept)
            if operator is not None:
                self.take()
                found = Call(operator, (found, self._binary(level + 1)))
            elif level == 2 and self.accept("IS", "NOT", "NULL"):
                found = Call("isNotNull", (found,))
            elif level == 2 and self.accept("IS", "NULL"):
                found = Call("isNull", (found,))
            elif level == 2 and self.accept("BETWEEN"):
                low = self._binary(level + 1)
                self.expect("AND")
                high = self._binary(level + 1)
                parts = (
                    Call("greaterOrEquals", (found, low)),
                    Call("lessOrEquals", (found, high)),
                )
                found = Call("and", parts)
            else:
                return found

    def _unary(self) -> _Node:
        if self.accept("-"):
            found = self._unary()
            if isinstance(found, _Literal) and isinstance(found.value, int | float):
                return _Literal(-found.value)
            return Call("negate", (found,))
        found = self._primary()
        while True:
            if self.accept("["):
                found = Call("arrayElement", (found, self.expression()))
                self.expect("]")
            elif self.accept("::"):
                found = Call("CAST", (found, _Literal(self._type())))
            elif self.accept("."):
                word = self.take()
                element = int(word) if word.isdigit() else word
                found = Call("tupleElement", (found, _Literal(element)))
            else:
                return found

    def _type(self) -> str:
        text, depth = self.take(), 0
        while self.peek() == "(" or depth:
            token = self.take()
            depth += {"(": 1, ")": -1}.get(token, 0)
            text += token
        return text

    def _primary(self) -> _Node:
        token = self.take()
        if token in ("(", "["):
            return self._tuple() if token == "(" else Call("array", self._list("]"))
        if token.startswith("'"):
            return _Literal(re.sub(r"\\(.)|'(')", r"\1\2", token[1:-1]))
        if token[:1].isdigit():
            return _Literal(int(token) if token.isdigit() else float(token))
        if token.lower() in _CONSTANTS:
            return _Literal(_CONSTANTS[token.lower()])
        if token.upper() == "INTERVAL":
            return self._interval()
        if token.upper() == "CASE":
            return self._case()
        if self.accept("("):
            return self._call(token)
        if not token or not re.fullmatch(r"[A-Za-z_]\w*", token):
            raise UnreadableError(" ".join(self._tokens))
        return _Column(token)

    def _tuple(self) -> _Node:
        elements = self._list(")")
        return elements[0] if len(elements) == 1 else Call("tuple", elements)

    def _interval(self) -> _Node:
        number = self._unary()
        return Call(f"toInterval{self.take().capitalize()}", (number,))

    def _case(self) -> _Node:
        base = None if self.peek().upper() == "WHEN" else self.expression()
        values: list[_Node] = []
        while self.accept("WHEN"):
            values.append(self.expression())
            self.expect("THEN")
            values.append(self.expression())
        values.append(self.expression() if self.accept("ELSE") else _Literal(None))
        self.expect("END")
        if base is None:
            return Call("multiIf", tuple(values))
        return Call("caseWithExpression", (base, *values))

    def _call(self, name: str) -> _Node:
        if name.upper() == "CAST":
            value = self.expression()
            if self.accept("AS"):
                found = Call("CAST", (value, _Literal(self._type())))
            else:
                self.expect(",")
                found = Call("CAST", (value, self.expression()))
            self.expect(")")
            return found
        arguments = self._list(")")
        if self.accept("("):
            return Call(name, self._list(")"), arguments)
        if self.accept("OVER"):
            self.expect("(")
            while not self.accept(")"):
                self.take()
        return Call(name, arguments)

    def _list(self, end: str) -> tuple[_Node, ...]:
        found: list[_Node] = []
        while not self.accept(end):
            found.append(self.expression())
            if not self.accept(","):
                self.expect(end)
                break
        return tuple(found)
