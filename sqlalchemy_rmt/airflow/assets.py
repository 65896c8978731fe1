"""Assets: tables of an endpoint, as `rmt://host:port/database/table`.

Source: AIP-60 of Airflow; https://openlineage.io/docs/spec/naming.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, quote, unquote

from sqlalchemy_rmt.airflow.connection import DEFAULT_PORT

if TYPE_CHECKING:
    from airflow.sdk import Asset

__all__ = ["convert_asset_to_openlineage", "create_asset", "sanitize_uri", "table_uri"]


def table_uri(host: str, port: int, database: str, table: str) -> str:
    """The URI of a table, normalised."""
    named = f"[{host}]" if ":" in host else host
    return f"rmt://{named.lower()}:{port}/{quote(database, safe='')}/{quote(table, safe='')}"


def create_asset(
    *,
    host: str,
    port: int = DEFAULT_PORT,
    database: str = "default",
    table: str,
    extra: dict[str, Any] | None = None,
) -> Asset:
    """The asset of a table.

    Args:
        host: where the endpoint is, as the connections of tasks name it.
        port: its port.
        database: the table's database.
        table: its name there.
        extra: of the asset.
    """
    from airflow.sdk import Asset

    return Asset(uri=table_uri(host, port, database, table), extra=extra)


def sanitize_uri(uri: SplitResult) -> SplitResult:
    """The URI with its port and a host in small letters.

    Raises:
        ValueError: it does not name a table.
    """
    names = uri.path.split("/")
    if not uri.hostname or len(names) != 3 or not all(names[1:]):
        raise ValueError(
            f"{uri.geturl()} names no table: write rmt://host:port/database/table, with names "
            "percent-encoded."
        )
    whole = table_uri(uri.hostname, uri.port or DEFAULT_PORT, *map(unquote, names[1:]))
    authority, path = whole.removeprefix("rmt://").split("/", 1)
    return uri._replace(netloc=authority, path=f"/{path}", query="", fragment="")


def convert_asset_to_openlineage(asset: Any, lineage_context: Any) -> Any:
    """The dataset that OpenLineage calls `database.table` in the namespace of the endpoint."""
    from urllib.parse import urlsplit

    from airflow.providers.common.compat.openlineage.facet import Dataset

    parsed = sanitize_uri(urlsplit(asset.uri))
    names = ".".join(map(unquote, parsed.path.strip("/").split("/")))
    return Dataset(namespace=f"rmt://{parsed.netloc}", name=names)
