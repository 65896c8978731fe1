"""Airflow's checks of columns and tables, over current rows.

Source: `airflow.providers.common.sql.operators.sql`.
"""

from __future__ import annotations

from typing import Any

from airflow.providers.common.sql.operators.sql import (
    SQLColumnCheckOperator,
    SQLTableCheckOperator,
)

from sqlalchemy_rmt.airflow.hook import RmtHook

__all__ = ["RmtColumnCheckOperator", "RmtTableCheckOperator"]


class RmtColumnCheckOperator(SQLColumnCheckOperator):
    """`SQLColumnCheckOperator` over current rows.

    Args:
        conn_id: the connection.
        final: whether rows that FINAL hides are left out; with False every version is checked.
        hook_params: of `RmtHook`.
        options: of Airflow's operator.
    """

    def __init__(
        self,
        *,
        conn_id: str = RmtHook.default_conn_name,
        final: bool = True,
        hook_params: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        params = {**(hook_params or {}), "final": final}
        super().__init__(conn_id=conn_id, hook_params=params, **options)


class RmtTableCheckOperator(SQLTableCheckOperator):
    """`SQLTableCheckOperator` over current rows.

    Args:
        conn_id: the connection.
        final: whether rows that FINAL hides are left out; with False every version is checked.
        hook_params: of `RmtHook`.
        options: of Airflow's operator.
    """

    def __init__(
        self,
        *,
        conn_id: str = RmtHook.default_conn_name,
        final: bool = True,
        hook_params: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        params = {**(hook_params or {}), "final": final}
        super().__init__(conn_id=conn_id, hook_params=params, **options)
