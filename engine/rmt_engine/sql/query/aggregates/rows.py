"""Rows that an aggregate function is calculated of: those of a group, or the elements of a list.

The rules of `aggregate_rules` are written once in terms of these few aggregates, and so hold for
groups, windows, and all combinators that choose or split rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

__all__ = ["GroupRows", "ListRows", "Rows", "let"]

_ORDERED = {"min": "array_min", "max": "array_max"}


def let(text: str, variable: str, body: str) -> str:
    """A value that is computed once and has a name in another."""
    return f"transform(array({text}), {variable} -> {body})[0]"


@dataclass(frozen=True, slots=True)
class Rows(ABC):
    """Rows.

    Attributes:
        where: BOOLEANs that a row has to meet, as texts.
        depth: how many lists surround these rows, which makes the names of variables different.
    """

    where: tuple[str, ...] = ()
    depth: int = 0

    def only(self, *conditions: str) -> Rows:
        """The rows that also meet these conditions."""
        new = tuple(one for one in conditions if one not in self.where)
        return replace(self, where=(*self.where, *new))

    @property
    def condition(self) -> str:
        """All conditions as one; empty without any."""
        return " AND ".join(f"({one})" for one in self.where)

    @abstractmethod
    def count(self) -> str:
        """How many rows, a BIGINT."""

    @abstractmethod
    def count_different(self, values: Sequence[str]) -> str:
        """How many different values, a BIGINT."""

    @abstractmethod
    def sum(self, value: str, kind: str, distinct: bool = False) -> str:
        """The sum; NULL of no rows.

        Args:
            value: a number.
            kind: the Spark type of sums.
            distinct: whether equal values count once.
        """

    @abstractmethod
    def average(self, value: str, distinct: bool = False) -> str:
        """The average of DOUBLEs; NULL of no rows."""

    @abstractmethod
    def extreme(self, function: str, value: str) -> str:
        """The `min` or `max`; NULL of no rows."""

    @abstractmethod
    def by_extreme(self, function: str, value: str, key: str) -> str:
        """The value where a key is least, `min`, or greatest, `max`; NULL of no rows."""

    @abstractmethod
    def edge(self, function: str, value: str) -> str:
        """The `first` or `last` value; NULL of no rows."""

    @abstractmethod
    def list_of(self, value: str) -> str:
        """The values, none of which is NULL, as an ARRAY."""

    @abstractmethod
    def different(self, value: str) -> str:
        """The different values, none of which is NULL, as an ARRAY."""

    @abstractmethod
    def moment(self, function: str, values: Sequence[str]) -> str:
        """One of Spark's functions of DOUBLEs: `var_pop`, `corr`; NULL of no rows."""

    @abstractmethod
    def bits(self, function: str, value: str) -> str:
        """`bit_and`, `bit_or` or `bit_xor`; NULL of no rows."""

    def as_list(
        self, values: Sequence[str], body: Callable[[ListRows, list[str]], str], *, distinct: bool
    ) -> str:
        """What is made of the rows as a list.

        Args:
            values: what is kept of each row.
            body: given the rows of the list, and the names of the values there, the result.
            distinct: whether equal rows count once.
        """
        rows = self.list_of(_struct(values))
        if distinct:
            rows = f"array_distinct({rows})"
        return of_list(rows, len(values), self.depth, body)


def of_list(text: str, width: int, depth: int, body: Callable[[ListRows, list[str]], str]) -> str:
    """What is made of an array of structs with the fields `a1`, `a2`, ….

    Args:
        text: the array.
        width: how many fields.
        depth: of the rows around.
        body: see `Rows.as_list`.
    """
    items = f"rmt_rows{depth + 1}"
    inside = ListRows((), depth + 1, items)
    return let(text, items, body(inside, inside.names(width)))


def _struct(values: Sequence[str]) -> str:
    fields = (f"'a{at}', {value}" for at, value in enumerate(values, 1))
    return f"named_struct({', '.join(fields)})" if values else "named_struct('a0', 1)"


@dataclass(frozen=True, slots=True)
class GroupRows(Rows):
    """The rows of a group, or of a window.

    Attributes:
        over: what follows each aggregate function: empty, or ` OVER (…)`.
        keeps_order: whether other functions see the rows in their order: Spark's DISTINCT would
            have them regrouped.
    """

    over: str = ""
    keeps_order: bool = False

    @property
    def _takes_no_distinct(self) -> bool:
        return bool(self.over) or self.keeps_order

    def _kept(self, value: str) -> str:
        """The value of a row that meets the conditions, NULL in others."""
        needed = [one for one in self.where if not _is_implied(one, value)]
        if not needed:
            return value
        conditions = " AND ".join(f"({one})" for one in needed)
        return f"CASE WHEN {conditions} THEN {value} END"

    def _call(self, function: str, *arguments: str) -> str:
        return f"{function}({', '.join(arguments)}){self.over}"

    def count(self) -> str:
        return self._call("count", self._kept("1"))

    def count_different(self, values: Sequence[str]) -> str:
        if self._takes_no_distinct:
            value = values[0] if len(values) == 1 else _struct(values)
            return f"CAST(size({self._call('collect_set', self._kept(value))}) AS BIGINT)"
        kept = ", ".join((self._kept(values[0]), *values[1:]))
        return f"count(DISTINCT {kept})"

    def sum(self, value: str, kind: str, distinct: bool = False) -> str:
        if distinct and self._takes_no_distinct:
            return self.as_list(
                [value], lambda rows, names: rows.sum(names[0], kind), distinct=True
            )
        mark = "DISTINCT " if distinct else ""
        return self._call("sum", mark + self._kept(value))

    def average(self, value: str, distinct: bool = False) -> str:
        if distinct and self._takes_no_distinct:
            return self.as_list([value], lambda rows, names: rows.average(names[0]), distinct=True)
        mark = "DISTINCT " if distinct else ""
        return self._call("avg", mark + self._kept(f"CAST({value} AS DOUBLE)"))

    def extreme(self, function: str, value: str) -> str:
        return self._call(function, self._kept(value))

    def by_extreme(self, function: str, value: str, key: str) -> str:
        return self._call(f"{function}_by", value, self._kept(key))

    def edge(self, function: str, value: str) -> str:
        return self._call(function, self._kept(value), "true")

    def list_of(self, value: str) -> str:
        return self._call("collect_list", self._kept(value))

    def different(self, value: str) -> str:
        return self._call("collect_set", self._kept(value))

    def moment(self, function: str, values: Sequence[str]) -> str:
        first, *rest = (f"CAST({value} AS DOUBLE)" for value in values)
        return self._call(function, self._kept(first), *rest)

    def bits(self, function: str, value: str) -> str:
        return self._call(function, self._kept(value))


def _is_implied(condition: str, value: str) -> bool:
    """Whether a condition only says that a value is not NULL which an aggregate skips anyway."""
    operand = condition.removesuffix(" IS NOT NULL")
    if operand == condition or operand not in value:
        return False
    around = value.replace(operand, "")
    return not any(word in around for word in ("struct", "CASE", "coalesce", "array"))


def _total(value: str) -> str:
    """A sum over the pairs `rmt_all`."""
    return f"aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + {value})"


def _mean(value: str) -> str:
    return f"({_total(value)} / size(rmt_all))"


_X, _Y = "(rmt_one.x - rmt_mean.x)", "(rmt_one.y - rmt_mean.y)"
_VARIANCE = _mean(f"{_X} * {_X}")
_COVARIANCE = _mean(f"{_X} * {_Y}")
_SAMPLE = "size(rmt_all) / nullif(size(rmt_all) - 1, 0)"
_SLOPE = f"({_COVARIANCE} / nullif({_mean(f'{_Y} * {_Y}')}, 0D))"
_MOMENTS = {
    "var_pop": _VARIANCE,
    "var_samp": f"{_VARIANCE} * {_SAMPLE}",
    "stddev_pop": f"sqrt({_VARIANCE})",
    "stddev_samp": f"sqrt({_VARIANCE} * {_SAMPLE})",
    "covar_pop": _COVARIANCE,
    "covar_samp": f"{_COVARIANCE} * {_SAMPLE}",
    "corr": f"{_COVARIANCE} / nullif(sqrt({_VARIANCE} * {_mean(f'{_Y} * {_Y}')}), 0D)",
    "skewness": f"{_mean(f'power({_X}, 3)')} / nullif(power({_VARIANCE}, 1.5D), 0D)",
    "kurtosis": f"{_mean(f'power({_X}, 4)')} / nullif(power({_VARIANCE}, 2), 0D) - 3",
    "regr_slope": _SLOPE,
    "regr_intercept": f"rmt_mean.x - {_SLOPE} * rmt_mean.y",
}
"""Spark's functions of numbers, over the pairs `rmt_all` whose means are `rmt_mean`."""


@dataclass(frozen=True, slots=True)
class ListRows(Rows):
    """The elements of a list.

    Attributes:
        items: an ARRAY of structs with the fields `a1`, `a2`, …
    """

    items: str = ""

    @property
    def _row(self) -> str:
        return f"rmt_row{self.depth}"

    def names(self, width: int) -> list[str]:
        """What the values of a row are called."""
        return [f"{self._row}.a{at}" for at in range(1, width + 1)]

    @property
    def _kept(self) -> str:
        if not self.where:
            return self.items
        return f"filter({self.items}, {self._row} -> {self.condition})"

    def count(self) -> str:
        return f"CAST(size({self._kept}) AS BIGINT)"

    def list_of(self, value: str) -> str:
        return f"transform({self._kept}, {self._row} -> {value})"

    def count_different(self, values: Sequence[str]) -> str:
        value = values[0] if len(values) == 1 else _struct(values)
        return f"CAST(size(array_distinct({self.list_of(value)})) AS BIGINT)"

    def sum(self, value: str, kind: str, distinct: bool = False) -> str:
        wide = "DOUBLE" if kind == "DOUBLE" else kind if "," in kind else "DECIMAL(38,0)"
        values = self.list_of(f"CAST({value} AS {wide})")
        if distinct:
            values = f"array_distinct({values})"
        start = f"CAST(NULL AS {wide})"
        total = "coalesce(rmt_sum + rmt_one, rmt_one)"
        return f"aggregate({values}, {start}, (rmt_sum, rmt_one) -> CAST({total} AS {wide}))"

    def average(self, value: str, distinct: bool = False) -> str:
        values = self.list_of(f"CAST({value} AS DOUBLE)")
        if distinct:
            values = f"array_distinct({values})"
        total = "aggregate(rmt_all, 0D, (rmt_sum, rmt_one) -> rmt_sum + rmt_one)"
        return let(values, "rmt_all", f"{total} / nullif(size(rmt_all), 0)")

    def different(self, value: str) -> str:
        return f"array_distinct({self.list_of(value)})"

    def extreme(self, function: str, value: str) -> str:
        return f"{_ORDERED[function]}({self.list_of(value)})"

    def by_extreme(self, function: str, value: str, key: str) -> str:
        keyed = f"named_struct('by', {key}, 'value', {value})"
        known = self.only(f"{key} IS NOT NULL")
        return f"{_ORDERED[function]}({known.list_of(keyed)}).value"

    def edge(self, function: str, value: str) -> str:
        at = "1" if function == "first" else "-1"
        return f"try_element_at({self.list_of(value)}, {at})"

    def moment(self, function: str, values: Sequence[str]) -> str:
        named = zip("xy", values, strict=False)
        pair = ", ".join(f"'{name}', CAST({value} AS DOUBLE)" for name, value in named)
        x, y = ("rmt_one.x", "rmt_one.y" if len(values) > 1 else "rmt_one.x")
        means = f"named_struct('x', {_mean(x)}, 'y', {_mean(y)})"
        found = let(means, "rmt_mean", _MOMENTS[function])
        return let(
            self.list_of(f"named_struct({pair})"),
            "rmt_all",
            f"CASE WHEN size(rmt_all) > 0 THEN {found} END",
        )

    def bits(self, function: str, value: str) -> str:
        operator = {"bit_and": "&", "bit_or": "|", "bit_xor": "^"}[function]
        values = self.list_of(f"CAST({value} AS BIGINT)")
        total = f"coalesce(rmt_sum {operator} rmt_one, rmt_one)"
        return f"aggregate({values}, CAST(NULL AS BIGINT), (rmt_sum, rmt_one) -> {total})"
