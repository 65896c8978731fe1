"""Thrift's binary protocol, in C, for the classes that PyHive brings.

PyHive's `TCLIService` was made by an older Thrift compiler. It describes a nested struct by a tuple
where Thrift's C extension wants a list, and so fails in it. Here the C extension is given the
descriptions as it wants them. Without the extension, Thrift's Python code does the same, slowly.
"""

from __future__ import annotations

import functools
from typing import Any

from thrift.protocol.TBinaryProtocol import TBinaryProtocolAccelerated
from thrift.Thrift import TType

__all__ = ["AcceleratedProtocol"]


class AcceleratedProtocol(TBinaryProtocolAccelerated):  # type: ignore[misc]
    """The protocol over a transport, with strings and lists of any length.

    Args:
        transport: one whose buffer C can read, as thrift_sasl's and Thrift's buffered one.
    """

    def __init__(self, transport: Any) -> None:
        # Thrift refuses strings of more than 16 MB unless told otherwise.
        super().__init__(transport, string_length_limit=None, container_length_limit=None)
        decode: Any = getattr(self, "_fast_decode", None)
        encode: Any = getattr(self, "_fast_encode", None)
        if decode is None or encode is None:
            return
        self._fast_decode = lambda struct, protocol, _: decode(struct, protocol, _described(struct))
        self._fast_encode = lambda struct, _: encode(struct, _described(struct))


def _described(struct: Any) -> list[Any]:
    return [struct.__class__, _fields(struct.__class__)]


@functools.cache
def _fields(kind: Any) -> tuple[Any, ...]:
    return tuple(
        field and (*field[:3], _arguments(field[1], field[3]), field[4])
        for field in kind.thrift_spec
    )


def _arguments(kind: int, arguments: Any) -> Any:
    """What Thrift has to know of a type beside its number."""
    if kind == TType.STRUCT:
        return [arguments[0], _fields(arguments[0])]
    if kind in (TType.LIST, TType.SET):
        element, inner, immutable = arguments
        return (element, _arguments(element, inner), immutable)
    if kind == TType.MAP:
        key, key_inner, value, value_inner, immutable = arguments
        return (key, _arguments(key, key_inner), value, _arguments(value, value_inner), immutable)
    return arguments
