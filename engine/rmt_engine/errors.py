"""Errors that reach a user: ClickHouse's name and code, an SQLSTATE, what was wrong, how to mend.

The names and numbers are those of ClickHouse (`src/Common/ErrorCodes.cpp`, `system.errors`), so
that a ClickHouse user finds the same explanation in the same documentation. SQLSTATEs follow the
SQL standard and PostgreSQL where the standard leaves a gap; drivers map them to exception classes.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ERRORS", "ErrorCode", "RmtError"]


@dataclass(frozen=True)
class ErrorCode:
    """One kind of error.

    Attributes:
        name: ClickHouse's name, e.g. `ILLEGAL_FINAL`.
        number: ClickHouse's error code, e.g. 181.
        sqlstate: the five-character SQLSTATE a driver sees.
    """

    name: str
    number: int
    sqlstate: str


ERRORS: dict[str, ErrorCode] = {
    name: ErrorCode(name, number, sqlstate)
    for name, number, sqlstate in (
        ("UNSUPPORTED_METHOD", 1, "0A000"),
        ("CANNOT_PARSE_TEXT", 6, "22018"),
        ("THERE_IS_NO_COLUMN", 8, "42703"),
        ("DUPLICATE_COLUMN", 15, "42701"),
        ("NO_SUCH_COLUMN_IN_TABLE", 16, "42703"),
        ("NUMBER_OF_COLUMNS_DOESNT_MATCH", 20, "21S01"),
        ("CANNOT_PARSE_INPUT_ASSERTION_FAILED", 27, "22018"),
        ("BAD_ARGUMENTS", 36, "22023"),
        ("CANNOT_PARSE_DATE", 38, "22007"),
        ("CANNOT_PARSE_DATETIME", 41, "22007"),
        ("NUMBER_OF_ARGUMENTS_DOESNT_MATCH", 42, "42605"),
        ("ILLEGAL_TYPE_OF_ARGUMENT", 43, "42804"),
        ("ILLEGAL_COLUMN", 44, "42611"),
        ("UNKNOWN_FUNCTION", 46, "42883"),
        ("UNKNOWN_IDENTIFIER", 47, "42703"),
        ("NOT_IMPLEMENTED", 48, "0A000"),
        ("LOGICAL_ERROR", 49, "XX000"),
        ("UNKNOWN_TYPE", 50, "42704"),
        ("TYPE_MISMATCH", 53, "42804"),
        ("UNKNOWN_STORAGE", 56, "42704"),
        ("TABLE_ALREADY_EXISTS", 57, "42P07"),
        ("UNKNOWN_TABLE", 60, "42P01"),
        ("SYNTAX_ERROR", 62, "42601"),
        ("ARGUMENT_OUT_OF_BOUND", 69, "22003"),
        ("CANNOT_CONVERT_TYPE", 70, "22018"),
        ("INCORRECT_QUERY", 80, "42809"),
        ("UNKNOWN_DATABASE", 81, "3F000"),
        ("DATABASE_ALREADY_EXISTS", 82, "42P04"),
        ("UNKNOWN_SETTING", 115, "42704"),
        ("INCORRECT_DATA", 117, "22000"),
        ("TOO_LARGE_STRING_SIZE", 131, "22001"),
        ("TIMEOUT_EXCEEDED", 159, "57014"),
        ("BAD_TYPE_OF_FIELD", 169, "42804"),
        ("CYCLIC_ALIASES", 174, "42P19"),
        ("ILLEGAL_FINAL", 181, "42809"),
        ("ILLEGAL_PREWHERE", 182, "42809"),
        ("UNEXPECTED_AST_STRUCTURE", 223, "42601"),
        ("INVALID_PARTITION_VALUE", 248, "22023"),
        ("INVALID_CONFIG_PARAMETER", 318, "F0000"),
        ("VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE", 321, "22003"),
        ("SUPPORT_IS_DISABLED", 344, "0A000"),
        ("CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN", 349, "23502"),
        ("CANNOT_PARSE_UUID", 376, "22P02"),
        ("CANNOT_ASSIGN_OPTIMIZE", 388, "55000"),
        ("QUERY_WAS_CANCELLED", 394, "57014"),
        ("SUSPICIOUS_TYPE_FOR_LOW_CARDINALITY", 455, "42804"),
        ("CANNOT_PARSE_BOOL", 467, "22018"),
        ("UNKNOWN_ELEMENT_OF_ENUM", 691, "22P02"),
        ("TABLE_IS_BEING_RESTARTED", 733, "55006"),
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
