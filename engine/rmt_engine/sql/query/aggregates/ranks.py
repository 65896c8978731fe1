"""The ranks of values in a list."""

from __future__ import annotations

from rmt_engine.sql.query.aggregates.rows import let

__all__ = ["ends_of", "ranked"]


def ranked(pairs: str, key: str, fields: str) -> str:
    """Pairs in the order of a field, with the ranks of its values, of equal ones their average.

    Args:
        pairs: an ARRAY of structs.
        key: the field.
        fields: what is made of each `rmt_x` whose rank is `rmt_rank`.
    """
    ordered = (
        f"array_sort({pairs}, (rmt_a, rmt_b) -> CASE WHEN rmt_a.{key} < rmt_b.{key} THEN -1 "
        f"WHEN rmt_a.{key} > rmt_b.{key} THEN 1 ELSE 0 END)"
    )
    before = "coalesce(get(rmt_ends, rmt_at - 1), -1)"
    ranks = (
        "flatten(transform(rmt_ends, (rmt_end, rmt_at) -> "
        f"array_repeat(({before} + rmt_end + 3) / 2, rmt_end - {before})))"
    )
    made = f"zip_with(rmt_p, {ranks}, (rmt_x, rmt_rank) -> named_struct({fields}))"
    return let(ordered, "rmt_p", let(ends_of(key), "rmt_ends", made))


def ends_of(key: str) -> str:
    """Where runs of equal values of a field end in the array `rmt_p`."""
    is_last = f"rmt_at = size(rmt_p) - 1 OR rmt_p[rmt_at + 1].{key} <> rmt_x.{key}"
    return (
        f"filter(transform(rmt_p, (rmt_x, rmt_at) -> CASE WHEN {is_last} THEN rmt_at END), "
        "rmt_x -> rmt_x IS NOT NULL)"
    )
