"""ClickHouse's documentation on ReplacingMergeTree, statement by statement, over PyHive.

Sources: the engine's page, the guide to it, the deduplication lesson and Altinity's knowledge base.
The statements stand as they do there, comments and case included.
"""

from __future__ import annotations

import random
from datetime import datetime

import pytest
from support.endpoint import COMPILED, Client


def test_my_first_replacing_mt(client: Client) -> None:
    client.run(
        """-- without ver - the last inserted 'wins'
CREATE TABLE myFirstReplacingMT
(
    `key` Int64,
    `someCol` String,
    `eventTime` DateTime
)
ENGINE = ReplacingMergeTree
ORDER BY key;"""
    )
    client.run("INSERT INTO myFirstReplacingMT Values (1, 'first', '2020-01-01 01:01:01');")
    client.run("INSERT INTO myFirstReplacingMT Values (1, 'second', '2020-01-01 00:00:00');")
    assert client.run("SELECT * FROM myFirstReplacingMT FINAL;") == [
        (1, "second", datetime(2020, 1, 1, 0, 0))
    ]
    assert client.run("SELECT count() FROM myFirstReplacingMT") == [(2,)]


def test_my_second_replacing_mt(client: Client) -> None:
    client.run(
        """-- with ver - the row with the biggest ver 'wins'
CREATE TABLE mySecondReplacingMT
(
    `key` Int64,
    `someCol` String,
    `eventTime` DateTime
)
ENGINE = ReplacingMergeTree(eventTime)
ORDER BY key;"""
    )
    client.run("INSERT INTO mySecondReplacingMT Values (1, 'first', '2020-01-01 01:01:01');")
    client.run("INSERT INTO mySecondReplacingMT Values (1, 'second', '2020-01-01 00:00:00');")
    assert client.run("SELECT * FROM mySecondReplacingMT FINAL;") == [
        (1, "first", datetime(2020, 1, 1, 1, 1, 1))
    ]


def test_my_third_replacing_mt_with_cleanup(client: Client) -> None:
    client.run(
        """-- with ver and is_deleted
CREATE OR REPLACE TABLE myThirdReplacingMT
(
    `key` Int64,
    `someCol` String,
    `eventTime` DateTime,
    `is_deleted` UInt8
)
ENGINE = ReplacingMergeTree(eventTime, is_deleted)
ORDER BY key
SETTINGS allow_experimental_replacing_merge_with_cleanup = 1;"""
    )
    client.run("INSERT INTO myThirdReplacingMT Values (1, 'first', '2020-01-01 01:01:01', 0);")
    client.run("INSERT INTO myThirdReplacingMT Values (1, 'first', '2020-01-01 01:01:01', 1);")
    assert client.run("select * from myThirdReplacingMT final;") == []
    client.run("-- delete rows with is_deleted\nOPTIMIZE TABLE myThirdReplacingMT FINAL CLEANUP;")
    assert client.run("SELECT count() FROM myThirdReplacingMT") == [(0,)]
    client.run("INSERT INTO myThirdReplacingMT Values (1, 'first', '2020-01-01 00:00:00', 0);")
    assert client.run("select * from myThirdReplacingMT final;") == [
        (1, "first", datetime(2020, 1, 1, 0, 0), 0)
    ]


@pytest.mark.sample(0)
def test_rmt_example(client: Client) -> None:
    """The page inserts a billion rows; two million make as many blocks as there are tasks."""
    client.script(*COMPILED)
    client.run(
        """CREATE TABLE rmt_example
(
    `number` UInt16
)
ENGINE = ReplacingMergeTree
ORDER BY number"""
    )
    client.run(
        """INSERT INTO rmt_example SELECT floor(randUniform(0, 100)) AS number
FROM numbers(2000000)"""
    )
    assert client.run("SELECT count()\nFROM rmt_example") == [(200,)]
    assert client.run("SELECT count()\nFROM rmt_example\nFINAL") == [(100,)]


POSTS = """CREATE TABLE stackoverflow.posts_updateable
(
  `Version` UInt32,
  `Deleted` UInt8,
	`Id` Int32 CODEC(Delta(4), ZSTD(1)),
	`PostTypeId` Enum8('Question' = 1, 'Answer' = 2, 'Wiki' = 3, 'TagWikiExcerpt' = 4, 'TagWiki' = 5, 'ModeratorNomination' = 6, 'WikiPlaceholder' = 7, 'PrivilegeWiki' = 8),
	`AcceptedAnswerId` UInt32,
	`CreationDate` DateTime64(3, 'UTC'),
	`Score` Int32,
	`ViewCount` UInt32 CODEC(Delta(4), ZSTD(1)),
	`Body` String,
	`OwnerUserId` Int32,
	`OwnerDisplayName` String,
	`LastEditorUserId` Int32,
	`LastEditorDisplayName` String,
	`LastEditDate` DateTime64(3, 'UTC') CODEC(Delta(8), ZSTD(1)),
	`LastActivityDate` DateTime64(3, 'UTC'),
	`Title` String,
	`Tags` String,
	`AnswerCount` UInt16 CODEC(Delta(2), ZSTD(1)),
	`CommentCount` UInt8,
	`FavoriteCount` UInt8,
	`ContentLicense` LowCardinality(String),
	`ParentId` String,
	`CommunityOwnedDate` DateTime64(3, 'UTC'),
	`ClosedDate` DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(Version, Deleted)
PARTITION BY toYear(CreationDate)
ORDER BY (PostTypeId, toDate(CreationDate), CreationDate, Id)
"""

COLUMNS = """
	Id,
	PostTypeId,
	AcceptedAnswerId,
	CreationDate,
	Score,
	ViewCount,
	Body,
	OwnerUserId,
	OwnerDisplayName,
	LastEditorUserId,
	LastEditorDisplayName,
	LastEditDate,
	LastActivityDate,
	Title,
	Tags,
	{answers},
	CommentCount,
	FavoriteCount,
	ContentLicense,
	ParentId,
	CommunityOwnedDate,
	ClosedDate
FROM posts_updateable --select 100 random rows
"""

GENERATED_POSTS = """INSERT INTO stackoverflow.posts_updateable SELECT 0 AS Version, 0 AS Deleted,
    number AS Id, 'Question' AS PostTypeId, number + 1, toDateTime64('2008-08-01 00:00:00', 3)
    + make_dt_interval(CAST(number % 5000 AS INT), 0, 0, 0.123), number % 100, number * 7,
    concat('body of ', number), number % 997, concat('user', number % 997), 0, '',
    toDateTime64('2020-01-01 00:00:00', 3), toDateTime64('2021-01-01 00:00:00', 3),
    concat('title ', number), '<c++>', 1 + number % 9, number % 20, number % 5, 'CC BY-SA 4.0', '',
    toDateTime64('1970-01-01 00:00:00', 3), toDateTime64('1970-01-01 00:00:00', 3)
    FROM numbers(10000)"""


@pytest.fixture
def stackoverflow(client: Client) -> Client:
    client.run("DROP DATABASE IF EXISTS stackoverflow CASCADE")
    client.run("CREATE DATABASE stackoverflow")
    client.run("USE stackoverflow")
    return client


@pytest.mark.sample(0)
def test_posts_updateable(stackoverflow: Client) -> None:
    client = stackoverflow
    client.run(POSTS)
    client.run(GENERATED_POSTS)
    assert client.run("SELECT count() FROM stackoverflow.posts_updateable") == [(10000,)]
    client.run(
        "INSERT INTO posts_updateable SELECT\n\tVersion + 1 AS Version,\n\tDeleted,"
        + COLUMNS.format(answers="AnswerCount")
        + "WHERE (Id % toInt32(floor(randUniform(1, 11)))) = 0\nLIMIT 5000"
    )
    before_deletes = client.run("SELECT count() FROM posts_updateable FINAL")
    assert before_deletes == [(10000,)]
    [(live,)] = client.run("SELECT count() FROM posts_updateable")
    client.run(
        "INSERT INTO posts_updateable SELECT\n\tVersion + 1 AS Version,\n\t1 AS Deleted,"
        + COLUMNS.format(answers="AnswerCount + 1 AS AnswerCount")
        + "WHERE (Id % toInt32(floor(randUniform(1, 11)))) = 0 AND AnswerCount > 0\nLIMIT 1000"
    )
    [(stored,)] = client.run("SELECT count()\nFROM posts_updateable")
    assert 10000 < live <= stored <= 16000
    [(current,)] = client.run("SELECT count()\nFROM posts_updateable\nFINAL")
    deleted = client.run(
        "SELECT count(DISTINCT Id) FROM posts_updateable p WHERE Deleted = 1 AND Version = "
        "(SELECT max(Version) FROM posts_updateable q WHERE q.Id = p.Id)"
    )
    assert current == 10000 - deleted[0][0]


@pytest.mark.sample(0)
def test_posts_updateable_exactly(stackoverflow: Client) -> None:
    """The same with chosen rows: 5,000 updates and 1,000 deletes leave 9,000 posts."""
    client = stackoverflow
    client.run(POSTS)
    client.run(GENERATED_POSTS)
    client.run(
        "INSERT INTO posts_updateable SELECT Version + 1 AS Version, Deleted,"
        + COLUMNS.format(answers="AnswerCount + 1")
        + "WHERE Id % 2 = 0"
    )
    client.run(
        "INSERT INTO posts_updateable SELECT Version + 2 AS Version, 1 AS Deleted,"
        + COLUMNS.format(answers="AnswerCount")
        + "WHERE Id % 10 = 1"
    )
    assert client.run("SELECT count() FROM posts_updateable") == [(16000,)]
    assert client.run("SELECT count() FROM posts_updateable FINAL") == [(9000,)]
    assert client.run(
        "SELECT toYear(CreationDate) AS year, sum(AnswerCount) AS total_answers "
        "FROM posts_updateable FINAL GROUP BY year ORDER BY year ASC LIMIT 1"
    ) == client.run(
        "SELECT toYear(CreationDate) AS year, sum(AnswerCount) AS total_answers "
        "FROM posts_updateable FINAL GROUP BY year ORDER BY year ASC LIMIT 1 "
        "SETTINGS do_not_merge_across_partitions_select_final=1"
    )
    client.run("OPTIMIZE TABLE posts_updateable FINAL")
    assert client.run("SELECT count() FROM posts_updateable") == [(10000,)]
    assert client.run("SELECT count() FROM posts_updateable FINAL") == [(9000,)]


def test_repl_tbl_part(client: Client) -> None:
    client.run(
        """CREATE TABLE repl_tbl_part
(
    `key` UInt32,
    `value` UInt32,
    `part_key` UInt32
)
ENGINE = ReplacingMergeTree
PARTITION BY part_key
ORDER BY key;"""
    )
    client.run(
        """INSERT INTO repl_tbl_part SELECT
    1 AS key,
    number AS value,
    number % 2 AS part_key
FROM numbers(4)
SETTINGS optimize_on_insert = 0;"""
    )
    assert sorted(client.run("SELECT * FROM repl_tbl_part;")) == [
        (1, 0, 0),
        (1, 1, 1),
        (1, 2, 0),
        (1, 3, 1),
    ]
    assert client.run("SELECT * FROM repl_tbl_part FINAL;") == [(1, 3, 1)]
    assert sorted(
        client.run(
            "SELECT * FROM repl_tbl_part FINAL "
            "SETTINGS do_not_merge_across_partitions_select_final=1;"
        )
    ) == [(1, 2, 0), (1, 3, 1)]
    client.run("OPTIMIZE TABLE repl_tbl_part FINAL;")
    assert sorted(client.run("SELECT * FROM repl_tbl_part;")) == [(1, 2, 0), (1, 3, 1)]


def test_row_that_moved_between_partitions(client: Client) -> None:
    """A row whose partition column changed is in two partitions: FINAL shows one, the merge keeps two."""
    client.script(
        "CREATE TABLE orders (id UInt32, day Date, state String, ver UInt32) "
        "ENGINE = ReplacingMergeTree(ver) PARTITION BY toYYYYMM(day) ORDER BY id",
        "INSERT INTO orders VALUES (1, '2024-01-31', 'placed', 1)",
        "INSERT INTO orders VALUES (1, '2024-02-01', 'paid', 2)",
        "OPTIMIZE TABLE orders FINAL",
    )
    assert len(client.run("SELECT * FROM orders")) == 2
    assert client.run("SELECT id, day, state FROM orders FINAL") == [(1, "2024-02-01", "paid")]
    within = "SETTINGS do_not_merge_across_partitions_select_final = 1"
    assert len(client.run(f"SELECT * FROM orders FINAL {within}")) == 2
    assert client.run("SELECT state FROM orders FINAL WHERE toYYYYMM(day) = 202401") == []


def test_skip_index_never_brings_a_beaten_row_back(client: Client) -> None:
    """The example of ClickHouse's issues 34243 and 70292; `D world` is the right answer."""
    client.run(
        """CREATE TABLE indexed
(
    id String,
    payload String,
    INDEX ix payload TYPE set(100) GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PRIMARY KEY (id)
SETTINGS index_granularity = 2"""
    )
    client.run("SYSTEM STOP MERGES indexed")
    for row in (
        "('A', 'abc'), ('A', 'hello'), ('B', 'abc')",
        "('B', 'world'), ('B', 'xyz')",
        "('B', 'hello')",
        "('C', 'abc')",
        "('C', 'def')",
        "('D', 'world')",
    ):
        client.run(f"INSERT INTO indexed SETTINGS optimize_on_insert = 0 VALUES {row}")
    assert sorted(client.run("SELECT * FROM indexed FINAL")) == [
        ("A", "hello"),
        ("B", "hello"),
        ("C", "def"),
        ("D", "world"),
    ]
    assert sorted(client.run("SELECT id FROM indexed WHERE payload = 'world'")) == [("B",), ("D",)]
    assert client.run("SELECT * FROM indexed FINAL WHERE payload = 'world'") == [("D", "world")]


def test_hackernews(client: Client) -> None:
    """The deduplication lesson; GROUP BY over a tuple is its spelling."""
    client.run(
        """CREATE TABLE hackernews_rmt (
    id UInt32,
    author String, 
    comment String,
    views UInt64
) 
ENGINE = ReplacingMergeTree 
PRIMARY KEY (author, id);"""
    )
    for views in ((0, 0), (100, 200), (150, 250)):
        client.run(
            f"""INSERT INTO hackernews_rmt VALUES 
   (1, 'ricardo', 'This is post #1', {views[0]}),
   (2, 'ch_fan', 'This is post #2', {views[1]});"""
        )
    assert len(client.run("SELECT *\nFROM hackernews_rmt")) == 6
    newest = [(1, "ricardo", "This is post #1", 150), (2, "ch_fan", "This is post #2", 250)]
    assert sorted(client.run("SELECT *\nFROM hackernews_rmt\nFINAL")) == newest
    grouped = client.run(
        """SELECT
    id,
    author,
    comment,
    max(views)  -- you can use `timestamp` colomn as well
FROM hackernews_rmt
GROUP BY (id, author, comment)"""
    )
    assert sorted(grouped) == newest


def test_part_names(client: Client) -> None:
    client.run("CREATE TABLE named (k Int32, v String) ENGINE = ReplacingMergeTree ORDER BY k")
    for number in range(3):
        client.run(f"INSERT INTO named VALUES ({number}, 'x')")
    assert client.active_parts("named") == ["all_1_1_1", "all_2_2_1", "all_3_3_1"]
    client.run("OPTIMIZE TABLE named FINAL")
    assert client.active_parts("named") == ["all_1_3_2"]
    client.run("INSERT INTO named SETTINGS optimize_on_insert = 0 VALUES (9, 'x')")
    assert client.active_parts("named") == ["all_1_3_2", "all_4_4_0"]
    client.run("OPTIMIZE TABLE named")
    assert client.active_parts("named") == ["all_1_4_3"]


@pytest.mark.sample(0)
def test_six_ways_to_read_the_last_state(client: Client) -> None:
    """The knowledge base's `repl_tbl`: GROUP BY, LIMIT BY, a subquery and FINAL agree."""
    client.run(
        """CREATE TABLE repl_tbl
(
    `key` UInt32,
    `val_1` UInt32,
    `val_2` String,
    `val_5` UUID,
    `ts` DateTime
)
ENGINE = ReplacingMergeTree(ts)
ORDER BY key"""
    )
    for second in random.Random(5).sample(range(60), 4):
        client.run(
            "INSERT INTO repl_tbl SELECT number as key, rand() as val_1, "
            "toString(rand()) as val_2, generateUUIDv4() as val_5, "
            f"toDateTime('2024-01-01 00:00:{second:02d}') as ts FROM numbers(1000)"
        )
    final = sorted(client.run("SELECT * FROM repl_tbl FINAL"))
    assert len(final) == 1000
    assert len({row[1] for row in final}) > 900
    grouped = client.run(
        "SELECT key, argMax(val_1, ts) as val_1, argMax(val_2, ts) as val_2, "
        "argMax(val_5, ts) as val_5, max(ts) FROM repl_tbl GROUP BY key"
    )
    assert sorted(grouped) == final
    limited = client.run("SELECT * FROM repl_tbl ORDER BY ts DESC LIMIT 1 BY key")
    assert sorted(limited) == final
    subquery = client.run(
        "SELECT * FROM repl_tbl WHERE (key, ts) IN (SELECT key, max(ts) FROM repl_tbl GROUP BY key)"
    )
    assert sorted(subquery) == final
    one = client.run("SELECT * FROM repl_tbl FINAL WHERE key = 10")
    assert one == [row for row in final if row[0] == 10]
    assert one[0][-1] < datetime(2024, 1, 1, 0, 1)
