"""Queries and changes of rows as the endpoint's SQL.

Source: docs/sql.md for what it reads itself, Spark SQL for the rest,
https://docs.sqlalchemy.org/core/internals.html for the hooks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import exc
from sqlalchemy import types as sqltypes
from sqlalchemy.sql import compiler
from sqlalchemy.sql.elements import ClauseElement, Slice, _truncated_label
from sqlalchemy.sql.selectable import CompoundSelect

from sqlalchemy_rmt import constructs, types
from sqlalchemy_rmt.binaries import with_hex
from sqlalchemy_rmt.engines import engine_of
from sqlalchemy_rmt.intervals import AsInterval, with_interval_bounds, with_intervals
from sqlalchemy_rmt.merge import Merge, MergeWhen
from sqlalchemy_rmt.row_changes import versioned_engine
from sqlalchemy_rmt.settings import settings_text
from sqlalchemy_rmt.type_compilers import CastTypeCompiler
from sqlalchemy_rmt.versions import CHECKS_KEY, check_key

__all__ = ["RmtCompiler"]


_ALIASES = ("alias", "final_table", "sampled_table")


class _LastFrom(ClauseElement):
    """The last element of FROM with the clauses that stand right after FROM."""

    __visit_name__ = "last_from"
    inherit_cache = False

    def __init__(
        self, element: Any, joined: Iterable[constructs.ArrayJoin], conditions: Iterable[Any]
    ) -> None:
        self.element = element
        self.joined = tuple(joined)
        self.conditions = tuple(conditions)


_COMPOUND_KEYWORDS = {
    operation: f"{word} DISTINCT" if word in {"UNION", "INTERSECT", "EXCEPT"} else word
    for operation, word in compiler.SQLCompiler.compound_keywords.items()
}


_END_OF_COMPOUND = "\0"
"""Where the SELECTs of a compound one end and its own ORDER BY and LIMIT begin."""


class RmtCompiler(compiler.SQLCompiler):
    """SQLAlchemy's compiler with ClickHouse's clauses and Spark's words."""

    compound_keywords = _COMPOUND_KEYWORDS
    """SQL's UNION, INTERSECT and EXCEPT are DISTINCT; ClickHouse wants to be told."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        # SQLCompiler compiles in its constructor.
        self._read_final: list[bool | None] = [None]
        self._read_sample: list[constructs.ReadSample | None] = [None]
        self._settings: list[constructs.Settings] = []
        self._samples: list[constructs.ReadSample] = []
        self._used_samples: list[constructs.ReadSample | None] = []
        super().__init__(*arguments, **options)
        # The ORM makes several SELECTs of one; only one of them may have the tables.
        if any(all(clause is not used for used in self._used_samples) for clause in self._samples):
            raise exc.CompileError(
                "select(…).sample() needs a table with SAMPLE BY in its FROM: declare it with "
                "sample_by=, or put sample() into the subquery."
            )

    # SELECT

    def visit_select(self, select_stmt: Any, *arguments: Any, **options: Any) -> str:
        # This is the user's statement; the ORM may make several of it, which all read alike.
        clause = constructs.clause_of(select_stmt, constructs.ReadFinal)
        settings = constructs.clause_of(select_stmt, constructs.Settings)
        if settings is not None and all(settings is not s for s in self._settings):
            if self.stack and not options.get("insert_into"):
                raise exc.CompileError(
                    "SETTINGS hold for the whole statement: give them to the outermost SELECT, "
                    "or as execution_options(settings={…})."
                )
            self._settings.append(settings)
        else:
            settings = None
        self._read_final.append(None if clause is None else clause.value)
        sample = constructs.clause_of(select_stmt, constructs.ReadSample)
        self._samples += [sample] if sample is not None else []
        self._read_sample.append(sample)
        try:
            # Clauses that are written elsewhere leave the blank before a suffix behind.
            text = str(super().visit_select(select_stmt, *arguments, **options)).rstrip()
        finally:
            self._read_final.pop()
            self._read_sample.pop()
        if settings is not None:
            assignments = settings_text(dict(settings.values))
            text = f"{text} \nSETTINGS {self.escape_percent(assignments)}"
        return text

    def _compose_select_body(
        self, text: str, select: Any, compile_state: Any, inner_columns: Any, froms: Any, *rest: Any
    ) -> str:
        has_totals = constructs.clause_of(select, constructs.WithTotals) is not None
        if has_totals and not select._group_by_clauses:
            raise exc.CompileError("with_totals() needs group_by().")
        prewhere = constructs.clauses_of(select, constructs.Prewhere)
        joined = constructs.clauses_of(select, constructs.ArrayJoin)
        if prewhere or joined:
            if not froms:
                word = "ARRAY JOIN" if joined else "PREWHERE"
                raise exc.CompileError(
                    f"{word} needs a table to read from: select_from(table) names it."
                )
            conditions = [clause.condition for clause in prewhere]
            froms = [*froms[:-1], _LastFrom(froms[-1], joined, conditions)]
        text = super()._compose_select_body(
            text, select, compile_state, inner_columns, froms, *rest
        )
        if not select._has_row_limiting_clause:
            _byfrom, _toplevel, options = rest
            text += self._limit_by(select, **options)
        return text

    def visit_last_from(self, element: _LastFrom, **kw: Any) -> str:
        text = str(element.element._compiler_dispatch(self, **kw))
        kw = {name: kw[name] for name in ("literal_binds", "literal_execute") if name in kw}
        for clause in element.joined:
            arrays = ", ".join(self._joined_array(array, **kw) for array in clause.arrays)
            text += f" \n{'LEFT ' if clause.keeps_empty else ''}ARRAY JOIN {arrays}"
        if not element.conditions:
            return text
        condition = self._generate_delimited_and_list(element.conditions, **kw)
        return f"{text} \nPREWHERE {condition}"

    def _joined_array(self, array: Any, **kw: Any) -> str:
        """An array of ARRAY JOIN, with its label."""
        return self.process(array, within_columns_clause=True, **kw)

    def group_by_clause(self, select: Any, **kw: Any) -> str:
        text = str(super().group_by_clause(select, **kw))
        has_totals = constructs.clause_of(select, constructs.WithTotals) is not None
        return f"{text} WITH TOTALS" if has_totals else text

    def visit_lambda_function(self, element: Any, **kw: Any) -> str:
        names = [self.preparer.quote(name) for name in element.names]
        parameters = names[0] if len(names) == 1 else f"({', '.join(names)})"
        return f"{parameters} -> {self.process(element.body, **kw)}"

    def _generate_prefixes(self, stmt: Any, prefixes: Any, **kw: Any) -> str:
        """Leaves out the clauses that are written elsewhere."""
        others = [(p, d) for p, d in prefixes if not isinstance(p, constructs.SelectClause)]
        text: str = super()._generate_prefixes(stmt, others, **kw)
        return text

    def _limit_by(self, select: Any, **kw: Any) -> str:
        clause = constructs.clause_of(select, constructs.LimitBy)
        if clause is None:
            return ""
        text = f" \nLIMIT {self.process(clause.limit, **kw)}"
        if clause.has_offset:
            text += f" OFFSET {self.process(clause.offset, **kw)}"
        columns = ", ".join(self.process(column, **kw) for column in clause.columns)
        return f"{text} BY {columns}"

    def limit_clause(self, select: Any, **kw: Any) -> str:
        """LIMIT BY comes before LIMIT; OFFSET may stand alone in Spark."""
        text = self._limit_by(select, **kw)
        if select._limit_clause is not None:
            text += " \nLIMIT " + self.process(select._limit_clause, **kw)
        elif select._offset_clause is not None and self._used_samples:
            text += " \nLIMIT ALL"  # Right after SAMPLE, OFFSET would be the sample's.
        if select._offset_clause is not None:
            text += " \nOFFSET " + self.process(select._offset_clause, **kw)
        return text

    def fetch_clause(self, select: Any, *arguments: Any, **kw: Any) -> str:
        """FETCH FIRST n ROWS ONLY is LIMIT n."""
        options = select._fetch_clause_options
        if options["with_ties"] or options["percent"]:
            raise exc.CompileError("The endpoint has no FETCH … WITH TIES and no PERCENT.")
        text = self._limit_by(select, **kw)
        text += " \nLIMIT " + self.process(select._fetch_clause, **kw)
        if select._offset_clause is not None:
            text += " \nOFFSET " + self.process(select._offset_clause, **kw)
        return text

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        """Refused: there are no locks of rows."""
        raise exc.CompileError("The endpoint has no SELECT … FOR UPDATE.")

    # INSERT

    def visit_insert(self, insert_stmt: Any, *arguments: Any, **options: Any) -> str:
        if CHECKS_KEY in insert_stmt._annotations and self.column_keys is not None:
            first_rows = [row for rows in insert_stmt._multi_values for row in rows[:1]]
            named = (insert_stmt._values or (), insert_stmt._select_names or (), *first_rows)
            given = {*self.column_keys, *(column for columns in named for column in columns)}
            check_key(insert_stmt.table, given)
        return str(super().visit_insert(insert_stmt, *arguments, **options))

    # FROM

    def visit_table(self, table: Any, *arguments: Any, **options: Any) -> str:
        text = super().visit_table(table, *arguments, **options)
        return self._with_modifiers(text, table, **options)

    def visit_alias(self, alias: Any, *arguments: Any, **options: Any) -> str:
        text = super().visit_alias(alias, *arguments, **options)
        return self._with_modifiers(text, alias, **options)

    def visit_final_table(self, element: constructs.FinalTable, **options: Any) -> str:
        return self.visit_alias(element, **options)

    def visit_sampled_table(self, element: constructs.SampledTable, **options: Any) -> str:
        return self.visit_alias(element, **options)

    def _with_modifiers(
        self,
        text: str,
        element: Any,
        asfrom: bool = False,
        iscrud: bool = False,
        enclosing_alias: Any = None,
        **_: Any,
    ) -> str:
        """A table or alias in FROM, with FINAL and SAMPLE after the outermost alias."""
        is_aliased = enclosing_alias is not None and enclosing_alias.element is element
        if not asfrom or iscrud or is_aliased:
            return text
        sampling = self._sampling(element)
        words = ["FINAL"] if self._reads_final(element) else []
        return " ".join([text, *words, *([str(sampling)] if sampling is not None else [])])

    def _reads_final(self, element: Any) -> bool:
        """Whether FINAL follows a table or the outermost alias of one."""
        while element.__visit_name__ in _ALIASES:
            if isinstance(element, constructs.FinalTable) or getattr(element, "is_final", False):
                return True
            element = element.element
        if element.__visit_name__ != "table":
            return False
        wanted = self._read_final[-1]
        engine = engine_of(element)
        if engine is not None and not engine.has_final:
            return False
        if wanted is None:
            return bool(getattr(element, "dialect_kwargs", {}).get("rmt_final"))
        return wanted

    def _sampling(self, element: Any) -> constructs.Sampling | None:
        """The SAMPLE that follows a table or the outermost alias of one."""
        while element.__visit_name__ in _ALIASES:
            if isinstance(element, constructs.SampledTable):
                self._used_samples.append(None)
                return element.sampling
            element = element.element
        clause = self._read_sample[-1]
        if element.__visit_name__ != "table" or clause is None:
            return None
        engine = engine_of(element)
        if engine is not None and engine.sample_by is None:
            return None
        self._used_samples.append(clause)
        return clause.sampling

    def visit_tablesample(self, tablesample: Any, asfrom: bool = False, **kw: Any) -> str:
        """Spark's `t TABLESAMPLE (p PERCENT) [REPEATABLE (seed)] AS alias`."""
        if not asfrom:
            return self.visit_alias(tablesample, **kw)
        sampling = tablesample._get_method()
        if sampling.name not in ("system", "bernoulli"):
            raise exc.CompileError(f"The endpoint has no sampling method {sampling.name}().")
        alias = self.preparer.format_alias(tablesample, self._alias_name(tablesample))
        source = tablesample.element._compiler_dispatch(
            self, asfrom=True, **{**kw, "enclosing_alias": None}
        )
        if self._reads_final(tablesample.element) or self._sampling(tablesample.element):
            source = f"(SELECT * FROM {source})"
        [percent] = sampling.clauses
        text = f"{source} TABLESAMPLE ({self._literal_number(percent)} PERCENT)"
        if tablesample.seed is not None:
            text += f" REPEATABLE ({self._literal_number(tablesample.seed)})"
        return f"{text}{self.get_render_as_alias_suffix(alias)}"

    def _alias_name(self, alias: Any) -> str:
        name = alias.name
        if isinstance(name, _truncated_label):
            return self._truncated_identifier("alias", name)
        return str(name)

    def escape_percent(self, text: str) -> str:
        """A text in a statement whose percent signs the driver reads."""
        return text.replace("%", "%%") if self.preparer._double_percents else text

    def _literal_number(self, element: Any) -> str:
        """A number as it stands: Spark wants one where it samples, not an expression."""
        value = getattr(element, "effective_value", None)
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise exc.CompileError(f"TABLESAMPLE needs a number, not {element!r}.")
        return f"{value!r}"

    # Expressions

    def visit_typeclause(self, typeclause: Any, **kw: Any) -> str:
        return self._cast_name(typeclause.type, **kw)

    def _cast_name(self, type_: Any, **kw: Any) -> str:
        return str(CastTypeCompiler(self.dialect).process(type_, **kw))

    def visit_binary(self, binary: Any, *arguments: Any, **kw: Any) -> str:
        return str(super().visit_binary(with_hex(with_intervals(binary)), *arguments, **kw))

    def visit_as_interval(self, element: AsInterval, **kw: Any) -> str:
        """The difference of clocks, so that it is the same in every time zone of a session."""
        instant = self.process(element.element, **kw)
        return f"(CAST({instant} AS TIMESTAMP_NTZ) - TIMESTAMP_NTZ '1970-01-01 00:00:00')"

    def visit_sub_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        """A day minus a day is a number, as SQLAlchemy has it; Spark makes an INTERVAL of it."""
        sides = (binary.left, binary.right)
        if any(side.type._type_affinity is not sqltypes.Date for side in sides):
            return str(self._generate_generic_binary(binary, " - ", **kw))
        return f"datediff({', '.join(self.process(side, **kw) for side in sides)})"

    def visit_over(self, over: Any, **kwargs: Any) -> str:
        return str(super().visit_over(with_interval_bounds(over), **kwargs))

    def visit_empty_set_expr(self, element_types: Any, **kw: Any) -> str:
        """Rows of the right width, but none."""
        nulls = ", ".join("NULL" for _ in element_types or [None])
        return f"SELECT {nulls} WHERE 1 != 1"

    def visit_empty_set_op_expr(self, type_: Any, expand_op: Any, **kw: Any) -> str:
        """An empty list of IN: of tuples a query, as Spark compares none of them with NULLs."""
        if len(type_) > 1:
            return self.visit_empty_set_expr(type_, **kw)
        return str(super().visit_empty_set_op_expr(type_, expand_op, **kw))

    def visit_compound_select(self, cs: Any, *arguments: Any, **kw: Any) -> str:
        """A compound SELECT, in a query that has its ORDER BY and LIMIT: ClickHouse's has none."""
        text = super().visit_compound_select(cs, *arguments, **kw)
        selects, end, clauses = text.partition(_END_OF_COMPOUND)
        clauses = clauses.replace(_END_OF_COMPOUND, "")
        return f"SELECT * FROM ({selects}) AS compound_rows{clauses}" if end else text

    def order_by_clause(self, select: Any, **kw: Any) -> str:
        """ORDER BY."""
        text = super().order_by_clause(select, **kw)
        return self._of_compound(select, text)

    def _row_limit_clause(self, cs: Any, **kw: Any) -> str:
        return self._of_compound(cs, super()._row_limit_clause(cs, **kw))

    @staticmethod
    def _of_compound(select: Any, clause: str) -> str:
        is_compound = isinstance(select, CompoundSelect)
        return f"{_END_OF_COMPOUND}{clause}" if is_compound and clause else clause

    def visit_ilike_op_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        return self._like(binary, "ILIKE", **kw)

    def visit_not_ilike_op_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        return self._like(binary, "NOT ILIKE", **kw)

    def _like(self, binary: Any, word: str, **kw: Any) -> str:
        left, right = self.process(binary.left, **kw), self.process(binary.right, **kw)
        escape = binary.modifiers.get("escape")
        text = f"{left} {word} {right}"
        if escape is not None:
            text += f" ESCAPE {self.render_literal_value(escape, sqltypes.String())}"
        return text

    def visit_regexp_match_op_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        self._refuse_flags(binary)
        return f"{self.process(binary.left, **kw)} RLIKE {self.process(binary.right, **kw)}"

    def visit_not_regexp_match_op_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        self._refuse_flags(binary)
        return f"{self.process(binary.left, **kw)} NOT RLIKE {self.process(binary.right, **kw)}"

    def visit_regexp_replace_op_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        self._refuse_flags(binary)
        arguments = f"{self.process(binary.left, **kw)}, {self.process(binary.right, **kw)}"
        return f"regexp_replace({arguments})"

    @staticmethod
    def _refuse_flags(binary: Any) -> None:
        if binary.modifiers.get("flags") is not None:
            raise exc.CompileError(
                "Flags of regular expressions stand in the pattern: '(?i)pattern'."
            )

    def visit_json_getitem_op_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        """A value inside a JSON text, as JSON or as the type of `as_string()` and its like."""
        document, path = self.process(binary.left, **kw), self.process(binary.right, **kw)
        kind = binary.type
        if isinstance(kind, sqltypes.JSON):
            return f"to_json(variant_get(parse_json({document}), {path}))"
        if isinstance(kind, sqltypes.Integer):
            kind = sqltypes.BigInteger()
        text = self.render_literal_value(self._cast_name(kind), sqltypes.String())
        return f"variant_get(parse_json({document}), {path}, {text})"

    visit_json_path_getitem_op_binary = visit_json_getitem_op_binary

    def visit_getitem_binary(self, binary: Any, operator: Any, **kw: Any) -> str:
        """An element of an array, a value of a map or of a tuple."""
        if isinstance(binary.right, Slice):
            raise exc.CompileError("A part of an array is func.arraySlice(array, offset, length).")
        name = "tupleElement" if isinstance(binary.left.type, types.Tuple) else "arrayElement"
        return f"{name}({self.process(binary.left, **kw)}, {self.process(binary.right, **kw)})"

    def visit_now_func(self, fn: Any, **kw: Any) -> str:
        return "current_timestamp()"

    def visit_sequence(self, sequence: Any, **kw: Any) -> str:
        """Refused: there are none."""
        raise exc.CompileError("The endpoint has no sequences: give values, or a default.")

    # Changes of rows

    def visit_delete(self, delete_stmt: Any, *arguments: Any, **kw: Any) -> str:
        if delete_stmt._where_criteria:
            text: str = super().visit_delete(delete_stmt, *arguments, **kw)
            return text
        return str(super().visit_delete(delete_stmt, *arguments, **kw)) + " WHERE true"

    def delete_extra_from_clause(self, *arguments: Any, **kw: Any) -> str:
        """Refused."""
        raise exc.CompileError("The endpoint has no DELETE with a second table.")

    def visit_update(self, update_stmt: Any, *arguments: Any, **kw: Any) -> str:
        """`ALTER TABLE t UPDATE …`, a mutation, which every table has."""
        text: str = super().visit_update(update_stmt, *arguments, **kw)
        table = self.preparer.format_table(update_stmt.table)
        opening = f"UPDATE {table} SET "
        if not text.startswith(opening):
            raise exc.CompileError("The endpoint has no UPDATE with prefixes, CTEs or aliases.")
        self._expect_next_version(update_stmt)
        text = f"ALTER TABLE {table} UPDATE {text.removeprefix(opening)}"
        return text if update_stmt._where_criteria else f"{text} WHERE true"

    def _expect_next_version(self, update_stmt: Any) -> None:
        """Tells the ORM that a row gets a version, unless the statement says which."""
        engine = versioned_engine(update_stmt.table)
        if engine is None:
            return
        version = update_stmt.table.c[str(engine.version)]
        named = {getattr(column, "key", column) for column in update_stmt._values or ()}
        if version.onupdate is None and version.key not in {*named, *(self.column_keys or ())}:
            self.postfetch = [*(self.postfetch or ()), version]

    def visit_rmt_merge(self, statement: Merge, **kw: Any) -> str:
        """MERGE INTO.

        Raises:
            CompileError: it has no source, or nothing to do.
        """
        if statement.source is None or not statement.clauses:
            raise exc.CompileError(
                "merge() needs a source and something to do: .using(…), .when_matched().update(…)."
            )
        entry: Any = {"correlate_froms": set(), "asfrom_froms": set(), "selectable": statement}
        self.stack.append(entry)
        try:
            target = self.process(statement.table, asfrom=True, iscrud=True, **kw)
            source = self.process(statement.source, asfrom=True, **kw)
            condition = self.process(statement.condition, **kw)
            clauses = [self._merge_when(clause, **kw) for clause in statement.clauses]
        finally:
            self.stack.pop()
        return f"MERGE INTO {target} USING {source} ON {condition} {' '.join(clauses)}"

    def _merge_when(self, clause: MergeWhen, **kw: Any) -> str:
        condition = ""
        if clause.condition is not None:
            condition = f" AND {self.process(clause.condition, **kw)}"
        head = f"WHEN {clause.rows}{condition} THEN {clause.action}"
        words = " SET" if clause.action == "UPDATE" else ""
        if clause.values is None:
            return f"{head}{words} *"
        names = [self.preparer.quote(column.name) for column, _ in clause.values]
        values = [self.process(value, **kw) for _, value in clause.values]
        if clause.action == "INSERT":
            return f"{head} ({', '.join(names)}) VALUES ({', '.join(values)})"
        assigned = (f"{name} = {value}" for name, value in zip(names, values, strict=True))
        return f"{head}{words} {', '.join(assigned)}".rstrip() if names else head

    def visit_column(self, column: Any, *arguments: Any, **kw: Any) -> str:
        """In a change of rows there is one table, and its columns stand without its name.

        In a MERGE INTO tables are known by their names without their databases.
        """
        statement = self.stack[-1]["selectable"] if self.stack else None
        kind = getattr(statement, "__visit_name__", "")
        if kind in ("update", "delete"):
            kw["include_table"] = False
        text: str = super().visit_column(column, *arguments, **kw)
        table: Any = getattr(column, "table", None)
        if kind == "rmt_merge" and getattr(table, "__visit_name__", "") == "table":
            kw["include_table"] = False
            own = super().visit_column(column, *arguments, **kw)
            text = f"{self.preparer.quote(table.name)}.{own}"
        return text

    def update_extra_from_clause(self, *arguments: Any, **kw: Any) -> str:
        """Refused."""
        raise exc.CompileError("The endpoint has no UPDATE with a second table.")

    update_from_clause = update_extra_from_clause

    def returning_clause(self, *arguments: Any, **kw: Any) -> str:
        """Refused."""
        raise exc.CompileError("The endpoint has no RETURNING.")
