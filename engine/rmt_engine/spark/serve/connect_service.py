"""What stands before Spark Connect's service: it looks at requests and makes errors readable.

A gRPC server knows a handler for each method of its service. Here these are replaced by ones put
together from method handles. The stream that a call's answers are written to is replaced, so that
an error on its way to the client passes by. A request that is to be executed or analyzed is looked
at before the service gets it. Answers never leave the JVM.

Source: `io.grpc.internal.ServerImpl`, `ServerCallImpl` of gRPC, in Spark's own package.
"""

from __future__ import annotations

from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.method_handles import MethodHandles
from rmt_engine.spark.serve.connect_errors import ConnectErrors
from rmt_engine.spark.serve.connect_requests import ConnectRequests

__all__ = ["stand_before_connect"]

_GRPC = "org.sparkproject.connect.grpc"
_SERVICE = "org.apache.spark.sql.connect.service.SparkConnectService"
_PROTO = "org.apache.spark.connect.proto"
_LOOKED_AT = {
    "ExecutePlan": ("executePlan", "ServerStreamingMethod", "asyncServerStreamingCall"),
    "AnalyzePlan": ("analyzePlan", "UnaryMethod", "asyncUnaryCall"),
}
"""Methods whose requests are looked at: their names in Java, and gRPC's kind of them."""


def stand_before_connect(gateway: Gateway, service: Any, requests: ConnectRequests) -> None:
    """Puts new handlers before the service that runs.

    Args:
        gateway: the bridge to the JVM.
        service: Spark's object `SparkConnectService`.
        requests: is called with each request that is looked at, and gives the one to execute.
    """
    handlers = _Handlers(gateway, ConnectErrors(gateway, service), requests)
    server = service.server()
    registry = accessible_field(server.getClass(), "registry").get(server)
    methods = accessible_field(registry.getClass(), "methods")
    replaced = gateway.java_class("java.util.LinkedHashMap")(methods.get(registry))
    for name in list(replaced.keySet()):
        definition = replaced.get(name)
        replaced.put(name, definition.withServerCallHandler(handlers.of(name, definition)))
    methods.set(registry, replaced)


class _Handlers(MethodHandles):
    """Makes handlers of methods.

    Args:
        gateway: the bridge to the JVM.
        errors: is called with each status that ends a call, and its trailers.
        requests: is called with requests.
    """

    def __init__(self, gateway: Gateway, errors: ConnectErrors, requests: ConnectRequests) -> None:
        super().__init__(gateway)
        self._requests = requests
        self._interfaces = gateway.java_class("java.lang.invoke.MethodHandleProxies")
        # Java remembers who calls methods that make proxies: py4j, as in any call from here.
        self._lookup_of_py4j = self._handles.lookup()
        self._void = gateway.java_class("java.lang.Void").TYPE
        self._call = self._class(f"{_GRPC}.ServerCall")
        self._shield = self._shielding(errors)
        self._service = gateway.java_class(_SERVICE)(False)

    def of(self, name: str, definition: Any) -> Any:
        """The handler of a method, in the place of the one it has."""
        handler = definition.getServerCallHandler()
        asked = _LOOKED_AT.get(name.rpartition("/")[2])
        if asked is not None:
            handler = self._looking_at(*asked)
        listener = self._class(f"{_GRPC}.ServerCall$Listener")
        metadata = self._class(f"{_GRPC}.Metadata")
        interface = self._class(f"{_GRPC}.ServerCallHandler")
        start = self._lookup.findVirtual(
            interface, "startCall", self._type(listener, self._classes(self._call, metadata))
        ).bindTo(handler)
        shielded = self._handles.foldArguments(start, self._shield)
        return self._interfaces.asInterfaceInstance(interface, shielded)

    def _looking_at(self, method: str, interface: str, make: str) -> Any:
        """A handler that has a request looked at, and calls a method of the service with it.

        What is raised there goes to the client as the service's own errors do.
        """
        request = self._class(f"{_PROTO}.{method[0].upper()}{method[1:]}Request")
        observer = self._class(f"{_GRPC}.stub.StreamObserver")
        throwable = self._class("java.lang.Throwable")
        taken = self._type(self._void, self._classes(request, observer))
        own = self._lookup.findVirtual(self._service.getClass(), method, taken)
        looked_at = self._applying(self._requests).asType(
            self._type(request, self._classes(request))
        )
        called = self._handles.filterArguments(
            own.bindTo(self._service), 0, self._array_of("java.lang.invoke.MethodHandle", looked_at)
        )
        failed = self._lookup.findVirtual(
            observer, "onError", self._type(self._void, self._classes(throwable))
        )
        refused = self._handles.permuteArguments(
            failed,
            self._type(self._void, self._classes(throwable, request, observer)),
            self._numbers(2, 0),
        )
        guarded = self._handles.catchException(called, throwable, refused)
        calls = f"{_GRPC}.stub.ServerCalls"
        kind = self._class(f"{calls}${interface}")
        instance = self._interfaces.asInterfaceInstance(kind, guarded)
        return getattr(self._gateway.java_class(calls), make)(instance)

    def _shielding(self, errors: ConnectErrors) -> Any:
        """(call) to nothing: the call's stream is replaced by one that has errors looked at."""
        call = self._class(f"{_GRPC}.internal.ServerCallImpl")
        field = accessible_field(call, "stream")
        read = self._lookup.unreflectGetter(field)
        write = self._lookup.unreflectSetter(field)
        stream = self._class(f"{_GRPC}.internal.ServerStream")
        handler = self._class("java.lang.reflect.InvocationHandler")
        handle = self._class("java.lang.invoke.MethodHandle")
        bind = self._lookup.findVirtual(
            handle, "bindTo", self._type(handle, self._classes(self._object))
        ).bindTo(self._method_of_stream(stream, errors))
        as_handler = self._insert(
            self._lookup_of_py4j.unreflect(
                self._class("java.lang.invoke.MethodHandleProxies").getMethod(
                    "asInterfaceInstance", self._classes(self._class("java.lang.Class"), handle)
                )
            ),
            handler,
        ).asType(self._type(handler, self._classes(handle)))
        proxy = self._insert(
            self._lookup_of_py4j.unreflect(
                self._class("java.lang.reflect.Proxy").getMethod(
                    "newProxyInstance",
                    self._classes(
                        self._class("java.lang.ClassLoader"),
                        self._class("[Ljava.lang.Class;"),
                        handler,
                    ),
                )
            ),
            stream.getClassLoader(),
            self._classes(stream),
        )
        replaced = self._handles.filterReturnValue(
            self._handles.filterReturnValue(
                self._handles.filterReturnValue(
                    read.asType(self._type(self._object, self._classes(call))), bind
                ),
                as_handler,
            ),
            proxy,
        )
        writing = write.asType(self._type(self._void, self._classes(call, self._object)))
        set_once = self._handles.permuteArguments(
            self._handles.collectArguments(writing, 1, replaced),
            self._type(self._void, self._classes(call)),
            self._numbers(0, 0),
        )
        of_any = self._type(self._void, self._classes(self._call))
        is_of_server = self._lookup.findVirtual(
            self._class("java.lang.Class"),
            "isInstance",
            self._type(self._truth, self._classes(self._object)),
        ).bindTo(call)
        nothing = self._handles.empty(of_any)
        return self._handles.guardWithTest(
            is_of_server.asType(self._type(self._truth, self._classes(self._call))),
            set_once.asType(of_any),
            nothing,
        )

    def _method_of_stream(self, stream: Any, errors: ConnectErrors) -> Any:
        """(stream, proxy, method, arguments) to what the stream's method returns."""
        told = self._applying(errors).asType(self._type(self._array, self._classes(self._array)))
        first, *others = stream.getMethods()
        root = self._spread(first)
        for method in others:
            called = self._spread(method)
            name = str(method.getName())
            if name == "close":
                filters = self._array_of("java.lang.invoke.MethodHandle", told)
                called = self._handles.filterArguments(called, 3, filters)
            root = self._handles.guardWithTest(self._is_named(name, 2), called, root)
        return root

    def _spread(self, method: Any) -> Any:
        """(stream, proxy, method, arguments) to what one method returns."""
        generic = self._type(self._object, self._classes(self._object, self._array))
        own = self._lookup.unreflect(method)
        called = own.asSpreader(self._array, method.getParameterCount()).asType(generic)
        reflected = self._class("java.lang.reflect.Method")
        return self._handles.dropArguments(called, 1, self._classes(self._object, reflected))

    def _applying(self, function: Any) -> Any:
        """(object) to what a callback returns."""
        java_class = self._class("java.util.function.Function")
        apply = self._type(self._object, self._classes(self._object))
        return self._lookup.findVirtual(java_class, "apply", apply).bindTo(function)

    def _insert(self, handle: Any, *values: Any) -> Any:
        """A handle whose first arguments are given."""
        given = self._array_of("java.lang.Object", *values)
        return self._handles.insertArguments(handle, 0, given)

    def _numbers(self, *numbers: int) -> Any:
        array = self._gateway.new_array(self._gateway.jvm.int, len(numbers))
        for position, number in enumerate(numbers):
            array[position] = number
        return array
