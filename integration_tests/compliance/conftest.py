"""SQLAlchemy's own tests of dialects, run by its pytest plugin.

    python -m pytest -c integration_tests/compliance/setup.cfg --dburi rmt://host:port/database

Source: https://github.com/sqlalchemy/sqlalchemy/blob/main/README.dialects.rst.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from sqlalchemy.dialects import registry

registry.register("rmt", "sqlalchemy_rmt.dialect", "RmtDialect")
registry.register("rmt.pyhive", "sqlalchemy_rmt.dialect", "RmtDialect")
pytest.register_assert_rewrite("sqlalchemy.testing.assertions")

from sqlalchemy.testing.plugin import pytestplugin  # noqa: E402
from sqlalchemy.testing.plugin.pytestplugin import *  # noqa: E402, F403


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """SQLAlchemy's classes for this database; a test that must fail says why."""
    pytestplugin.pytest_collection_modifyitems(session, config, items)
    from future import FUTURE
    from unsupported import UNSUPPORTED

    expected = {
        test: pytest.mark.xfail(strict=True, reason=reason)
        for table in (UNSUPPORTED, FUTURE)
        for reason, tests in table.items()
        for test in tests.split()
    }
    for item in items:
        for name in _names(item):
            if name in expected:
                item.add_marker(expected[name])


def _names(item: pytest.Item) -> Iterable[str]:
    """`Class.test[case]` and `Class.test`, with the name that SQLAlchemy gave the class."""
    cls = item.cls  # type: ignore[attr-defined]
    name = getattr(cls, "_sa_orig_cls_name", cls.__name__)
    return f"{name}.{item.name}", f"{name}.{item.originalname}"  # type: ignore[attr-defined]
