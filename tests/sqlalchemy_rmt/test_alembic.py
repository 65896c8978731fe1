"""What Alembic writes into migrations, without a database."""

from __future__ import annotations

import io
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import render
from alembic.autogenerate.api import AutogenContext
from alembic.migration import MigrationContext
from alembic.operations import Operations, ops
from alembic.util import CommandError
from sqlalchemy import exc
from sqlalchemy.schema import CreateTable

from sqlalchemy_rmt import engines, types
from sqlalchemy_rmt.alembic import AlterColumnOptionsOp, AlterTableSettingsOp, RmtImpl
from sqlalchemy_rmt.dialect import RmtDialect
from tests.sqlalchemy_rmt.compiling import users

OPTIONS = {
    "sqlalchemy_module_prefix": "sa.",
    "alembic_module_prefix": "op.",
    "user_module_prefix": None,
    "render_item": None,
    "render_as_batch": False,
}


def statements(change: Any) -> list[str]:
    """What a migration sends."""
    output = io.StringIO()
    options = {"as_sql": True, "output_buffer": output}
    context = MigrationContext.configure(dialect_name="rmt", opts=options)
    change(Operations(context))
    return [text.strip() for text in output.getvalue().split(";") if text.strip()]


def rendered(operation: Any) -> tuple[str, set[str]]:
    context = MigrationContext.configure(dialect_name="rmt", opts=OPTIONS)
    autogen = AutogenContext(context, sa.MetaData())
    return "\n".join(render.render_op(autogen, operation)), autogen.imports


def test_a_rendered_table_has_its_engine() -> None:
    text, imports = rendered(ops.CreateTableOp.from_table(users))
    assert "rmt_engine=ReplacingMergeTree(version='ver', is_deleted='deleted'" in text
    assert "sa.Column('id', types.UInt64()" in text
    assert "from sqlalchemy_rmt import types" in imports


def test_a_rendered_engine_makes_the_same_one() -> None:
    engine = engines.ReplacingMergeTree(
        "v",
        order_by=("k", sa.text("toDate(t)")),
        partition_by=sa.func.toYYYYMM(sa.column("t")),
        settings={"a": 1, "b": "x"},
    )
    again = eval(repr(engine), {"text": sa.text, **vars(engines)})
    assert repr(again) == repr(engine)


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        (sa.func.intDiv(sa.column("id"), 10), "text('intDiv(id, 10)')"),
        (sa.func.substring(sa.column("s"), 1, 2), "text('substring(s, 1, 2)')"),
        (sa.column("s") == "it's 100%", 'text("s = \'it\\\\\'s 100%\'")'),
        (sa.func.f("a:b", "::c"), "text(\"f('a\\\\:b', '::c')\")"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("clause", ["order_by", "partition_by", "sample_by"])
def test_a_rendered_key_keeps_its_constants(clause: str, expression: Any, shown: str) -> None:
    engine = engines.MergeTree(**{clause: expression})
    again = eval(repr(engine), {"text": sa.text, **vars(engines)})

    def declared(engine: engines.Engine) -> str:
        columns = (sa.Column(name, types.Int64, nullable=False) for name in ("id", "s"))
        table = sa.Table("t", sa.MetaData(), *columns, engine)
        return str(CreateTable(table).compile(dialect=RmtDialect()))

    assert declared(again) == declared(engine)
    assert shown in repr(engine)


def test_nested_types_are_rendered_with_their_module() -> None:
    type_ = types.Array(types.Enum8({"String(": 1, "it's": 2}))
    column = ops.AddColumnOp("t", sa.Column("c", type_))
    text, _ = rendered(column)
    assert "types.Array(types.Enum8({'String(': 1, \"it's\": 2}))" in text


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            lambda op: op.alter_column("t", "c", type_=types.Int64(), existing_nullable=True),
            ["ALTER TABLE t MODIFY COLUMN c Nullable(Int64)"],
        ),
        (
            lambda op: op.alter_column("t", "c", nullable=False, existing_type=types.String()),
            ["ALTER TABLE t MODIFY COLUMN c String"],
        ),
        (
            lambda op: op.alter_column(
                "t", "c", nullable=False, existing_type=types.Int8(), server_default=sa.text("1")
            ),
            ["ALTER TABLE t MODIFY COLUMN c Int8 DEFAULT 1"],
        ),
        (
            lambda op: op.alter_column(
                "t",
                "c",
                type_=types.Int8(),
                existing_nullable=True,
                existing_server_default=sa.text("1"),
                server_default=None,
            ),
            [
                "ALTER TABLE t MODIFY COLUMN c Nullable(Int8)",
                "ALTER TABLE t MODIFY COLUMN c REMOVE DEFAULT",
            ],
        ),
        (
            lambda op: op.alter_column("t", "c", server_default="x", comment="y"),
            [
                "ALTER TABLE t MODIFY COLUMN c DEFAULT 'x'",
                "ALTER TABLE t COMMENT COLUMN c 'y'",
            ],
        ),
        (
            lambda op: op.alter_column("t", "c", server_default=None, comment=None, schema="s"),
            [
                "ALTER TABLE s.t MODIFY COLUMN c REMOVE DEFAULT",
                "ALTER TABLE s.t COMMENT COLUMN c ''",
            ],
        ),
        (
            lambda op: op.alter_column("t", "c", new_column_name="order"),
            ["ALTER TABLE t RENAME COLUMN c TO `order`"],
        ),
        (
            lambda op: op.add_column("t", sa.Column("c", types.UInt8, nullable=False)),
            ["ALTER TABLE t ADD COLUMN c UInt8"],
        ),
        (lambda op: op.drop_column("t", "c"), ["ALTER TABLE t DROP COLUMN c"]),
        (lambda op: op.rename_table("t", "u"), ["ALTER TABLE t RENAME TO u"]),
        (
            lambda op: op.alter_table_settings("t", settings={"a": 1}, reset=["b"], schema="s"),
            ["ALTER TABLE s.t MODIFY SETTING a = 1", "ALTER TABLE s.t RESET SETTING b"],
        ),
        (
            lambda op: op.create_check_constraint("more", "t", "a > 1", schema="s"),
            ["ALTER TABLE s.t ADD CONSTRAINT more CHECK a > 1"],
        ),
        (
            lambda op: op.drop_constraint("more", "t"),
            ["ALTER TABLE t DROP CONSTRAINT more"],
        ),
        (
            lambda op: op.alter_column_options(
                "t", "c", codec="ZSTD(3)", expression="MATERIALIZED a + 2", schema="s"
            ),
            [
                "ALTER TABLE s.t MODIFY COLUMN c CODEC(ZSTD(3))",
                "ALTER TABLE s.t MODIFY COLUMN c MATERIALIZED a + 2",
            ],
        ),
        (
            lambda op: op.alter_column_options(
                "t", "c", codec=None, expression=None, existing_expression="ALIAS a + 1"
            ),
            [
                "ALTER TABLE t MODIFY COLUMN c REMOVE CODEC",
                "ALTER TABLE t MODIFY COLUMN c REMOVE ALIAS",
            ],
        ),
    ],
)
def test_a_change(change: Any, expected: list[str]) -> None:
    assert statements(change) == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda op: op.add_column("t", sa.Column("c", types.Int8, sa.CheckConstraint("c > 1"))),
            "ADD COLUMN takes no CHECK",
        ),
        (lambda op: op.create_unique_constraint("u", "t", ["c"]), "no constraints but CHECK"),
        (lambda op: op.drop_constraint("u", "t", type_="unique"), "no constraints but CHECK"),
        (lambda op: op.drop_constraint(None, "t", type_="check"), "give its name"),
    ],
)
def test_constraints_that_are_refused(change: Any, message: str) -> None:
    with pytest.raises(exc.CompileError, match=message):
        statements(change)


def test_a_type_is_declared_as_a_whole() -> None:
    with pytest.raises(CommandError, match="needs existing_type and existing_nullable"):
        statements(lambda op: op.alter_column("t", "c", nullable=True))


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (sa.Column("c", types.Int8, sa.Computed("a % 2")), "sa.Computed('a % 2', )"),
        (sa.Column("c", types.Int8, rmt_alias=sa.column("a") % 2), "rmt_alias=sa.text('a % 2')"),
        (
            sa.Column("c", types.Int8, server_default=sa.text("5 % 2")),
            "server_default=sa.text('5 % 2')",
        ),
    ],
)
def test_expressions_have_their_own_percent_signs(column: sa.Column[Any], expected: str) -> None:
    assert expected in rendered(ops.AddColumnOp("t", column))[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "takes codec and expression"),
        ({"existing_codec": "LZ4"}, "takes codec and expression"),
        ({"codec": "LZ4", "ttl": "a"}, "takes codec and expression"),
        ({"expression": None}, "needs existing_expression"),
    ],
)
def test_options_that_make_no_change(options: dict[str, Any], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        statements(lambda op: op.alter_column_options("t", "c", **options))


def test_options_can_be_taken_back() -> None:
    operation = AlterColumnOptionsOp("t", "c", {"codec": "LZ4"}, {"codec": None}, "s")
    assert rendered(operation)[0] == (
        "op.alter_column_options('t', 'c', codec='LZ4', existing_codec=None, schema='s')"
    )
    assert rendered(operation.reverse())[0] == (
        "op.alter_column_options('t', 'c', codec=None, existing_codec='LZ4', schema='s')"
    )
    assert operation.to_diff_tuple()[:4] == ("alter_column_options", "s", "t", "c")


def test_settings_can_be_taken_back() -> None:
    operation = AlterTableSettingsOp("t", {"a": 2, "n": 1}, ["b"], None, {"a": 1, "b": 3}, ["n"])
    back = operation.reverse()
    assert (back.settings, back.reset) == ({"a": 1, "b": 3}, ["n"])
    assert rendered(operation)[0] == (
        "op.alter_table_settings('t', settings={'a': 2, 'n': 1}, reset=['b'])"
    )


def test_defaults_are_compared_as_they_are_declared() -> None:
    implementation = RmtImpl.__new__(RmtImpl)
    implementation.dialect = RmtDialect()
    implementation.connection = None
    there = sa.Column("c", types.String, server_default=sa.text("'it\\'s 100%'"))
    same = sa.Column("c", types.String, server_default="it's 100%")
    other = sa.Column("c", types.String, server_default="it is")
    assert not implementation.compare_server_default(there, same, None, None)
    assert implementation.compare_server_default(there, other, None, None)
    assert implementation.compare_server_default(there, sa.Column("c"), None, None)


def test_foreign_keys_are_not_compared() -> None:
    metadata_keys: set[Any] = {object()}
    implementation = RmtImpl.__new__(RmtImpl)
    implementation.correct_for_autogen_foreignkeys(set(), metadata_keys)
    assert metadata_keys == set()


def test_a_nested_column_is_added_as_one_column() -> None:
    [nested] = statements(lambda op: op.add_column("t", sa.Column("n", types.Nested(a=types.Int8))))
    assert nested == "ALTER TABLE t ADD COLUMN n Nested(`a` Int8) SETTINGS flatten_nested = 0"
