"""Hive's metastore, kept from waiting for good.

The embedded one's calls are made in a thread of their own that nobody interrupts: HiveServer2
interrupts the thread of a statement that is cancelled, times out or lost its client. Derby closes
its connection when its thread is interrupted, and each thread that calls the metastore has a
connection of its own: after some cancelled statements the pool of connections is empty, and whoever
asks next waits for good, with the catalog's lock. In one thread there is one connection, and a
statement that is interrupted leaves it alone.
"""

from __future__ import annotations

from typing import Any

from pyspark.sql import SparkSession

from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.java_fields import accessible_field

__all__ = ["keep_interrupts_out", "leave_functions_out"]

_PATIENCE_S = 60
_DONE = 2
"""The state of Hive's functions once they are registered."""


def keep_interrupts_out(gateway: Gateway, session: SparkSession) -> None:
    """Has all calls of the metastore's client made in one thread, and none waited for too long.

    Args:
        gateway: the bridge to the JVM.
        session: any session; the metastore has answered it already.
    """
    client = session._jsparkSession.sharedState().externalCatalog().unwrapped().client()
    hive = client.clientLoader().cachedHive()
    field = accessible_field(hive.getClass(), "metaStoreClient")
    concurrent = "java.util.concurrent"
    thread = gateway.java_class(f"{concurrent}.Executors").newSingleThreadExecutor()
    thread.submit(_take_session(gateway, client.state())).get()
    limiter = gateway.java_class("com.google.common.util.concurrent.SimpleTimeLimiter")
    seconds = gateway.java_class(f"{concurrent}.TimeUnit").SECONDS
    limited = limiter.create(thread).newProxy(hive.getMSC(), field.getType(), _PATIENCE_S, seconds)
    field.set(hive, limited)


def _take_session(gateway: Gateway, state: Any) -> Any:
    """What makes a session of Hive that of the thread it runs in.

    The client looks for temporary tables in the session of its thread.
    """
    session = state.getClass()
    invoke = "java.lang.invoke"
    void = gateway.java_class("java.lang.Void").TYPE
    type_of = gateway.java_class(f"{invoke}.MethodType").methodType
    handles = gateway.java_class(f"{invoke}.MethodHandles")
    take = handles.publicLookup().findStatic(
        session, "setCurrentSessionState", type_of(void, session)
    )
    given = gateway.new_array(gateway.java_class("java.lang.Object"), 1)
    given[0] = state
    runnable = gateway.java_class("java.lang.Class").forName("java.lang.Runnable")
    bound = handles.insertArguments(take, 0, given)
    return gateway.java_class(f"{invoke}.MethodHandleProxies").asInterfaceInstance(runnable, bound)


def leave_functions_out(gateway: Gateway) -> None:
    """Has Hive take its own functions for registered, of which Spark needs none.

    A thread that ends a session may have to make an object of Hive's metastore, which registers
    them. PySpark has not all of their classes, so that fails, and whoever ends a session after that
    waits for good: `Hive.registerAllFunctionsOnce` leaves its state as it is after an `Error`.

    Args:
        gateway: the bridge to the JVM.
    """
    class_of = gateway.java_class("java.lang.Class").forName
    handles = gateway.java_class("java.lang.invoke.MethodHandles")
    type_of = gateway.java_class("java.lang.invoke.MethodType").methodType
    hive = class_of("org.apache.hadoop.hive.ql.metadata.Hive")
    lookup = handles.publicLookup()
    # py4j would make a Python number of the state, so it is set without ever being seen here.
    state = lookup.unreflectGetter(accessible_field(hive, "didRegisterAllFuncs"))
    void, integer = gateway.java_class("java.lang.Void"), gateway.java_class("java.lang.Integer")
    counter = class_of("java.util.concurrent.atomic.AtomicInteger")
    change = lookup.findVirtual(counter, "set", type_of(void.TYPE, integer.TYPE))
    arguments = gateway.new_array(gateway.java_class("java.lang.Object"), 1)
    arguments[0] = _DONE
    done = handles.insertArguments(change, 1, arguments)
    handles.filterReturnValue(state, done).invokeWithArguments(
        gateway.new_array(gateway.java_class("java.lang.Object"), 0)
    )
