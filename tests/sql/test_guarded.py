"""Words, settings and options that reach beyond tables."""

from __future__ import annotations

import pytest

from rmt_engine.sql.grammar.guarded import (
    is_guarded_setting,
    is_hadoop_class,
    is_path_option,
    may_be_file,
    may_reach_out,
)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT a, b FROM t WHERE c = 'x' GROUP BY a, b HAVING sum(d) > 1 ORDER BY 1 LIMIT 3",
        "SELECT `t`.`a`, `t`.`b` AS `c d` FROM `db`.`t` FINAL WHERE `t`.`a` = 'it''s'",
        "WITH c AS (SELECT 1) SELECT * FROM c JOIN t USING (k)",
        "SELECT map(1, 2), transform(a, x -> x + 1), json_value, text FROM t",
        "SELECT `insert`, inserted FROM t",
        "SELECT asset, offset, address, settings FROM loads",
    ],
)
def test_a_query_of_tables_is_not_looked_at(text: str) -> None:
    assert not may_reach_out(text)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT TRANSFORM(a) USING 'cmd'",
        "select transform(a) using/**/'cmd'",
        "select transform(a) u\N{LATIN SMALL LETTER LONG S}ing 'cmd'",
        "SET x = 1",
        "\N{LATIN SMALL LETTER LONG S}et x = 1",
        "ADD JAR 'x'",
        "SELECT * FROM parquet.`/a`",
        "SELECT * FROM `parquet`.a",
        "SELECT * FROM csv /* a */ . b",
        "SELECT * FROM anything.`/a`",
        "SELECT * FROM `com.example.Source`.`a`",
        "SELECT '`' FROM anything.`/a`",
        "SELECT 1 -- `\n FROM anything.`/a`",
        'SELECT "`" FROM anything.`s3:x`',
        "SELECT * FROM t WITH ('path' = 'x')",
        "SELECT * FROM IDENTIFIER('a')",
        "SELECT '${env:HOME}'",
        "CREATE TABLE t USING csv LOCATION 'x'",
        "INSERT OVERWRITE LOCAL DIRECTORY 'x' SELECT 1",
        "LOAD DATA INPATH 'x' INTO TABLE t",
        "BEGIN SELECT 1; END",
    ],
)
def test_what_may_reach_out_is_looked_at(text: str) -> None:
    assert may_reach_out(text)


@pytest.mark.parametrize(
    "name",
    [
        "spark.sql.variable.substitute",
        "SPARK.SQL.VARIABLE.SUBSTITUTE",
        " spark.sql.catalog.c",
        "spark.sql.catalog.c.url",
        "spark.sql.sources.default",
        "spark.sql.runSQLOnFiles",
        "spark.sql.sources.commitProtocolClass",
        "spark.sql.parquet.output.committer.class",
        "spark.sql.redaction.options.regex",
        "spark.redaction.regex",
        "spark.hadoop.fs.s3a.access.key",
        "fs.file.impl",
        "fs.defaultFS",
        "hadoop.security.credential.provider.path",
        "parquet.crypto.factory.class",
        "io.compression.codecs",
        "mapreduce.output.fileoutputformat.compress.codec",
        "hive.variable.substitute.depth",
    ],
)
def test_settings_that_lead_to_code_or_files_are_guarded(name: str) -> None:
    assert is_guarded_setting(name)


@pytest.mark.parametrize(
    "name",
    [
        "final",
        "max_threads",
        "spark.sql.shuffle.partitions",
        "spark.sql.session.timeZone",
        "spark.sql.parquet.compression.codec",
        "spark.sql.ansi.enabled",
        "hive.exec.dynamic.partition.mode",
        "parquet.block.size",
    ],
)
def test_settings_of_queries_are_free(name: str) -> None:
    assert not is_guarded_setting(name)


def test_paths_among_options() -> None:
    assert all(map(is_path_option, ("path", "PATH", "avro.schema.url", "rowValidationXSDPath")))
    assert not any(map(is_path_option, ("header", "sep", "compression")))


def test_hadoops_own_classes() -> None:
    assert is_hadoop_class("org.apache.hadoop.hive.serde2.OpenCSVSerde")
    assert not is_hadoop_class("com.example.Serde")


def test_names_that_may_be_files() -> None:
    assert may_be_file("parquet", "a")
    assert may_be_file("IMAGE", "a")
    assert may_be_file("com.example.Source", "a")
    assert may_be_file("any", "/a")
    assert not may_be_file("db", "t")
