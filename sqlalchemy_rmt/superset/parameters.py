"""The parts of `rmt://…` that Superset asks for one by one, when a database is added."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields
from marshmallow.validate import Range
from sqlalchemy.engine import URL
from superset.databases.utils import make_url_safe

__all__ = ["DEFAULTS", "ParametersSchema", "parameters_of", "uri_of"]

DEFAULTS: dict[str, Any] = {"port": 10000, "database": "default"}
_TRUE = ("1", "true", "yes")


class ParametersSchema(Schema):
    """What can be given; only the host has to be."""

    username = fields.String(allow_none=True, metadata={"description": "Username"})
    password = fields.String(allow_none=True, metadata={"description": "Password"})
    host = fields.String(required=True, metadata={"description": "Hostname or IP address"})
    port = fields.Integer(
        allow_none=True,
        validate=Range(min=0, max=2**16, max_inclusive=False),
        metadata={"description": "Port of the endpoint", "default": DEFAULTS["port"]},
    )
    database = fields.String(
        allow_none=True,
        metadata={"description": "Database", "default": DEFAULTS["database"]},
    )
    query = fields.Dict(
        keys=fields.Str(),
        values=fields.Raw(),
        metadata={"description": "Settings, and parts of the URL without a field"},
    )
    encryption = fields.Boolean(
        required=False, metadata={"description": "Use an encrypted connection to the database"}
    )
    final = fields.Boolean(
        required=False,
        metadata={"description": "Read the current rows of ReplacingMergeTree tables only"},
    )
    ssh = fields.Boolean(
        required=False, metadata={"description": "Use an ssh tunnel connection to the database"}
    )


def uri_of(parameters: dict[str, Any]) -> str:
    """The URL that parameters describe, with its password.

    Args:
        parameters: of `ParametersSchema`. `final` and `encryption` win over `query`.
    """
    query = {name: str(value) for name, value in (parameters.get("query") or {}).items()}
    for parameter, name in (("final", "final"), ("encryption", "ssl")):
        if parameters.get(parameter):
            query[name] = "1"
    url = URL.create(
        "rmt",
        username=parameters.get("username") or None,
        password=parameters.get("password") or None,
        host=parameters["host"],
        port=parameters.get("port") or DEFAULTS["port"],
        database=parameters.get("database") or DEFAULTS["database"],
        query=query,
    )
    return str(url.render_as_string(hide_password=False))


def parameters_of(uri: str) -> dict[str, Any]:
    """The parameters that a URL stands for.

    `final` is one of `query`: Superset's form has no field for it, and shows and changes it there.
    """
    url = make_url_safe(uri)
    query = dict(url.query)
    return {
        "username": url.username,
        "password": url.password,
        "host": url.host,
        "port": url.port or DEFAULTS["port"],
        "database": url.database or DEFAULTS["database"],
        "encryption": str(query.pop("ssl", "")).lower() in _TRUE,
        "query": query,
    }
