"""Providers of extensions, which Spark looks for in all jars before it makes its first session.

The one in Spark itself registers functions that only DataFrames of Spark's machine learning call.
For it Scala reads what it knows of all its types, a seventh of the work of a start.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["machine_learning_left_out"]

_PROVIDERS = "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider"
_MACHINE_LEARNING = "/spark-mllib_"


@contextlib.contextmanager
def machine_learning_left_out(gateway: Gateway) -> Iterator[None]:
    """Has Spark find no provider in this block, if there is only the one of machine learning.

    In the block Spark finds no other class of a jar by its name either.

    Args:
        gateway: the bridge to the JVM.
    """
    thread = gateway.java_class("java.lang.Thread").currentThread()
    loader = thread.getContextClassLoader()
    found = gateway.java_class("java.util.Collections").list(loader.getResources(_PROVIDERS))
    if any(_MACHINE_LEARNING not in str(place.toString()) for place in found):
        yield
        return
    thread.setContextClassLoader(
        gateway.java_class("java.lang.ClassLoader").getPlatformClassLoader()
    )
    try:
        yield
    finally:
        thread.setContextClassLoader(loader)
