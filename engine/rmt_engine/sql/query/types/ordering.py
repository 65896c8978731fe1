"""The order of values: what ORDER BY says for ClickHouse's order, and what stands for a value.

NULLs are last unless NULLS FIRST is said, in both directions, and NaN stands beside them.
Source: https://clickhouse.com/docs/sql-reference/statements/select/order-by, tried on 26.9.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rmt_engine.sql.functions.answers.kinds import FLOATS
from rmt_engine.sql.query.types.collations import collated
from rmt_engine.sql.query.types.keys import key_of, needs_key
from rmt_engine.sql.query.types.subscripts import element_of
from rmt_engine.sql.query.values import Value, stored
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.types import DataType

__all__ = [
    "BYTES_OF_ADDRESS",
    "Order",
    "beside_key",
    "comparison_key",
    "extreme_key",
    "has_key_of_comparison",
    "has_key_of_order",
    "order_by_text",
    "ordering_key",
]

BYTES_OF_ADDRESS = "rmt_bytes_of_address"
"""The function that gives the sixteen bytes of an IPv6 address, of its text."""

_CONTAINERS = ("Array", "Tuple", "Map")
_HALVES = 19
"""The letters of a UUID's first half; the second half orders first."""


@dataclass(frozen=True)
class Order:
    """A member of ORDER BY.

    Attributes:
        value: what is ordered by.
        descending: whether its greatest value is first.
        nulls_first: whether NULL and NaN are first; None if nothing is said of them.
        collation: the locale that texts are ordered by; empty for their bytes.
    """

    value: Value
    descending: bool
    nulls_first: bool | None
    collation: str

    def text(self, sql: str) -> str:
        """The member, with another text for its value."""
        value = replace(self.value, sql=sql)
        return order_by_text(value, self.descending, self.nulls_first, self.collation)

    def backward(self, sql: str) -> str:
        """The same, the other way round."""
        value = replace(self.value, sql=sql)
        return order_by_text(value, not self.descending, not self.nulls_first, self.collation)


def extreme_key(value: Value, function: str) -> str:
    """What `min` or `max` compares: NULL and NaN inside of a tuple or an array never win."""
    if _needs_key_inside(value.type):
        return _key_inside(stored(value), nulls_are_greatest=function.startswith("min"), depth=0)
    return ordering_key(value)


def ordering_key(value: Value) -> str:
    """What is ordered as the value is in ClickHouse; the value itself for most types."""
    text = stored(value).sql
    if value.type is None:
        return text
    if value.family in _CONTAINERS and has_key_of_order(value.type):
        return _key_inside(stored(value), nulls_are_greatest=True, depth=0)
    if needs_key(value.type):
        return key_of(value)
    if value.type.members:
        numbers = " ".join(
            f"WHEN {quote_string(name)} THEN {number}" for name, number in value.type.members
        )
        return f"CASE {text} {numbers} END"
    if value.family == "IPv4":
        return f"CAST(IPv4StringToNum({text}) AS DECIMAL(20,0))"
    if value.family == "IPv6":
        return f"{BYTES_OF_ADDRESS}({text})"
    if value.family == "UUID":
        return f"concat(substr({text}, {_HALVES + 1}), substr({text}, 1, {_HALVES}))"
    return text


def has_key_of_order(data_type: DataType | None) -> bool:
    """Whether Spark orders what values are kept as otherwise than ClickHouse orders the values."""
    if data_type is None:
        return False
    if data_type.family in _CONTAINERS:
        return any(map(has_key_of_order, data_type.elements))
    return bool(data_type.members) or data_type.family in ("IPv4", "IPv6", "UUID")


def beside_key(value: Value) -> str:
    """A struct that is ordered as the value is, and has it as `value`."""
    return f"struct({ordering_key(value)} AS key, {value.sql} AS value)"


def has_key_of_comparison(data_type: DataType | None) -> bool:
    """Whether Spark compares values otherwise: so do arrays with NULLs, the greatest elements."""
    if data_type is None:
        return False
    is_array = data_type.family == "Array"
    return has_key_of_order(data_type) or (is_array and _holds_null(data_type.element))


def _holds_null(data_type: DataType) -> bool:
    return data_type.nullable or (data_type.family == "Array" and _holds_null(data_type.element))


def comparison_key(value: Value) -> str:
    """What is compared by `<` and its kin as an array is."""
    return _key_inside(stored(value), nulls_are_greatest=True, depth=0)


def _needs_key_inside(data_type: DataType | None) -> bool:
    """Whether a key stands for what is inside of values."""
    if data_type is None or data_type.family not in _CONTAINERS:
        return False
    return _holds_unordered(data_type) or has_key_of_order(data_type)


def _holds_unordered(data_type: DataType) -> bool:
    """Whether elements of its values may be NULL or NaN, whose place is that of ORDER BY."""
    if data_type.family not in ("Array", "Tuple"):
        return False
    return any(
        one.nullable or one.family in FLOATS or _holds_unordered(one) for one in data_type.elements
    )


def _key_inside(value: Value, *, nulls_are_greatest: bool, depth: int) -> str:
    """What is ordered as the value is, with its NULLs and NaN at one end."""
    data_type = value.type
    assert data_type is not None
    if data_type.family == "Tuple":
        whole = replace(value, elements=())
        fields = ", ".join(
            _key_inside(
                element_of(whole, place), nulls_are_greatest=nulls_are_greatest, depth=depth
            )
            for place in range(1, len(data_type.elements) + 1)
        )
        return f"struct({fields})"
    if data_type.family == "Array":
        name = f"`_o{depth}`"
        element = _key_inside(
            Value(name, data_type.element), nulls_are_greatest=nulls_are_greatest, depth=depth + 1
        )
        return f"transform({value.sql}, {name} -> {element})"
    if data_type.family == "Map" and has_key_of_order(data_type):
        name = f"`_o{depth}`"
        fields = ", ".join(
            _key_inside(
                Value(f"{name}.{field}", one),
                nulls_are_greatest=nulls_are_greatest,
                depth=depth + 1,
            )
            for field, one in zip(("key", "value"), data_type.elements, strict=True)
        )
        return f"transform(map_entries({value.sql}), {name} -> struct({fields}))"
    key = ordering_key(value)
    places = [f"WHEN {key} IS NULL THEN 2"] if data_type.nullable else []
    places += [f"WHEN isnan({key}) THEN 1"] if data_type.family in FLOATS else []
    if not places:
        return key
    sign = "" if nulls_are_greatest else "-"
    return f"struct({sign}(CASE {' '.join(places)} ELSE 0 END), {key})"


def order_by_text(
    value: Value, descending: bool = False, nulls_first: bool | None = None, collation: str = ""
) -> str:
    """A member of Spark's ORDER BY, or two: the first then places NaN.

    Args:
        value: what rows are ordered by.
        descending: whether the greatest is first.
        nulls_first: as written; None if nothing was.
        collation: the name behind COLLATE; empty without one.

    Raises:
        RmtError: `BAD_COLLATION`, `UNSUPPORTED_COLLATION_LOCALE`; see `collated`.
    """
    is_first = bool(nulls_first)
    key = collated(value, collation) if collation else ordering_key(value)
    if not collation and _needs_key_inside(value.type):
        key = _key_inside(value, nulls_are_greatest=descending == is_first, depth=0)
    direction = "DESC" if descending else "ASC"
    text = f"{key} {direction} NULLS {'FIRST' if is_first else 'LAST'}"
    # Spark's NaN is greater than all numbers: next to NULLs where both are at the same end.
    if value.family not in FLOATS or descending == is_first:
        return text
    place = f"CASE WHEN {key} IS NULL THEN 2 WHEN isnan({key}) THEN 1 ELSE 0 END"
    return (
        f"{place} {direction if is_first and descending else 'DESC' if is_first else 'ASC'}, {text}"
    )
