"""Requests of Spark Connect before they are executed: who sends them, and what they write.

A DataFrame that is written into a table of the engine becomes an INSERT of the engine. The catalog
has views for the engine's tables, so Spark would refuse to write into one, or replace the view by a
table of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.bridge.launch import LOGGED_CHARACTERS
from rmt_engine.spark.serve.connect_writes import Write, insert_text, write_of
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.text.tokens import Cursor, Name, tokenize

if TYPE_CHECKING:
    from rmt_engine.spark.run.engine import Engine

__all__ = ["ConnectRequests"]

_PROTO = "org.apache.spark.connect.proto"
_USERS = "org.apache.spark.sql.catalyst.CurrentUserContext"
_COMPRESSED = "COMPRESSED_OPERATION"
_COMPRESSION = "org.apache.spark.sql.connect.utils.PlanCompressionUtils"
_CATALOG = "spark_catalog."
_ANONYMOUS = "anonymous"
"""Who says nothing, as HiveServer2 calls them."""


class ConnectRequests:
    """Called by the JVM with each request to execute or to analyze a plan.

    Args:
        engine: the engine.
        service: Spark's object `SparkConnectService`.
    """

    def __init__(self, engine: Engine, service: Any) -> None:
        self.gateway = engine.gateway
        self._engine = engine
        self._service = service
        self._users = self.gateway.scala_object(_USERS).CURRENT_USER()

    @thrown_in_java
    def apply(self, request: Any) -> Any:
        """The request to execute; the thread of the statement inherits the user's name."""
        user = str(request.getUserContext().getUserId() or _ANONYMOUS)
        self._users.set(user)
        if request.getClass().getSimpleName() != "ExecutePlanRequest":
            return request
        plan = self._plan(request)
        if not plan.hasCommand():
            self._note(request, str(plan.getRoot().getSql().getQuery()))
            return request
        command = plan.getCommand()
        if command.hasSqlCommand():
            self._note(request, _text_of(command.getSqlCommand()))
            return request
        write = write_of(command)
        return request if write is None else self._written(request, write)

    def _plan(self, request: Any) -> Any:
        """The plan of a request; a large one may be compressed."""
        plan = request.getPlan()
        if str(plan.getOpTypeCase().name()) == _COMPRESSED:
            return self.gateway.scala_object(_COMPRESSION).decompressPlan(plan)
        return plan

    def _note(self, request: Any, text: str) -> None:
        """Remembers the text of a statement of SQL for the log."""
        if text and request.hasOperationId():
            self._engine.notes.note(str(request.getOperationId()), query=text[:LOGGED_CHARACTERS])

    def _written(self, request: Any, write: Write) -> Any:
        """The request with an INSERT in the place of a write into a table of the engine."""
        holder = self._service.getOrCreateIsolatedSession(
            str(request.getUserContext().getUserId()),
            str(request.getSessionId()),
            self.gateway.none,
        )
        name = _name_in(write.target)
        active = ActiveSession(
            self.gateway, self._engine.context, self._engine.store.registry, holder.session()
        )
        if name is None:
            return request
        active.refuse_detached(name)
        if not active.is_engine_table(name) and not active.is_system_table(name):
            return request
        write.check()
        if write.is_sparks:
            return request
        rows = f"rmt_rows_{str(request.getOperationId()).replace('-', '')}"
        columns = self._columns(request, write, holder) if write.by_name else []
        text = insert_text(write, name, columns, rows)
        self._note(request, text)
        return self._with_insert(request, write.rows, text, rows)

    def _columns(self, request: Any, write: Write, holder: Any) -> list[str]:
        """The names of the columns of the rows that are written."""
        proto = self.gateway.java_class(f"{_PROTO}.AnalyzePlanRequest")
        plan = self.gateway.java_class(f"{_PROTO}.Plan").newBuilder().setRoot(write.rows).build()
        schema = proto.Schema.newBuilder().setPlan(plan).build()
        asked = (
            proto.newBuilder()
            .setSessionId(request.getSessionId())
            .setUserContext(request.getUserContext())
            .setSchema(schema)
            .build()
        )
        handlers = "org.apache.spark.sql.connect.service.SparkConnectAnalyzeHandler"
        answer = self.gateway.java_class(handlers)(None).process(asked, holder)
        fields = answer.getSchema().getSchema().getStruct().getFieldsList()
        return [str(field.getName()) for field in fields]

    def _with_insert(self, request: Any, rows: Any, text: str, alias: str) -> Any:
        """A request that executes a text of SQL in which rows have a name."""

        def new(name: str) -> Any:
            return self.gateway.java_class(f"{_PROTO}.{name}").newBuilder()

        named = new("SubqueryAlias").setInput(rows).setAlias(alias).build()
        reference = new("Relation").setSubqueryAlias(named).build()
        sql = new("Relation").setSql(new("SQL").setQuery(text).build()).build()
        both = new("WithRelations").setRoot(sql).addReferences(reference).build()
        relation = new("Relation").setWithRelations(both).build()
        command = new("SqlCommand").setInput(relation).build()
        plan = new("Plan").setCommand(new("Command").setSqlCommand(command).build()).build()
        return request.toBuilder().setPlan(plan).build()

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("java.util.function.Function",)


def _name_in(text: str) -> Name | None:
    """The name of a table of Spark's own catalog; None for another text."""
    tokens = tokenize(text)
    cursor = Cursor(text, tokens)
    try:
        if text.lower().startswith(_CATALOG):
            cursor = Cursor(text, tokens[2:])
        name = cursor.name()
        cursor.end()
    except RmtError:  # Spark says what is wrong with it
        return None
    return name


def _text_of(command: Any) -> str:
    """The text of a command of SQL; clients of today send it as a relation."""
    relation = command.getInput()
    if relation.hasWithRelations():
        relation = relation.getWithRelations().getRoot()
    return str(relation.getSql().getQuery() or command.getSql())
