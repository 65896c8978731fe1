"""The picture of docs/superset.md: `integration_tests/superset/run.py PYTHON screenshot FILE`.

It needs a Chromium: Debian's `chromium` or `chromium-headless-shell`, or Playwright's own.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

import sqlalchemy as sa
from playwright.sync_api import sync_playwright
from running import ENDPOINT, Superset

SCHEMA = "shop"
ORDERS = (
    f"CREATE DATABASE {SCHEMA}",
    f"""
    CREATE TABLE {SCHEMA}.orders
    (
        id UInt64,
        ordered DateTime,
        state LowCardinality(String),
        amount Decimal(10, 2),
        ver UInt32,
        cancelled UInt8
    )
    ENGINE = ReplacingMergeTree(ver, cancelled) ORDER BY id
    """,
    f"""
    INSERT INTO {SCHEMA}.orders
    SELECT number, timestamp_seconds(1767225600 + number * 1370), 'open',
        round(20 + 80 * abs(sin(number)) + number / 300, 2), 1, 0
    FROM numbers(20000)
    """,
    f"""
    INSERT INTO {SCHEMA}.orders
    SELECT id, ordered, IF(pmod(id, 3) = 1, 'paid', 'shipped'), amount, 2, 0
    FROM {SCHEMA}.orders WHERE pmod(id, 3) <> 0
    """,
    f"""
    INSERT INTO {SCHEMA}.orders
    SELECT id, ordered, state, amount, 3, 1 FROM {SCHEMA}.orders FINAL WHERE pmod(id, 11) = 0
    """,
)
CHART = {
    "viz_type": "echarts_timeseries_bar",
    "x_axis": "ordered",
    "time_grain_sqla": "P1M",
    "metrics": [
        {
            "label": "Revenue",
            "expressionType": "SIMPLE",
            "aggregate": "SUM",
            "column": {"column_name": "amount"},
        }
    ],
    "groupby": ["state"],
    "stack": "Stack",
    "row_limit": 10000,
    "show_legend": True,
    "x_axis_time_format": "%b %Y",
    "y_axis_format": "SMART_NUMBER",
}


def main(file: str) -> None:
    with sa.create_engine(f"rmt://{ENDPOINT}").begin() as connection:
        for statement in ORDERS:
            connection.exec_driver_sql(statement)
    with tempfile.TemporaryDirectory() as home, Superset(Path(home)) as superset:
        database = superset.add_database(SCHEMA, final=True)
        dataset = superset.add_dataset(database, SCHEMA, "orders")
        chart = superset.post(
            "chart/",
            slice_name="Revenue per month, orders as they are now",
            viz_type=CHART["viz_type"],
            datasource_id=dataset,
            datasource_type="table",
            params=json.dumps({"datasource": f"{dataset}__table", **CHART}),
        )["id"]
        _picture(superset, f"{superset.url}/explore/?slice_id={chart}", file)


def _picture(superset: Superset, url: str, file: str) -> None:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        login = {"username": "admin", "password": "admin"}
        context.request.post(f"{superset.url}/login/", form=login)
        page = context.new_page()
        try:
            page.goto(url)
            page.wait_for_selector(".slice_container canvas", timeout=90_000)
            page.wait_for_timeout(4000)  # the bars grow
        finally:
            page.screenshot(path=file)
            browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
