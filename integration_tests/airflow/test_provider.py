"""What Airflow finds of the provider."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import airflow
import jsonschema
import pytest
from airflow.providers_manager import ProvidersManager
from airflow.sdk import Asset, task
from airflow.sdk.providers_manager_runtime import ProvidersManagerTaskRuntime

from sqlalchemy_rmt.airflow.provider_info import get_provider_info
from sqlalchemy_rmt.connect_arguments import CONNECT_ARGUMENTS

INFO = get_provider_info()
PACKAGE = "sqlalchemy_rmt.airflow"


def test_the_info_is_what_airflows_schema_says() -> None:
    schema = Path(airflow.__file__).parent / "provider_info.schema.json"
    jsonschema.validate(INFO, json.loads(schema.read_text()))


def test_it_is_read_without_airflow() -> None:
    code = "import sys, sqlalchemy_rmt.airflow.provider_info; print('airflow' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_airflow_finds_the_provider() -> None:
    manager, runtime = ProvidersManager(), ProvidersManagerTaskRuntime()
    assert "rmt-spark" in manager.providers
    hook = runtime.hooks["rmt"]
    assert hook is not None
    assert (hook.hook_name, hook.connection_testable) == ("RMT on Spark", True)
    assert hook.connection_id_attribute_name == "rmt_conn_id"
    assert manager.dialects["rmt"].dialect_class_name == f"{PACKAGE}.dialect.RmtSqlDialect"
    assert "rmt" in runtime.asset_uri_handlers
    assert "rmt" in runtime.asset_factories
    assert "rmt" in runtime.asset_to_openlineage_converters
    assert callable(task.rmt)


def test_what_it_names_is_there() -> None:
    def names(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [name for one in value.values() for name in names(one)]
        if isinstance(value, list):
            return [name for one in value for name in names(one)]
        return [value] if isinstance(value, str) and value.startswith(PACKAGE) else []

    modules = {
        f"{PACKAGE}.{n}"
        for n in ("hook", "operators", "checks", "sensors", "statements_trigger", "triggers")
    }
    for name in names(INFO):
        if name in modules:
            importlib.import_module(name)
            continue
        module, _, attribute = name.rpartition(".")
        assert hasattr(importlib.import_module(module), attribute)


def test_the_form_has_a_field_for_each_argument_of_the_driver() -> None:
    fields = INFO["connection-types"][0]["conn-fields"]
    assert set(fields) == {*CONNECT_ARGUMENTS, "final", "settings"}


@pytest.mark.parametrize(
    ("given", "is_"),
    [
        ("rmt://Host/d/t", "rmt://host:10000/d/t"),
        ("rmt://host:10001/d/t/", "rmt://host:10001/d/t"),
        ("rmt://user:secret@host/d/t%20u?x=1#y", "rmt://host:10000/d/t%20u"),
        ("rmt://[::1]:1/d/t", "rmt://[::1]:1/d/t"),
    ],
)
@pytest.mark.filterwarnings("ignore:An Asset URI should not contain a password")
def test_an_asset_is_a_table(given: str, is_: str) -> None:
    assert Asset(given).uri == is_


@pytest.mark.parametrize("wrong", ["rmt://host/t", "rmt://host/d/t/u", "rmt:///d/t", "rmt://host"])
def test_anything_else_is_none(wrong: str) -> None:
    with pytest.raises(ValueError, match="names no table: write rmt://host:port/database/table"):
        Asset(wrong)


def test_an_asset_is_made_of_its_parts_and_is_a_dataset_of_openlineage() -> None:
    from sqlalchemy_rmt.airflow.assets import convert_asset_to_openlineage, create_asset

    asset = create_asset(host="spark", database="shop", table="odd/name", extra={"owner": "me"})
    assert asset.uri == "rmt://spark:10000/shop/odd%2Fname"
    dataset = convert_asset_to_openlineage(asset, None)
    assert (dataset.namespace, dataset.name) == ("rmt://spark:10000", "shop.odd/name")
