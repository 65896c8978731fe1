"""Whether both sides that reach a warehouse's files can write, list, read and delete there.

Python's side is pyarrow's file systems, Spark's is Hadoop's. They take the same URI, and each has
to find what the other wrote.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rmt_engine.config import EngineSettings
from rmt_engine.store.storage import Storage

__all__ = ["hadoop_calls", "pyarrow_calls"]

_CONTENT = b"rmt doctor\n"
_HADOOP = "org.apache.hadoop"
_PREFIX = "spark.hadoop."
_Result = TypeVar("_Result")


def pyarrow_calls(uri: str) -> dict[str, float]:
    """Milliseconds that each call took of pyarrow's file system.

    Args:
        uri: of the warehouse.

    Raises:
        OSError: a call failed, or did not see what the one before it did.
    """
    storage, directory = Storage(uri), f"doctor-{uuid.uuid4().hex}"
    path, took = f"{directory}/probe", _Stopwatch()
    storage.create_directory(directory)
    try:
        took("write", lambda: storage.write(path, _CONTENT))
        listed = took("list", lambda: storage.list_files(directory, ""))
        _check([file.path for file in listed] == [path], "pyarrow does not list what it wrote")
        content = took("read", lambda: storage.read(path))
        _check(content == _CONTENT, "pyarrow does not read what it wrote")
        took("delete", lambda: storage.delete_files([path]))
        _check(not storage.exists(path), "pyarrow finds what it deleted")
    finally:
        storage.delete_directory(directory)
    return took.milliseconds


def hadoop_calls(settings: EngineSettings) -> dict[str, float]:
    """Milliseconds that each call took of Hadoop's file system, in a JVM as the endpoint starts it.

    Args:
        settings: what the endpoint would be told.

    Raises:
        OSError: a call failed, or one side does not see what the other wrote.
        RmtError: there is no Java.
    """
    uri, directory = settings.warehouse_uri, f"doctor-{uuid.uuid4().hex}"
    storage, took = Storage(uri), _Stopwatch()
    with _jvm(settings) as (jvm, configuration):
        hadoop = getattr(jvm, _HADOOP).fs
        folder = hadoop.Path(storage.hadoop_path(directory))
        path = hadoop.Path(folder, "probe")
        files = took("open", lambda: folder.getFileSystem(configuration))
        try:
            took("write", lambda: _write(files, path))
            _check(storage.read(f"{directory}/probe") == _CONTENT, "pyarrow does not read Hadoop's")
            storage.write(f"{directory}/other", _CONTENT)
            listed = took("list", lambda: len(files.listStatus(folder)))
            _check(listed == 2, "Hadoop does not list what pyarrow wrote")
            size = took("read", lambda: _read(files, hadoop.Path(folder, "other")))
            _check(size == len(_CONTENT), "Hadoop does not read what pyarrow wrote")
            took("delete", lambda: files.delete(folder, True))
            _check(not storage.exists(f"{directory}/other"), "pyarrow finds what Hadoop deleted")
        finally:
            storage.delete_directory(directory)
    return took.milliseconds


class _Stopwatch:
    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}

    def __call__(self, name: str, call: Callable[[], _Result]) -> _Result:
        begun = time.perf_counter()
        result = call()
        self.milliseconds[name] = (time.perf_counter() - begun) * 1000
        return result


def _check(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise OSError(otherwise)


@contextmanager
def _jvm(settings: EngineSettings) -> Iterator[tuple[Any, Any]]:
    """A JVM with Spark's classes and Hadoop's configuration; errors of Java are OSErrors."""
    from py4j.protocol import Py4JJavaError

    from rmt_engine.spark.bridge.launch import LaunchedJvm

    conf, gateway = LaunchedJvm(settings).wait()
    try:
        configuration = getattr(gateway.jvm, _HADOOP).conf.Configuration()
        for name, value in conf.getAll():
            if name.startswith(_PREFIX):
                configuration.set(name.removeprefix(_PREFIX), value)
        yield gateway.jvm, configuration
    except Py4JJavaError as error:
        raise OSError(str(error.java_exception.toString()).splitlines()[0]) from error
    finally:
        gateway.shutdown()
        # It ends with its standard input.
        gateway.proc.stdin.close()
        gateway.proc.wait(timeout=30)


def _write(files: Any, path: Any) -> None:
    stream = files.create(path)
    stream.write(_CONTENT)
    stream.close()


def _read(files: Any, path: Any) -> int:
    """How many bytes a file has, read to its end."""
    stream = files.open(path)
    size = 0
    while stream.read() >= 0:
        size += 1
    stream.close()
    return size
