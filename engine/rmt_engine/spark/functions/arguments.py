"""What a function's builder works with: the arguments of a call, and tables of builders."""

from __future__ import annotations

import datetime
import decimal
import inspect
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pyspark.sql import Column
from pyspark.sql import functions as F
from pyspark.sql.types import DataType, StructType

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.gateway import Gateway

__all__ = [
    "INTEGER_TYPES",
    "MANY",
    "Arguments",
    "Builder",
    "Builders",
    "at_least",
    "at_most",
    "bits_of",
    "call",
    "default_of",
    "element_type",
    "failing",
    "of",
    "once",
    "typed",
    "unsigned",
]

INTEGER_TYPES = frozenset({"tinyint", "smallint", "int", "bigint"})
MANY = sys.maxsize
"""Of a function that takes any number of arguments, the most."""
_DEFAULTS = {"string": "", "boolean": False, "date": datetime.date(1970, 1, 1)}
_CATALYST = "org.apache.spark.sql.catalyst.expressions"
_PARAMETER = "parameter_1"


class Arguments:
    """A function call's arguments.

    Attributes:
        gateway: the bridge to the JVM.
        expressions: the arguments as Catalyst expressions.
        columns: the same as PySpark columns.
        parameters: the values of an aggregate function's parameters: 0.9 of `quantile(0.9)(x)`.
    """

    def __init__(self, gateway: Gateway, expressions: list[Any], columns: list[Column]) -> None:
        self.gateway = gateway
        self.expressions = expressions
        self.columns = columns
        self.parameters: list[Any] = []

    @classmethod
    def of_call(cls, gateway: Gateway, expressions: list[Any]) -> Arguments:
        """The arguments of a call that Spark analyzes.

        Args:
            gateway: the bridge to the JVM.
            expressions: Catalyst's.
        """
        utilities = gateway.java_class("org.apache.spark.sql.classic.ExpressionUtils")
        parameters = _parameters(gateway, expressions)
        rest = expressions[1:] if parameters else expressions
        arguments = cls(gateway, rest, [Column(utilities.column(item)) for item in rest])
        arguments.parameters = parameters
        return arguments

    def __len__(self) -> int:
        return len(self.expressions)

    def type(self, position: int) -> str:
        """Spark's name of an argument's type."""
        return str(self.expressions[position].dataType().catalogString())

    def kind(self, position: int) -> DataType:
        """An argument's type."""
        kind = json.loads(self.expressions[position].dataType().json())
        field = {"name": "value", "type": kind, "nullable": True, "metadata": {}}
        return StructType.fromJson({"fields": [field]})["value"].dataType

    def is_lambda(self, position: int) -> bool:
        """Whether an argument is a lambda: `x -> x + 1`."""
        return len(self) > position and _is_a(self.expressions[position], "LambdaFunction")

    def literal(self, position: int) -> Any:
        """The value of a constant argument."""
        expression = self.expressions[position]
        if not expression.foldable():
            raise RmtError("ILLEGAL_COLUMN", "The argument must be a constant.")
        return _value(expression)

    def text(self, position: int) -> str:
        """The value of a constant argument, as text."""
        return str(self.literal(position))

    def texts(self, position: int) -> list[str]:
        """The elements of a constant array, as text."""
        values = self.literal(position)
        return [str(values.getUTF8String(i)) for i in range(values.numElements())]

    def parameter(self, position: int, default: Any) -> Any:
        """A parameter of an aggregate function, or what it is when left out."""
        return self.parameters[position] if position < len(self.parameters) else default

    @property
    def session_zone(self) -> Column:
        """The time zone in which Spark analyzes the call, as a constant.

        Spark's `current_timezone()` is that of the session which runs the query. An expression of a
        table's definition, or of a mutation, was analyzed in another one.
        """
        return F.lit(self.gateway.analysis_zone())

    def catalyst(self, name: str, *arguments: Any) -> Any:
        """A Catalyst expression, by the class's name below `catalyst.expressions`."""
        return self.gateway.java_class(f"{_CATALYST}.{name}")(*arguments)

    def expression_of(self, column: Column) -> Any:
        """The Catalyst expression of a column."""
        return self.gateway.active_session().expression(column._jc)

    def column_of(self, expression: Any) -> Column:
        """A Catalyst expression as a column."""
        utilities = self.gateway.java_class("org.apache.spark.sql.classic.ExpressionUtils")
        return Column(utilities.column(expression))

    def data_type(self, name: str) -> Any:
        """Catalyst's type of a name."""
        return self.gateway.java_class("org.apache.spark.sql.types.DataType").fromDDL(name)

    def loaded(self, java_class: str) -> Any:
        """A Java class, by its full name."""
        return self.gateway.jvm.java.lang.Class.forName(java_class)

    def object_type(self, java_class: str) -> Any:
        """Catalyst's type of expressions that give objects of a Java class."""
        kinds = self.gateway.java_class("org.apache.spark.sql.types.ObjectType")
        return kinds(self.loaded(java_class))

    def called(self, target: Any, kind: Any, method: str, inputs: list[Any]) -> Any:
        """A call of a method of a Java object, as an expression.

        Args:
            target: the object, an expression.
            kind: Catalyst's type of the result.
            method: its name.
            inputs: its arguments, expressions.
        """
        seq = self.gateway.seq
        given = (seq(inputs), seq([]), True, False, True)
        return self.catalyst("objects.Invoke", target, method, kind, *given)

    def called_statically(self, java_class: Any, kind: Any, method: str, inputs: list[Any]) -> Any:
        """A call of a static method of a Java class; see `called`."""
        seq, none = self.gateway.seq, self.gateway.scala_object("scala.None")
        given = (seq(inputs), seq([]), True, False, True, none)
        return self.catalyst("objects.StaticInvoke", java_class, kind, method, *given)

    def variable(self, name: str) -> Any:
        """A variable of a lambda."""
        return self.catalyst("UnresolvedNamedLambdaVariable", self.gateway.seq([name]))

    def lambda_of(self, body: Any, variables: list[Any]) -> Any:
        """A lambda: Catalyst's expression with its variables."""
        return self.catalyst("LambdaFunction", body, self.gateway.seq(variables), False)

    def higher_order(self, column: Column) -> Any:
        """The same value from an expression that may have been given a lambda.

        Spark takes lambdas in calls that become higher-order functions only; folding no elements at
        all into the value makes it one.
        """
        kept, element = self.variable("kept"), self.variable("element")
        return self.catalyst(
            "ArrayAggregate",
            self.expression_of(F.array()),
            self.expression_of(column),
            self.lambda_of(kept, [kept, element]),
            self.lambda_of(kept, [kept]),
        )


def _is_a(expression: Any, name: str) -> bool:
    return bool(expression.getClass().getSimpleName() == name)


def _value(expression: Any) -> Any:
    return expression.eval(None)


def _parameters(gateway: Gateway, expressions: list[Any]) -> list[Any]:
    """The values of the struct that stands for an aggregate's parameters, if it is there."""
    if not expressions or not _is_a(expressions[0], "CreateNamedStruct"):
        return []
    named = gateway.items(expressions[0].children())
    if not named or not named[0].foldable() or str(named[0].eval(None)) != _PARAMETER:
        return []
    values = named[1::2]
    if not all(value.foldable() for value in values):
        raise RmtError("BAD_ARGUMENTS", "A parameter of an aggregate function must be a constant.")
    return [_number_or_text(value) for value in values]


def _number_or_text(expression: Any) -> Any:
    value = expression.eval(None)
    if isinstance(value, bool | int | float):
        return value
    text = str(value)
    return float(text) if str(expression.dataType().typeName()).startswith("decimal") else text


@dataclass(frozen=True)
class Builder:
    """How a function is built.

    Attributes:
        fewest: the fewest arguments it takes.
        most: the most.
        build: makes a column, or a Catalyst expression, of a call's arguments.
    """

    fewest: int
    most: int
    build: Callable[[Arguments], Any]


Builders = dict[str, Builder]
"""The builders of a family, by the name Spark knows the function under."""


def of(build: Callable[..., Column]) -> Builder:
    """A function of columns; how many it takes is what the Python function takes.

    Args:
        build: makes a column of columns.
    """
    fewest = most = 0
    for parameter in inspect.signature(build).parameters.values():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            most = MANY
        else:
            most += 1
            fewest += parameter.default is inspect.Parameter.empty
    return Builder(fewest, most, lambda arguments: build(*arguments.columns))


def typed(fewest: int, most: int, build: Callable[[Arguments], Any]) -> Builder:
    """A function that depends on its arguments' types or constants.

    Args:
        fewest: the fewest arguments it takes.
        most: the most.
        build: makes a column, or a Catalyst expression.
    """
    return Builder(fewest, most, build)


def once(value: Column, build: Callable[[Column], Column]) -> Column:
    """What a function makes of a value that is computed once, however often it is named."""
    return F.element_at(F.transform(F.array(value), build), 1)


def call(name: str, *columns: Column) -> Column:
    """A call of a function by the name Spark knows it under."""
    return F.call_function(name, *columns)


def failing(error: RmtError, shown: Column, kind: str) -> Column:
    """What fails in the rows for which it is calculated.

    Args:
        error: the error.
        shown: a text of the row, which the message ends with.
        kind: Spark's name of the type that is expected.
    """
    return F.raise_error(F.concat(F.lit(f"{error}: "), shown)).cast(kind)


def element_type(array: str) -> str:
    """The type of the elements of an array's type."""
    if not array.startswith("array<"):
        raise RmtError("ILLEGAL_TYPE_OF_ARGUMENT", f"An array is wanted, not a value of {array}.")
    return array.removeprefix("array<").removesuffix(">")


def default_of(spark: str) -> Column:
    """ClickHouse's default value of a type: 0, an empty text, 1970-01-01.

    Args:
        spark: Spark's name of the type.
    """
    if spark in _DEFAULTS:
        return F.lit(_DEFAULTS[spark])
    if spark.startswith("timestamp"):
        return F.timestamp_seconds(F.lit(0)).cast(spark)
    if "struct<" in spark:
        # Its names may be ones that Spark reads in quotes only, as those of `tuple(1, 2)`.
        return F.array() if spark.startswith("array<") else F.lit(None)
    if spark.startswith("array<"):
        return F.array().cast(spark)
    if spark.startswith("map<"):
        return F.create_map().cast(spark)
    if spark in ("binary", "void", "variant"):
        return F.lit(None).cast(spark)
    return F.lit(0).cast(spark)


def at_least(value: Column, bound: Any) -> Column:
    """A value, or a bound if it is less; NULL stays NULL, which Spark's `greatest` leaves out."""
    return F.when(value < bound, bound).otherwise(value)


def at_most(value: Column, bound: Any) -> Column:
    """A value, or a bound if it is greater; NULL stays NULL."""
    return F.when(value > bound, bound).otherwise(value)


def bits_of(value: Column) -> Column:
    """The bits of a UInt64, which Spark has as a decimal, in a BIGINT."""
    value = value.cast("decimal(20,0)")
    signed = F.when(value >= _decimal(2**63), value - _decimal(2**64)).otherwise(value)
    return signed.cast("bigint")


def unsigned(bits: Column) -> Column:
    """The UInt64 of such bits."""
    value = bits.cast("decimal(20,0)")
    return F.when(bits < 0, value + _decimal(2**64)).otherwise(value).cast("decimal(20,0)")


def _decimal(number: int) -> Column:
    return F.lit(decimal.Decimal(number))
