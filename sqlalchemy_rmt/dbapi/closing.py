"""What `with` closes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

__all__ = ["Closing"]


class Closing(ABC):
    """Something that `with` gives and closes afterwards, as PEP 249 has connections and cursors."""

    @abstractmethod
    def close(self) -> None:
        """Frees what the server holds for it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()
