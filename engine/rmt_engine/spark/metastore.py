"""The embedded metastore's calls, in a thread of their own that nobody interrupts.

HiveServer2 interrupts the thread of a statement that is cancelled, times out or lost its client.
Derby closes its connection when its thread is interrupted, and each thread that calls the metastore
has a connection of its own: after some cancelled statements the pool of connections is empty, and
whoever asks next waits for good, with the catalog's lock. In one thread there is one connection,
and a statement that is interrupted leaves it alone.
"""

from __future__ import annotations

from pyspark.sql import SparkSession

from rmt_engine.spark.gateway import Gateway
from rmt_engine.spark.java_fields import accessible_field

__all__ = ["keep_interrupts_out"]

_PATIENCE_S = 60


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
    limiter = gateway.java_class("com.google.common.util.concurrent.SimpleTimeLimiter")
    seconds = gateway.java_class(f"{concurrent}.TimeUnit").SECONDS
    limited = limiter.create(thread).newProxy(hive.getMSC(), field.getType(), _PATIENCE_S, seconds)
    field.set(hive, limited)
