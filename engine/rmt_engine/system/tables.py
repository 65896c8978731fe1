"""Each system table: its columns, and how its rows come from the registry.

Columns that have a meaning here have ClickHouse's name and meaning; the others are left out. Whole
numbers are Spark's BIGINT. Source: https://clickhouse.com/docs/operations/system-tables.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rmt_engine.errors import RmtError
from rmt_engine.sql.functions.answers.kinds import BITS
from rmt_engine.sql.grammar.row_commands import parse_commands
from rmt_engine.sql.grammar.statements import RowCommand
from rmt_engine.sql.query.printing.queries import in_one_line
from rmt_engine.sql.settings.declared import (
    Setting,
    all_session_settings,
    all_table_settings,
)
from rmt_engine.sql.tables.definition import sorting_key
from rmt_engine.sql.tables.expressions import expression_text, identifiers, query_text
from rmt_engine.sql.tables.index_types import index_elements
from rmt_engine.sql.tables.layout import granules_of, partition_types
from rmt_engine.sql.tables.partition import partition_text
from rmt_engine.sql.tables.show_create import (
    create_statement,
    engine_text,
    key_text,
    names_text,
    partition_key_text,
)
from rmt_engine.sql.values.types import Category, parse_type
from rmt_engine.store.claims import Claim
from rmt_engine.store.column_sizes import NO_SIZE, ColumnSize, sizes_of
from rmt_engine.store.part import Part
from rmt_engine.store.snapshot import Snapshot
from rmt_engine.store.table import (
    MATERIALIZED_VIEW,
    MEMORY,
    NULL,
    Column,
    Table,
    TableDefinition,
    ViewDefinition,
)
from rmt_engine.store.views import own_definition, views_by_source
from rmt_engine.system.activity import ACTIVITY_TABLES
from rmt_engine.system.part_times import DaysAndTimes
from rmt_engine.system.refreshes import REFRESH_TABLES
from rmt_engine.system.server import SERVER_TABLES
from rmt_engine.system.table import SYSTEM_DATABASE, Row, SystemContext, SystemTable, moment

__all__ = ["SYSTEM_DATABASE", "SYSTEM_TABLES", "SystemContext", "SystemTable"]


_NEVER = moment(0)
_DISK = "default"
_OF_NAME = ("database", "name")
_OF_TABLE = ("database", "table")


def _tables(context: SystemContext) -> Iterator[Row]:
    views = context.store.registry.tables.derived(views_by_source)
    for snapshot in context.store.snapshots.of_existing(context.tables()):
        table = snapshot.table
        definition = table.definition
        if definition.view is not None:
            yield _materialized_view(context, table, definition.view)
            continue
        fed = views.get((table.database, table.name.lower()), ())
        yield (
            table.database,
            table.name,
            table.uuid,
            definition.engine_name,
            0,
            [context.store.storage.hadoop_path(table.uuid)] if definition.others is None else [],
            moment(table.created_at),
            create_statement(table),
            engine_text(definition),
            partition_key_text(definition),
            key_text(sorting_key(definition)),
            key_text(definition.primary_key),
            expression_text(definition.sampling.expression) if definition.sampling else "",
            names_text(definition.unique_key),
            [index.type for index in definition.indexes],
            *_sizes(context, snapshot),
            definition.comment,
            int(definition.others is None and definition.engine not in (MEMORY, NULL)),
            "",
            [view.database for view in fed],
            [view.name for view in fed],
        )
    for snapshot in context.store.snapshots.of_existing(context.temporary_tables()):
        table, rows, size = snapshot.table, snapshot.rows, sum(one.bytes for one in snapshot.parts)
        engine = table.definition.engine_name
        yield (
            *(table.database, table.name, table.uuid, engine, 1, [], moment(table.created_at)),
            *(
                create_statement(table),
                engine,
                "",
                "",
                "",
                "",
                "",
                [],
                rows,
                size,
                None,
                None,
                "",
                0,
            ),
            *("", [], []),
        )
    for relation in context.other_relations():
        is_table = int(relation.engine != "View")
        yield (
            *(relation.database, relation.name, "", relation.engine, 0, [], _NEVER, ""),
            *(relation.engine if is_table else "", *[""] * 5, [], None, None, None, None),
            *(relation.comment, is_table, relation.query, [], []),
        )


def _sizes(context: SystemContext, snapshot: Snapshot) -> tuple[int | None, ...]:
    """Rows, bytes, parts and active parts; not known where the rows are in other tables."""
    table, parts = snapshot.table, snapshot.parts
    if table.definition.others is not None:
        return None, None, None, None
    of_disk = len(parts) + len(context.store.registry.parts.outdated(table.id))
    sizes = sum(part.rows for part in parts), sum(part.bytes for part in parts)
    return (*sizes, of_disk, len(parts))


def _materialized_view(context: SystemContext, table: Table, view: ViewDefinition) -> Row:
    own = None if view.target else context.store.registry.tables.find(*table.target)
    parts = context.store.snapshots.current(own).parts if own is not None else None
    sizes: tuple[int | None, int | None] = (None, None)
    if parts is not None:
        sizes = (sum(part.rows for part in parts), sum(part.bytes for part in parts))
    return (
        *(table.database, table.name, table.uuid, MATERIALIZED_VIEW, 0, []),
        moment(table.created_at),
        create_statement(table, own_definition(context.store.registry, table)),
        *("", "", "", "", "", "", [], *sizes, None, None, table.definition.comment, 0),
        *(in_one_line(query_text(view.query)), [], []),
    )


def _detached_tables(context: SystemContext) -> Iterator[Row]:
    for detached in context.store.detached_tables.all():
        table = detached.table
        yield (table.database, table.name, table.uuid, int(detached.is_permanent))


def _row_policies(context: SystemContext) -> Iterator[Row]:
    for policy in context.store.row_policies.all():
        grantees = policy.grantees
        yield (
            f"{policy.name} ON {policy.database}.{policy.table}",
            policy.name,
            policy.database,
            policy.table,
            policy.id,
            "registry",
            policy.condition,
            int(policy.restrictive),
            int(grantees.all),
            list(grantees.names),
            list(grantees.but),
        )


def _columns(context: SystemContext) -> Iterator[Row]:
    tables = (*context.tables(), *context.temporary_tables())
    for snapshot in context.store.snapshots.of_existing(tables):
        table, sizes = snapshot.table, snapshot.column_sizes
        definition = table.definition
        keys = (
            _names(tuple(e.expression for e in definition.partition_by)),
            _names(sorting_key(definition)),
            _names(definition.primary_key),
            _names((definition.sampling.expression,) if definition.sampling else ()),
        )
        for position, column in enumerate(definition.columns, start=1):
            sizes_of_column = _size(column, sizes)
            yield (*_column(table, column, position, keys), *sizes_of_column, *_limits(column.type))
    for relation in context.other_relations():
        for position, (name, kind, comment) in enumerate(relation.columns, start=1):
            yield (
                *(relation.database, relation.name, name, kind, position, "", "", comment),
                *(0, 0, 0, 0, "", None, None, None),
                *_limits(kind),
            )


def _column(table: Table, column: Column, position: int, keys: tuple[frozenset[str], ...]) -> Row:
    in_keys = (int(column.name.lower() in names) for names in keys)
    codec = f"CODEC({column.codec})" if column.codec else ""
    expression = expression_text(column.expression)
    if column.kind == "EPHEMERAL" and not expression:
        quoted = column.type.replace("\\", "\\\\").replace("'", "\\'")
        expression = f"defaultValueOfTypeName('{quoted}')"
    return (
        table.database,
        table.name,
        column.name,
        column.type,
        position,
        column.kind,
        expression,
        column.comment,
        *in_keys,
        codec,
    )


def _size(column: Column, sizes: Mapping[str, ColumnSize] | None) -> tuple[int | None, ...]:
    """Bytes of a column, compressed and not, and of its marks, which are not in files."""
    if sizes is None:
        return None, None, None
    return *(sizes.get(column.file_name, NO_SIZE) if column.is_stored else NO_SIZE), 0


def _limits(text: str) -> tuple[int | None, ...]:
    """Octets of a text, precision, radix and scale of a number, and digits of a second."""
    try:
        data_type = parse_type(text)
    except RmtError:
        return None, None, None, None, None
    category = data_type.category
    if data_type.low_cardinality:
        return None, None, None, None, None
    if category is Category.FIXED_STRING:
        return int(data_type.arguments[0]), None, None, None, None
    if category is Category.DECIMAL:
        precision, scale = data_type.arguments
        return None, int(precision), 10, int(scale), None
    if category in (Category.INTEGER, Category.BOOL):
        return None, BITS[data_type.family], 2, 0, None
    if category in (Category.DATE, Category.DATETIME):
        digits = data_type.arguments[:1] if data_type.family == "DateTime64" else (0,)
        return None, None, None, None, int(*digits)
    return None, None, None, None, None


def _names(elements: tuple[str, ...]) -> frozenset[str]:
    """The columns a key is made of, lower case."""
    return frozenset(name.lower() for element in elements for name in identifiers(element))


def _with_parts(context: SystemContext) -> Iterator[Snapshot]:
    """The tables that have parts as a user sees it."""
    return context.store.snapshots.of_existing(
        table for table in context.tables() if not table.definition.is_keyless
    )


def _parts(context: SystemContext) -> Iterator[Row]:
    for snapshot in _with_parts(context):
        times = DaysAndTimes.of(snapshot.table.definition)
        outdated = context.store.registry.parts.outdated(snapshot.table.id)
        for part in (*snapshot.parts, *outdated):
            yield (*_part(context, snapshot.table, part, times), part.bytes, _DISK)


def _part(context: SystemContext, table: Table, part: Part, times: DaysAndTimes) -> Row:
    definition: TableDefinition = table.definition
    return (
        partition_text(part.partition, partition_types(definition)),
        str(part.name),
        "Parquet",
        int(part.removed_at is None),
        _marks(part.rows, definition),
        part.rows,
        len(part.files),
        part.bytes,
        part.bytes,
        *_times_and_places(context, table, part, times),
        sorted(p.name for p in definition.kept_projections if part.runs_named(p.name)),
        int(part.masked_rows > 0),
    )


def _marks(rows: int, definition: TableDefinition) -> int:
    """One for each `index_granularity` rows, and one behind the last."""
    return granules_of(rows, definition) + 1 if rows else 0


def _times_and_places(context: SystemContext, table: Table, part: Part, times: DaysAndTimes) -> Row:
    """What the rows of a part and of its projections have in common, from `modification_time`."""
    name = part.name
    return (
        moment(part.created_at),
        moment(part.removed_at) if part.removed_at else _NEVER,
        *times.extremes(part),
        name.partition_id,
        name.min_block,
        name.max_block,
        name.level,
        name.min_block if name.data_version is None else name.data_version,
        table.database,
        table.name,
        table.definition.engine_name,
        _directory(context, part),
    )


def _detached_parts(context: SystemContext) -> Iterator[Row]:
    for table in context.tables():
        for part in context.store.registry.parts.detached(table.id):
            yield _detached_part(context, table, part)


def _detached_part(context: SystemContext, table: Table, part: Part) -> Row:
    name, shown = part.name, part.detached_as or ""
    return (
        table.database,
        table.name,
        name.partition_id,
        shown,
        part.bytes,
        moment(part.removed_at or 0),
        _DISK,
        _directory(context, part),
        shown.removesuffix(str(name)).rstrip("_"),
        name.min_block,
        name.max_block,
        name.level,
    )


def _directory(context: SystemContext, part: Part) -> str:
    """The directory of a part's files."""
    if not part.files:
        return ""
    return context.store.storage.hadoop_path(part.files[0].path.rsplit("/", 1)[0])


def _projections(context: SystemContext) -> Iterator[Row]:
    for table in (*context.tables(), *context.temporary_tables()):
        for projection in table.definition.projections:
            yield (
                table.database,
                table.name,
                projection.name,
                "Aggregate" if projection.is_aggregate else "Normal",
                list(projection.key),
                projection.query,
                dict(projection.settings),
            )


def _projection_parts(context: SystemContext) -> Iterator[Row]:
    for snapshot in _with_parts(context):
        table = snapshot.table
        if not table.definition.kept_projections:
            continue
        times = DaysAndTimes.of(table.definition)
        outdated = context.store.registry.parts.outdated(table.id)
        for part in (*snapshot.parts, *outdated):
            yield from _of_projections(context, table, part, times)


def _of_projections(
    context: SystemContext, table: Table, part: Part, times: DaysAndTimes
) -> Iterator[Row]:
    for projection in sorted(table.definition.kept_projections, key=lambda one: one.name):
        runs = part.runs_named(projection.name)
        if not runs:
            continue
        size, rows = sum(run.bytes for run in runs), sum(run.rows for run in runs)
        yield (
            partition_text(part.partition, partition_types(table.definition)),
            projection.name,
            "Parquet",
            str(part.name),
            "Parquet",
            int(part.removed_at is None),
            _marks(rows, table.definition),
            rows,
            len(runs),
            size,
            size,
            part.rows,
            part.bytes,
            part.bytes,
            *_times_and_places(context, table, part, times),
        )


def _merges(context: SystemContext) -> Iterator[Row]:
    claims: dict[int, list[Claim]] = {}
    for claim in context.store.claims.all():
        claims.setdefault(claim.table_id, []).append(claim)
    tables = [table for table in context.tables() if table.id in claims]
    for snapshot in context.store.snapshots.of_existing(tables):
        parts = {part.id: part for part in snapshot.parts}
        for claim in claims[snapshot.table.id]:
            yield _merge(context, snapshot.table, claim, parts.get(claim.sources[0]))


def _merge(context: SystemContext, table: Table, claim: Claim, first: Part | None) -> Row:
    progress = context.progress(claim)
    values = first.partition if first is not None else ()
    types = partition_types(table.definition)
    return (
        table.database,
        table.name,
        time.time() - claim.started_at,
        progress,
        len(claim.sources),
        list(claim.names),
        str(claim.result),
        claim.result.partition_id,
        partition_text(values, types) if first is not None else "",
        int(claim.is_mutation),
        claim.bytes,
        int(progress * claim.rows),
        "" if claim.is_mutation else "Regular",
        "" if claim.is_mutation else "Vertical",
    )


def _shown(command: RowCommand) -> RowCommand:
    """A command with its expressions as ClickHouse writes them."""
    assignments = command.assignments
    if assignments is not None:
        assignments = tuple((name, expression_text(value)) for name, value in assignments)
    return replace(command, condition=expression_text(command.condition), assignments=assignments)


def _mutations(context: SystemContext) -> Iterator[Row]:
    mutations = context.store.mutations.all()
    mutated = {mutation.table_id for mutation in mutations}
    tables = [table for table in context.tables() if table.id in mutated]
    snapshots = {one.table.id: one for one in context.store.snapshots.of_existing(tables)}
    for mutation in mutations:
        snapshot = snapshots.get(mutation.table_id)
        if snapshot is None:
            continue
        table, todo = snapshot.table, mutation.parts_to_do(snapshot.parts)
        names = [str(part.name) for part in todo]
        for command in parse_commands(mutation.commands):
            yield (
                table.database,
                table.name,
                mutation.name,
                _shown(command).text,
                moment(mutation.created_at),
                [""],
                [mutation.number],
                names,
                len(names),
                int(mutation.is_done),
                0,
                mutation.failed_part,
                moment(mutation.failed_at) if mutation.failed_at else _NEVER,
                mutation.fail_reason,
            )


def _parts_columns(context: SystemContext) -> Iterator[Row]:
    for snapshot in _with_parts(context):
        table = snapshot.table
        times = DaysAndTimes.of(table.definition)
        outdated = context.store.registry.parts.outdated(table.id)
        for part in (*snapshot.parts, *outdated):
            row = _part(context, table, part, times)
            # `files`, `projections` and `has_lightweight_delete` are columns of system.parts only.
            row = row[:6] + row[7:-2]
            sizes = sizes_of(part.files)
            columns = _columns_of(part, snapshot.table.definition)
            for position, (column, stored_type) in enumerate(columns, start=1):
                yield (
                    *row,
                    column.name,
                    stored_type,
                    position,
                    column.kind,
                    expression_text(column.expression),
                    str(part.name),
                    None if sizes is None else sizes.get(column.file_name, NO_SIZE).compressed,
                    *_size(column, sizes),
                )


def _columns_of(part: Part, definition: TableDefinition) -> list[tuple[Column, str]]:
    """The columns that files of a part hold, each with the type it has there."""
    held: dict[str, str] = {}
    for structure, absent in sorted({(file.structure, file.absent) for file in part.files}):
        columns = definition.file_columns(structure, absent)
        held |= {column.name: column.type for column in columns}
    return [(c, held[c.name]) for c in definition.stored_columns if c.name in held]


def _data_skipping_indices(context: SystemContext) -> Iterator[Row]:
    for table in context.tables():
        for index in table.definition.indexes:
            yield (
                table.database,
                table.name,
                index.name,
                index.type.split("(", 1)[0],
                index.type,
                key_text(tuple(index_elements(index.expression))),
                "Explicit",
                index.granularity,
            )


def _settings(context: SystemContext) -> Iterator[Row]:
    for setting in all_session_settings().values():
        yield (*_setting(setting, context.session[setting.name]), setting.alias_for)


def _merge_tree_settings(context: SystemContext) -> Iterator[Row]:
    for setting in all_table_settings().values():
        yield _setting(setting, setting.default)


def _setting(setting: Setting, value: str) -> Row:
    return (
        setting.name,
        value,
        int(value != setting.default),
        setting.description,
        int(setting.is_fixed),
        setting.type,
        setting.default,
        int(setting.is_obsolete),
    )


_SETTING_COLUMNS = """name STRING, value STRING, changed BIGINT, description STRING,
    readonly BIGINT, type STRING, `default` STRING, is_obsolete BIGINT"""

SYSTEM_TABLES: dict[str, SystemTable] = {
    table.name: table
    for table in (
        SystemTable(
            "tables",
            "a table of this engine",
            """database STRING, name STRING, uuid STRING, engine STRING, is_temporary BIGINT,
            data_paths ARRAY<STRING>, metadata_modification_time TIMESTAMP,
            create_table_query STRING, engine_full STRING, partition_key STRING,
            sorting_key STRING, primary_key STRING, sampling_key STRING,
            unique_key STRING, skipping_indices_types ARRAY<STRING>, total_rows BIGINT,
            total_bytes BIGINT, parts BIGINT, active_parts BIGINT, comment STRING,
            has_own_data BIGINT, as_select STRING, dependencies_database ARRAY<STRING>,
            dependencies_table ARRAY<STRING>""",
            _tables,
            of_table=_OF_NAME,
            nullable="total_rows total_bytes parts active_parts",
            flags="is_temporary has_own_data",
        ),
        SystemTable(
            "detached_tables",
            "a table that was detached; `is_permanently` tells that no restart brings it back",
            """database STRING, `table` STRING, uuid STRING, is_permanently BIGINT""",
            _detached_tables,
            flags="is_permanently",
        ),
        SystemTable(
            "row_policies",
            "a row policy",
            """name STRING, short_name STRING, database STRING, `table` STRING, id STRING,
            storage STRING, select_filter STRING, is_restrictive BIGINT,
            apply_to_all BIGINT, apply_to_list ARRAY<STRING>, apply_to_except ARRAY<STRING>""",
            _row_policies,
            nullable="select_filter",
            flags="is_restrictive apply_to_all",
        ),
        SystemTable(
            "columns",
            "a column of a table of this engine",
            """database STRING, `table` STRING, name STRING, type STRING, position BIGINT,
            default_kind STRING, default_expression STRING, comment STRING,
            is_in_partition_key BIGINT, is_in_sorting_key BIGINT, is_in_primary_key BIGINT,
            is_in_sampling_key BIGINT, compression_codec STRING, data_compressed_bytes BIGINT,
            data_uncompressed_bytes BIGINT, marks_bytes BIGINT, character_octet_length BIGINT,
            numeric_precision BIGINT, numeric_precision_radix BIGINT, numeric_scale BIGINT,
            datetime_precision BIGINT""",
            _columns,
            of_table=_OF_TABLE,
            nullable="""data_compressed_bytes data_uncompressed_bytes marks_bytes
            character_octet_length numeric_precision numeric_precision_radix numeric_scale
            datetime_precision""",
            flags="is_in_partition_key is_in_sorting_key is_in_primary_key is_in_sampling_key",
        ),
        SystemTable(
            "parts",
            "a part of a table: one that is read, or one a merge replaced and nobody collected "
            "yet; days and times are of the only Date and the only DateTime of the partition key",
            """partition STRING, name STRING, part_type STRING, active BIGINT, marks BIGINT,
            rows BIGINT, files BIGINT, bytes_on_disk BIGINT, data_compressed_bytes BIGINT,
            modification_time TIMESTAMP, remove_time TIMESTAMP, min_date DATE, max_date DATE,
            min_time TIMESTAMP, max_time TIMESTAMP, partition_id STRING,
            min_block_number BIGINT, max_block_number BIGINT, level BIGINT, data_version BIGINT,
            database STRING, `table` STRING, engine STRING, path STRING,
            projections ARRAY<STRING>, has_lightweight_delete BIGINT, bytes BIGINT,
            disk_name STRING""",
            _parts,
            of_table=_OF_TABLE,
            flags="active has_lightweight_delete",
        ),
        SystemTable(
            "projections",
            "a projection of a table",
            """database STRING, `table` STRING, name STRING, type STRING, sorting_key ARRAY<STRING>,
            query STRING, settings MAP<STRING, STRING>""",
            _projections,
            of_table=_OF_TABLE,
        ),
        SystemTable(
            "projection_parts",
            "a projection of a part; `parent_…` is of the part itself",
            """partition STRING, name STRING, part_type STRING, parent_name STRING,
            parent_part_type STRING, active BIGINT, marks BIGINT, rows BIGINT, files BIGINT,
            bytes_on_disk BIGINT, data_compressed_bytes BIGINT, parent_rows BIGINT,
            parent_bytes_on_disk BIGINT, parent_data_compressed_bytes BIGINT,
            modification_time TIMESTAMP, remove_time TIMESTAMP, min_date DATE, max_date DATE,
            min_time TIMESTAMP, max_time TIMESTAMP, partition_id STRING,
            min_block_number BIGINT, max_block_number BIGINT, level BIGINT, data_version BIGINT,
            database STRING, `table` STRING, engine STRING, path STRING""",
            _projection_parts,
            of_table=_OF_TABLE,
            flags="active",
        ),
        SystemTable(
            "detached_parts",
            "a part that was detached from its table",
            """database STRING, `table` STRING, partition_id STRING, name STRING,
            bytes_on_disk BIGINT, modification_time TIMESTAMP, disk STRING, path STRING,
            reason STRING, min_block_number BIGINT, max_block_number BIGINT, level BIGINT""",
            _detached_parts,
            of_table=_OF_TABLE,
            nullable="partition_id reason min_block_number max_block_number level",
        ),
        SystemTable(
            "merges",
            "a merge or mutation under way; `progress` moves for those of this endpoint",
            """database STRING, `table` STRING, elapsed DOUBLE, progress DOUBLE, num_parts BIGINT,
            source_part_names ARRAY<STRING>, result_part_name STRING, partition_id STRING,
            partition STRING, is_mutation BIGINT, total_size_bytes_compressed BIGINT,
            rows_read BIGINT, merge_type STRING, merge_algorithm STRING""",
            _merges,
            of_table=_OF_TABLE,
            flags="is_mutation",
        ),
        SystemTable(
            "mutations",
            "a command of a mutation of a table of this engine",
            """database STRING, `table` STRING, mutation_id STRING, command STRING,
            create_time TIMESTAMP, `block_numbers.partition_id` ARRAY<STRING>,
            `block_numbers.number` ARRAY<BIGINT>, parts_to_do_names ARRAY<STRING>,
            parts_to_do BIGINT, is_done BIGINT, is_killed BIGINT, latest_failed_part STRING,
            latest_fail_time TIMESTAMP, latest_fail_reason STRING""",
            _mutations,
            of_table=_OF_TABLE,
            flags="is_done is_killed",
        ),
        SystemTable(
            "parts_columns",
            "a column of a part of `system.parts`",
            """partition STRING, name STRING, part_type STRING, active BIGINT, marks BIGINT,
            rows BIGINT, bytes_on_disk BIGINT, data_compressed_bytes BIGINT,
            modification_time TIMESTAMP, remove_time TIMESTAMP, min_date DATE, max_date DATE,
            min_time TIMESTAMP, max_time TIMESTAMP, partition_id STRING, min_block_number BIGINT,
            max_block_number BIGINT, level BIGINT, data_version BIGINT, database STRING,
            `table` STRING, engine STRING, path STRING, `column` STRING, type STRING,
            column_position BIGINT, default_kind STRING, default_expression STRING,
            part_name STRING, column_bytes_on_disk BIGINT, column_data_compressed_bytes BIGINT,
            column_data_uncompressed_bytes BIGINT, column_marks_bytes BIGINT""",
            _parts_columns,
            of_table=_OF_TABLE,
            nullable="""column_bytes_on_disk column_data_compressed_bytes
            column_data_uncompressed_bytes column_marks_bytes""",
            flags="active",
        ),
        SystemTable(
            "data_skipping_indices",
            "a data skipping index of a table",
            """database STRING, `table` STRING, name STRING, type STRING, type_full STRING,
            expr STRING, creation STRING, granularity BIGINT""",
            _data_skipping_indices,
            of_table=_OF_TABLE,
        ),
        SystemTable(
            "settings",
            "a setting of the session",
            f"{_SETTING_COLUMNS}, alias_for STRING",
            _settings,
            flags="changed readonly is_obsolete",
        ),
        SystemTable(
            "merge_tree_settings",
            "a setting of tables",
            _SETTING_COLUMNS,
            _merge_tree_settings,
            flags="changed readonly is_obsolete",
        ),
        *REFRESH_TABLES,
        *ACTIVITY_TABLES,
        *SERVER_TABLES,
    )
}
