"""Carrying out mutations: part by part, in a thread of its own.

The oldest unfinished mutation of each table goes first. Its parts are claimed, so that merges keep
away, and changed some at a time; the change of each part is one transaction, so a reader sees the
part before it or after it. What a crash interrupts goes on with whatever process runs next.

A lightweight delete shares all runs with the new part, which only gets masks.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from rmt_engine.errors import first_line
from rmt_engine.merges.backoff import Backoff
from rmt_engine.merges.changed_parts import (
    ChangedPart,
    RowRewriter,
    batches,
    rewrite_parts,
)
from rmt_engine.merges.masked_parts import masked_parts
from rmt_engine.merges.masking import unite_masks
from rmt_engine.store.digests import verify_files
from rmt_engine.store.mutations import Mutation, Mutations
from rmt_engine.store.part import Part, PartName, RunFile
from rmt_engine.store.store import Store
from rmt_engine.store.table import Table

__all__ = ["Mutator", "RowChanger"]

_MASKED_AT_ONCE = 64
"""A lightweight delete reads a few columns and writes little: it takes so many times more."""
_POLL_S = 5.0
"""How soon a mutation that another endpoint recorded, and did not live to carry out, is found."""
_CLASH_S = 0.2
_FIRST_RETRY_S = 0.5
_COUNTED = 1_000
"""Of so many mutations, the newest, is known how many rows they changed."""
_LONGEST_RETRY_S = 300.0
_log = logging.getLogger(__name__)


class RowChanger(RowRewriter, Protocol):
    """Finds, changes and masks the rows that a mutation names."""

    def only_masks(self, mutation: Mutation) -> bool:
        """Whether it is a lightweight delete, for which no run is written."""

    def mask(
        self, table: Table, mutation: Mutation, parts: Sequence[Part], directory: str
    ) -> dict[str, RunFile]:
        """Writes masks of the rows that match to a directory.

        Returns:
            The runs that have such rows, with their new masks, by path.
        """

    def cancel(self, mutation: Mutation) -> None:
        """Makes work on a mutation that is under way in this process fail soon."""


class Mutator:
    """Carries out the mutations of all tables.

    Args:
        store: the store.
        changer: changes rows.
        parts_changed: called when a table's parts were changed.
        is_stopped: whether a table's parts are to stay as they are for now, by its number.
    """

    def __init__(
        self,
        store: Store,
        changer: RowChanger,
        parts_changed: Callable[[Table], None],
        is_stopped: Callable[[int], bool] = lambda _: False,
    ) -> None:
        self._is_stopped = is_stopped
        self._store = store
        self._changer = changer
        self._parts_changed = parts_changed
        self._retries: dict[int, Backoff] = {}
        self._matched: OrderedDict[int, dict[PartName, int]] = OrderedDict()
        self._current: Mutation | None = None
        self._woken = threading.Event()
        self._rounds = 0
        self._round_ended = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rmt-mutations", daemon=True)

    def start(self) -> None:
        """Begins with what the last process may have left."""
        self._thread.start()

    def stop(self) -> None:
        """Breaks off what is under way; it goes on with the next process."""
        self._stopping.set()
        self._woken.set()
        while self._thread.is_alive():
            mutation = self._current
            if mutation is not None:
                self._changer.cancel(mutation)
            self._thread.join(_CLASH_S)

    def wake(self) -> None:
        """Tells that there is something to do."""
        self._woken.set()

    @property
    def rounds(self) -> int:
        """How many times it has looked after mutations; for `wait_for_round`."""
        return self._rounds

    def wait_for_round(self, known: int, timeout: float) -> None:
        """Waits until it has looked after mutations again.

        Args:
            known: what `rounds` was before the caller looked at a mutation.
            timeout: the most seconds to wait: other processes carry mutations out, too.
        """
        with self._round_ended:
            self._round_ended.wait_for(lambda: self._rounds != known, timeout)

    def rows_changed(self, mutation: Mutation, parts: Iterable[PartName]) -> int | None:
        """How many rows a mutation that is done has changed.

        Args:
            mutation: the mutation.
            parts: those that it had to change.

        Returns:
            The number of rows that matched; None if another process carried a part of it out, or
            parts went before it came to them.
        """
        matched = self._matched.get(mutation.id, {})
        if not all(any(changed.covers(part) for changed in matched) for part in parts):
            return None
        return sum(matched.values())

    def _count(self, mutation: Mutation, part: PartName, rows: int) -> None:
        """Notes how many rows of a part a mutation has changed."""
        self._matched.setdefault(mutation.id, {})[part] = rows
        while len(self._matched) > _COUNTED:
            self._matched.popitem(last=False)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._woken.clear()
            try:
                delay = self.advance()
            except Exception:
                _log.exception("mutations are carried on later")
                delay = _POLL_S
            with self._round_ended:
                self._rounds += 1
                self._round_ended.notify_all()
            self._woken.wait(delay)

    def advance(self) -> float:
        """Works once on the oldest unfinished mutation of each table.

        Returns:
            After how many seconds to come back.
        """
        unfinished = self._store.mutations.unfinished()
        if not unfinished:
            self._retries.clear()
            return _POLL_S
        delay = _POLL_S
        for table_id, mutations in itertools.groupby(unfinished, lambda m: m.table_id):
            table = self._store.registry.tables.by_number(table_id)
            if table is not None and not self._stopping.is_set():
                delay = min(delay, self._advance_guarded(table, next(mutations)))
        return delay

    def _advance_guarded(self, table: Table, mutation: Mutation) -> float:
        """Works on a mutation; what goes wrong does not concern other tables."""
        self._current = mutation
        try:
            return self._advance(table, mutation)
        except Exception as error:
            if self._is_wanted(mutation):
                _log.exception("%s of %s is carried on later", mutation.name, table.qualified)
                self._note(table, mutation, error)
            return self._later(mutation)
        finally:
            self._current = None

    def _is_wanted(self, mutation: Mutation) -> bool:
        """Whether it is neither killed, nor its table dropped or detached."""
        is_there = self._store.registry.tables.by_number(mutation.table_id) is not None
        return is_there and self._store.mutations.find(mutation.id) is not None

    def _note(self, table: Table, mutation: Mutation, error: Exception) -> None:
        """Notes what keeps a mutation from any of its parts: whoever waits for it is told."""
        todo = mutation.parts_to_do(self._store.snapshots.current(table).parts)
        if todo:
            self._store.mutations.fail(mutation, todo[0].name, first_line(error))

    def _advance(self, table: Table, mutation: Mutation) -> float:
        """Works on a mutation and returns after how many seconds to come back to it."""
        retry = self._retries.get(mutation.id)
        if retry is not None and retry.remaining:
            return retry.remaining
        changed = 0
        failed: dict[PartName, str] = {}
        snapshot = self._store.snapshots.current(table)
        table = snapshot.table
        todo = mutation.parts_to_do(snapshot.parts)
        at_once = _MASKED_AT_ONCE if todo and self._changer.only_masks(mutation) else 1
        for batch in batches(todo, at_once):
            if self._stopping.is_set() or self._is_stopped(table.id):
                break
            if not self._is_wanted(mutation):
                break
            with self._claimed(table, mutation, batch) as claimed:
                changed += self._change(table, mutation, claimed, failed)
        if changed:
            self._parts_changed(table)
        if failed:
            part, reason = next(iter(failed.items()))
            self._store.mutations.fail(mutation, part, reason)
            return self._later(mutation)
        if mutation.parts_to_do(self._store.snapshots.current(table).parts):
            if self._is_stopped(table.id):
                return _POLL_S
            return 0.0 if changed else _CLASH_S
        self._store.mutations.finish(mutation)
        self._retries.pop(mutation.id, None)
        _log.info("finished mutation=%s table=%s", mutation.name, table.qualified)
        return 0.0

    def _later(self, mutation: Mutation) -> float:
        """After how many seconds a mutation that failed is tried again: more each time."""
        first = Backoff(_FIRST_RETRY_S, _LONGEST_RETRY_S)
        return self._retries.setdefault(mutation.id, first).fail()

    @contextlib.contextmanager
    def _claimed(
        self, table: Table, mutation: Mutation, parts: Sequence[Part]
    ) -> Iterator[list[Part]]:
        """Claims parts; those that a merge has are left out."""
        wanted = [([part], part.name.mutated_by(mutation.number)) for part in parts]
        claims = self._store.claims.take_each(table.id, wanted, is_mutation=True)
        sources = {source for claim in claims for source in claim.sources}
        try:
            yield [part for part in parts if part.id in sources]
        finally:
            if claims:
                self._store.claims.release(*claims)

    def _change(
        self, table: Table, mutation: Mutation, parts: Sequence[Part], failed: dict[PartName, str]
    ) -> int:
        """Changes parts and returns how many were.

        When some cannot be changed together each is tried on its own: one bad row does not keep the
        other parts from being changed. Those that failed are noted with the reason.
        """
        if not parts or self._stopping.is_set():
            return 0
        try:
            return self._change_together(table, mutation, parts)
        except Exception as error:
            if self._stopping.is_set() or not self._is_wanted(mutation):
                return 0
            if len(parts) > 1:
                return sum(self._change(table, mutation, [part], failed) for part in parts)
            [part] = parts
            failed[part.name] = first_line(error)
            _log.warning(
                "failed mutation=%s table=%s part=%s: %s",
                mutation.name,
                table.qualified,
                part.name,
                failed[part.name],
            )
            return 0

    def _change_together(self, table: Table, mutation: Mutation, parts: Sequence[Part]) -> int:
        if self._changer.only_masks(mutation):
            return self._mask(table, mutation, parts)
        started = time.monotonic()
        with contextlib.ExitStack() as stagings:
            rewritten = rewrite_parts(self._store, self._changer, table, mutation, parts, stagings)
            changed = sum(self._commit(table, mutation, part) for part in rewritten)
            touched = sum(part.is_touched for part in rewritten)
        _log.info(
            "mutated mutation=%s table=%s parts=%d rewritten=%d seconds=%.3f",
            mutation.name,
            table.qualified,
            changed,
            touched,
            time.monotonic() - started,
        )
        return changed

    def _mask(self, table: Table, mutation: Mutation, parts: Sequence[Part]) -> int:
        """Masks rows of parts, all in one transaction; of none when one of the parts is gone."""
        started = time.monotonic()
        verify_files(self._store.storage, (file for part in parts for file in part.files))
        with self._store.stage(table) as staging:
            masked = self._changer.mask(table, mutation, parts, staging.directory)
            masked = unite_masks(self._store, masked, staging.directory)
            new = masked_parts(self._changer, table, mutation, parts, masked, staging.directory)
            names = self._store.registry.parts.commit(
                table.id,
                new,
                [staging.directory] if masked else [],
                replaces=[part.id for part in parts],
                also=Mutations.still_wanted(mutation),
                structure=table.definition.structure,
            )
            staging.committed = bool(masked) and names is not None
        changed = len(parts) if names is not None else 0
        for part in parts if changed else ():
            new_masks = [(masked.get(file.path, file), file) for file in part.files]
            rows = sum(new.masked_rows - old.masked_rows for new, old in new_masks)
            self._count(mutation, part.name, rows)
        _log.info(
            "masked mutation=%s table=%s parts=%d runs=%d seconds=%.3f",
            mutation.name,
            table.qualified,
            changed,
            len(masked),
            time.monotonic() - started,
        )
        return changed

    def _commit(self, table: Table, mutation: Mutation, part: ChangedPart) -> bool:
        """Puts the changed part in the place of the old one; False when that is gone."""
        names = self._store.registry.parts.commit(
            table.id,
            part.replacement,
            [staging.directory for staging in part.written],
            replaces=[part.old.id],
            also=Mutations.still_wanted(mutation),
            structure=table.definition.structure,
        )
        for staging in part.written:
            staging.committed = names is not None
        if names is not None:
            self._count(mutation, part.old.name, part.matched)
        return names is not None
