"""Distances on the Earth, by the approximations that ClickHouse calculates them with.

Cosines, arcsines and lengths of degrees are those between two entries of a table, whose entries are
calculated here as they are needed.

Source of the semantics: ClickHouse's `Functions/greatCircleDistance.cpp`.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable
from dataclasses import dataclass

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builders, once, typed

__all__ = ["DISTANCES"]

_ENTRIES = 1024
"""Of the tables of cosines and of lengths."""
_ARCSINES = 512
_DIAMETER = 2.0 * 6371007.180918475
_IS_FAR = 13
"""Degrees of longitude from which on the Earth is no plane."""
_SERIES_UP_TO, _TABLE_UP_TO = 0.122, 0.948

_Entry = Callable[[Column], Column]
"""An entry of a table, of its number."""


@dataclass(frozen=True)
class _Numbers:
    """Calculates with Float32 or with Float64.

    Attributes:
        kind: Spark's name of the type.
    """

    kind: str

    def of(self, value: Column | float) -> Column:
        """A value of the type."""
        return (value if isinstance(value, Column) else F.lit(float(value))).cast(self.kind)

    def quotient(self, dividend: Column, divisor: Column) -> Column:
        """Of two numbers of the type, which Spark divides as Float64."""
        return self.of(dividend / divisor)

    def difference(self, degrees: Column) -> Column:
        """The size of a difference of degrees, the shorter way round."""
        size = F.abs(degrees)
        return F.when(size > self.of(180), self.of(360) - size).otherwise(size)

    def between(self, entry: _Entry, number: Column, part: Column) -> Column:
        """A part of the way from an entry of a table to the next one."""
        first, second = self.of(entry(number)), self.of(entry(number + 1))
        return first + (second - first) * part

    def cosine(self, radians: Column, shift: int = 0) -> Column:
        """The cosine by the table, moved by some entries."""
        scale = self.quotient(self.quotient(self.of(_ENTRIES), self.of(math.pi)), self.of(2))

        def found(place: Column) -> Column:
            whole = F.floor(place)
            number = (whole - shift).bitwiseAND(F.lit(_ENTRIES - 1))
            return self.between(_cosine_entry, number, place - self.of(whole))

        return once(F.abs(radians) * scale, found)

    def sine(self, radians: Column) -> Column:
        """The sine, which is the cosine a quarter of a circle before."""
        return self.cosine(radians, _ENTRIES // 4)

    def arcsine_of_root(self, square: Column) -> Column:
        """The arcsine of a number's square root."""

        def found(x: Column) -> Column:
            root = self.of(F.sqrt(x))
            series = (
                root
                + x * root * self.of(0.166666666666666)
                + x * x * root * self.of(0.075)
                + x * x * x * root * self.of(0.044642857142857)
            )
            place = x * self.of(_ARCSINES)
            whole = F.floor(place)
            by_table = self.between(_arcsine_entry, whole, place - self.of(whole))
            return (
                F.when(x < self.of(_SERIES_UP_TO), series)
                .when(x < self.of(_TABLE_UP_TO), by_table)
                .otherwise(self.of(F.asin(root)))
            )

        return once(square, found)


def _cosine_entry(number: Column) -> Column:
    return F.cos(F.lit(2 * math.pi) * number / F.lit(_ENTRIES))


def _arcsine_entry(number: Column) -> Column:
    return F.asin(F.sqrt(number / F.lit(float(_ARCSINES))))


def _square_of_latitude(length: _Entry) -> _Entry:
    """An entry for the square of what is calculated of a latitude, in radians."""

    def entry(number: Column) -> Column:
        latitude = number * F.lit(math.pi / _ENTRIES) - F.lit(math.pi * 0.5)
        return once(length(latitude), lambda one: one * one)

    return entry


def _degrees(latitude: Column) -> Column:
    return F.cos(latitude)


def _meters(latitude: Column) -> Column:
    return F.lit(_DIAMETER * math.pi / 360) * F.cos(latitude)


def _meters_north(latitude: Column) -> Column:
    """Of a degree of latitude on the ellipsoid WGS 84."""
    return 111132.09 - 566.05 * F.cos(2.0 * latitude) + 1.20 * F.cos(4.0 * latitude)


def _meters_east(latitude: Column) -> Column:
    """Of a degree of longitude on the ellipsoid."""
    return (
        111415.13 * F.cos(latitude) - 94.55 * F.cos(3.0 * latitude) + 0.12 * F.cos(5.0 * latitude)
    )


def _degree_itself(_numbers: _Numbers) -> Column:
    return F.lit(1)


def _meters_of_degree(numbers: _Numbers) -> Column:
    around = numbers.of(_DIAMETER) * numbers.of(math.pi)
    return once(numbers.quotient(around, numbers.of(360)), lambda one: one * one)


def _degrees_around(numbers: _Numbers) -> Column:
    return numbers.quotient(numbers.of(360), numbers.of(math.pi))


def _diameter(numbers: _Numbers) -> Column:
    return numbers.of(_DIAMETER)


def _index(place: Column) -> Column:
    """The whole part of a number, which may be negative."""
    return F.when(place < 0, F.ceil(place)).otherwise(F.floor(place))


@dataclass(frozen=True)
class _Measure:
    """What distances are measured in.

    Attributes:
        of_longitude: the length of a degree of longitude at a latitude.
        of_latitude: that of a degree of latitude; None where it is always the same.
        always: its square in that case.
        of_arcsine: what an arcsine is multiplied by for points that are far apart.
    """

    of_longitude: _Entry
    of_latitude: _Entry | None = None
    always: Callable[[_Numbers], Column] = _meters_of_degree
    of_arcsine: Callable[[_Numbers], Column] = _diameter

    def build(self, arguments: Arguments) -> Column:
        """The distance of two points: longitudes and latitudes."""
        has_doubles = any(arguments.type(place) == "double" for place in range(len(arguments)))
        numbers = _Numbers("double" if has_doubles else "float")
        names = ("east", "north", "other_east", "other_north")
        columns = [
            numbers.of(column).alias(name)
            for column, name in zip(arguments.columns, names, strict=True)
        ]
        found = once(F.struct(*columns), lambda points: self._of_points(numbers, points))
        given = functools.reduce(operator.and_, (one.isNotNull() for one in arguments.columns))
        return F.when(given, found)

    def _of_points(self, numbers: _Numbers, points: Column) -> Column:
        apart = F.struct(
            numbers.difference(points["north"] - points["other_north"]).alias("north"),
            numbers.difference(points["east"] - points["other_east"]).alias("east"),
        )
        return once(
            apart,
            lambda one: F.when(one["east"] < _IS_FAR, self._near(numbers, points, one)).otherwise(
                self._far(numbers, points, one)
            ),
        )

    def _near(self, numbers: _Numbers, points: Column, apart: Column) -> Column:
        """On the plane that touches the Earth between the points."""
        middle = points["north"] + points["other_north"] + numbers.of(180)
        middle = numbers.quotient(middle * numbers.of(_ENTRIES), numbers.of(360))

        def found(place: Column) -> Column:
            number = _index(place).bitwiseAND(F.lit(_ENTRIES - 1))
            part = place - numbers.of(number)
            east = numbers.between(_square_of_latitude(self.of_longitude), number, part)
            if self.of_latitude is None:
                north = numbers.of(self.always(numbers))
            else:
                north = numbers.between(_square_of_latitude(self.of_latitude), number, part)
            square = north * apart["north"] * apart["north"] + east * apart["east"] * apart["east"]
            return numbers.of(F.sqrt(square))

        return once(middle, found)

    def _far(self, numbers: _Numbers, points: Column, apart: Column) -> Column:
        """By the haversine formula."""
        radian, half = numbers.of(math.pi / 180), numbers.of(math.pi / 360)
        north, east = (
            once(numbers.sine(apart[name] * half), lambda sine: sine * sine)
            for name in ("north", "east")
        )
        cosines = numbers.cosine(points["north"] * radian) * numbers.cosine(
            points["other_north"] * radian
        )
        return self.of_arcsine(numbers) * numbers.arcsine_of_root(north + cosines * east)


_MEASURES = {
    "greatCircleDistance": _Measure(_meters),
    "greatCircleAngle": _Measure(_degrees, always=_degree_itself, of_arcsine=_degrees_around),
    "geoDistance": _Measure(_meters_east, _meters_north),
}

DISTANCES: Builders = {name: typed(4, 4, one.build) for name, one in _MEASURES.items()}
"""The functions."""
