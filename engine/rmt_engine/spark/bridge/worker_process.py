"""The Python processes in which Spark runs tasks: what is done once in each of them."""

from __future__ import annotations

import functools
import gc

__all__ = ["spare_modules_from_collection"]


@functools.cache
def spare_modules_from_collection() -> None:
    """Takes what the process has imported out of the sight of Python's garbage collector.

    PySpark's workers collect garbage after every task (`pyspark/daemon.py`), and go through all
    objects of the imported modules then: 50 ms, where a task on a small part takes 2. Modules are
    never garbage. The first call in a process does it, after a task's function was unpickled, which
    imports what the function needs.

    Source: https://docs.python.org/3/library/gc.html#gc.freeze.
    """
    gc.freeze()
