from __future__ import annotations

import builtins
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbt_common.exceptions import DbtRuntimeError

from dbt.adapters.rmt.connect import connect_session
from dbt.adapters.rmt.connections import Handle
from dbt.adapters.rmt.credentials import RmtCredentials
from dbt.adapters.rmt.python_models import (
    PythonModel,
    as_spark,
    check_python_model,
    described_failure,
)

CODE = """import json

def read(text):
    return json.loads(text)

def model(dbt, session):
    frame = read("{")
    return frame
"""
PATH = "models/reads.py"


def failure(code: str) -> Exception:
    names: dict[str, Any] = {}
    try:
        exec(compile(code, PATH, "exec"), names)
        names["model"](None, None)
    except Exception as error:
        return error
    raise AssertionError


def test_an_error_is_told_with_the_lines_of_the_model_only() -> None:
    assert described_failure(failure(CODE), CODE, PATH).splitlines() == [
        "Traceback of the model (most recent call last):",
        '  File "models/reads.py", line 7, in model',
        '    frame = read("{")',
        '  File "models/reads.py", line 4, in read',
        "    return json.loads(text)",
        "JSONDecodeError: Expecting property name enclosed in double quotes: "
        "line 1 column 2 (char 1)",
    ]


def test_an_error_that_is_not_the_models_has_no_lines() -> None:
    assert described_failure(ValueError("no"), CODE, PATH) == "ValueError: no"


def test_where_connect_is_has_to_be_said() -> None:
    for given in ({}, {"connect_host": "elsewhere"}):
        with pytest.raises(DbtRuntimeError, match="set connect_port and connect_token_file"):
            check_python_model(RmtCredentials(schema="s", **given), {})
    with pytest.raises(DbtRuntimeError, match="no connect_port"):
        RmtCredentials(schema="s", connect_token="x")
    with pytest.raises(DbtRuntimeError, match="leave one out"):
        RmtCredentials(schema="s", connect_port=1, connect_token="x", connect_token_file="y")


def test_the_token_is_that_of_the_profile_of_its_file_or_of_the_environment(
    tmp_path: Path,
) -> None:
    file = tmp_path / "token"
    file.write_text("of the file\n")
    variables = {"SPARK_CONNECT_AUTHENTICATE_TOKEN": "of the environment"}

    def token(**given: Any) -> str:
        return RmtCredentials(schema="s", connect_port=1, **given).token_of_connect(variables)

    assert token(connect_token="given") == "given"
    assert token(connect_token_file=str(file)) == "of the file"
    assert token() == "of the environment"
    variables.clear()
    with pytest.raises(DbtRuntimeError, match="connect_token_file"):
        token()
    with pytest.raises(DbtRuntimeError, match="cannot be read"):
        token(connect_token_file=str(tmp_path / "nothing"))


def test_the_token_is_not_shown() -> None:
    credentials = RmtCredentials(
        schema="s", connect_port=1, connect_token="secret", password="word"
    )
    shown = dict(credentials.connection_info())
    assert shown["connect_port"] == 1
    assert shown["connect_host"] == "localhost"
    assert not {"secret", "word"} & set(map(str, shown.values()))


def test_batches_are_refused() -> None:
    credentials = RmtCredentials(schema="s", connect_port=1, connect_token="x")
    check_python_model(credentials, {"incremental_strategy": "replacing"})
    with pytest.raises(DbtRuntimeError, match="microbatch"):
        check_python_model(credentials, {"incremental_strategy": "microbatch"})


def test_a_missing_client_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    importing = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name.startswith("pyspark"):
            raise ModuleNotFoundError(f"No module named {name!r}")
        return importing(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    credentials = RmtCredentials(schema="s", connect_port=1, connect_token="x")
    with (
        pytest.raises(DbtRuntimeError, match=r'pip install "rmt-spark\[dbt-python\]"'),
        connect_session(credentials, final=True),
    ):
        pass


def test_what_is_no_dataframe_is_refused() -> None:
    pytest.importorskip("pyspark.sql.connect.dataframe")
    with pytest.raises(DbtRuntimeError, match=r"builtins\.list"):
        as_spark([], None)


def test_polars_comes_by_arrow() -> None:
    pytest.importorskip("pyspark.sql.connect.dataframe")
    session = SimpleNamespace(createDataFrame=lambda given: ("spark", given))
    frame = type("DataFrame", (), {"to_arrow": lambda self: "arrow", "__module__": "polars.frame"})
    lazy = type("LazyFrame", (), {"collect": lambda self: frame(), "__module__": "polars.lazy"})
    assert as_spark(frame(), session) == as_spark(lazy(), session) == ("spark", "arrow")


def test_cancelling_a_session_cancels_its_model() -> None:
    killed: list[str] = []
    handle = Handle(SimpleNamespace(), final=True)  # type: ignore[arg-type]
    model = PythonModel({"original_file_path": PATH}, RmtCredentials(schema="s"), handle)
    model._session = SimpleNamespace(interruptAll=lambda: ["a-1"], sql=killed.append)
    with handle.runs(model):
        handle.cancel()
    handle.cancel()
    assert killed == ["KILL QUERY WHERE query_id = 'a-1'"]
    with pytest.raises(DbtRuntimeError, match="cancelled"):
        model._check_goes_on()
