"""The process that Spark forks its Python workers from, with everything imported that tasks need.

A worker of PySpark's own daemon imports for a second or two before its first task: after a start,
after a task that failed, and whenever it was idle for a minute.

Source: `spark.python.daemon.module`, Spark's `PythonWorkerFactory`.
"""

from __future__ import annotations

import importlib

from pyspark.daemon import manager

from rmt_engine.spark.bridge.worker_process import spare_modules_from_collection

__all__ = ["TASKS"]

TASKS = (
    "pyspark.worker",
    "rmt_engine.merges.dead_rows",
    "rmt_engine.merges.gather",
    "rmt_engine.merges.masking",
    "rmt_engine.merges.rewrite",
)
"""The modules that have the functions of tasks, and what runs them."""

if __name__ == "__main__":
    for module in TASKS:
        importlib.import_module(module)
    spare_modules_from_collection()
    manager()
