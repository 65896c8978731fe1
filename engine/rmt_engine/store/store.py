"""One store: its registry, its files, and the process that uses them."""

from __future__ import annotations

import contextlib
import logging
import threading
import uuid
from collections.abc import Iterator

from rmt_engine.errors import RmtError
from rmt_engine.store.block_ids import BlockIds
from rmt_engine.store.claims import Claims
from rmt_engine.store.detached_tables import DetachedTables
from rmt_engine.store.events import Events
from rmt_engine.store.frozen import FrozenCopies
from rmt_engine.store.mutations import Mutations
from rmt_engine.store.owners import this_process
from rmt_engine.store.partitions import Partitions
from rmt_engine.store.refreshes import Refreshes
from rmt_engine.store.registry import Registry
from rmt_engine.store.row_policies import RowPolicies
from rmt_engine.store.snapshot import Snapshots
from rmt_engine.store.storage import Storage
from rmt_engine.store.table import Table
from rmt_engine.store.tasks import TaskRunner

__all__ = ["Staging", "Store"]

_HEARTBEAT_S = 10.0
_log = logging.getLogger(__name__)


class Staging:
    """A new directory for files that no reader sees yet.

    The registry knows of it before the first file is written. Either a commit takes the files over,
    or the directory is deleted: at once when the work fails, by a collector when the process dies.

    Attributes:
        directory: relative to the storage.
    """

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.committed = False


class Store:
    """Opens a store.

    Args:
        registry: the registry.
        storage: the directory of the tables' files.
        runner: runs work on files.
    """

    def __init__(self, registry: Registry, storage: Storage, runner: TaskRunner) -> None:
        self.registry = registry
        self.storage = storage
        self.runner = runner
        self.snapshots = Snapshots(registry)
        self.owner_id = str(uuid.uuid4())
        self.claims = Claims(registry, self.owner_id)
        self.mutations = Mutations(registry)
        self.detached_tables = DetachedTables(registry, self.owner_id)
        self.row_policies = RowPolicies(registry)
        self.refreshes = Refreshes(registry, self.owner_id)
        self.frozen = FrozenCopies(registry, storage, self.owner_id)
        self.block_ids = BlockIds(registry, storage)
        self.events = Events()
        self.partitions = Partitions(registry)
        self._closing = threading.Event()
        self._register()
        self._heartbeat = threading.Thread(target=self._beat, name="rmt-heartbeat", daemon=True)
        self._heartbeat.start()

    def close(self) -> None:
        """Signs off; what this process staged and did not commit may be collected from now on."""
        self._closing.set()
        self._heartbeat.join(timeout=5)
        self.registry.owners.remove(self.owner_id)
        self.registry.close()

    @contextlib.contextmanager
    def stage(self, table: Table) -> Iterator[Staging]:
        """A staging directory for new files of a table; deleted unless it was committed.

        After an error the registry decides whether it was: a commit whose answer got lost may have
        happened. If the registry does not say, the directory is left to the collector.
        """
        staging = Staging(f"{table.uuid}/{uuid.uuid4().hex}")
        self.registry.stagings.add(self.owner_id, staging.directory)
        try:
            self.storage.create_directory(staging.directory)
            yield staging
        except BaseException:
            with contextlib.suppress(RmtError):
                if self.registry.stagings.abandon(staging.directory):
                    self._delete(staging)
            raise
        if not staging.committed:
            self._delete(staging)

    def _delete(self, staging: Staging) -> None:
        self.storage.delete_directory(staging.directory)
        self.registry.stagings.forget([staging.directory])

    def _register(self) -> None:
        self.registry.owners.register(self.owner_id, this_process())

    def _beat(self) -> None:
        while not self._closing.wait(_HEARTBEAT_S):
            try:
                if not self.registry.owners.touch(self.owner_id):
                    # A long silence looked like a crash: files staged from now on are safe again.
                    self._register()
            except Exception:
                _log.exception("cannot reach the registry for the heartbeat")
