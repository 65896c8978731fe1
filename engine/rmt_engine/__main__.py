"""`rmt`, and `python -m rmt_engine`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command; a client's installation, which lacks it, is told what to install."""
    try:
        from rmt_engine.cli import main as run
    except ModuleNotFoundError as error:
        sys.exit(
            f"rmt: {error.name} is not installed; "
            'pip install "rmt-spark[engine]" installs all that the command needs'
        )
    run()


if __name__ == "__main__":
    main()
