"""`rmt demo` as a newcomer runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.sample(0)
def test_every_answer_is_pandas(tmp_path: Path) -> None:
    """It takes long because the demo has an endpoint of its own, with Spark as it is shipped."""
    done = subprocess.run(
        [sys.executable, "-m", "rmt_engine", "demo"],
        capture_output=True,
        text=True,
        timeout=400,
        check=False,
        env={**os.environ, "COLUMNS": "120", "TMPDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "every answer is pandas'" in done.stdout
    assert "✗" not in done.stdout
    assert done.stdout.count("✓") == 9
    assert "Warning" not in done.stderr
    assert list(tmp_path.iterdir()) == []
