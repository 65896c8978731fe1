"""Type objects and constructors of PEP 249."""

from __future__ import annotations

import datetime
import time

import pytest
from TCLIService.ttypes import TTypeId

from sqlalchemy_rmt import dbapi
from sqlalchemy_rmt.dbapi.types import type_name

GROUPS = (dbapi.STRING, dbapi.BINARY, dbapi.NUMBER, dbapi.DATETIME)
SENT_BY_SPARK = (
    "NULL BOOLEAN TINYINT SMALLINT INT BIGINT FLOAT DOUBLE STRING VARCHAR CHAR DATE TIMESTAMP "
    "BINARY DECIMAL ARRAY MAP STRUCT INTERVAL_DAY_TIME INTERVAL_YEAR_MONTH"
).split()


@pytest.mark.parametrize("name", SENT_BY_SPARK)
def test_every_type_of_spark_is_of_one_kind(name: str) -> None:
    code = type_name(getattr(TTypeId, f"{name}_TYPE"))
    assert [group for group in GROUPS if code == group] != []
    assert len([group for group in GROUPS if group == code]) == 1
    assert code != dbapi.ROWID


def test_type_codes_are_the_names_of_spark() -> None:
    assert type_name(TTypeId.BIGINT_TYPE) == "BIGINT"
    assert type_name(TTypeId.NULL_TYPE) == "VOID"
    assert type_name(TTypeId.INTERVAL_DAY_TIME_TYPE) == "INTERVAL DAY TO SECOND"


def test_type_objects_can_be_compared_and_hashed() -> None:
    assert dbapi.STRING == dbapi.STRING
    assert dbapi.STRING != dbapi.NUMBER
    assert dbapi.STRING != 7
    assert len({*GROUPS, dbapi.ROWID}) == 5


def test_constructors_make_pythons_own_types() -> None:
    assert dbapi.Date(2024, 3, 17) == datetime.date(2024, 3, 17)
    assert dbapi.Time(1, 2, 3) == datetime.time(1, 2, 3)
    assert dbapi.Timestamp(2024, 3, 17, 1, 2, 3) == datetime.datetime(2024, 3, 17, 1, 2, 3)
    assert dbapi.Binary(b"\xff") == b"\xff"
    ticks = time.mktime((2024, 3, 17, 1, 2, 3, 0, 0, -1))
    assert dbapi.DateFromTicks(ticks) == datetime.date(2024, 3, 17)
    assert dbapi.TimeFromTicks(ticks) == datetime.time(1, 2, 3)
    assert dbapi.TimestampFromTicks(ticks) == datetime.datetime(2024, 3, 17, 1, 2, 3)
