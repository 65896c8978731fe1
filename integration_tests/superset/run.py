"""Runs the tests of this directory in Superset's environment, on an endpoint of this one.

Superset wants other versions of SQLAlchemy, NumPy and pandas than the engine does, so each has an
environment of its own: `python integration_tests/superset/run.py .venv-superset/bin/python`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from support.endpoint import Endpoint  # noqa: E402


def main(python: str, *options: str) -> int:
    """Runs pytest there; its exit code.

    Args:
        python: the interpreter of Superset's environment.
        options: for pytest. `screenshot FILE` as the only ones take a picture instead.
    """
    with tempfile.TemporaryDirectory() as warehouse, Endpoint(Path(warehouse)) as endpoint:
        os.environ["RMT_ENDPOINT"] = f"127.0.0.1:{endpoint.port}"
        if options[:1] == ("screenshot",):
            return subprocess.call([python, str(HERE / "screenshot.py"), *options[1:]])
        tests = [str(HERE), "--confcutdir", str(HERE), "-p", "no:cacheprovider"]
        return subprocess.call([python, "-m", "pytest", *tests, *options])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
