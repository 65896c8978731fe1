"""Objects that are added to a session where a row of their key was deleted.

The mark of a deleted row has a version, and a row that is added again with the first one would stay
behind it. So an object gets a version above those of its key, where the session knows that the key
may have some: it has asked for the row, as `merge` does, or deleted it. The first version of all
others stays what the column's default says, and nothing is read for them.

Source: docs/sqlalchemy.md; `sqlalchemy.orm.loading`, which asks for rows by their keys.
"""

from __future__ import annotations

import weakref
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import and_, event, exc, func
from sqlalchemy import types as sqltypes
from sqlalchemy.orm import Session, object_mapper
from sqlalchemy.schema import Column, Table

from sqlalchemy_rmt.constructs import select
from sqlalchemy_rmt.row_changes import comparable, versioned_engine

__all__: list[str] = []

_KEYS = 1000
"""How many keys one SELECT looks for."""

_Identity = tuple[Any, ...]


@dataclass
class _Known:
    """The rows of which a session knows that there may be some.

    Attributes:
        asked: those it has asked for in its transaction.
        deleted: those it has deleted.
    """

    asked: set[_Identity] = field(default_factory=set)
    deleted: set[_Identity] = field(default_factory=set)


_known: weakref.WeakKeyDictionary[Session, _Known] = weakref.WeakKeyDictionary()


@dataclass(frozen=True)
class _Added:
    """An object whose row in a table needs a version.

    Attributes:
        instance: the object.
        attribute: the name of its version.
        key: the values of its primary key.
        first: the version it gets otherwise.
        is_generated: whether SQLAlchemy will give it that one whatever the attribute says.
    """

    instance: Any
    attribute: str
    key: tuple[Any, ...]
    first: int
    is_generated: bool


@event.listens_for(Session, "do_orm_execute")
def _note_asked(state: Any) -> None:
    mapper, given = state.bind_mapper, state.parameters
    if not state.is_select or mapper is None or not isinstance(given, Mapping) or not given:
        return
    names = [mapper._get_clause[1][column].key for column in mapper.primary_key]
    if set(names) == set(given) and _versioned_tables(mapper):
        known = _known.setdefault(state.session, _Known())
        known.asked.add((mapper.base_mapper, *(given[name] for name in names)))


@event.listens_for(Session, "after_commit")
@event.listens_for(Session, "after_rollback")
def _forget_asked(session: Session) -> None:
    if session in _known:
        _known[session].asked.clear()


@event.listens_for(Session, "before_flush")
def _give_versions(session: Session, *_: Any) -> None:
    known = _known.get(session)
    rows = known.asked | known.deleted if known is not None else set()
    deleted = {_identity(one) for one in session.deleted if _versioned_tables(object_mapper(one))}
    if deleted:
        _known.setdefault(session, _Known()).deleted.update(deleted)
    # One that is deleted and added by the same flush is an UPDATE.
    rows -= deleted
    if not rows:
        return
    by_table: dict[tuple[Any, Table], list[_Added]] = defaultdict(list)
    for instance in session.new:
        if _identity(instance) not in rows:
            continue
        mapper = object_mapper(instance)
        for table in _versioned_tables(mapper):
            added = _added(instance, mapper, table)
            if added is not None:
                by_table[mapper, table].append(added)
    for (mapper, table), objects in by_table.items():
        for start in range(0, len(objects), _KEYS):
            _give_those(session, mapper, table, objects[start : start + _KEYS])


def _versioned_tables(mapper: Any) -> list[Table]:
    """The tables of a mapper that mark deleted rows."""
    engines = ((table, versioned_engine(table)) for table in mapper.tables)
    return [table for table, engine in engines if engine is not None and engine.is_deleted]


def _identity(instance: Any) -> _Identity:
    mapper: Any = object_mapper(instance)
    return (mapper.base_mapper, *mapper.primary_key_from_instance(instance))


def _version_of(table: Table) -> Column[Any]:
    engine = versioned_engine(table)
    assert engine is not None
    return table.c[str(engine.version)]


def _added(instance: Any, mapper: Any, table: Table) -> _Added | None:
    """An object that gets its version from a default that is a number; None for others."""
    version = _version_of(table)
    if version not in mapper._columntoproperty or not isinstance(version.type, sqltypes.Integer):
        return None
    attribute = mapper.get_property_by_column(version).key
    is_generated = mapper.version_id_col is version and mapper.version_id_generator is not False
    default: Any = version.default
    if is_generated:
        first = mapper.version_id_generator(None)
    elif default is not None and default.is_scalar and getattr(instance, attribute) is None:
        first = default.arg
    else:
        return None
    key = tuple(
        getattr(instance, mapper.get_property_by_column(column).key) for column in table.primary_key
    )
    return _Added(instance, attribute, key, first, is_generated)


def _give_those(session: Session, mapper: Any, table: Table, objects: Sequence[_Added]) -> None:
    connection = session.connection(bind_arguments={"mapper": mapper})
    newest = _newest(connection, table, [added.key for added in objects])
    columns = list(table.primary_key)
    values = [comparable(column, connection.dialect) for column in columns]
    for added in objects:
        key = tuple(value(part) for value, part in zip(values, added.key, strict=True))
        version = newest.get(key)
        if version is None or version < added.first:
            continue
        if added.is_generated:
            raise exc.InvalidRequestError(
                f"A row of {table.name} with the key {added.key} was there, with the version "
                f"{version}, and version_id_col gives an added one {added.first}: it would stay "
                "behind. Use version_id_generator=False and give the version."
            )
        setattr(added.instance, added.attribute, version + 1)


def _newest(
    connection: Any, table: Table, keys: Iterable[tuple[Any, ...]]
) -> dict[tuple[Any, ...], int]:
    """The highest versions of keys, those of deleted rows, too."""
    columns = list(table.primary_key)
    parts = zip(columns, zip(*keys, strict=True), strict=True)
    condition = and_(*(column.in_(list(dict.fromkeys(given))) for column, given in parts))
    statement = select(*columns, func.max(_version_of(table))).final(False).where(condition)
    statement = statement.group_by(*columns).execution_options(final=False)
    values = [comparable(column, connection.dialect) for column in columns]
    return {
        tuple(value(part) for value, part in zip(values, row, strict=False)): int(row[-1])
        for row in connection.execute(statement)
    }
