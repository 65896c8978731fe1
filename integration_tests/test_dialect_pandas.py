"""pandas' `to_sql` and `read_sql_table` on an endpoint, as they are without options."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import registry
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client

from sqlalchemy_rmt import engines, types

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")

pytestmark = pytest.mark.filterwarnings("error")
FRAME = pd.DataFrame({"a": [1, 2, 3], "b": ["it's 5%", None, "z"], "f": [1.5, np.nan, np.inf]})


@pytest.fixture(scope="module")
def url(endpoint: EmbeddedEndpoint, endpoint_client: Client) -> str:
    return f"rmt://127.0.0.1:{endpoint.port}/{endpoint_client.database}"


@pytest.fixture
def database(url: str) -> Iterator[sa.Engine]:
    engine = sa.create_engine(f"{url}?default_engine=MergeTree")
    yield engine
    with engine.begin() as connection:
        for name in sa.inspect(connection).get_table_names():
            connection.execute(sa.text(f"DROP TABLE `{name}`"))
    engine.dispose()


def test_the_defaults(database: sa.Engine) -> None:
    assert FRAME.to_sql("frame", database) == 3
    found = pd.read_sql_table("frame", database, index_col="index").sort_index()
    pd.testing.assert_frame_equal(found, FRAME, check_names=False)
    inspector = sa.inspect(database)
    [index] = inspector.get_table_options("frame")["rmt_skipping_indexes"]
    assert (index.name, index.expression, index.type) == ("ix_frame_index", "index", "minmax")


@pytest.mark.parametrize("options", [{}, {"method": "multi", "chunksize": 2}, {"chunksize": 1}])
@pytest.mark.sample(1)
def test_rows_are_appended_and_replaced(database: sa.Engine, options: dict[str, Any]) -> None:
    count = sa.text("SELECT count() FROM frame")
    for how, rows in (("fail", 3), ("append", 6), ("replace", 3)):
        assert FRAME.to_sql("frame", database, if_exists=how, **options) == 3
        with database.connect() as connection:
            assert connection.execute(count).scalar() == rows
    with pytest.raises(ValueError, match="already exists"):
        FRAME.to_sql("frame", database)


def test_types(database: sa.Engine) -> None:
    day, time = dt.date(2024, 2, 29), "2024-03-31 02:30:00.123456"
    given = pd.DataFrame(
        {
            "i8": np.array([1, -2], "int8"),
            "i64": [2**62, -(2**62)],
            "u32": np.array([2**32 - 1, 0], "uint32"),
            "int": pd.array([1, None], "Int64"),
            "float": pd.array([1.5, None], "Float64"),
            "f32": np.array([1.5, np.nan], "float32"),
            "bool": [True, False],
            "boolean": pd.array([True, None], "boolean"),
            "text": pd.array(["ü\\", None], "string"),
            "kind": pd.Categorical(["q", None]),
            "time": pd.to_datetime([time, None]),
            "zoned": pd.to_datetime([f"{time}+02:00", None], utc=True),
            "day": [day, None],
        }
    )
    given.to_sql("typed", database, index=False)
    columns = {c["name"]: str(c["type"]) for c in sa.inspect(database).get_columns("typed")}
    assert columns == {
        **dict.fromkeys(("i64", "u32", "int"), "Int64"),
        **dict.fromkeys(("float", "f32"), "Float64"),
        **dict.fromkeys(("bool", "boolean"), "Bool"),
        **dict.fromkeys(("text", "kind"), "String"),
        **dict.fromkeys(("time", "zoned"), "DateTime64(6)"),
        "i8": "Int16",
        "day": "Date32",
    }
    with database.connect() as connection:
        rows = connection.execute(sa.text("SELECT * FROM typed ORDER BY i8 DESC")).all()
    at, hours = dt.datetime.fromisoformat(time), dt.timedelta(hours=2)
    assert [tuple(row) for row in rows] == [
        (1, 2**62, 2**32 - 1, 1, 1.5, 1.5, True, True, "ü\\", "q", at, at - hours, day),
        (-2, -(2**62), 0, None, None, None, False, *[None] * 6),
    ]


def test_a_default_engine_of_its_own(url: str, database: sa.Engine) -> None:
    engine = sa.create_engine(
        url,
        default_engine=engines.ReplacingMergeTree(
            order_by="id", settings={"ttl_only_drop_parts": 1}
        ),
    )
    frame = pd.DataFrame({"id": [1, 1], "tags": [["a"], ["b"]]})
    frame.to_sql("made", engine, index=False, dtype={"tags": types.Array(types.String)})  # type: ignore[arg-type]
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT id, to_json(tags) FROM made FINAL")).all()
    assert rows == [(1, '["b"]')]
    engine.dispose()


def test_without_a_default_engine_there_is_a_warning(url: str, database: sa.Engine) -> None:
    engine = sa.create_engine(url)
    with pytest.warns(exc.SAWarning, match="has no engine and becomes a MergeTree"):
        FRAME.to_sql("warned", engine)
    engine.dispose()


@pytest.mark.sample(0)
def test_several_indexes_and_odd_names(database: sa.Engine) -> None:
    keys = pd.MultiIndex.from_tuples([(1, "a"), (2, "b")], names=["k", "odd `%'"])
    pd.DataFrame({"x": [1, 2]}, index=keys).to_sql("odd", database)
    found = pd.read_sql_table("odd", database)
    assert list(found.columns) == ["k", "odd `%'", "x"]


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ([dt.time(1)], "no type for a time of day"),
        ([pd.Period("2024-01")], "a Period as a parameter"),
        (np.array([2**63], "uint64"), "Unsigned 64 bit"),
    ],
)
def test_what_has_no_type_is_refused(database: sa.Engine, values: Any, error: str) -> None:
    with pytest.raises((exc.SQLAlchemyError, ValueError), match=error):
        pd.DataFrame({"x": values}).to_sql("refused", database)
