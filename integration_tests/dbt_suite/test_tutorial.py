"""docs/dbt-tutorial.md from top to bottom: its files are written, its commands run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.pages import blocks

from sqlalchemy_rmt import dbapi

_FILE = re.compile(r"(?:#|--) (?P<name>[\w./]+)\n")
_DBT = f"{sys.executable} -c 'from dbt.cli.main import cli; cli()' --quiet --no-use-colors"


@pytest.fixture
def schema(endpoint_port: int) -> Iterator[str]:
    schema = f"shop_{uuid.uuid4().hex[:8]}"
    yield schema
    with dbapi.connect("127.0.0.1", endpoint_port) as connection:
        connection.cursor().execute(f"DROP DATABASE IF EXISTS {schema} CASCADE")


def test_the_tutorial_works_as_it_stands(endpoint_port: int, schema: str, tmp_path: Path) -> None:
    printed = ""
    for block in blocks("dbt-tutorial.md"):
        if block.language == "sh":
            done = subprocess.run(
                ["bash", "-ec", re.sub(r"^dbt ", f"{_DBT} ", block.text, flags=re.MULTILINE)],
                cwd=tmp_path,
                env={**os.environ, "DBT_PROFILES_DIR": str(tmp_path)},
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
            assert done.returncode == 0, f"{block.text}\n{done.stdout}\n{done.stderr}"
            printed = done.stdout
        elif block.language == "text":
            assert block.text.strip() in printed
        elif found := _FILE.match(block.text):
            path = tmp_path / found["name"]
            path.parent.mkdir(exist_ok=True)
            text = block.text[found.end() :]
            if path.name == "profiles.yml":
                text = text.replace("port: 10000", f"port: {endpoint_port}")
                text = text.replace("schema: shop", f"schema: {schema}")
            path.write_text(text)
