"""The tests' files lie in memory, where a machine has enough of it.

The stores under test write each commit through to the disk. On a disk that is no test's subject,
the tests would wait for it for a quarter of their time.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

__all__ = ["enough_memory"]

_MEMORY = Path("/dev/shm")
_FREE_BYTES = 2 << 30
_AVAILABLE_BYTES = 8 << 30


def pytest_configure(config: pytest.Config) -> None:
    """Names the directory to pytest, to `tempfile` and to the processes that are started.

    A directory that the user names, by `--basetemp` or `TMPDIR`, is used as it is.
    """
    if config.getoption("basetemp") or "TMPDIR" in os.environ or not enough_memory():
        return
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)


def enough_memory(memory: Path = _MEMORY, information: Path = Path("/proc/meminfo")) -> bool:
    """Whether there is a file system in memory with room for what the tests write.

    Args:
        memory: where it is mounted.
        information: what tells how much memory programs may still ask for.
    """
    if not os.access(memory, os.W_OK) or not information.exists():
        return False
    available = dict(line.split(":", 1) for line in information.read_text().splitlines())
    kilobytes = int(available.get("MemAvailable", "0 kB").split()[0])
    return kilobytes << 10 >= _AVAILABLE_BYTES and shutil.disk_usage(memory).free >= _FREE_BYTES
