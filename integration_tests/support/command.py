"""The `rmt` command as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["fsck", "rmt"]


def rmt(
    *arguments: str, text: str = "", seconds: float = 120, **env: str
) -> subprocess.CompletedProcess[str]:
    """Runs it to its end.

    Args:
        arguments: of the command.
        text: what is typed.
        seconds: how long it may take.
        env: variables of its environment besides those of the tests.
    """
    return subprocess.run(
        [sys.executable, "-m", "rmt_engine", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
        env={**os.environ, "COLUMNS": "200", **env},
    )


def fsck(warehouse: Path, *options: str) -> str:
    """Runs `rmt fsck` on a store nobody uses; returns what it printed. It must find no fault."""
    done = rmt("fsck", "--warehouse", str(warehouse), *options, seconds=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == "", done.stderr
    return done.stdout.strip()
