"""Makes the messages of HiveServer2's failed answers readable.

HiveServer2 writes stack frames into them and has no setting that keeps it from it. Its service is
one Java interface, `TCLIService.Iface`; a proxy of that interface stands before it, put together
from method handles, so that an answer without an error never leaves the JVM.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.messages import is_of_a_subquery, own_sqlstate, readable

__all__ = ["make_messages_readable"]

_log = logging.getLogger(__name__)
_WITHOUT_STATUS = ("TGetQueryIdResp",)
_OPERATION = "TGetOperationStatusResp"
"""The answer about a statement that runs asynchronously, which has the error itself."""
_HAS_ERROR = "isSetErrorMessage"
_CAUSE = re.compile(r"\*[\w.$]+:(.*):-?\d+:-?\d+\Z", re.DOTALL)
"""An error among the lines of a status: its class, its message, how many stack frames follow."""
_MOST_CAUSES = 20
_THRIFT = "org.apache.hive.service.rpc.thrift"


class _Cleaner:
    """Called by the JVM with each answer that has an error, and the request.

    Args:
        gateway: the bridge to the JVM.
        service: HiveServer2's.
    """

    def __init__(self, gateway: Gateway, service: Any) -> None:
        self._gateway = gateway
        self._service = service

    def apply(self, answer: Any, request: Any) -> Any:
        """Changes the answer's messages, and returns it."""
        try:
            status = answer.getStatus()
            _clean(status, self._causes_in(status))
            status.unsetInfoMessages()
            if answer.getClass().getSimpleName() == _OPERATION:
                _clean(answer, lambda: self._causes_of(request))
        except Exception:  # the client gets the message as it is
            _log.exception("cannot make an error's message readable")
        return answer

    def _causes_in(self, status: Any) -> Callable[[], list[str]]:
        """The messages of an error and its causes, which a status tells between stack frames."""

        def causes() -> list[str]:
            lines = map(str, self._gateway.items(self._gateway.seq(status.getInfoMessages())))
            return [found[1] for line in lines if (found := _CAUSE.match(line))]

        return causes

    def _causes_of(self, request: Any) -> list[str]:
        """The messages of the error of a statement that ran asynchronously, and of its causes."""
        handle = self._gateway.java_class("org.apache.hive.service.cli.OperationHandle")
        services = accessible_field(self._service.getClass(), "cliService").get(self._service)
        status = services.getOperationStatus(handle(request.getOperationHandle()))
        error = status.getOperationException()
        messages: list[str] = []
        while error is not None and len(messages) < _MOST_CAUSES:
            messages.append(str(error.getMessage()))
            error = error.getCause()
        return messages

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("java.util.function.BiFunction",)


def _clean(answer: Any, causes: Callable[[], list[str]]) -> None:
    """Cleans a status, or the state of an operation, which has the same fields.

    Args:
        answer: the one or the other.
        causes: the messages of the error and of its causes, the last one first thrown.
    """
    message = answer.getErrorMessage()
    if message is None:
        return
    if is_of_a_subquery(message):
        message = next(reversed(causes()), message)
    cleaned = readable(message)
    answer.setErrorMessage(cleaned)
    sqlstate = own_sqlstate(message) or own_sqlstate(cleaned)
    if sqlstate is not None:
        answer.setSqlState(sqlstate)


def make_messages_readable(gateway: Gateway, server: Any) -> None:
    """Puts the proxy before the service of a HiveServer2 that runs.

    Args:
        gateway: the bridge to the JVM.
        server: HiveServer2.
    """
    for service in gateway.items(gateway.seq(server.getServices())):
        if service.getClass().getSimpleName() != "ThriftBinaryCLIService":
            continue
        processor = gateway.java_class("org.apache.hive.service.auth.TSetIpAddressProcessor")
        factory = gateway.java_class("org.apache.thrift.TProcessorFactory")
        listener = accessible_field(service.getClass(), "server").get(service)
        used = accessible_field(listener.getClass(), "processorFactory_")
        # Kerberos has another one, which takes the user's name from its own transport.
        if used.get(listener).getClass().getSimpleName() == "SQLPlainProcessorFactory":
            used.set(listener, factory(processor(_Proxy(gateway, service).build())))


class _Proxy:
    """The service's interface before the service itself.

    Args:
        gateway: the bridge to the JVM.
        service: HiveServer2's.
    """

    def __init__(self, gateway: Gateway, service: Any) -> None:
        self._gateway = gateway
        self._service = service
        self._handles = gateway.java_class("java.lang.invoke.MethodHandles")
        self._type = gateway.java_class("java.lang.invoke.MethodType").methodType
        self._lookup = self._handles.publicLookup()
        self._object = self._class("java.lang.Object")
        self._array = self._class("[Ljava.lang.Object;")
        text, method = self._class("java.lang.String"), self._class("java.lang.reflect.Method")
        boolean = gateway.java_class("java.lang.Boolean").TYPE
        self._truth, self._of_text = self._type(boolean), self._type(boolean, text)
        self._generic = self._type(self._object, self._array)
        self._before_name = self._classes(self._object)
        self._before_arguments = self._classes(self._object, method)
        self._name_of = self._lookup.findVirtual(method, "getName", self._type(text))
        self._equals = self._lookup.findVirtual(text, "equals", self._type(boolean, self._object))
        status = self._class(f"{_THRIFT}.TStatus")
        self._its_status = self._type(status)
        self._is_set = self._lookup.findVirtual(status, _HAS_ERROR, self._truth)
        function, generic = self._class("java.util.function.BiFunction"), self._object
        apply = self._type(generic, self._classes(generic, generic))
        clean = self._lookup.findVirtual(function, "apply", apply)
        self._clean = clean.bindTo(_Cleaner(gateway, service))

    def build(self) -> Any:
        """An instance of the interface."""
        interface = self._class(f"{_THRIFT}.TCLIService$Iface")
        first, *others = interface.getMethods()
        root = self._called(first)
        for method in others:
            called = self._called(method)
            root = self._handles.guardWithTest(self._is_named(method.getName()), called, root)
        proxies = self._gateway.java_class("java.lang.invoke.MethodHandleProxies")
        handler = self._class("java.lang.reflect.InvocationHandler")
        proxy = self._gateway.java_class("java.lang.reflect.Proxy")
        return proxy.newProxyInstance(
            interface.getClassLoader(),
            self._classes(interface),
            proxies.asInterfaceInstance(handler, root),
        )

    def _called(self, method: Any) -> Any:
        """(proxy, method, arguments) to the service's answer, its messages readable."""
        call = self._lookup.unreflect(method).bindTo(self._service)
        answer = method.getReturnType()
        name = answer.getSimpleName()
        if name not in _WITHOUT_STATUS:
            request = self._classes(*method.getParameterTypes())
            clean = self._clean.asType(self._type(answer, self._classes(answer, *request)))
            same = self._handles.dropArguments(self._handles.identity(answer), 1, request)
            has_error = self._handles.dropArguments(self._has_error(answer, name), 1, request)
            cleaned = self._handles.guardWithTest(has_error, clean, same)
            call = self._handles.foldArguments(cleaned, call)
        generic = call.asSpreader(self._array, method.getParameterCount()).asType(self._generic)
        return self._handles.dropArguments(generic, 0, self._before_arguments)

    def _is_named(self, name: str) -> Any:
        """(proxy, method) to whether the method has that name."""
        is_name = self._equals.bindTo(name).asType(self._of_text)
        test = self._handles.filterReturnValue(self._name_of, is_name)
        return self._handles.dropArguments(test, 0, self._before_name)

    def _has_error(self, answer: Any, name: str) -> Any:
        """An answer to whether it has an error."""
        if name == _OPERATION:
            return self._lookup.findVirtual(answer, _HAS_ERROR, self._truth)
        get_status = self._lookup.findVirtual(answer, "getStatus", self._its_status)
        return self._handles.filterReturnValue(get_status, self._is_set)

    def _class(self, name: str) -> Any:
        return self._gateway.java_class("java.lang.Class").forName(name)

    def _classes(self, *classes: Any) -> Any:
        array = self._gateway.new_array(self._gateway.java_class("java.lang.Class"), len(classes))
        for position, one in enumerate(classes):
            array[position] = one
        return array
