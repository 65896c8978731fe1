"""pandas, Polars, notebooks and more on the endpoint: the examples of their pages."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.dialects import registry
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.pages import blocks, python

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
PAGE = "sqlalchemy.md"
_PAGES = ("arrow.md", "great-expectations.md", "ibis.md")
_PYTHON = os.environ.get("RMT_TOOLS_PYTHON", "")
_SITE = """
import sys

# As on a machine that has the client only. JupySQL wants a PySpark with grpcio, or none.
sys.modules["pyspark"] = None
from sqlalchemy.dialects import registry

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
"""


@pytest.fixture
def url(endpoint: EmbeddedEndpoint, client: Client) -> str:
    return f"rmt://127.0.0.1:{endpoint.port}/{client.database}"


def _run(section: str, url: str) -> dict[str, Any]:
    """Runs the code of a section; returns its names."""
    names: dict[str, Any] = {}
    exec(python(PAGE, section).replace("rmt://localhost:10000/default", url), names)
    return names


def test_pandas(url: str) -> None:
    names = _run("pandas", url)
    assert names["newest"].to_dict("list") == {
        "id": [1, 2],
        "day": [dt.date(2026, 1, 1), dt.date(2026, 1, 2)],
        "price": [10.5, 20.25],
        "ver": [2, 1],
    }
    assert names["totals"]["total"].tolist() == [30.75]


def test_polars(url: str) -> None:
    polars = pytest.importorskip("polars", reason="Polars is not installed: make test-tools")
    names = _run("Polars", url)
    newest = names["newest"]
    assert newest.schema["price"].base_type() is polars.Decimal
    assert newest.rows() == [
        (1, dt.date(2026, 1, 1), Decimal("10.50"), 2),
        (2, dt.date(2026, 1, 2), Decimal("20.25"), 1),
    ]
    assert names["bulk"].rows() == newest.rows()


def test_a_notebook(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat = pytest.importorskip("nbformat", reason="no notebooks: make test-tools")
    nbclient = pytest.importorskip("nbclient", reason="no notebooks: make test-tools")
    for name in ("sql", "ipykernel"):
        if not _is_installed(name):
            pytest.skip(f"{name} is not installed: make test-tools")
    (tmp_path / "sitecustomize.py").write_text(_SITE)
    root = Path(__file__).parents[1]
    paths = [str(tmp_path), str(root), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PLOOMBER_STATS_ENABLED", "false")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    cells = [
        block.text.replace("rmt://localhost:10000/default", url).strip()
        for block in blocks(PAGE, "Notebooks")
        if block.language == "python"
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3")
    client.km = _kernel_manager(client)
    client.execute(cwd=str(tmp_path))
    texts = [
        output["data"]["text/plain"]
        for cell in notebook.cells
        for output in cell.outputs
        if output["output_type"] == "execute_result"
    ]
    assert "Anne" in texts[-2]
    assert texts[-1].split() == ["id", "name", "0", "1", "Anne"]


def _kernel_manager(client: Any) -> Any:
    """A kernel of this Python, whatever kernels the machine has."""
    manager = client.create_kernel_manager()
    manager.kernel_spec.argv[0] = sys.executable
    return manager


def _is_installed(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


@pytest.mark.skipif(not _PYTHON, reason="RMT_TOOLS_PYTHON is not set: make test-tools")
@pytest.mark.parametrize("page", _PAGES)
def test_the_code_of_a_page_prints_what_stands_there(
    page: str, endpoint: EmbeddedEndpoint, client: Client
) -> None:
    """`RMT_TOOLS_PYTHON` is an interpreter that has the tools, as they want another DuckDB."""
    of_page = blocks(page)
    code = "".join(block.text for block in of_page if block.language == "python")
    for here, there in (
        ("localhost:10000/default", f"127.0.0.1:{endpoint.port}/{client.database}"),
        ('"localhost", 10000, "default"', f'"127.0.0.1", {endpoint.port}, "{client.database}"'),
    ):
        code = code.replace(here, there)
    command = [_PYTHON, "-W", "ignore", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "".join(block.text for block in of_page if block.language == "text")
