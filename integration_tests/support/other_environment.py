"""Tests that run in another environment, on an endpoint of this one.

What they test wants other versions of what the engine needs, so each has an environment of its own,
and a folder with its tests and a `run.py`.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from support.endpoint import Endpoint

__all__ = ["endpoint_for_others", "pytest_there"]


@contextmanager
def endpoint_for_others() -> Iterator[None]:
    """An endpoint whose address other processes find in `RMT_ENDPOINT`."""
    with tempfile.TemporaryDirectory() as warehouse, Endpoint(Path(warehouse)) as endpoint:
        os.environ["RMT_ENDPOINT"] = f"127.0.0.1:{endpoint.port}"
        yield


def pytest_there(python: str, folder: Path, options: Sequence[str]) -> int:
    """Runs the tests of a folder with another interpreter, on an endpoint; pytest's exit code.

    Args:
        python: the interpreter of the other environment.
        folder: the tests.
        options: for pytest.
    """
    tests = [str(folder), "--confcutdir", str(folder), "-p", "no:cacheprovider"]
    with endpoint_for_others():
        return subprocess.call([python, "-m", "pytest", *tests, *options])
