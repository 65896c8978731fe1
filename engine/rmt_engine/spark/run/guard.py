"""Refuses statements that reach beyond tables: to code, and to files an endpoint does not share.

Looking at a plan takes a few calls into the JVM for each of its nodes, so only those plans are
looked at whose text has one of a few words; see `rmt_engine.sql.grammar.guarded`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pyspark import SparkContext

from rmt_engine.errors import RmtError
from rmt_engine.rights import Rights
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.run.active import ActiveSession
from rmt_engine.sql.grammar.guarded import (
    PLAIN_SOURCES,
    is_guarded_setting,
    is_hadoop_class,
    is_path_option,
    may_be_file,
    may_reach_out,
)

__all__ = ["Guard"]

_NOT_GIVEN = ""
_BESIDE = {
    "CacheTableAsSelect": "plan",
    "CompoundBody": "handlers",
    "CreateViewCommand": "plan",
    "DescribeQueryCommand": "plan",
    "ExceptionHandler": "body",
    "ExplainCommand": "logicalPlan",
    "ForStatement": "query",
    "InsertIntoStatement": "table",
    "SingleStatement": "parsedPlan",
}
"""Plans that Spark does not count among a node's children."""


class Guard:
    """Looks at what statements reach for.

    Args:
        gateway: the bridge to the JVM.
        context: the SparkContext; what its configuration says, sessions may say, too.
        rights: what statements may do.
    """

    def __init__(self, gateway: Gateway, context: SparkContext, rights: Rights) -> None:
        self._gateway = gateway
        self._conf = context.getConf()
        self._rights = rights
        self._checks: dict[str, Callable[[Any], None]] = {
            "AddArchivesCommand": self._refuse("ADD ARCHIVE"),
            "AddFilesCommand": self._refuse("ADD FILE"),
            "AddJarsCommand": self._refuse("ADD JAR"),
            "AddPartitions": self._add_partitions,
            "CreateFlowCommand": self._refuse("CREATE FLOW"),
            "CreateFunction": self._refuse("CREATE FUNCTION with a class"),
            "CreateFunctionCommand": self._refuse("CREATE FUNCTION with a class"),
            "CreateNamespace": lambda node: self._properties(node.properties()),
            "CreateTable": lambda node: self._table(node.tableSpec()),
            "CreateTableAsSelect": lambda node: self._table(node.tableSpec()),
            "CreateTableLike": self._table_like,
            "CreateTableLikeCommand": self._table_like,
            "CreateTempViewUsing": self._temporary_view,
            "InsertIntoDir": self._directory,
            "LoadData": lambda node: self._path(node.path()),
            "RefreshResource": lambda node: self._path(node.path()),
            "ReplaceTable": lambda node: self._table(node.tableSpec()),
            "ReplaceTableAsSelect": lambda node: self._table(node.tableSpec()),
            "ScriptTransformation": self._refuse("TRANSFORM … USING"),
            "SetCommand": self._setting,
            "SetNamespaceLocation": lambda node: self._path(node.location()),
            "SetNamespaceProperties": lambda node: self._properties(node.properties()),
            "SetTableLocation": lambda node: self._path(node.location()),
            "SetTableProperties": lambda node: self._properties(node.properties()),
            "SetTableSerDeProperties": self._serde_properties,
            "UnresolvedRelation": self._relation,
        }

    def check(self, text: str, plan: Any) -> Any:
        """Looks at a statement's plan.

        Args:
            text: the statement.
            plan: what Spark's parser made of it.

        Returns:
            The plan.

        Raises:
            RmtError: it runs code, or names a file, and may not.
        """
        if self._rights.is_endpoint and may_reach_out(text):
            self._look_at(plan)
        return plan

    def check_code(self, what: str) -> None:
        """Refuses what runs code where statements may not.

        Args:
            what: as a user wrote it.

        Raises:
            RmtError: `SUPPORT_IS_DISABLED`.
        """
        if not self._rights.code:
            raise RmtError(
                "SUPPORT_IS_DISABLED",
                f"{what} runs code on the server, which this endpoint does not let its clients do.",
                "rmt serve --allow-code lets them.",
            )

    def check_path(self, path: str) -> None:
        """Refuses a file that statements may not name.

        Raises:
            RmtError: `PATH_ACCESS_DENIED`.
        """
        if self._rights.is_endpoint:
            self._path(path)

    def admit(self, active: ActiveSession) -> None:
        """Looks at the settings that a session began with: they came with the connection.

        Raises:
            RmtError: one of them needs a right that there is not.
        """
        if not self._rights.is_endpoint or self._rights.code:
            return
        conf = active.java.sessionState().conf()
        names = str(conf.settings().keySet().toString()).strip("[]").split(", ")
        for name in filter(is_guarded_setting, names):
            if str(conf.getConfString(name, _NOT_GIVEN)) != self._conf.get(name, _NOT_GIVEN):
                raise _setting_refused(name)

    def _look_at(self, plan: Any) -> None:
        pending = [plan]
        while pending:
            node = pending.pop()
            kind = str(node.getClass().getSimpleName())
            if kind == "PlanWithUnresolvedIdentifier":
                pending.append(self._identified(node))
                continue
            check = self._checks.get(kind)
            if check is not None:
                check(node)
            for nodes in (node.children(), node.innerChildren()):
                pending += self._gateway.items(nodes)
            if kind in _BESIDE:
                beside = getattr(node, _BESIDE[kind])()
                pending += self._gateway.items(beside) if kind == "CompoundBody" else [beside]

    def _identified(self, node: Any) -> Any:
        """The plan that `IDENTIFIER('name')` stands in, which is made when the name is known."""
        expression = node.identifierExpr()
        parts = ["any"]
        if expression.getClass().getSimpleName() == "Literal":
            parser = self._gateway.active_session().sessionState().sqlParser()
            parts = [
                str(part)
                for part in self._gateway.items(
                    parser.parseMultipartIdentifier(str(expression.value().toString()))
                )
            ]
        made = node.planBuilder().apply(self._gateway.seq(parts), node.children())
        kind = str(made.getClass().getSimpleName())
        if parts == ["any"] and kind in ("UnresolvedRelation", "InsertIntoStatement"):
            raise RmtError(
                "PATH_ACCESS_DENIED",
                "IDENTIFIER of anything but a text could name a file.",
                "Write the name of the table as a text.",
            )
        return made

    def _refuse(self, what: str) -> Callable[[Any], None]:
        return lambda _: self.check_code(what)

    # Files

    def _path(self, path: Any) -> None:
        if not self._rights.files.allow(str(path)):
            raise RmtError(
                "PATH_ACCESS_DENIED",
                f"This endpoint lets its clients not read or write {path}; they may name files in: "
                f"{self._rights.files.described}.",
                "rmt serve --file-paths says where.",
            )

    def _relation(self, node: Any) -> None:
        """A table, or `format.path`."""
        self._options(_pairs(node.options()))
        names = [str(name) for name in self._gateway.items(node.multipartIdentifier())]
        if len(names) != 2:
            return
        source, path = names
        if may_be_file(source, path) and not self._is_table(source, path):
            self._path(path)
            self._source(source)

    def _is_table(self, database: str, name: str) -> bool:
        """Whether there is such a table: Spark looks for one before it looks for a file."""
        catalog = self._gateway.active_session().sessionState().catalog()
        return bool(catalog.tableExists(self._gateway.table_identifier(database, name)))

    def _directory(self, node: Any) -> None:
        storage = node.storage()
        if storage.locationUri().isDefined():
            path = self._gateway.java_class("org.apache.hadoop.fs.Path")
            self._path(path(storage.locationUri().get()).toString())
        self._options(self._map(storage.properties()))
        if node.provider().isDefined():
            self._source(str(node.provider().get()))
        for name in (storage.inputFormat(), storage.outputFormat(), storage.serde()):
            self._class(name)

    def _add_partitions(self, node: Any) -> None:
        for part in self._gateway.items(node.parts()):
            if part.location().isDefined():
                self._path(part.location().get())

    # Tables of Spark's

    def _table(self, spec: Any) -> None:
        if spec.provider().isDefined():
            self._source(str(spec.provider().get()))
        if spec.location().isDefined():
            self._path(spec.location().get())
        self._properties(spec.properties())
        for pair in self._gateway.items(spec.optionExpression().options()):
            self._option(str(pair._1()), pair._2())
        self._serde(spec.serde())

    def _table_like(self, node: Any) -> None:
        if node.provider().isDefined():
            self._source(str(node.provider().get()))
        self._properties(node.properties())
        if node.getClass().getSimpleName() == "CreateTableLike":
            if node.location().isDefined():
                self._path(node.location().get())
            self._serde(node.serdeInfo())
            return
        storage = node.fileFormat()
        if storage.locationUri().isDefined():
            self._path(storage.locationUri().get().toString())
        for name in (storage.inputFormat(), storage.outputFormat(), storage.serde()):
            self._class(name)

    def _temporary_view(self, node: Any) -> None:
        self._source(str(node.provider()))
        self._options(self._map(node.options()))

    def _source(self, name: str) -> None:
        if name.lower() not in PLAIN_SOURCES:
            self.check_code(f"The data source {name}")

    def _serde(self, serde: Any) -> None:
        if not serde.isDefined():
            return
        info = serde.get()
        self._class(info.serde())
        if info.formatClasses().isDefined():
            classes = info.formatClasses().get()
            for name in (classes.input(), classes.output()):
                self._class(self._gateway.some(name))
        self._properties(info.serdeProperties())

    def _serde_properties(self, node: Any) -> None:
        self._class(node.serdeClassName())
        if node.serdeProperties().isDefined():
            self._properties(node.serdeProperties().get())

    def _class(self, name: Any) -> None:
        if name.isDefined() and not is_hadoop_class(str(name.get())):
            self.check_code(f"The class {name.get()}")

    def _option(self, name: str, value: Any) -> None:
        """An option whose value may be computed, later."""
        if not is_path_option(name):
            return
        if value.getClass().getSimpleName() != "Literal":
            raise RmtError(
                "PATH_ACCESS_DENIED", f"The option {name} is computed.", "Write it as a text."
            )
        self._path(value.value().toString())

    def _options(self, options: Iterator[tuple[str, str]]) -> None:
        for name, value in options:
            if is_path_option(name):
                self._path(value)

    def _properties(self, properties: Any) -> None:
        self._options(self._map(properties))

    def _map(self, scala: Any) -> Iterator[tuple[str, str]]:
        converters = self._gateway.java_class("scala.jdk.javaapi.CollectionConverters")
        return _pairs(converters.asJava(scala))

    # Settings

    def _setting(self, node: Any) -> None:
        if not node.kv().isDefined() or self._rights.code:
            return
        name, value = node.kv().get()._1(), node.kv().get()._2()
        if value.isDefined() and is_guarded_setting(str(name)):
            raise _setting_refused(str(name))


def _setting_refused(name: str) -> RmtError:
    return RmtError(
        "SUPPORT_IS_DISABLED",
        f"The setting {name} loads code, reads the server's environment or changes which files "
        "are read, which this endpoint does not let its clients do.",
        "rmt serve --conf sets it for all sessions, --allow-code lets clients set it.",
    )


def _pairs(java: Any) -> Iterator[tuple[str, str]]:
    for name in java.keySet().toArray():
        yield str(name), str(java.get(name))
