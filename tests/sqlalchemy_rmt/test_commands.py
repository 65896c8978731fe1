"""ClickHouse's commands as DDL elements."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.dialects import sqlite

import sqlalchemy_rmt as rmt
from tests.sqlalchemy_rmt.compiling import Compiling, User, logs, users

ELSEWHERE = sa.Table("t", sa.MetaData(), sa.Column("k", sa.Integer), schema="my db")

COMMANDS: list[tuple[Any, str]] = [
    (rmt.optimize(users), "OPTIMIZE TABLE users"),
    (rmt.optimize(User, final=True), "OPTIMIZE TABLE users FINAL"),
    (rmt.optimize(ELSEWHERE), "OPTIMIZE TABLE `my db`.t"),
    (
        rmt.optimize(users, partition=202401, final=True, cleanup=True),
        "OPTIMIZE TABLE users PARTITION 202401 FINAL CLEANUP",
    ),
    (rmt.optimize(users, deduplicate=True), "OPTIMIZE TABLE users DEDUPLICATE"),
    (
        rmt.optimize(users, final=True, deduplicate_by=["id", users.c.name]),
        "OPTIMIZE TABLE users FINAL DEDUPLICATE BY id, name",
    ),
    (
        rmt.optimize(users, partition=rmt.partition_id("it's")),
        "OPTIMIZE TABLE users PARTITION ID 'it\\'s'",
    ),
    (rmt.system_stop_merges(), "SYSTEM STOP MERGES"),
    (rmt.system_stop_merges(User), "SYSTEM STOP MERGES users"),
    (rmt.system_start_merges(users), "SYSTEM START MERGES users"),
    (rmt.system_sync_replica(users), "SYSTEM SYNC REPLICA users"),
    (rmt.system_flush_logs(), "SYSTEM FLUSH LOGS"),
    (rmt.drop_partition(users, ()), "ALTER TABLE users DROP PARTITION tuple()"),
    (rmt.detach_partition(users, "5%"), "ALTER TABLE users DETACH PARTITION '5%%'"),
    (
        rmt.attach_partition(users, (1, "a", True)),
        "ALTER TABLE users ATTACH PARTITION (1, 'a', 1)",
    ),
    (
        rmt.drop_detached_partition(users, dt.date(2024, 1, 31)),
        "ALTER TABLE users DROP DETACHED PARTITION '2024-01-31' SETTINGS allow_drop_detached = 1",
    ),
    (
        rmt.attach_partition_from(users, 1, logs),
        "ALTER TABLE users ATTACH PARTITION 1 FROM logs",
    ),
    (rmt.replace_partition(users, 1, logs), "ALTER TABLE users REPLACE PARTITION 1 FROM logs"),
    (rmt.move_partition(users, 1, logs), "ALTER TABLE users MOVE PARTITION 1 TO TABLE logs"),
    (rmt.truncate(users), "TRUNCATE TABLE users"),
    (rmt.exchange_tables(users, logs), "EXCHANGE TABLES users AND logs"),
    (rmt.rename_table(users, "order"), "RENAME TABLE users TO `order`"),
    (rmt.rename_table(ELSEWHERE, "u"), "RENAME TABLE `my db`.t TO `my db`.u"),
    (
        rmt.modify_settings(users, old_parts_lifetime=5, default_compression_codec="LZ4"),
        "ALTER TABLE users MODIFY SETTING old_parts_lifetime = 5, "
        "default_compression_codec = 'LZ4'",
    ),
    (
        rmt.reset_settings(users, "old_parts_lifetime"),
        "ALTER TABLE users RESET SETTING old_parts_lifetime",
    ),
]


class TestCommands(Compiling):
    @pytest.mark.parametrize(("command", "text"), COMMANDS)
    def test_the_text(self, command: Any, text: str) -> None:
        self.assert_compile(command, text)

    def test_a_partition_that_cannot_be(self) -> None:
        with pytest.raises(exc.ArgumentError, match="cannot be a partition's value"):
            rmt.optimize(users, partition=[1])

    def test_a_subquery_is_no_table(self) -> None:
        with pytest.raises(exc.ArgumentError, match="is no table"):
            rmt.truncate(sa.select(users.c.id).subquery())

    def test_other_dialects_have_no_such_command(self) -> None:
        with pytest.raises(exc.UnsupportedCompilationError):
            rmt.optimize(users).compile(dialect=sqlite.dialect())
