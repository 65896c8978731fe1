"""The adapter's version, where dbt looks for it; `setup.cfg` has the package's."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as _version_of

__all__ = ["version"]

try:
    version = _version_of("rmt-spark")
except PackageNotFoundError:
    version = "0"
