"""The memory of the driver and of Spark's Python workers."""

from __future__ import annotations

import gc
import threading
from types import TracebackType
from typing import Any

import psutil

__all__ = ["PeakMemory", "driver_bytes"]


def driver_bytes(jvm: Any) -> dict[str, int]:
    """What the driver holds in memory once it is cleaned up, Python's part and the JVM's.

    Args:
        jvm: py4j's view of the JVM.
    """
    gc.collect()
    jvm.System.gc()
    heap = jvm.java.lang.management.ManagementFactory.getMemoryMXBean().getHeapMemoryUsage()
    return {
        "Python driver": psutil.Process().memory_info().rss,
        "JVM heap in use": int(heap.getUsed()),
    }


class PeakMemory:
    """The largest resident size of any of Spark's Python workers while the block runs.

    Attributes:
        bytes: the peak.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        me = psutil.Process()
        while not self._stopping.wait(0.02):
            for process in me.children(recursive=True):
                try:
                    if "python" in process.name():
                        self.bytes = max(self.bytes, process.memory_info().rss)
                except psutil.NoSuchProcess:
                    continue

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._thread.join()
