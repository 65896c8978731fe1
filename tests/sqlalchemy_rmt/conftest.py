"""The dialect under its name, also where the package is not installed."""

from __future__ import annotations

from sqlalchemy.dialects import registry

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
registry.register("rmt.pyhive", "sqlalchemy_rmt.dialect", "RmtDialect")
