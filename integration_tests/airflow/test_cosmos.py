"""The profile of the dbt adapter that Cosmos makes of a connection."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("cosmos")

import yaml

from sqlalchemy_rmt.airflow.cosmos import RmtProfileMapping


@pytest.fixture(autouse=True)
def _connection(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {
        "conn_type": "rmt",
        "host": "spark",
        "login": "me",
        "password": "secret",
        "schema": "shop",
        "extra": {"ssl": "true", "final": "0", "settings": {"join_use_nulls": 1}, "auth": "LDAP"},
    }
    monkeypatch.setenv("AIRFLOW_CONN_RMT_DEFAULT", json.dumps(fields))


def test_a_connection_is_a_profile() -> None:
    mapping = RmtProfileMapping("rmt_default", {"threads": 2})
    assert mapping.can_claim_connection()
    profile = mapping.profile
    password = profile.pop("password")
    assert profile == {
        "type": "rmt",
        "host": "spark",
        "port": 10000,
        "schema": "shop",
        "user": "me",
        "auth": "LDAP",
        "ssl": True,
        "final": False,
        "settings": {"join_use_nulls": "1"},
        "threads": 2,
    }
    assert "env_var(" in password
    assert list(mapping.env_vars.values()) == ["secret"]


def test_the_file_that_dbt_reads_has_no_password() -> None:
    text = RmtProfileMapping("rmt_default").get_profile_file_contents("shop", "dev")
    assert "secret" not in text
    target = yaml.safe_load(text)["shop"]["outputs"]["dev"]
    assert (target["type"], target["schema"]) == ("rmt", "shop")


def test_without_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AIRFLOW_CONN_RMT_DEFAULT", "rmt://spark/shop")
    assert RmtProfileMapping("rmt_default").profile == {
        "type": "rmt",
        "host": "spark",
        "port": 10000,
        "schema": "shop",
    }
