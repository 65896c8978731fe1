"""HiveServer2's service as PyHive's Thrift client has it, with what Hive has added since.

PyHive's `TCLIService` is older than the number of changed rows in the state of an operation.

Source: `TGetOperationStatusResp` in Hive's TCLIService.thrift (HIVE-14388).
"""

from __future__ import annotations

from typing import Any

from TCLIService import TCLIService, ttypes
from thrift.protocol.TBase import TBase
from thrift.Thrift import TApplicationException, TMessageType, TType

__all__ = ["OperationStatus", "ServiceClient"]

_ANSWER = 0
_MODIFIED_ROWS = 11


class OperationStatus(TBase):  # type: ignore[misc]
    """How an operation is doing.

    Attributes:
        numModifiedRows: rows it changed; None if the server does not say.
        taskStatus: what else the server tells of it, as a text of JSON, or None.
    """

    thrift_spec = (
        *ttypes.TGetOperationStatusResp.thrift_spec,
        (_MODIFIED_ROWS, TType.I64, "numModifiedRows", None, None),
    )

    def __init__(self) -> None:
        for field in filter(None, self.thrift_spec):
            setattr(self, field[2], None)


class _Result(TBase):  # type: ignore[misc]
    """What a call of GetOperationStatus returns."""

    thrift_spec = (
        (
            _ANSWER,
            TType.STRUCT,
            "success",
            (OperationStatus, OperationStatus.thrift_spec),
            None,
        ),
    )

    def __init__(self) -> None:
        self.success: OperationStatus | None = None


class ServiceClient(TCLIService.Client):  # type: ignore[misc]
    """Sends requests and receives answers."""

    def recv_GetOperationStatus(self) -> Any:  # noqa: N802
        """The answer to GetOperationStatus.

        Raises:
            TApplicationException: the server cannot answer.
        """
        protocol = self._iprot
        _, kind, _ = protocol.readMessageBegin()
        answer = TApplicationException() if kind == TMessageType.EXCEPTION else _Result()
        answer.read(protocol)
        protocol.readMessageEnd()
        if isinstance(answer, TApplicationException):
            raise answer
        if answer.success is None:
            missing = TApplicationException.MISSING_RESULT
            raise TApplicationException(missing, "GetOperationStatus failed: unknown result")
        return answer.success
