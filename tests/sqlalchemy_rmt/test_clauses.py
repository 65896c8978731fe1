"""ARRAY JOIN, WITH TOTALS, lambdas, the newest rows by argMax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from sqlalchemy_rmt import engines, final, lambda_, newest, select, types
from tests.sqlalchemy_rmt.compiling import Compiling, User, logs, users

posts = sa.Table(
    "posts",
    sa.MetaData(),
    sa.Column("id", types.UInt64),
    sa.Column("tags", types.Array(types.String)),
    sa.Column("likes", types.Array(types.UInt32)),
    engines.MergeTree(order_by="id"),
)
tag = sa.column("tag", types.String)
AS_JSON = "map('timestampFormat', 'yyyy-MM-dd HH:mm:ss.SSSSSS', 'ignoreNullFields', 'false')"
current = final(posts, "p")

QUERIES: dict[str, tuple[Callable[[], Any], str]] = {
    "array join": (
        lambda: select(posts.c.id, tag).array_join(tag=posts.c.tags),
        "SELECT posts.id, tag FROM posts ARRAY JOIN posts.tags AS tag",
    ),
    "array join of its own name": (
        lambda: select(posts.c.id, sa.column("tags", types.String)).array_join(posts.c.tags),
        "SELECT posts.id, tags FROM posts ARRAY JOIN posts.tags",
    ),
    "array join of several": (
        lambda: (
            select(tag).select_from(posts).array_join(posts.c.likes, tag=posts.c.tags, left=True)
        ),
        "SELECT tag FROM posts LEFT ARRAY JOIN posts.likes, posts.tags AS tag",
    ),
    "array joins": (
        lambda: (
            select(tag).select_from(posts).array_join(tag=posts.c.tags).array_join(posts.c.likes)
        ),
        "SELECT tag FROM posts ARRAY JOIN posts.tags AS tag ARRAY JOIN posts.likes",
    ),
    "array join of a constant": (
        lambda: select(sa.column("n")).select_from(posts).array_join(n=sa.literal_column("[1, 2]")),
        "SELECT n FROM posts ARRAY JOIN [1, 2] AS n",
    ),
    "array join before conditions": (
        lambda: (
            select(tag)
            .select_from(current)
            .array_join(tag=current.c.tags)
            .prewhere(sa.column("id") > 1)
            .where(tag == "a")
        ),
        "SELECT tag FROM posts AS p FINAL ARRAY JOIN p.tags AS tag "
        "PREWHERE id > %(id_1)s WHERE tag = %(tag_1)s",
    ),
    "with totals": (
        lambda: select(logs.c.id, sa.func.count()).group_by(logs.c.id).with_totals(),
        "SELECT logs.id, count(*) AS count_1 FROM logs GROUP BY logs.id WITH TOTALS",
    ),
    "with totals and having": (
        lambda: (
            select(logs.c.id).group_by(logs.c.id).having(sa.func.count() > 1).with_totals().limit(5)
        ),
        "SELECT logs.id FROM logs GROUP BY logs.id WITH TOTALS "
        "HAVING count(*) > %(count_1)s LIMIT %(param_1)s",
    ),
    "lambda": (
        lambda: select(posts.c.id).where(
            sa.func.has(sa.func.arrayMap(lambda_(lambda x: x + 1), posts.c.likes), 2)
        ),
        "SELECT posts.id FROM posts WHERE has(arrayMap(x -> x + %(x_1)s, posts.likes), %(has_1)s)",
    ),
    "lambda of two": (
        lambda: select(
            sa.func.length(
                sa.func.arrayFilter(
                    lambda_(lambda x, y: (x > y) & (posts.c.id < y)), posts.c.likes, posts.c.likes
                )
            ).label("larger")
        ),
        "SELECT length(arrayFilter((x, y) -> x > y AND posts.id < y, posts.likes, posts.likes)) "
        "AS larger FROM posts",
    ),
    "lambda of texts": (
        lambda: select(
            sa.func.arrayMap(lambda_(lambda x: x + "!", types.String), posts.c.tags).label("loud")
        ),
        f"SELECT to_json(arrayMap(x -> x || %(x_1)s, posts.tags), {AS_JSON}) AS loud FROM posts",
    ),
    "newest": (
        lambda: sa.select(newest(users, "u").c.name),
        "SELECT u.name FROM (SELECT anon_1.id AS id, "
        "tupleElement(anon_1.newest_row, %(tupleElement_1)s) AS name, "
        "tupleElement(anon_1.newest_row, %(tupleElement_2)s) AS ver, "
        "tupleElement(anon_1.newest_row, %(tupleElement_3)s) AS deleted "
        "FROM (SELECT users.id AS id, "
        "argMax(tuple(users.name, users.ver, users.deleted), users.ver) AS newest_row "
        "FROM users GROUP BY users.id) AS anon_1 "
        "WHERE tupleElement(anon_1.newest_row, %(tupleElement_3)s) = %(tupleElement_4)s) AS u",
    ),
}


class TestQueries(Compiling):
    @pytest.mark.parametrize("name", QUERIES)
    def test_a_query_is_written(self, name: str) -> None:
        make, expected = QUERIES[name]
        self.assert_compile(make(), expected)

    def test_the_newest_rows_keep_the_types_of_columns(self) -> None:
        kept = newest(User, where=User.id == 1).c
        assert [type(column.type) for column in kept] == [type(c.type) for c in users.c]

    def test_an_array_join_is_part_of_the_key_of_caches(self) -> None:
        plain = select(posts.c.id)
        keys = {
            statement._generate_cache_key()[0]
            for statement in (
                plain.array_join(posts.c.tags),
                plain.array_join(posts.c.likes),
                plain.array_join(posts.c.likes, left=True),
                plain.with_totals(),
            )
        }
        assert len(keys) == 4


def _without_version() -> sa.Table:
    return sa.Table(
        "plain", sa.MetaData(), sa.Column("id", types.UInt64), engines.ReplacingMergeTree()
    )


def _by_expression() -> sa.Table:
    return sa.Table(
        "odd",
        sa.MetaData(),
        sa.Column("id", types.UInt64),
        sa.Column("ver", types.UInt64),
        engines.ReplacingMergeTree("ver", order_by=sa.text("id % 7")),
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: select(posts.c.id).array_join(), "needs an array"),
        (lambda: lambda_(lambda: 1), "plain parameters"),
        (lambda: lambda_(lambda *x: 1), "plain parameters"),
        (lambda: lambda_(lambda x: x, types.String, types.String), "more types"),
        (lambda: newest(logs), "was not declared with ReplacingMergeTree"),
        (lambda: newest(_without_version()), "no version column"),
        (lambda: newest(_by_expression()), "has expressions"),
    ],
)
def test_what_cannot_be_written_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(exc.ArgumentError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: select(sa.literal(1)).array_join(a=sa.literal_column("[1]")), "needs a table"),
        (lambda: select(logs.c.id).with_totals(), "needs group_by"),
    ],
)
def test_a_clause_without_what_it_follows_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(exc.CompileError, match=message):
        make().compile(dialect=Compiling.__dialect__)


def test_engines_with_the_same_arguments_are_equal() -> None:
    def made(**more: Any) -> engines.Engine:
        return engines.ReplacingMergeTree("ver", order_by=("id", sa.text("id % 7")), **more)

    assert made() == made()
    assert hash(made()) == hash(made())
    assert made() != made(partition_by="day")
    assert engines.MergeTree(order_by="id") != engines.SummingMergeTree(order_by="id")
    assert engines.MergeTree(order_by="id") != "MergeTree"
