"""A running Superset, and what the tests ask it through its API."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any

import requests

HERE = Path(__file__).parent
START_SECONDS = 180
ENDPOINT = os.environ.get("RMT_ENDPOINT", "")


class RefusedError(Exception):
    """Superset's answer was no.

    Attributes:
        status: the HTTP status.
        answer: the body.
    """

    def __init__(self, status: int, answer: Any) -> None:
        super().__init__(f"{status}: {answer}")
        self.status = status
        self.answer = answer

    @property
    def first(self) -> dict[str, Any]:
        """The first error of Superset's list."""
        error: dict[str, Any] = self.answer["errors"][0]
        return error


class Superset:
    """Superset in a process of its own, and the administrator's session.

    Args:
        home: where it keeps its database.
    """

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.session = requests.Session()

    def __enter__(self) -> Superset:
        with (self.home / "superset.log").open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE / "server.py"), str(self.port)],
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            self._wait()
            self._log_in()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)

    @property
    def log(self) -> str:
        return (self.home / "superset.log").read_text()

    def get(self, path: str, **query: Any) -> Any:
        return self._answer(self.session.get(f"{self.url}/api/v1/{path}", params=query))

    def post(self, path: str, **body: Any) -> Any:
        return self._answer(self.session.post(f"{self.url}/api/v1/{path}", json=body))

    def put(self, path: str, **body: Any) -> Any:
        return self._answer(self.session.put(f"{self.url}/api/v1/{path}", json=body))

    def add_database(self, schema: str, final: bool = False, **options: Any) -> int:
        """Adds the endpoint, with the parameters that the form asks for."""
        host, port = ENDPOINT.split(":")
        answer = self.post(
            "database/",
            database_name=f"{schema} {uuid.uuid4().hex[:6]}",
            engine="rmt",
            driver="pyhive",
            configuration_method="dynamic_form",
            parameters={"host": host, "port": int(port), "database": schema, "final": final},
            **{"expose_in_sqllab": True, "allow_dml": True, **options},
        )
        return int(answer["id"])

    def add_dataset(self, database: int, schema: str, name: str, sql: str | None = None) -> int:
        query = {} if sql is None else {"sql": sql}
        answer = self.post("dataset/", database=database, schema=schema, table_name=name, **query)
        return int(answer["id"])

    def run(self, database: int, sql: str, schema: str | None = None, **options: Any) -> Any:
        """Runs a script in SQL Lab, and gives the answer to its last statement."""
        body = {
            "client_id": uuid.uuid4().hex[:10],
            "database_id": database,
            "sql": sql,
            "schema": schema,
            "runAsync": False,
            "queryLimit": 1000,
        }
        return self.post("sqllab/execute/", **{**body, **options})

    def rows(self, database: int, sql: str, schema: str | None = None) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in self.run(database, sql, schema)["data"]]

    def chart(self, dataset: int, **query: Any) -> list[dict[str, Any]]:
        """The rows of a chart's query."""
        answer = self.post(
            "chart/data",
            datasource={"id": dataset, "type": "table"},
            queries=[{"row_limit": 1000, **query}],
            result_format="json",
            result_type="full",
            force=True,
        )
        rows: list[dict[str, Any]] = answer["result"][0]["data"]
        return rows

    def asked_by_alert(self, database: int, sql: str) -> float | None:
        """The value that an alert compares, which the query gives."""
        command = [sys.executable, str(HERE / "alert.py"), str(database), sql]
        asked = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, check=False
        )
        if asked.returncode:
            raise RuntimeError(f"The alert fails: {asked.stderr[-4000:]}")
        value: float | None = json.loads(asked.stdout.splitlines()[-1])
        return value

    @property
    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "SUPERSET_HOME": str(self.home),
            "SUPERSET_CONFIG_PATH": str(HERE / "superset_config.py"),
        }

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            try:
                if requests.get(f"{self.url}/health", timeout=5).ok:
                    return
            except requests.ConnectionError:
                time.sleep(0.5)
        raise RuntimeError(f"Superset does not start: {self.log[-4000:]}")

    def _log_in(self) -> None:
        answer = self.post("security/login", username="admin", password="admin", provider="db")
        self.session.headers["Authorization"] = f"Bearer {answer['access_token']}"

    def _answer(self, response: requests.Response) -> Any:
        try:
            answer = response.json()
        except ValueError:
            answer = self.log[-4000:] if response.status_code == 500 else response.text
        if not response.ok:
            raise RefusedError(response.status_code, answer)
        return answer
