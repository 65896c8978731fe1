"""The macros of the adapter, as dbt finds them."""

from __future__ import annotations

from pathlib import Path

__all__ = ["PACKAGE_PATH"]

PACKAGE_PATH = str(Path(__file__).parent)
