"""Runs the tests of this directory in Airflow's environment, on an endpoint of this one.

Airflow pins more than a hundred packages, so it has an environment of its own: `python
integration_tests/airflow/run.py .venv-airflow/bin/python`.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from support.other_environment import pytest_there  # noqa: E402

if __name__ == "__main__":
    python, *options = sys.argv[1:]
    sys.exit(pytest_there(python, HERE, options))
