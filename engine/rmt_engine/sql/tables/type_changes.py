"""What a column's values become when ALTER TABLE changes its type, as Spark expressions.

Values are converted as an INSERT converts them; members of an Enum keep their numbers, as in
ClickHouse (`isMetadataOnlyConversion`), not their names.
"""

from __future__ import annotations

from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.tables.expressions import stored_expression
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.casts import cast_expression, refusal
from rmt_engine.sql.values.types import Category, DataType

__all__ = ["always_converts", "check_type_change", "conversion", "has_same_values"]

_TEXT = {
    Category.INTEGER: "CAST({} AS STRING)",
    Category.BOOL: "CAST({} AS STRING)",
    Category.DATE: "CAST({} AS STRING)",
    Category.UUID: "{}",
    Category.IPV4: "{}",
    Category.IPV6: "{}",
    Category.JSON: "{}",
    Category.ENUM: "{}",
}
"""The text ClickHouse makes of values of a category."""


def conversion(value: str, old: DataType, new: DataType, column: str, null_as: str = "") -> str:
    """The Spark expression of a value after its column's type changed.

    Args:
        value: the value, a column.
        old: the type it has.
        new: the type it gets.
        column: the column's name, for messages.
        null_as: the constant a NULL becomes where the new type holds none, as declared.

    Raises:
        RmtError: as `check_type_change`.
    """
    converted = _converted(value, old, new, column)
    if new.nullable or not old.nullable:
        return converted
    constant = f"CAST({stored_expression(null_as, {})} AS {new.spark})"
    return f"coalesce({converted}, {constant})"


def check_type_change(old: DataType, new: DataType, column: str) -> None:
    """Makes sure that values of a type can become values of another one, if not all of them.

    Raises:
        RmtError: `TYPE_MISMATCH`, none can; `CANNOT_CONVERT_TYPE`, a member of an Enum would change
            its number, or one of them is that of states; `NOT_IMPLEMENTED`, this engine does not
            convert between the types.
    """
    _converted("value", old, new, column)


def always_converts(old: DataType, new: DataType) -> bool:
    """Whether every value of a type can become one of another type."""
    if has_same_values(old, new):
        return True
    if old.category is Category.BOOL and new.category is Category.INTEGER:
        return True
    if old.family == new.family == "DateTime64":
        return old.bounds[1] <= new.bounds[1] and old.kept_digits <= new.kept_digits
    if old.category is Category.ENUM and new.category is Category.ENUM:
        return {number for _, number in old.members} <= {number for _, number in new.members}
    if old.category is Category.INTEGER and new.category is Category.INTEGER:
        (low, high), (least, most) = old.whole_bounds, new.whole_bounds
        return least <= low and high <= most
    to_string = new.category is Category.STRING
    to_float = new.category is Category.FLOAT and old.category in (Category.INTEGER, Category.FLOAT)
    return to_string or to_float or (old.family, new.family) in _WIDENED


_WIDENED = {("Date", "Date32"), ("DateTime", "DateTime64"), ("IPv4", "IPv6")}


def has_same_values(old: DataType, new: DataType) -> bool:
    """Whether the values are the same, NULL aside: a time is the same in every time zone."""
    return _plain(old) == _plain(new)


def _plain(data_type: DataType) -> DataType:
    numbers = tuple(one for one in data_type.arguments if isinstance(one, int))
    return replace(data_type, arguments=numbers, nullable=False, low_cardinality=False)


def _converted(value: str, old: DataType, new: DataType, column: str) -> str:
    if old != new and Category.STATE in (old.category, new.category):
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Column {column}: conversion from {old} to {new} is not supported.",
            "Add a column, and fill it with INSERT … SELECT.",
        )
    if has_same_values(old, new):
        return value
    if bool(old.elements) != bool(new.elements) and Category.STRING not in (
        old.category,
        new.category,
    ):
        raise RmtError(
            "TYPE_MISMATCH", f"Column {column}: no value of type {old} can become {new}."
        )
    if old.elements or new.elements or old.category is Category.FIXED_STRING:
        raise _unsupported(old, new, column)
    if old.category is Category.ENUM:
        return _of_enum(value, old, new, column)
    if new.category is Category.STRING:
        return _text(value, old, new, column)
    if old.category is Category.DATETIME and new.category is not Category.DATETIME:
        _check_utc(old, new, column)
    return cast_expression(value, old.spark.lower().replace(" ", ""), new, column)


def _of_enum(value: str, old: DataType, new: DataType, column: str) -> str:
    if new.category is Category.STRING:
        return value
    if new.category is Category.ENUM:
        return _renumbered(value, old, new, column)
    if new.category is Category.INTEGER:
        number = _cases(value, {name: str(number) for name, number in old.members})
        return cast_expression(f"({number})", "int", new, column)
    raise _unsupported(old, new, column)


def _renumbered(value: str, old: DataType, new: DataType, column: str) -> str:
    changed = old.changed_member(new)
    if changed is not None:
        name, number, other = changed
        raise RmtError(
            "CANNOT_CONVERT_TYPE",
            f"Column {column}: Enum conversion changes value for element '{name}' from {number} "
            f"to {other}.",
        )
    names = {number: name for name, number in new.members}
    gone = "is no member of the new Enum"
    problem = refusal(
        "UNKNOWN_ELEMENT_OF_ENUM", quote_string(f"Column {column}: value "), value,
        quote_string(f" {gone}."),
    )  # fmt: skip
    return _cases(
        value,
        {
            name: quote_string(names[number]) if number in names else problem
            for name, number in old.members
        },
    )


def _cases(value: str, results: dict[str, str]) -> str:
    cases = " ".join(f"WHEN {quote_string(name)} THEN {to}" for name, to in results.items())
    return f"CASE {value} {cases} END"


def _text(value: str, old: DataType, new: DataType, column: str) -> str:
    if old.family == "DateTime":
        _check_utc(old, new, column)
        return f"date_format({value}, 'yyyy-MM-dd HH:mm:ss')"
    text = _TEXT.get(old.category)
    if text is None:
        raise _unsupported(old, new, column)
    return text.format(value)


def _check_utc(old: DataType, new: DataType, column: str) -> None:
    if old.timezone != "UTC":
        raise _unsupported(old, new, column)


def _unsupported(old: DataType, new: DataType, column: str) -> RmtError:
    return RmtError(
        "NOT_IMPLEMENTED",
        f"Column {column}: a change of its type from {old} to {new} is not supported.",
        "Add a column of the new type, fill it with ALTER TABLE … UPDATE, and drop the old one.",
    )
