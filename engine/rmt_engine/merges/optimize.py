"""OPTIMIZE: merges a client asked for, in the foreground.

Parts that a background merge has claimed are waited for by OPTIMIZE … FINAL, which wants all of a
partition, and left alone by OPTIMIZE.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from rmt_engine.errors import RmtError
from rmt_engine.merges.merge import Merge, merged_name, run_merge
from rmt_engine.merges.planning import Describe
from rmt_engine.merges.selector import mergeable_stretches, select_parts
from rmt_engine.merges.stretches import free_stretches
from rmt_engine.store.claims import Claim
from rmt_engine.store.mutations import Mutation
from rmt_engine.store.part import Part
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["MergeRequest", "is_divided", "optimize"]

_ATTEMPTS = 20
_WAIT_S = 0.05


@dataclass(frozen=True)
class MergeRequest:
    """What an OPTIMIZE asks for.

    Attributes:
        partition_id: the partition to merge; None for any or, with `final`, all of them.
        final: whether all parts of a partition become one, even if there is only one.
        cleanup: whether rows marked as deleted go for good; only with `final`.
        deduplicate_by: columns by which equal rows become one; empty for none.
        expires_at: by when what has expired goes; see `Merge`.
    """

    partition_id: str | None = None
    final: bool = False
    cleanup: bool = False
    deduplicate_by: tuple[str, ...] = ()
    expires_at: int | None = None


def optimize(
    store: Store,
    table: Table,
    describe: Describe,
    request: MergeRequest,
    check: Callable[[], None] = lambda: None,
) -> int:
    """Merges parts of a table and returns how many merges were committed.

    Args:
        store: the store.
        table: the table.
        describe: tells how its rows are stored.
        request: what to merge.
        check: called before each merge and each commit, and while it waits; raises when the work is
            to stop.

    Raises:
        RmtError: `CANNOT_ASSIGN_OPTIMIZE`, other work took the parts away again and again.
    """
    snapshot = store.snapshots.current(table)
    if request.partition_id is None and request.final:
        partitions = [replace(request, partition_id=name) for name in snapshot.partitions()]
        return sum(_optimize(store, table, describe, one, check) for one in partitions)
    return int(_optimize(store, table, describe, request, check))


def is_divided(store: Store, table: Table, partition_id: str | None) -> bool:
    """Whether some parts of a partition must not become one, so that FINAL leaves it alone.

    Args:
        store: the store.
        table: the table.
        partition_id: of the partition; None for any.
    """
    snapshot = store.snapshots.current(table)
    unfinished = store.mutations.unfinished(table.id)
    return any(
        len(_stretches(snapshot, parts, unfinished)) > 1
        for name, parts in snapshot.partitions().items()
        if partition_id in (None, name)
    )


def _optimize(
    store: Store,
    table: Table,
    describe: Describe,
    request: MergeRequest,
    check: Callable[[], None],
) -> bool:
    """Does one merge; False when there is nothing to merge."""
    attempts = 0
    while attempts < _ATTEMPTS:
        check()
        claims = store.claims.all(table.id)
        snapshot = store.snapshots.current(table)
        unfinished = store.mutations.unfinished(table.id)
        parts = _selection(snapshot, request, claims, unfinished)
        if not parts:
            return False
        claim = store.claims.take(table.id, parts, merged_name(parts))
        if claim is None:
            time.sleep(_WAIT_S)
            attempts += not _overlap(parts, store.claims.all(table.id))
            continue
        cleanup = request.cleanup and request.final
        merge = Merge(
            tuple(parts),
            cleanup,
            request.deduplicate_by,
            request.expires_at,
            keeps_tombstones=attempts > 0,
        )
        try:
            if run_merge(store, describe(snapshot.table), merge, check):
                return True
        finally:
            store.claims.release(claim)
        attempts += 1
    raise RmtError(
        "CANNOT_ASSIGN_OPTIMIZE",
        f"Other merges of {table.qualified} took the parts {_ATTEMPTS} times.",
        "Run it again.",
    )


def _selection(
    snapshot: Snapshot,
    request: MergeRequest,
    claims: Sequence[Claim],
    unfinished: Sequence[Mutation],
) -> Sequence[Part]:
    """The parts to merge; with FINAL all of a partition, claimed or not.

    FINAL leaves a partition alone some of whose parts must not become one, as in ClickHouse.
    """
    partitions = snapshot.partitions()
    if request.partition_id is not None:
        partitions = {request.partition_id: partitions.get(request.partition_id, [])}
    stretches = [_stretches(snapshot, parts, unfinished) for parts in partitions.values()]
    if request.final or (request.partition_id is not None and not claims):
        [found] = stretches
        return found[0] if len(found) == 1 and (request.final or len(found[0]) > 1) else []
    return select_parts(free_stretches((parts for found in stretches for parts in found), claims))


def _stretches(
    snapshot: Snapshot, parts: Sequence[Part], unfinished: Sequence[Mutation]
) -> list[Sequence[Part]]:
    return mergeable_stretches(parts, unfinished, snapshot.table.definition.kept_projections)


def _overlap(parts: Sequence[Part], claims: Sequence[Claim]) -> bool:
    numbers = {part.id for part in parts}
    return any(numbers & set(claim.sources) for claim in claims)
