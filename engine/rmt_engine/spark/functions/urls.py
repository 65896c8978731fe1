"""URLs, taken apart by patterns.

Source of the semantics: https://clickhouse.com/docs/sql-reference/functions/url-functions.
"""

from __future__ import annotations

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.spark.functions.addresses import IPV4
from rmt_engine.spark.functions.arguments import Builder, Builders, of, once

__all__ = ["HOST", "HOST_RFC", "URLS", "host_of", "without_www"]

_SCHEME = r"(?:[a-zA-Z][a-zA-Z0-9+.\-]*:)?//"
_NEVER_INSIDE = r" \t<>%{}|\\^~\[\];=&"
"""Characters that no host and, but for RFC 3986, no user's name has."""
_OF_HOST = rf"([^:/?#@{_NEVER_INSIDE}]*\.[^.:/?#@{_NEVER_INSIDE}]+)(?=[:/?#]|\z)"
HOST = rf"^(?:{_SCHEME})?(?:[^:/?#@{_NEVER_INSIDE}]*@)*{_OF_HOST}"
"""The host of a URL, as its first group."""
HOST_RFC = rf"^(?:{_SCHEME})?(?:[^/?#@ \t<>{{}}|\\^]*@)?{_OF_HOST}"
"""The same where the user's name and password may have more characters."""


def _found(pattern: str, group: int = 1) -> Builder:
    return of(lambda url: F.regexp_extract(url, pattern, group))


def _without(pattern: str) -> Builder:
    return of(lambda url: F.regexp_replace(url, pattern, ""))


def host_of(url: Column, pattern: str = HOST) -> Column:
    """The host of a URL; empty if there is none."""
    return F.regexp_extract(url, pattern, 1)


def without_www(host: Column) -> Column:
    """The host without `www.` in front."""
    return F.regexp_replace(host, r"^www\.", "")


def _top_level(host: Column) -> Column:
    is_address = F.rlike(host, F.lit(IPV4))
    return F.when(is_address, "").otherwise(F.regexp_extract(host, r"\.([^.]+)\.?$", 1))


_BEHIND_HOST = r":([0-9]{1,5})(?:[/?#]|\z)"
_LAST_PORT = 65535


def _port(pattern: str) -> Builder:
    def build(url: Column, default: Column | None = None) -> Column:
        found = F.regexp_extract(url, pattern + _BEHIND_HOST, 2)
        otherwise = F.lit(0) if default is None else default
        port = F.nullif(found, F.lit("")).cast("int")
        return F.when((found == "") | (port > _LAST_PORT), otherwise).otherwise(port)

    return of(build)


_BEFORE_PATH = r"(?s)^([a-zA-Z][a-zA-Z0-9+.\-]*://[^/?#]*[/?#]?)"
_STEP = "([/?#]*[^/?#]+[/?#]?)"
"""What one URL of a hierarchy has more than the one before it."""


def _steps(start: Column, rest: Column) -> Column:
    """A text with one step of the rest behind it, with two, and so on."""
    return once(
        F.regexp_extract_all(rest, F.lit(_STEP)),
        lambda steps: F.transform(
            steps,
            lambda _, at: F.concat(start, F.array_join(F.slice(steps, F.lit(1), at + 1), "")),
        ),
    )


def _hierarchy(url: Column) -> Column:
    """The URL with nothing of its path, with one step of it, and so on; there are none in NULL."""
    start = F.regexp_extract(url, _BEFORE_PATH, 1)
    rest = F.regexp_replace(url, _BEFORE_PATH, "")
    whole = F.filter(F.array(url), lambda one: one != "")
    parted = F.concat(F.array(start), _steps(start, rest))
    return F.when(start != "", parted).otherwise(whole)


def _path_hierarchy(url: Column) -> Column:
    """The same without the scheme and the host."""
    rest = F.regexp_replace(url, _BEFORE_PATH.replace("[/?#]?)", ")"), "")
    has_scheme = F.rlike(url, F.lit(_BEFORE_PATH))
    steps = _steps(F.lit(""), rest)
    return F.when(has_scheme, steps).otherwise(F.array().cast("array<string>"))


_AFTER_HOST = r"^(?:(?:[a-zA-Z][a-zA-Z0-9+.\-]*:)?//)?[^/?#]*"
_QUERY = r"(?s)^(?:.*\?|[^?#]*#)(.*)$"
"""What is behind the last question mark or, where there is none, behind the first #."""


def _parameters(url: Column) -> Column:
    """The parameters, the last one only if it has a value.

    There are none in NULL, since ClickHouse's arrays are never NULL.
    """
    nothing = F.array().cast("array<string>")
    found = F.split(F.regexp_extract(url, _QUERY, 1), "[&#]", -1)
    is_whole = F.element_at(found, -1).contains("=")
    complete = F.when(is_whole, found).otherwise(F.slice(found, F.lit(1), F.size(found) - 1))
    return F.when(F.rlike(url, F.lit("[?#]")), complete).otherwise(nothing)


def _parameter_names(url: Column) -> Column:
    return F.transform(
        _parameters(url), lambda parameter: F.regexp_extract(parameter, "^([^=]*)", 1)
    )


def _parameter(url: Column, name: Column) -> Column:
    starts = F.filter(_parameters(url), lambda p: F.startswith(p, F.concat(name, F.lit("="))))
    first = F.try_element_at(starts, F.lit(1))
    value = F.substring(first, F.char_length(name) + 2, F.greatest(F.char_length(first), F.lit(1)))
    return F.when(name.isNotNull() & url.isNotNull(), F.coalesce(value, F.lit("")))


def _cut_parameter(url: Column, name: Column) -> Column:
    """The URL without the first such parameter: with the & behind it if it is the first."""
    quoted_name = F.replace(name, F.lit(r"\E"), F.lit(r"\E\\E\Q"))
    given = [F.lit(r"\Q"), quoted_name, F.lit(r"\E=[^&#]*")]
    pattern = F.concat(F.lit(r"^(?s)(.*?)(?:([?#])"), *given, F.lit("&?|&"), *given, F.lit(")"))
    return F.regexp_replace(url, pattern, F.lit("$1$2"))


def _decode(text: Column) -> Column:
    """Percent-encoding only: a plus stays."""
    return F.try_url_decode(F.replace(text, F.lit("+"), F.lit("%2B")))


def _encode(text: Column) -> Column:
    encoded = F.url_encode(text)
    for java, percent in (("+", "%20"), ("*", "%2A"), ("%7E", "~")):
        encoded = F.replace(encoded, F.lit(java), F.lit(percent))
    return encoded


URLS: Builders = {
    "protocol": _found(r"^([a-zA-Z][a-zA-Z0-9+.\-]*):"),
    "domain": of(host_of),
    "domainRFC": of(lambda url: host_of(url, HOST_RFC)),
    "domainWithoutWWW": of(lambda url: without_www(host_of(url))),
    "domainWithoutWWWRFC": of(lambda url: without_www(host_of(url, HOST_RFC))),
    "topLevelDomain": of(lambda url: _top_level(host_of(url))),
    "topLevelDomainRFC": of(lambda url: _top_level(host_of(url, HOST_RFC))),
    "port": _port(HOST),
    "portRFC": _port(HOST_RFC),
    "URLHierarchy": of(_hierarchy),
    "URLPathHierarchy": of(_path_hierarchy),
    "path": _found(_AFTER_HOST + r"(/[^?#]*)"),
    "pathFull": _found(_AFTER_HOST + r"(/.*)"),
    "queryString": _found(r"^[^?#]*\?([^#]*)"),
    "fragment": _found(r"#(.*)$"),
    "queryStringAndFragment": _found(r"^[^?#]*(?:\?(.*)|(#.*))$"),
    "netloc": _found(rf"^(?:{_SCHEME})?([^/?#\s<>%{{}}|\\^~\[\];=&]*)(?=[/?#]|$)"),
    "extractURLParameter": of(_parameter),
    "extractURLParameters": of(_parameters),
    "extractURLParameterNames": of(_parameter_names),
    "cutQueryString": _without(r"\?[^#]*"),
    "cutFragment": _without("#.*$"),
    "cutQueryStringAndFragment": _without(r"[?#].*$"),
    "cutWWW": of(lambda url: F.regexp_replace(url, rf"^({_SCHEME})www\.", "$1")),
    "cutURLParameter": of(_cut_parameter),
    "decodeURLComponent": of(_decode),
    "encodeURLComponent": of(_encode),
    "decodeURLFormComponent": of(F.try_url_decode),
    "encodeURLFormComponent": of(lambda t: F.replace(_encode(t), F.lit("%20"), F.lit("+"))),
}
