"""The bridge to the JVM: a callback server with a token, and Scala values from Python ones."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from py4j.java_gateway import JavaObject
from pyspark import SparkContext

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.callback_threads import CallbackThreads
from rmt_engine.spark.bridge.java_fields import accessible_field
from rmt_engine.spark.bridge.py4j_calls import quicken_calls
from rmt_engine.spark.bridge.session_handles import SessionHandles

__all__ = ["Gateway"]


class Gateway:
    """Wraps a SparkContext's py4j gateway and starts its callback server.

    The server listens on loopback and wants the gateway's token: any local user could call into the
    driver otherwise. py4j's own way to tell the JVM the server's port (`resetCallbackClient`) loses
    the token on the JVM's side, so the port of the existing client is set.

    Args:
        context: the running SparkContext.
    """

    def __init__(self, context: SparkContext) -> None:
        quicken_calls(context)
        self._gateway: Any = context._gateway
        self.jvm: Any = context._jvm
        self._start_callback_server()
        self.callback_threads = CallbackThreads(context)
        self._runtime_error = self._find_runtime_error()

    def _start_callback_server(self) -> None:
        gateway = self._gateway
        parameters = gateway.callback_server_parameters
        parameters.auth_token = gateway.gateway_parameters.auth_token
        parameters.propagate_java_exceptions = True
        parameters.eager_load = True
        parameters.daemonize = True
        parameters.daemonize_connections = True
        parameters.port = 0
        gateway.python_parameters.propagate_java_exceptions = True
        if gateway._callback_server is None:
            gateway.start_callback_server(parameters)
        port = gateway._callback_server.server_socket.getsockname()[1]
        gateway._callback_server.port = port
        gateway._python_proxy_port = port
        client = JavaObject("GATEWAY_SERVER", gateway._gateway_client).getCallbackClient()
        java_class = self.jvm.java.lang.Class.forName("py4j.CallbackClient")
        accessible_field(java_class, "port").setInt(client, port)

    @property
    def proxies(self) -> int:
        """How many Python objects the JVM holds on to."""
        return len(self._gateway.gateway_property.pool)

    @property
    def callback_port(self) -> int:
        """The port of the callback server, on loopback."""
        return int(self._gateway._callback_server.port)

    # Scala values

    def seq(self, items: Iterable[Any]) -> Any:
        """A Scala `Seq`."""
        values = self.java_class("java.util.ArrayList")()
        for item in items:
            values.add(item)
        converters = self.java_class("scala.jdk.javaapi.CollectionConverters")
        return converters.asScala(values).toSeq()

    def new_array(self, java_class: Any, length: int) -> Any:
        """A Java array."""
        return self._gateway.new_array(java_class, length)

    @staticmethod
    def items(seq: Any) -> list[Any]:
        """The elements of a Scala `Seq`."""
        return [seq.apply(position) for position in range(seq.size())]

    @staticmethod
    def texts(seq: Any) -> list[str]:
        """The elements of a Scala `Seq` of texts, none of them empty, in one call."""
        joined = str(seq.mkString("\0"))
        return joined.split("\0") if joined else []

    def some(self, value: Any) -> Any:
        """A Scala `Some`."""
        return self.java_class("scala.Some")(value)

    @property
    def none(self) -> Any:
        """Scala's `None`."""
        return self.scala_object("scala.None")

    def scala_object(self, name: str) -> Any:
        """The instance of a Scala `object`."""
        return getattr(self.java_class(f"{name}$"), "MODULE$")

    def java_class(self, name: str) -> Any:
        """A JVM class by its full name, to call its constructor or static methods."""
        return functools.reduce(getattr, name.split("."), self.jvm)

    @functools.cached_property
    def skip_commands(self) -> Any:
        """What tells Spark to execute no command while it looks at a plan."""
        return self.java_class("org.apache.spark.sql.execution.CommandExecutionMode").SKIP()

    @functools.cached_property
    def sessions(self) -> SessionHandles:
        """What every statement asks about its session."""
        return SessionHandles(self)

    def active_session(self) -> Any:
        """The JVM's session whose statement this thread works on."""
        return self.java_class("org.apache.spark.sql.classic.SparkSession").active()

    def analysis_zone(self) -> str:
        """The time zone in which Spark resolves expressions on this thread at the moment.

        It is the reader's also while a table function, whose plan is of a session of our own, is
        analyzed inside a view.
        """
        conf = self.java_class("org.apache.spark.sql.internal.SQLConf").get()
        return str(conf.sessionLocalTimeZone())

    def analysis(self) -> int:
        """What tells the statement that Spark analyzes on this thread from the one before it.

        Spark keeps the relations of a statement in a cache of its own, which views and subqueries
        inside the statement share. It is known by 31 random bits, as holding it would keep the
        plans alive.

        Source: `AnalysisContext.relationCache`.
        """
        analyzer = "org.apache.spark.sql.catalyst.analysis.AnalysisContext"
        cache = self.scala_object(analyzer).get().relationCache()
        return int(self.java_class("java.lang.System").identityHashCode(cache))

    @functools.cached_property
    def no_parameters(self) -> Any:
        """What Spark's parser gets as the parameters of a statement that has none."""
        parser = "org.apache.spark.sql.catalyst.parser"
        return self.java_class(f"{parser}.PositionalParameterContext")(self.seq([]))

    def table_identifier(self, database: str, name: str) -> Any:
        """Catalyst's identifier of a table."""
        identifier = self.java_class("org.apache.spark.sql.catalyst.TableIdentifier")
        return identifier(name, self.some(database))

    def function_identifier(self, name: str) -> Any:
        """Catalyst's identifier of a function of the current database."""
        return self.java_class("org.apache.spark.sql.catalyst.FunctionIdentifier")(name)

    # Errors

    def runtime_error(self, message: str, condition: str, sqlstate: str) -> Any:
        """A `SparkRuntimeException` with an error class and an SQLSTATE of our own.

        It is unchecked, so any hook may throw it, and a `SparkThrowable`, so HiveServer2 passes its
        error class and SQLSTATE on. Its public constructors only take conditions Spark knows.
        """
        arguments = self._gateway.new_array(self.jvm.java.lang.Object, 6)
        arguments[0] = message
        arguments[1] = self.none
        arguments[2] = self.some(condition)
        arguments[3] = self.jvm.PythonUtils.toScalaMap(self.jvm.java.util.HashMap())
        arguments[4] = self._gateway.new_array(self.jvm.org.apache.spark.QueryContext, 0)
        arguments[5] = self.some(sqlstate)
        return self._runtime_error.newInstance(arguments)

    def _find_runtime_error(self) -> Any:
        java_class = self.jvm.java.lang.Class.forName("org.apache.spark.SparkRuntimeException")
        for constructor in java_class.getDeclaredConstructors():
            types = [parameter.getName() for parameter in constructor.getParameterTypes()]
            if len(types) == 6 and types[1:3] == ["scala.Option", "scala.Option"]:
                constructor.setAccessible(True)
                return constructor
        raise RuntimeError("this version of Spark has no SparkRuntimeException as it is needed")

    def is_unchecked(self, exception: Any) -> bool:
        """Whether Java lets any method throw an exception of this class."""
        class_of = self.java_class("java.lang.Class").forName
        unchecked = (class_of("java.lang.RuntimeException"), class_of("java.lang.Error"))
        return any(java_class.isInstance(exception) for java_class in unchecked)

    def is_interrupted(self) -> bool:
        """Whether the JVM thread this thread works for was told to stop."""
        return bool(self.java_class("java.lang.Thread").currentThread().isInterrupted())

    def check_cancelled(self, consequence: str = "") -> None:
        """Raises `QUERY_WAS_CANCELLED` when the JVM thread this thread works for was told to stop.

        Args:
            consequence: what the message goes on with.
        """
        if self.is_interrupted():
            raise RmtError("QUERY_WAS_CANCELLED", f"The statement was cancelled{consequence}.")
