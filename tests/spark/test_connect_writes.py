"""What clients of Spark Connect write, as statements."""

from __future__ import annotations

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.spark.run.connect_operations import is_of_connect, statement_of_thread
from rmt_engine.spark.serve.connect_writes import Write, insert_text
from rmt_engine.sql.text.tokens import Name

ID = "539e1d80-cfac-49ab-80a3-0d8853d3e71b"
TAG = f"SparkConnect_OperationTag_User_a_b_Session_{ID[::-1]}_Operation_{ID}"


class Context:
    def __init__(self, **properties: str) -> None:
        self._properties = {f"spark.{name.replace('_', '.')}": v for name, v in properties.items()}

    def getLocalProperty(self, name: str) -> str | None:  # noqa: N802
        return self._properties.get(name)


@pytest.mark.parametrize(
    ("context", "wanted", "is_connects"),
    [
        (Context(), None, False),
        (Context(jobGroup_id="x"), "x", False),
        (Context(job_tags=TAG), ID, True),
        (Context(job_tags=f"mine,{TAG}"), ID, True),
        (Context(job_tags=f"{TAG},mine"), ID, True),
        (Context(job_tags="mine"), None, False),
        (Context(jobGroup_id="x", job_tags=TAG), "x", False),
    ],
)
def test_the_statement_of_a_thread(context: Context, wanted: str | None, is_connects: bool) -> None:
    assert statement_of_thread(context) == wanted
    assert is_of_connect(context) == is_connects


def test_an_append_is_an_insert_with_names_and_settings() -> None:
    write = Write("t", None, "append", {"insert_deduplication_token": "it's"})
    write.check()
    assert insert_text(write, Name("d", "t"), ["a", "b`c"], "rows") == (
        "INSERT INTO `d`.`t` (`a`, `b``c`) SETTINGS insert_deduplication_token = 'it\\'s' "
        "SELECT * FROM `rows`"
    )
    assert insert_text(Write("t", None, "insert_into"), Name(None, "t"), [], "rows") == (
        "INSERT INTO `t` SELECT * FROM `rows`"
    )


def test_an_option_that_is_no_name_is_refused() -> None:
    write = Write("t", None, "append", {"a = 1 SELECT": "x"})
    with pytest.raises(RmtError, match="no setting a = 1 SELECT"):
        insert_text(write, Name(None, "t"), [], "rows")


@pytest.mark.parametrize("mode", ["overwrite", "createOrReplace", "mergeInto", "writeStream"])
def test_what_is_no_insert_is_refused(mode: str) -> None:
    with pytest.raises(RmtError, match=f"the table t by {mode}") as caught:
        Write("t", None, mode).check()
    assert caught.value.name == "NOT_IMPLEMENTED"


def test_how_a_table_keeps_rows_is_not_said_again() -> None:
    with pytest.raises(RmtError, match="partitionBy has no meaning"):
        Write("t", None, "append", {}, ("partitionBy",)).check()


@pytest.mark.parametrize("mode", ["create", "errorifexists", "ignore"])
def test_spark_says_what_exists(mode: str) -> None:
    write = Write("t", None, mode, {}, ("partitionBy",))
    write.check()
    assert write.is_sparks
