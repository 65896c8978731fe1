"""What a wheel has: every package of the sources, and the files in them that are no Python."""

import configparser
from glob import glob
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = {
    "rmt_engine": ROOT / "engine" / "rmt_engine",
    "rmt_benchmarks": ROOT / "benchmarks" / "rmt_benchmarks",
    "sqlalchemy_rmt": ROOT / "sqlalchemy_rmt",
    "dbt.adapters.rmt": ROOT / "dbt_rmt" / "dbt" / "adapters" / "rmt",
    "dbt.include.rmt": ROOT / "dbt_rmt" / "dbt" / "include" / "rmt",
}
FOR_DEVELOPERS = {"script.py.mako"}
"""Alembic's template of new migrations."""


def _setup() -> configparser.ConfigParser:
    parser = configparser.ConfigParser()
    parser.read(ROOT / "setup.cfg")
    return parser


def _packages() -> dict[str, Path]:
    return {
        ".".join((name, *file.parent.relative_to(folder).parts)): file.parent
        for name, folder in SOURCES.items()
        for file in folder.rglob("__init__.py")
    }


def test_every_package_is_in_the_wheel() -> None:
    listed = _setup()["options"]["packages"].split()
    assert listed == sorted(listed)
    assert set(listed) == set(_packages())


def test_so_is_every_file_that_is_no_python() -> None:
    patterns = _setup()["options.package_data"]
    given = {
        Path(found)
        for package, folder in _packages().items()
        for pattern in patterns.get(package, "").split()
        for found in glob(str(folder / pattern), recursive=True)
    }
    there = {
        file
        for folder in SOURCES.values()
        for file in folder.rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc")
    }
    left_out = sorted(str(f) for f in there - given if f.name not in FOR_DEVELOPERS)
    assert left_out == []
