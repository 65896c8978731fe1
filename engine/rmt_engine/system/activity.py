"""What happens: statements, merges, parts, and counters of them.

Sources: https://clickhouse.com/docs/operations/system-tables/query_log and its neighbours.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from rmt_engine.errors import ERRORS
from rmt_engine.sql.text.tokens import leading_word
from rmt_engine.store import part_log
from rmt_engine.store.events import EVENTS
from rmt_engine.system.table import QueryRun, Row, SystemContext, SystemTable, moment

__all__ = ["ACTIVITY_TABLES"]

_CODE = re.compile(r"\(code (\d+), SQLSTATE \w{5}\)")
_STD_EXCEPTION = 1001
_KINDS = {"WITH": "Select", "FROM": "Select", "VALUES": "Select", "": "Select"}


def _query_log(context: SystemContext) -> Iterator[Row]:
    for run in context.queries():
        is_planned = run.is_planned or context.notes(run.query_id).is_planned
        if is_planned or not run.exception:
            yield _query_event(context, run, "QueryStart", run.started_at)
        if run.finished_at is None:
            continue
        if not run.exception:
            yield _query_event(context, run, "QueryFinish", run.finished_at)
        else:
            when = "ExceptionWhileProcessing" if is_planned else "ExceptionBeforeStart"
            yield _query_event(context, run, when, run.finished_at)


def _query_event(context: SystemContext, run: QueryRun, kind: str, at: float) -> Row:
    exception = run.exception if kind.startswith("Exception") else ""
    notes = context.notes(run.query_id)
    return (
        kind,
        moment(at).date(),
        moment(at),
        moment(at, whole=False),
        moment(run.started_at),
        moment(run.started_at, whole=False),
        round(1000 * (at - run.started_at)),
        0 if kind == "QueryStart" else notes.written_rows,
        run.query,
        _kind(run.query),
        list(notes.projections),
        _exception_code(exception),
        exception,
        1,
        run.user,
        run.query_id,
        notes.comment,
    )


def _exception_code(exception: str) -> int:
    if not exception:
        return 0
    code = _CODE.search(exception)
    return int(code[1]) if code else _STD_EXCEPTION


def _kind(query: str) -> str:
    word = leading_word(query)
    return _KINDS.get(word, word.capitalize())


def _processes(context: SystemContext) -> Iterator[Row]:
    now = time.time()
    for run in context.queries():
        if run.finished_at is None:
            elapsed = max(now - run.started_at, 0.0)
            yield (1, run.user, run.query_id, elapsed, run.query, _kind(run.query))


def _part_log(context: SystemContext) -> Iterator[Row]:
    with context.store.registry.reading() as connection:
        events = part_log.events(connection)
    for event in events:
        error = ERRORS.get(event.error)
        yield (
            event.event_type,
            moment(event.event_time).date(),
            moment(event.event_time),
            moment(event.event_time, whole=False),
            event.duration_ms,
            event.database,
            event.table_name,
            event.table_uuid,
            event.part_name,
            event.partition_id,
            "Parquet",
            event.rows,
            event.bytes,
            list(event.merged_from),
            error.number if error is not None else 0,
            f"{error.name}: {error.description}" if error is not None else "",
        )


def _events(context: SystemContext) -> Iterator[Row]:
    for name, count in context.store.events.counts().items():
        yield (name, count, EVENTS[name], name)


def _metrics(context: SystemContext) -> Iterator[Row]:
    claims = context.store.claims.all()
    mutations = sum(claim.is_mutation for claim in claims)
    active, outdated = context.store.registry.parts.count()
    refreshing = sum(state.is_running for _, state in context.store.refreshes.all())
    queries = sum(run.finished_at is None for run in context.queries())
    for name, value, description in (
        ("Query", queries, "Statements of this endpoint that are running"),
        ("Merge", len(claims) - mutations, "Merges that are running, of all endpoints"),
        ("PartMutation", mutations, "Mutations of parts that are running, of all endpoints"),
        (
            "RefreshingViews",
            refreshing,
            "Refreshes of materialized views that are running, of all endpoints",
        ),
        ("PartsActive", active, "Parts that are read"),
        ("PartsOutdated", outdated, "Parts that were replaced and are not collected yet"),
    ):
        yield (name, value, description, name)


_COUNTER = "value BIGINT, description STRING, name STRING"

ACTIVITY_TABLES = (
    SystemTable(
        "query_log",
        "an event of a statement that a client sent to this endpoint, or of a refresh of a "
        "materialized view: its start, its end or its failure. The newest thousand statements "
        "since the endpoint started are kept",
        """type STRING, event_date DATE, event_time TIMESTAMP, event_time_microseconds TIMESTAMP,
        query_start_time TIMESTAMP, query_start_time_microseconds TIMESTAMP,
        query_duration_ms BIGINT, written_rows BIGINT, query STRING, query_kind STRING,
        projections ARRAY<STRING>, exception_code BIGINT,
        exception STRING, is_initial_query BIGINT, user STRING, query_id STRING,
        log_comment STRING""",
        _query_log,
        flags="is_initial_query",
    ),
    SystemTable(
        "processes",
        "a statement of this endpoint that is running, refreshes of materialized views included",
        """is_initial_query BIGINT, user STRING, query_id STRING, elapsed DOUBLE, query STRING,
        query_kind STRING""",
        _processes,
        flags="is_initial_query",
    ),
    SystemTable(
        "part_log",
        "an event of a part, in any endpoint: `NewPart`, `MergeParts`, `MutatePart`, `RemovePart` "
        "(its files are deleted). A block that an INSERT left out because it had been inserted "
        "before has an error and no name. The newest 100,000 events of 30 days are kept",
        """event_type STRING, event_date DATE, event_time TIMESTAMP,
        event_time_microseconds TIMESTAMP, duration_ms BIGINT, database STRING, `table` STRING,
        table_uuid STRING, part_name STRING, partition_id STRING, part_type STRING, rows BIGINT,
        size_in_bytes BIGINT, merged_from ARRAY<STRING>, error BIGINT, exception STRING""",
        _part_log,
    ),
    SystemTable(
        "events",
        "a counter of what this process did since it started, if it is not 0",
        f"event STRING, {_COUNTER}",
        _events,
    ),
    SystemTable(
        "metrics", "a number of things there are now", f"metric STRING, {_COUNTER}", _metrics
    ),
)
