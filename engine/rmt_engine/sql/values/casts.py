"""Conversion of a source value to a column's declared type, as a Spark SQL expression.

ClickHouse converts on INSERT without asking and wraps what does not fit (200 into Int8 is -56).
Here the conversions are ClickHouse's, but a value that does not fit is refused, so nothing is lost
silently. A refusal is `raise_error`, which `raised_by_a_row` finds again in whatever Spark wraps
around it.

The expressions are meant for a session with `spark.sql.session.timeZone=UTC` and ANSI mode on. The
time zone that texts and dates are read in is an argument: the client's session has another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions import FUNCTIONS
from rmt_engine.sql.text.quoting import quote_string
from rmt_engine.sql.values.failures import SHOWN, failing
from rmt_engine.sql.values.json_functions import JSON_TEXT, SHAPED_JSON
from rmt_engine.sql.values.json_shapes import shape_of
from rmt_engine.sql.values.types import UTC, Category, DataType, split_top_level

__all__ = [
    "LOST_DIGITS",
    "UNREADABLE",
    "cast_expression",
    "digits_beyond_microseconds",
    "json_expression",
    "names_taken",
    "null_refused",
    "refusal",
]

_DECIMAL_OR_NULL = FUNCTIONS["toDecimal128OrNull"].known_as
UNREADABLE = {
    "Date": "CANNOT_PARSE_DATE",
    "Date32": "CANNOT_PARSE_DATE",
    "DateTime": "CANNOT_PARSE_DATETIME",
    "DateTime64": "CANNOT_PARSE_DATETIME",
    "UUID": "CANNOT_PARSE_UUID",
    "Bool": "CANNOT_PARSE_BOOL",
    "Float32": "CANNOT_PARSE_NUMBER",
    "Float64": "CANNOT_PARSE_NUMBER",
    "Enum8": "UNKNOWN_ELEMENT_OF_ENUM",
    "Enum16": "UNKNOWN_ELEMENT_OF_ENUM",
}
"""The errors of texts that are no values of a type, where it has one of its own."""
LOST_DIGITS = "has digits beyond microseconds, which are not kept: round it to six digits"
"""What is wrong with a time that Spark's timestamps do not hold."""
_INTEGERS = {"tinyint": 8, "smallint": 16, "int": 32, "bigint": 64}
_TRUE_WORDS = "'true', 't', 'yes', 'y', 'on', 'enable', 'enabled', '1'"
_FALSE_WORDS = "'false', 'f', 'no', 'n', 'off', 'disable', 'disabled', '0'"
_NUMBER = r"^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?$"
_DATE_TEXT = r"^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T].*)?$"
_ZONED_TEXT = r"(Z|[+-][0-9]{2}:?[0-9]{2})$"
_UNIX_TEXT = r"^[0-9]{9,10}(\\.[0-9]+)?$"
_PARTED_TEXT = r"^([0-9]{4})([^0-9])([0-9]{1,2})\\2([0-9]{1,2})([^0-9].*)?$"
_DAY_DIGITS = "^([0-9]{4})([0-9]{2})([0-9]{2})$"
_TIME_DIGITS = (
    r"^([0-9]{4})([0-9]{2})([0-9]{2})[ T]?([0-9]{2}):?([0-9]{2}):?([0-9]{2})([.][0-9]+)?$"
)
_JSON_OBJECT = r"^[ \\t\\r\\n]*[{]"
_UUID_TEXT = "^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$"


def cast_expression(
    value: str,
    source: str,
    target: DataType,
    column: str,
    depth: int = 0,
    zone: str = UTC,
    refuses_null: bool = False,
) -> str:
    """The Spark expression that turns a value into a declared type; NULL stays NULL.

    Args:
        value: the Spark expression of the value; it is repeated, so pass a column.
        source: Spark's `simpleString` of the value's type.
        target: the declared type.
        column: the column's name, for messages.
        depth: how many lambdas enclose the expression.
        zone: the time zone in which times without one are written, unless the type has its own.
        refuses_null: whether a NULL inside the value fails where the type holds none; else the
            default takes its place.

    Raises:
        RmtError: `TYPE_MISMATCH`, no value of the source type can become one of the target's.
    """
    if source == "void":
        return f"CAST(NULL AS {target.spark})"
    return _Cast(value, source, target, column, depth, zone, refuses_null).expression()


def null_refused(column: str, target: DataType) -> str:
    """A Spark expression that fails, for a NULL in a column whose type has none."""
    message = f"Column {column}: cannot convert NULL value to non-Nullable type {target}."
    return refusal("CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN", quote_string(message))


def names_taken(source: Sequence[str], target: Sequence[str]) -> list[str]:
    """The names of a tuple's elements that another tuple's are made of, if it goes by names.

    It does where any name is in both, and an element of another name has its type's default.

    Source: `createTupleWrapper` of ClickHouse, tried on 26.9.

    Args:
        source: the names of the elements that there are; empty if they have none.
        target: those of the elements that are made.

    Returns:
        The target's names; empty if elements are taken by their places.
    """
    return list(target) if set(source) & set(target) else []


def refusal(name: str, *message: str) -> str:
    """A Spark expression that fails, so that `raised_by_a_row` finds the error again.

    Args:
        name: the error's name.
        message: Spark expressions of strings, which make up the message.
    """
    return failing(RmtError(name, SHOWN), shown=", ".join(message))


def _usual_day(text: str, others: str = "") -> str:
    """A text with its day as `2024-01-02`; NULL for one that begins with no day.

    Args:
        text: the text; its day may be of digits only, or have another sign between its numbers.
        others: branches of CASE for other forms.
    """
    return (
        f"CASE WHEN {text} RLIKE '{_DATE_TEXT}' THEN {text} "
        f"WHEN {text} RLIKE '{_PARTED_TEXT}' "
        f"THEN regexp_replace({text}, '{_PARTED_TEXT}', '$1-$3-$4$5') "
        f"WHEN {text} RLIKE '{_DAY_DIGITS}' "
        f"THEN regexp_replace({text}, '{_DAY_DIGITS}', '$1-$2-$3') {others}END"
    )


def digits_beyond_microseconds(digits: int) -> str:
    """A pattern of texts of times that lose one of so many fractional digits in a timestamp."""
    return rf"[.][0-9]{{6}}[0-9]{{0,{digits - 7}}}[1-9]"


def json_expression(text: str, failure: str, target: DataType) -> str:
    """The Spark expression of the text that a JSON is kept as; NULL stays NULL.

    Args:
        text: the Spark expression of a text.
        failure: one that fails, for a text that is no object of JSON.
        target: the type, which may say something of its paths.
    """
    # Spark parses what begins with JSON, whatever follows; nothing that may follow fits both
    # an array and an object around it.
    whole = " AND ".join(
        f"try_parse_json(concat({before}, {text}, {after})) IS NOT NULL"
        for before, after in (("'['", "']'"), ("'{\"x\":'", "'}'"))
    )
    found = (
        f"CASE WHEN {text} IS NULL THEN NULL WHEN {text} = 'null' THEN '{{}}' "
        f"WHEN {text} RLIKE '{_JSON_OBJECT}' AND {whole} "
        f"THEN {JSON_TEXT}(to_json(parse_json({text}))) "
        f"ELSE {failure} END"
    )
    if shape_of(target).is_free:
        return found
    return f"{SHAPED_JSON}({found}, {quote_string(str(replace(target, nullable=False)))})"


class _Cast:
    """One conversion; a method per category of target."""

    def __init__(
        self,
        value: str,
        source: str,
        target: DataType,
        column: str,
        depth: int,
        zone: str,
        refuses_null: bool,
    ) -> None:
        self.value = value
        self.source = "string" if source.startswith(("varchar(", "char(")) else source
        self.target = target
        self.column = column
        self.depth = depth
        self.zone = zone
        self.refuses_null = refuses_null

    def expression(self) -> str:
        convert = {
            Category.INTEGER: self._integer,
            Category.FLOAT: self._float,
            Category.DECIMAL: self._decimal,
            Category.BOOL: self._bool,
            Category.STRING: self._string,
            Category.FIXED_STRING: self._fixed_string,
            Category.DATE: self._date,
            Category.DATETIME: self._datetime,
            Category.UUID: self._uuid,
            Category.IPV4: self._ipv4,
            Category.IPV6: self._ipv6,
            Category.JSON: self._json,
            Category.ENUM: self._enum,
            Category.ARRAY: self._array,
            Category.MAP: self._map,
            Category.TUPLE: self._tuple,
            Category.STATE: self._state,
        }[self.target.category]
        return convert()

    # Building blocks

    @property
    def _is_numeric(self) -> bool:
        return (
            self.source in _INTEGERS
            or self.source in ("float", "double")
            or self.source.startswith("decimal(")
        )

    def _mismatch(self) -> RmtError:
        return RmtError(
            "TYPE_MISMATCH",
            f"Column {self.column}: a value of Spark's type {self.source} cannot become "
            f"{self.target}.",
            "Convert it in the query.",
        )

    def _error(self, name: str, problem: str) -> str:
        before = quote_string(f"Column {self.column} ({self.target}): value ")
        shown = f"substring(CAST({self.value} AS STRING), 1, 100)"
        if self.source.startswith(("array<", "map<", "struct<", "variant")):
            shown = f"substring(to_json({self.value}), 1, 100)"
        return refusal(name, before, shown, quote_string(f" {problem}."))

    def _checked(self, condition: str, result: str, name: str, problem: str) -> str:
        return (
            f"CASE WHEN {self.value} IS NULL THEN NULL WHEN {condition} THEN {result} "
            f"ELSE {self._error(name, problem)} END"
        )

    def _out_of_range(self, condition: str, result: str, low: object, high: object) -> str:
        return self._checked(
            condition,
            result,
            "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE",
            f"is out of range: {low} to {high}",
        )

    # Categories

    def _integer(self) -> str:
        v, spark = self.value, self.target.spark
        low, high = self.target.whole_bounds
        if self.source == "boolean":
            return f"CAST(CAST({v} AS INT) AS {spark})"
        if self.source in _INTEGERS:
            bits = _INTEGERS[self.source]
            if low <= -(2 ** (bits - 1)) and 2 ** (bits - 1) - 1 <= high:
                return f"CAST({v} AS {spark})"
            condition = f"CAST({v} AS DECIMAL(20,0)) BETWEEN {low} AND {high}"
            return self._out_of_range(condition, f"CAST({v} AS {spark})", low, high)
        if self.source.startswith("decimal("):
            whole = f"CASE WHEN {v} >= 0 THEN floor({v}) ELSE ceil({v}) END"
            condition = f"{whole} BETWEEN {low} AND {high}"
            return self._out_of_range(condition, f"CAST({whole} AS {spark})", low, high)
        if self.source in ("float", "double"):
            return self._float_to_integer(low, high)
        if self.source == "string":
            number = f"try_cast({v} AS DECIMAL(38,0))"
            return (
                f"CASE WHEN {v} IS NULL THEN NULL "
                f"WHEN NOT {v} RLIKE '^[+-]?[0-9]+$' "
                f"THEN {self._error('CANNOT_PARSE_TEXT', 'is not an integer')} "
                f"WHEN {number} BETWEEN {low} AND {high} THEN CAST({v} AS {spark}) ELSE "
                + self._error(
                    "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE", f"is out of range: {low} to {high}"
                )
                + " END"
            )
        days_or_seconds = {"date": "unix_date", "timestamp": "unix_seconds"}.get(self.source)
        if days_or_seconds:
            number = f"{days_or_seconds}({v})"
            condition = f"{number} BETWEEN {low} AND {min(high, 2**63 - 1)}"
            return self._out_of_range(condition, f"CAST({number} AS {spark})", low, high)
        raise self._mismatch()

    def _float_to_integer(self, low: int, high: int) -> str:
        v = f"CAST({self.value} AS DOUBLE)"
        not_finite = self._error("CANNOT_CONVERT_TYPE", "is no finite number")
        out = self._error("VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE", f"is out of range: {low} to {high}")
        return (
            f"CASE WHEN {v} IS NULL THEN NULL "
            f"WHEN isnan({v}) OR abs({v}) = double('Infinity') THEN {not_finite} "
            f"WHEN {v} > {low - 1}D AND {v} < {high + 1}D "
            f"THEN CAST({v} - ({v} % 1) AS {self.target.spark}) ELSE {out} END"
        )

    def _float(self) -> str:
        v, spark = self.value, self.target.spark
        if self._is_numeric:
            return f"CAST({v} AS {spark})"
        if self.source == "boolean":
            return f"CAST(CAST({v} AS INT) AS {spark})"
        if self.source == "string":
            number = f"try_cast({v} AS {spark})"
            return self._checked(
                f"{number} IS NOT NULL", number, "CANNOT_PARSE_TEXT", "is not a number"
            )
        raise self._mismatch()

    def _decimal(self) -> str:
        v, scale = self.value, self.target.scale
        if self.source in _INTEGERS:
            exact = v
        elif self.source == "boolean":
            exact = f"CAST({v} AS INT)"
        elif self.source.startswith("decimal("):
            source_scale = int(self.source[:-1].split(",")[1])
            exact = v if source_scale <= scale else self._truncated(v, scale)
        elif self.source in ("float", "double"):
            exact = f"{_DECIMAL_OR_NULL}({v}, {scale})"
        elif self.source == "string":
            exact = self._truncated(f"try_cast({v} AS DECIMAL(38,{max(scale, 18)}))", scale)
        else:
            raise self._mismatch()
        result = f"try_cast({exact} AS {self.target.spark})"
        problem = f"has more than {self.target.precision - scale} integer digits"
        if self.source != "string":
            return self._checked(f"{result} IS NOT NULL", result, "ARGUMENT_OUT_OF_BOUND", problem)
        return (
            f"CASE WHEN {v} IS NULL THEN NULL WHEN NOT {v} RLIKE '{_NUMBER}' "
            f"THEN {self._error('CANNOT_PARSE_TEXT', 'is not a number')} "
            f"WHEN {result} IS NOT NULL THEN {result} "
            f"ELSE {self._error('ARGUMENT_OUT_OF_BOUND', problem)} END"
        )

    @staticmethod
    def _truncated(number: str, scale: int) -> str:
        """ClickHouse drops the digits beyond the scale; Spark's CAST would round them."""
        truncated = f"THEN floor({number}, {scale}) ELSE ceil({number}, {scale})"
        return f"CASE WHEN {number} >= 0 {truncated} END"

    def _bool(self) -> str:
        v = self.value
        if self.source == "boolean":
            return v
        if self._is_numeric:
            return f"({v} <> 0)"
        if self.source == "string":
            return (
                f"CASE WHEN {v} IS NULL THEN NULL WHEN lower({v}) IN ({_TRUE_WORDS}) THEN true "
                f"WHEN lower({v}) IN ({_FALSE_WORDS}) THEN false "
                f"ELSE {self._error('CANNOT_PARSE_BOOL', 'is neither true nor false')} END"
            )
        raise self._mismatch()

    def _string(self) -> str:
        if self.source == "string":
            return self.value
        if self.source.startswith(("array<", "map<", "struct<")):
            raise self._mismatch()
        return f"CAST({self._clock} AS STRING)"

    @property
    def _clock(self) -> str:
        """The value; a moment as the clock of the session's time zone shows it."""
        if self.source != "timestamp" or self.zone == UTC:
            return self.value
        return f"from_utc_timestamp({self.value}, {quote_string(self.zone)})"

    def _fixed_string(self) -> str:
        text, size = self._string(), self.target.precision
        padded = f"concat({text}, repeat(char(0), {size} - octet_length({text})))"
        return self._checked(
            f"octet_length({text}) <= {size}",
            padded,
            "TOO_LARGE_STRING_SIZE",
            f"is longer than {size} bytes",
        )

    def _date(self) -> str:
        v = self.value
        low, high = self.target.bounds
        problem = f"is out of range: {low} to {high}"
        if self.source in ("date", "timestamp", "timestamp_ntz"):
            day = f"CAST({self._clock} AS DATE)"
        elif self.source in _INTEGERS:
            day = f"date_from_unix_date(CAST({v} AS INT))"
        elif self.source == "string":
            day = f"try_cast(split({_usual_day(v)}, '[ T]')[0] AS DATE)"
        else:
            raise self._mismatch()
        in_range = f"{day} BETWEEN DATE'{low}' AND DATE'{high}'"
        if self.source != "string":
            return self._checked(in_range, day, "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE", problem)
        return (
            f"CASE WHEN {v} IS NULL THEN NULL WHEN {day} IS NULL "
            f"THEN {self._error('CANNOT_PARSE_DATE', 'is not a date (YYYY-MM-DD)')} "
            f"WHEN {in_range} THEN {day} "
            f"ELSE {self._error('VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE', problem)} END"
        )

    def _datetime(self) -> str:
        v, zone = self.value, self.target.own_timezone or self.zone
        low, high = self.target.bounds

        def in_zone(local: str) -> str:
            return local if zone == UTC else f"to_utc_timestamp({local}, {quote_string(zone)})"

        if self.source == "timestamp":
            instant = v
        elif self.source in ("timestamp_ntz", "date"):
            instant = in_zone(f"CAST({v} AS TIMESTAMP)")
        elif self.source.startswith("decimal("):
            instant = f"timestamp_seconds(floor({v}, 6))"
        elif self._is_numeric:
            instant = f"timestamp_seconds({v})"
        elif self.source == "string":
            usual = _usual_day(
                v,
                f"WHEN {v} RLIKE '{_TIME_DIGITS}' THEN "
                f"regexp_replace({v}, '{_TIME_DIGITS}', '$1-$2-$3 $4:$5:$6$7') ",
            )
            parsed = f"try_cast({usual} AS TIMESTAMP)"
            instant = (
                f"CASE WHEN {v} RLIKE '{_UNIX_TEXT}' "
                f"THEN timestamp_seconds(CAST({v} AS DECIMAL(18,6))) "
                f"WHEN {v} RLIKE '{_ZONED_TEXT}' AND length({v}) > 11 THEN {parsed} "
                f"ELSE {in_zone(parsed)} END"
            )
        else:
            raise self._mismatch()
        in_range = f"{instant} BETWEEN TIMESTAMP'{low}Z' AND TIMESTAMP'{high}Z'"
        result = self._whole_microseconds(self._cut_fraction(instant))
        problem = f"is out of range: {low} to {high}, UTC"
        if self.source != "string":
            return self._checked(in_range, result, "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE", problem)
        return (
            f"CASE WHEN {v} IS NULL THEN NULL WHEN {instant} IS NULL THEN "
            f"{self._error('CANNOT_PARSE_DATETIME', 'is no date with time (YYYY-MM-DD hh:mm:ss)')} "
            f"WHEN {in_range} THEN {result} "
            f"ELSE {self._error('VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE', problem)} END"
        )

    def _whole_microseconds(self, instant: str) -> str:
        """A time, if the digits of its type beyond those that Spark has are zeros."""
        v, digits = self.value, self.target.precision
        if digits <= self.target.kept_digits:
            return instant
        if self.source == "string":
            loses = f"{v} RLIKE '{digits_beyond_microseconds(digits)}'"
        elif self.source.startswith("decimal("):
            loses = f"floor({v}, {digits}) <> floor({v}, 6)"
        else:
            return instant
        error = self._error("CANNOT_CONVERT_TYPE", LOST_DIGITS)
        return f"CASE WHEN {loses} THEN {error} ELSE {instant} END"

    def _cut_fraction(self, instant: str) -> str:
        unit = 10 ** (6 - self.target.kept_digits)
        if unit == 1:
            return instant
        micros = f"unix_micros({instant})"
        return f"timestamp_micros({micros} - pmod({micros}, {unit}))"

    def _uuid(self) -> str:
        if self.source != "string":
            raise self._mismatch()
        digits = f"replace(lower({self.value}), '-', '')"
        pieces = ", ".join(
            f"substring({digits}, {start}, {size})"
            for start, size in ((1, 8), (9, 4), (13, 4), (17, 4), (21, 12))
        )
        return self._checked(
            f"lower({self.value}) RLIKE '{_UUID_TEXT}'",
            f"concat_ws('-', {pieces})",
            "CANNOT_PARSE_UUID",
            "is no UUID",
        )

    def _ipv4(self) -> str:
        if self.source in _INTEGERS or self.source == "decimal(20,0)":
            largest = 2**32 - 1
            return self._out_of_range(
                f"{self.value} BETWEEN 0 AND {largest}", f"toIPv4({self.value})", 0, largest
            )
        return self._address("toIPv4OrNull", "CANNOT_PARSE_IPV4", "is no address of IPv4")

    def _ipv6(self) -> str:
        return self._address("toIPv6OrNull", "CANNOT_PARSE_IPV6", "is no address of IPv6")

    def _address(self, read: str, name: str, problem: str) -> str:
        if self.source != "string":
            raise self._mismatch()
        address = f"{read}({self.value})"
        failure = f"CASE WHEN {self.value} IS NOT NULL THEN {self._error(name, problem)} END"
        return f"coalesce({address}, {failure})"

    def _json(self) -> str:
        if self.source.startswith(("struct<", "map<string,")) or self.source == "variant":
            text = f"to_json({self.value})"
        elif self.source == "string":
            text = self.value
        else:
            raise self._mismatch()
        failure = self._error("INCORRECT_DATA", "is no JSON object")
        return json_expression(text, failure, self.target)

    def _enum(self) -> str:
        v = self.value
        if self.source == "string":
            names = ", ".join(quote_string(name) for name, _ in self.target.members)
            return self._checked(
                f"{v} IN ({names})", v, "UNKNOWN_ELEMENT_OF_ENUM", "is no member of the enum"
            )
        if self.source in _INTEGERS:
            cases = " ".join(
                f"WHEN {number} THEN {quote_string(name)}" for name, number in self.target.members
            )
            numbers = ", ".join(str(number) for _, number in self.target.members)
            return self._checked(
                f"{v} IN ({numbers})",
                f"CASE {v} {cases} END",
                "UNKNOWN_ELEMENT_OF_ENUM",
                "is no number of the enum",
            )
        raise self._mismatch()

    def _array(self) -> str:
        if not self.source.startswith("array<"):
            raise self._mismatch()
        item = f"x{self.depth}"
        inner = self._element(item, self.source[6:-1], self.target.element)
        return f"transform({self.value}, {item} -> {inner})"

    def _map(self) -> str:
        if not self.source.startswith("map<"):
            raise self._mismatch()
        key_source, value_source = split_top_level(self.source[4:-1])
        entry = f"x{self.depth}"
        key = self._element(f"{entry}.key", key_source, self.target.elements[0])
        value = self._element(f"{entry}.value", value_source, self.target.elements[1])
        return (
            f"map_from_entries(transform(map_entries({self.value}), "
            f"{entry} -> struct({key} AS key, {value} AS value)))"
        )

    def _tuple(self) -> str:
        if not self.source.startswith("struct<"):
            raise self._mismatch()
        fields = [part.split(":", 1) for part in split_top_level(self.source[7:-1])]
        types = {field.strip("`"): source for field, source in fields}
        wanted = names_taken(tuple(types), self.target.names) or list(types)
        if len(wanted) != len(self.target.elements):
            raise RmtError(
                "TYPE_MISMATCH",
                f"Column {self.column}: a tuple of {len(fields)} elements cannot become "
                f"{self.target}.",
            )
        names = self.target.names or tuple(str(i + 1) for i in range(len(fields)))
        members = ", ".join(
            f"{quote_string(name)}, "
            + (
                self._element(f"{self.value}.`{field}`", types[field], element)
                if field in types
                else element.default
            )
            for name, field, element in zip(names, wanted, self.target.elements, strict=True)
        )
        return f"CASE WHEN {self.value} IS NULL THEN NULL ELSE named_struct({members}) END"

    def _state(self) -> str:
        """A state, as -State makes it: a plain value is none."""
        state = self.target.state
        return self._inside(self.value, self.source, state, self.depth)

    def _element(self, value: str, source: str, target: DataType) -> str:
        """An inner value; a NULL where the type holds none is refused, or becomes the default."""
        converted = self._inside(value, source, target, self.depth + 1)
        if target.nullable:
            return converted
        other = null_refused(self.column, target) if self.refuses_null else target.default
        return f"coalesce({converted}, {other})"

    def _inside(self, value: str, source: str, target: DataType, depth: int) -> str:
        return cast_expression(
            value, source, target, self.column, depth, self.zone, self.refuses_null
        )
