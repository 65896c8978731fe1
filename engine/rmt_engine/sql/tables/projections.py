"""`PROJECTION name (query)`: what parts have their rows in once more, as it is declared.

A projection is kept by the columns of its rows. Those of one that aggregates are its keys and a
state for each aggregate function; those of another are what it selects, its sorting key first. What
parts have follows from the table's columns, so a change of these makes the projection anew.

Source of the semantics: `ProjectionDescription` and `ASTProjectionSelectQuery` of ClickHouse as
they answer on 26.9, https://clickhouse.com/docs/sql-reference/statements/alter/projection.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import uuid
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from rmt_engine.engines import engine_of
from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import ProjectionClause
from rmt_engine.sql.query.catalog import KnownColumn, KnownTable
from rmt_engine.sql.query.compiler import NoTables, compile_text, reading_deep
from rmt_engine.sql.query.printing.queries import formatted_expression
from rmt_engine.sql.query.reading.cursor import SparksOwn
from rmt_engine.sql.query.reading.queries import read_query
from rmt_engine.sql.query.sources.projected import (
    aggregates_in,
    canonical,
    expanded,
    is_aggregate_call,
    key_of,
)
from rmt_engine.sql.query.tree import (
    Alias,
    Asterisk,
    Call,
    Exists,
    Expression,
    Identifier,
    Select,
    Subquery,
    expressions_in,
)
from rmt_engine.sql.settings.declared import table_setting, table_values
from rmt_engine.sql.tables.expressions import ExpressionTypes, identifiers, is_deterministic
from rmt_engine.sql.text.quoting import quote_name
from rmt_engine.sql.text.tokens import Name
from rmt_engine.sql.values.state_types import Keeping, kept_state, state_function, state_type
from rmt_engine.sql.values.types import UTC, Category, DataType, parse_type
from rmt_engine.store.table import (
    MERGE_TREE,
    Column,
    Projection,
    ProjectionColumn,
    TableDefinition,
)

__all__ = [
    "ROWS",
    "RowsOfTable",
    "check_limits",
    "check_projections",
    "declared_projection",
    "projection_clause",
    "projection_lines",
    "renewed_projections",
    "rows_query",
    "taken",
]

ROWS = "__rows"
"""What the rows of parts are called in the query of a projection's rows."""
_INDENT = "    "
_COLUMN = "__projected_"
_ENUMS = ("Enum8", "Enum16")
_ORDERED_OTHERWISE = (*_ENUMS, "UUID", "IPv4", "IPv6", "Float32", "Float64", "BFloat16")
_NO_SHORTCUT = (Keeping.VALUES, Keeping.SUMS)
_ORDERING = {"min": 0, "max": 0, "argMin": 1, "argMax": 1}
"""Which argument the functions compare."""
_OFFSET = "_part_offset"
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class RowsOfTable(NoTables):
    """A catalog in which only the rows of a table have a name.

    Attributes:
        columns: theirs.
        relation: what Spark knows them as.
    """

    columns: tuple[KnownColumn, ...] = ()
    relation: str = ROWS

    @classmethod
    def of(cls, definition: TableDefinition) -> RowsOfTable:
        """The rows of a table as its definition has them."""
        columns = tuple(
            KnownColumn(column.name, parse_type(column.type), is_hidden=not column.is_visible)
            for column in definition.columns
            if column.kind != "EPHEMERAL"
        )
        return cls(UTC, columns)

    def table(self, name: Name) -> KnownTable | None:  # type: ignore[override]
        """The rows, by their one name."""
        if name.database is not None or name.table != ROWS:
            return None
        return KnownTable("view", "", ROWS, self.columns, address=self.relation)


# What is declared


def declared_projection(
    clause: ProjectionClause, definition: TableDefinition, types: ExpressionTypes
) -> Projection:
    """A projection of a table, checked.

    Args:
        clause: what declares it.
        definition: the table, its columns those it has from now on.
        types: asks Spark about queries.

    Raises:
        RmtError: `UNKNOWN_IDENTIFIER`, `NOT_AN_AGGREGATE` and the like, the query makes no sense;
            `BAD_ARGUMENTS`, it neither sorts nor aggregates; `ILLEGAL_PROJECTION`, it does both;
            `SYNTAX_ERROR`, it has a clause that a projection cannot have; `UNKNOWN_SETTING`.
    """
    select = _read(clause.query)
    settings = table_values(clause.settings, MERGE_TREE) if clause.settings else {}
    keys = select.grouping.sets[0] if select.grouping is not None else []
    is_aggregate = select.grouping is not None or any(map(aggregates_in, select.columns))
    if is_aggregate and select.order_by:
        raise RmtError(
            "ILLEGAL_PROJECTION",
            "When aggregation is used in projection, ORDER BY cannot be specified.",
        )
    order = [ordering.value for ordering in select.order_by]
    if not is_aggregate and not order:
        raise RmtError("BAD_ARGUMENTS", "ORDER BY cannot be empty.")
    rows = RowsOfTable.of(definition)
    _check(select, order, clause, rows)
    aliases = {one.name: one.value for one in (*select.with_values, *_aliases(select.columns))}
    sorted_by = [expanded(one, aliases) for one in (keys if is_aggregate else order)]
    values = [expanded(one, aliases) for one in _without_stars(select.columns, definition)]
    key = _distinct(_elements(sorted_by))
    projection = Projection(
        clause.name,
        one_line(clause.query),
        is_aggregate,
        key=tuple(map(key_of, key)),
        settings=settings,
        not_used=_why_not_used(select, (*key, *values)),
    )
    if projection.not_used:
        return projection
    if is_aggregate:
        beside = _distinct(call for value in values for call in aggregates_in(value))
    else:
        beside = [one for one in _distinct(values) if key_of(one) not in projection.key]
    projection = _with_columns(projection, key, beside, rows)
    why = projection.not_used or _why_not_computed(projection, rows, types)
    if why:
        return replace(projection, columns=(), not_used=why)
    return replace(projection, identity=_identity(projection, definition))


def _read(query: str) -> Select:
    """The query of a projection: WITH, SELECT, WHERE, GROUP BY, ORDER BY.

    Raises:
        RmtError: `SYNTAX_ERROR`.
    """
    try:
        with reading_deep():
            select = read_query(query).query
    except SparksOwn as word:
        raise RmtError("SYNTAX_ERROR", f"A projection cannot have {word}.") from None
    if not isinstance(select, Select):
        raise RmtError("SYNTAX_ERROR", f"A projection is one SELECT: {query}.")
    grouping = select.grouping
    others = {
        "FROM": select.source,
        "PREWHERE": select.prewhere,
        "HAVING": select.having,
        "QUALIFY": select.qualify,
        "ORDER BY ALL": select.order_by_all,
        "LIMIT": select.limit,
        "LIMIT BY": select.limit_by,
        "SETTINGS": select.settings,
        "a subquery in WITH": select.tables,
        "WINDOW": select.windows,
        "GROUP BY ALL": grouping is not None and grouping.by_all,
        "WITH TOTALS": grouping is not None and grouping.with_totals,
        "GROUPING SETS, ROLLUP or CUBE": grouping is not None and grouping.kind,
    }
    if select.distinct or select.distinct_on:
        raise RmtError(
            "UNKNOWN_IDENTIFIER",
            f"A projection cannot have DISTINCT: {query}.",
            "GROUP BY gives each group once.",
        )
    for what, there in others.items():
        if there:
            raise RmtError(
                "SYNTAX_ERROR",
                f"A projection cannot have {what}: {query}.",
                "It is SELECT … GROUP BY …, or SELECT … ORDER BY …; its table is the one it is of.",
            )
    for ordering in select.order_by:
        if ordering.descending or ordering.nulls_first is not None or ordering.collation:
            raise RmtError(
                "SYNTAX_ERROR", f"The ORDER BY of a projection is a list of expressions: {query}."
            )
    return select


def _check(
    select: Select, order: Sequence[Expression], clause: ProjectionClause, rows: RowsOfTable
) -> None:
    """Compiles the query over the rows of the table."""
    text = clause.query
    at = _end_of_columns(select)
    beside = "".join(f", {text[one.at : one.end]}" for one in order)
    nodes = (node for root in (*select.columns, *order) for node in expressions_in(root))
    named = {part.lower() for one in nodes if isinstance(one, Identifier) for part in one.parts}
    if _OFFSET in named and all(column.name.lower() != _OFFSET for column in rows.columns):
        raise RmtError(
            "NOT_IMPLEMENTED",
            f"A projection with {_OFFSET} is not supported: {text}.",
            "Select the columns that queries need.",
        )
    compile_text(f"{text[:at]}{beside} FROM {ROWS} {_before_order(select, text[at:], at)}", rows)


def _end_of_columns(select: Select) -> int:
    return max(one.end for one in select.columns)


def _before_order(select: Select, rest: str, offset: int) -> str:
    """What follows the columns up to ORDER BY."""
    if not select.order_by:
        return rest
    first = min(one.value.at for one in select.order_by) - offset
    return re.sub(r"ORDER\s+BY\s*\(*\s*$", "", rest[:first], flags=re.IGNORECASE)


def _aliases(columns: Iterable[Expression]) -> list[Alias]:
    return [one for one in columns if isinstance(one, Alias)]


def _without_stars(columns: Iterable[Expression], definition: TableDefinition) -> list[Expression]:
    """What is selected, `*` as the columns that it shows."""
    found: list[Expression] = []
    for one in columns:
        if isinstance(one, Asterisk) and not one.changes:
            found += [Identifier((column.name,)) for column in definition.visible_columns]
        else:
            found.append(one)
    return found


def _elements(keys: Sequence[Expression]) -> list[Expression]:
    """The elements of a key, which may stand in a tuple."""
    if len(keys) != 1:
        return list(keys)
    [only] = keys
    is_tuple = isinstance(only, Call) and only.is_operator and only.name.lower() == "tuple"
    return list(only.arguments) if is_tuple and isinstance(only, Call) else [only]


def _distinct(nodes: Iterable[Expression]) -> list[Expression]:
    """Expressions in their canonical form, equal ones once."""
    found = {key_of(node): node for node in map(canonical, nodes)}
    return list(found.values())


def _why_not_used(select: Select, values: Sequence[Expression]) -> str:
    """Why parts do not have a projection; empty if they may."""
    if select.where is not None:
        return "it leaves out rows"
    nodes = [node for value in values for node in expressions_in(value)]
    if any(isinstance(node, Subquery | Exists) for node in nodes):
        return "it has a subquery"
    calls = [node for node in nodes if isinstance(node, Call)]
    if any(call.window is not None for call in calls):
        return "it has a window"
    if any(call.distinct or call.where is not None or call.nulls for call in calls):
        return "it has an aggregate function with DISTINCT, FILTER or NULLS"
    if not all(is_deterministic(formatted_expression(value)) for value in values):
        return "it is not deterministic"
    return ""


def _with_columns(
    projection: Projection,
    key: Sequence[Expression],
    beside: Sequence[Expression],
    rows: RowsOfTable,
) -> Projection:
    """The projection with the columns of its rows and their types, if these can be kept."""
    columns = tuple(
        ProjectionColumn(
            f"{_COLUMN}{place}",
            formatted_expression(node),
            "",
            projection.is_aggregate and is_aggregate_call(node),
            node.name if isinstance(node, Identifier) else "",
        )
        for place, node in enumerate((*key, *beside))
    )
    projection = replace(projection, columns=columns)
    try:
        compiled = compile_text(rows_query(projection), rows, stores=True)
        types = [column.type for column in compiled.columns]
        why = _why_not_kept(projection, types)
        if why:
            return replace(projection, columns=(), not_used=why)
    except RmtError as error:
        if error.name != "NOT_IMPLEMENTED":
            raise
        return replace(projection, columns=(), not_used=error.message.rstrip("."))
    columns = tuple(
        replace(column, type=str(found)) for column, found in zip(columns, types, strict=True)
    )
    return replace(projection, columns=columns)


def _why_not_computed(projection: Projection, rows: RowsOfTable, types: ExpressionTypes) -> str:
    """Why Spark cannot make the rows, or what they stand for of them; empty if it can."""
    relation = f"__checked_{uuid.uuid4().hex}"
    made = compile_text(rows_query(projection), replace(rows, relation=relation), stores=True)
    readable = {column.name: column.type for column in rows.columns if column.type is not None}
    why = types.why_not(readable, relation, made.sql)
    states = [column for column in projection.columns if column.is_state]
    if why or not states:
        return why
    kept = {column.name: parse_type(column.type) for column in projection.columns}
    known = tuple(KnownColumn(name, data_type) for name, data_type in kept.items())
    merged = [f"{one.expression.partition('(')[0]}Merge({one.name})" for one in states]
    texts = (", ".join(merged), ", ".join(column.expression for column in states))
    catalogs = (RowsOfTable(UTC, known, relation), rows)
    try:
        of_states, of_rows = (
            compile_text(f"SELECT {text} FROM {ROWS}", catalog, stores=True)
            for text, catalog in zip(texts, catalogs, strict=True)
        )
    except RmtError as error:
        return error.message.rstrip(".")
    for state, one, other in zip(states, of_states.columns, of_rows.columns, strict=True):
        if one.type != other.type:
            return f"states of {state.expression} give an {one.type} and not an {other.type}"
    return types.why_not(kept, relation, of_states.sql)


def _why_not_kept(projection: Projection, types: Sequence[DataType | None]) -> str:
    """Why rows of these types cannot be kept; empty if they can.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, a function has no states that can be kept.
    """
    for place, found in enumerate(types):
        if found is None:
            return "the type of a column is not known"
        if found.family == "AggregateFunction":
            state_type(found)
            if kept_state(found).keeping in _NO_SHORTCUT:
                return f"states of {found} are all values, or sums that round in another way"
            if _is_computed_otherwise(found):
                return f"states of {found} are not what the function gives of values"
        if place < len(projection.key) and _is_unordered(found):
            return f"rows cannot be sorted by values of the type {found}"
    return ""


def _is_computed_otherwise(state: DataType) -> bool:
    """Whether states do not treat values as the function does: NaN, or what Spark orders as texts.

    Args:
        state: the type of the states.
    """
    function = state_function(str(state.arguments[0])).name
    if function in _ORDERING:
        return _has_family(state.elements[_ORDERING[function]], _ORDERED_OTHERWISE)
    is_sum = function.startswith(("sum", "avg"))
    return is_sum and _has_family(state.elements[0], _ENUMS)


def _has_family(data_type: DataType, families: Collection[str]) -> bool:
    return data_type.family in families or any(
        _has_family(element, families) for element in data_type.elements
    )


def _is_unordered(data_type: DataType) -> bool:
    is_unordered = data_type.category in (Category.MAP, Category.JSON) or data_type.is_of_aggregate
    return is_unordered or any(map(_is_unordered, data_type.elements))


def rows_query(projection: Projection, beside: Sequence[str] = ()) -> str:
    """ClickHouse's query of a projection's rows over those of parts, which are called `ROWS`.

    Args:
        projection: the projection.
        beside: names of other columns of the rows that are kept; an aggregate is one for each of
            their values.
    """
    values = [
        f"{_as_state(column.expression) if column.is_state else column.expression} AS {column.name}"
        for column in projection.columns
    ]
    text = f"SELECT {', '.join((*values, *map(quote_name, beside)))} FROM {ROWS}"
    if not projection.is_aggregate:
        return text
    keys = [*(column.expression for column in projection.key_columns), *map(quote_name, beside)]
    return f"{text} GROUP BY {', '.join(keys)}" if keys else text


def _as_state(call: str) -> str:
    """The call of an aggregate function, giving its state."""
    name, parenthesis, rest = call.partition("(")
    return f"{name}State{parenthesis}{rest}"


def _identity(projection: Projection, definition: TableDefinition) -> str:
    """Tells how the rows of a projection are made of files: by which columns of the table."""
    used = [dataclasses.asdict(column) for column in _used_columns(projection, definition)]
    columns = [dataclasses.asdict(column) for column in projection.columns]
    text = json.dumps([projection.is_aggregate, len(projection.key), columns, used])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _used_columns(projection: Projection, definition: TableDefinition) -> list[Column]:
    """The columns that a projection is made of, with those that their expressions name."""
    wanted = [name for column in projection.columns for name in identifiers(column.expression)]
    used: dict[str, Column] = {}
    while wanted:
        column = definition.column(wanted.pop())
        if column is None or column.name in used:
            continue
        used[column.name] = replace(column, comment="", codec="")
        if column.expression:
            wanted += identifiers(column.expression)
    return [used[name] for name in sorted(used)]


# Checks of tables


def check_projections(
    clauses: Sequence[ProjectionClause], definition: TableDefinition, types: ExpressionTypes
) -> tuple[Projection, ...]:
    """The projections that CREATE TABLE declares.

    Raises:
        RmtError: `ILLEGAL_PROJECTION`, two have the same name; and as `declared_projection` and
            `check_merging`.
    """
    found: dict[str, Projection] = {}
    for clause in clauses:
        if clause.name in found:
            raise taken(clause.name)
        found[clause.name] = declared_projection(clause, definition, types)
    projections = tuple(found.values())
    check_limits(projections, definition, "Projections are not supported for")
    return projections


def check_limits(
    projections: Sequence[Projection], definition: TableDefinition, refused: str
) -> None:
    """Makes sure that a table may have projections, and so many.

    Args:
        projections: the projections.
        definition: the table.
        refused: how the message begins that it may have none.

    Raises:
        RmtError: `SUPPORT_IS_DISABLED`, its engine merges rows; `LIMIT_EXCEEDED`.
    """
    if not projections:
        return
    mode = table_setting(definition.settings, "deduplicate_merge_projection_mode")
    if definition.engine != MERGE_TREE and mode == "throw":
        raise RmtError(
            "SUPPORT_IS_DISABLED",
            f"{refused} {engine_of(definition).name} with deduplicate_merge_projection_mode = "
            "throw. Please set setting 'deduplicate_merge_projection_mode' to 'drop' or 'rebuild'.",
        )
    most = int(table_setting(definition.settings, "max_projections"))
    if len(projections) > most:
        raise RmtError("LIMIT_EXCEEDED", f"Maximum limit of {most} projection(s) exceeded.")


def taken(name: str) -> RmtError:
    """The error for a name that another projection has."""
    return RmtError(
        "ILLEGAL_PROJECTION",
        f"Cannot add projection {name}: projection with this name already exists.",
    )


def renewed_projections(
    before: TableDefinition, after: TableDefinition, types: ExpressionTypes
) -> tuple[Projection, ...]:
    """The projections of a table after its columns changed.

    Raises:
        RmtError: a projection names what is gone; `CANNOT_CONVERT_TYPE` or
            `ALTER_OF_COLUMN_IS_FORBIDDEN`, one aggregates what has another type now, or has what
            has another name now.
    """
    return tuple(_renewed(one, before, after, types) for one in after.projections)


def _renewed(
    projection: Projection,
    before: TableDefinition,
    after: TableDefinition,
    types: ExpressionTypes,
) -> Projection:
    try:
        renewed = declared_projection(projection_clause(projection), after, types)
        if before.projection(projection.name) == projection:
            _check_names(projection, before, after)
            if projection.is_aggregate:
                _check_types(projection, renewed)
    except RmtError as error:
        raise RmtError(
            error.name,
            f"Cannot apply ALTER because it breaks projection {projection.name}: {error.message}",
            error.hint,
        ) from None
    return renewed


def _check_names(projection: Projection, before: TableDefinition, after: TableDefinition) -> None:
    """Refuses another name for a column that a projection has because it has all."""
    names = {column.file_name: column.name for column in after.columns}
    held = {column.column for column in projection.columns}
    for column in before.columns:
        if column.name in held and names.get(column.file_name, column.name) != column.name:
            raise RmtError(
                "ALTER_OF_COLUMN_IS_FORBIDDEN",
                f"Trying to ALTER RENAME {column.name} column which is a part of projection "
                f"{projection.name}.",
                "Drop the projection first.",
            )


def _check_types(old: Projection, new: Projection) -> None:
    for was, now in zip(old.columns, new.columns, strict=False):
        if was.type == now.type:
            continue
        if was.is_state:
            raise RmtError(
                "CANNOT_CONVERT_TYPE",
                f"Conversion from {was.type} to {now.type} is not supported.",
                "Drop the projection first.",
            )
        raise RmtError(
            "ALTER_OF_COLUMN_IS_FORBIDDEN", "Cannot ALTER column.", "Drop the projection first."
        )


def projection_clause(projection: Projection) -> ProjectionClause:
    """What declares a projection."""
    return ProjectionClause(projection.name, projection.query, dict(projection.settings))


# How it is shown


def projection_lines(query: str) -> list[str]:
    """The query of a projection over lines, as SHOW CREATE TABLE has it."""
    select = _read(query)

    def listed(words: str, nodes: Sequence[Expression]) -> list[str]:
        members = [_written(query, node) for node in nodes]
        if len(members) == 1 and words != "WITH":
            return [f"{words} {members[0]}"]
        inside = [f"{_INDENT}{one}," for one in members]
        return [words, *inside[:-1], inside[-1].removesuffix(",")]

    lines = listed("WITH", select.with_values) if select.with_values else []
    lines += listed("SELECT", select.columns)
    if select.where is not None:
        lines.append(f"WHERE {_written(query, select.where)}")
    if select.grouping is not None:
        lines += listed("GROUP BY", select.grouping.sets[0])
    if select.order_by:
        lines += listed("ORDER BY", [one.value for one in select.order_by])
    return lines


def one_line(query: str) -> str:
    """The query of a projection in one line."""
    return " ".join(line.strip() for line in projection_lines(query))


def _written(query: str, node: Expression) -> str:
    return _SPACE.sub(" ", query[node.at : node.end]).strip()
