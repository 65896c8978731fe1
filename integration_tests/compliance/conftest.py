"""SQLAlchemy's own tests of dialects, run by its pytest plugin.

    python -m pytest -c integration_tests/compliance/setup.cfg --dburi rmt://host:port/database

Source: https://github.com/sqlalchemy/sqlalchemy/blob/main/README.dialects.rst.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy.dialects import registry

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
registry.register("rmt.pyhive", "sqlalchemy_rmt.dialect", "RmtDialect")
pytest.register_assert_rewrite("sqlalchemy.testing.assertions")

from sqlalchemy.testing.plugin import pytestplugin  # noqa: E402
from sqlalchemy.testing.plugin.pytestplugin import *  # noqa: E402, F403


def pytest_addoption(parser: Any) -> None:
    """SQLAlchemy's options, and one."""
    pytestplugin.pytest_addoption(parser)
    parser.addoption("--one-case", action="store_true", help="of each test only the first case")


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """SQLAlchemy's classes for this database; a test that must fail has a reason."""
    pytestplugin.pytest_collection_modifyitems(session, config, items)
    if config.getoption("--one-case"):
        items[:] = {_name(item).partition("[")[0]: item for item in reversed(items)}.values()
        items.reverse()
    for item in items:
        for reason in _reasons(_name(item)):
            item.add_marker(pytest.mark.xfail(strict=True, reason=reason))


def _reasons(name: str) -> list[str]:
    from future import FUTURE
    from unsupported import UNSUPPORTED

    return [
        reason
        for table in (UNSUPPORTED, FUTURE)
        for reason, patterns in table.items()
        if any(re.fullmatch(rf"{pattern}(\[.*\])?", name) for pattern in patterns)
    ]


def _name(item: Any) -> str:
    """`Class.test[case]`, with the name that SQLAlchemy gave the class."""
    return f"{getattr(item.cls, '_sa_orig_cls_name', item.cls.__name__)}.{item.name}"
