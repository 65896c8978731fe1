"""Time zones of sessions: a text is read as a time of its column's zone, else of the session's.

What a table's definition says (DEFAULT, TTL, PARTITION BY, …) is read in UTC, whoever inserts. What
a client writes, a value of INSERT or the WHERE of DELETE, is read as its SELECT would read it.
"""

from __future__ import annotations

import threading
from typing import Any

from pyspark.sql import DataFrame, SparkSession

from rmt_engine.spark.bridge.frames import frame_of_plan
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.sql.values.types import UTC

__all__ = ["TIME_ZONE", "ZonedFrames", "time_zone", "zone_named"]

TIME_ZONE = "spark.sql.session.timeZone"
_NAMES_OF_UTC = frozenset({"UTC", "Etc/UTC", "Z", "GMT", "+00:00", "Etc/GMT", "Zulu", "Etc/Zulu"})


def time_zone(session: Any) -> str:
    """The time zone of a session of the JVM's; `UTC` by whichever of its names it is set."""
    return zone_named(str(session.conf().get(TIME_ZONE, UTC)))


def zone_named(zone: str) -> str:
    """A time zone; `UTC` by whichever of its names it is given."""
    return UTC if zone in _NAMES_OF_UTC else zone


class ZonedFrames:
    """Moves DataFrames of a session in UTC into sessions of other time zones, and back.

    Spark resolves the zone of an expression when it analyzes it, so what was added to a DataFrame
    in one session keeps its meaning in the other.

    Args:
        gateway: the bridge to the JVM.
        session: the session in UTC.
    """

    def __init__(self, gateway: Gateway, session: SparkSession) -> None:
        self._gateway = gateway
        self._session = session
        self._sessions: dict[str, SparkSession] = {}
        self._lock = threading.Lock()

    def to_zone(self, frame: DataFrame, zone: str) -> DataFrame:
        """The rows of a DataFrame in UTC, for expressions that are read in a time zone."""
        return frame if zone == UTC else self._moved(frame, self._session_in(zone))

    def from_zone(self, frame: DataFrame, zone: str) -> DataFrame:
        """The rows of a DataFrame in a time zone, back in UTC."""
        return frame if zone == UTC else self._moved(frame, self._session)

    def _moved(self, frame: DataFrame, session: SparkSession) -> DataFrame:
        plan = frame._jdf.queryExecution().analyzed()
        return frame_of_plan(self._gateway, session, plan)

    def _session_in(self, zone: str) -> SparkSession:
        with self._lock:
            if zone not in self._sessions:
                java = self._session._jsparkSession.cloneSession()
                java.conf().set(TIME_ZONE, zone)
                self._sessions[zone] = SparkSession(self._session.sparkContext, java)
            return self._sessions[zone]
