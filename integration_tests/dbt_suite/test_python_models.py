"""The suite `python_model`, with its tests of Spark, and what is the adapter's own beside it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from dbt.tests.adapter.python_model.test_python_model import (
    BasePythonEmptyTests,
    BasePythonIncrementalTests,
    BasePythonMetaGetTests,
    BasePythonModelTests,
    BasePythonSampleTests,
)
from dbt.tests.adapter.python_model.test_spark import (
    PANDAS_MODEL,
    PANDAS_ON_SPARK_MODEL,
    PYSPARK_MODEL,
    BasePySparkTests,
)
from dbt.tests.util import run_dbt, run_dbt_and_capture, write_file


class OverConnect:
    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any], connect: dict[str, Any]) -> dict[str, Any]:
        return target | connect


class TestPythonModel(OverConnect, BasePythonModelTests):
    pass


class TestPythonIncremental(OverConnect, BasePythonIncrementalTests):
    pass


class TestPythonMetaGet(OverConnect, BasePythonMetaGetTests):
    pass


class TestPythonEmpty(OverConnect, BasePythonEmptyTests):
    pass


class TestPythonSample(OverConnect, BasePythonSampleTests):
    pass


class TestPySpark(OverConnect, BasePySparkTests):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "pandas_df.py": PANDAS_MODEL,
            "pyspark_df.py": PYSPARK_MODEL,
            "pandas_on_spark_df.py": PANDAS_ON_SPARK_MODEL,
        }

    def test_different_dataframes(self, project: Any) -> None:
        """Koalas, which pandas on Spark has taken the place of, is not there."""
        assert len(run_dbt(["run"])) == 3
        for model in ("pandas_df", "pyspark_df", "pandas_on_spark_df"):
            count = f"select count(*), min(Latitude) from {project.test_schema}.{model}"
            assert tuple(project.run_sql(count, fetch="one")) == (5, -34.58)


RANGE = "def model(dbt, session):\n    return session.range(3)\n"
EVENTS = """
create table {schema}.events (id Int64, state String, op String, ver Int64)
engine = ReplacingMergeTree(ver) order by id
"""
SOURCES = """
sources:
  - name: raw
    schema: "{{ target.schema }}"
    tables: [{name: events}]
"""
CURRENT = """
def model(dbt, session):
    dbt.config(
        materialized="table", order_by=["state", "id"], primary_key="state", version="ver",
        partition_by="id % 2", column_types={"id": "UInt64"}, codecs={"state": "ZSTD(3)"},
        settings={"index_granularity": 1024},
        indexes=[{"name": "by_op", "definition": "op TYPE set(100) GRANULARITY 4"}],
        __FINAL__
    )
    return dbt.source("raw", "events")
"""
ORDERS = """
from pyspark.sql import functions as F

def later(frame, dbt, session):
    newest = session.table(f"{dbt.this}").agg(F.max("ver")).collect()[0][0]
    return frame.filter(frame.ver > newest)

def model(dbt, session):
    dbt.config(
        materialized="incremental", order_by="id", version="ver", deleted_expression="op = 'd'",
        tag=__import__("os").name,
    )
    frame = dbt.source("raw", "events")
    if dbt.is_incremental:
        frame = later(frame, dbt, session)
    shout = F.udf(lambda state: state.upper() + "!")
    return frame.withColumn("state", shout("state"))
"""
APPENDED = """
import pyarrow as pa

def model(dbt, session):
    dbt.config(materialized="incremental", incremental_strategy="append")
    columns = {"a b": [1, None], "c`d": ["x", "y"], "e.f": [[1.5], []], "größe": ["", "z"]}
    return pa.table(columns)
"""
HEAD = """
{{ config(materialized='table') }} select * from {{ ref('current') }}
"""


class TestRowsAndTables(OverConnect):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {
            "sources.yml": SOURCES,
            "current.py": CURRENT.replace("__FINAL__", ""),
            "versions.py": CURRENT.replace("__FINAL__", "final=False, engine='MergeTree',").replace(
                'version="ver",', ""
            ),
            "orders.py": ORDERS.replace('tag=__import__("os").name,', ""),
            "appended.py": APPENDED,
            "behind.sql": HEAD,
        }

    @pytest.fixture(scope="class", autouse=True)
    def events(self, project: Any) -> None:
        project.run_sql(EVENTS.format(schema=project.test_schema))
        project.run_sql(f"system stop merges {project.test_schema}.events")
        for rows in ("(1, 'new', 'i', 1), (2, 'new', 'i', 1)", "(1, 'paid', 'u', 2)"):
            project.run_sql(f"insert into {project.test_schema}.events values {rows}")

    def rows(self, project: Any, text: str) -> list[tuple[Any, ...]]:
        found = project.run_sql(text.format(s=project.test_schema), fetch="all")
        return [tuple(row) for row in found]

    def left(self, project: Any) -> list[tuple[Any, ...]]:
        return self.rows(
            project,
            "select name from system.tables where database = '{s}' and name like '%dbt_tmp%'",
        )

    def test_a_table_has_what_its_configuration_says_and_current_rows(self, project: Any) -> None:
        results = run_dbt(["run", "--select", "+behind", "versions"])
        messages = {result.node.name: result.adapter_response for result in results}
        assert messages["current"]["rows_affected"] == 2
        assert messages["versions"]["_message"] == "OK 3"
        order = "select id, state, ver from {s}.%s order by id, ver"
        assert self.rows(project, order % "behind") == [(1, "paid", 2), (2, "new", 1)]
        assert len(self.rows(project, order % "versions")) == 3
        [(text,)] = self.rows(
            project,
            "select create_table_query from system.tables where database = '{s}' "
            "and name = 'current'",
        )
        for part in (
            "`id` UInt64",
            "`state` String CODEC(ZSTD(3))",
            "INDEX by_op op TYPE set(100) GRANULARITY 4",
            "ReplacingMergeTree(ver)",
            "PARTITION BY id % 2",
            "PRIMARY KEY state",
            "ORDER BY (state, id)",
            "index_granularity = 1024",
        ):
            assert part in text, text
        assert not self.left(project)

    def test_replacing_first_later_and_anew(self, project: Any) -> None:
        schema = project.test_schema
        order = "select id, state from {s}.orders final order by id"

        def run(*options: str) -> Any:
            [result] = run_dbt(["run", "--select", "orders", *options])
            return result.adapter_response["rows_affected"]

        assert run() == 2
        assert self.rows(project, order) == [(1, "PAID!"), (2, "NEW!")]
        assert run() == 0
        project.run_sql(f"insert into {schema}.events values (2, 'x', 'd', 3), (3, 'c', 'i', 4)")
        assert run() == 2
        assert self.rows(project, order) == [(1, "PAID!"), (3, "C!")]
        [(stored,)] = self.rows(project, "select count(*) from rmt_scan('{s}.orders', 'raw')")
        assert stored == 4
        assert run("--full-refresh") == 3
        assert self.rows(project, order) == [(1, "PAID!"), (3, "C!")]
        assert not self.left(project)

    def test_append_and_odd_names(self, project: Any) -> None:
        for times in (1, 2):
            run_dbt(["run", "--select", "appended"])
            found = self.rows(
                project, "select `a b`, `c``d`, `e.f`, `größe` from {s}.appended order by 2, 1"
            )
            assert [(row[0], row[1], row[3]) for row in found] == (
                [(1, "x", "")] * times + [(None, "y", "z")] * times
            )
        assert not self.left(project)


FAILING = {
    "helper": (
        "def broken(n):\n    return n / 0\n\n"
        "def model(dbt, session):\n    frame = broken(7)\n    return frame\n",
        [
            'File "models/failing.py", line 5, in model\n      frame = broken(7)',
            'File "models/failing.py", line 2, in broken\n      return n / 0',
            "ZeroDivisionError: division by zero",
        ],
    ),
    "import": (
        "import nothing_like_it\n\ndef model(dbt, session):\n    return 1\n",
        ["line 1, in <mo"],
    ),
    "sql": (
        "def model(dbt, session):\n    return session.sql('select nothing from system.one')\n",
        ["UNKNOWN_IDENTIFIER"],
    ),
    "function": (
        "from pyspark.sql import functions as F\n\ndef model(dbt, session):\n"
        "    half = F.udf(lambda n: 1 / n, 'double')\n"
        "    return session.range(3).select(half('id').alias('n'))\n",
        ["ZeroDivisionError", "line 4, in <lambda>"],
    ),
    "nothing": (
        "def model(dbt, session):\n    return 42\n",
        ["model() gives builtins.int: return"],
    ),
    "exit": (
        "import sys\n\ndef model(dbt, session):\n    sys.exit(3)\n    return 1\n",
        ["SystemExit: 3"],
    ),
    "columns": (
        "def model(dbt, session):\n    return session.sql('select 1 as a, 2 as A')\n",
        ["two columns of the name 'A'"],
    ),
    "binary": (
        "def model(dbt, session):\n    return session.createDataFrame([(b'x',)], ['a'])\n",
        ["A column of type binary cannot be stored"],
    ),
    "key": (
        "def model(dbt, session):\n    dbt.config(order_by='a')\n"
        "    return session.sql('select cast(null as int) as a')\n",
        ["NULL in column a, which cannot hold it"],
    ),
    "misnamed": (
        "def model(dbt, session):\n    dbt.config(order_by='b')\n    return session.range(1)\n",
        ["order_by names 'b', which is no column of the model"],
    ),
}


class TestFailures(OverConnect):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"failing.py": RANGE}

    @pytest.fixture(scope="class", autouse=True)
    def built(self, project: Any) -> None:
        run_dbt(["run"])

    @pytest.mark.parametrize("case", FAILING)
    def test_the_run_fails_with_the_lines_of_the_model(self, project: Any, case: str) -> None:
        code, messages = FAILING[case]
        write_file(code, project.project_root, "models", "failing.py")
        [result] = run_dbt(["run"], expect_pass=False)
        for message in messages:
            assert message in result.message
        assert "site-packages" not in result.message
        found = project.run_sql(
            "select name, total_rows from system.tables "
            f"where database = '{project.test_schema}' and engine <> 'View' order by name",
            fetch="all",
        )
        assert [tuple(row) for row in found if "dbt_tmp" not in row[0]] == [("failing", 3)]

    def test_the_next_run_takes_away_what_was_left(self, project: Any) -> None:
        write_file(RANGE, project.project_root, "models", "failing.py")
        run_dbt(["run"])
        found = project.run_sql(
            f"select name from system.tables where database = '{project.test_schema}'", fetch="all"
        )
        assert [row[0] for row in found] == ["failing"]


class Refused:
    """What a profile says of Spark Connect that cannot be."""

    message = ""

    @pytest.fixture(scope="class")
    def models(self) -> Any:
        return {"ranged.py": RANGE}

    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        hooked = "create table {{ this.schema }}.hooked (n Int64) engine = MergeTree order by n"
        return {"models": {"+pre-hook": hooked}}

    def test_the_message_says_what_is_wrong(self, project: Any) -> None:
        [result] = run_dbt(["run"], expect_pass=False)
        assert self.message in result.message
        assert "Traceback" not in result.message


class NotEvenHooks(Refused):
    def test_the_message_says_what_is_wrong(self, project: Any) -> None:
        super().test_the_message_says_what_is_wrong(project)
        found = project.run_sql(
            f"select name from system.tables where database = '{project.test_schema}'", fetch="all"
        )
        assert not found


class TestWithoutAPort(NotEvenHooks):
    message = "set connect_port and connect_token_file (or connect_token) in the profile"


class TestWithoutAToken(NotEvenHooks):
    message = "set connect_token_file to the file that `rmt serve --connect-port` names"

    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any]) -> dict[str, Any]:
        return target | {"connect_port": 1}


class TestWithoutTheFile(NotEvenHooks):
    message = "connect_token_file of the profile, /nowhere/x.token, cannot be read"

    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any]) -> dict[str, Any]:
        return target | {"connect_port": 1, "connect_token_file": "/nowhere/x.token"}


class TestNobodyListens(Refused):
    message = "Spark Connect does not answer at localhost:1, where connect_host and connect_port"

    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any]) -> dict[str, Any]:
        return target | {"connect_port": 1, "connect_token": "x"}


class TestAnotherProtocol(Refused):
    """The port is that of Thrift."""

    message = "What listens there does not speak its protocol"

    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any]) -> dict[str, Any]:
        port = target["port"]
        return target | {"connect_port": port, "connect_token": "x", "connect_timeout": 3}


class TestWrongToken(Refused):
    message = "Set connect_token_file or connect_token in the profile to the endpoint's"

    @pytest.fixture(scope="class")
    def dbt_profile_target(self, target: dict[str, Any], connect: dict[str, Any]) -> dict[str, Any]:
        return target | {"connect_port": connect["connect_port"], "connect_token": "x" * 20}


class TestBatches(OverConnect):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        config = (
            'materialized="incremental", incremental_strategy="microbatch", event_time="at",\n'
            '        batch_size="day", begin="2026-01-01"'
        )
        return {"batched.py": RANGE.replace("return", f"dbt.config({config})\n    return")}

    def test_they_are_refused(self, project: Any) -> None:
        times = ["--event-time-start", "2026-01-01", "--event-time-end", "2026-01-02"]
        _, output = run_dbt_and_capture(["run", *times], expect_pass=False)
        assert "dbt does not cut what a Python model reads into" in output


class TestCancelled(OverConnect):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        # On one of the two cores, so that the other is free to be asked.
        slow = "session.range(0, 10**12, 1, 1).selectExpr('sum(id % 7) as total')"
        return {"slow.py": RANGE.replace("session.range(3)", slow)}

    def running(self, project: Any) -> int:
        count = (
            "select count(*) from system.processes where user = 'dbt' "
            "and query like '%slow__dbt_tmp%' and query not like '%system.processes%'"
        )
        return int(project.run_sql(count, fetch="one")[0])

    def test_a_run_that_is_interrupted_leaves_nothing_running(self, project: Any) -> None:
        process = subprocess.Popen(
            # PySpark takes a program of `python -c` for its own doctests.
            [str(Path(sys.executable).with_name("dbt")), "run"],
            cwd=project.project_root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        deadline = time.monotonic() + 60
        while not (runs := self.running(project)) and time.monotonic() < deadline:
            time.sleep(0.2)
        if not runs:
            process.kill()
            raise AssertionError(process.communicate()[0])
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        assert process.returncode != 0, output
        deadline = time.monotonic() + 30
        while self.running(project) and time.monotonic() < deadline:
            time.sleep(0.2)
        assert not self.running(project), output
        found = project.run_sql(
            f"select name from system.tables where database = '{project.test_schema}' "
            "and name not like '%dbt_tmp%'",
            fetch="all",
        )
        assert not found
