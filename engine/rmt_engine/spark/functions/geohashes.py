"""Geohashes: places as texts of letters of five bits, longitude's and latitude's in turns.

Source of the semantics: ClickHouse's `Functions/GeoHash.cpp`.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import (
    Arguments,
    Builders,
    call,
    failing,
    of,
    once,
    typed,
)

__all__ = ["GEOHASHES"]

_LETTERS = "0123456789bcdefghjkmnpqrstuvwxyz"
_BYTES = " ".join(letter.encode().hex().upper() for letter in _LETTERS)
"""The letters' bytes; each takes three places."""
_LONGEST = 12
_BITS = 5
_UNKNOWN = 31
"""What a byte that is no letter stands for."""
_LONGITUDES, _LATITUDES = (-180.0, 180.0), (-90.0, 90.0)
_MOST_HASHES = 10_000_000
_SPREADS = (
    (16, 0x0000FFFF0000FFFF),
    (8, 0x00FF00FF00FF00FF),
    (4, 0x0F0F0F0F0F0F0F0F),
    (2, 0x3333333333333333),
    (1, 0x5555555555555555),
)
"""How far bits are moved, and which of them stay, until each has a zero before it."""
_WHOLE = (32, 0x00000000FFFFFFFF)
"""The same before the first move."""


def _length(given: Column) -> Column:
    """How many letters are wanted, of a number that is kept in eight bits."""
    length = F.pmod(given, F.lit(256))
    is_length = (length > 0) & (length <= _LONGEST)
    return F.when(is_length, length).otherwise(_LONGEST).cast("int")


def _bits_of_latitude(length: Column) -> Column:
    return F.shiftright(length * _BITS, 1)


def _bits_of_longitude(length: Column) -> Column:
    return F.shiftright(length * _BITS + 1, 1)


def _width(bounds: tuple[float, float], bits: Column) -> Column:
    """How wide each of 2 to the power of so many stretches is."""
    return (bounds[1] - bounds[0]) / F.pow(F.lit(2.0), bits)


def _number(place: Column, bounds: tuple[float, float], bits: Column) -> Column:
    """The number of the stretch a place is in; beyond the bounds that of the first or last one.

    The quotient is rounded, where the stretches begin is not.
    """
    low = F.lit(bounds[0])

    def exact(guess: Column) -> Column:
        number, inside = guess["number"], guess["inside"]
        is_before = inside < low + number * guess["width"]
        is_behind = inside >= low + (number + 1) * guess["width"]
        return number + F.when(is_before, -1).when(is_behind, 1).otherwise(0)

    width = _width(bounds, bits)
    inside = F.when(F.isnan(place), low).otherwise(_within(place.cast("double"), bounds))
    guess = F.struct(
        F.floor((inside - low) / width).alias("number"),
        inside.alias("inside"),
        width.alias("width"),
    )
    last = F.pow(F.lit(2.0), bits).cast("bigint") - 1
    return F.least(once(guess, exact), last)


def _within(value: Column, bounds: tuple[float, float]) -> Column:
    low, high = bounds
    return F.when(value < low, low).when(value > high, high).otherwise(value)


def _spread(number: Column) -> Column:
    """The bits of a number with a zero before each."""
    for distance, mask in _SPREADS:
        number = number.bitwiseOR(F.shiftleft(number, distance)).bitwiseAND(F.lit(mask))
    return number


def _text(longitude: Column, latitude: Column, length: Column) -> Column:
    """The geohash of a place, of so many letters."""
    numbers = F.struct(
        _number(longitude, _LONGITUDES, _bits_of_longitude(length)).alias("longitude"),
        _number(latitude, _LATITUDES, _bits_of_latitude(length)).alias("latitude"),
    )

    def words(found: Column) -> Column:
        """The bits in turns; the last one is longitude's if there is an odd number."""
        longitudes, latitudes = _spread(found["longitude"]), _spread(found["latitude"])
        word = F.when(length % 2 == 0, F.shiftleft(longitudes, 1).bitwiseOR(latitudes)).otherwise(
            longitudes.bitwiseOR(F.shiftleft(latitudes, 1))
        )
        return call("shiftleft", word, (_LONGEST - length) * _BITS)

    def letters(word: Column) -> Column:
        values = (
            F.shiftright(word, _BITS * (_LONGEST - 1 - place)).bitwiseAND(F.lit(2**_BITS - 1))
            for place in range(_LONGEST)
        )
        found = (F.substring(F.lit(_LETTERS), value.cast("int") + 1, F.lit(1)) for value in values)
        return F.substring(F.concat(*found), F.lit(1), length)

    return once(once(numbers, words), letters)


def _encoded(longitude: Column, latitude: Column, length: Column | None = None) -> Column:
    wanted = F.lit(_LONGEST) if length is None else length
    given = longitude.isNotNull() & latitude.isNotNull() & wanted.isNotNull()
    found = once(_length(wanted), lambda one: _text(longitude, latitude, one))
    return F.when(given, found)


def _middle(number: Column, bits: Column, bounds: tuple[float, float]) -> Column:
    """The middle of a stretch, by its number."""
    return bounds[0] + (number * 2 + 1) * _width(bounds, bits + 1)


def _value(letter: Column) -> Column:
    """The number of a letter, which is given as the two digits of its byte."""
    place = F.instr(F.lit(_BYTES), letter)
    return F.when(place > 0, F.floor((place - 1) / 3)).otherwise(_UNKNOWN).cast("bigint")


def _gathered(bits: Column) -> Column:
    """The number whose bits are every other one of these, the last one among them."""
    number = bits.bitwiseAND(F.lit(_SPREADS[-1][1]))
    for (distance, _), (_, mask) in zip(_SPREADS[::-1], (*_SPREADS[-2::-1], _WHOLE), strict=True):
        number = number.bitwiseOR(F.shiftright(number, distance)).bitwiseAND(F.lit(mask))
    return number


def _place_of(word: Column, length: Column) -> Column:
    """The middle of the stretches of longitude and latitude that the bits of a geohash tell."""
    first, second = _gathered(F.shiftright(word, 1)), _gathered(word)
    is_even = length % 2 == 0
    longitude = F.when(is_even, first).otherwise(second)
    latitude = F.when(is_even, second).otherwise(first)
    return F.struct(
        _middle(longitude, _bits_of_longitude(length), _LONGITUDES).alias("longitude"),
        _middle(latitude, _bits_of_latitude(length), _LATITUDES).alias("latitude"),
    )


def _decoded(text: Column) -> Column:
    """The middle of what a geohash stands for; 0, 0 of an empty text."""

    def of_letters(letters: Column) -> Column:
        length = F.size(letters)
        word = F.aggregate(
            letters, F.lit(0).cast("bigint"), lambda word, letter: word * 32 + _value(letter)
        )
        found = once(word, lambda one: _place_of(one, length))
        nowhere = F.struct(F.lit(0.0).alias("longitude"), F.lit(0.0).alias("latitude"))
        return F.when(length == 0, nowhere).otherwise(found)

    letters = F.slice(F.regexp_extract_all(F.hex(text), F.lit(".."), 0), 1, _LONGEST)
    return F.when(text.isNotNull(), once(letters, of_letters))


def _stretches(
    low: Column, high: Column, bits: Column, bounds: tuple[float, float]
) -> tuple[Column, Column]:
    """Which is the first of the stretches between two places, and how many there are."""
    width = _width(bounds, bits)
    start = F.floor(_within(low, bounds) / width)
    end = F.ceil(_within(high, bounds) / width)
    return start, end - start


def _in_box(arguments: Arguments) -> Column:
    """`geohashesInBox(longitude, latitude, longitude, latitude, length)`: of two corners."""
    kinds = [arguments.type(place) for place in range(4)]
    if len(set(kinds)) > 1:
        raise RmtError(
            "ILLEGAL_TYPE_OF_ARGUMENT",
            "Illegal type of argument of geohashesInBox: all coordinate arguments must have the "
            f"same type, instead they are: {', '.join(kinds)}.",
        )
    west, south, east, north = (
        F.coalesce(column.cast("double"), F.lit(0.0)) for column in arguments.columns[:4]
    )
    length = _length(F.coalesce(arguments.columns[4], F.lit(0)))
    first_east, of_longitude = _stretches(west, east, _bits_of_longitude(length), _LONGITUDES)
    first_north, of_latitude = _stretches(south, north, _bits_of_latitude(length), _LATITUDES)
    is_nowhere = (east < west) | (north < south)
    for place in (west, south, east, north):
        is_nowhere = is_nowhere | F.isnan(place)
    grid = F.struct(
        length.alias("length"),
        first_east.alias("east"),
        of_longitude.alias("columns"),
        first_north.alias("north"),
        of_latitude.alias("rows"),
    )
    nothing = F.array().cast("array<string>")
    return F.when(is_nowhere, nothing).otherwise(once(grid, _hashes_of))


def _hashes_of(grid: Column) -> Column:
    """The geohashes of a grid, at least that of its first place."""
    height = _width(_LATITUDES, _bits_of_latitude(grid["length"]))
    width = _width(_LONGITUDES, _bits_of_longitude(grid["length"]))
    count = grid["columns"] * grid["rows"]

    def hashed(place: Column) -> Column:
        rows = F.greatest(grid["rows"], F.lit(1).cast("bigint"))
        return _text(
            (grid["east"] + F.floor(place / rows)) * width,
            (grid["north"] + place % rows) * height,
            grid["length"],
        )

    last = F.greatest(count, F.lit(1).cast("bigint")) - 1
    found = F.transform(F.sequence(F.lit(0).cast("bigint"), last), hashed)
    error = RmtError(
        "TOO_LARGE_ARRAY_SIZE",
        f"geohashesInBox would produce more than the allowed maximum of {_MOST_HASHES} elements",
    )
    too_many = failing(error, count.cast("string"), "array<string>")
    return F.when(count > _MOST_HASHES, too_many).otherwise(found)


GEOHASHES: Builders = {
    "geohashEncode": of(_encoded),
    "geohashDecode": of(_decoded),
    "geohashesInBox": typed(5, 5, _in_box),
}
"""The functions."""
