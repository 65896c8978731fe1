"""docs/tutorial.md from top to bottom: its files are written, its commands run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import registry
from support.embedded import EmbeddedEndpoint
from support.endpoint import Client
from support.pages import Block, blocks

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
ROOT = Path(__file__).parents[1]
_SITE = """
from sqlalchemy.dialects import registry

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
"""
_FILE = re.compile(r'# (?P<name>[\w./]+)(?:, (?P<how>below|instead of) "(?P<line>[^"]+)")?\n')


class Reader:
    """Somebody who does what the page says.

    Args:
        directory: where.
        url: of the endpoint and the database.
    """

    def __init__(self, directory: Path, url: str) -> None:
        self.directory = directory
        self.url = url
        self.answers: list[str] = []
        self.printed = ""

    def follow(self, block: Block) -> None:
        if block.language == "python":
            self._write(block.text.replace("rmt://localhost:10000/default", self.url))
        elif block.language == "sh":
            self._run(block.text)
        elif block.language == "text":
            assert self.printed == block.text

    def _write(self, text: str) -> None:
        found = _FILE.match(text)
        assert found is not None, text
        path, code = self.directory / found["name"], text[found.end() :]
        if found["how"]:
            lines = path.read_text().splitlines(keepends=True)
            place = next(n for n, line in enumerate(lines) if line.startswith(found["line"]))
            lines[place : place + 1] = [*([lines[place]] if found["how"] == "below" else []), code]
            code = "".join(lines)
        path.write_text(code)

    def _run(self, commands: str) -> None:
        python = sys.executable
        commands = re.sub(r"^python ", f"{python} ", commands, flags=re.MULTILINE)
        commands = re.sub(r"^alembic ", f"{python} -m alembic ", commands, flags=re.MULTILINE)
        paths = [str(self.directory / "site"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        done = subprocess.run(
            ["bash", "-ec", commands],
            cwd=self.directory,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        self.printed = done.stdout


@pytest.mark.timeout(600)
@pytest.mark.sample(0)
def test_the_tutorial_works_as_it_stands(
    endpoint: EmbeddedEndpoint, client: Client, tmp_path: Path
) -> None:
    """Most of a minute: Alembic and an interpreter start for each of the page's steps."""
    url = f"rmt://127.0.0.1:{endpoint.port}/{client.database}"
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(_SITE)
    reader = Reader(tmp_path, url)
    *page, downgrade = [block for block in blocks("tutorial.md") if block.language != "console"]
    for block in page:
        reader.follow(block)
    versions = sorted((tmp_path / "migrations" / "versions").glob("*.py"))
    first, second = sorted(
        (path.read_text() for path in versions), key=lambda text: "e-mail" in text.split("\n")[0]
    )
    assert "ReplacingMergeTree(version='ver', is_deleted='deleted'" in first
    assert "op.alter_column('orders', 'total'" in second
    assert "op.add_column('users', sa.Column('email'" in second
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    assert _names(engine, "orders") == ["id", "user_id", "total", "ver", "deleted", "note"]
    reader.follow(downgrade)
    assert _names(engine, "users") == ["id", "name", "ver", "deleted"]
    engine.dispose()


def _names(engine: sa.Engine, table: str) -> list[str]:
    return [column["name"] for column in sa.inspect(engine).get_columns(table)]
