"""MERGE INTO as a statement."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

import sqlalchemy_rmt as rmt
from tests.sqlalchemy_rmt.compiling import Compiling, User, users

changes = sa.Table(
    "changes", sa.MetaData(), sa.Column("id", sa.Integer), sa.Column("name", sa.String)
)
ELSEWHERE = sa.Table(
    "t", sa.MetaData(), sa.Column("k", sa.Integer), sa.Column("a b", sa.String), schema="my db"
)
ON = users.c.id == changes.c.id
BEGINNING = "MERGE INTO users USING changes ON users.id = changes.id "


class TestMerge(Compiling):
    def test_all_clauses(self) -> None:
        statement = (
            rmt.merge(users)
            .using(changes, ON)
            .when_matched(changes.c.name == "gone")
            .delete()
            .when_matched()
            .update({"name": changes.c.name, users.c.ver: users.c.ver + 2})
            .when_not_matched(changes.c.name.is_not(None))
            .insert({User.id: changes.c.id, "name": "new"})
            .when_not_matched_by_source(users.c.id > 7)
            .update({"name": None})
            .when_not_matched_by_source()
            .delete()
        )
        self.assert_compile(
            statement,
            BEGINNING + "WHEN MATCHED AND changes.name = %(name_1)s THEN DELETE "
            "WHEN MATCHED THEN UPDATE SET name = changes.name, ver = users.ver + %(ver_1)s "
            "WHEN NOT MATCHED AND changes.name IS NOT NULL THEN INSERT (id, name) "
            "VALUES (changes.id, %(param_1)s) "
            "WHEN NOT MATCHED BY SOURCE AND users.id > %(id_1)s THEN UPDATE SET name = NULL "
            "WHEN NOT MATCHED BY SOURCE THEN DELETE",
            checkparams={"name_1": "gone", "ver_1": 2, "param_1": "new", "id_1": 7},
        )

    def test_all_columns_of_the_source(self) -> None:
        statement = rmt.merge(User).using(changes, ON)
        self.assert_compile(
            statement.when_matched().update().when_not_matched().insert(),
            BEGINNING + "WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
        )

    def test_statements_leave_those_they_are_made_of_as_they_are(self) -> None:
        statement = rmt.merge(users).using(changes, ON).when_matched().delete()
        statement.when_not_matched().insert()
        self.assert_compile(statement, BEGINNING + "WHEN MATCHED THEN DELETE")

    def test_aliases_queries_and_final_tables(self) -> None:
        target = users.alias("u")
        source = sa.select(changes.c.id).where(changes.c.name == "a").subquery("s")
        self.assert_compile(
            rmt.merge(target).using(source, target.c.id == source.c.id).when_matched().delete(),
            "MERGE INTO users AS u USING (SELECT changes.id AS id FROM changes WHERE changes.name "
            "= %(name_1)s) AS s ON u.id = s.id WHEN MATCHED THEN DELETE",
        )
        current = rmt.final(users, name="c")
        self.assert_compile(
            rmt.merge(target).using(current, target.c.id == current.c.id).when_matched().delete(),
            "MERGE INTO users AS u USING users AS c FINAL ON u.id = c.id WHEN MATCHED THEN DELETE",
        )

    def test_names_of_other_databases_stand_once(self) -> None:
        self.assert_compile(
            rmt.merge(ELSEWHERE)
            .using(changes, ELSEWHERE.c.k == changes.c.id)
            .when_matched(ELSEWHERE.c["a b"] == "100%")
            .update({"a b": changes.c.name}),
            "MERGE INTO `my db`.t USING changes ON t.k = changes.id "
            "WHEN MATCHED AND t.`a b` = '100%%' THEN UPDATE SET `a b` = changes.name",
            literal_binds=True,
        )

    @pytest.mark.parametrize(
        "make",
        [
            lambda: rmt.merge(sa.select(users).subquery()),
            lambda: rmt.merge("users"),
            lambda: rmt.merge(users).using(changes, ON).when_matched().update({}),
            lambda: rmt.merge(users).using(changes, ON).when_matched().update({"nothing": 1}),
        ],
    )
    def test_what_is_no_argument(self, make: Any) -> None:
        with pytest.raises(exc.ArgumentError):
            make()

    @pytest.mark.parametrize("statement", [rmt.merge(users), rmt.merge(users).using(changes, ON)])
    def test_what_is_no_statement_yet(self, statement: rmt.Merge) -> None:
        with pytest.raises(exc.CompileError, match="needs a source"):
            statement.compile(dialect=self.__dialect__)
