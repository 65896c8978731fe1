"""How many rows statements changed, where HiveServer2's answers are put together.

A client asks for the state of its statement, and Hive's own server says in the answer how many rows
it changed; Spark's leaves that out. The numbers are in a map in the JVM, so that an answer gets its
number without a call into Python.

Source: `numModifiedRows` of `TGetOperationStatusResp` in Hive's TCLIService.thrift (HIVE-14388),
which its JDBC driver's `getUpdateCount` returns.
"""

from __future__ import annotations

import uuid
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["RowCounts"]


class RowCounts:
    """Numbers of rows by the ids of statements.

    Args:
        gateway: the bridge to the JVM.

    Attributes:
        by_guid: a Java map from the GUID of an operation, as a ByteBuffer, to a number.
    """

    def __init__(self, gateway: Gateway) -> None:
        self.by_guid = gateway.java_class("java.util.concurrent.ConcurrentHashMap")()
        self._wrap = gateway.java_class("java.nio.ByteBuffer").wrap

    def tell(self, query_id: str, rows: int) -> None:
        """Has the answers about a statement say how many rows it changed; -1 for not known."""
        guid = self._guid(query_id)
        if guid is not None:
            self.by_guid.put(guid, rows)

    def forget(self, query_id: str) -> None:
        """Has answers say nothing of a statement any more."""
        guid = self._guid(query_id)
        if guid is not None:
            self.by_guid.remove(guid)

    def _guid(self, query_id: str) -> Any:
        """The key of a statement; None for one that no client of HiveServer2 sent."""
        try:
            return self._wrap(uuid.UUID(query_id).bytes)
        except ValueError:
            return None
