"""Expressions of a mutation as recorded: without the table's own name and users' functions.

A mutation may run long after it was given, when the table has another name and a function another
body. ClickHouse spells the functions out as well (`UserDefinedSQLFunctionVisitor`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.grammar.statements import RowCommand
from rmt_engine.sql.query.names.substitution import substituted
from rmt_engine.sql.query.names.user_functions import body_of_call, lambda_of, refuse_recursion
from rmt_engine.sql.query.printing.operators import written_expression
from rmt_engine.sql.query.tree import Call, Expression, Identifier, expressions_in
from rmt_engine.sql.tables.expressions import tree_of

__all__ = ["SpelledOut"]


@dataclass(frozen=True)
class SpelledOut:
    """Spells out the expressions of one table's mutation.

    Attributes:
        table: the table's name.
        database: the database it is in.
        columns: the names of its columns, which come before the table's own name.
        functions: the lambdas of the functions that CREATE FUNCTION made, by name.
    """

    table: str
    database: str
    columns: Collection[str]
    functions: Mapping[str, str]

    def command(self, command: RowCommand) -> RowCommand:
        """A command with its condition and its values spelled out.

        Raises:
            RmtError: `UNSUPPORTED_METHOD` or `FUNCTION_CANNOT_HAVE_PARAMETERS`, a function is
                called wrongly.
        """
        assignments = command.assignments
        if assignments is not None:
            assignments = tuple((name, self.text(value)) for name, value in assignments)
        return replace(command, condition=self.text(command.condition), assignments=assignments)

    def text(self, text: str) -> str:
        """An expression; one that names neither is as it was written."""
        if not text or not any(map(self._is_of_either, expressions_in(tree_of(text)))):
            return text
        return written_expression(self._tree(tree_of(text)))

    def _is_of_either(self, node: Expression) -> bool:
        if isinstance(node, Identifier):
            return self._own_name(node) is not None
        return isinstance(node, Call) and node.name in self.functions

    def _tree(self, tree: Expression) -> Expression:
        return substituted(tree, self._own_name, self._body)

    def _own_name(self, node: Identifier) -> Expression | None:
        parts = node.parts
        if any(".".join(parts[:length]) in self.columns for length in range(1, len(parts) + 1)):
            return None
        for own in ((self.table,), (self.database, self.table)):
            if len(parts) > len(own) and parts[: len(own)] == own:
                return replace(node, parts=parts[len(own) :])
        return None

    def _body(self, call: Call) -> Expression | None:
        definition = self.functions.get(call.name)
        if definition is None:
            return None
        refuse_recursion(call.name, self.functions.get)
        made = lambda_of(definition)
        if len(call.arguments) != len(made.parameters):
            raise RmtError(
                "UNSUPPORTED_METHOD",
                f"Function {call.name} expects {len(made.parameters)} arguments, not "
                f"{len(call.arguments)}.",
            )
        return self._tree(body_of_call(call, made))
