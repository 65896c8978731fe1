"""What proxies of Java's interfaces are put together with: method handles, found by reflection."""

from __future__ import annotations

from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["MethodHandles"]


class MethodHandles:
    """Finds and combines method handles.

    Args:
        gateway: the bridge to the JVM.

    Source: `java.lang.invoke.MethodHandles`, whose names the combinations keep.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._handles = gateway.java_class("java.lang.invoke.MethodHandles")
        self._type = gateway.java_class("java.lang.invoke.MethodType").methodType
        self._lookup = self._handles.publicLookup()
        self._object = self._class("java.lang.Object")
        self._array = self._class("[Ljava.lang.Object;")
        self._truth = gateway.java_class("java.lang.Boolean").TYPE
        method, text = self._class("java.lang.reflect.Method"), self._class("java.lang.String")
        self._name_of = self._lookup.findVirtual(method, "getName", self._type(text))
        self._equals = self._lookup.findVirtual(
            text, "equals", self._type(self._truth, self._object)
        )
        self._of_text = self._type(self._truth, text)

    def _is_named(self, name: str, before: int) -> Any:
        """(objects, so many as are `before`, method) to whether the method has that name."""
        is_name = self._equals.bindTo(name).asType(self._of_text)
        test = self._handles.filterReturnValue(self._name_of, is_name)
        return self._handles.dropArguments(test, 0, self._classes(*[self._object] * before))

    def _class(self, name: str) -> Any:
        return self._gateway.java_class("java.lang.Class").forName(name)

    def _classes(self, *classes: Any) -> Any:
        return self._array_of("java.lang.Class", *classes)

    def _array_of(self, name: str, *elements: Any) -> Any:
        array = self._gateway.new_array(self._gateway.java_class(name), len(elements))
        for position, one in enumerate(elements):
            array[position] = one
        return array
