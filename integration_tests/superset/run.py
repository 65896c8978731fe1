"""Runs the tests of this directory in Superset's environment, on an endpoint of this one.

Superset wants other versions of SQLAlchemy, NumPy and pandas than the engine does, so each has an
environment of its own: `python integration_tests/superset/run.py .venv-superset/bin/python`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from support.other_environment import endpoint_for_others, pytest_there  # noqa: E402


def main(python: str, *options: str) -> int:
    """Runs pytest there; its exit code.

    Args:
        python: the interpreter of Superset's environment.
        options: for pytest. `screenshot FILE` as the only ones take a picture instead.
    """
    if options[:1] != ("screenshot",):
        return pytest_there(python, HERE, options)
    with endpoint_for_others():
        return subprocess.call([python, str(HERE / "screenshot.py"), *options[1:]])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
