"""What stands before HiveServer2's service: it answers some calls, and cleans what others say.

The service is one Java interface, `TCLIService.Iface`. The proxy of it is put together from method
handles: a call that is not answered here, and whose own answer has no error, never leaves the JVM.
"""

from __future__ import annotations

from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.method_handles import MethodHandles
from rmt_engine.spark.run.statement_progress import ProgressOfStatements
from rmt_engine.spark.serve.metadata_calls import METADATA_CALLS, MetadataCalls
from rmt_engine.spark.serve.progress_answers import ProgressAnswers
from rmt_engine.spark.serve.row_counts import RowCounts
from rmt_engine.spark.serve.thrift_messages import OPERATION_STATUS, MessageCleaner

__all__ = ["stand_before"]

_WITHOUT_STATUS = ("TGetQueryIdResp",)
_HAS_ERROR = "isSetErrorMessage"
_THRIFT = "org.apache.hive.service.rpc.thrift"


def stand_before(
    gateway: Gateway, server: Any, counts: RowCounts, progress: ProgressOfStatements
) -> None:
    """Puts the proxy before the service of a HiveServer2 that runs.

    A client that has connected before keeps the service itself.

    Args:
        gateway: the bridge to the JVM.
        server: HiveServer2.
        counts: how many rows statements changed.
        progress: how far statements are.
    """
    for service in gateway.items(gateway.seq(server.getServices())):
        kind = service.getClass().getSimpleName()
        if kind == "ThriftBinaryCLIService":
            _before_binary(gateway, service, _Proxy(gateway, service, counts, progress))
        elif kind == "ThriftHttpCLIService":
            _before_http(gateway, service, _Proxy(gateway, service, counts, progress))


def _before_binary(gateway: Gateway, service: Any, proxy: _Proxy) -> None:
    listener = accessible_field(service.getClass(), "server").get(service)
    used = accessible_field(listener.getClass(), "processorFactory_")
    # Kerberos has another one, which takes the user's name from its own transport.
    if used.get(listener).getClass().getSimpleName() == "SQLPlainProcessorFactory":
        processor = gateway.java_class("org.apache.hive.service.auth.TSetIpAddressProcessor")
        factory = gateway.java_class("org.apache.thrift.TProcessorFactory")
        used.set(listener, factory(processor(proxy.build())))


def _before_http(gateway: Gateway, service: Any, proxy: _Proxy) -> None:
    listener = accessible_field(service.getClass(), "httpServer").get(service)
    processor = gateway.java_class(f"{_THRIFT}.TCLIService$Processor")
    used = processor(proxy.build())
    for holder in listener.getHandler().getServletHandler().getServlets():
        servlet = accessible_field(holder.getClass(), "_instance").get(holder)
        if servlet is not None:  # Jetty's own, which says that there is nothing, comes later
            accessible_field(servlet.getClass(), "processor").set(servlet, used)


class _Proxy(MethodHandles):
    """The service's interface before the service itself.

    Args:
        gateway: the bridge to the JVM.
        service: HiveServer2's.
        counts: how many rows statements changed.
        progress: how far statements are.
    """

    def __init__(
        self,
        gateway: Gateway,
        service: Any,
        counts: RowCounts,
        progress: ProgressOfStatements,
    ) -> None:
        super().__init__(gateway)
        self._service = service
        self._counts = counts
        self._generic = self._type(self._object, self._array)
        method = self._class("java.lang.reflect.Method")
        self._before_arguments = self._classes(self._object, method)
        self._tells = self._type(self._truth)
        status = self._class(f"{_THRIFT}.TStatus")
        self._its_status = self._type(status)
        self._is_set = self._lookup.findVirtual(status, _HAS_ERROR, self._tells)
        self._clean = self._callback(MessageCleaner(gateway, service))
        self._answer = self._callback(MetadataCalls(gateway, service))
        self._progress = self._callback(ProgressAnswers(gateway, service, progress))

    def build(self) -> Any:
        """An instance of the interface."""
        interface = self._class(f"{_THRIFT}.TCLIService$Iface")
        first, *others = interface.getMethods()
        root = self._called(first)
        for method in others:
            called = self._called(method)
            root = self._handles.guardWithTest(self._is_named(method.getName(), 1), called, root)
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
        answer = method.getReturnType()
        call = self._call(method)
        name = answer.getSimpleName()
        if name not in _WITHOUT_STATUS:
            request = self._classes(*method.getParameterTypes())
            clean = self._clean.asType(self._type(answer, self._classes(answer, *request)))
            same = self._handles.dropArguments(self._handles.identity(answer), 1, request)
            has_error = self._handles.dropArguments(self._has_error(answer, name), 1, request)
            cleaned = self._handles.guardWithTest(has_error, clean, same)
            call = self._handles.foldArguments(cleaned, call)
            if name == OPERATION_STATUS:
                long = self._gateway.java_class("java.lang.Long").TYPE
                counts, texts = self._counts.by_guid, self._counts.kinds_by_guid
                text = self._class("java.lang.String")
                for known, setter, kind in (
                    (counts, "setNumModifiedRows", long),
                    (texts, "setTaskStatus", text),
                ):
                    told = self._telling(known, setter, kind, answer, *request)
                    call = self._handles.foldArguments(told, call)
        generic = call.asSpreader(self._array, method.getParameterCount()).asType(self._generic)
        return self._handles.dropArguments(generic, 0, self._before_arguments)

    def _call(self, method: Any) -> Any:
        """(request) to the answer of the service, or of what answers the method in its place."""
        name, types = method.getName(), method.getParameterTypes()
        if name in METADATA_CALLS:
            return self._answered(self._answer, method)
        own = self._lookup.unreflect(method).bindTo(self._service)
        if name != "GetOperationStatus":
            return own
        wants_progress = self._lookup.findVirtual(types[0], "isGetProgressUpdate", self._tells)
        return self._handles.guardWithTest(
            wants_progress, self._answered(self._progress, method), own
        )

    def _answered(self, callback: Any, method: Any) -> Any:
        """(request) to what a callback answers in the place of the service."""
        kind = self._type(method.getReturnType(), self._classes(*method.getParameterTypes()))
        return callback.bindTo(method.getName()).asType(kind)

    def _telling(self, known: Any, setter: str, kind: Any, answer: Any, request: Any) -> Any:
        """(answer, request) to the answer, with what is known of the statement.

        Args:
            known: a map from the GUID of an operation.
            setter: the method of the answer that is given what the map has.
            kind: the type of that.
            answer: the class.
            request: the class.
        """
        void = self._gateway.java_class("java.lang.Void").TYPE
        operation = self._class(f"{_THRIFT}.TOperationHandle")
        identifier = self._class(f"{_THRIFT}.THandleIdentifier")
        guid = self._class("java.nio.ByteBuffer")
        key = self._getter(request, "getOperationHandle", operation)
        key = self._then(key, self._getter(operation, "getOperationId", identifier))
        key = self._then(key, self._getter(identifier, "bufferForGuid", guid))
        map_class = self._class("java.util.Map")
        of_guid = self._classes(guid)

        def looked_up(method: str, found: Any, wanted: Any) -> Any:
            kind = self._type(found, self._classes(self._object))
            handle = self._lookup.findVirtual(map_class, method, kind)
            bound = handle.bindTo(known)
            return self._then(key, bound.asType(self._type(wanted, of_guid)))

        set_value = self._lookup.findVirtual(answer, setter, self._type(void, self._classes(kind)))
        value = looked_up("get", self._object, kind)
        filters = self._array_of("java.lang.invoke.MethodHandle", value)
        tell = self._handles.filterArguments(set_value, 1, filters)
        requests = self._classes(request)
        same = self._handles.dropArguments(self._handles.identity(answer), 1, requests)
        told = self._handles.foldArguments(same, tell)
        is_known = looked_up("containsKey", self._truth, self._truth)
        is_known = self._handles.dropArguments(is_known, 0, self._classes(answer))
        return self._handles.guardWithTest(is_known, told, same)

    def _getter(self, owner: Any, name: str, kind: Any) -> Any:
        """(owner) to what a method of it without arguments returns."""
        return self._lookup.findVirtual(owner, name, self._type(kind))

    def _then(self, handle: Any, further: Any) -> Any:
        """The one handle, and the other of what it returns."""
        return self._handles.filterReturnValue(handle, further)

    def _callback(self, function: Any) -> Any:
        """(object, object) to what a callback with two arguments returns."""
        generic = self._object
        apply = self._type(generic, self._classes(generic, generic))
        java_class = self._class("java.util.function.BiFunction")
        return self._lookup.findVirtual(java_class, "apply", apply).bindTo(function)

    def _has_error(self, answer: Any, name: str) -> Any:
        """An answer to whether it has an error."""
        if name == OPERATION_STATUS:
            return self._lookup.findVirtual(answer, _HAS_ERROR, self._tells)
        get_status = self._lookup.findVirtual(answer, "getStatus", self._its_status)
        return self._handles.filterReturnValue(get_status, self._is_set)
