"""What Airflow is told of the provider.

Source: `airflow/provider_info.schema.json` and ADRs of Airflow 3.
"""

from __future__ import annotations

from typing import Any

__all__ = ["get_provider_info"]

_PACKAGE = "sqlalchemy_rmt.airflow"
_NAME = "RMT on Spark"
_URL = "https://clickhouse.com/docs/engines/table-engines/mergetree-family/replacingmergetree"


def _field(label: str, type_: str, description: str, **more: Any) -> dict[str, Any]:
    return {
        "label": label,
        "schema": {"type": [type_, "null"], **more},
        "description": description,
    }


_FIELDS = {
    "final": _field(
        "FINAL", "boolean", "Every read of a ReplacingMergeTree table shows current rows only."
    ),
    "auth": _field(
        "Authentication",
        "string",
        "LDAP with a password and NONE without, unless it is said here.",
        enum=["NONE", "PLAIN", "LDAP", "CUSTOM", "KERBEROS", "NOSASL", None],
    ),
    "kerberos_service_name": _field(
        "Kerberos service", "string", "The service part of the server's principal, with KERBEROS."
    ),
    "ssl": _field("TLS", "boolean", "Encrypts the connection."),
    "ssl_ca": _field(
        "CA file", "string", "A file of certificates to trust instead of the system's."
    ),
    "ssl_verify": _field(
        "Check certificates", "boolean", "Whether the server's certificate and name are checked."
    ),
    "transport": _field(
        "Transport", "string", "How the endpoint is spoken to.", enum=["binary", "http", None]
    ),
    "http_path": _field("HTTP path", "string", "With the transport http."),
    "connect_timeout": _field(
        "Connection timeout", "number", "Seconds a connection and a login may take."
    ),
    "read_timeout": _field(
        "Read timeout", "number", "Seconds an answer may take; more than 5, if any."
    ),
    "query_timeout": _field(
        "Query timeout", "number", "Seconds after which the endpoint cancels a statement."
    ),
    "settings": {
        "label": "Settings (JSON)",
        "schema": {"type": ["object", "string", "null"]},
        "description": 'Settings of the session, e.g. {"join_use_nulls": 1}. A name with a dot '
        "is Spark's.",
    },
}


def _modules(module: str) -> list[dict[str, Any]]:
    return [{"integration-name": _NAME, "python-modules": [f"{_PACKAGE}.{module}"]}]


def get_provider_info() -> dict[str, Any]:
    """The provider's connection type, dialect, assets, decorator and modules."""
    return {
        "package-name": "rmt-spark",
        "name": _NAME,
        "description": "ClickHouse's ReplacingMergeTree on Apache Spark.",
        "integrations": [
            {"integration-name": _NAME, "external-doc-url": _URL, "tags": ["software"]}
        ],
        "hooks": _modules("hook"),
        "operators": [
            {
                "integration-name": _NAME,
                "python-modules": [f"{_PACKAGE}.operators", f"{_PACKAGE}.checks"],
            }
        ],
        "sensors": _modules("sensors"),
        "triggers": [
            {
                "integration-name": _NAME,
                "python-modules": [f"{_PACKAGE}.statements_trigger", f"{_PACKAGE}.triggers"],
            }
        ],
        "connection-types": [
            {
                "connection-type": "rmt",
                "hook-class-name": f"{_PACKAGE}.hook.RmtHook",
                "hook-name": _NAME,
                "ui-field-behaviour": {
                    "hidden-fields": [],
                    "relabeling": {"schema": "Database"},
                    "placeholders": {
                        "host": "localhost",
                        "port": "10000",
                        "schema": "default",
                    },
                },
                "conn-fields": _FIELDS,
            }
        ],
        "dialects": [
            {"dialect-type": "rmt", "dialect-class-name": f"{_PACKAGE}.dialect.RmtSqlDialect"}
        ],
        "asset-uris": [
            {
                "schemes": ["rmt"],
                "handler": f"{_PACKAGE}.assets.sanitize_uri",
                "factory": f"{_PACKAGE}.assets.create_asset",
                "to_openlineage_converter": f"{_PACKAGE}.assets.convert_asset_to_openlineage",
            }
        ],
        "task-decorators": [{"class-name": f"{_PACKAGE}.decorators.rmt_task", "name": "rmt"}],
    }
