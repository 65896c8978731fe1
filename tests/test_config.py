"""Configuration: flags, environment variables, defaults."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from rmt_engine.config import EngineSettings
from rmt_engine.memory import usable_memory

AUTHENTICATION = "spark.hadoop.hive.server2.authentication"


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in EngineSettings.model_fields:
        monkeypatch.delenv(f"RMT_{name.upper()}", raising=False)


def test_the_defaults_listen_on_this_machine_only() -> None:
    settings = EngineSettings()
    assert (settings.host, settings.port) == ("127.0.0.1", 10000)
    assert settings.refusal() is None
    assert settings.connect_port is None


@pytest.mark.parametrize(
    ("variable", "value", "field", "wanted"),
    [
        ("RMT_PORT", "10123", "port", 10123),
        ("RMT_HOST", "::1", "host", "::1"),
        ("RMT_WAREHOUSE", "/data/w", "warehouse", "/data/w"),
        ("RMT_REGISTRY", "sqlite:////h/r.db", "registry", "sqlite:////h/r.db"),
        ("RMT_LOG_FILE", "/var/log/rmt.log", "log_file", Path("/var/log/rmt.log")),
        ("RMT_ALLOW_ANONYMOUS", "1", "allow_anonymous", True),
        ("RMT_CONF", "spark.a=1", "conf", {"spark.a": "1"}),
        ("RMT_FILE_PATHS", "/a, /b", "file_paths", ("/a", "/b")),
        ("RMT_FILE_PATHS", "", "file_paths", ()),
        ("RMT_ALLOW_CODE", "1", "allow_code", True),
        ("RMT_CONNECT_PORT", "15002", "connect_port", 15002),
    ],
)
def test_each_field_is_an_environment_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, field: str, wanted: object
) -> None:
    monkeypatch.setenv(variable, value)
    assert getattr(EngineSettings(), field) == wanted


def test_a_flag_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RMT_PORT", "1")
    assert EngineSettings(port=2).port == 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {}),
        ("spark.a=1", {"spark.a": "1"}),
        ("spark.a=1,spark.b=2", {"spark.a": "1", "spark.b": "2"}),
        ("spark.a=1\nspark.b=2\n", {"spark.a": "1", "spark.b": "2"}),
        (" spark.a=1 ,, spark.b=2 ", {"spark.a": "1", "spark.b": "2"}),
        ("spark.opts=-Dx=y", {"spark.opts": "-Dx=y"}),
        ("spark.empty=", {"spark.empty": ""}),
    ],
)
def test_conf_is_pairs_separated_by_commas_or_line_ends(
    monkeypatch: pytest.MonkeyPatch, text: str, wanted: dict[str, str]
) -> None:
    monkeypatch.setenv("RMT_CONF", text)
    assert EngineSettings().conf == wanted


def test_a_conf_that_is_no_spark_setting_is_refused_by_name() -> None:
    with pytest.raises(ValidationError, match=r"hive\.x is no Spark setting"):
        EngineSettings(conf={"hive.x": "1"})


@pytest.mark.parametrize(
    ("field", "value"), [("port", -1), ("port", 65536), ("port", "http"), ("conf", "spark.a")]
)
def test_a_value_that_does_not_fit_is_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError, match=field):
        EngineSettings.model_validate({field: value})


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(ValidationError, match="prot"):
        EngineSettings.model_validate({"prot": 1})


@pytest.mark.parametrize(
    ("warehouse", "home", "uri"),
    [
        ("/data/w", "/data/w", "file:///data/w"),
        ("/data/w/", "/data/w", "file:///data/w"),
        ("file:///data/w", "/data/w", "file:///data/w"),
        ("file:///data/w/", "/data/w", "file:///data/w"),
    ],
)
def test_a_local_warehouse_is_home_to_registry_and_logs(
    warehouse: str, home: str, uri: str
) -> None:
    settings = EngineSettings(warehouse=warehouse)
    assert settings.is_local_warehouse
    assert settings.home == Path(home)
    assert settings.warehouse_uri == uri
    assert settings.registry_url == f"sqlite:///{home}/registry.db"
    assert settings.log_path == Path(home) / "logs" / "rmt.log"


def test_a_relative_warehouse_is_below_the_working_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert EngineSettings(warehouse="w").home == tmp_path / "w"


def test_a_tilde_is_the_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/someone")
    assert EngineSettings(warehouse="~/w").home == Path("/home/someone/w")


def test_a_remote_warehouse_keeps_registry_and_logs_local(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = EngineSettings(warehouse="s3a://bucket/w/")
    assert not settings.is_local_warehouse
    assert settings.warehouse_uri == "s3a://bucket/w"
    assert settings.home == tmp_path / "rmt-home"
    assert settings.registry_url == f"sqlite:///{tmp_path}/rmt-home/registry.db"


@pytest.mark.parametrize("given", ["s3://bucket/w/", "s3a://bucket/w"])
def test_a_bucket_has_the_scheme_that_hadoop_knows(given: str) -> None:
    settings = EngineSettings(warehouse=given)
    assert settings.warehouse_uri == "s3a://bucket/w"
    assert settings.spark_warehouse == "s3a://bucket/w/spark"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("s3a://bucket/w?region=eu", "leave out"),
        ("hdfs://there/w?user=ann", "leave out"),
        ("s3a://key:secret@bucket/w", "AWS_ACCESS_KEY_ID"),
    ],
)
def test_what_only_one_side_would_read_of_a_warehouse_is_refused(given: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        EngineSettings(warehouse=given)


def test_registry_log_file_and_memory_are_taken_as_told() -> None:
    settings = EngineSettings(
        registry="sqlite:////h/r.db", log_file=Path("/l/x.log"), driver_memory="3g"
    )
    assert settings.registry_url == "sqlite:////h/r.db"
    assert settings.log_path == Path("/l/x.log")
    assert settings.heap == "3g"


def test_the_heap_is_between_one_and_eight_gigabytes_by_default() -> None:
    heap = EngineSettings().heap
    assert heap.endswith("m")
    assert 1024 <= int(heap[:-1]) <= 8192


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_needs_no_login(host: str) -> None:
    settings = EngineSettings(host=host)
    assert settings.is_loopback
    assert settings.refusal() is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "warehouse.example.org", ""])
def test_an_open_address_without_login_is_refused_with_the_way_out(host: str) -> None:
    settings = EngineSettings(host=host)
    assert not settings.is_loopback
    refusal = settings.refusal() or ""
    assert "--ldap-url" in refusal
    assert "--allow-anonymous" in refusal


@pytest.mark.parametrize(
    ("conf", "authenticates"),
    [
        ({AUTHENTICATION: "ldap", f"{AUTHENTICATION}.ldap.url": "ldap://l",
          f"{AUTHENTICATION}.ldap.baseDN": "dc=org"}, True),
        ({AUTHENTICATION: "kerberos"}, True),
        ({AUTHENTICATION: "Custom",
          "spark.hadoop.hive.server2.custom.authentication.class": "x.Y"}, True),
        ({AUTHENTICATION: "NONE"}, False),
        ({AUTHENTICATION: "nosasl"}, False),
        ({AUTHENTICATION: ""}, False),
        ({}, False),
    ],
)  # fmt: skip
def test_an_open_address_needs_an_authentication_that_authenticates(
    conf: dict[str, str], authenticates: bool
) -> None:
    settings = EngineSettings(host="0.0.0.0", conf=conf)
    assert settings.authenticates is authenticates
    assert (settings.refusal() is None) is authenticates


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"conf": {AUTHENTICATION: "bogus"}}, "There is no authentication bogus"),
        ({"conf": {AUTHENTICATION: "PAM"}}, "There is no authentication PAM"),
        ({"conf": {AUTHENTICATION: "LDAP"}}, "needs --ldap-url"),
        ({"conf": {AUTHENTICATION: "CUSTOM"}}, "custom.authentication.class"),
        ({"ldap_url": "ldap://l"}, "needs --ldap-base-dn or --ldap-user-pattern"),
        ({"ldap_url": "l:389", "ldap_base_dn": "dc=org"}, "l:389 does not begin with"),
        ({"ldap_url": "ldap://l", "ldap_user_pattern": "uid=x"}, "uid=x does not have %s"),
        ({"ldap_url": "ldap://l", "conf": {AUTHENTICATION: "KERBEROS"}}, "is KERBEROS"),
        ({"ldap_url": "ldap://l", "ldap_base_dn": "dc=org",
          "conf": {"spark.hadoop.hive.server2.transport.mode": "http"}}, "Over HTTP"),
        ({"tls_key": "key.pem"}, "are given together"),
        ({"master": "spark://there:7077"}, "spark.authenticate=true"),
        ({"master": "yarn"}, "spark.authenticate=true"),
        ({"conf": {"spark.plugins": "org.apache.spark.sql.connect.SparkConnectPlugin"}},
         "give --connect-port"),
        ({"connect_port": 15002, "conf": {"spark.connect.grpc.binding.address": "0.0.0.0"}},
         "has no TLS"),
    ],
)  # fmt: skip
def test_what_would_not_work_or_be_open_is_refused(given: dict[str, object], said: str) -> None:
    assert said in (EngineSettings.model_validate(given).refusal() or "")


def test_ldap_and_tls_and_a_cluster_with_a_secret_may_be() -> None:
    settings = EngineSettings.model_validate(
        {
            "host": "0.0.0.0",
            "ldap_url": "ldaps://a, ldaps://b",
            "ldap_user_pattern": "uid=%s,ou=a:uid=%s,ou=b",
            "tls_certificate": "c.pem",
            "tls_key": "k.pem",
            "master": "spark://there:7077",
            "conf": {"spark.authenticate": "true", "spark.authenticate.secret": "x"},
        }
    )
    assert settings.refusal() is None
    assert settings.authentication == "LDAP"
    assert settings.ldap_servers == ["ldaps://a", "ldaps://b"]
    assert settings.ldap_names == ["uid=%s,ou=a", "uid=%s,ou=b"]
    assert list(settings.secrets) == ["spark.authenticate.secret"]


def test_an_open_address_without_login_can_be_wanted() -> None:
    assert EngineSettings(host="0.0.0.0", allow_anonymous=True).refusal() is None


@pytest.mark.parametrize(
    ("url", "said"),
    [("no url", "no SQLAlchemy URL"), ("mysql://h/r", "not supported: use sqlite")],
)
def test_a_registry_that_cannot_be_is_refused(url: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        EngineSettings(registry=url)


def test_a_containers_limit_counts_where_it_is_lower_than_the_machines_memory(
    tmp_path: Path,
) -> None:
    limit = tmp_path / "memory.max"
    machine = usable_memory(())
    assert usable_memory((limit,)) == machine
    limit.write_text("max\n")
    assert usable_memory((limit,)) == machine
    limit.write_text("2147483648\n")
    assert usable_memory((limit,)) == min(2147483648, machine)
    limit.write_text(f"{2 * machine}\n")
    assert usable_memory((limit, tmp_path / "none")) == machine
