"""Methods of Java classes that Spark brings along, called on texts and bytes."""

from __future__ import annotations

from typing import Any

from pyspark.sql import Column

from rmt_engine.spark.functions.arguments import Arguments

__all__ = ["JavaCalls"]

_TEXT = "java.lang.String"
_SPARKS_TEXT = "org.apache.spark.unsafe.types.UTF8String"


class JavaCalls:
    """Makes calls of Java's methods.

    Args:
        arguments: of the call that is built.
    """

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments

    def expression(self, column: Column, kind: str = "") -> Any:
        """The expression of a column, converted to a type if one is named."""
        return self._arguments.expression_of(column.cast(kind) if kind else column)

    def java_text(self, column: Column) -> Any:
        """A text as Java's String."""
        kind = self._arguments.object_type(_TEXT)
        return self._arguments.called(self.expression(column, "string"), kind, "toString", [])

    def text(self, java_text: Any) -> Column:
        """Java's String as a text."""
        kind = self._arguments.data_type("string")
        return self.column(self.static(_SPARKS_TEXT, kind, "fromString", [java_text]))

    def static(self, java_class: str, kind: Any, method: str, inputs: list[Any]) -> Any:
        """A static method's result; the type is Catalyst's, or the name of a Java class."""
        data_type = self._arguments.object_type(kind) if isinstance(kind, str) else kind
        loaded = self._arguments.loaded(java_class)
        return self._arguments.called_statically(loaded, data_type, method, inputs)

    def method(self, target: Any, kind: Any, method: str, inputs: list[Any]) -> Any:
        """The result of an object's method; the type is as for `static`."""
        data_type = self._arguments.object_type(kind) if isinstance(kind, str) else kind
        return self._arguments.called(target, data_type, method, inputs)

    def new(self, java_class: str, inputs: list[Any]) -> Any:
        """A new object of a class, made for each row, of the inputs of its constructor."""
        gateway = self._arguments.gateway
        seq, none = gateway.seq, gateway.scala_object("scala.None")
        kind = self._arguments.object_type(java_class)
        loaded = self._arguments.loaded(java_class)
        return self._arguments.catalyst(
            "objects.NewInstance", loaded, seq(inputs), seq([]), False, kind, none
        )

    def kind(self, name: str) -> Any:
        """Catalyst's type of a name."""
        return self._arguments.data_type(name)

    def column(self, expression: Any) -> Column:
        """An expression as a column."""
        return self._arguments.column_of(expression)
