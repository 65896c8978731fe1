"""What of a URL's host somebody has registered: the first subdomain below a public suffix.

`public_suffixes.tsv` has the public suffixes of two labels that ClickHouse knows (`co.uk`,
`github.io`), from Mozilla's Public Suffix List (https://publicsuffix.org, Mozilla Public License
2.0). ClickHouse looks no longer suffixes up.

Source of the semantics: ClickHouse's `Functions/URL/ExtractFirstSignificantSubdomain.h`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, once, typed
from rmt_engine.spark.functions.urls import HOST, HOST_RFC, host_of, without_www
from rmt_engine.sql.text.files import lines_of

__all__ = ["DOMAINS"]

_LAST_TWO = r"([^.]*\.[^.]*)$"
_LAST_THREE = r"([^.]*\.[^.]*\.[^.]*)$"
_FIRST_LABEL = r"^([^.]*)"


@cache
def _suffixes() -> str:
    return "\n".join(suffix for [suffix] in lines_of("public_suffixes.tsv", __package__))


def _is_public_suffix(arguments: Arguments, host: Column) -> Column:
    """Whether a host is a public suffix, which a set is asked."""
    gateway = arguments.gateway
    text = gateway.java_class("org.apache.spark.unsafe.types.UTF8String")
    listed = text.fromString(_suffixes()).split(text.fromString("\n"), -1)
    sequences = gateway.scala_object("scala.collection.immutable.ArraySeq")
    suffixes = sequences.unsafeWrapArray(listed).toSet()
    return arguments.column_of(arguments.catalyst("InSet", arguments.expression_of(host), suffixes))


def _registered(arguments: Arguments, host: Column) -> Column:
    """The host from its first significant subdomain on; one without a period as it is."""
    last_two = F.regexp_extract(host, _LAST_TWO, 1)
    last_three = F.regexp_extract(host, _LAST_THREE, 1)
    is_longer = (last_three != "") & _is_public_suffix(arguments, last_two)
    found = F.when(is_longer, last_three).otherwise(last_two)
    return F.when(F.contains(host, F.lit(".")), found).otherwise(host)


def _of_host(pattern: str, take: Callable[[Column], Column], *, with_www: bool = False) -> Builder:
    def build(arguments: Arguments) -> Column:
        host = host_of(arguments.columns[0], pattern)
        if not with_www:
            host = without_www(host)
        return once(host, lambda one: once(_registered(arguments, one), take))

    return typed(1, 1, build)


def _first_label(registered: Column) -> Column:
    return F.regexp_extract(registered, _FIRST_LABEL, 1)


def _whole(registered: Column) -> Column:
    """All of it, unless its first label is empty."""
    return F.when(F.startswith(registered, F.lit(".")), "").otherwise(registered)


DOMAINS: Builders = {
    f"{name}{'RFC' if pattern is HOST_RFC else ''}": build
    for pattern in (HOST, HOST_RFC)
    for name, build in (
        ("firstSignificantSubdomain", _of_host(pattern, _first_label)),
        ("cutToFirstSignificantSubdomain", _of_host(pattern, _whole)),
        ("cutToFirstSignificantSubdomainWithWWW", _of_host(pattern, _whole, with_www=True)),
    )
}
"""The functions."""
