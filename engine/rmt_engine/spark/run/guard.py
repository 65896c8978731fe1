"""Refuses statements that reach beyond tables: to code, and to files an endpoint does not share.

Looking at a plan takes a few calls into the JVM for each of its nodes, so only those plans are
looked at whose text has one of a few words; see `rmt_engine.sql.grammar.guarded`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pyspark import SparkContext

from rmt_engine.errors import RmtError
from rmt_engine.rights import FilePaths, Rights
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.session.active import ActiveSession
from rmt_engine.sql.grammar.guarded import (
    PLAIN_SOURCES,
    is_guarded_setting,
    is_hadoop_class,
    is_path_option,
    may_be_file,
    may_reach_out,
)

__all__ = ["Guard"]

_Use = Callable[[Any], None]
"""Refuses a path that statements may not use so."""

_NOT_GIVEN = ""
_SPARKS_CATALOG = "spark_catalog"
_OF_SESSIONS = ("", "session", "system.session")
"""What stands before the name of a session's temporary view."""
_BESIDE = {
    "CacheTableAsSelect": "plan",
    "CompoundBody": "handlers",
    "CreateViewCommand": "plan",
    "DescribeQueryCommand": "plan",
    "ExceptionHandler": "body",
    "ExplainCommand": "logicalPlan",
    "ForStatement": "query",
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
            "CreateNamespace": lambda node: self._properties(node.properties(), self._write),
            "CreateTable": lambda node: self._table(node.tableSpec(), self._read),
            "CreateTableAsSelect": lambda node: self._table(node.tableSpec(), self._write),
            "CreateTableLike": self._table_like,
            "CreateTableLikeCommand": self._table_like,
            "CreateTempViewUsing": self._temporary_view,
            "InsertIntoDir": self._directory,
            "InsertIntoStatement": lambda node: self._changed(node.table()),
            "LoadData": self._load,
            "RefreshResource": lambda node: self._read(node.path()),
            "ReplaceTable": lambda node: self._table(node.tableSpec(), self._write),
            "ReplaceTableAsSelect": lambda node: self._table(node.tableSpec(), self._write),
            "ScriptTransformation": self._refuse("TRANSFORM … USING"),
            "SetCommand": self._setting,
            "SetNamespaceLocation": lambda node: self._write(node.location()),
            "SetNamespaceProperties": lambda node: self._properties(node.properties(), self._write),
            "SetTableLocation": lambda node: self._write(node.location()),
            "SetTableProperties": lambda node: self._properties(node.properties(), self._write),
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
        """Refuses a file that statements may not read.

        Raises:
            RmtError: `PATH_ACCESS_DENIED`.
        """
        if self._rights.is_endpoint:
            self._read(path)

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

    def _read(self, path: Any) -> None:
        if not self._rights.read.allow(str(path)):
            raise _path_refused("read", path, self._rights.read)

    def _write(self, path: Any) -> None:
        if not self._rights.write.allow(str(path)):
            raise _path_refused("write", path, self._rights.write)

    def _relation(self, node: Any) -> None:
        """A table that is read, or `format.path`."""
        self._options(_pairs(node.options()), self._read)
        named = self._named_file(node)
        if named is not None:
            self._read(named)

    def _changed(self, node: Any) -> None:
        """A table that rows are written into, or `format.path`."""
        kind = str(node.getClass().getSimpleName())
        if kind == "PlanWithUnresolvedIdentifier":
            self._changed(self._identified(node))
            return
        if kind != "UnresolvedRelation":
            return
        self._options(_pairs(node.options()), self._write)
        named = self._named_file(node)
        if named is not None:
            self._write(named)
            return
        names = [str(name) for name in self._gateway.items(node.multipartIdentifier())]
        for view in self._temporary_views(names):
            for path in self._files_of(view):
                self._write(path)
        if len(names) > 2 and names[0].lower() == _SPARKS_CATALOG:
            names.pop(0)
        if len(names) > 2:
            return  # of a catalog that the operator added, which has its own files
        catalog = self._gateway.active_session().sessionState().catalog()
        database = names[0] if len(names) > 1 else str(catalog.getCurrentDatabase())
        table = self._gateway.table_identifier(database, names[-1])
        if catalog.tableExists(table):
            location = catalog.getTableMetadata(table).storage().locationUri()
            if location.isDefined():
                self._write(self._path_of(location.get()))

    def _temporary_views(self, names: Sequence[str]) -> Iterator[Any]:
        """The views that a name may mean: `v`, `session.v`, `system.session.v`, `global_temp.v`."""
        catalog = self._gateway.active_session().sessionState().catalog()
        qualifier = ".".join(names[:-1]).lower()
        if qualifier in _OF_SESSIONS:
            found = catalog.getRawTempView(names[-1])
        elif qualifier == str(catalog.globalTempDatabase()).lower():
            found = catalog.getRawGlobalTempView(names[-1])
        else:
            return
        if found.isDefined():
            yield found.get()

    def _files_of(self, view: Any) -> Iterator[str]:
        """The files of a temporary view that was made USING a data source."""
        plan = view.plan()
        if not plan.isDefined() or plan.get().getClass().getSimpleName() != "LogicalRelation":
            return
        relation = plan.get().relation()
        if relation.getClass().getSimpleName() == "HadoopFsRelation":
            for path in self._gateway.items(relation.location().rootPaths()):
                yield str(path.toString())

    def _named_file(self, node: Any) -> str | None:
        """The path of `format.path`; None for a table.

        Raises:
            RmtError: the format is a class that may not be run.
        """
        names = [str(name) for name in self._gateway.items(node.multipartIdentifier())]
        if len(names) != 2:
            return None
        source, path = names
        if not may_be_file(source, path) or self._is_table(source, path):
            return None
        self._source(source)
        return path

    def _path_of(self, uri: Any) -> str:
        """What a user would write for the URI that the catalog has."""
        return str(self._gateway.java_class("org.apache.hadoop.fs.Path")(uri).toString())

    def _is_table(self, database: str, name: str) -> bool:
        """Whether there is such a table: Spark looks for one before it looks for a file."""
        catalog = self._gateway.active_session().sessionState().catalog()
        return bool(catalog.tableExists(self._gateway.table_identifier(database, name)))

    def _directory(self, node: Any) -> None:
        storage = node.storage()
        if storage.locationUri().isDefined():
            self._write(self._path_of(storage.locationUri().get()))
        self._options(self._map(storage.properties()), self._write)
        if node.provider().isDefined():
            self._source(str(node.provider().get()))
        for name in (storage.inputFormat(), storage.outputFormat(), storage.serde()):
            self._class(name)

    def _add_partitions(self, node: Any) -> None:
        for part in self._gateway.items(node.parts()):
            if part.location().isDefined():
                self._write(part.location().get())

    def _load(self, node: Any) -> None:
        """`LOAD DATA` copies a file of this machine, and moves any other."""
        (self._read if node.isLocal() else self._write)(node.path())

    # Tables of Spark's

    def _table(self, spec: Any, use: _Use) -> None:
        """A table with files of its own; of one that is elsewhere the rows are read at first."""
        if spec.provider().isDefined():
            self._source(str(spec.provider().get()))
        if spec.location().isDefined():
            use(spec.location().get())
        self._properties(spec.properties(), use)
        for pair in self._gateway.items(spec.optionExpression().options()):
            self._option(str(pair._1()), pair._2(), use)
        self._serde(spec.serde())

    def _table_like(self, node: Any) -> None:
        if node.provider().isDefined():
            self._source(str(node.provider().get()))
        self._properties(node.properties(), self._read)
        if node.getClass().getSimpleName() == "CreateTableLike":
            if node.location().isDefined():
                self._read(node.location().get())
            self._serde(node.serdeInfo())
            return
        storage = node.fileFormat()
        if storage.locationUri().isDefined():
            self._read(self._path_of(storage.locationUri().get()))
        for name in (storage.inputFormat(), storage.outputFormat(), storage.serde()):
            self._class(name)

    def _temporary_view(self, node: Any) -> None:
        self._source(str(node.provider()))
        self._options(self._map(node.options()), self._read)

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
        self._properties(info.serdeProperties(), self._write)

    def _serde_properties(self, node: Any) -> None:
        self._class(node.serdeClassName())
        if node.serdeProperties().isDefined():
            self._properties(node.serdeProperties().get(), self._write)

    def _class(self, name: Any) -> None:
        if name.isDefined() and not is_hadoop_class(str(name.get())):
            self.check_code(f"The class {name.get()}")

    def _option(self, name: str, value: Any, use: _Use) -> None:
        """An option whose value may be computed, later."""
        if not is_path_option(name):
            return
        if value.getClass().getSimpleName() != "Literal":
            raise RmtError(
                "PATH_ACCESS_DENIED", f"The option {name} is computed.", "Write it as a text."
            )
        use(value.value().toString())

    def _options(self, options: Iterator[tuple[str, str]], use: _Use) -> None:
        for name, value in options:
            if is_path_option(name):
                use(value)

    def _properties(self, properties: Any, use: _Use) -> None:
        self._options(self._map(properties), use)

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


def _path_refused(use: str, path: Any, allowed: FilePaths) -> RmtError:
    return RmtError(
        "PATH_ACCESS_DENIED",
        f"This endpoint lets its clients not {use} {path}; they may {use} files in: "
        f"{allowed.described}.",
        "rmt serve --file-paths says where.",
    )


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
