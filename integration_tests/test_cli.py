"""The `rmt` command as a user runs it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from support.command import rmt
from support.endpoint import Endpoint

from rmt_engine.spark.serve.ports import free_port


class TestServe:
    @pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "example.com"])
    @pytest.mark.sample(1)
    def test_a_host_beyond_loopback_is_refused(self, host: str, tmp_path: Path) -> None:
        done = rmt("serve", "--host", host, "--warehouse", str(tmp_path / "w"))
        assert done.returncode == 1
        assert "--allow-anonymous" in done.stderr
        assert "authentication" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
        assert not (tmp_path / "w").exists()

    def test_a_port_that_is_taken_is_one_clear_line(self, tmp_path: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            done = rmt("serve", "--port", port, "--warehouse", str(tmp_path))
        assert done.returncode == 1
        assert port in done.stderr
        assert "Traceback" not in done.stderr

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (("--port", "99999"), "port"),
            (("--conf", "spark.x"), "KEY=VALUE"),
            (("--no-such-flag",), "No such option"),
            (("--registry", "no url"), "registry"),
        ],
    )
    @pytest.mark.sample(1)
    def test_a_wrong_option_is_explained(
        self, arguments: tuple[str, ...], said: str, tmp_path: Path
    ) -> None:
        done = rmt("serve", "--warehouse", str(tmp_path), *arguments)
        assert done.returncode != 0
        assert said in done.stderr
        assert "Traceback" not in done.stderr


class TestSql:
    def test_commands_and_files_against_an_endpoint(
        self, endpoint: Endpoint, tmp_path: Path
    ) -> None:
        script = tmp_path / "script.sql"
        script.write_text("-- a comment; with a semicolon\nSELECT 'a;b' AS x;\nSELECT 2 AS y;\n")
        url = f"127.0.0.1:{endpoint.port}"
        done = rmt("sql", "--url", url, "-c", "SELECT 1 + 1 AS two", "-f", str(script))
        assert done.returncode == 0, done.stderr
        for text in ("two", "a;b", "y"):
            assert text in done.stdout

    @pytest.mark.sample(0)
    def test_an_error_is_one_line_and_exit_code_1(self, endpoint: Endpoint) -> None:
        done = rmt("sql", "--url", f"127.0.0.1:{endpoint.port}", "-c", "SELECT * FROM nope FINAL")
        assert done.returncode == 1
        assert "UNKNOWN_TABLE" in done.stderr
        assert "Traceback" not in done.stderr + done.stdout
        assert len(done.stderr.strip().splitlines()) == 1

    @pytest.mark.sample(0)
    def test_the_prompt_reads_statements_over_several_lines(self, endpoint: Endpoint) -> None:
        done = rmt(
            *("sql", "--url", f"127.0.0.1:{endpoint.port}"),
            text="SELECT 40\n+ 2 AS answer;\nSELEC;\nSELECT 7 AS seven;\n",
        )
        assert "42" in done.stdout
        assert "7" in done.stdout
        assert "PARSE_SYNTAX_ERROR" in done.stdout + done.stderr
        assert done.returncode == 1

    def test_no_endpoint_is_one_clear_line(self) -> None:
        done = rmt("sql", "--url", f"127.0.0.1:{free_port()}", "-c", "SELECT 1")
        assert done.returncode == 1
        assert "rmt serve" in done.stderr or "refused" in done.stderr
        assert "Traceback" not in done.stderr


class TestDoctor:
    def test_a_healthy_machine(self, tmp_path: Path) -> None:
        done = rmt("doctor", "--port", str(free_port()), "--warehouse", str(tmp_path / "w"))
        assert done.returncode == 0, done.stdout
        subjects = [line.split(":")[0].split()[-1] for line in done.stdout.splitlines()]
        for subject in ("Java", "PySpark", "registry", "warehouse"):
            assert any(subject.lower() in each.lower() for each in subjects), done.stdout
        assert not (tmp_path / "w").exists()

    def test_what_is_wrong_says_how_to_mend_it(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        done = rmt(
            *("doctor", "--warehouse", str(tmp_path / "file" / "w"), "--port", str(free_port())),
            JAVA_HOME=str(tmp_path),
        )
        assert done.returncode == 1
        failed = [line for line in done.stdout.splitlines() if line.startswith("fail")]
        assert len(failed) >= 2
        assert any("JDK" in line for line in failed)
        assert all("→" in line for line in failed), failed


def test_version_and_help() -> None:
    from rmt_engine.version import __version__

    assert rmt("--version").stdout.strip() == __version__
    help_text = rmt("--help").stdout
    for command in ("serve", "sql", "demo", "doctor"):
        assert command in help_text
