"""`@task.rmt`: a function that returns statements.

Source: `airflow.providers.common.sql.decorators.sql`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from airflow.providers.common.sql.decorators.sql import _SQLDecoratedOperator
from airflow.sdk.bases.decorator import task_decorator_factory

from sqlalchemy_rmt.airflow.operators import RmtSQLExecuteQueryOperator

__all__ = ["rmt_task"]


class _RmtDecoratedOperator(_SQLDecoratedOperator, RmtSQLExecuteQueryOperator):
    """Runs what a function returns as `RmtSQLExecuteQueryOperator` does."""

    template_fields: Sequence[str] = tuple(
        dict.fromkeys(
            (*_SQLDecoratedOperator.template_fields, *RmtSQLExecuteQueryOperator.template_fields)
        )
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {
        **_SQLDecoratedOperator.template_fields_renderers
    }
    custom_operator_name = "@task.rmt"


def rmt_task(python_callable: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Makes a task of a function that returns a statement, or several.

    Args:
        python_callable: the function.
        options: of `RmtSQLExecuteQueryOperator`.
    """
    return task_decorator_factory(
        python_callable=python_callable,
        decorated_operator_class=_RmtDecoratedOperator,
        **options,
    )
