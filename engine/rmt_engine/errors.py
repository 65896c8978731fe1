"""Errors that reach a user: ClickHouse's name and code, an SQLSTATE, what was wrong, how to mend.

The names and numbers are those of ClickHouse (`src/Common/ErrorCodes.cpp`, `system.errors`), so
that a ClickHouse user finds the same explanation in the same documentation. SQLSTATEs follow the
SQL standard and PostgreSQL where the standard leaves a gap; drivers map them to exception classes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ERRORS", "ErrorCode", "RmtError", "first_line", "raised_by_a_row", "unsupported"]


@dataclass(frozen=True)
class ErrorCode:
    """One kind of error.

    Attributes:
        name: ClickHouse's name, e.g. `ILLEGAL_FINAL`.
        number: ClickHouse's error code, e.g. 181.
        sqlstate: the five-character SQLSTATE a driver sees.
        description: when it is raised, in a few words.
    """

    name: str
    number: int
    sqlstate: str
    description: str


ERRORS: dict[str, ErrorCode] = {
    name: ErrorCode(name, number, sqlstate, description)
    for name, number, sqlstate, description in (
        ("UNSUPPORTED_METHOD", 1, "0A000", "FINAL stands after a subquery or a CTE"),
        ("UNSUPPORTED_PARAMETER", 2, "22023", "an aggregate function has no such parameter"),
        (
            "CANNOT_CREATE_CHARSET_CONVERTER",
            360,
            "22021",
            "there is no such character set",
        ),
        ("DECIMAL_OVERFLOW", 407, "22003", "a Decimal does not fit into a whole number"),
        ("CANNOT_PARSE_TEXT", 6, "22018", "a text is no number"),
        ("CANNOT_FORMAT_DATETIME", 490, "22008", "a day is beyond the years 0 to 9999"),
        ("THERE_IS_NO_COLUMN", 8, "42703", "DEDUPLICATE BY leaves a column of a key out"),
        (
            "NOT_FOUND_COLUMN_IN_BLOCK",
            10,
            "42703",
            "an ALTER TABLE drops, renames or changes a column there is not",
        ),
        (
            "PARAMETER_OUT_OF_BOUND",
            12,
            "22003",
            "a quantile's level is not from 0 to 1, or a number has no such bit",
        ),
        ("DUPLICATE_COLUMN", 15, "42701", "a column is named twice, or is there already"),
        (
            "NO_SUCH_COLUMN_IN_TABLE",
            16,
            "42703",
            "the table has no such column, or an INSERT may not name it",
        ),
        (
            "NUMBER_OF_COLUMNS_DOESNT_MATCH",
            20,
            "21S01",
            "a query gives more or fewer columns than it has to",
        ),
        ("CANNOT_PARSE_ESCAPE_SEQUENCE", 25, "22025", "a pattern of LIKE ends with one backslash"),
        (
            "CANNOT_PARSE_QUOTED_STRING",
            26,
            "22018",
            "a text inside an array, a map or a tuple lacks its quotes",
        ),
        ("CANNOT_PARSE_INPUT_ASSERTION_FAILED", 27, "22018", "a setting wants a whole number"),
        ("CANNOT_READ_ALL_DATA", 33, "42601", "something follows the rows of an INSERT"),
        ("SIZE_OF_FIXED_STRING_DOESNT_MATCH", 19, "22023", "a setting wants one character"),
        ("ATTEMPT_TO_READ_AFTER_EOF", 32, "22018", "a setting's value is empty"),
        (
            "TOO_MANY_ARGUMENTS_FOR_FUNCTION",
            34,
            "42605",
            "an aggregate function was given too many parameters",
        ),
        ("TOO_FEW_ARGUMENTS_FOR_FUNCTION", 35, "42605", "grouping() has no argument"),
        ("BAD_ARGUMENTS", 36, "22023", "an argument, a key, a name or a setting makes no sense"),
        ("CANNOT_PARSE_DATE", 38, "22007", "a text is no date"),
        (
            "CHECKSUM_DOESNT_MATCH",
            40,
            "XX001",
            "a file is damaged, or is not the one that was written",
        ),
        ("CANNOT_PARSE_DATETIME", 41, "22007", "a text is no date with time"),
        (
            "NUMBER_OF_ARGUMENTS_DOESNT_MATCH",
            42,
            "42605",
            "an engine, a type or a function was given too many or too few",
        ),
        (
            "ILLEGAL_TYPE_OF_ARGUMENT",
            43,
            "42804",
            "a type cannot stand inside another, or a function does not take it",
        ),
        (
            "ILLEGAL_COLUMN",
            44,
            "42611",
            "a column cannot be declared, be in a key or be inserted like this",
        ),
        (
            "UNKNOWN_FUNCTION",
            46,
            "42883",
            "there is no such function; the nearest names are suggested",
        ),
        (
            "UNKNOWN_IDENTIFIER",
            47,
            "42703",
            "an expression of CREATE TABLE names a column there is not",
        ),
        ("NOT_IMPLEMENTED", 48, "0A000", "ClickHouse has it, this engine has not, or not yet"),
        ("LOGICAL_ERROR", 49, "XX000", "a fault of the engine; its log has the details"),
        ("UNKNOWN_TYPE", 50, "42704", "there is no such data type"),
        ("EMPTY_LIST_OF_COLUMNS_QUERIED", 51, "42P10", "COLUMNS(…) matches no column"),
        ("COLUMN_QUERIED_MORE_THAN_ONCE", 52, "42701", "DEDUPLICATE BY names a column twice"),
        ("TYPE_MISMATCH", 53, "42804", "values of one type cannot become another"),
        ("UNKNOWN_STORAGE", 56, "42704", "there is no such table engine"),
        ("TABLE_ALREADY_EXISTS", 57, "42P07", "the name is taken"),
        ("EMPTY_LIST_OF_COLUMNS_PASSED", 90, "42P16", "a table has no column that is stored"),
        (
            "ILLEGAL_TYPE_OF_COLUMN_FOR_FILTER",
            59,
            "42804",
            "SAMPLE BY has no unsigned whole number",
        ),
        ("UNKNOWN_TABLE", 60, "42P01", "there is no such table"),
        ("SYNTAX_ERROR", 62, "42601", "the statement cannot be read"),
        (
            "UNKNOWN_AGGREGATE_FUNCTION",
            63,
            "42883",
            "there is no such aggregate function",
        ),
        (
            "ARGUMENT_OUT_OF_BOUND",
            69,
            "22003",
            "a number is too large or too small for a type or a function",
        ),
        (
            "CANNOT_CONVERT_TYPE",
            70,
            "22018",
            "NaN or infinity has to become an integer, or a setting's value a Bool",
        ),
        (
            "INCORRECT_QUERY",
            80,
            "42809",
            "a table has no columns, or a statement for views names a table",
        ),
        (
            "CANNOT_PRINT_FLOAT_OR_DOUBLE_NUMBER",
            28,
            "22003",
            "toDecimalString is asked for more digits than there are",
        ),
        ("CANNOT_PARSE_NUMBER", 72, "22018", "a setting wants a number"),
        (
            "CANNOT_OPEN_FILE",
            76,
            "58030",
            "the system does not let a file be read, or it is no text",
        ),
        ("UNKNOWN_FORMAT", 73, "42704", "there is no such format"),
        ("UNKNOWN_DATABASE", 81, "3F000", "there is no such database"),
        ("DATABASE_ALREADY_EXISTS", 82, "42P04", "there is a database of that name"),
        (
            "DIRECTORY_ALREADY_EXISTS",
            84,
            "58030",
            "FREEZE meets parts that the frozen copy of that name has already",
        ),
        (
            "AGGREGATE_FUNCTION_DOESNT_ALLOW_PARAMETERS",
            133,
            "42601",
            "an aggregate function without parameters is given some",
        ),
        ("BAD_GET", 170, "22023", "a constant of another kind is wanted"),
        ("MULTIPLE_EXPRESSIONS_FOR_ALIAS", 179, "42712", "one alias names two expressions"),
        ("UNEXPECTED_EXPRESSION", 183, "42601", "ORDER BY ALL stands beside a column named all"),
        ("UNSUPPORTED_COLLATION_LOCALE", 186, "22023", "there is no such language for COLLATE"),
        ("ALIAS_REQUIRED", 206, "42601", "a joined subquery or table function has no alias"),
        ("BAD_COLLATION", 262, "42P21", "COLLATE stands behind what is no text"),
        ("AMBIGUOUS_IDENTIFIER", 207, "42702", "several tables have the column"),
        (
            "NOT_AN_AGGREGATE",
            215,
            "42803",
            "a column is neither a key of GROUP BY nor in an aggregate function",
        ),
        (
            "DATABASE_NOT_EMPTY",
            219,
            "2BP01",
            "DROP DATABASE without CASCADE would drop a detached table",
        ),
        ("TABLE_NOT_EMPTY", 705, "2BP01", "DROP TABLE IF EMPTY of a table that has rows"),
        ("FILE_DOESNT_EXIST", 107, "58P01", "there is no file of statements to run"),
        ("NO_DATA_TO_INSERT", 108, "22023", "an INSERT … VALUES has no row"),
        (
            "THERE_IS_NO_DEFAULT_VALUE",
            116,
            "42601",
            "the expression of a column has a subquery",
        ),
        ("UNKNOWN_SETTING", 115, "42704", "there is no such setting"),
        (
            "INCORRECT_DATA",
            117,
            "22000",
            "is_deleted is neither 0 nor 1, or a text is no JSON object",
        ),
        ("ENGINE_REQUIRED", 119, "42601", "a temporary table has no engine"),
        (
            "INCOMPATIBLE_COLUMNS",
            122,
            "42804",
            "two tables have different columns and cannot exchange partitions",
        ),
        ("INCORRECT_ELEMENT_OF_SET", 124, "22023", "a tuple of IN has more or fewer elements"),
        ("INCORRECT_RESULT_OF_SCALAR_SUBQUERY", 125, "21000", "a value's subquery has two rows"),
        (
            "ILLEGAL_INDEX",
            127,
            "42710",
            "two indexes have one name, or one is of a type gone",
        ),
        ("CANNOT_READ_ARRAY_FROM_TEXT", 130, "22018", "a text or a value of JSON is no array"),
        (
            "TOO_LARGE_STRING_SIZE",
            131,
            "22001",
            "a text is longer than its FixedString, or is padded too far",
        ),
        (
            "TOO_LARGE_ARRAY_SIZE",
            128,
            "54000",
            "a function would make an array of too many elements",
        ),
        ("ZERO_ARRAY_OR_TUPLE_INDEX", 135, "22003", "element 0 of an array: they count from 1"),
        ("UNKNOWN_OVERFLOW_MODE", 145, "22023", "a setting has no such overflow mode"),
        ("ILLEGAL_DIVISION", 153, "22012", "a whole number is divided by zero"),
        ("TIMEOUT_EXCEEDED", 159, "57014", "the endpoint's server did not start in time"),
        ("TOO_BIG_AST", 168, "54001", "a statement grows too long when it is spelled out"),
        (
            "BAD_TYPE_OF_FIELD",
            169,
            "42804",
            "the version or is_deleted column has a type it cannot have",
        ),
        (
            "SAMPLING_NOT_SUPPORTED",
            141,
            "42809",
            "SAMPLE is for tables with SAMPLE BY",
        ),
        ("CYCLIC_ALIASES", 174, "42P19", "two columns' expressions need each other"),
        ("ILLEGAL_FINAL", 181, "42809", "FINAL is for ReplacingMergeTree only"),
        ("ILLEGAL_PREWHERE", 182, "42809", "PREWHERE is for tables of this engine only"),
        (
            "ILLEGAL_AGGREGATION",
            184,
            "42803",
            "an aggregate, window or table function in a DELETE, an UPDATE or a key",
        ),
        (
            "SIZES_OF_ARRAYS_DONT_MATCH",
            190,
            "22023",
            "arrays of one Nested column differ in size",
        ),
        (
            "UNEXPECTED_AST_STRUCTURE",
            223,
            "42601",
            "the length of a FixedString is no positive number",
        ),
        ("NO_FILE_IN_DATA_PART", 226, "58P01", "a file of the warehouse is missing"),
        (
            "BAD_SIZE_OF_FILE_IN_DATA_PART",
            228,
            "XX001",
            "a file of the warehouse is shorter or longer than the one that was written",
        ),
        ("CORRUPTED_DATA", 246, "XX001", "a file of the warehouse is damaged"),
        ("UNKNOWN_LOAD_BALANCING", 212, "22023", "a setting has no such load balancing"),
        ("UNKNOWN_TOTALS_MODE", 213, "22023", "a setting has no such mode of totals"),
        ("NO_SUCH_DATA_PART", 232, "42704", "there is no active part of that name"),
        (
            "BAD_DATA_PART_NAME",
            233,
            "42704",
            "a text is no name of a part, or of no detached one",
        ),
        ("ABORTED", 236, "57014", "merges of the table are stopped"),
        (
            "INVALID_PARTITION_VALUE",
            248,
            "22023",
            "PARTITION gives too many or too few values, or an empty id",
        ),
        ("MEMORY_LIMIT_EXCEEDED", 241, "53200", "a statement needs more memory than there is"),
        ("NOT_ENOUGH_SPACE", 243, "53100", "a disk is full"),
        ("TOO_MANY_PARTS", 252, "53400", "a partition has more parts than merges keep up with"),
        (
            "UNION_ALL_RESULT_STRUCTURES_MISMATCH",
            258,
            "42601",
            "the queries of a UNION have different numbers of columns",
        ),
        ("UNKNOWN_DISTRIBUTED_PRODUCT_MODE", 283, "22023", "a setting has no such mode"),
        (
            "TOO_DEEP_RECURSION",
            306,
            "54001",
            "brackets or types are nested too deep, or materialized views lead back to a table",
        ),
        (
            "QUERY_IS_NOT_SUPPORTED_IN_MATERIALIZED_VIEW",
            397,
            "0A000",
            "a materialized view has FINAL, SAMPLE or PREWHERE",
        ),
        (
            "INVALID_CONFIG_PARAMETER",
            318,
            "F0000",
            "a flag, a variable or what it points to is wrong",
        ),
        (
            "VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE",
            321,
            "22003",
            "a value is out of its column's range",
        ),
        ("UNFINISHED", 341, "58000", "a mutation that was waited for failed or was killed"),
        (
            "INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE",
            353,
            "22003",
            "regexpExtract is asked for a group there is not, or a text is padded to below 0",
        ),
        (
            "SUPPORT_IS_DISABLED",
            344,
            "0A000",
            "a setting, or a flag of the endpoint, has to allow it first",
        ),
        (
            "CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN",
            349,
            "23502",
            "CREATE TABLE … AS SELECT meets a NULL in a key or version",
        ),
        ("ILLEGAL_SYNTAX_FOR_DATA_TYPE", 377, "42601", "a Nullable type has NULL or NOT NULL"),
        ("CANNOT_PARSE_UUID", 376, "22P02", "a text is no UUID"),
        (
            "NO_COMMON_TYPE",
            386,
            "42804",
            "no type holds the values of several, such as a number's and a text's",
        ),
        (
            "CANNOT_ASSIGN_OPTIMIZE",
            388,
            "55000",
            "CLEANUP of a MergeTree table, or other merges were always faster",
        ),
        (
            "INSERT_WAS_DEDUPLICATED",
            389,
            "23505",
            "a block had been inserted before; in `system.part_log` only",
        ),
        ("FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", 395, "22000", "throwIf was given a true value"),
        (
            "CANNOT_GET_CREATE_TABLE_QUERY",
            390,
            "42P01",
            "the table that CREATE TABLE … AS names does not exist",
        ),
        ("QUERY_WAS_CANCELLED", 394, "57014", "a client cancelled the statement"),
        (
            "INVALID_JOIN_ON_EXPRESSION",
            403,
            "42601",
            "a join has a condition of another form than it needs",
        ),
        (
            "MULTIPLE_ASSIGNMENTS_TO_COLUMN",
            419,
            "42701",
            "an UPDATE gives a column two values",
        ),
        (
            "CANNOT_UPDATE_COLUMN",
            420,
            "42601",
            "an UPDATE of a column of a key, the version, or a MATERIALIZED one",
        ),
        ("UNKNOWN_JOIN", 418, "22023", "a setting has no such join"),
        ("CANNOT_COMPILE_REGEXP", 427, "2201B", "a pattern is no regular expression"),
        ("DATA_TYPE_CANNOT_BE_PROMOTED", 438, "42804", "a sum would have values that may be NULL"),
        ("INVALID_LIMIT_EXPRESSION", 440, "42601", "LIMIT or OFFSET is no whole number"),
        (
            "BAD_TTL_EXPRESSION",
            450,
            "42804",
            "a TTL is no Date or DateTime, or there are two for all rows",
        ),
        (
            "ILLEGAL_SYNTAX_FOR_CODEC_TYPE",
            431,
            "22023",
            "a compression codec has other arguments, or is not for the type",
        ),
        (
            "DATA_TYPE_CANNOT_HAVE_ARGUMENTS",
            378,
            "22023",
            "a compression codec without arguments is given some",
        ),
        ("UNKNOWN_CODEC", 432, "22023", "there is no such compression codec"),
        ("ILLEGAL_CODEC_PARAMETER", 433, "22023", "a compression codec has no such level or size"),
        ("UNKNOWN_QUERY_PARAMETER", 456, "42P02", "a parameter of a query has no value"),
        (
            "FUNCTION_CANNOT_HAVE_PARAMETERS",
            309,
            "42601",
            "parameters, f(1)(x)",
        ),
        (
            "CANNOT_EXTRACT_TABLE_STRUCTURE",
            636,
            "42P10",
            "a file or rows do not tell their columns, or merge() finds no table",
        ),
        ("INFINITE_LOOP", 269, "54001", "a Buffer table is its own destination"),
        ("FUNCTION_ALREADY_EXISTS", 609, "42723", "a function of that name is there"),
        ("CANNOT_DROP_FUNCTION", 610, "42809", "DROP FUNCTION names one of ClickHouse's own"),
        ("BAD_QUERY_PARAMETER", 457, "22018", "a parameter's value is none of its type"),
        (
            "INVALID_WITH_FILL_EXPRESSION",
            475,
            "42601",
            "WITH FILL has bounds or a step that do not fit",
        ),
        ("DATA_TYPE_CANNOT_BE_USED_IN_KEY", 549, "42P16", "a key holds JSON"),
        ("DATA_TYPE_CANNOT_BE_USED_IN_TABLES", 370, "42P16", "a column is always NULL"),
        ("UNKNOWN_MYSQL_DATATYPES_SUPPORT_LEVEL", 543, "22023", "a setting has no such level"),
        ("UNKNOWN_UNION", 557, "22023", "a setting has no such mode of a set operation"),
        ("ACCESS_ENTITY_ALREADY_EXISTS", 493, "42710", "there is a row policy of that name"),
        ("UNKNOWN_ROW_POLICY", 523, "42704", "there is no such row policy"),
        ("VIOLATED_CONSTRAINT", 469, "23514", "a row does not meet a CHECK of its table"),
        ("READONLY_SETTING", 472, "0A000", "a setting of a table that cannot change any more"),
        (
            "SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY",
            455,
            "42804",
            "LowCardinality around a number or a time",
        ),
        ("CANNOT_PARSE_BOOL", 467, "22018", "a text is neither true nor false"),
        ("WITH_TIES_WITHOUT_ORDER_BY", 476, "42601", "LIMIT WITH TIES wants an ORDER BY"),
        ("EXPECTED_ALL_OR_DISTINCT", 558, "42601", "UNION stands without ALL or DISTINCT"),
        (
            "INTERSECT_OR_EXCEPT_RESULT_STRUCTURES_MISMATCH",
            596,
            "42601",
            "the queries of INTERSECT or EXCEPT have different numbers of columns",
        ),
        ("CANNOT_PARSE_IPV4", 675, "22P02", "a text is no address of IPv4"),
        ("CANNOT_PARSE_IPV6", 676, "22P02", "a text is no address of IPv6"),
        ("UNKNOWN_ELEMENT_OF_ENUM", 691, "22P02", "a value is no member of its Enum"),
        (
            "DEPRECATED_FUNCTION",
            721,
            "0A000",
            "a function depends on how ClickHouse cuts rows into blocks",
        ),
        ("REFRESH_FAILED", 730, "58000", "the refresh of a view that is waited for failed"),
        ("TABLE_IS_DROPPED", 218, "42P01", "a view was dropped while its refresh is waited for"),
        ("ACCESS_DENIED", 497, "42501", "the definer of a view is another user"),
        ("TABLE_IS_BEING_RESTARTED", 733, "55006", "the engine is still starting"),
        (
            "AUTHENTICATION_FAILED",
            516,
            "28000",
            "a login with a wrong name or password, or no LDAP server answers",
        ),
        ("PATH_ACCESS_DENIED", 481, "42501", "a statement names a file it may not use"),
        (
            "DEDUPLICATION_IS_NOT_POSSIBLE",
            764,
            "55000",
            "an INSERT … SELECT has to be recognised when it is repeated, and cannot be",
        ),
        (
            "CANNOT_ASSIGN_ALTER",
            517,
            "55006",
            "columns of a table change while something else works with them",
        ),
        ("LIMIT_EXCEEDED", 290, "54000", "a table has more projections than it may have"),
        (
            "NO_SUCH_PROJECTION_IN_TABLE",
            582,
            "42704",
            "ALTER names a projection that the table does not have",
        ),
        (
            "ILLEGAL_PROJECTION",
            583,
            "42P17",
            "a projection has a name that is taken, or aggregates and has ORDER BY",
        ),
        (
            "PROJECTION_NOT_USED",
            584,
            "55000",
            "`force_optimize_projection` holds, and no projection answers a query",
        ),
        (
            "ALTER_OF_COLUMN_IS_FORBIDDEN",
            524,
            "42809",
            "a column of a key, the version or the mark cannot change like this",
        ),
        (
            "BAD_DATABASE_FOR_TEMPORARY_TABLE",
            442,
            "42P16",
            "a temporary table is given a database",
        ),
        ("KEEPER_EXCEPTION", 999, "58030", "the registry's database failed or does not answer"),
    )
}


class RmtError(Exception):
    """An error a user can act on.

    Args:
        name: a key of `ERRORS`.
        message: what was wrong, one sentence, naming the table, column or value concerned.
        hint: how to mend it, one sentence; empty when the message says it all.

    Raises:
        KeyError: the name is not one of `ERRORS`.
    """

    def __init__(self, name: str, message: str, hint: str = "") -> None:
        self.code = ERRORS[name]
        self.message = message
        self.hint = hint
        super().__init__(str(self))

    @property
    def name(self) -> str:
        """ClickHouse's name of the error."""
        return self.code.name

    @property
    def sqlstate(self) -> str:
        """The SQLSTATE a driver sees."""
        return self.code.sqlstate

    def __str__(self) -> str:
        hint = f" {self.hint}" if self.hint else ""
        code = f"code {self.code.number}, SQLSTATE {self.sqlstate}"
        return f"[{self.name}] {self.message}{hint} ({code})"

    def __reduce__(self) -> tuple[type[RmtError], tuple[str, str, str]]:
        return RmtError, (self.name, self.message, self.hint)


_RAISED = re.compile(r"\[USER_RAISED_EXCEPTION\] \[([A-Z][A-Z0-9_]*+)\] ")
_RAISED_TO = re.compile(r" \(code \d++, SQLSTATE \w{5}\)")


def first_line(error: BaseException) -> str:
    """The first line of an exception's message; the name of its class if it has no message."""
    raised = raised_by_a_row(str(error))
    return str(raised or error).strip().split("\n")[0] or type(error).__name__


def raised_by_a_row(message: str) -> RmtError | None:
    """The error of the engine's own that a row of a query raised, in Spark's message of it."""
    found = _RAISED.search(message)
    end = found and _RAISED_TO.search(message, found.end())
    if found is None or end is None or found[1] not in ERRORS:
        return None
    return RmtError(found[1], message[found.end() : end.start()])


def unsupported(what: str, listed: str = "statements") -> RmtError:
    """The error of what ClickHouse has and this engine has not yet.

    Args:
        what: as the user wrote it.
        listed: what kind of thing it is among those that docs/sql.md lists.
    """
    return RmtError(
        "NOT_IMPLEMENTED",
        f"{what} is not supported yet.",
        f"docs/sql.md lists the {listed} there are.",
    )
