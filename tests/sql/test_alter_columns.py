from __future__ import annotations

import pytest

from rmt_engine.sql.grammar.parser import parse_statement
from rmt_engine.sql.grammar.statements import (
    AddColumn,
    AlterColumns,
    ColumnClause,
    ColumnCommand,
    CommentColumn,
    CommentTable,
    DropColumn,
    ModifyColumn,
    ModifyOrderBy,
    ModifySampleBy,
    ModifyTtl,
    Place,
    RemoveFromColumn,
    RenameColumn,
    TtlClause,
)
from rmt_engine.sql.text.tokens import Name
from tests.sql.support import NoTables
from tests.store.samples import refused


class Tables(NoTables):
    """A session where `t` is the engine's."""

    def is_engine_table(self, name: Name) -> bool:
        return name.table == "t"


def parse(text: str) -> AlterColumns:
    statement = parse_statement(f"ALTER TABLE t {text}", Tables())
    assert isinstance(statement, AlterColumns)
    return statement


X = ColumnClause("x", "Int8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ADD COLUMN x Int8", [AddColumn(X)]),
        ("add column if not exists x Int8 first", [AddColumn(X, True, Place())]),
        ("ADD COLUMN x Int8 AFTER `a b`;", [AddColumn(X, False, Place("a b"))]),
        (
            "ADD COLUMN x Int8 DEFAULT f(a, b) + 1 COMMENT 'c' CODEC(ZSTD(3)) AFTER a",
            [
                AddColumn(
                    ColumnClause("x", "Int8", None, "DEFAULT", "f(a, b) + 1", "c", "ZSTD(3)"),
                    place=Place("a"),
                )
            ],
        ),
        ("ADD COLUMN x Int8 DEFAULT 1 FIRST", [
            AddColumn(ColumnClause("x", "Int8", None, "DEFAULT", "1"), place=Place())
        ]),
        ("DROP COLUMN x, DROP COLUMN IF EXISTS y", [DropColumn("x"), DropColumn("y", True)]),
        ("(DROP COLUMN x), (ADD COLUMN x Int8)", [DropColumn("x"), AddColumn(X)]),
        ("RENAME COLUMN IF EXISTS x TO y", [RenameColumn("x", "y", True)]),
        ("MODIFY COLUMN x Int8", [ModifyColumn(X)]),
        ("ALTER COLUMN x TYPE Int8", [ModifyColumn(X)]),
        ("MODIFY COLUMN x TYPE Int8", [ModifyColumn(X)]),
        ("MODIFY COLUMN IF EXISTS x Int8 AFTER y", [ModifyColumn(X, True, Place("y"))]),
        ("MODIFY COLUMN x ALIAS 5", [ModifyColumn(ColumnClause("x", None, None, "ALIAS", "5"))]),
        ("MODIFY COLUMN x COMMENT 'c'", [ModifyColumn(ColumnClause("x", None, comment="c"))]),
        ("ADD COLUMN x Int8 SETTINGS (min_compress_block_size = 9) FIRST", [
            AddColumn(X, place=Place())
        ]),
        (
            "MODIFY COLUMN x DEFAULT 1 SETTINGS (max_compress_block_size = 9) COMMENT 'c', "
            "MODIFY COLUMN x SETTINGS (min_compress_block_size = 1, max_compress_block_size = 2)",
            [
                ModifyColumn(ColumnClause("x", None, None, "DEFAULT", "1", "c")),
                ModifyColumn(ColumnClause("x", None)),
            ],
        ),
        ("MODIFY COLUMN x REMOVE DEFAULT", [RemoveFromColumn("x", "DEFAULT")]),
        ("MODIFY COLUMN IF EXISTS x REMOVE TTL", [RemoveFromColumn("x", "TTL", True)]),
        ("COMMENT COLUMN IF EXISTS x 'c'", [CommentColumn("x", "c", True)]),
        ("MODIFY COMMENT 'c'", [CommentTable("c")]),
        ("MODIFY TTL a + INTERVAL 2 DAY", [ModifyTtl((TtlClause("a + INTERVAL 2 DAY"),))]),
        (
            "MODIFY TTL a DELETE, f(b, c) WHERE d, (ADD COLUMN e Int8 TTL a), REMOVE TTL",
            [
                ModifyTtl((TtlClause("a"), TtlClause("f(b, c)", "d"))),
                AddColumn(ColumnClause("e", "Int8", ttl="a")),
                ModifyTtl(()),
            ],
        ),
        ("MODIFY COLUMN x TTL a", [ModifyColumn(ColumnClause("x", None, ttl="a"))]),
        ("MODIFY SAMPLE BY f(a), MODIFY COMMENT 'c'", [ModifySampleBy("f(a)"), CommentTable("c")]),
        ("REMOVE SAMPLE BY", [ModifySampleBy(None)]),
        ("MODIFY ORDER BY (a, b), DROP COLUMN x", [ModifyOrderBy("(a, b)"), DropColumn("x")]),
    ],
)  # fmt: skip
def test_commands_are_read(text: str, expected: list[ColumnCommand]) -> None:
    assert list(parse(text).commands) == expected


def test_settings_follow_the_commands() -> None:
    statement = parse(
        "ADD COLUMN x Int8 DEFAULT 1 SETTINGS (min_compress_block_size = 1) SETTINGS alter_sync = 2"
    )
    assert statement.settings == {"alter_sync": "2"}
    assert statement.commands == (AddColumn(ColumnClause("x", "Int8", None, "DEFAULT", "1")),)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ADD COLUMN", "SYNTAX_ERROR"),
        ("ADD COLUMN x Int8 AFTER", "SYNTAX_ERROR"),
        ("RENAME COLUMN x y", "SYNTAX_ERROR"),
        ("DROP COLUMN x y", "SYNTAX_ERROR"),
        ("(DROP COLUMN x", "SYNTAX_ERROR"),
        ("ALTER COLUMN x Int8", "SYNTAX_ERROR"),
        ("MODIFY COLUMN x NULL", "SYNTAX_ERROR"),
        ("MODIFY COLUMN x REMOVE TYPE", "SYNTAX_ERROR"),
        ("COMMENT COLUMN x", "SYNTAX_ERROR"),
        ("MODIFY ORDER BY", "SYNTAX_ERROR"),
        ("MODIFY SAMPLE BY", "SYNTAX_ERROR"),
        ("MODIFY TTL", "SYNTAX_ERROR"),
        ("MODIFY TTL a,", "SYNTAX_ERROR"),
        ("MODIFY TTL a WHERE", "SYNTAX_ERROR"),
        ("MODIFY TTL a TO DISK 'd'", "NOT_IMPLEMENTED"),
        ("MODIFY TTL a, DELETE WHERE b", "SYNTAX_ERROR"),
        ("MODIFY COLUMN x TTL", "SYNTAX_ERROR"),
        ("ADD COLUMN x Int8, DELETE WHERE a", "NOT_IMPLEMENTED"),
        ("MODIFY COLUMN x REMOVE EPHEMERAL", "SYNTAX_ERROR"),
        ("MODIFY COLUMN x MODIFY SETTING a = 1", "NOT_IMPLEMENTED"),
        ("MODIFY COLUMN x RESET SETTING a", "NOT_IMPLEMENTED"),
        ("MODIFY COLUMN x REMOVE SETTINGS", "NOT_IMPLEMENTED"),
        ("ADD COLUMN x Int8 SETTINGS (no_such = 1)", "UNKNOWN_SETTING"),
        ("ADD COLUMN x Int8 SETTINGS (index_granularity = 1)", "UNKNOWN_SETTING"),
        (
            "ADD COLUMN x Int8 SETTINGS (min_compress_block_size = 'x')",
            "CANNOT_PARSE_INPUT_ASSERTION_FAILED",
        ),
        ("ADD COLUMN x Int8 SETTINGS ()", "SYNTAX_ERROR"),
        ("ADD COLUMN x Int8 SETTINGS (min_compress_block_size = 1", "SYNTAX_ERROR"),
        ("DROP COLUMN x IN PARTITION 1", "SYNTAX_ERROR"),
        ("ADD INDEX i", "SYNTAX_ERROR"),
        ("DROP INDEX", "SYNTAX_ERROR"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, name: str) -> None:
    with refused(name):
        parse(text)
