"""What a function is called, takes and returns."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Function", "declared"]


@dataclass(frozen=True)
class Function:
    """One function.

    Attributes:
        name: ClickHouse's spelling; Spark does not mind the case.
        signature: the arguments, as documentation shows them.
        returns: ClickHouse's type of the result; empty when it follows from the arguments.
        description: one line.
        deterministic: whether the same arguments always give the same result.
        aggregate: whether it is an aggregate function.
        spark_name: the name Spark knows it under; another one where Spark has a function of that
            name with another meaning.
        combinators: those that made it of another aggregate function: `If` of `sumIf`.
    """

    name: str
    signature: str
    returns: str
    description: str
    deterministic: bool = True
    aggregate: bool = False
    spark_name: str = ""
    combinators: tuple[str, ...] = ()

    @property
    def known_as(self) -> str:
        """The name to call it by in Spark SQL."""
        return self.spark_name or self.name


def declared(
    *rows: tuple[str, str, str, str], deterministic: bool = True, aggregate: bool = False
) -> tuple[Function, ...]:
    """Functions from a table: names, signature, type of the result, description.

    Args:
        rows: names are words; one like `length=clickhouse_length` gives Spark's name, too.
        deterministic: whether they are.
        aggregate: whether they are aggregate functions.
    """
    functions = []
    for names, signature, returns, description in rows:
        for word in names.split():
            name, _, spark_name = word.partition("=")
            functions.append(
                Function(
                    name, signature, returns, description, deterministic, aggregate, spark_name
                )
            )
    return tuple(functions)
