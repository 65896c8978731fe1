"""Writes the reference pages that come from the code's own tables.

python -m docs.generate            write the pages
python -m docs.generate --check    exit 1 and name the pages that are not current
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from pydantic_core import PydanticUndefined

from rmt_engine import cli
from rmt_engine.config import EngineSettings
from rmt_engine.errors import ERRORS
from rmt_engine.sql.functions import (
    ABSENT,
    AGGREGATES,
    COMBINATORS,
    COMPILED_AGGREGATES,
    COMPOSED,
    DEFINED,
    FUNCTIONS,
    SAME_IN_SPARK,
    SCALARS,
    SPARK_HOMONYMS,
    TABLE_FUNCTIONS,
    Function,
)
from rmt_engine.sql.settings.declared import (
    REFRESH_SETTINGS,
    SESSION_SETTINGS,
    TABLE_SETTINGS,
    Setting,
    all_session_settings,
    all_table_settings,
)
from rmt_engine.sql.settings.without_effect import GROUPS
from rmt_engine.sql.values.types import (
    ALIASES,
    FAMILIES,
    UNSUPPORTED,
    Category,
    DataType,
    Family,
    parse_type,
)
from rmt_engine.system.tables import SYSTEM_TABLES

__all__ = ["PAGES", "main", "stale_pages", "write_pages"]

_DOCS = Path(__file__).parent
_NOTE = (
    "<!-- Made by `python -m docs.generate` from the code's tables. Change those, not this. -->\n"
)
_EXAMPLES = {
    Category.DECIMAL: "(P, S)",
    Category.FIXED_STRING: "(N)",
    Category.ENUM: "('a' = 1, 'b' = 2)",
    Category.ARRAY: "(T)",
    Category.MAP: "(K, V)",
    Category.TUPLE: "(a T, b U)",
}
_ARGUMENTS = {
    "DateTime": "([zone])",
    "DateTime64": "([digits[, zone]])",
    "Nested": "(a T, b U)",
}
_SAMPLES = {
    "Decimal": "Decimal(10, 2)",
    "FixedString": "FixedString(2)",
    "Enum8": "Enum8('a' = 1)",
    "Enum16": "Enum16('a' = 1)",
    "Array": "Array(Int64)",
    "Nested": "Nested(a Int64, b String)",
    "Map": "Map(String, Int64)",
    "Tuple": "Tuple(a Int64, b String)",
}
_PARQUET = {
    "tinyint": "INT32, INT(8)",
    "smallint": "INT32, INT(16)",
    "int": "INT32",
    "bigint": "INT64",
    "float": "FLOAT",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "string": "BYTE_ARRAY, STRING",
    "date": "INT32, DATE",
    "timestamp": "INT64, TIMESTAMP(MICROS, UTC)",
    "array": "LIST",
    "map": "MAP",
    "struct": "group",
}


def _types() -> str:
    names = sorted(UNSUPPORTED, key=lambda name: (name.lower(), name))
    refused = ", ".join(map(_code, names))
    return _page(
        "Data types",
        "The types of columns: ClickHouse's names, kept as Spark, Arrow and Parquet types.",
        _section(
            "Types",
            "A client sees the Spark type; the files hold the Parquet type. `DESCRIBE` shows "
            "Spark's type, `system.columns` and `SHOW CREATE TABLE` ClickHouse's. The rows with "
            "arguments show what an example of the type maps to.",
            _table(("Type", "Spark", "Arrow", "Parquet", "Version column"), map(_type_row, _all())),
        ),
        _section(
            "Ranges and defaults",
            "A column that an INSERT leaves out gets its default, here as a Spark expression; a "
            "Nullable one gets NULL, an Enum the member with the smallest number. A value out of "
            "the range is refused with `VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE` where ClickHouse wraps "
            "it around: nothing is lost silently. A Decimal with too many integer digits is "
            "refused with `ARGUMENT_OUT_OF_BOUND`. Bounds of `DateTime` and `DateTime64` are UTC. "
            "A text with more than six fractional digits that a time is compared with is cut.",
            _table(("Type", "Smallest", "Largest", "Default"), map(_range_row, _all())),
        ),
        _section(
            "What differs from ClickHouse",
            "Types without a row behave as in ClickHouse, but for the refusal above.",
            _table(("Type", "Difference"), ((_code(f.name), f.note) for f in _all() if f.note)),
        ),
        _section(
            "Addresses",
            "An `IPv4` or `IPv6` column takes texts, an `IPv4` column whole numbers, too. Every "
            "way to write an address becomes the one that ClickHouse shows, so that keys are equal "
            "when addresses are; an IPv4 address in an `IPv6` column becomes `::ffff:1.2.3.4`. "
            "Anything else is refused with `CANNOT_PARSE_IPV4` or `CANNOT_PARSE_IPV6`. In a "
            "condition the column is a text: `ip = '1.2.3.4'`, `ip = toIPv6('2001:DB8::0001')`.",
        ),
        _section(
            "Nested",
            "`n Nested(a T, b U)` declares the columns `n.a Array(T)` and `n.b Array(U)`: `INSERT "
            "… VALUES (1, [1, 2], ['x', 'y'])`. In each row the arrays are of one size "
            "(`SIZES_OF_ARRAYS_DONT_MATCH`); those that an INSERT leaves out, and those that are "
            "added later, hold that many defaults. `SELECT n` gives an array of tuples, and "
            "`ARRAY JOIN n` a row for each. `ALTER TABLE t ADD COLUMN n.c Array(V)` adds an array, "
            "`DROP COLUMN n` takes all away, where ClickHouse leaves those that stand behind "
            "another column; `RENAME COLUMN n.a TO n.x` stays within `n`.",
            "After `SET flatten_nested = 0` a new Nested is one column, an array of tuples: "
            "`INSERT … VALUES (1, [(1, 'x'), (2, 'y')])`, `n.a` is `[1, 2]`; an INSERT may still "
            "name `n.a` and `n.b`. So is one that the SQLAlchemy dialect creates, and of a table "
            "that was made before this setting had two values.",
        ),
        _section(
            "JSON",
            "A `JSON` column takes texts that are JSON objects, maps, tuples, and objects of "
            "Spark's `VARIANT`; anything else is refused with `INCORRECT_DATA`, and so is an "
            "object that repeats a key. It is kept and read as a text in one form: keys in order, "
            "no blanks; members that are NULL or empty objects are left out. It is neither a key "
            "(`DATA_TYPE_CANNOT_BE_USED_IN_KEY`) nor a version. The limits in "
            "`JSON(max_dynamic_paths = 100)` are kept and have no effect.\n\n"
            "`JSON(a.b UInt32, SKIP c, SKIP REGEXP '^tmp')` names the types of paths and what is "
            "left out. A path with a type always has a value, the type's default if an object has "
            "none; what does not fit is refused with `INCORRECT_DATA`. Such a path may be grouped, "
            "ordered and joined by; in a key it is converted, `ORDER BY j.a::UInt32`. The types "
            "are numbers, texts, times, addresses, Enums, and arrays of these.\n\n"
            "`j.a.b` is the value at a path, of the type `Dynamic`: a number, a Bool, a text, or "
            "an array; NULL for none, and where an object is. A text that is a day or a time in "
            "full, `2024-01-01` or `2024-01-01 10:00:00`, is a Date or a DateTime. Functions, "
            "operators and `j.a.b::Int64` are called for the type of each value; they take two "
            "such values at most. ``j.a.b.:Int64`` is the value if it is of that type, else NULL; "
            "`j.^a` is an object, `j.a[].b` a value in each object of an array. A key may have "
            "points: `j.a.b` is also the value of the key `a.b`. As in ClickHouse, values at a "
            "path cannot be grouped, ordered, joined or looked for by IN before they have one "
            "type, with `::` or `.:`. A client gets a value's text, an array as JSON; so does a "
            "view's reader.",
            _bullets(
                "Paths with types of tuples, maps, `JSON`, `Dynamic` and `Variant` are refused "
                "with `NOT_IMPLEMENTED`.",
                "A column of the type `Dynamic` is refused: so is `CREATE TABLE … AS SELECT "
                "j.a.b`.",
                "A number that is written `1.0` is an `Int64`, since the text is kept as `1`. A "
                "text in another form of a time, `2024-1-1` or `10:00`, is a String, and so is "
                "a time in an array.",
                "`groupArray` of values at a path leaves out NULLs.",
                "`ORDER BY j`, `min(j)` and `max(j)` of a whole JSON are refused with "
                "`NOT_IMPLEMENTED`.",
                "`(text::JSON).a.b` is refused: give the JSON a name, `text::JSON AS j, j.a.b`.",
            ),
        ),
        _section(
            "Time zones",
            "A time that is written without a zone is of its column's zone, "
            "`DateTime('Europe/Berlin')`, else of the session's, `spark.sql.session.timeZone`, "
            "whatever the statement: the WHERE that selects a row is the WHERE that deletes it. A "
            "mutation keeps the zone of the session that gave it; `system.mutations` shows it as "
            "`SETTINGS session_timezone = '…'`.",
            "What a definition stores (DEFAULT, MATERIALIZED, TTL, PARTITION BY, the sorting key) "
            "is computed in UTC, whoever inserts; an ALIAS column is computed in the zone of its "
            "reader. One place still differs from ClickHouse: in a SELECT, a text beside a column "
            "with a zone of its own is read in the session's.",
        ),
        _section(
            "Nullable and LowCardinality",
            "`Nullable(T)` makes a column that can hold NULL; so does `T NULL`. Arrays, maps and "
            "tuples cannot be Nullable, their elements can. `LowCardinality(T)` is kept in the "
            "declaration and asks for dictionary pages in the files. It is for `String`, "
            "`FixedString` and `UUID`, Nullable or not; around numbers, `Bool`, `Date`, `DateTime` "
            "and addresses it wants `allow_suspicious_low_cardinality_types = 1`, in the session "
            "or the `SETTINGS` of CREATE TABLE, and is refused with "
            "`SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY` otherwise.",
        ),
        _section(
            "SimpleAggregateFunction",
            "`SimpleAggregateFunction(f, T)` has the values of T. A table whose engine "
            "[computes values](semantics.md#rows-that-become-one) makes one of them by f, which is "
            "`any`, `anyLast`, `any_respect_nulls`, `anyLast_respect_nulls`, `min`, `max`, `sum`, "
            "`sumWithOverflow`, `groupBitAnd`, `groupBitOr`, `groupBitXor`, `groupArrayArray`, "
            "`groupUniqArrayArray`, or `sumMap`, `minMap`, `maxMap` of maps, and of tuples of "
            "arrays of keys and of values. T is the type that f gives: `sum` of whole numbers has "
            "64 bits. No key has such a column.",
        ),
        _section(
            "AggregateFunction",
            "`AggregateFunction(f, T…)` holds states of an aggregate function: "
            "`f` with the combinator `-State` makes one of the rows of a group, "
            "`-Merge` makes a result of several, `-MergeState` another state, "
            "and `finalizeAggregation` gives what one state stands for. Merges "
            "of a table whose engine [computes "
            "values](semantics.md#rows-that-become-one) put the states of a key "
            "together. The function may be any aggregate function that is there, with combinators "
            "and parameters: `AggregateFunction(quantilesIf(0.5, 0.9), Float64, UInt8)`. States of "
            "quantiles go into each other's columns whatever their levels are; of all others the "
            "parameters have to be the same. `initializeAggregation('sumState', x)` makes a state "
            "of one row.",
            f"{_STATES_EXAMPLE}\n"
            "A state is kept as an ordinary value, which a client sees when it "
            "selects the column: a sum, a tuple of sums, an array of "
            "different values; ClickHouse has bytes of its own. States of `count`, `sum`, `avg`, "
            "`min`, `max`, `any`, `argMin` and the like, of variances, covariances, `corr`, "
            "`skew…`, `kurt…`, `avgWeighted`, `sumCount`, of bits, and `sumMap`, `minMap`, "
            "`maxMap` of maps stay small. Those of `uniq…`, `groupUniqArray` and `groupBitmap`, "
            "whose states are bitmaps, hold the different values, and those of all other functions "
            "(quantiles, `topK`, `entropy`, "
            "`groupArray`, …) all values: they are exact, and grow with what they have seen. A "
            "column "
            "of states has no DEFAULT, is not updated, and gets its values from "
            "`INSERT … SELECT` and from views, not from VALUES.",
        ),
        _section(
            "Other names",
            "Upper and lower case are the same in these. `Decimal32(S)`, `Decimal64(S)` and "
            "`Decimal128(S)` are decimals of 9, 18 and 38 digits. Spark's `array<T>`, `map<K, V>` "
            "and `struct<a: T>` are read, too.",
            _table(("Name", "Type"), ((_code(k), _code(v)) for k, v in ALIASES.items())),
        ),
        _section(
            "Not supported yet",
            f"Refused with `NOT_IMPLEMENTED`: {refused}; `Decimal` of more than 38 digits; "
            "`Nullable(Tuple)`.",
        ),
    )


def _all() -> Iterable[Family]:
    return FAMILIES.values()


def _type_row(family: Family) -> tuple[str, ...]:
    sample = parse_type(_SAMPLES.get(family.name, family.name))
    arguments = _ARGUMENTS.get(family.name) or _EXAMPLES.get(family.category, "")
    return (
        _code(family.name + arguments),
        _code(sample.spark),
        _code(sample.arrow),
        _parquet(sample),
        "yes" if family.version else "",
    )


def _parquet(sample: DataType) -> str:
    spark = sample.spark.lower()
    if spark.startswith("decimal"):
        if sample.category is Category.INTEGER:
            return f"FIXED_LEN_BYTE_ARRAY, {sample.spark.replace(',', ', ')}"
        return "INT32, INT64 or FIXED_LEN_BYTE_ARRAY by precision, DECIMAL(P, S)"
    return _PARQUET[spark.split("<", 1)[0]]


def _range_row(family: Family) -> tuple[str, ...]:
    low, high = family.bounds or ("", "")
    sample = parse_type(_SAMPLES.get(family.name, family.name))
    return _code(family.name), str(low), str(high), _code(sample.default)


def _settings() -> str:
    session, table = all_session_settings().values(), all_table_settings().values()
    return _page(
        "Settings",
        "Settings of sessions and of tables: ClickHouse's names, types and defaults. All names of "
        "ClickHouse 26.9 are known: each has an effect here, or is accepted because it changes no "
        "answer, or is refused with `NOT_IMPLEMENTED` unless it is given a value that changes "
        "none. Types are checked, and any other name is refused with `UNKNOWN_SETTING`.",
        _section(
            "Session settings",
            "`SET name = value` sets one for the session; `SETTINGS name = value` at the end of a "
            "query or of another statement, or before the VALUES of an INSERT, for one statement; "
            "among the settings of CREATE TABLE it holds for that statement, too. `RESET name` "
            "takes it back. A client can send them with the connection as `set:hiveconf:name`. "
            "[`system.settings`](system.md) shows them. Settings that begin with `spark.` are "
            "Spark's.",
            _setting_table(SESSION_SETTINGS.values()),
        ),
        _section(
            "Table settings",
            "Given by `SETTINGS` of CREATE TABLE. `system.merge_tree_settings` shows them.",
            _setting_table(TABLE_SETTINGS.values()),
        ),
        _section(
            "Settings of refreshes",
            "Given by `SETTINGS` in the REFRESH clause of a "
            "[materialized view](sql.md#refreshable-materialized-views).",
            _setting_table(REFRESH_SETTINGS.values()),
        ),
        _section(
            "Refused",
            "Other values than these are refused.",
            _table(
                ("Setting", "Of", "Default", "Taken as well"),
                (
                    (_code(s.name), of, _code(repr(s.default)[1:-1]), _taken(s))
                    for of, settings in (("session", session), ("table", table))
                    for s in settings
                    if s.accepts
                ),
            ),
        ),
        _section("Accepted", "They have no effect here."),
        *_accepted("session", session),
        *_accepted("table", table),
        _section(
            "Other names",
            "",
            _table(
                ("Name", "Setting"),
                ((_code(s.name), _code(s.alias_for)) for s in session if s.alias_for),
            ),
        ),
    )


def _accepted(of: str, settings: Iterable[Setting]) -> Iterable[str]:
    """A paragraph for each group of settings that are accepted and ignored."""
    accepted = [s for s in settings if s.group and not s.accepts and not s.alias_for]
    for group, description in GROUPS.items():
        names = sorted(s.name for s in accepted if s.group == group)
        if names:
            yield f"**Of a {of}.** {description}\n\n{', '.join(map(_code, names))}\n"


def _taken(setting: Setting) -> str:
    others = (word for word in setting.accepts.split("|") if word != "=")
    return ", ".join(_code(word.replace(">=", "≥ ")) for word in others)


def _setting_table(settings: Iterable[Setting]) -> str:
    return _table(
        ("Setting", "Type", "Default", "What it does"),
        ((_code(s.name), s.type, _code(s.default), s.description) for s in settings),
    )


def _functions() -> str:
    plain = [f for f in FUNCTIONS.values() if not f.combinators]
    combined = sum(bool(f.combinators) for f in FUNCTIONS.values())
    return _page(
        "Functions",
        f"ClickHouse's functions: {len(plain)} that are added to Spark's, "
        f"{len(SAME_IN_SPARK)} that Spark has already, and {combined} made by combinators. All of "
        "Spark's own stay.",
        _section(
            "Functions of a row",
            "Spark does not mind upper and lower case. They are Spark expressions: no Python runs "
            "for a row. They work in queries, in DEFAULT and its like, in keys, in ALTER UPDATE. "
            "Each gives what real ClickHouse gives, NULL included, which a test compares; what "
            "differs stands on [a page of its own](differences.md#functions).",
        ),
        *(f"### {family}\n\n{_function_table(rows)}" for family, rows in SCALARS.items()),
        _section(
            "Made of others",
            "The compiler writes what these are made of. A query that calls one is ClickHouse's.",
            _function_table((*(one.function for one in DEFINED.values()), *COMPOSED.values())),
        ),
        _section(
            "Aggregate functions",
            "Square brackets before the arguments are parameters, as in `quantile(0.9)(x)`. "
            "`FILTER` and `OVER` work on those that are one of Spark's own: `argMax`, `any`, "
            "`uniqExact`, `quantile`, `groupArray` and most others.",
            _function_table((*AGGREGATES, *COMPILED_AGGREGATES)),
        ),
        _section(
            "Combinators",
            "Words after an aggregate function's name, Spark's `count`, `sum`, `avg`, `min`, "
            "`max`, `median` and `corr` included: `sumIf`, `uniqOrNull`, `sumOrDefaultIf`.",
            _table(("Combinator", "What counts"), ((f"`-{c}`", t) for c, t in COMBINATORS.items())),
        ),
        _section(
            "The same in Spark",
            "These are Spark's own, under ClickHouse's names, and give ClickHouse's answers: "
            f"{', '.join(map(_code, SAME_IN_SPARK))}.",
        ),
        _section(
            "The same name, another meaning",
            "In a statement that is read as ClickHouse's these names have ClickHouse's meaning, "
            "elsewhere Spark's. [SQL](sql.md#how-a-statement-is-read) says which is which. The "
            "second name always means ClickHouse's.",
            _table(
                ("In a statement of ClickHouse's", "Everywhere"),
                ((_code(ours), _code(theirs)) for ours, theirs in sorted(SPARK_HOMONYMS.items())),
            ),
        ),
        _section(
            "Table functions",
            "",
            _table(
                ("Function", "Rows"),
                ((_code(f.name + f.signature), f.description) for f in TABLE_FUNCTIONS.values()),
            ),
        ),
        _section(
            "Not supported",
            "They are refused by name. Any other unknown function is refused with "
            "`UNKNOWN_FUNCTION` and the nearest names.",
            _table(("Functions", "Why"), _by_reason(ABSENT)),
        ),
    )


def _by_reason(absent: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The names that are refused for the same reason, and the reason."""
    for why in dict.fromkeys(absent.values()):
        yield ", ".join(_code(name) for name in absent if absent[name] == why), why


def _function_table(functions: Iterable[Function]) -> str:
    return _table(
        ("Function", "Returns", "What it gives"),
        ((_code(f.name + f.signature), f.returns, f.description) for f in functions),
    )


def _errors() -> str:
    return _page(
        "Errors",
        "The errors of the engine: ClickHouse's names and codes, with an SQLSTATE.",
        _section(
            "How an error reads",
            "`[NAME] what was wrong. How to mend it. (code N, SQLSTATE S)`. Drivers get the "
            "SQLSTATE; ClickHouse's documentation explains the same names. An error of Spark's "
            "comes unchanged, with its own name, `TABLE_OR_VIEW_NOT_FOUND` say, and SQLSTATE.",
        ),
        _section(
            "Errors",
            "",
            _table(
                ("Name", "Code", "SQLSTATE", "When"),
                (
                    (_code(e.name), str(e.number), _code(e.sqlstate), e.description)
                    for e in ERRORS.values()
                ),
            ),
        ),
    )


def _system() -> str:
    sections = [
        _section(
            f"system.{table.name}",
            f"A row is {table.description}.",
            _table(("Column", "Type"), map(_system_column, table.column_types())),
        )
        for table in SYSTEM_TABLES.values()
    ]
    return _page(
        "System tables",
        "The database `system`: what the engine knows of itself, with ClickHouse's names.",
        "Columns have ClickHouse's meaning; those without a meaning here are left out. Whole "
        "numbers are BIGINT. The database is read only.\n",
        "The registry has the sizes of columns, so that asking for them reads no file; they are "
        "NULL for parts that an older version wrote, until `rmt fsck --repair` measures them. "
        "Marks are in the registry too, and take no bytes of files. Some bytes of a part belong "
        "to no column: page indexes, bloom filters, footers and a hidden column with each row's "
        "number.\n",
        "`tables` and `columns` have views, too, with the engine `View` and ClickHouse's types; "
        "for them the metastore is asked about each database, a few milliseconds each, unless "
        "WHERE says which: conditions like `database = 'shop'`, `database IN ('shop', 'crm')` and "
        "`name = 'orders'`, joined by AND, in the query whose only source is the system table. "
        "The same goes for `table` in `columns` and in the tables about parts, projections, "
        "mutations and merges: only rows of the tables asked about are made. A view over a system "
        "table asks about all. "
        "`rmt_system('tables', 'shop')` and `rmt_system('columns', 'shop')` are the same for the "
        "database `shop` only, and have Spark's own tables besides: with the format of a table "
        "as its engine, and Spark's types.\n",
        "`information_schema` has ClickHouse's `tables`, `columns`, `views`, `schemata`, "
        "`key_column_usage`, `engines`, and, without rows, `referential_constraints` and "
        "`statistics`: queries of the system tables. Its names may be written in capitals. They "
        "are there in queries only, not in the catalog. In queries of ClickHouse's, columns that "
        "are 1 or 0 are UInt8.\n",
        *sections,
    )


def _system_column(column: tuple[str, str]) -> tuple[str, ...]:
    name, data_type = column
    return _code(name), _code(data_type)


def _configuration() -> str:
    commands = _commands()
    client = [
        (_code("/".join(p.opts)), _code(p.envvar) if p.envvar else "", getattr(p, "help", "") or "")
        for p in commands["sql"].params
        if p.name is not None and p.name not in EngineSettings.model_fields and p.name != "help"
    ]
    return _page(
        "Configuration",
        "What an engine and its command can be told: flags, environment variables, defaults.",
        _section(
            "Engine settings",
            "A flag wins over a variable, a variable over the default. "
            "`rmt_engine.session(warehouse=…)` takes the names of the first column. `RMT_CONF` "
            "takes `key=value` pairs, separated by commas or line ends; `--conf` is repeated.",
            _table(
                ("Setting", "Flag", "Variable", "Commands", "Default", "What it is"),
                (_setting_row(name, commands) for name in EngineSettings.model_fields),
            ),
        ),
        _section(
            "Options of `rmt sql`",
            "Beside those of the table above, for a client:",
            _table(("Flag", "Variable", "What it is"), client),
        ),
        _section(
            "Settings of Spark",
            "Any `spark.*` setting can be given by `--conf`. `spark.hadoop.*` reaches Hadoop and "
            "HiveServer2. [Operations](operations.md) shows the useful ones.",
        ),
    )


def _commands() -> dict[str, Any]:
    """The subcommands as click has them, whichever click Typer was built with."""
    group: Any = typer.main.get_command(cli.app)
    return dict(group.commands)


def _setting_row(name: str, commands: dict[str, Any]) -> tuple[str, ...]:
    field = EngineSettings.model_fields[name]
    takers = [
        command
        for command, spec in commands.items()
        if any(parameter.name == name for parameter in spec.params)
    ]
    default = "" if field.default in (PydanticUndefined, None) else _code(field.default)
    return (
        _code(name),
        _code(f"--{name.replace('_', '-')}"),
        _code(f"RMT_{name.upper()}"),
        ", ".join(_code(command) for command in takers),
        default,
        field.description or "",
    )


PAGES: dict[str, Callable[[], str]] = {
    "types.md": _types,
    "settings.md": _settings,
    "functions.md": _functions,
    "errors.md": _errors,
    "system.md": _system,
    "configuration.md": _configuration,
}
"""File name → what makes its text."""


def stale_pages(directory: Path = _DOCS) -> list[str]:
    """The pages that are missing or differ from what the code says.

    Args:
        directory: where the pages are.
    """
    return [name for name, make in PAGES.items() if _read(directory / name) != make()]


def write_pages(directory: Path = _DOCS) -> None:
    """Writes all pages.

    Args:
        directory: where to.
    """
    for name, make in PAGES.items():
        (directory / name).write_text(make(), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Writes the pages, or checks them with `--check`; returns the exit code."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: python -m docs.generate [--check]", file=sys.stderr)
        return 2
    if not arguments:
        write_pages()
        return 0
    stale = stale_pages()
    for name in stale:
        print(f"docs/{name} is not current: run `make docs`", file=sys.stderr)
    return int(bool(stale))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


# Markdown


def _page(title: str, summary: str, *sections: str) -> str:
    return "\n".join((_NOTE, f"# {title}\n", f"{summary}\n", *sections))


_STATES_EXAMPLE = """```sql
CREATE TABLE daily (
    day Date,
    users AggregateFunction(uniq, UInt64),
    last AggregateFunction(argMax, String, DateTime)
) ENGINE = AggregatingMergeTree ORDER BY day;
INSERT INTO daily SELECT day, uniqState(user), argMaxState(page, at) FROM visits GROUP BY day;
SELECT day, uniqMerge(users), argMaxMerge(last) FROM daily GROUP BY day
```
"""


def _section(title: str, text: str, content: str = "") -> str:
    return "\n".join(part for part in (f"## {title}\n", text and f"{text}\n", content) if part)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(map(_cell, line))} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _bullets(*items: str) -> str:
    return "".join(f"- {item}\n" for item in items)


def _code(value: object) -> str:
    return f"`` {value} ``" if "`" in str(value) else f"`{value}`"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
