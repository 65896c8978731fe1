"""Apache Superset on the endpoint: the engine spec that its entry point loads.

It needs Superset 6 or later, which brings everything that is imported here; nothing else of
`sqlalchemy_rmt` imports this package.

Sources: docs/superset.md, https://superset.apache.org/docs/configuration/databases.
"""

from __future__ import annotations

from superset.sql.parse import SQLGLOT_DIALECTS

from sqlalchemy_rmt.superset.engine_spec import RmtEngineSpec
from sqlalchemy_rmt.superset.sql import Rmt

__all__ = ["Rmt", "RmtEngineSpec"]

# Superset has no entry point for the dialect of its parser.
SQLGLOT_DIALECTS[RmtEngineSpec.engine] = Rmt
