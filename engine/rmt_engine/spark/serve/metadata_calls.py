"""The calls by which drivers of JDBC and ODBC ask what there is: HiveServer2 answers a query.

Stock HiveServer2 looks into Spark's catalog, where a table of the engine's is a view without keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import untouched
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.system.metadata import MetadataCall

__all__ = ["METADATA_CALLS", "MetadataCalls"]

_THRIFT = "org.apache.hive.service.rpc.thrift"


@dataclass(frozen=True)
class _Answer:
    """What answers a call.

    Attributes:
        name: the answer's name to `rmt_metadata`.
        conditions: the getters of a request that say what is asked for, by the names that
            `MetadataCall` has for them.
    """

    name: str
    conditions: Mapping[str, str]


_OF_TABLES = {"schema": "getSchemaName", "table": "getTableName"}
METADATA_CALLS = {
    "GetTables": _Answer("tables", {**_OF_TABLES, "types": "getTableTypes"}),
    "GetColumns": _Answer("columns", {**_OF_TABLES, "column": "getColumnName"}),
    "GetPrimaryKeys": _Answer("primary_keys", _OF_TABLES),
    "GetSchemas": _Answer("schemas", {"schema": "getSchemaName"}),
    "GetTableTypes": _Answer("table_types", {}),
}
"""The methods of `TCLIService.Iface` that are answered here."""


class MetadataCalls:
    """Called by the JVM with the name of a method and its request.

    The query runs in the caller's session, as a statement of its own does: so its temporary tables
    are seen, a client that leaves takes the rows with it, and `system.query_log` has the query.

    Args:
        gateway: the bridge to the JVM.
        service: HiveServer2's.
    """

    def __init__(self, gateway: Gateway, service: Any) -> None:
        self.gateway = gateway
        self._service = service

    @thrown_in_java
    def apply(self, method: str, request: Any) -> Any:
        """The answer, whose rows the client fetches as those of any statement."""
        answer = METADATA_CALLS[method]
        asked = {name: getattr(request, get)() for name, get in answer.conditions.items()}
        text = f"SELECT * FROM rmt_metadata({_arguments(answer.name, _call(asked))})"
        execute = self.gateway.java_class(f"{_THRIFT}.TExecuteStatementReq")
        with untouched():
            executed = self._service.ExecuteStatement(execute(request.getSessionHandle(), text))
        told = self.gateway.java_class(f"{_THRIFT}.T{method}Resp")(executed.getStatus())
        if executed.isSetOperationHandle():
            told.setOperationHandle(executed.getOperationHandle())
        return told

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("java.util.function.BiFunction",)


def _call(asked: Mapping[str, Any]) -> MetadataCall:
    types = asked.get("types") or ()
    names = {name: str(value) for name, value in asked.items() if value and name != "types"}
    return MetadataCall(**names, types=tuple(map(str, types)))


def _arguments(name: str, call: MetadataCall) -> str:
    return ", ".join(map(quote_string, filter(None, (name, call.to_text()))))
