"""dbt projects in Airflow: a profile of the dbt adapter from a connection of type `rmt`.

It needs astronomer-cosmos.

Sources: https://astronomer.github.io/astronomer-cosmos/profiles/index.html, docs/dbt.md.
"""

from __future__ import annotations

from typing import Any, ClassVar

from cosmos.profiles.base import BaseProfileMapping

from sqlalchemy_rmt.airflow.connection import driver_arguments, session_settings

__all__ = ["RmtProfileMapping"]


class RmtProfileMapping(BaseProfileMapping):
    """The profile of a connection; `profile_args` come before what it says."""

    airflow_connection_type = "rmt"
    dbt_profile_type = "rmt"
    is_community = True
    required_fields: ClassVar[list[str]] = ["host", "schema"]
    secret_fields: ClassVar[list[str]] = ["password"]
    airflow_param_mapping: ClassVar[dict[str, Any]] = {
        "host": "host",
        "port": "port",
        "schema": "schema",
        "user": "login",
        "password": "password",
    }

    @property
    def profile(self) -> dict[str, Any]:
        """The profile; the password is in an environment variable, which dbt reads.

        Raises:
            ValueError: a field of the connection has a wrong value.
        """
        arguments = driver_arguments(self.conn)
        settings = session_settings(self.conn)
        final = settings.pop("final", None)
        found: dict[str, Any] = {
            **self.mapped_params,
            **{
                name: value
                for name, value in arguments.items()
                if name not in ("database", "username", "password")
            },
            "settings": settings or None,
            "final": None if final is None else final in ("1", "true"),
            **self.profile_args,
            "password": self.get_env_var_format("password") if self.conn.password else None,
        }
        filled: dict[str, Any] = self.filter_null(found)
        return filled
