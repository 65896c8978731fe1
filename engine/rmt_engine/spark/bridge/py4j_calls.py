"""Calls into the JVM with less beside them: names are looked up once, plain values go as they are.

py4j asks the JVM for every step of `jvm.org.apache.spark…` anew. The JVM answers by trying to load
a class of that name, and for a package (`org`, `org.apache`) it looks into each of Spark's jars
before it knows that there is none. PySpark walks such paths for nearly everything that it calls.
For each argument of a call py4j also looks whether it is a list, a map or a set in disguise, which
takes longer than to send a text or a number.
"""

from __future__ import annotations

from typing import Any

from py4j.java_gateway import JavaClass, JavaMember, JavaPackage, JVMView
from pyspark import SparkContext

__all__ = ["quicken_calls"]

_SCALA_OBJECT = "MODULE$"


def quicken_calls(context: SparkContext) -> None:
    """Has PySpark keep what it found by name, and convert only what may need it.

    Args:
        context: the running SparkContext, whose gateway gets another view of the JVM.
    """
    gateway: Any = context._gateway
    found = gateway.jvm
    if not isinstance(found, _RememberingView):
        gateway.jvm = _RememberingView(found._gateway_client, found._jvm_name, id=found._id)
        SparkContext._jvm = gateway.jvm
        client = gateway._gateway_client
        client.converters = [_OfContainers(converter) for converter in client.converters or ()]


class _OfContainers:
    """One of py4j's converters, which is not asked about what is no container."""

    _PLAIN = frozenset((str, int, float, bool, bytes, bytearray, type(None)))

    def __init__(self, converter: Any) -> None:
        self._converter = converter
        self.convert = converter.convert

    def can_convert(self, value: object) -> bool:
        return type(value) not in self._PLAIN and bool(self._converter.can_convert(value))


class _RememberingView(JVMView):  # type: ignore[misc]
    def __getattr__(self, name: str) -> Any:
        return _remembered(self, name, super().__getattr__(name))


class _RememberingPackage(JavaPackage):  # type: ignore[misc]
    def __getattr__(self, name: str) -> Any:
        return _remembered(self, name, super().__getattr__(name))


class _RememberingClass(JavaClass):  # type: ignore[misc]
    def __getattr__(self, name: str) -> Any:
        return _remembered(self, name, super().__getattr__(name))


def _remembered(owner: JVMView | JavaPackage | JavaClass, name: str, found: Any) -> Any:
    """What was found, kept as an attribute of its owner; fields, whose values change, are not.

    The object of a Scala `object`, its field `MODULE$`, stays the same.

    What py4j takes for a package because there is no such class may be a class once a jar is added:
    unless its name is written as packages' are, it is asked for again.
    """
    if isinstance(found, JavaPackage):
        found = _RememberingPackage(found._fqn, found._gateway_client, found._jvm_id)
        if name[:1].islower():
            vars(owner)[name] = found
    elif isinstance(found, JavaClass):
        found = vars(owner)[name] = _RememberingClass(found._fqn, found._gateway_client)
    elif isinstance(found, JavaMember) or name == _SCALA_OBJECT:
        vars(owner)[name] = found
    return found
