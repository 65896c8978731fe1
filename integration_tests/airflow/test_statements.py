"""Which tables statements write to, and how names are read: no endpoint is asked."""

from __future__ import annotations

import pytest

from sqlalchemy_rmt.airflow.names import TableName
from sqlalchemy_rmt.airflow.writes import inserts, written_tables


@pytest.mark.parametrize(
    ("statement", "tables"),
    [
        ("INSERT INTO t VALUES (1)", "t"),
        ("insert into table d.t(k) select 1", "d.t"),
        ("-- why\n/* INSERT INTO u */ INSERT INTO `d d`.`a``b` VALUES (1)", "`d d`.`a``b`"),
        ("INSERT OVERWRITE t SELECT 1", "t"),
        ("WITH a AS (SELECT 'INSERT INTO u', (1)) INSERT INTO t SELECT * FROM a", "t"),
        ("WITH insert_ AS (SELECT 1) SELECT * FROM insert_", ""),
        ("WITH 'INSERT INTO u' AS x SELECT x", ""),
        ("CREATE TABLE IF NOT EXISTS d.t ENGINE = MergeTree ORDER BY k AS SELECT 1 AS k", "d.t"),
        ("CREATE OR REPLACE TABLE t ORDER BY k AS (SELECT 1 AS k)", "t"),
        ("CREATE TABLE t (k Int64) ENGINE = MergeTree ORDER BY k", ""),
        ("CREATE TABLE t AS u", ""),
        ("TRUNCATE TABLE IF EXISTS t", "t"),
        ("DELETE FROM t WHERE k = 1", "t"),
        ("UPDATE t SET a = 1 WHERE k = 1", "t"),
        ("ALTER TABLE t UPDATE a = 1 WHERE k = 1", "t"),
        ("ALTER TABLE t\nREPLACE PARTITION 1 FROM u", "t"),
        ("ALTER TABLE t ADD COLUMN a Int64", ""),
        ("EXCHANGE TABLES d.t AND u", "d.t u"),
        ("SELECT 'INSERT INTO t VALUES (1)'", ""),
        ("OPTIMIZE TABLE t FINAL", ""),
        ("DROP TABLE t", ""),
        ("", ""),
    ],
)
def test_written_tables(statement: str, tables: str) -> None:
    wanted = () if not tables else (tables,) if "`" in tables else tables.split()
    assert written_tables(statement) == tuple(map(TableName.parse, wanted))


@pytest.mark.parametrize(
    ("statement", "is_one"),
    [
        ("INSERT INTO t VALUES (1)", True),
        ("-- why\ninsert into t select 1", True),
        ("WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", True),
        ("INSERT OVERWRITE t SELECT 1", False),
        ("SELECT 'INSERT INTO t'", False),
        ("CREATE TABLE t AS SELECT 1", False),
    ],
)
def test_inserts(statement: str, is_one: bool) -> None:
    assert inserts(statement) is is_one


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("t", "`t`"),
        ("d.t", "`d`.`t`"),
        (" `d.x` . `t``y` ", "`d.x`.`t``y`"),
        ("größe", "`größe`"),
    ],
)
def test_a_name_is_quoted(text: str, name: str) -> None:
    assert str(TableName.parse(text)) == name


@pytest.mark.parametrize("text", ["", "a.b.c", "t; DROP TABLE u", "t u", "`t", "t)"])
def test_no_name(text: str) -> None:
    with pytest.raises(ValueError, match="is no name of a table"):
        TableName.parse(text)
