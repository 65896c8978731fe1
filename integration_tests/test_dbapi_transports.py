"""The driver over HTTPS, TLS and a connection without a login, each with an endpoint of its own."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.endpoint import Endpoint

from sqlalchemy_rmt import dbapi

pytestmark = pytest.mark.together
PASSWORD = "changeit"


@pytest.fixture(scope="module")
def keystore(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Java keystore with a certificate for localhost, and the certificate beside it."""
    folder = tmp_path_factory.mktemp("tls")
    store, certificate = folder / "store.jks", folder / "ca.pem"
    common = ["-keystore", str(store), "-storepass", PASSWORD, "-alias", "rmt"]
    subprocess.run(
        ["keytool", "-genkeypair", *common, "-keyalg", "RSA", "-dname", "CN=localhost",
         "-ext", "SAN=dns:localhost", "-validity", "2"],
        check=True, capture_output=True,
    )  # fmt: skip
    subprocess.run(
        ["keytool", "-exportcert", *common, "-rfc", "-file", str(certificate)],
        check=True,
        capture_output=True,
    )
    return store


@pytest.fixture(scope="module", params=["https", "tls", "nosasl"])
def served(
    request: pytest.FixtureRequest, keystore: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Endpoint, dict[str, Any]]]:
    """An endpoint, and how to connect to it."""
    endpoint = Endpoint(tmp_path_factory.mktemp("warehouse"), ["--metastore", "memory"])
    tls = {"use.SSL": "true", "keystore.path": str(keystore), "keystore.password": PASSWORD}
    encrypted = {"ssl": True, "ssl_ca": str(keystore.with_name("ca.pem"))}
    conf, options = {
        "tls": (tls, encrypted),
        "https": (
            {**tls, "transport.mode": "http", "thrift.http.port": str(endpoint.port)},
            {**encrypted, "transport": "http", "username": "ada"},
        ),
        "nosasl": ({"authentication": "NOSASL"}, {"auth": "NOSASL"}),
    }[request.param]
    for name, value in conf.items():
        endpoint._options += ["--conf", f"spark.hadoop.hive.server2.{name}={value}"]
    with endpoint:
        yield endpoint, options


@pytest.mark.sample(0)
def test_statements_and_rows_pass(served: tuple[Endpoint, dict[str, Any]]) -> None:
    endpoint, options = served
    with dbapi.connect("localhost", endpoint.port, **options) as connection:
        cursor = connection.cursor().execute("SELECT id, concat('x', id) FROM range(30000)")
        assert cursor.fetchall() == [(number, f"x{number}") for number in range(30_000)]
        with pytest.raises(dbapi.ProgrammingError):
            cursor.execute("SELECT * FROM nowhere")
        cursor.query_timeout = 1
        with pytest.raises(dbapi.OperationalError, match="query_timeout"):
            cursor.execute(
                "SELECT count(*) FROM range(0, 1000000000000) WHERE id % 3 = hash(id) % 7"
            )
        cursor.query_timeout = None
        assert cursor.execute("SELECT 1").fetchall() == [(1,)]


@pytest.mark.sample(0)
def test_a_certificate_nobody_vouches_for_is_refused(
    served: tuple[Endpoint, dict[str, Any]],
) -> None:
    endpoint, options = served
    if not options.get("ssl"):
        pytest.skip("not encrypted")
    trusting = {name: value for name, value in options.items() if name != "ssl_ca"}
    with pytest.raises(dbapi.OperationalError, match="CERTIFICATE_VERIFY_FAILED"):
        dbapi.connect("localhost", endpoint.port, **trusting)
    with pytest.raises(
        dbapi.OperationalError, match=r"certificate is not valid for '127\.0\.0\.1'"
    ):
        dbapi.connect("127.0.0.1", endpoint.port, **options)
    dbapi.connect("localhost", endpoint.port, **trusting, ssl_verify=False).close()


@pytest.mark.sample(0)
def test_a_wrong_auth_is_told_in_time(served: tuple[Endpoint, dict[str, Any]]) -> None:
    endpoint, options = served
    if options.get("auth") != "NOSASL":
        pytest.skip("The others are told of by what answers them.")
    with pytest.raises(dbapi.OperationalError, match="wants auth = 'NOSASL'") as raised:
        dbapi.connect("127.0.0.1", endpoint.port, connect_timeout=3)
    assert raised.value.is_disconnect


@pytest.mark.sample(0)
def test_an_endpoint_that_is_killed_is_a_disconnect(tmp_path: Path) -> None:
    """Amid a statement, and amid the rows of another."""
    with Endpoint(tmp_path / "w", ["--metastore", "memory"]) as endpoint:
        with pytest.raises(dbapi.OperationalError, match=r"Only a server whose .* NOSASL"):
            dbapi.connect("127.0.0.1", endpoint.port, auth="NOSASL", connect_timeout=3)
        executing, fetching, idle = (
            dbapi.connect("127.0.0.1", endpoint.port).cursor() for _ in range(3)
        )
        fetching.execute("SELECT id, repeat('x', 100) FROM range(200000)")
        assert fetching.fetchone() is not None
        threading.Timer(1, endpoint.kill).start()
        with pytest.raises(dbapi.OperationalError) as raised:
            executing.execute("SELECT count(*) FROM range(0, 10000000000000) WHERE hash(id) = 1")
        lost = [raised.value]
        assert executing.progress() is None
        for call in (fetching.fetchall, lambda: idle.execute("SELECT 1")):
            with pytest.raises(dbapi.OperationalError) as raised:
                call()
            lost.append(raised.value)
        assert [error.is_disconnect for error in lost] == [True] * 3
        for cursor in (executing, fetching, idle):
            cursor.close()
            cursor.connection.close()
