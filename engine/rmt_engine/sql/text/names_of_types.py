"""Names of types that are several words, as standard SQL has them: `INT UNSIGNED`.

Source: https://clickhouse.com/docs/sql-reference/data-types and the aliases in
`system.data_type_families`.
"""

from __future__ import annotations

from rmt_engine.sql.text.tokens import Cursor

__all__ = ["further_words"]

_SIGNS = (("UNSIGNED",), ("SIGNED",))
_LENGTHS = (("VARYING",), ("LARGE", "OBJECT"))
_BEHIND: dict[str, tuple[tuple[str, ...], ...]] = {
    "DOUBLE": (("PRECISION",),),
    **dict.fromkeys(("TINYINT", "INT1", "SMALLINT", "MEDIUMINT"), _SIGNS),
    **dict.fromkeys(("INT", "INTEGER", "BIGINT"), _SIGNS),
    **dict.fromkeys(("CHAR", "CHARACTER", "NCHAR", "BINARY"), _LENGTHS),
    "NATIONAL": (("CHARACTER",), ("CHAR",)),
}
"""What may follow a word."""


def further_words(cursor: Cursor, name: str) -> list[str]:
    """Reads the words that belong to a name of a type, in capitals.

    Args:
        cursor: behind the first word.
        name: the first word.
    """
    for words in _BEHIND.get(name.upper(), ()):
        if cursor.accept(*words):
            return [*words, *further_words(cursor, words[-1])]
    return []
