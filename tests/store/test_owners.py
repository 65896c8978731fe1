"""Whether a process is still there, also where another has its number by now."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from rmt_engine.store import owners
from rmt_engine.store.owners import LEASE_S, Owner, Process, may_be_there, this_process
from rmt_engine.store.registry import Registry

_CLOSED_LEASE = LEASE_S + 1


def _is_there(process: Process, silent: float) -> bool:
    now = time.time()
    return may_be_there(Owner("x", process, now - silent), now)


def test_a_process_that_is_there_needs_no_lease() -> None:
    assert _is_there(this_process(), silent=1e6)


def test_another_process_that_is_there_is_told_by_its_start() -> None:
    parent = replace(this_process(), pid=os.getppid(), started=owners._start_of(str(os.getppid())))
    assert _is_there(parent, silent=1e6)
    assert not _is_there(replace(parent, started="1"), silent=0)


def test_a_process_with_our_number_that_started_before_us_is_gone() -> None:
    assert not _is_there(replace(this_process(), started="1"), silent=0)


def test_a_process_that_ended_is_gone() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        ended.wait()
    assert not _is_there(replace(this_process(), pid=ended.pid), silent=0)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda here: replace(here, host="elsewhere"), id="of another machine"),
        pytest.param(lambda here: replace(here, machine="boot pid:[1]"), id="in a container"),
        pytest.param(lambda here: Process(here.host, here.pid), id="noted before that was known"),
    ],
)
def test_where_nothing_else_tells_the_lease_does(change: Callable[[Process], Process]) -> None:
    process = change(this_process())
    assert _is_there(process, silent=LEASE_S - 1)
    assert not _is_there(process, silent=_CLOSED_LEASE)


def test_a_process_that_shows_no_start_has_a_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    parent = replace(this_process(), pid=os.getppid())
    monkeypatch.setattr(owners, "_start_of", lambda _process: "")
    assert _is_there(parent, silent=0)
    assert not _is_there(parent, silent=_CLOSED_LEASE)


def test_a_process_that_may_not_be_asked_is_told_by_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_pid: int, _signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refuse)
    parent = replace(this_process(), pid=os.getppid(), started=owners._start_of(str(os.getppid())))
    assert _is_there(parent, silent=1e6)


def test_a_system_without_proc_knows_numbers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(owners, "_PROC", tmp_path)
    monkeypatch.setattr(owners, "_machine", owners._machine.__wrapped__)
    here = this_process()
    assert (here.machine, here.started) == ("", "")
    assert _is_there(here, silent=1e6)
    assert _is_there(replace(here, pid=os.getppid()), silent=0)
    assert not _is_there(replace(here, pid=os.getppid()), silent=_CLOSED_LEASE)


_IN_A_CONTAINER = """
import json, sys
from dataclasses import asdict
from rmt_engine.store.owners import Owner, Process, may_be_there, this_process
for told in sys.argv[1:]:
    process = Process(**json.loads(told))
    print(json.dumps([may_be_there(Owner("x", process, seen), 1000.0) for seen in (999.0, 900.0)]))
print(json.dumps(asdict(this_process())))
"""


def _contained(*told: Process) -> list[str]:
    """What a process answers that is alone in a process namespace, so that its number is 1 or 2."""
    command = ["unshare", "--pid", "--fork", "--mount-proc"]
    if os.geteuid() != 0:
        command.insert(1, "--map-root-user")
    arguments = [json.dumps(asdict(process)) for process in told]
    done = subprocess.run(
        [*command, sys.executable, "-c", _IN_A_CONTAINER, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no process namespaces here: {done.stderr.strip()}")
    return done.stdout.splitlines()


@pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no unshare")
def test_a_container_that_starts_again_takes_over_from_the_one_that_was_killed() -> None:
    first = Process(**json.loads(_contained()[-1]))
    lease, second = _contained(first)
    again = Process(**json.loads(second))
    assert (again.host, again.pid) == (first.host, first.pid)
    # At once if the system gives the new container the old one's namespace number, too.
    assert json.loads(lease)[1] is False
    assert not _is_there(first, silent=_CLOSED_LEASE)


@pytest.mark.skipif(shutil.which("unshare") is None, reason="there is no unshare")
def test_a_container_does_not_take_a_process_outside_for_one_of_its_own() -> None:
    outside = this_process()
    [lease, _] = _contained(outside)
    assert json.loads(lease) == [True, False]
    assert _is_there(outside, silent=1e6)


def test_owners_come_are_seen_and_go(registry: Registry) -> None:
    process = Process("host", 1, "boot pid:[1]", "77")
    registry.owners.register("a", process)
    registry.owners.register("b", Process("host", 2))
    [first] = [owner.seen_at for owner in registry.owners.all() if owner.id == "a"]
    assert registry.owners.touch("a")
    registry.owners.remove("b")
    assert not registry.owners.touch("b")
    [owner] = registry.owners.all()
    assert (owner.id, owner.process) == ("a", process)
    assert owner.seen_at > first
