"""Logins by LDAP over TLS, on an endpoint that encrypts: who gets in, and what is said."""

from __future__ import annotations

import os
import socket
import ssl
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.endpoint import Endpoint
from support.ldap_server import BASE, LdapServer

from rmt_engine.errors import RmtError
from rmt_engine.spark.run.engine import Engine
from rmt_engine.spark.serve.logins import CustomLogins
from rmt_engine.spark.serve.tls import keystore_of
from sqlalchemy_rmt import dbapi

pytestmark = pytest.mark.together
USERS = {"alice": "wonder", "bob": "builder", "Smith, Anna": "s3cret", "zoë": "pässwörd"}
SECRET = "hush-hush"
_START, _OK, _BAD, _COMPLETE = 1, 2, 3, 5
_REFUSED = "The name or the password is wrong."


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


@pytest.fixture(scope="module")
def pem(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost and its key."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    _openssl(
        *("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
        *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
        *("-keyout", str(key), "-out", str(certificate)),
    )
    return certificate, key


@dataclass
class Served:
    """An endpoint, and the LDAP server it asks."""

    endpoint: Endpoint
    ldap: LdapServer
    certificate: Path

    def log(self) -> list[str]:
        lines = (self.endpoint.warehouse / "logs" / "rmt.log").read_text().splitlines()
        return [line for line in lines if "login" in line]

    def login(self, name: str, password: str, acts_as: str = "") -> str:
        """Logs in as SASL's PLAIN has it; returns why not, empty when it worked."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        with (
            socket.create_connection(("127.0.0.1", self.endpoint.port), timeout=30) as wire,
            context.wrap_socket(wire, server_hostname="localhost") as encrypted,
        ):
            for status, content in (
                (_START, b"PLAIN"),
                (_OK, f"{acts_as}\0{name}\0{password}".encode()),
            ):
                encrypted.sendall(struct.pack(">BI", status, len(content)) + content)
            status, length = struct.unpack(">BI", _receive(encrypted, 5))
            return "" if status == _COMPLETE else _receive(encrypted, length).decode()


def _receive(wire: socket.socket, length: int) -> bytes:
    received = b""
    while len(received) < length:
        more = wire.recv(length - len(received))
        assert more, "the endpoint closed the connection without a word"
        received += more
    return received


@pytest.fixture(scope="module")
def served(pem: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    certificate, key = pem
    trusted = tmp_path_factory.mktemp("trust") / "trusted.p12"
    subprocess.run(
        ["keytool", "-importcert", "-noprompt", "-file", str(certificate), "-alias", "ldap",
         "-keystore", str(trusted), "-storetype", "PKCS12", "-storepass", "changeit"],
        check=True, capture_output=True,
    )  # fmt: skip
    trust = f"-Djavax.net.ssl.trustStore={trusted} -Djavax.net.ssl.trustStorePassword=changeit"
    with LdapServer(tmp_path_factory.mktemp("ldap"), USERS, certificate, key) as ldap:
        options = [
            *("--metastore", "memory", "--ldap-url", ldap.url, "--ldap-base-dn", BASE),
            *("--tls-certificate", str(certificate), "--tls-key", str(key)),
        ]
        warehouse = tmp_path_factory.mktemp("warehouse")
        env = {
            "JAVA_TOOL_OPTIONS": f"{os.environ.get('JAVA_TOOL_OPTIONS', '')} {trust}",
            "RMT_REGISTRY": f"sqlite:///{warehouse}/{SECRET}.db",
            "RMT_CONF": f"spark.hadoop.a.password={SECRET},spark.a.secret={SECRET}",
            "PGPASSWORD": SECRET,
        }
        with Endpoint(warehouse, options, env) as endpoint:
            yield Served(endpoint, ldap, certificate)


@pytest.mark.parametrize("name", USERS)
@pytest.mark.sample(1)
def test_a_right_password_logs_in(served: Served, name: str) -> None:
    assert served.login(name, USERS[name]) == ""
    assert served.login(name, USERS[name], acts_as=name) == ""


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("alice", "builder"),
        ("alice", ""),
        ("alice", "\0"),
        ("alice", "wonder\0"),
        ("", "wonder"),
        ("nobody", "wonder"),
        ("*", "wonder"),
        (f"alice,{BASE}", "wonder"),
        ("bob,uid=alice", "wonder"),
        ("alice)(uid=*", "wonder"),
        ("alice\\", "wonder"),
        ("$0%s{}", "wonder"),
        ("a" * 300, "wonder"),
        (" alice", "wonder"),
        ("alice ", "wonder"),
    ],
)
@pytest.mark.sample(6)
def test_any_other_login_is_refused(served: Served, name: str, password: str) -> None:
    assert _REFUSED in served.login(name, password)


def test_nobody_logs_in_as_someone_else(served: Served) -> None:
    assert _REFUSED in served.login("alice", "wonder", acts_as="bob")


def test_a_client_is_told_in_one_line(served: Served) -> None:
    options = {"ssl": True, "ssl_ca": str(served.certificate)}
    with pytest.raises(dbapi.OperationalError) as refused:
        dbapi.connect("localhost", served.endpoint.port, "default", "alice", "no", **options)
    assert _REFUSED in str(refused.value)
    assert "AUTHENTICATION_FAILED" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    with dbapi.connect(
        "localhost", served.endpoint.port, "default", "Alice", "wonder", **options
    ) as connection:
        cursor = connection.cursor()
        assert cursor.execute("SELECT current_user()").fetchall() == [("alice",)]


def test_secrets_are_nowhere(served: Served) -> None:
    options = {"ssl": True, "ssl_ca": str(served.certificate)}
    with dbapi.connect(
        "localhost", served.endpoint.port, "default", "alice", "wonder", **options
    ) as connection:
        cursor = connection.cursor()
        shown = [
            str(cursor.execute(statement).fetchall())
            for statement in (
                "SET",
                "SET -v",
                "SET spark.hadoop.a.password",
                "SET a.password",
                "SET hive.server2.keystore.password",
                "SELECT * FROM system.settings",
                "SELECT * FROM system.processes",
                "SELECT * FROM system.query_log",
            )
        ]
    assert "spark.hadoop.a.password" in shown[0]
    assert SECRET not in "".join(shown)
    assert "p12" not in "".join(shown)
    [jvm] = [
        child
        for children in Path(f"/proc/{served.endpoint.pid}/task").glob("*/children")
        for child in children.read_text().split()
        if b"SparkSubmit" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    for file in ("cmdline", "environ"):
        assert SECRET.encode() not in Path(f"/proc/{jvm}/{file}").read_bytes()
    for log in (served.endpoint.warehouse / "logs").glob("*.log"):
        assert SECRET not in log.read_text()


def test_a_proxy_user_is_refused(served: Served) -> None:
    options = {"ssl": True, "ssl_ca": str(served.certificate)}
    with pytest.raises(dbapi.Error, match="proxy"):
        dbapi.connect(
            *("localhost", served.endpoint.port, "default", "alice", "wonder"),
            settings={"hive.server2.proxy.user": "bob"},
            **options,
        )


def test_the_log_has_a_line_for_each_and_no_more_than_some_a_minute(served: Served) -> None:
    for _ in range(30):
        served.login("mallory\nnew line", "guess")
    lines = served.log()
    assert 1 <= len(lines) <= 40
    assert all("refused the login of" in line for line in lines)
    spark_log = (served.endpoint.warehouse / "logs" / "spark.log").read_text()
    assert "SASL" not in spark_log
    assert "guess" not in spark_log + "".join(lines)


def test_a_server_that_is_down_is_told_from_a_wrong_password(served: Served) -> None:
    served.ldap.stop()
    assert "the LDAP server does not answer" in served.login("alice", "wonder")
    served.ldap.start()
    assert served.login("alice", "wonder") == ""


def test_a_class_of_the_operators_checks_logins_too(engine: Engine) -> None:
    gateway = engine.gateway
    conf = gateway.java_class("org.apache.hadoop.hive.conf.HiveConf")()
    everyone = "org.apache.hive.service.auth.AnonymousAuthenticationProviderImpl"
    nobody = "org.apache.hive.service.auth.LdapAuthenticationProviderImpl"
    assert CustomLogins(gateway, everyone, conf).identify("Alice", "any") == "Alice"
    assert CustomLogins(gateway, nobody, conf).identify("Alice", "") is None


@pytest.mark.parametrize("kind", ["rsa", "pkcs1", "ec", "ed25519"])
@pytest.mark.sample(1)
def test_keys_of_all_kinds_make_a_keystore(engine: Engine, tmp_path: Path, kind: str) -> None:
    certificate, key = tmp_path / "c.pem", tmp_path / "k.pem"
    made = {"ec": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], "ed25519": ["ed25519"]}
    _openssl(
        *("req", "-x509", "-nodes", "-subj", "/CN=localhost", "-newkey"),
        *made.get(kind, ["rsa:2048"]),
        *("-keyout", str(key), "-out", str(certificate)),
    )
    if kind == "pkcs1":
        _openssl("rsa", "-traditional", "-in", str(key), "-out", str(key))
        assert "BEGIN RSA PRIVATE KEY" in key.read_text()
    with keystore_of(engine.gateway, certificate, key) as keystore:
        assert keystore.path.stat().st_mode & 0o077 == 0
        assert keystore.path.parent.stat().st_mode & 0o077 == 0
    assert not keystore.path.exists()


def test_files_that_do_not_fit_are_refused(
    engine: Engine, tmp_path: Path, pem: tuple[Path, Path]
) -> None:
    certificate, key = pem
    other, locked = tmp_path / "other.pem", tmp_path / "locked.pem"
    _openssl("genpkey", "-algorithm", "RSA", "-out", str(other))
    _openssl("pkcs8", "-topk8", "-in", str(key), "-out", str(locked), "-passout", "pass:x")
    for files, said in (
        ((certificate, other), "not that of the certificate"),
        ((certificate, locked), "no private key that can be read"),
        ((key, key), "has no certificate"),
        ((certificate, tmp_path / "nowhere"), "No such file"),
    ):
        with (
            pytest.raises(RmtError, match=said),
            keystore_of(engine.gateway, *files),
        ):
            pass
