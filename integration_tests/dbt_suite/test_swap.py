"""Readers of a table or a seed that is built anew, and macros that packages wrote for Spark."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from dbt.tests.util import run_dbt

from sqlalchemy_rmt import dbapi


class TestReaders:
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"thousand.sql": "{{ config(materialized='table') }} select id from range(1000)"}

    @pytest.fixture(scope="class")
    def seeds(self) -> Any:
        return {"three.csv": "id,name\n1,a\n2,b\n3,c\n"}

    def test_they_never_see_a_missing_or_half_filled_table(
        self, project: Any, endpoint_port: int
    ) -> None:
        run_dbt(["build"])
        seen: set[tuple[int, int]] = set()
        errors: list[Exception] = []
        done = threading.Event()

        def read() -> None:
            schema = project.test_schema
            query = (
                f"select (select count(*) from {schema}.thousand), "
                f"(select count(*) from {schema}.three)"
            )
            with dbapi.connect("127.0.0.1", endpoint_port) as connection:
                while not done.is_set():
                    try:
                        seen.update(connection.cursor().execute(query).fetchall())
                    except dbapi.Error as error:
                        errors.append(error)

        reader = threading.Thread(target=read)
        reader.start()
        for _ in range(3):
            run_dbt(["build"])
        done.set()
        reader.join()
        assert errors == []
        assert seen == {(1000, 3)}


class TestDispatch:
    @pytest.fixture(scope="class")
    def macros(self) -> Any:
        return {
            "who.sql": """
                {% macro who() %}{{ return(adapter.dispatch('who')()) }}{% endmacro %}
                {% macro default__who() %}'anyone'{% endmacro %}
                {% macro spark__who() %}'spark'{% endmacro %}
                {% macro whom() %}{{ return(adapter.dispatch('whom')()) }}{% endmacro %}
                {% macro spark__whom() %}'spark'{% endmacro %}
                {% macro rmt__whom() %}'rmt'{% endmacro %}
            """
        }

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"names.sql": "select {{ who() }} as who, {{ whom() }} as whom"}

    def test_a_macro_for_spark_serves_where_there_is_none_for_rmt(self, project: Any) -> None:
        run_dbt(["run"])
        query = f"select who, whom from {project.test_schema}.names"
        assert tuple(project.run_sql(query, fetch="one")) == ("spark", "rmt")
