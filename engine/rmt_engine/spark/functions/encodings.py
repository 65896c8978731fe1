"""Texts of other alphabets, keyed digests and encryption.

The classes are those of Apache Commons Codec, which Spark brings along, and Spark's own AES.

Sources of the semantics: https://clickhouse.com/docs/sql-reference/functions/encoding-functions and
https://clickhouse.com/docs/sql-reference/functions/encryption-functions.
"""

from __future__ import annotations

import re

from pyspark.sql import Column
from pyspark.sql import functions as F

from rmt_engine.errors import RmtError
from rmt_engine.spark.functions.arguments import Arguments, Builder, Builders, typed
from rmt_engine.spark.functions.java_calls import JavaCalls

__all__ = ["ENCODINGS"]

_CODEC = "org.apache.commons.codec"
_ALPHABETS = {
    "Base32": "^(?:X{8})*(?:X{2}={6}|X{4}={4}|X{5}={3}|X{7}=)?$".replace("X", "[A-Z2-7]"),
    "Base58": "^[1-9A-HJ-NP-Za-km-z]*$",
}
"""What a text of an alphabet looks like."""
_MODE = re.compile(r"aes-(128|192|256)-(ecb|cbc|gcm)")
_IV = {"cbc": 16, "gcm": 12}
"""How many bytes an initialization vector has."""
_DIGESTS = {
    "md5": "hmacMd5",
    "sha1": "hmacSha1",
    "sha256": "hmacSha256",
    "sha384": "hmacSha384",
    "sha512": "hmacSha512",
}


def _coded(java_class: str, method: str) -> Builder:
    """A text in another alphabet, or the text that one in it stands for."""

    def build(arguments: Arguments) -> Column:
        return _code(arguments, java_class, method)

    return typed(1, 1, build)


def _code(arguments: Arguments, java_class: str, method: str) -> Column:
    calls = JavaCalls(arguments)
    codec = calls.new(f"{_CODEC}.binary.{java_class}", [])
    given = [calls.expression(arguments.columns[0], "binary")]
    found = calls.method(codec, calls.kind("binary"), method, given)
    return calls.column(found).cast("string")


def _decoded(java_class: str, *, tries: bool) -> Builder:
    """A text that another stands for: of one in no such alphabet '' or an error."""

    def build(arguments: Arguments) -> Column:
        text = arguments.columns[0]
        is_right = F.rlike(text, F.lit(_ALPHABETS[java_class]))
        error = RmtError("INCORRECT_DATA", f"A text is no {java_class}")
        failure = F.raise_error(F.concat(F.lit(f"{error}: "), text)).cast("string")
        otherwise = F.lit("") if tries else failure
        found = _code(arguments, java_class, "decode")
        return F.when(is_right, found).when(text.isNotNull(), otherwise)

    return typed(1, 1, build)


def _keyed_digest(arguments: Arguments) -> Column:
    """`HMAC('sha256', text, key)`; an empty key is as one of a zero byte."""
    name = arguments.text(0).lower()
    if name not in _DIGESTS:
        raise RmtError("BAD_ARGUMENTS", f"HMAC of {name} is not supported.", ", ".join(_DIGESTS))
    _, text, key = arguments.columns
    calls = JavaCalls(arguments)
    padded = F.when(F.length(key) == 0, F.lit("\0")).otherwise(key)
    given = [calls.expression(one, "binary") for one in (padded, text)]
    digests = f"{_CODEC}.digest.HmacUtils"
    found = calls.static(digests, calls.kind("binary"), _DIGESTS[name], given)
    return calls.column(found).cast("string")


def _digest(method: str) -> Builder:
    def build(arguments: Arguments) -> Column:
        calls = JavaCalls(arguments)
        given = [calls.expression(arguments.columns[0], "binary")]
        digests = f"{_CODEC}.digest.DigestUtils"
        return calls.column(calls.static(digests, calls.kind("binary"), method, given)).cast(
            "string"
        )

    return typed(1, 1, build)


def _mode_of(arguments: Arguments) -> tuple[int, str]:
    """The bytes of a key, and the mode."""
    text = arguments.text(0)
    found = _MODE.fullmatch(text)
    if found is None:
        raise RmtError(
            "BAD_ARGUMENTS",
            f"The mode {text!r} is not supported.",
            "aes-128-ecb, aes-128-cbc, aes-128-gcm, and the same with keys of 192 and 256 bits.",
        )
    return int(found[1]) // 8, found[2]


def _checked(column: Column, size: int, what: str) -> Column:
    """Bytes, of which there must be so many."""
    error = RmtError("BAD_ARGUMENTS", f"Invalid {what} size, expected {size} bytes.")
    failure = F.raise_error(F.lit(str(error))).cast("binary")
    return F.when(F.length(column) == size, column).otherwise(failure)


def _keys(arguments: Arguments) -> tuple[str, Column, Column, Column]:
    """The mode, the key, the initialization vector and what is authenticated beside the text."""
    size, mode = _mode_of(arguments)
    key, *rest = (column.cast("binary") for column in arguments.columns[2:])
    vector = F.lit(b"")
    if mode in _IV:
        if not rest and mode == "gcm":
            raise RmtError("BAD_ARGUMENTS", "gcm needs an initialization vector.")
        vector = _checked(rest[0], _IV[mode], "IV") if rest else F.lit(bytes(_IV[mode]))
    beside = rest[1] if len(rest) > 1 else F.lit(b"")
    return mode, _checked(key, size, "key"), vector, beside


def _encrypted(arguments: Arguments) -> Column:
    mode, key, vector, beside = _keys(arguments)
    given = (arguments.columns[1].cast("binary"), key, F.lit(mode.upper()), F.lit("DEFAULT"))
    found = F.aes_encrypt(*given) if mode == "ecb" else F.aes_encrypt(*given, vector, beside)
    # Spark puts the initialization vector before what it encrypts.
    return F.substring(found, _IV.get(mode, 0) + 1, 2**31 - 1).cast("string")


def _decrypted(*, tries: bool) -> Builder:
    def build(arguments: Arguments) -> Column:
        mode, key, vector, beside = _keys(arguments)
        data = F.concat(vector, arguments.columns[1].cast("binary"))
        given = (data, key, F.lit(mode.upper()), F.lit("DEFAULT"))
        call = F.try_aes_decrypt if tries else F.aes_decrypt
        found = call(*given) if mode == "ecb" else call(*given, beside)
        return found.cast("string")

    return typed(3, 5, build)


ENCODINGS: Builders = {
    **{f"{name.lower()}Encode": _coded(name, "encode") for name in _ALPHABETS},
    **{f"{name.lower()}Decode": _decoded(name, tries=False) for name in _ALPHABETS},
    **{f"try{name}Decode": _decoded(name, tries=True) for name in _ALPHABETS},
    "HMAC": typed(3, 3, _keyed_digest),
    "SHA512_256": _digest("sha512_256"),
    "encrypt": typed(3, 5, _encrypted),
    "decrypt": _decrypted(tries=False),
    "tryDecrypt": _decrypted(tries=True),
}
