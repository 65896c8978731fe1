"""What happens to a statement: the engine's own are executed, all others go to Spark.

Spark calls `plan` with each statement's text. A statement of the engine is executed there and then,
on the JVM thread of the client's request, so its jobs carry the request's job group and a client's
cancel reaches them; the plan that goes back is only the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pyspark import SparkContext
from pyspark.errors import AnalysisException, ParseException

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError, unsupported
from rmt_engine.spark.bridge.frames import (
    executed_plan,
    frame_of_plan,
    plan_of_rows,
    unexecuted,
)
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.refusals import refusal
from rmt_engine.spark.read.files import frame_of_file
from rmt_engine.spark.read.scan import EXTREMES, Extreme, ReadMode, Scans
from rmt_engine.spark.run.arrow_results import ArrowResults
from rmt_engine.spark.run.connect_operations import is_of_connect, statement_of_thread
from rmt_engine.spark.run.explained import described, estimate, plan_text, text_of_query
from rmt_engine.spark.run.guard import Guard
from rmt_engine.spark.run.queries import compiled_instead, compiled_query
from rmt_engine.spark.run.rows_elsewhere import RowsElsewhere
from rmt_engine.spark.run.shown_tables import SHOW_EXTENDED, shown_as_tables
from rmt_engine.spark.run.statement_notes import NotesOfStatements
from rmt_engine.spark.run.statement_runner import StatementRunner
from rmt_engine.spark.session.active import (
    COMMENT,
    ActiveSession,
    noting_comment,
    statement_settings,
    untouched,
    wants_untouched,
    within_limits,
)
from rmt_engine.spark.session.affected_rows import affected_rows
from rmt_engine.spark.session.parametrised_views import ParametrisedQuery, text_of_view
from rmt_engine.spark.session.view_queries import with_written_query
from rmt_engine.spark.session.view_types import with_types
from rmt_engine.sql.grammar.explain import Explained, read_explained
from rmt_engine.sql.grammar.inner_query import StatementWithQuery, statement_with_query
from rmt_engine.sql.grammar.insert import refuse_missing_target, start_of_data
from rmt_engine.sql.grammar.limits import PARSER_LIMITS
from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.sampling import Sample
from rmt_engine.sql.grammar.show_like import with_sparks_pattern
from rmt_engine.sql.grammar.view_columns import read_typed_columns
from rmt_engine.sql.query.current_rows import BEFORE_FINAL, Rows, reads_current
from rmt_engine.sql.query.lower_query import Compiled
from rmt_engine.sql.query.names.information_schema import INFORMATION_SCHEMA
from rmt_engine.sql.query.reading.parameters import with_parameters
from rmt_engine.sql.query.rows_of_others import Reading
from rmt_engine.sql.query.sources.random_rows import ENDLESS
from rmt_engine.sql.query.view_query import read_view_query
from rmt_engine.sql.query.wanted_rows import WantedRows
from rmt_engine.sql.settings.declared import READER_SETTINGS
from rmt_engine.sql.tables.engine_settings import FinalOf
from rmt_engine.sql.tables.row_policies import readable_rows
from rmt_engine.sql.text.nesting import check_nesting
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.text.tokens import BLANK, leading_word
from rmt_engine.store.store import Store
from rmt_engine.store.table import TEMPORARY_DATABASE, Table, TableDefinition
from rmt_engine.system.metadata import METADATA, MetadataCall
from rmt_engine.system.table import AskedTables, SystemContext, SystemTable
from rmt_engine.system.tables import SYSTEM_DATABASE, SYSTEM_TABLES

__all__ = ["Executor"]

ParsePlan = Callable[..., Any]
_FUNCTION = re.compile(
    rf"{BLANK}*+CREATE{BLANK}++(?:OR{BLANK}++REPLACE{BLANK}++)?+(?:TEMPORARY{BLANK}++)?+FUNCTION\b",
    re.IGNORECASE | re.DOTALL,
)
"""A function of SQL is Spark's, whose body is read where it is called."""
_DESCRIPTION = "spark.job.description"
"""What HiveServer2 says of the jobs of a statement: its text."""
_EXPLAINING = ("EXPLAIN", "DESCRIBE", "DESC")
_OF_A_DATABASE = {"columns", "tables"}
_ROWS_PER_RANGE = 1_000_000
_BOUNDS = "a first and a last number, and a step if it is not 1"
_SERIES = {
    "numbers": (1, 3, "a count, or an offset, a count and a step if it is not 1"),
    "zeros": (1, 1, "a count"),
    "generateSeries": (2, 3, _BOUNDS),
    "generate_series": (2, 3, _BOUNDS),
}
"""The functions that make whole numbers: the fewest arguments, the most, and what they are."""
_EVENT_KINDS = {
    "SELECT": "SelectQuery",
    "WITH": "SelectQuery",
    "FROM": "SelectQuery",
    "": "SelectQuery",
    "INSERT": "InsertQuery",
}


class Executor:
    """Answers Spark's parser and its table functions.

    Args:
        gateway: the bridge to the JVM.
        context: the SparkContext.
        store: the store.
        scans: makes plans that read tables.
        runner: executes the engine's statements.
        await_system: returns once the database `system` is there; it is made in the background.
        system_context: what system tables look at, for the settings of a session, a database if
            one is asked for, and the session's temporary tables.
        guard: looks at what statements reach for.

    Attributes:
        notes: what was noted of statements.
    """

    def __init__(
        self,
        gateway: Gateway,
        context: SparkContext,
        store: Store,
        scans: Scans,
        runner: StatementRunner,
        await_system: Callable[[], None],
        system_context: Callable[
            [Mapping[str, str], str | None, Sequence[Table], AskedTables], SystemContext
        ],
        guard: Guard,
    ) -> None:
        self._gateway = gateway
        self._context = context
        self._store = store
        self._scans = scans
        self._runner = runner
        self._await_system = await_system
        self._system_context = system_context
        self._guard = guard
        self._elsewhere = RowsElsewhere(gateway)
        self._arrow = ArrowResults(gateway)
        self.notes = NotesOfStatements()

    # Statements

    def admit(self) -> None:
        """Looks at a session before its first statement.

        Raises:
            RmtError: a setting that came with the connection needs a right that there is not, or
                does not exist, or has a wrong value.
        """
        active = self.active()
        self._guard.admit(active)
        active.take_settings_of_connection()

    def check_code(self, what: str) -> None:
        """Refuses what runs code where statements may not.

        Raises:
            RmtError: `SUPPORT_IS_DISABLED`.
        """
        self._guard.check_code(what)

    def plan(self, text: str, parse_unguarded: ParsePlan) -> Any:
        """The plan of a statement, executing it if it is the engine's.

        Args:
            text: the statement.
            parse_unguarded: Spark's own parser.

        Raises:
            RmtError: the statement is wrong, or needs a right that there is not.
            ParseException: Spark's own, when neither language has such a statement.
        """

        def parse(text: str, written: str = "") -> Any:
            return self._guard.check(written or text, parse_unguarded(text))

        if wants_untouched():
            return parse(text)
        kind = _EVENT_KINDS.get(leading_word(text), "")
        self._count("Query", kind)
        with (
            self._store.events.tallied() as counts,
            affected_rows() as affected,
            noting_comment(self._note_comment),
        ):
            try:
                plan = self._plan(text, parse)
                if affected.count is not None:
                    self._note(affected_rows=affected.count, rows_by_kind=affected.by_kind)
                return plan
            except Exception:
                self._count("FailedQuery", f"Failed{kind}" if kind else "")
                raise
            finally:
                if counts["InsertedRows"]:
                    self._note(written_rows=counts["InsertedRows"])

    def _note_comment(self, comment: str) -> None:
        self._note(comment=comment)

    def _note(self, **noted: Any) -> None:
        """Notes something of the statement of this thread for the log."""
        query_id = statement_of_thread(self._context)
        if query_id is not None:
            self.notes.note(query_id, **noted)

    def _count(self, *events: str) -> None:
        for event in filter(None, events):
            self._store.events.add(event)

    def _plan(self, text: str, parse: ParsePlan) -> Any:
        if _may_read_system(text):
            self._await_system()
        active, written = self.active(), text
        data = start_of_data(text)
        head = with_parameters(text[:data], active.parameter)
        text = head if data is None else head + text[data:]
        settings = active.some_settings(("dialect", COMMENT, *PARSER_LIMITS))
        if settings[COMMENT]:
            self._note_comment(settings[COMMENT])
        with within_limits(text, settings):
            statement = parse_statement(text, active)
            if statement is not None:
                return self._answer(self._runner.run(statement, active), active)
            if settings["dialect"] != "spark":
                explained = self._explained(text, parse, active, settings["dialect"])
                if explained is not None:
                    return explained
            plan, is_query = self._query_plan(text, parse, active, settings["dialect"])
            # A query inside of another statement, as of EXECUTE IMMEDIATE, is not the client's.
            if not is_query or not active.wants_arrow or not self._is_clients(written):
                return plan
            return self._arrow.plan(plan, active, lambda: self._note(is_planned=True))

    def _is_clients(self, text: str) -> bool:
        """Whether the text is the statement that the client sent, and not one that it runs."""
        return self._context.getLocalProperty(_DESCRIPTION) == text

    def _answer(self, plan: Any, active: ActiveSession) -> Any:
        """The answer of a statement that has been executed, which nobody executes again.

        A client of Spark Connect keeps the text of what has not been marked as executed, and sends
        it again when it wants the rows.
        """
        if not is_of_connect(self._context):
            return plan
        return executed_plan(self._gateway, active.java, plan)

    def _query_plan(
        self, text: str, parse: ParsePlan, active: ActiveSession, dialect: str
    ) -> tuple[Any, bool]:
        """The plan of a statement that is not the engine's own, and whether it is only a query."""
        found = None if _FUNCTION.match(text) else statement_with_query(text)
        if dialect == "spark" or found is None:
            check_nesting(text)
            if dialect == "spark":
                return parse(text), False
            try:
                plan = parse(with_sparks_pattern(text))
            except ParseException:
                refuse_missing_target(text, active)
                raise
            if not SHOW_EXTENDED.match(text):
                return plan, False
            shown = frame_of_plan(self._gateway, active.spark, plan)
            answer = shown_as_tables(shown)._jdf.queryExecution().analyzed()
            return self._answer(answer, active), False
        head, columns = read_typed_columns(found.head) if found.creates_view else (found.head, ())
        compiled = compiled_query(
            found.query,
            active,
            self._gateway,
            dialect=dialect,
            stores=found.is_kept,
            keeps_parameters=found.creates_view,
            columns=columns,
            lasts=found.is_kept,
        )
        if compiled is not None:
            if columns and compiled.parameters:
                raise unsupported("CREATE VIEW with types of its columns and parameters")
            plan = self._compiled(text, replace(found, head=head), compiled, parse, active)
        else:
            plan = self._sparks(found.text, found, parse, active)
        return plan, not found.head

    def _sparks(
        self, text: str, statement: StatementWithQuery, parse: ParsePlan, active: ActiveSession
    ) -> Any:
        """The plan of a statement whose query is Spark's, if Spark makes sense of it."""
        check_nesting(text)
        plan = None
        try:
            plan = parse(text)
            query = parse(statement.query) if statement.head else plan
            analyzed = active.analyzed_plan(query)
        except AnalysisException as error:
            return self._instead(text, statement, plan, error, parse, active)
        return plan if statement.head else analyzed

    def _instead(
        self,
        text: str,
        statement: StatementWithQuery,
        plan: Any,
        refused: AnalysisException,
        parse: ParsePlan,
        active: ActiveSession,
    ) -> Any:
        """The plan of a statement whose query Spark refused; Spark's own, if nobody reads it.

        Args:
            text: the statement.
            statement: the statement, divided.
            plan: Spark's plan of it; None if Spark's parser refused it.
            refused: what Spark said.
            parse: Spark's parser.
            active: the session.
        """
        try:
            compiled = compiled_instead(
                statement.query, refused, active, self._gateway, stores=bool(statement.head)
            )
            with statement_settings(compiled.settings):
                active.analyzed_plan(parse(compiled.sql, statement.query))
        except AnalysisException as error:
            if plan is None:
                raise (refused if refusal(error) is None else error) from None
            if refusal(refused) is not None:
                raise refused from None
            return plan
        return self._compiled(text, statement, compiled, parse, active)

    def _explained(self, text: str, parse: ParsePlan, active: ActiveSession, dialect: str) -> Any:
        """The answer to EXPLAIN or DESCRIBE of a query; None where it is Spark's."""
        asked = read_explained(text) if leading_word(text) in _EXPLAINING else None
        if asked is None:
            return None
        if asked.kind in (Explained.SYNTAX, Explained.AST):
            return text_of_query(asked, active)
        compiled = compiled_query(asked.query, active, self._gateway, dialect=dialect)
        if asked.kind is Explained.COLUMNS:
            return None if compiled is None else described(compiled, active)
        if asked.kind is Explained.ESTIMATE:
            return estimate(compiled, self._store, active)
        plan = parse(asked.query if compiled is None else compiled.sql, text)
        with statement_settings({} if compiled is None else compiled.settings):
            execution = unexecuted(self._gateway, active.java, plan)
            return plan_text(compiled, execution, active)

    def _compiled(
        self,
        written: str,
        statement: StatementWithQuery,
        compiled: Compiled,
        parse: ParsePlan,
        active: ActiveSession,
    ) -> Any:
        """The plan of a compiled query, or of the statement it stands in.

        What it reaches for is seen in the text that was written: the compiler adds no name to it.
        """
        text = compiled.sql
        if compiled.projections:
            names = (f"{one.table}.{one.name}" for one in compiled.projections)
            self._note(projections=tuple(names))
        if statement.creates_view:
            _refuse_settings_of_readers(compiled.settings)
            _refuse_temporary(statement, compiled)
            query = _written_query(statement, active)
            text = with_types(with_written_query(text, query), compiled.columns)
            if compiled.parameters:
                kept = ParametrisedQuery(query, active.database)
                text = text_of_view(kept, compiled)
        plan = parse(f"{statement.head} {text}" if statement.head else text, written)
        if statement.creates_view or (statement.head and not compiled.settings):
            return plan
        try:
            with statement_settings(compiled.settings):
                return active.analyzed_plan(plan)
        except AnalysisException as error:
            if compiled.settings or refusal(error) is not None:
                raise
            return plan

    def active(self) -> ActiveSession:
        """The session whose statement this thread works on."""
        return ActiveSession(self._gateway, self._context, self._store.registry)

    # Table functions

    def table_function(self, name: str, arguments: Sequence[Any]) -> Any:
        """The plan of a table function's rows.

        Raises:
            RmtError: a wrong number or kind of arguments, or a table that does not exist.
        """
        if name in _SERIES:
            return self._series(name, [_whole(name, argument) for argument in arguments])
        if not arguments:
            raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", f"{name} takes a table's name.")
        if name == "rmt_file":
            return self._file(*map(str, arguments))
        if name == "rmt_system":
            return self._system(*map(str, arguments))
        if name == "rmt_metadata":
            return self._metadata(*map(str, arguments))
        if name == "rmt_merge":
            return self._elsewhere.of_function([str(word) for word in arguments], self.active())
        return self._table(name, str(arguments[0]), [str(word) for word in arguments[1:]])

    def _table(self, function: str, qualified: str, words: Sequence[str]) -> Any:
        active = self.active()
        table = self._table_at(qualified, active)
        if table.definition.view is not None:
            return self._of_view(table, function, words, active)
        masked = active.setting("apply_deleted_mask") == "0"
        sample = next(filter(None, map(Sample.parse, words)), None)
        policies = self._store.row_policies.of_table(table.database, table.name)
        policy = readable_rows(policies, active.user, table.definition) if policies else ""
        said = Rows.CURRENT if function == "rmt_final" else Rows.of_words(words)
        if table.definition.others is not None:
            reading = Reading(said, sample, (table.database, table.name))
            return self._elsewhere.of_table(table, reading, words, policy, active)
        if function == "rmt_rows":
            if policy and BEFORE_FINAL in words:
                raise RmtError(
                    "NOT_IMPLEMENTED",
                    f"PREWHERE with FINAL is not supported for {qualified}, of which a row policy "
                    "hides rows.",
                    "Use WHERE.",
                )
            mode = ReadMode(
                virtual="virtual" in words, raw=True, masked=masked, sample=sample, policy=policy
            )
            return self._scans.plan(table, mode)
        if function == "rmt_final" and not engine_of(table.definition).has_final:
            storage = table.definition.engine
            raise RmtError("ILLEGAL_FINAL", f"Storage {storage} doesn't support FINAL.")
        final = reads_current(said, active.some_settings(("final",)), FinalOf(table.definition))
        within = (
            final
            and "identity" not in words
            and not table.definition.partition_follows_key
            and active.setting("do_not_merge_across_partitions_select_final") == "1"
        )
        if policy and final and active.setting("apply_row_policy_after_final") == "0":
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"apply_row_policy_after_final = 0 is not supported for FINAL of {qualified}, of "
                "which a row policy hides rows.",
                "Leave the setting out, or FINAL; a table with final_by_default takes final = 0.",
            )
        if function == "rmt_extremes":
            mode = ReadMode(
                final,
                within,
                hidden=True,
                masked=masked,
                extremes=_extremes(words, table),
                policy=policy,
            )
            return self._scans.plan(table, mode)
        mode = ReadMode(
            final,
            within,
            "hidden" in words,
            "virtual" in words,
            masked=masked,
            counts=function == "rmt_count",
            sample=sample,
            policy=policy,
            projection=_projection(words),
            identity="identity" in words,
            wanted=WantedRows.of_words(words),
        )
        return self._scans.plan(table, mode)

    def _of_view(
        self, view: Table, function: str, words: Sequence[str], active: ActiveSession
    ) -> Any:
        """The plan of a materialized view's rows: those of its target, with its columns."""
        plan = self._table(function, active.target_of(view).qualified, words)
        frame = frame_of_plan(self._gateway, active.spark, plan)
        there = {name.lower() for name in frame.columns}
        names = [column.name for column in view.definition.columns]
        named = [quote_name(name) for name in names if name.lower() in there]
        return frame.select(*named)._jdf.queryExecution().analyzed()

    def definition_of(self, address: str) -> TableDefinition:
        """The definition of a table, by its address; see `Table.address`.

        Raises:
            RmtError: `UNKNOWN_TABLE`.
        """
        return self._table_at(address, self.active()).definition

    def _table_at(self, address: str, active: ActiveSession) -> Table:
        """The table of an address; see `Table.address`."""
        database, _, name = address.partition(".")
        if database != TEMPORARY_DATABASE:
            table = self._store.registry.tables.find(database, name)
            if table is None:
                raise RmtError("UNKNOWN_TABLE", f"Table {address} does not exist.")
            return table
        table = active.table_of_identity(name)
        if table is None:
            raise RmtError(
                "UNKNOWN_TABLE", "A temporary table that is read here does not exist any more."
            )
        return table

    def _series(self, name: str, arguments: Sequence[int]) -> Any:
        """Whole numbers: `numbers(offset, count, step)` and the like."""
        fewest, most, wanted = _SERIES[name]
        arguments = arguments or [ENDLESS]
        if not fewest <= len(arguments) <= most:
            raise RmtError("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", f"{name} takes {wanted}.")
        first, count, step = (*arguments, 1)[:3] if len(arguments) > 1 else (0, *arguments, 1)
        if step <= 0:
            raise RmtError("BAD_ARGUMENTS", f"{name}: the step has to be greater than 0.")
        column, stop = "number", first + count
        if name.startswith("generate"):
            column, stop = "generate_series", count + 1
        slices = min(self._context.defaultParallelism, max(count // _ROWS_PER_RANGE, 1))
        frame = self.active().spark.range(first, max(stop, first), step, slices).toDF(column)
        if name == "zeros":
            frame = frame.selectExpr("CAST(0 AS SMALLINT) AS zero")
        return frame._jdf.queryExecution().analyzed()

    def _file(self, path: str, file_format: str = "", ddl: str = "", *_: str) -> Any:
        self._guard.check_path(path)
        with untouched():
            frame = frame_of_file(self.active().spark, path, file_format, ddl)
        return frame._jdf.queryExecution().analyzed()

    def _system(self, name: str, database: str | None = None, *words: str) -> Any:
        table = SYSTEM_TABLES.get(name)
        if table is None:
            raise RmtError("UNKNOWN_TABLE", f"Table system.{name} does not exist.")
        asked = _asked_tables(table, words)
        if database and name not in _OF_A_DATABASE:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"system.{name} cannot be asked about one database: only "
                f"{' and '.join(sorted(_OF_A_DATABASE))} can.",
            )
        active = self.active()
        if table.numbers:
            # One slice: LIMIT takes the first numbers, and no slice begins in vain.
            frame = active.spark.range(0, table.numbers, 1, 1).toDF("number")
            return frame._jdf.queryExecution().analyzed()
        settings = active.all_settings() if name == "settings" else active.settings()
        named = database.lower() if database else None
        context = self._system_context(settings, named, active.temporary_tables(), asked)
        return plan_of_rows(active.spark, list(table.rows(context)), table.columns)

    def _metadata(self, name: str, conditions: str = "", *_: str) -> Any:
        answer = METADATA.get(name)
        if answer is None:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"rmt_metadata has no answer {name}.",
                f"It has {', '.join(METADATA)}.",
            )
        call, active = MetadataCall.parse(conditions), self.active()
        context = self._system_context({}, None, active.temporary_tables(), AskedTables())
        return plan_of_rows(active.spark, list(answer.rows(context, call)), answer.columns)


def _may_read_system(text: str) -> bool:
    """Whether a statement may read a system table; it may have megabytes."""
    lower = text.lower()
    is_named = SYSTEM_DATABASE in lower or INFORMATION_SCHEMA in lower
    return is_named or leading_word(text) == "SHOW"


def _written_query(statement: StatementWithQuery, active: ActiveSession) -> str:
    """The query of CREATE VIEW as it was written, the names of its tables with their databases."""
    query = statement.query.strip().rstrip(";").strip()
    return read_view_query(query, active.database, active.is_engine_table, False).text


def _refuse_settings_of_readers(settings: Mapping[str, str]) -> None:
    """Refuses SETTINGS in the query of a view that hold when tables are read, not for its text."""
    named = [name for name in READER_SETTINGS if name in settings]
    if named:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"{named[0]} in the SETTINGS of a view's query is not supported.",
            f"SET {named[0]}, or SETTINGS of the query that reads the view, sets it.",
        )


def _refuse_temporary(statement: StatementWithQuery, compiled: Compiled) -> None:
    """Refuses temporary tables in views that outlive the session, as Spark does its views."""
    named = [table.name for table in compiled.tables if table.is_temporary]
    if named and not statement.is_temporary:
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"CREATE VIEW over the temporary table {named[0]} is not supported: the view would "
            "outlive it.",
            "CREATE TEMPORARY VIEW ends with the session, as the table does.",
        )


def _asked_tables(table: SystemTable, words: Sequence[str]) -> AskedTables:
    """The tables that a system table is asked about: a column and a value that it has, each."""
    columns_and_values = [word.partition(" ") for word in words]
    if not {column for column, _, _ in columns_and_values} <= set(table.of_table):
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "rmt_system takes the name of a table, or that and the name of a database.",
        )
    databases, names = (
        frozenset(value for column, _, value in columns_and_values if column == wanted) or None
        for wanted in table.of_table or ("", "")
    )
    return AskedTables(databases, names)


def _projection(words: Sequence[str]) -> str:
    """The projection that is read in the place of a table; empty for the table itself."""
    kinds_and_names = (word.partition(" ") for word in words)
    return next((name for kind, _, name in kinds_and_names if kind == "projection"), "")


def _whole(name: str, argument: Any) -> int:
    try:
        number = int(argument)
    except (TypeError, ValueError):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"Illegal value {argument} of {name}, must be numeric."
        ) from None
    if number < 0 and name in ("numbers", "zeros"):
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT", f"The value {number} is not representable as UInt64."
        )
    return number


def _extremes(words: Sequence[str], table: Table) -> tuple[Extreme, ...]:
    of_rows = {one.value for one in Rows}
    asked = [word.partition(" ") for word in words if word not in of_rows]
    for function, _, column in asked:
        if function not in EXTREMES or table.definition.column(column) is None:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"rmt_extremes cannot tell {function} {column} of {table.qualified}.",
                f"It takes {' or '.join(EXTREMES)} with a column: 'max updated_at'.",
            )
    return tuple((function, column) for function, _, column in asked)
