"""Spark's parser, of which some methods are called in Python and all others stay in the JVM.

Spark gives its parser more than statements: the query of each view that a statement reads, and each
expression and type that is a text. A callback would take all of them to Python and back.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.method_handles import MethodHandles

__all__ = ["PARSER", "ParserProxies"]

PARSER = "org.apache.spark.sql.catalyst.parser.ParserInterface"


class ParserProxies(MethodHandles):
    """Makes parsers.

    Args:
        gateway: the bridge to the JVM.
        hooked: the methods of `ParserInterface` that are called in Python.
    """

    def __init__(self, gateway: Gateway, hooked: Collection[str]) -> None:
        super().__init__(gateway)
        self._interface = self._class(PARSER)
        self._handler = self._class("java.lang.reflect.InvocationHandler")
        self._interfaces = gateway.java_class("java.lang.invoke.MethodHandleProxies")
        self._proxy = gateway.java_class("java.lang.reflect.Proxy")
        self._any_call = self._handling(hooked)

    def parser(self, hook: Any, delegate: Any) -> Any:
        """A parser.

        Args:
            hook: the Python object with the methods that are hooked.
            delegate: Spark's own parser, which does everything else.
        """
        call = self._any_call.bindTo(hook).bindTo(delegate)
        return self._proxy.newProxyInstance(
            self._interface.getClassLoader(),
            self._classes(self._interface),
            self._interfaces.asInterfaceInstance(self._handler, call),
        )

    def _handling(self, hooked: Collection[str]) -> Any:
        """(hook, delegate, proxy, method, arguments) to what the method of one of them returns."""
        of_all = self._class("java.lang.Object").getMethod("toString", self._classes())
        call = self._called(of_all, is_hooked=False)
        for method in self._interface.getMethods():
            name = method.getName()
            if name.endswith("$"):  # Scala's own, for classes that implement the interface
                continue
            is_it = self._is_named(name, 3)
            called = self._called(method, is_hooked=name in hooked)
            call = self._handles.guardWithTest(is_it, called, call)
        return call

    def _called(self, method: Any, *, is_hooked: bool) -> Any:
        """The same for one method."""
        of_receiver = self._lookup.unreflect(method).asSpreader(
            self._array, method.getParameterCount()
        )
        generic = self._type(self._object, self._classes(self._object, self._array))
        called = self._method_between(of_receiver.asType(generic))
        receivers = self._classes(self._object)
        return self._handles.dropArguments(called, 1 if is_hooked else 0, receivers)

    def _method_between(self, called: Any) -> Any:
        """(receiver, arguments) as (receiver, proxy, method, arguments)."""
        between = self._classes(self._object, self._class("java.lang.reflect.Method"))
        return self._handles.dropArguments(called, 1, between)
