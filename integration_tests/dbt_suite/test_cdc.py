"""A shop's changes, day by day: each mart equals what pandas computes of the same events.

Then again with dbt killed in the middle of each model, and run again.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sqlalchemy_rmt import dbapi

PROJECT = Path(__file__).parents[1] / "dbt_cdc"
FIRST_DAY = date(2024, 3, 29)
MODELS = (
    "customers",
    "orders",
    "payments",
    "products",
    "customer_totals",
    "daily_orders",
    "monthly_orders",
    "customer_history",
)
# How many of them dbt is killed in.
KILLS = int(os.environ.get("RMT_DBT_KILLS", "1"))

COLUMNS = {
    "customer_events": "customer_id Int64, name String, city String, op String, "
    "updated_at DateTime64(6), loaded_on Date32",
    "order_events": "order_id Int64, customer_id Int64, ordered_on Date32, amount Decimal(10, 2), "
    "op String, updated_at DateTime64(6), loaded_on Date32",
    "payment_events": "order_id Int64, payment_id Int64, paid Decimal(10, 2), op String, "
    "updated_at DateTime64(6), loaded_on Date32",
    "product_extracts": "product_id Int64, title String, price Decimal(10, 2), extracted_on Date32",
}
NAMES = {table: re.findall(r"(?:^|, )([a-z]\w*) ", columns) for table, columns in COLUMNS.items()}
KEYS = {
    "customer_events": ["customer_id"],
    "order_events": ["order_id"],
    "payment_events": ["order_id", "payment_id"],
}


@dataclass
class Shop:
    """The source tables, and the events that are in them."""

    port: int
    raw: str
    marts: str
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    days: int = 0
    events: dict[str, list[tuple[Any, ...]]] = field(
        default_factory=lambda: {table: [] for table in COLUMNS}
    )
    history: dict[int, list[list[Any]]] = field(default_factory=dict)

    def sql(self, text: str) -> list[tuple[Any, ...]]:
        with dbapi.connect(
            "127.0.0.1",
            self.port,
            settings={"final": "1", "spark.sql.session.timeZone": "UTC"},
        ) as connection:
            cursor = connection.cursor().execute(text)
            return cursor.fetchall() if cursor.description else []

    def create(self) -> None:
        self.sql(f"CREATE DATABASE {self.raw}")
        for table, columns in COLUMNS.items():
            self.sql(
                f"CREATE TABLE {self.raw}.{table} ({columns}) ENGINE = MergeTree ORDER BY tuple()"
            )

    def drop(self) -> None:
        for schema in (self.raw, self.marts):
            self.sql(f"DROP DATABASE IF EXISTS {schema} CASCADE")

    def next_day(self) -> None:
        """Inserts, updates, deletes, events that are late and events that are repeated."""
        rng, day = self.rng, FIRST_DAY + timedelta(days=self.days)
        self.days += 1
        new: dict[str, list[tuple[Any, ...]]] = {
            "customer_events": [
                (key, f"name {rng.randint(1, 99)}", rng.choice("ABC"), *self.change(day))
                for key in (rng.randint(1, 30) for _ in range(25))
            ],
            "order_events": [
                (
                    key,
                    rng.randint(1, 30),
                    FIRST_DAY + timedelta(days=rng.randint(0, self.days + 1)),
                    self.money(),
                    *self.change(day),
                )
                for key in (rng.randint(1, 80) for _ in range(60))
            ],
            "payment_events": [
                (rng.randint(1, 80), rng.randint(1, 2), self.money(), *self.change(day))
                for _ in range(50)
            ],
            "product_extracts": [
                (key, f"title {rng.randint(1, 9)}", self.money(), day)
                for key in rng.sample(range(1, 20), 15)
            ],
        }
        for table in KEYS:
            before = self.events[table]
            repeated = rng.sample(before, min(len(before), 10))
            new[table] += [(*event[:-1], day) for event in repeated]
            new[table] += new[table][:3]
            rng.shuffle(new[table])
        with dbapi.connect(
            "127.0.0.1", self.port, settings={"spark.sql.session.timeZone": "UTC"}
        ) as connection:
            for table, rows in new.items():
                self.events[table] += rows
                markers = ", ".join(["%s"] * len(rows[0]))
                connection.cursor().executemany(
                    f"INSERT INTO {self.raw}.{table} VALUES ({markers})", rows
                )

    def change(self, day: date) -> tuple[str, datetime, date]:
        """What happened, when, and when it was loaded: an event in ten is up to two days late."""
        late = self.rng.randint(1, 2) if self.rng.random() < 0.1 else 0
        moment = datetime(day.year, day.month, day.day) - timedelta(days=late)
        moment += timedelta(microseconds=self.rng.randint(0, 86_399_999_999))
        return self.rng.choice("iuuud"), moment, day

    def money(self) -> Decimal:
        return Decimal(self.rng.randint(1, 99_999)).scaleb(-2)

    def current(self, table: str) -> pd.DataFrame:
        """The newest version of each key, without those that are deletes."""
        events = pd.DataFrame(self.events[table], columns=NAMES[table])
        newest = events.sort_values("updated_at", kind="stable").groupby(KEYS[table]).tail(1)
        return newest[newest["op"] != "d"]

    def snapshot(self) -> None:
        """What dbt's snapshot does to `history`: customer to [updated_at, is open] of its rows."""
        customers = self.current("customer_events").set_index("customer_id")["updated_at"]
        for key, rows in self.history.items():
            if key not in customers.index:
                rows[-1][1] = False
        for key, updated_at in customers.items():
            rows = self.history.setdefault(key, [])
            if rows and rows[-1][1] and rows[-1][0] >= updated_at:
                continue
            if rows:
                rows[-1][1] = False
            rows.append([updated_at, True])

    # What the marts must be

    def check(self) -> None:
        customers = self.current("customer_events")
        orders = self.current("order_events")
        payments = self.current("payment_events")
        self.compare(customers[["customer_id", "name", "city", "updated_at"]], "customers")
        self.compare(orders[["order_id", "customer_id", "ordered_on", "amount"]], "orders")
        self.compare(payments[["order_id", "payment_id", "paid"]], "payments")

        extracts = pd.DataFrame(self.events["product_extracts"], columns=NAMES["product_extracts"])
        newest = extracts[extracts["extracted_on"] == extracts["extracted_on"].max()]
        self.compare(newest[["product_id", "title", "price"]], "products")

        paid = payments.groupby("order_id")["paid"].sum()
        orders = orders.assign(paid=orders["order_id"].map(paid).fillna(Decimal(0)))
        per_customer = orders.groupby("customer_id").agg(
            orders=("order_id", "size"), ordered=("amount", "sum"), paid=("paid", "sum")
        )
        totals = customers[["customer_id", "city"]].join(per_customer, on="customer_id")
        totals["orders"] = totals["orders"].fillna(0).astype(int)
        totals = totals.fillna(Decimal(0))
        self.compare(totals, "customer_totals")
        cities = totals.groupby("city").agg(customers=("city", "size"), ordered=("ordered", "sum"))
        self.compare(cities.reset_index(), "city_totals")

        days = {event[2] for event in self.events["order_events"]}
        per_day = orders.groupby("ordered_on").agg(
            orders=("order_id", "size"), ordered=("amount", "sum")
        )
        per_day = per_day.reindex(sorted(days))
        per_day["orders"] = per_day["orders"].fillna(0).astype(int)
        per_day = per_day.fillna(Decimal(0)).rename_axis("ordered_on").reset_index()
        self.compare(per_day, "daily_orders")

        months = orders.assign(month=[d.year * 100 + d.month for d in orders["ordered_on"]])
        per_month = months.groupby(["month", "customer_id"]).agg(
            orders=("order_id", "size"), ordered=("amount", "sum")
        )
        self.compare(per_month.reset_index(), "monthly_orders")

        rows = self.sql(
            "SELECT customer_id, dbt_valid_from, dbt_valid_to IS NULL "
            f"FROM {self.marts}.customer_history"
        )
        expected = [(key, *row) for key, entries in self.history.items() for row in entries]
        assert sorted(rows) == sorted(expected)

    def compare(self, expected: pd.DataFrame, model: str) -> None:
        names = list(expected.columns)
        rows = self.sql(f"SELECT {', '.join(names)} FROM {self.marts}.{model}")
        wanted = [
            tuple(v.to_pydatetime() if isinstance(v, pd.Timestamp) else v for v in row)
            for row in expected.itertuples(index=False)
        ]
        assert sorted(rows) == sorted(wanted), model


@pytest.fixture
def shop(endpoint_port: int) -> Iterator[Shop]:
    suffix = uuid.uuid4().hex[:8]
    shop = Shop(endpoint_port, f"raw_{suffix}", f"marts_{suffix}")
    shop.create()
    yield shop
    shop.drop()


@dataclass
class Dbt:
    """`dbt build` in processes of its own, so that they can be killed."""

    shop: Shop
    target: Path

    def start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [
                *(sys.executable, "-c", "from dbt.cli.main import cli; cli()", "build"),
                *("--project-dir", str(PROJECT), "--profiles-dir", str(PROJECT)),
                *("--target-path", str(self.target), "--log-path", str(self.target / "logs")),
                *("--vars", f"{{raw_schema: {self.shop.raw}}}"),
            ],
            env={
                **os.environ,
                "RMT_DBT_PORT": str(self.shop.port),
                "RMT_DBT_SCHEMA": self.shop.marts,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def build(self) -> None:
        process = self.start()
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0, output

    def build_and_kill(self, model: str) -> bool:
        """Kills dbt while the endpoint works on a model; whether it did."""
        process = self.start()
        busy = (
            "SELECT count(*) FROM system.processes WHERE query LIKE '%.shop."
            f"{model}\"%' AND (query ILIKE '%INSERT INTO%' OR query ILIKE '%CREATE TABLE%' "
            "OR query ILIKE '%INSERT OVERWRITE%' OR query ILIKE '%REPLACE PARTITION%')"
        )
        with dbapi.connect("127.0.0.1", self.shop.port) as connection:
            cursor = connection.cursor()
            while process.poll() is None:
                if cursor.execute(busy).fetchall()[0][0]:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(process.pid, signal.SIGKILL)
                    break
                time.sleep(0.01)
        process.communicate(timeout=300)
        return process.returncode == -signal.SIGKILL


@pytest.fixture
def dbt(shop: Shop, tmp_path: Path) -> Iterator[Dbt]:
    yield Dbt(shop, tmp_path / "target")
    shutil.rmtree(tmp_path / "target", ignore_errors=True)


def test_three_days(shop: Shop, dbt: Dbt) -> None:
    for _ in range(3):
        shop.next_day()
        dbt.build()
        shop.snapshot()
        shop.check()
    dbt.build()
    shop.check()


@pytest.mark.timeout(1500)
def test_killed_in_the_middle_of_a_model(shop: Shop, dbt: Dbt) -> None:
    shop.next_day()
    dbt.build()
    shop.snapshot()
    killed = []
    for model in MODELS[-KILLS:] if len(MODELS) > KILLS else MODELS:
        shop.next_day()
        if dbt.build_and_kill(model):
            killed.append(model)
        dbt.build()
        shop.snapshot()
        shop.check()
    assert len(killed) > KILLS // 2
