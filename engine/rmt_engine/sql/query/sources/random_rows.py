"""The table function `generateRandom`: rows of random values, without an end.

The values follow from the seed and the number of the row; they are not those that ClickHouse makes.

Source: https://clickhouse.com/docs/sql-reference/table-functions/generate.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.query.catalog import LoweredQuery, QueryColumn
from rmt_engine.sql.query.tree import Expression, Literal
from rmt_engine.sql.text.quoting import quote_name, quote_string
from rmt_engine.sql.values.types import DataType

__all__ = ["ENDLESS", "RandomRows", "limits_of", "random_rows"]

ENDLESS = 2**40
"""As many rows as nobody waits for."""
_DAYS = {"Date": 2**16, "Date32": 120_000}
_SIGNED = {"Int8": 8, "Int16": 16, "Int32": 32, "Int64": 63}
_UNSIGNED = {"UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 63}


@dataclass(frozen=True)
class RandomRows:
    """What the values are made of.

    Attributes:
        seed: the same gives the same rows.
        longest_text: the most characters of a text.
        longest_array: the most elements of an array.
    """

    seed: int
    longest_text: int = 10
    longest_array: int = 10


def limits_of(arguments: Sequence[Expression]) -> RandomRows:
    """What stands behind the structure: the seed and the greatest lengths, or NULL.

    Raises:
        RmtError: `BAD_ARGUMENTS`, something else; `NUMBER_OF_ARGUMENTS_DOESNT_MATCH`.
    """
    if len(arguments) > 3:
        raise RmtError(
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            "generateRandom takes a structure, a seed, the greatest length of texts and of arrays.",
        )
    values = [one.value if isinstance(one, Literal) else "" for one in arguments]
    for value in values:
        if value is not None and (not isinstance(value, int) or value < 0):
            raise RmtError(
                "BAD_ARGUMENTS", "The seed and the lengths of generateRandom are whole numbers."
            )
    given = [value if isinstance(value, int) else None for value in values]
    seed, text, array = (*given, None, None, None)[:3]
    return RandomRows(
        random.getrandbits(31) if seed is None else seed,
        10 if text is None else text,
        10 if array is None else array,
    )


def random_rows(structure: Sequence[tuple[str, DataType]], rows: RandomRows) -> LoweredQuery:
    """A query of random rows.

    Raises:
        RmtError: `NOT_IMPLEMENTED`, there are no random values of a type.
    """
    pieces = [
        f"{_Maker(rows, f'id, {place}').value(data_type)} AS {quote_name(name)}"
        for place, (name, data_type) in enumerate(structure)
    ]
    columns = tuple(QueryColumn(name, name, data_type) for name, data_type in structure)
    return LoweredQuery(f"SELECT {', '.join(pieces)} FROM range({ENDLESS})", columns)


@dataclass(frozen=True)
class _Maker:
    """Makes the values of a column, or of what is inside them.

    Attributes:
        rows: what they are made of.
        place: Spark's texts that differ for each value.
    """

    rows: RandomRows
    place: str

    def value(self, data_type: DataType) -> str:
        """Spark's text of a value of a type."""
        if data_type.nullable:
            plain = replace(data_type, nullable=False)
            inner = _Maker(self.rows, f"{self.place}, 'n'").value(plain)
            return f"CASE WHEN {self.below(16)} <> 0 THEN {inner} END"
        make = _MAKERS.get(data_type.family)
        if make is None:
            raise RmtError(
                "NOT_IMPLEMENTED",
                f"Random values of the type {data_type} are not supported.",
                "Make them of those of another type.",
            )
        return f"CAST({make(self, data_type)} AS {data_type.spark})"

    @property
    def bits(self) -> str:
        """64 random bits, a BIGINT."""
        return f"xxhash64({self.rows.seed}L, {self.place})"

    def below(self, most: int) -> str:
        """A whole number from 0 to less than this."""
        return f"pmod({self.bits}, {most}L)"

    def part(self, place: str) -> _Maker:
        """Makes what is inside a value."""
        return _Maker(self.rows, f"{self.place}, {place}")

    def text(self, length: str, longest: int) -> str:
        """Letters, as many as an expression says."""
        return f"left(repeat(lower(hex({self.bits})), {longest // 8 + 1}), {length})"


def _unsigned(maker: _Maker, data_type: DataType) -> str:
    return maker.below(2 ** _UNSIGNED[data_type.family] - (data_type.family == "UInt64"))


def _signed(maker: _Maker, data_type: DataType) -> str:
    width = _SIGNED[data_type.family]
    if width > 32:
        return maker.bits
    return f"({maker.below(2**width)} - {2 ** (width - 1)}L)"


def _wide(maker: _Maker, data_type: DataType) -> str:
    return f"abs({maker.bits})" if data_type.family.startswith("U") else maker.bits


def _float(maker: _Maker, _: DataType) -> str:
    return f"({maker.bits} / 1e9D)"


def _decimal(maker: _Maker, data_type: DataType) -> str:
    digits = min(data_type.precision, 18)
    return f"({maker.below(10**digits)} * CAST('1e-{data_type.scale}' AS DECIMAL(38, 18)))"


def _bool(maker: _Maker, _: DataType) -> str:
    return f"({maker.below(2)} = 1)"


def _string(maker: _Maker, _: DataType) -> str:
    longest = maker.rows.longest_text
    length = f"CAST({maker.part(quote_string('l')).below(longest + 1)} AS INT)"
    return maker.text(length, longest)


def _fixed(maker: _Maker, data_type: DataType) -> str:
    return maker.text(str(data_type.precision), data_type.precision)


def _date(maker: _Maker, data_type: DataType) -> str:
    return f"date_from_unix_date(CAST({maker.below(_DAYS[data_type.family])} AS INT))"


def _moment(maker: _Maker, _: DataType) -> str:
    return f"timestamp_seconds({maker.below(2**32)})"


def _fine_moment(maker: _Maker, data_type: DataType) -> str:
    digits = min(data_type.precision, 6)
    return f"timestamp_micros({maker.below(2**32 * 10**digits)} * {10 ** (6 - digits)}L)"


def _enum(maker: _Maker, data_type: DataType) -> str:
    names = ", ".join(quote_string(name) for name, _ in data_type.members)
    place = maker.below(len(data_type.members))
    return f"element_at(array({names}), CAST({place} AS INT) + 1)"


def _uuid(maker: _Maker, _: DataType) -> str:
    digits = f"concat({maker.text('16', 16)}, {maker.part(quote_string('u')).text('16', 16)})"
    pattern = "(.{8})(.{4})(.{4})(.{4})(.{12})"
    return f"regexp_replace(rpad({digits}, 32, '0'), '{pattern}', '$1-$2-$3-$4-$5')"


def _address(maker: _Maker, _: DataType) -> str:
    pieces = ", ".join(maker.part(f"'{place}'").below(256) for place in range(4))
    return f"concat_ws('.', {pieces})"


def _array(maker: _Maker, data_type: DataType) -> str:
    longest = maker.rows.longest_array
    if not longest:
        return data_type.default
    length = f"CAST({maker.below(longest + 1)} AS INT)"
    element = maker.part("`_e`").value(data_type.element)
    return f"transform(slice(sequence(1, {longest}), 1, {length}), `_e` -> {element})"


def _tuple(maker: _Maker, data_type: DataType) -> str:
    names = data_type.names or tuple(str(at) for at in range(1, len(data_type.elements) + 1))
    pieces = ", ".join(
        f"{quote_string(name)}, {maker.part(f'{at}').value(element)}"
        for at, (name, element) in enumerate(zip(names, data_type.elements, strict=True))
    )
    return f"named_struct({pieces})"


_MAKERS: Mapping[str, Callable[[_Maker, DataType], str]] = {
    **dict.fromkeys(_UNSIGNED, _unsigned),
    **dict.fromkeys(_SIGNED, _signed),
    **dict.fromkeys(("Int128", "Int256", "UInt128", "UInt256"), _wide),
    **dict.fromkeys(("Float32", "Float64"), _float),
    **dict.fromkeys(_DAYS, _date),
    **dict.fromkeys(("Enum8", "Enum16"), _enum),
    "Decimal": _decimal,
    "Bool": _bool,
    "String": _string,
    "FixedString": _fixed,
    "DateTime": _moment,
    "DateTime64": _fine_moment,
    "UUID": _uuid,
    "IPv4": _address,
    "Array": _array,
    "Tuple": _tuple,
}
