from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pyspark import SparkContext, java_gateway

from rmt_engine.config import EngineSettings
from rmt_engine.errors import RmtError
from rmt_engine.spark.bridge import launch
from rmt_engine.spark.bridge.class_archive import VERIFIED
from rmt_engine.spark.bridge.launch import LaunchedJvm


class _StopError(Exception):
    pass


def test_no_python_runs_between_fork_and_exec(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: dict[str, Any] = {}

    def popen(command: list[str], **options: Any) -> None:
        started.update(options, command=command)
        raise _StopError

    monkeypatch.setattr(subprocess, "Popen", popen)
    stock = java_gateway.Popen  # type: ignore[attr-defined]
    jvm = LaunchedJvm(EngineSettings(warehouse=str(tmp_path / "warehouse")))
    with pytest.raises(_StopError):
        jvm.wait()
    assert any("spark-submit" in word for word in started["command"])
    assert "preexec_fn" not in started
    assert java_gateway.Popen is stock  # type: ignore[attr-defined]


def test_the_command_is_started_deaf_to_ctrl_c() -> None:
    program = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('alive', os.getppid())"
    command = [*launch._IGNORING_CTRL_C, sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["alive", str(os.getpid())]


@pytest.mark.parametrize(
    ("metastore", "direct_sql"),
    [(None, "false"), ("memory", "false"), ("thrift://there:9083", None)],
)
def test_an_embedded_metastore_starts_without_what_a_shared_one_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metastore: str | None, direct_sql: str | None
) -> None:
    monkeypatch.setattr(launch, "_launch_gateway", lambda *_: None)
    monkeypatch.setattr(SparkContext, "_jvm", None)  # whose settings a new SparkConf would have
    settings = EngineSettings(warehouse=str(tmp_path / "warehouse"), metastore=metastore)
    conf, _ = LaunchedJvm(settings).wait()
    assert conf.get("spark.hadoop.hive.metastore.try.direct.sql") == direct_sql


def _conf(monkeypatch: pytest.MonkeyPatch, settings: EngineSettings) -> tuple[Any, dict[str, str]]:
    """What the JVM is launched with, and what Spark is configured with."""
    launched: dict[str, str] = {}

    def launch_gateway(conf: Any, *_: object) -> None:
        launched.update(conf.getAll())

    monkeypatch.setattr(launch, "_launch_gateway", launch_gateway)
    monkeypatch.setattr(SparkContext, "_jvm", None)
    conf, _ = LaunchedJvm(settings, 10000).wait()
    return conf, launched


@pytest.mark.parametrize(
    ("master", "host", "address", "bind"),
    [
        ("local[2]", "127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("local[*]", "0.0.0.0", "127.0.0.1", "127.0.0.1"),
        ("local-cluster[2,1,1024]", "::", "127.0.0.1", "127.0.0.1"),
        ("spark://there:7077", "127.0.0.1", None, None),
        ("spark://there:7077", "10.0.0.5", "10.0.0.5", "10.0.0.5"),
        ("yarn", "0.0.0.0", None, "0.0.0.0"),
    ],
)
def test_the_driver_listens_on_loopback_unless_executors_are_elsewhere(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    master: str,
    host: str,
    address: str | None,
    bind: str | None,
) -> None:
    settings = EngineSettings(warehouse=str(tmp_path), master=master, host=host)
    conf, _ = _conf(monkeypatch, settings)
    assert conf.get("spark.driver.host") == address
    assert conf.get("spark.driver.bindAddress") == bind


def test_endpoints_of_one_user_share_no_directory_of_operation_logs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_launch_gateway", lambda *_: None)
    monkeypatch.setattr(SparkContext, "_jvm", None)
    directories = set()
    for name in ("one", "other"):
        scratch = tmp_path / name
        scratch.mkdir()
        conf, _ = LaunchedJvm(EngineSettings(warehouse=str(tmp_path / "w")), 10000, scratch).wait()
        directories.add(conf.get("spark.hadoop.hive.server2.logging.operation.log.location"))
    assert directories == {str(tmp_path / name / "operations") for name in ("one", "other")}


@pytest.mark.parametrize(
    ("warehouse", "endpoint"), [("s3://b/w", "http://there:9000"), ("hdfs://there/w", None)]
)
def test_hadoop_is_told_of_another_store_than_amazons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warehouse: str, endpoint: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://there:9000")
    conf, _ = _conf(monkeypatch, EngineSettings(warehouse=warehouse))
    assert conf.get("spark.hadoop.fs.s3a.endpoint") == endpoint


def test_secrets_are_not_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = {
        "spark.hadoop.hive.server2.keystore.password": "1",
        "spark.hadoop.fs.s3a.secret.key": "2",
        "spark.authenticate.secret": "3",
    }
    settings = EngineSettings(warehouse=str(tmp_path), conf={**secrets, "spark.a": "4"})
    conf, launched = _conf(monkeypatch, settings)
    assert {key: conf.get(key) for key in secrets} == secrets
    assert not secrets.keys() & launched.keys()
    assert launched["spark.a"] == "4"


def test_secrets_are_not_in_the_jvms_environment() -> None:
    given = {
        "RMT_REGISTRY": "postgresql://rmt:secret@db/rmt",
        "RMT_CONF": "spark.authenticate.secret=secret",
        "RMT_PASSWORD": "secret",
        "PGPASSWORD": "secret",
        "GITHUB_TOKEN": "secret",
        "AWS_SECRET_ACCESS_KEY": "of the store",
        "PATH": "/bin",
    }
    kept = launch._environment(given, on_one_machine=True)
    assert "secret" not in "".join(kept.values())
    assert kept["PATH"] == "/bin"
    assert kept["AWS_SECRET_ACCESS_KEY"] == "of the store"
    assert kept["SPARK_LOCAL_IP"] == "127.0.0.1"
    told = launch._environment({"SPARK_LOCAL_IP": "10.0.0.5"}, on_one_machine=True)
    assert told["SPARK_LOCAL_IP"] == "10.0.0.5"
    assert "SPARK_LOCAL_IP" not in launch._environment({}, on_one_machine=False)


FRAMES = "\n\tat a.B.c(B.java:1)\nCaused by: d.E: f\n\tat a.B.c(B.java:2)\n"


@pytest.mark.parametrize(
    ("exception", "logged"),
    [
        ("a.SparkRuntimeException: [X] y (code 1, SQLSTATE 42000)", None),
        ("a.ExtendedAnalysisException: [X] y;\n'Project [z]\n+- w", None),
        ("a.ParseException: \n[PARSE_SYNTAX_ERROR] y\n== SQL ==", None),
        ("java.lang.NullPointerException", FRAMES),
        ("a.SparkException: Job aborted", FRAMES),
    ],
)
def test_errors_of_statements_are_logged_without_stack_traces(
    exception: str, logged: str | None
) -> None:
    text = re.sub(launch._TRACE_OF_STATEMENT, r"\1", exception + FRAMES)
    assert text == exception + (logged or "\n")


def test_the_jvm_maps_an_archive_of_its_classes_or_lists_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(launch, "_launch_gateway", lambda *_: None)
    monkeypatch.setattr(SparkContext, "_jvm", None)

    def options(archives: str) -> tuple[LaunchedJvm, str]:
        settings = EngineSettings(warehouse=str(tmp_path / "w"), class_archives=archives)
        jvm = LaunchedJvm(settings, 10000, scratch)
        return jvm, jvm.wait()[0].get("spark.driver.extraJavaOptions") or ""

    first, listing = options(str(tmp_path / "cache"))
    assert f"-XX:DumpLoadedClassList={scratch}" in listing
    assert first.archive is not None
    first.archive.path.touch()
    second, mapping = options(str(tmp_path / "cache"))
    assert f"-XX:SharedArchiveFile={first.archive.path}" in mapping
    assert VERIFIED in mapping
    assert second.classes is None
    _, none = options("none")
    assert "-XX:SharedArchiveFile" not in none
    assert "-XX:DumpLoadedClassList" not in none


def test_a_directory_that_others_write_to_is_refused_for_archives(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    settings = EngineSettings(warehouse=str(tmp_path / "w"), class_archives=str(shared))
    with pytest.raises(RmtError, match="only this user can write") as raised:
        LaunchedJvm(settings, 10000, tmp_path)
    assert raised.value.name == "INVALID_CONFIG_PARAMETER"
