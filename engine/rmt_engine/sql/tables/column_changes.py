"""What a table is after ALTER TABLE changed its columns, with ClickHouse's checks.

No file changes: a column keeps its name in files when it is renamed, one that is added gets a name
that no file has, and what files hold of an older type is converted when it is read.

Source of the checks: `AlterCommands::validate` and `MergeTreeData::checkAlterIsPossible` as they
answer on ClickHouse 26.9.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NoReturn

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import (
    AddColumn,
    AddConstraint,
    AddIndex,
    AddProjection,
    ClearColumn,
    ColumnClause,
    ColumnCommand,
    CommentColumn,
    CommentTable,
    DropColumn,
    DropConstraint,
    DropIndex,
    DropProjection,
    ModifyColumn,
    ModifyOrderBy,
    ModifySampleBy,
    ModifyTtl,
    Place,
    RemoveFromColumn,
    RenameColumn,
)
from rmt_engine.sql.tables.codecs import with_codecs
from rmt_engine.sql.tables.definition import (
    check_constraints,
    check_suspicious_types,
    check_table_ttl,
    declared_type,
    key_identifiers,
    resolve_columns,
    sampling_key,
)
from rmt_engine.sql.tables.dependent_columns import columns_after_clear
from rmt_engine.sql.tables.expressions import (
    ExpressionTypes,
    check_identifiers,
    column_of,
    identifiers,
)
from rmt_engine.sql.tables.fixed_type_changes import (
    check_key_type,
    check_mark_type,
    check_version_type,
)
from rmt_engine.sql.tables.index_types import check_index_types
from rmt_engine.sql.tables.indexes import checked_index
from rmt_engine.sql.tables.nested import FLATTEN_NESTED, flattened, nested_name
from rmt_engine.sql.tables.projections import (
    check_limits,
    declared_projection,
    renewed_projections,
    taken,
)
from rmt_engine.sql.tables.sorting_key_changes import change_sorting_key
from rmt_engine.sql.tables.ttl import declared_rule, named_by, named_ttl, row_rules
from rmt_engine.sql.tables.type_changes import always_converts, check_type_change
from rmt_engine.sql.text.tokens import Kind, Token, splice, tokenize
from rmt_engine.sql.values.types import DataType, parse_type
from rmt_engine.store.table import (
    Column,
    Constraint,
    Expiry,
    FormerType,
    PartitionElement,
    SamplingKey,
    TableDefinition,
)

__all__ = ["change_columns", "changed_names", "check_fixed", "columns_to_check"]


def change_columns(
    definition: TableDefinition, commands: Sequence[ColumnCommand], types: ExpressionTypes
) -> TableDefinition:
    """The definition after the commands, one after the other.

    Args:
        definition: the table as it is.
        commands: of one ALTER TABLE.
        types: asks Spark about expressions.

    Raises:
        RmtError: with ClickHouse's name of whatever is wrong.
    """
    _check_renames(commands)
    draft = _Draft(definition, types)
    for command in commands:
        draft.apply(command)
    return draft.finish()


def changed_names(before: TableDefinition, after: TableDefinition) -> frozenset[str]:
    """The lower-case names of columns that are gone, have another name or another type."""
    kept = {(column.name, column.type, column.is_stored) for column in after.columns}
    return frozenset(
        column.name.lower()
        for column in before.columns
        if (column.name, column.type, column.is_stored) not in kept
    )


def columns_to_check(before: TableDefinition, after: TableDefinition) -> list[str]:
    """The columns with a new type that some value may not be able to become."""
    old = {column.file_name: column for column in before.stored_columns}
    return [
        column.name
        for column in after.stored_columns
        if (known := old.get(column.file_name)) is not None
        and not always_converts(parse_type(known.type), parse_type(column.type))
    ]


def check_fixed(definition: TableDefinition, column: Column, verb: str) -> None:
    """Refuses what would take a column away from a key or from the engine.

    Args:
        definition: the table.
        column: one of its columns.
        verb: what the command does with the column, such as DROP.

    Raises:
        RmtError: `ALTER_OF_COLUMN_IS_FORBIDDEN`.
    """
    if column.name in definition.unique_key:
        _refuse_unique(definition, column.name, verb)
    if column.name.lower() in {name.lower() for name in key_identifiers(definition)}:
        what = f"key {column.name} column which is a part of key expression"
    else:
        role = definition.deciding_columns.get(column.name, "")
        what = f"{role} ({column.name}) column" if role else ""
    if what:
        raise RmtError("ALTER_OF_COLUMN_IS_FORBIDDEN", f"Trying to ALTER {verb} {what}.")


def _refuse_unique(definition: TableDefinition, name: str, verb: str) -> NoReturn:
    listed = ", ".join(definition.unique_key)
    raise RmtError(
        "ALTER_OF_COLUMN_IS_FORBIDDEN",
        f"ALTER {verb} COLUMN {name} is forbidden: the column is part of the table's UNIQUE "
        f"KEY ({listed}).",
        "Create a table with another UNIQUE KEY and INSERT the rows there.",
    )


def _check_renames(commands: Sequence[ColumnCommand]) -> None:
    old: set[str] = set()
    new: set[str] = set()
    for rename in (command for command in commands if isinstance(command, RenameColumn)):
        if rename.name.lower() in new:
            raise RmtError(
                "NOT_IMPLEMENTED", "Transitive renames in a single ALTER query are not allowed."
            )
        if rename.name.lower() in old:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Cannot rename column `{rename.name}` to two different names in a single ALTER "
                "query.",
            )
        old.add(rename.name.lower())
        new.add(rename.new_name.lower())
    for command in commands:
        if isinstance(command, ModifyColumn) and command.column.name.lower() in old | new:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Cannot rename and modify the same column `{command.column.name}` in a single "
                "ALTER query.",
            )


def _check_nested_rename(command: RenameColumn, columns: Sequence[str]) -> None:
    """Refuses to rename a whole Nested, and to move one of its arrays to another.

    Args:
        command: what renames.
        columns: those that have its name, or are arrays of the Nested that has it.
    """
    if columns and command.name.lower() not in {name.lower() for name in columns}:
        raise RmtError(
            "NOT_IMPLEMENTED",
            "Cannot rename whole Nested struct.",
            f"Rename its columns one by one: {', '.join(columns)}.",
        )
    old, new = nested_name(command.name), nested_name(command.new_name)
    if columns and old != new:
        how = "from one nested name to another"
        if not (old and new):
            how = "from nested struct to normal column and vice versa"
        raise RmtError("BAD_ARGUMENTS", f"Cannot rename column {how}.")


class _Draft:
    """A definition while commands change it."""

    def __init__(self, definition: TableDefinition, types: ExpressionTypes) -> None:
        self._types = types
        self._before = definition
        self._definition = definition
        self._structure = definition.structure + 1
        self._columns = list(definition.columns)
        self._dropped = list(definition.dropped)
        self._keys = {name.lower() for name in key_identifiers(definition)}
        self._sample_by = definition.sampling.expression if definition.sampling else None
        self._ttl = list(definition.ttl)
        self._cleared: set[str] = set()

    @functools.singledispatchmethod
    def apply(self, command: ColumnCommand) -> None:
        """Changes the draft as a command says."""
        raise RmtError("NOT_IMPLEMENTED", f"{type(command).__name__} is not supported yet.")

    def _spell_out_codecs(self) -> None:
        """Those of columns that are new, or have a new type or codec."""
        before = {(column.name, column.type, column.codec) for column in self._before.columns}
        for at, column in enumerate(self._columns):
            if (column.name, column.type, column.codec) not in before:
                [self._columns[at]] = with_codecs([column], self._types.is_on)

    def finish(self) -> TableDefinition:
        """The new definition, its expressions checked."""
        self._renew_ttl()
        if not any(
            column.is_visible and column.name.lower() not in self._cleared
            for column in self._columns
        ):
            raise RmtError("BAD_ARGUMENTS", "Cannot DROP or CLEAR all columns.")
        if _expressions(self._columns) != _expressions(self._before.columns):
            resolve_columns([_clause(column) for column in self._columns], self._types)
        before = {(column.name, column.type) for column in self._before.columns}
        self._spell_out_codecs()
        changed = (column for column in self._columns if (column.name, column.type) not in before)
        check_suspicious_types(changed, self._types.is_on)
        known = {column.name: parse_type(column.type) for column in self._columns}
        for index in self._definition.indexes:
            where = f"Cannot apply ALTER because it breaks skip index {index.name}"
            check_identifiers(index.expression, known, where)
            check_index_types(index, known)
        check_constraints(self._definition.constraints, self._columns)
        after = replace(
            self._definition,
            columns=tuple(self._columns),
            partition_by=self._partition_by(),
            sampling=self._sampling(self._types),
            ttl=named_ttl(self._ttl, self._structure),
            dropped=tuple(self._dropped),
        )
        if after.ttl:
            check_table_ttl(after, self._types)
        after = replace(after, projections=renewed_projections(self._before, after, self._types))
        has_new_key = after.key != self._before.key
        if _stored(after) == _stored(self._before) and not has_new_key:
            return after
        outdates = has_new_key or columns_to_check(self._before, after)
        least = self._structure if outdates else after.least_structure
        return replace(after, structure=self._structure, least_structure=least)

    # Columns come and go

    @apply.register
    def _add(self, command: AddColumn) -> None:
        name = command.column.name
        other = next(iter(self._found(name)), None)
        if other is not None:
            if command.if_not_exists:
                return
            self._refuse_taken(name, other, "add column")
        whole = self._find(nested_name(name))
        if whole is not None and parse_type(whole.type).family == "Nested":
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Cannot add column `{name}`: {whole.name} is one column of the type {whole.type}.",
                "Only a Nested whose arrays are columns (flatten_nested = 1) gets others.",
            )
        place = command.place
        is_flat = self._types.is_on(FLATTEN_NESTED)
        for clause in flattened([command.column]) if is_flat else [command.column]:
            self._add_one(clause, place)
            place = Place(clause.name) if place is not None else None

    def _add_one(self, clause: ColumnClause, place: Place | None) -> None:
        if clause.primary_key:
            raise RmtError(
                "BAD_ARGUMENTS",
                "Cannot specify PRIMARY KEY in ALTER TABLE ... ADD COLUMN. The primary key can "
                "only be defined when the table is created.",
            )
        if clause.type is None:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Data type have to be specified for column `{clause.name}` to add.",
            )
        column = Column(
            clause.name,
            str(declared_type(clause)),
            clause.kind,
            clause.expression,
            clause.comment,
            clause.codec,
        )
        self._insert(self._new(column), place)
        self._set_ttl(column.name, clause.ttl)

    @apply.register
    def _drop(self, command: DropColumn) -> None:
        dropped = self._found(command.name)
        if not dropped:
            self._refuse_missing(command.name, "to drop", command.if_exists)
        for column in dropped:
            check_fixed(self._definition, column, "DROP")
            self._check_unneeded(column, dropped)
        for column in dropped:
            self._forget_values(column)
            self._columns.remove(column)
            self._ttl = [rule for rule in self._ttl if rule.column != column.name]

    def _check_unneeded(self, column: Column, dropped: Sequence[Column]) -> None:
        """Refuses to drop a column that another one needs, unless that goes with it."""
        for other in self._columns:
            named = {name.lower() for name in _named_by(other)} if other not in dropped else ()
            if column.name.lower() in named:
                raise RmtError(
                    "ILLEGAL_COLUMN",
                    f"Cannot drop column `{column.name}`, because column `{other.name}` depends "
                    "on it.",
                )

    @apply.register
    def _clear(self, command: ClearColumn) -> None:
        cleared = self._found(command.name)
        if not cleared:
            self._refuse_missing(command.name, "to drop", command.if_exists)
        for column in cleared:
            self._cleared.add(column.name.lower())
            dependent = columns_after_clear(column.name, self._columns)
            for emptied in (column, *dependent):
                check_fixed(self._definition, emptied, "CLEAR")
                if emptied.is_stored:
                    self._forget_values(emptied)
                    empty = replace(emptied, stored_as="", since=0, former_types=())
                    self._replace(emptied, self._new(empty))

    @apply.register
    def _rename(self, command: RenameColumn) -> None:
        column = self._find(command.name)
        _check_nested_rename(command, [one.name for one in self._found(command.name)])
        if column is None:
            self._refuse_missing(command.name, "to rename", command.if_exists)
            return
        check_fixed(self._definition, column, "RENAME")
        other = self._find(command.new_name)
        if other is not None and (other is not column or command.new_name == column.name):
            self._refuse_taken(command.new_name, other, "rename to")
        stored_as = column.file_name if column.is_stored else ""
        new = replace(
            column,
            name=command.new_name,
            stored_as="" if stored_as == command.new_name else stored_as,
        )
        self._replace(column, new)
        self._columns = [
            replace(c, expression=_renamed(c.expression, column.name, new.name))
            for c in self._columns
        ]
        indexes = tuple(
            replace(index, expression=_renamed(index.expression, column.name, new.name))
            for index in self._definition.indexes
        )
        constraints = tuple(
            replace(c, expression=_renamed(c.expression, column.name, new.name))
            for c in self._definition.constraints
        )
        self._definition = replace(self._definition, indexes=indexes, constraints=constraints)
        self._ttl = [
            replace(
                rule,
                expression=_renamed(rule.expression, column.name, new.name),
                condition=_renamed(rule.condition, column.name, new.name),
                column=new.name if rule.column == column.name else rule.column,
            )
            for rule in self._ttl
        ]

    # TTL

    @apply.register
    def _modify_ttl(self, command: ModifyTtl) -> None:
        of_rows = [rule for rule in self._ttl if not rule.column]
        of_columns = [rule for rule in self._ttl if rule.column]
        if not (command.rules or of_rows):
            raise RmtError(
                "BAD_ARGUMENTS", "Table doesn't have any table TTL expression, cannot remove."
            )
        self._ttl = [*self._known(row_rules(command.rules)), *of_columns]

    def _set_ttl(self, column: str, expression: str) -> None:
        """Gives a column a TTL, if one was declared."""
        if expression:
            [rule] = self._known([declared_rule(expression, column=column)])
            self._ttl = [*(r for r in self._ttl if r.column != column), rule]

    def _known(self, rules: Iterable[Expiry]) -> list[Expiry]:
        """Rules, those that are there already with their hidden columns."""
        there = {replace(rule, name="", since=0): rule for rule in self._ttl}
        return [there.get(rule, rule) for rule in rules]

    def _renew_ttl(self) -> None:
        """Gives rules new hidden columns that name a column with another type."""
        types = {column.file_name: column.type for column in self._before.stored_columns}
        other = {c.name.lower() for c in self._columns if types.get(c.file_name, c.type) != c.type}
        self._ttl = [
            replace(rule, name="", since=0)
            if other & {name.lower() for name in named_by(rule)}
            else rule
            for rule in self._ttl
        ]

    # Indexes

    @apply.register
    def _add_index(self, command: AddIndex) -> None:
        indexes = list(self._definition.indexes)
        names = [index.name for index in indexes]
        added = command.index
        if added.name in names:
            if command.if_not_exists:
                return
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot add index {added.name}: index with this name already exists.",
            )
        at = len(indexes)
        if command.place is not None:
            after = command.place.after
            if after is not None and after not in names:
                raise RmtError(
                    "BAD_ARGUMENTS",
                    f"Wrong index name. Cannot find index `{after}` to insert after.",
                )
            at = 0 if after is None else names.index(after) + 1
        indexes.insert(at, checked_index(added, self._columns, self._types.is_on))
        self._definition = replace(self._definition, indexes=tuple(indexes))

    @apply.register
    def _drop_index(self, command: DropIndex) -> None:
        kept = tuple(i for i in self._definition.indexes if i.name != command.name)
        if len(kept) == len(self._definition.indexes) and not command.if_exists:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Wrong index name. Cannot find index `{command.name}` to drop.",
            )
        self._definition = replace(self._definition, indexes=kept)

    # Constraints

    @apply.register
    def _add_constraint(self, command: AddConstraint) -> None:
        name = command.constraint.name
        if any(constraint.name == name for constraint in self._definition.constraints):
            if command.if_not_exists:
                return
            raise RmtError(
                "ILLEGAL_COLUMN",
                f"Cannot add constraint {name}: constraint with this name already exists.",
            )
        added = Constraint(name, command.constraint.expression)
        constraints = (*self._definition.constraints, added)
        self._definition = replace(self._definition, constraints=constraints)

    @apply.register
    def _drop_constraint(self, command: DropConstraint) -> None:
        kept = tuple(c for c in self._definition.constraints if c.name != command.name)
        if len(kept) == len(self._definition.constraints) and not command.if_exists:
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Wrong constraint name. Cannot find constraint `{command.name}` to drop.",
            )
        self._definition = replace(self._definition, constraints=kept)

    # Projections

    @apply.register
    def _add_projection(self, command: AddProjection) -> None:
        projections = list(self._definition.projections)
        names = [projection.name for projection in projections]
        name = command.projection.name
        if name in names:
            if command.if_not_exists:
                return
            raise taken(name)
        at = len(projections)
        if command.place is not None:
            after = command.place.after
            if after is None:
                at = 0
            elif after in names:
                at = names.index(after) + 1
        definition = replace(self._definition, columns=tuple(self._columns))
        projections.insert(at, declared_projection(command.projection, definition, self._types))
        check_limits(projections, definition, "ADD PROJECTION is not supported in")
        self._definition = replace(self._definition, projections=tuple(projections))

    @apply.register
    def _drop_projection(self, command: DropProjection) -> None:
        kept = tuple(p for p in self._definition.projections if p.name != command.name)
        if len(kept) == len(self._definition.projections) and not command.if_exists:
            raise RmtError(
                "NO_SUCH_PROJECTION_IN_TABLE", f"There is no projection {command.name} in table."
            )
        self._definition = replace(self._definition, projections=kept)

    # Columns change

    @apply.register
    def _modify(self, command: ModifyColumn) -> None:
        clause = command.column
        column = self._find(clause.name)
        if column is None:
            self._refuse_missing(clause.name, "to modify", command.if_exists)
            return
        new = replace(
            column,
            kind=clause.kind or column.kind,
            expression=clause.expression if clause.kind else column.expression,
            comment=clause.comment or column.comment,
            codec=clause.codec or column.codec,
        )
        if clause.type is not None:
            new = self._with_type(new, declared_type(clause), clause)
        if column.is_stored and not new.is_stored:
            check_fixed(self._definition, column, "MODIFY")
            self._forget_values(column)
            new = replace(new, stored_as="", since=0, former_types=())
        elif new.is_stored and not column.is_stored:
            new = self._new(new)
        self._replace(column, new)
        self._set_ttl(column.name, clause.ttl)
        if command.place is not None and command.place.after != new.name:
            self._columns.remove(new)
            self._insert(new, command.place)

    def _with_type(self, column: Column, new: DataType, clause: ColumnClause) -> Column:
        """A column with another type."""
        old = parse_type(column.type)
        if new == old:
            return column
        self._check_fixed_type(column, old, new)
        if not column.is_stored:
            return replace(column, type=str(new))
        null_as = ""
        if old.nullable and not new.nullable:
            null_as = _null_as(column, clause, old, new)
        former = column.former_types
        if column.since < self._structure and not any(f.until == self._structure for f in former):
            former = (*former, FormerType(self._structure, column.type, null_as))
        for one in former:
            if one.until == self._structure:
                check_type_change(parse_type(one.type), new, column.name)
        return replace(column, type=str(new), former_types=former)

    @apply.register
    def _remove(self, command: RemoveFromColumn) -> None:
        column = self._find(command.name)
        if column is None:
            self._refuse_missing(command.name, "to modify", command.if_exists)
            return
        what = command.what
        ttl = [rule for rule in self._ttl if rule.column == column.name]
        has = {"COMMENT": column.comment, "CODEC": column.codec, "TTL": ttl}.get(
            what, column.kind == what
        )
        if not has:
            kinds = ("DEFAULT", "MATERIALIZED", "ALIAS")
            hint = f"Use REMOVE {column.kind}." if what in kinds and column.kind else ""
            raise RmtError(
                "BAD_ARGUMENTS",
                f"Column `{column.name}` doesn't have {what}, cannot remove it.",
                hint,
            )
        if what == "TTL":
            self._ttl = [rule for rule in self._ttl if rule not in ttl]
            return
        if what == "COMMENT":
            new = replace(column, comment="")
        elif what == "CODEC":
            new = replace(column, codec="")
        else:
            new = replace(column, kind="", expression="")
        self._replace(column, new if column.is_stored == new.is_stored else self._new(new))

    @apply.register
    def _comment(self, command: CommentColumn) -> None:
        column = self._find(command.name)
        if column is None:
            self._refuse_missing(command.name, "to comment", command.if_exists)
            return
        self._replace(column, replace(column, comment=command.comment))

    @apply.register
    def _comment_table(self, command: CommentTable) -> None:
        self._definition = replace(self._definition, comment=command.comment)

    @apply.register
    def _order_by(self, command: ModifyOrderBy) -> None:
        self._definition = change_sorting_key(self._definition, command.order_by, self._columns)
        self._keys = {name.lower() for name in key_identifiers(self._definition)}

    @apply.register
    def _sample(self, command: ModifySampleBy) -> None:
        if command.sample_by is None and self._sample_by is None:
            raise RmtError("BAD_ARGUMENTS", "Table doesn't have SAMPLE BY, cannot remove.")
        self._sample_by = command.sample_by

    def _sampling(self, types: ExpressionTypes) -> SamplingKey | None:
        before = self._before.sampling
        if self._sample_by is None or (before and before.expression == self._sample_by):
            return before if self._sample_by is not None else None
        stored = {c.name: parse_type(c.type) for c in self._columns if c.is_stored}
        return sampling_key(self._sample_by, self._definition.primary_key, stored, types)

    # Parts of a command

    def _find(self, name: str) -> Column | None:
        return next((c for c in self._columns if c.name.lower() == name.lower()), None)

    def _found(self, name: str) -> list[Column]:
        """The column of a name, or those of a Nested of that name."""
        column = self._find(name)
        if column is not None:
            return [column]
        lower = name.lower()
        return [one for one in self._columns if nested_name(one.name).lower() == lower]

    def _insert(self, column: Column, place: Place | None) -> None:
        if place is None:
            self._columns.append(column)
            return
        if place.after is None:
            self._columns.insert(0, column)
            return
        found = self._found(place.after)
        if not found:
            raise RmtError(
                "NO_SUCH_COLUMN_IN_TABLE",
                f"Wrong column name. Cannot find column {place.after} to insert after.",
            )
        at = self._columns.index(found[0])
        while self._columns[at : at + 1] and self._columns[at] in found:
            at += 1
        self._columns.insert(at, column)

    def _replace(self, old: Column, new: Column) -> None:
        self._columns[self._columns.index(old)] = new

    def _new(self, column: Column) -> Column:
        """A column that no file holds yet."""
        if not column.is_stored:
            return column
        stored = (*self._before.stored_columns, *(c for c in self._columns if c.is_stored))
        taken = {*self._dropped, *(c.file_name.lower() for c in stored)}
        name = column.name
        while name.lower() in taken:
            name = f"{name}__{self._structure}"
        stored_as = "" if name == column.name else name
        return replace(column, stored_as=stored_as, since=self._structure, former_types=())

    def _forget_values(self, column: Column) -> None:
        """Makes sure that no column finds the values that files hold of one."""
        if column.is_stored:
            self._dropped.append(column.file_name.lower())

    def _refuse_missing(self, name: str, purpose: str, if_exists: bool) -> None:
        if not if_exists:
            raise RmtError(
                "NOT_FOUND_COLUMN_IN_BLOCK",
                f"Wrong column name. Cannot find column `{name}` {purpose}.",
                f"The columns are: {', '.join(column.name for column in self._columns)}.",
            )

    @staticmethod
    def _refuse_taken(name: str, other: Column, purpose: str) -> None:
        raise RmtError(
            "DUPLICATE_COLUMN",
            f"Cannot {purpose} `{name}`: column with this name already exists.",
            "" if other.name == name else "Upper and lower case are the same.",
        )

    def _check_fixed_type(self, column: Column, old: DataType, new: DataType) -> None:
        """Refuses another type for a column of a key or of the engine, where it matters."""
        name, definition = column.name, self._definition
        if name in definition.unique_key:
            _refuse_unique(definition, name, "MODIFY")
        if name.lower() in self._keys:
            elements = [element.expression for element in definition.partition_by]
            if name != definition.version:
                elements += (*definition.order_by, *definition.primary_key)
            naming = [
                element
                for element in elements
                if name.lower() in {one.lower() for one in identifiers(element)}
            ]
            if naming:
                in_function = any(column_of(element) is None for element in naming)
                check_key_type(name, old, new, in_function)
        if name == definition.version:
            check_version_type(name, old, new)
        if name == definition.is_deleted:
            check_mark_type(name, old, new)
        if name == definition.sign and old != new:
            raise RmtError(
                "ALTER_OF_COLUMN_IS_FORBIDDEN",
                f"Cannot alter sign column ({name}) to type {new}, because it must have type Int8.",
            )

    def _partition_by(self) -> tuple[PartitionElement, ...]:
        """The partition key, the type of each column in it the one it has now."""
        types = {column.name.lower(): column.type for column in self._columns}
        return tuple(
            replace(
                element,
                type=types.get((column_of(element.expression) or "").lower(), element.type),
            )
            for element in self._definition.partition_by
        )


def _expressions(columns: Sequence[Column]) -> list[tuple[str, str, str, str]]:
    """What the types of columns and the order to compute them in depend on."""
    return [(c.name, c.type, c.kind, c.expression) for c in columns]


def _named_by(column: Column) -> frozenset[str]:
    """The columns that a column's expression names."""
    return identifiers(column.expression) if column.expression else frozenset()


def _clause(column: Column) -> ColumnClause:
    return ColumnClause(
        column.name,
        column.type,
        None,
        column.kind,
        column.expression,
        column.comment,
        column.codec,
    )


def _stored(definition: TableDefinition) -> frozenset[tuple[str, str, int]]:
    """What makes files of two definitions alike."""
    return frozenset((c.file_name, c.type, c.since) for c in definition.kept_columns)


def _null_as(column: Column, clause: ColumnClause, old: DataType, new: DataType) -> str:
    """The constant that a NULL becomes when a column stops to be Nullable: its default."""
    kept = column.expression if column.kind == "DEFAULT" else ""
    expression = clause.expression or kept
    if not expression:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"Cannot convert column '{column.name}' from nullable type {old} to non-nullable type "
            f"{new}. Please specify `DEFAULT` expression in ALTER MODIFY COLUMN statement.",
        )
    if identifiers(expression):
        raise RmtError(
            "UNKNOWN_IDENTIFIER",
            f"Column {column.name}: a NULL can become a constant only, not {expression}.",
        )
    return expression


def _renamed(expression: str, old: str, new: str) -> str:
    """An expression with a column's new name."""
    if not expression or old.lower() not in {name.lower() for name in identifiers(expression)}:
        return expression
    tokens = tokenize(expression)
    quoted = new if new.isidentifier() else "`" + new.replace("`", "\\`") + "`"
    edits: list[tuple[int, int, str]] = []
    start = 0
    while start < len(tokens):
        stop = _end_of_name(tokens, start, old)
        if stop is not None:
            edits.append((tokens[start].start, tokens[stop - 1].end, quoted))
        start = stop or start + 1
    return splice(expression, edits)


def _end_of_name(tokens: Sequence[Token], start: int, name: str) -> int | None:
    """Where a column's name ends that begins at a token, written as one name or with points."""
    if tokens[start].kind not in (Kind.WORD, Kind.QUOTED):
        return None
    if start and tokens[start - 1].value == ".":
        return None
    found = tokens[start].value
    stop = start + 1
    while found.lower() != name.lower() and len(found) < len(name) and stop + 1 < len(tokens):
        if tokens[stop].value != ".":
            return None
        found += "." + tokens[stop + 1].value
        stop += 2
    is_call = stop < len(tokens) and tokens[stop].value == "("
    return stop if found.lower() == name.lower() and not is_call else None
