"""Which types the columns of keys, the version and the mark of deleted rows may change to.

Files stay as they are, so a type that orders its values as the old one does, and holds them in the
same form, is all that a key may change to. Versions and marks of several types are made alike when
they are compared.

Source of the rules: `MergeTreeData::checkAlterIsPossible` as it answers on ClickHouse 26.9.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.type_changes import always_converts, has_same_values
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["check_key_type", "check_mark_type", "check_version_type"]

_SAME_BYTES = {
    *(("UInt32", "DateTime"), ("DateTime", "UInt32"), ("UInt8", "Bool"), ("Bool", "UInt8")),
    *(("Date", "UInt16"), ("Enum8", "Int8"), ("Enum16", "Int16")),
}
"""What ClickHouse stores alike, and this engine does not."""

_OF_DATETIME64 = ("DateTime64", "Int64", "Int128", "Int256", "UInt64", "UInt128", "UInt256")
"""What ClickHouse makes a version of DateTime64, Float64 aside."""

_FORBIDDEN = "ALTER_OF_COLUMN_IS_FORBIDDEN"


def check_key_type(column: str, old: DataType, new: DataType, in_function: bool) -> None:
    """Refuses another type for a column of a key, unless it changes nothing about the order.

    Args:
        column: its name.
        old: its type.
        new: the type it is to get.
        in_function: whether an element of a key is computed from it.

    Raises:
        RmtError: `ALTER_OF_COLUMN_IS_FORBIDDEN`, ClickHouse refuses it, too; `NOT_IMPLEMENTED`, it
            does not.
    """
    is_alike = has_same_values(old, new) and old.nullable == new.nullable
    if not is_alike and not _adds_members(old, new):
        if _has_same_bytes(old, new):
            raise _unsupported("key", column, old, new)
        raise RmtError(
            _FORBIDDEN,
            f"ALTER of key column {column} from type {old} to type {new} is not safe because it "
            "can change the representation of the key.",
        )
    if in_function and old.low_cardinality != new.low_cardinality:
        raise RmtError(_FORBIDDEN, f"ALTER of key column {column} is forbidden.")
    if in_function and old.own_timezone != new.own_timezone:
        raise _unsupported("key", column, old, new)


def check_version_type(column: str, old: DataType, new: DataType) -> None:
    """Refuses a type for the version that does not keep the order of the versions.

    Raises:
        RmtError: as `check_key_type`.
    """
    is_plain = not (new.nullable or new.low_cardinality)
    if is_plain and _keeps_order(old, new):
        return
    is_allowed = (old.family, new.family) == ("UInt8", "Bool") or (
        old.family == "DateTime64" and new.family in (*_OF_DATETIME64, "Float64")
    )
    if is_plain and is_allowed:
        raise _unsupported("version", column, old, new)
    raise RmtError(
        _FORBIDDEN,
        f"Cannot alter version column {column} from type {old} to type {new} because new type "
        "will change sort order of version column.",
        "Its numbers may get more bytes: UInt32 may become UInt64.",
    )


def check_mark_type(column: str, old: DataType, new: DataType) -> None:
    """Refuses a type for the mark of deleted rows that none may have.

    Raises:
        RmtError: `ALTER_OF_COLUMN_IS_FORBIDDEN`.
    """
    if new.family not in ("UInt8", "Bool") or new.nullable or new.low_cardinality:
        raise RmtError(
            _FORBIDDEN,
            f"Cannot alter is_deleted column ({column}) from type {old} to type {new}, because it "
            "must have type UInt8 or Bool.",
        )


def _adds_members(old: DataType, new: DataType) -> bool:
    """Whether an Enum only gets more members."""
    enums = old.category is Category.ENUM and old.family == new.family
    return enums and old.nullable == new.nullable and set(old.members) <= set(new.members)


def _has_same_bytes(old: DataType, new: DataType) -> bool:
    if old.nullable != new.nullable:
        return False
    if old.category is Category.ARRAY and new.family == old.family == "Array":
        old, new = old.element, new.element
        return _adds_members(old, new) or _has_same_bytes(old, new)
    numbers = [{number for _, number in one.members} for one in (old, new)]
    is_enum = old.family == new.family and old.category is Category.ENUM
    return (is_enum and numbers[0] <= numbers[1]) or (old.family, new.family) in _SAME_BYTES


def _keeps_order(old: DataType, new: DataType) -> bool:
    """Whether a version of a type is the same one in another, and any later one is greater."""
    if old.category is Category.DATETIME:
        return old.family == new.family and old.kept_digits <= new.kept_digits
    if old.category is Category.FLOAT:
        return (old.family, new.family) == ("Float32", "Float64")
    if old.family == "Bool":
        old = replace(old, family="UInt8")
    both = old.category is Category.INTEGER and new.category is Category.INTEGER
    return both and old.family[0] == new.family[0] and always_converts(old, new)


def _unsupported(what: str, column: str, old: DataType, new: DataType) -> RmtError:
    return RmtError(
        "NOT_IMPLEMENTED",
        f"A change of the type of the {what} column {column} from {old} to {new} is not supported.",
        "Create a table with the new type and INSERT the rows there.",
    )
