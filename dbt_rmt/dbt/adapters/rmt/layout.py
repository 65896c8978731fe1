"""How a model's table is laid out: its engine, keys, columns and settings.

Each property is read from the model's configuration, written as a clause of CREATE TABLE, and
compared with what `system.tables` says of the table there is.

Source: docs/sql.md of this project; https://docs.getdbt.com/docs/build/incremental-models.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.column import RmtColumn
from dbt.adapters.rmt.column_types import NESTED, stored_type
from dbt.adapters.rmt.configuration import check_engine
from dbt.adapters.rmt.declared import Declarations, declarations_of, shown_declarations
from sqlalchemy_rmt.dbapi.literals import literal
from sqlalchemy_rmt.type_text import split_list

__all__ = [
    "OPTIMIZE",
    "StoredColumn",
    "TableLayout",
    "clauses_of_view",
    "create_materialized_view",
    "create_table",
    "has_target",
    "insert",
    "is_enforced",
    "is_same_query",
    "layout_of",
    "names",
    "seed_columns",
    "stored_columns",
]

_REPLACING = "ReplacingMergeTree"
_COLLAPSING = "CollapsingMergeTree"
_VERSIONED = "VersionedCollapsingMergeTree"
_WITH_COLUMNS = ("SummingMergeTree", "CoalescingMergeTree")
_ENGINE = re.compile(r"(?P<name>\w+)\s*(?:\((?P<arguments>(?:[^()]|\([^()]*\))*)\))?", re.DOTALL)
_NAME = re.compile(r"\w+")
_CONSTRAINT = re.compile(r"\bCONSTRAINT `?(dbt_\w+)`? CHECK ")
# Tables that dbt inserts into can recognise an INSERT that is repeated after a lost connection.
_REMEMBERED_INSERTS = {"non_replicated_deduplication_window": "1000"}
# They cost nothing, and UPDATE … SET works.
_UPDATES = {"enable_block_number_column": "1", "enable_block_offset_column": "1"}
# Engines that merge rows may have projections, and DELETE FROM keeps them.
_PROJECTED = {
    "deduplicate_merge_projection_mode": "rebuild",
    "lightweight_mutation_projection_mode": "rebuild",
}
_OF_VERSIONS = ("replacing", "merge")
"""The strategies that write versions of rows; `merge` masks rows where there are none."""
_CLEANUP = {"allow_experimental_replacing_merge_with_cleanup": "1"}
# Types that hold no NULL, or say themselves that they do.
_NEVER_NULL = (
    "array",
    "map",
    "struct",
    "tuple",
    "nullable(",
    "lowcardinality(",
    "simpleaggregatefunction(",
)
_IS_DELETED = "is_deleted"
OPTIMIZE = ("none", "final", "cleanup", "partitions")


@dataclass(frozen=True)
class TableLayout:
    """The clauses of a table.

    Attributes:
        engine: the engine's name.
        version: the column whose highest value is current.
        is_deleted: the column that marks a row as deleted.
        sign: the column whose -1 cancels a row with 1.
        folded: the columns whose values become one in SummingMergeTree and CoalescingMergeTree
            tables; none for all that can.
        declarations: its TTL, skipping indexes and projections.
        unique_key: the columns by which rows replace each other, where these are not those of the
            sorting key.
        order_by: the sorting key, a column or an expression each.
        partition_by: the partition key.
        primary_key: a prefix of the sorting key.
        sample_by: the sampling key.
        settings: the table's settings.
        checks: the conditions that rows have to meet, by name; the names of all begin with `dbt_`.
    """

    engine: str
    version: str | None = None
    is_deleted: str | None = None
    order_by: tuple[str, ...] = ()
    partition_by: tuple[str, ...] = ()
    primary_key: tuple[str, ...] = ()
    sample_by: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    checks: Mapping[str, str] = field(default_factory=dict)
    sign: str | None = None
    folded: tuple[str, ...] = ()
    declarations: Declarations = field(default_factory=Declarations)
    unique_key: tuple[str, ...] = ()

    @property
    def is_replacing(self) -> bool:
        """Whether rows with the same key replace each other."""
        return self.engine.endswith(_REPLACING)

    @property
    def version_key(self) -> tuple[str, ...]:
        """What is equal in rows that replace each other."""
        return self.unique_key or self.order_by

    @property
    def engine_text(self) -> str:
        """The engine with its columns."""
        named = (self.sign, self.version, self.is_deleted)
        arguments = [_identifier(name) for name in named if name]
        if self.folded:
            arguments = [f"({', '.join(map(_identifier, self.folded))})"]
        return f"{self.engine}({', '.join(arguments)})" if arguments else self.engine

    @property
    def not_null(self) -> frozenset[str]:
        """The columns that cannot be Nullable, in lower case."""
        columns = [*self.order_by, *self.unique_key, *self.partition_by, *self.primary_key]
        named = (self.sample_by, self.version, self.is_deleted, self.sign)
        columns += [name for name in named if name]
        words = re.findall(r"\w+", " ".join(columns))
        return frozenset(word.lower() for word in words) | self.declarations.moments()

    @property
    def _sorting_key(self) -> tuple[str, ...]:
        """The sorting key as the endpoint shows it, with what the engine puts behind it."""
        is_added = self.engine.endswith(_VERSIONED) and self.version not in self.order_by
        return (*self.order_by, self.version) if is_added and self.version else self.order_by

    def clauses(self) -> str:
        """The clauses of CREATE TABLE after the columns."""
        lines = [f"ENGINE = {self.engine_text}"]
        if self.partition_by:
            lines.append(f"PARTITION BY {_key(self.partition_by)}")
        lines.append(f"ORDER BY {_key(self.order_by)}")
        if self.unique_key:
            lines.append(f"UNIQUE KEY {_key(self.unique_key)}")
        if self.primary_key:
            lines.append(f"PRIMARY KEY {_key(self.primary_key)}")
        if self.sample_by:
            lines.append(f"SAMPLE BY {self.sample_by}")
        if self.declarations.ttl:
            lines.append(f"TTL {self.declarations.ttl}")
        if self.settings:
            settings = (f"{name} = {_setting(value)}" for name, value in self.settings.items())
            lines.append(f"SETTINGS {', '.join(settings)}")
        return "\n".join(lines)

    def differences(
        self, table: Mapping[str, str], as_shown: Callable[[str], str] = str
    ) -> list[str]:
        """What a table has that this layout has not, one line each.

        Args:
            table: `engine_full`, `sorting_key`, `unique_key`, `partition_key`, `primary_key` and
                `sampling_key` of its row of `system.tables`.
            as_shown: writes the expressions of a key as the endpoint shows them.
        """
        engine = _ENGINE.match(table["engine_full"])
        assert engine is not None
        arguments = [part for part in _elements(engine["arguments"] or "") if part[0] != "'"]
        if self.folded and arguments:
            arguments = [f"({', '.join(arguments)})"]
        there = f"{engine['name']}({', '.join(arguments)})" if arguments else engine["name"]
        primary_key = self.primary_key or self.order_by
        pairs = {
            "engine": (there, self.engine_text),
            "order_by": (table["sorting_key"], _list(self._sorting_key)),
            "unique_key": (_inside(table["unique_key"]), _list(self.unique_key)),
            "partition_by": (table["partition_key"], _list(self.partition_by)),
            "primary_key": (table["primary_key"], _list(primary_key)),
            "sample_by": (table["sampling_key"], self.sample_by or ""),
        }
        return [
            f"{name}: the table has {old or 'none'}, the model {new or 'none'}"
            for name, (old, new) in pairs.items()
            if _plain(old) != _plain(new) and _plain(old) != _plain(as_shown(new))
        ]

    def changes(self, definition: str, wanted: str) -> tuple[list[list[str]], list[list[str]]]:
        """The commands of ALTER TABLE that drop what a table has, and those that add something.

        Each list of commands is one statement.

        Args:
            definition: `create_table_query` of the table's row of `system.tables`.
            wanted: that of a table with this layout; the table's own where the texts of its
                declarations tell that they are these.
        """
        there = _CONSTRAINT.findall(definition)
        missing = {name: text for name, text in self.checks.items() if name not in there}
        checks = (
            [f"DROP CONSTRAINT {_identifier(name)}" for name in there if name not in self.checks],
            [f"ADD {_check(name, text)}" for name, text in missing.items()],
        )
        dropped, added = self.declarations.changes(
            shown_declarations(definition), shown_declarations(wanted)
        )
        if any(command.startswith("ADD PROJECTION") for commands in added for command in commands):
            modes = ", ".join(f"{name} = {_setting(self.settings[name])}" for name in _PROJECTED)
            added.insert(0, [f"MODIFY SETTING {modes}"])
        return (
            [commands for commands in (checks[0], *dropped) if commands],
            [commands for commands in (checks[1], *added) if commands],
        )


@dataclass(frozen=True)
class StoredColumn:
    """A column of a table that a query fills.

    Attributes:
        name: its name.
        type: its type, in ClickHouse's words.
        value: the expression of the query that fills it.
        comment: its comment.
        codec: its codec, e.g. `ZSTD(3)`.
        is_quoted: whether a name that is no word is quoted; without, the endpoint refuses it.
    """

    name: str
    type: str
    value: str
    comment: str = ""
    codec: str = ""
    is_quoted: bool = True

    @property
    def quoted(self) -> str:
        """The name as an identifier."""
        if not self.is_quoted:
            return _identifier(self.name)
        return f"`{self.name.replace('`', '``')}`"

    def clause(self) -> str:
        """The column as CREATE TABLE declares it."""
        parts = [self.quoted, self.type]
        if self.comment:
            parts.append(f"COMMENT {literal(self.comment)}")
        if self.codec:
            parts.append(f"CODEC({self.codec})")
        return " ".join(parts)


def _inside(key: str) -> str:
    """The elements of a key without the parentheses around them."""
    return key[1:-1] if key.startswith("(") else key


def layout_of(
    config: Mapping[str, Any], materialized: str, model: Mapping[str, Any]
) -> TableLayout:
    """The layout that a model's configuration asks for.

    Args:
        config: the model's configuration.
        materialized: `incremental`, `table`, `seed`, `snapshot` or `materialized_view`. The
            strategy of an incremental model is in the configuration already.
        model: for the primary key of an enforced contract, which becomes the sorting key.

    Raises:
        DbtRuntimeError: the configuration contradicts itself.
    """
    # One strategy for a whole folder says nothing of the tables among its models.
    strategy = config.get("incremental_strategy") if materialized == "incremental" else None
    engine, folded = _engine(config, strategy)
    version, is_deleted = config.get("version"), config.get("is_deleted")
    if not is_deleted and (config.get("deleted_expression") or config.get("tombstone_missing")):
        is_deleted = _IS_DELETED
    if is_deleted and not version:
        raise DbtRuntimeError(
            f"is_deleted = {is_deleted!r} needs a version: name the column that tells which row is "
            "newer in `version`."
        )
    unique_key, order_by = names(config.get("unique_key")), names(config.get("order_by"))
    primary_key = names(config.get("primary_key"))
    replacing = engine.endswith(_REPLACING)
    is_unsorted = bool(
        replacing
        and unique_key
        and order_by
        and set(map(_plain, unique_key)) != set(map(_plain, order_by))
    )
    order_by = order_by or (unique_key if replacing else ()) or primary_key
    if not order_by and is_enforced(config):
        order_by = _primary_key_of_contract(model)
    if replacing and not order_by:
        raise DbtRuntimeError(
            "A ReplacingMergeTree table needs a key by which rows replace each other: set order_by "
            "or unique_key."
        )
    return TableLayout(
        engine,
        version,
        is_deleted,
        order_by,
        names(config.get("partition_by")),
        primary_key,
        config.get("sample_by"),
        _settings(config, materialized, engine),
        _checks(model) if is_enforced(config) else {},
        config.get("sign"),
        folded,
        declarations_of(config),
        unique_key if is_unsorted else (),
    )


def stored_columns(
    columns: Iterable[RmtColumn],
    layout: TableLayout,
    config: Mapping[str, Any],
    documented: Mapping[str, Any],
) -> list[StoredColumn]:
    """The columns of a table for the columns of a query.

    A NULL that a column cannot hold is an error of the INSERT: the endpoint would store the type's
    default in its place, as ClickHouse does.

    Args:
        columns: the query's.
        layout: the table's.
        config: the model's configuration, for `column_types`, `codecs`, `deleted_expression`,
            `contract` and `persist_docs`.
        documented: the model's `columns`, with constraints and descriptions.

    Raises:
        DbtRuntimeError: a type cannot be stored.
    """
    types = {name.lower(): text for name, text in (config.get("column_types") or {}).items()}
    codecs = {name.lower(): text for name, text in (config.get("codecs") or {}).items()}
    enforced = is_enforced(config)
    persisted = bool((config.get("persist_docs") or {}).get("columns"))
    stored = []
    for column in columns:
        name = column.name.lower()
        column_of_yaml = documented_column(column.name, documented) or {}
        constraints = column_of_yaml.get("constraints", []) if enforced else []
        not_null = any(constraint["type"] == "not_null" for constraint in constraints)
        strict = name in layout.not_null or not_null
        value = column.quoted
        if layout.is_deleted and name == layout.is_deleted.lower():
            kind = types.get(name, "Bool" if column.dtype == "boolean" else "UInt8")
            value = f"cast({value} as tinyint)" if kind == "UInt8" else value
        elif layout.sign and name == layout.sign.lower():
            kind, value = "Int8", f"cast({value} as tinyint)"
        else:
            kind = types.get(name) or stored_type(column.dtype, not strict)
        if strict or column.dtype.startswith(NESTED):
            value = _refuse_null(column.name, value)
        comment = column_of_yaml.get("description", "") if persisted else ""
        stored.append(StoredColumn(column.name, kind, value, comment, codecs.get(name, "")))
    return stored


def documented_column(name: str, documented: Mapping[str, Any]) -> Any:
    """What a YAML file says about a column: one with `quote: true` is spelled as it says.

    Args:
        name: the column's name in the table.
        documented: the `columns` of a model or a seed.
    """
    for written, column in documented.items():
        if written == name or (written.lower() == name.lower() and not column.get("quote")):
            return column
    return None


def seed_columns(
    types: Mapping[str, str],
    layout: TableLayout,
    config: Mapping[str, Any],
    documented: Mapping[str, Any],
) -> list[StoredColumn]:
    """The columns of a seed's table.

    Args:
        types: what the columns of the file look like, in ClickHouse's words.
        layout: the table's.
        config: the seed's configuration, for `column_types`, `quote_columns` and `persist_docs`.
        documented: the seed's `columns`.
    """
    given = config.get("column_types") or {}
    persisted = bool((config.get("persist_docs") or {}).get("columns"))
    columns = []
    for name, inferred in types.items():
        kind = given.get(name) or inferred
        strict = name.lower() in layout.not_null or kind.lower().startswith(_NEVER_NULL)
        column_of_yaml = documented_column(name, documented) or {}
        comment = column_of_yaml.get("description", "") if persisted else ""
        stored = kind if strict else f"{kind} NULL"
        is_quoted = config.get("quote_columns") is not False
        columns.append(StoredColumn(name, stored, "", comment, is_quoted=is_quoted))
    return columns


def create_table(
    relation: str, columns: Sequence[StoredColumn], layout: TableLayout, comment: str, query: str
) -> str:
    """CREATE TABLE … AS SELECT: the table gets its name when it is full.

    Args:
        relation: its name.
        columns: its columns.
        layout: its clauses.
        comment: its comment, or an empty text.
        query: what fills it; empty for an empty table.
    """
    clauses = [column.clause() for column in columns]
    clauses += [_check(name, text) for name, text in layout.checks.items()]
    clauses += layout.declarations.elements()
    declared = ",\n    ".join(clauses)
    text = f"CREATE TABLE {relation}\n(\n    {declared}\n)\n{layout.clauses()}"
    if comment:
        text += f"\nCOMMENT {literal(comment)}"
    return f"{text}\nAS {_select(columns, query)}" if query else text


def clauses_of_view(columns: Sequence[StoredColumn], layout: TableLayout) -> str:
    """What CREATE MATERIALIZED VIEW says of the table of its own.

    Args:
        columns: its columns; none for those of the query.
        layout: its clauses.
    """
    if not columns:
        return layout.clauses()
    clauses = [column.clause() for column in columns] + layout.declarations.elements()
    declared = ",\n    ".join(clauses)
    return f"(\n    {declared}\n)\n{layout.clauses()}"


def create_materialized_view(
    relation: str, head: str, comment: str, query: str, populate: bool, refresh: str = ""
) -> str:
    """CREATE OR REPLACE MATERIALIZED VIEW.

    Args:
        relation: its name.
        head: `TO table`, or what its own table is like.
        comment: its comment, or an empty text.
        query: its query.
        populate: whether it is filled with what the query gives of the rows there are.
        refresh: its REFRESH clause; empty for a view that sees each INSERT.
    """
    clause = f"\n{refresh}" if refresh else ""
    text = f"CREATE OR REPLACE MATERIALIZED VIEW {relation}{clause}\n{head}"
    if populate and not refresh:
        text += "\nPOPULATE"
    if refresh and not populate:
        text += "\nEMPTY"
    if comment:
        text += f"\nCOMMENT {literal(comment)}"
    return f"{text}\nAS {query}"


def has_target(definition: str, target: str | None) -> bool:
    """Whether a materialized view's rows go to a table.

    Args:
        definition: the statement that makes the view, as the endpoint shows it.
        target: the table, `schema.table`; None for one of the view's own.
    """
    head = definition.partition("\n(")[0]
    named = head.rpartition(" TO ")[2] if " TO " in head else None
    if named is None or target is None:
        return named is target
    return _plain(named) == _plain(target)


def is_same_query(shown: str, query: str) -> bool:
    """Whether a materialized view's query, as the endpoint shows it, is that of its model."""
    return shown.replace("`", "").split() == query.replace("`", "").split()


def insert(
    relation: str,
    columns: Sequence[StoredColumn],
    query: str,
    token: str = "",
    overwrite: bool = False,
    replaced: str = "",
) -> str:
    """INSERT … SELECT.

    Args:
        relation: the table.
        columns: those that the query fills.
        query: the rows.
        token: what the endpoint knows a repeated INSERT by.
        overwrite: whether the rows replace all there are.
        replaced: a condition; the rows for which it holds go in the same step.
    """
    listed = ", ".join(column.quoted for column in columns)
    verb = "OVERWRITE" if overwrite else "INTO"
    # Behind the query it would make the endpoint read the query as ClickHouse's.
    settings = f"SETTINGS insert_deduplication_token = {literal(token)}\n" if token else ""
    where = f"REPLACE WHERE {replaced}\n" if replaced else ""
    return f"INSERT {verb} {relation} ({listed})\n{where}{settings}{_select(columns, query)}"


def names(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """What a configuration gives as one name or as a list of them."""
    if value is None:
        return ()
    return tuple(_elements(value)) if isinstance(value, str) else tuple(value)


def _select(columns: Sequence[StoredColumn], query: str) -> str:
    values = ",\n    ".join(f"{column.value} AS {column.quoted}" for column in columns)
    return f"SELECT\n    {values}\nFROM (\n{query}\n) AS dbt_model"


def is_enforced(config: Mapping[str, Any]) -> bool:
    """Whether a model's contract is enforced."""
    return bool((config.get("contract") or {}).get("enforced"))


def _primary_key_of_contract(model: Mapping[str, Any]) -> tuple[str, ...]:
    for constraint in model.get("constraints") or []:
        if constraint["type"] == "primary_key":
            return tuple(constraint["columns"])
    columns = (model.get("columns") or {}).values()
    return tuple(
        column["name"]
        for column in columns
        if any(constraint["type"] == "primary_key" for constraint in column["constraints"])
    )


def _checks(model: Mapping[str, Any]) -> dict[str, str]:
    """The conditions of a model and of its columns, by the name of their constraint.

    A name tells what the condition is, so that another condition is another constraint.
    """
    constraints = [*(model.get("constraints") or [])]
    for column in (model.get("columns") or {}).values():
        constraints += column.get("constraints") or []
    checks = {}
    for constraint in constraints:
        if constraint["type"] == "check":
            text = constraint["expression"]
            digest = hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
            given = re.sub(r"\W+", "_", constraint.get("name") or "check")
            checks[f"dbt_{given}_{digest}"] = text
    return checks


def _check(name: str, condition: str) -> str:
    """A constraint that NULL meets, as SQL has it; to the endpoint, NULL is not true."""
    return f"CONSTRAINT {_identifier(name)} CHECK coalesce(({condition}), true)"


def _engine(config: Mapping[str, Any], strategy: str | None) -> tuple[str, tuple[str, ...]]:
    """The engine of a model, and the list of columns that it is given."""
    text = config.get("engine") or _engine_by_columns(config, strategy)
    match = _ENGINE.fullmatch(text.strip())
    folded = tuple(_elements(match["arguments"] or "")) if match is not None else ()
    if match is None or (folded and not match["name"].endswith(_WITH_COLUMNS)):
        raise DbtRuntimeError(
            f"engine is {text!r}: name the engine only, and its columns in `version`, "
            "`is_deleted` and `sign`."
        )
    check_engine(match["name"])
    if match["name"].endswith(_COLLAPSING) != bool(config.get("sign")):
        raise DbtRuntimeError(
            f"engine is {text!r}: `sign` names the column of {_COLLAPSING} whose -1 cancels a row."
        )
    if strategy == "replacing" and not match["name"].endswith(_REPLACING):
        raise DbtRuntimeError(
            f"The strategy {strategy} needs the engine {_REPLACING}, the model has {text}."
        )
    return match["name"], folded


def _engine_by_columns(config: Mapping[str, Any], strategy: str | None) -> str:
    """The engine of a model that names none."""
    if config.get("sign"):
        return _VERSIONED if config.get("version") else _COLLAPSING
    replacing = config.get("version") or strategy in _OF_VERSIONS
    return _REPLACING if replacing else "MergeTree"


def _settings(config: Mapping[str, Any], materialized: str, engine: str) -> dict[str, str]:
    settings: dict[str, Any] = dict(_UPDATES)
    if materialized in ("incremental", "snapshot") and not engine.startswith("Replicated"):
        settings |= _REMEMBERED_INSERTS
    if config.get("optimize") == "cleanup":
        settings |= _CLEANUP
    if config.get("projections"):
        settings |= _PROJECTED
    return {name: str(value) for name, value in (settings | (config.get("settings") or {})).items()}


def _setting(value: str) -> str:
    if value in ("True", "False"):
        return str(int(value == "True"))
    return value if re.fullmatch(r"-?\d+(\.\d+)?", value) else literal(value)


def _refuse_null(name: str, value: str) -> str:
    message = f"NULL in column {name}, which cannot hold it"
    return f"coalesce({value}, raise_error({literal(message)}))"


def _key(elements: tuple[str, ...]) -> str:
    if not elements:
        return "tuple()"
    return f"({_list(elements)})"


def _list(elements: tuple[str, ...]) -> str:
    return ", ".join(map(_identifier, elements))


def _identifier(text: str) -> str:
    """A name in backticks; an expression as it is."""
    return f"`{text}`" if _NAME.fullmatch(text) else text


def _elements(text: str) -> list[str]:
    """`a, f(b, c)` as its elements; brackets around all of it are left out."""
    elements = split_list(text)
    if len(elements) == 1 and elements[0].startswith("(") and elements[0].endswith(")"):
        return _elements(elements[0][1:-1])
    return [element for element in elements if element != "tuple()"]


def _plain(text: str) -> str:
    """A text without what does not count: backticks, spaces, case and brackets around all."""
    return re.sub(r"[`\s]", "", ", ".join(_elements(text))).lower()
