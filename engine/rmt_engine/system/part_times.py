"""The days and times of a part's rows by the columns of its partition key.

Source: https://clickhouse.com/docs/operations/system-tables/parts (`min_date`, `min_time`).
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from rmt_engine.merges.extremes import name_in_file
from rmt_engine.sql.tables.expressions import identifiers
from rmt_engine.sql.values.types import parse_type
from rmt_engine.store.minmax import read_minmax
from rmt_engine.store.part import Part
from rmt_engine.store.table import TableDefinition
from rmt_engine.system.table import Row, moment

__all__ = ["DaysAndTimes"]

_DAYS = ("Date",)
_TIMES = ("DateTime", "DateTime64")
_NO_DAY = datetime.date(1970, 1, 1)


@dataclass(frozen=True)
class DaysAndTimes:
    """Tells the extremes of the columns of a partition key that are days and times.

    Attributes:
        definition: the table's.
        day: the only column of the key that is a Date; None where there is none or several.
        time: the only one that is a DateTime or a DateTime64.
    """

    definition: TableDefinition
    day: str | None
    time: str | None

    @classmethod
    def of(cls, definition: TableDefinition) -> DaysAndTimes:
        """Those of a table."""
        elements = (element.expression for element in definition.partition_by)
        names = {name.lower() for element in elements for name in identifiers(element)}
        columns = [column for column in definition.columns if column.name.lower() in names]
        types = [(column.name, parse_type(column.type)) for column in columns]
        in_key = [(name, one.family) for name, one in types if not one.nullable]
        return cls(definition, _only(in_key, _DAYS), _only(in_key, _TIMES))

    def extremes(self, part: Part) -> Row:
        """The first and the last day of a part, and its first and last time: 1970 without rows."""
        first_day, last_day = self._extremes(part, self.day) or (_NO_DAY, _NO_DAY)
        times = self._extremes(part, self.time)
        first, last = (time.timestamp() for time in times) if times is not None else (0, 0)
        return first_day, last_day, moment(first), moment(last)

    def _extremes(self, part: Part, column: str | None) -> tuple[Any, Any] | None:
        if column is None:
            return None
        found = []
        for file in part.files:
            minmax, name = read_minmax(file), name_in_file(file, self.definition, column)
            if minmax is None or name not in minmax.schema.names:
                return None
            found.append(minmax[name].to_pylist())
        return (min(low for low, _ in found), max(high for _, high in found)) if found else None


def _only(columns: list[tuple[str, str]], families: tuple[str, ...]) -> str | None:
    found = [name for name, family in columns if family in families]
    return found[0] if len(found) == 1 else None
