"""The memory of Spark's Python workers."""

from __future__ import annotations

import threading
from types import TracebackType

import psutil

__all__ = ["PeakMemory"]


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
