"""How many rows statements changed, where HiveServer2's answers are put together.

A client asks for the state of its statement, and Hive's own server says in the answer how many rows
it changed; Spark's leaves that out. The numbers are in a map in the JVM, so that an answer gets its
number without a call into Python.

Thrift has one number. Of a statement that inserts, updates and deletes rows the numbers of each are
in the task status, which is a text of JSON.

Source: `numModifiedRows` of `TGetOperationStatusResp` in Hive's TCLIService.thrift (HIVE-14388),
which its JDBC driver's `getUpdateCount` returns.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from typing import Any

from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["RowCounts"]

ROWS_BY_KIND = "rows_by_kind"
"""What the numbers are called in the text."""


class RowCounts:
    """Numbers of rows by the ids of statements.

    Args:
        gateway: the bridge to the JVM.

    Attributes:
        by_guid: a Java map from the GUID of an operation, as a ByteBuffer, to a number.
        kinds_by_guid: the same to the text.
    """

    def __init__(self, gateway: Gateway) -> None:
        self.by_guid = gateway.java_class("java.util.concurrent.ConcurrentHashMap")()
        self.kinds_by_guid = gateway.java_class("java.util.concurrent.ConcurrentHashMap")()
        self._wrap = gateway.java_class("java.nio.ByteBuffer").wrap

    def tell(self, query_id: str, rows: int, by_kind: Mapping[str, int]) -> None:
        """Has the answers about a statement say how many rows it changed; -1 for not known."""
        guid = self._guid(query_id)
        if guid is not None:
            self.by_guid.put(guid, rows)
            if by_kind:
                self.kinds_by_guid.put(guid, json.dumps({ROWS_BY_KIND: by_kind}))

    def forget(self, query_id: str) -> None:
        """Has answers say nothing of a statement any more."""
        guid = self._guid(query_id)
        if guid is not None:
            self.by_guid.remove(guid)
            self.kinds_by_guid.remove(guid)

    def _guid(self, query_id: str) -> Any:
        """The key of a statement; None for one that no client of HiveServer2 sent."""
        try:
            return self._wrap(uuid.UUID(query_id).bytes)
        except ValueError:
            return None
