"""Tests that fail because the endpoint is not made for what they ask, as patterns by reason."""

from __future__ import annotations

UNSUPPORTED = {
    "Spark's catalog keeps names of tables in letters, digits and underscores only": [
        r"BizarroCharacterTest.test_reflect_comments\[(?!plain-).*",
        "QuotedNameArgumentTest.*",
    ],
    "there are no temporary tables, and the suite's temporary view is of one": [
        "ComponentReflectionTest.test_get_temp_view_names",
    ],
    "SELECT * leaves MATERIALIZED and ALIAS columns out, as in ClickHouse": [
        "ComputedColumnTest.test_select_all",
    ],
    "an Array is never NULL": [
        "ArrayTest.test_literal_(simple|complex)",
    ],
    "a String has no length": [
        "ComponentReflectionTestExtra.test_string_length_reflection",
        "ComponentReflectionTestExtra.test_varchar_reflection",
    ],
    "the endpoint makes up no keys": [
        "JSONTest.test_eval_none_flag_orm",
        "ServerSideCursorsTest.test_roundtrip_fetch(all|many)",
    ],
    "AUTOCOMMIT is the only isolation level": [
        "IsolationLevelTest.test_dialect_user_setting_is_restored",
    ],
    "RETURNING is refused when a statement is compiled, not by the server": [
        "ReturningGuardsTest.*",
    ],
    "the suite can tell the server-side cursors of SQLAlchemy's own drivers only": [
        "ServerSideCursorsTest.test_conn_option",
        r"ServerSideCursorsTest.test_ss_cursor_status"
        r"\[(global_string|global_text|global_expr|stmt_option|text_ss_option)(-.*)?\]",
    ],
    "there is no SELECT … FOR UPDATE": [
        r"ServerSideCursorsTest.test_ss_cursor_status\[for_update_.*",
    ],
    "indexes are skipping indexes, which are options of the table for the Inspector": [
        "ComponentReflectionTest.test_get_indexes",
        "HasIndexTest.*",
        r"LongNameBlowoutTest.test_long_convention_name\[ix.*",
    ],
}
