"""What Superset makes of a column: of its ClickHouse type, or of Spark's in a result.

Source: docs/types.md.
"""

from __future__ import annotations

import re

from sqlalchemy import types
from superset.utils.core import GenericDataType

__all__ = ["COLUMN_TYPES"]

_WRAPPERS = r"^(?:LowCardinality\(|Nullable\(|SimpleAggregateFunction\(\w+, )*"


def _named(names: str) -> re.Pattern[str]:
    return re.compile(rf"{_WRAPPERS}(?:{names})\b", re.IGNORECASE)


COLUMN_TYPES = (
    (_named("U?Int(?:8|16|32|64)"), types.BigInteger(), GenericDataType.NUMERIC),
    (_named("(?:tiny|small|big)?int"), types.BigInteger(), GenericDataType.NUMERIC),
    (_named("Float(?:32|64)?|double"), types.Float(), GenericDataType.NUMERIC),
    (_named("Decimal"), types.Numeric(), GenericDataType.NUMERIC),
    (_named("Bool(?:ean)?"), types.Boolean(), GenericDataType.BOOLEAN),
    (_named("Date(?:32)?"), types.Date(), GenericDataType.TEMPORAL),
    (_named("DateTime(?:64)?"), types.DateTime(), GenericDataType.TEMPORAL),
    (_named("timestamp(?:_ntz|_ltz)?"), types.DateTime(), GenericDataType.TEMPORAL),
    (_named("String|FixedString|(?:var)?char"), types.String(), GenericDataType.STRING),
    (_named("UUID|Enum8|Enum16"), types.String(), GenericDataType.STRING),
    # A result has these as texts.
    (_named("Array|Map|Tuple|struct|binary|variant"), types.String(), GenericDataType.STRING),
)
