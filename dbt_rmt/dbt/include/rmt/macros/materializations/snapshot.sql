{% materialization snapshot, adapter='rmt' -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target = existing or this.incorporate(type='table', is_rmt=True) -%}
    {%- set grant_config = config.get('grants') -%}
    {%- if not target.is_table -%}
        {%- do exceptions.relation_wrong_type(target, 'table') -%}
    {%- endif -%}

    {{ run_hooks(pre_hooks) }}

    {%- set strategy_macro = strategy_dispatch(config.get('strategy')) -%}
    {%- set strategy = strategy_macro(dict(model, database=none), 'snapshotted_data', 'source_data', model.config, existing is not none) -%}
    {%- set columns = config.get('snapshot_table_column_names') or get_snapshot_table_column_names() -%}
    {%- set table_config = dict(model.config, engine='ReplacingMergeTree', order_by=columns.dbt_scd_id, unique_key=none) -%}

    {%- if existing is none -%}
        {%- set rows_sql = build_snapshot_table(strategy, model.compiled_code) -%}
        {%- do check_time_data_types(rows_sql) -%}
        {% call statement('main') -%}
            {{ rmt_create_table_sql(target, rows_sql, table_config, 'snapshot') }}
        {%- endcall %}
    {%- else -%}
        {{ adapter.assert_valid_snapshot_target_given_strategy(target, columns, strategy) }}
        {%- set rows_sql = snapshot_staging_table(strategy, sql, target) -%}
        {%- do check_time_data_types(rows_sql) -%}
        {%- set staging = rmt_staged_aside(target) -%}
        {% call statement('build_snapshot_staging_relation') -%}
            {{ create_table_as(True, staging, rows_sql) }}
        {%- endcall %}
        {%- set staged = [] -%}
        {%- for column in adapter.get_columns_in_relation(staging) -%}
            {%- if column.name | lower != 'dbt_change_type' and not (column.name | lower).startswith('dbt_unique_key') -%}
                {%- do staged.append(column) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- set changes = adapter.schema_changes(staged, adapter.get_columns_in_relation(target), adapter.table_layout(table_config, 'snapshot', model), table_config) -%}
        {%- do create_columns(target, changes.new) -%}
        {% call statement('main') -%}
            {{ snapshot_merge_sql(target, staging, staged | map(attribute='quoted') | list) }}
        {%- endcall %}
        {%- do post_snapshot(staging) -%}
    {%- endif -%}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}

{#-
    A row of a snapshot is replaced by itself with an end: the table is a ReplacingMergeTree by
    dbt_scd_id, and one INSERT ends old rows and brings new ones.
-#}
{% macro rmt__snapshot_merge_sql(target, source, insert_cols) -%}
    {%- set columns = config.get('snapshot_table_column_names') or get_snapshot_table_column_names() -%}
    {%- set ends = adapter.quote(columns.dbt_valid_to) -%}
    {%- set id = adapter.quote(columns.dbt_scd_id) -%}
    {%- set open -%}
        {%- if config.get('dbt_valid_to_current') -%}
            ({{ equals('dbt_target.' ~ ends, config.get('dbt_valid_to_current')) }} or dbt_target.{{ ends }} is null)
        {%- else -%}
            dbt_target.{{ ends }} is null
        {%- endif -%}
    {%- endset -%}
    insert into {{ target.render() }} ({{ insert_cols | join(', ') }})
    settings insert_deduplication_token = {{ rmt_literal(rmt_token()) }}
    select
        {%- for column in insert_cols %}
        {{ 'dbt_source' if column == ends else 'dbt_target' }}.{{ column }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ rmt_final(target) }} as dbt_target
    join {{ source }} as dbt_source
        on dbt_source.{{ id }} = dbt_target.{{ id }}
        and dbt_source.dbt_change_type in ('update', 'delete')
        and {{ open }}
    union all
    select
        {%- for column in insert_cols %}
        dbt_source.{{ column }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ source }} as dbt_source
    left anti join {{ rmt_final(target) }} as dbt_target
        on dbt_source.{{ id }} = dbt_target.{{ id }}
    where dbt_source.dbt_change_type = 'insert'
{%- endmacro %}

{% macro rmt__post_snapshot(staging_relation) -%}
    {%- do adapter.drop_relation(staging_relation) -%}
{%- endmacro %}

{% macro rmt__snapshot_hash_arguments(args) -%}
    md5(concat_ws('|'
        {%- for arg in args -%}
        , coalesce(cast({{ arg }} as string), '')
        {%- endfor -%}
    ))
{%- endmacro %}

{% macro rmt__snapshot_string_as_time(timestamp) -%}
    {{ return("cast('" ~ timestamp ~ "' as timestamp)") }}
{%- endmacro %}
