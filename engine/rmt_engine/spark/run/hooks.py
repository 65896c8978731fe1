"""The three hooks: Python objects that Spark calls as Java interfaces.

| hook | Spark's interface | what it does |
|---|---|---|
| parser | `ParserInterface`, by `injectParser` | sees every statement's text first |
| table functions | `Function1`, by `injectTableFunction` | give tables their plans |
| functions | `Function1`, by `injectFunction` | ClickHouse's functions as Spark expressions |

None of them keeps a session: it would outlive its client. They look the active one up instead.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from py4j.java_gateway import JavaObject
from pyspark.sql import Column

from rmt_engine.errors import RmtError
from rmt_engine.rights import Rights
from rmt_engine.spark.bridge.errors import thrown_in_java
from rmt_engine.spark.bridge.gateway import Gateway
from rmt_engine.spark.bridge.parser_proxy import PARSER, ParserProxies
from rmt_engine.spark.functions import BUILDERS, DEFAULTS_OF_NOTHING, OPERATORS, Arguments, Builder
from rmt_engine.spark.functions.arguments import MANY
from rmt_engine.spark.read.merged_rows import merged_lists
from rmt_engine.sql.functions import TABLE_FUNCTIONS, function_of_spark
from rmt_engine.sql.functions.arguments import takes_so_many
from rmt_engine.sql.grammar.guarded import CODE_FUNCTIONS

if TYPE_CHECKING:
    from rmt_engine.spark.run.executor import Executor

__all__ = ["Extensions"]

_log = logging.getLogger(__name__)
# A marker of a parameter, `?` or `:name`.
_MARKER = re.compile(r"[?:]")
_LONG = 100_000
_PARAMETER_HANDLER = "org.apache.spark.sql.catalyst.parser.ParameterHandler"


class _ParserHook:
    """Spark's parser with the engine in front of it.

    Args:
        gateway: the bridge to the JVM.
        delegate: Spark's own parser.
        executor: gives the engine's executor, once there is one.
    """

    HOOKED = ("parsePlan", "parsePlanWithParameters")
    """What comes here; everything else a parser does is Spark's."""
    throws_parse_exceptions = True

    def __init__(self, gateway: Gateway, delegate: Any, executor: Callable[[], Executor]) -> None:
        self.gateway = gateway
        self._delegate = delegate
        self._executor = executor
        self._is_admitted = False

    @thrown_in_java
    def parsePlan(self, text: str) -> Any:  # noqa: N802
        """A statement without parameters."""
        return self._plan(text, self._delegate.parsePlan)

    @thrown_in_java
    def parsePlanWithParameters(self, text: str, parameters: Any) -> Any:  # noqa: N802
        """A statement; Spark puts the values of its parameters in."""
        # It takes a moment to look through megabytes, and another one to ask the JVM.
        is_long = len(text) > _LONG
        if (is_long or _MARKER.search(text)) and not self._has_no_values(parameters):
            handler = self.gateway.java_class(_PARAMETER_HANDLER)
            substituted = handler.substituteParameters(text, parameters)._1()
            return self._plan(substituted, self._delegate.parsePlan)
        return self._plan(
            text, lambda final: self._delegate.parsePlanWithParameters(final, parameters)
        )

    def _plan(self, text: str, parse: Callable[[str], Any]) -> Any:
        """A parser is one session's: before its first statement it looks at the session."""
        executor = self._executor()
        if not self._is_admitted:
            executor.admit()
            self._is_admitted = True
        return executor.plan(text, parse)

    def _has_no_values(self, parameters: Any) -> bool:
        if parameters.equals(self.gateway.no_parameters):
            return True
        if parameters.productPrefix() == "HybridParameterContext":
            return bool(parameters.args().isEmpty())
        return bool(parameters.params().isEmpty())

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = (PARSER,)


class _ParserFactory:
    def __init__(self, gateway: Gateway, executor: Callable[[], Executor]) -> None:
        self.gateway = gateway
        self._executor = executor
        self._proxies = ParserProxies(gateway, _ParserHook.HOOKED)

    @thrown_in_java
    def apply(self, _session: Any, delegate: Any) -> Any:
        hook = _ParserHook(self.gateway, delegate, self._executor)
        return self._proxies.parser(hook, delegate)

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("scala.Function2",)


class _TableFunction:
    """`rmt_scan('db.t')` and its like."""

    def __init__(self, gateway: Gateway, name: str, executor: Callable[[], Executor]) -> None:
        self.gateway = gateway
        self._name = name
        self._executor = executor

    @thrown_in_java
    def apply(self, expressions: Any) -> Any:
        arguments = Arguments(self.gateway, self.gateway.items(expressions), [])
        values = [arguments.literal(i) for i in range(len(arguments.expressions))]
        values = [str(v) if isinstance(v, JavaObject) else v for v in values]
        return self._executor().table_function(self._name, values)

    @thrown_in_java
    def toString(self) -> str:  # noqa: N802
        return self._name

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("scala.Function1",)


class _Function:
    """A function of ClickHouse's, built from Spark's expressions when a query is analyzed."""

    def __init__(self, gateway: Gateway, name: str, builder: Builder) -> None:
        self.gateway = gateway
        self._name = name
        self._builder = builder

    @thrown_in_java
    def apply(self, expressions: Any) -> Any:
        arguments = Arguments.of_call(self.gateway, self.gateway.items(expressions))
        fewest, most = self._builder.fewest, self._builder.most
        if not fewest <= len(arguments) <= most:
            ours = function_of_spark(self._name)
            is_known = takes_so_many(ours.name if ours else self._name, len(arguments))
            raise RmtError(
                "NOT_IMPLEMENTED" if is_known else "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
                f"The function {self._name} was given {len(arguments)} argument(s)"
                f"{', which is not supported' if is_known else ''}.",
                f"It takes {_numbers(fewest, most)}.",
            )
        built = self._builder.build(arguments)
        return arguments.expression_of(built) if isinstance(built, Column) else built

    @thrown_in_java
    def toString(self) -> str:  # noqa: N802
        return self._name

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("scala.Function1",)


def _numbers(fewest: int, most: int) -> str:
    if most == MANY:
        return f"{fewest} or more"
    return f"{fewest}" if most == fewest else f"{fewest} to {most}"


class _Merged:
    """`rmt_merged('db.t', lists)`: lists of rows as the table's engine merges them."""

    def __init__(self, gateway: Gateway, executor: Callable[[], Executor]) -> None:
        self.gateway = gateway
        self._executor = executor

    @thrown_in_java
    def apply(self, expressions: Any) -> Any:
        arguments = Arguments.of_call(self.gateway, self.gateway.items(expressions))
        if len(arguments) != 2:
            raise RmtError(
                "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "rmt_merged takes a table's name and lists."
            )
        definition = self._executor().definition_of(arguments.text(0))
        return arguments.expression_of(merged_lists(arguments, definition))

    @thrown_in_java
    def toString(self) -> str:  # noqa: N802
        return "rmt_merged"

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("scala.Function1",)


class _CodeFunction:
    """A function of Spark's that runs code, for those who may."""

    def __init__(self, gateway: Gateway, identifier: Any, executor: Callable[[], Executor]) -> None:
        self.gateway = gateway
        self._identifier = identifier
        self._executor = executor

    @thrown_in_java
    def apply(self, expressions: Any) -> Any:
        self._executor().check_code(f"The function {self._identifier.funcName()}")
        registry = "org.apache.spark.sql.catalyst.analysis.FunctionRegistry"
        builtin = self.gateway.scala_object(registry).builtin()
        return builtin.lookupFunctionBuilder(self._identifier).get().apply(expressions)

    @thrown_in_java
    def toString(self) -> str:  # noqa: N802
        return str(self._identifier.funcName())

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("scala.Function1",)


class Extensions:
    """What `SparkSession.Builder.withExtensions` wants: injects the parser, and functions later.

    A session looks at the functions when its state is made, for its first statement. Until then
    they can be injected while the metastore opens.

    Args:
        gateway: the bridge to the JVM.
        executor: gives the engine's executor; hooks may be called before it exists.
        rights: what statements may do.
    """

    def __init__(self, gateway: Gateway, executor: Callable[[], Executor], rights: Rights) -> None:
        self._gateway = gateway
        self._executor = executor
        self._rights = rights

    def apply(self, extensions: Any) -> None:
        """Called by Spark with its `SparkSessionExtensions`."""
        extensions.injectParser(_ParserFactory(self._gateway, self._executor))
        self._injected = extensions

    def inject_functions(self) -> None:
        """Injects functions and table functions, before the first statement of any session."""
        gateway, extensions = self._gateway, self._injected
        jvm = gateway.jvm
        identifier = jvm.org.apache.spark.sql.catalyst.FunctionIdentifier
        info = jvm.org.apache.spark.sql.catalyst.expressions.ExpressionInfo
        tuple3, about = jvm.scala.Tuple3, info("rmt_engine", "a function of ClickHouse's")
        for name in TABLE_FUNCTIONS:
            hook = _TableFunction(gateway, name, self._executor)
            extensions.injectTableFunction(
                jvm.scala.Tuple3(identifier(name.lower()), info("rmt_engine", name), hook)
            )
        for name, builder in {**BUILDERS, **DEFAULTS_OF_NOTHING, **OPERATORS}.items():
            written = function_of_spark(name)
            function = _Function(gateway, written.name if written else name, builder)
            extensions.injectFunction(tuple3(identifier(name.lower()), about, function))
        merged = _Merged(gateway, self._executor)
        extensions.injectFunction(tuple3(identifier("rmt_merged"), about, merged))
        for name in () if self._rights.code else CODE_FUNCTIONS:
            about = info("rmt_engine", "a function that runs code")
            guarded = _CodeFunction(gateway, identifier(name), self._executor)
            extensions.injectFunction(tuple3(identifier(name), about, guarded))

    def toString(self) -> str:  # noqa: N802
        """Called by Spark when it logs."""
        return "rmt_engine"

    class Java:
        """What py4j makes of this object in the JVM."""

        implements = ("scala.Function1",)
