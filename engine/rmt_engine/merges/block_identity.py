"""What tells that a block is inserted again: the INSERT's token, or else the block's rows."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

__all__ = ["BlockIdentity"]

_BYTES = 16


@dataclass(frozen=True)
class BlockIdentity:
    """How the blocks of an INSERT get their ids.

    Attributes:
        token: the INSERT's token; empty for none.
        columns: the columns the INSERT gives values for, in its order.
    """

    token: str = ""
    columns: tuple[str, ...] = ()

    @property
    def of_token(self) -> str | None:
        """The id of all blocks of the INSERT; None when it has no token."""
        if not self.token:
            return None
        return hashlib.blake2b(self.token.encode(), digest_size=_BYTES, person=b"token").hexdigest()

    def of(self, rows: pa.Table) -> str:
        """The id of a block.

        Without a token it is made of the values that were given, in their order; values that the
        table computes do not count.

        Args:
            rows: the block, as it was inserted.
        """
        if self.token:
            assert self.of_token is not None
            return self.of_token
        # Taken by places: what lies under a NULL or beside a slice is no part of the block.
        given = rows.select(list(self.columns)).take(np.arange(rows.num_rows)).combine_chunks()
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, given.schema) as stream:
            stream.write_table(given)
        digest = hashlib.blake2b(sink.getvalue(), digest_size=_BYTES, person=b"rows")
        return digest.hexdigest()
