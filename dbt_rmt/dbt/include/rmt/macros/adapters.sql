{#- By the kind of relation; dbt-spark's takes the kind for a word of SQL. -#}
{% macro rmt__drop_relation(relation) -%}
    {{ return(default__drop_relation(relation)) }}
{%- endmacro %}

{% macro rmt__drop_table(relation) -%}
    drop table if exists {{ relation.render() }}
{%- endmacro %}

{% macro rmt__drop_view(relation) -%}
    drop view if exists {{ relation.render() }}
{%- endmacro %}

{% macro rmt__create_table_as(temporary, relation, compiled_code, language='sql') -%}
    {%- if temporary -%}
        {{ rmt_create_table_sql(relation, compiled_code, {}, 'staging') }}
    {%- else -%}
        {{ rmt_create_table_sql(relation, compiled_code, model.config, model.config.materialized) }}
    {%- endif -%}
{%- endmacro %}

{#- CREATE TABLE … AS SELECT with the layout that a configuration asks for. -#}
{% macro rmt_create_table_sql(relation, sql, table_config, materialized) -%}
    {%- set enforced = table_config.get('contract') and table_config.contract.enforced -%}
    {%- if enforced -%}
        {%- do get_assert_columns_equivalent(sql) -%}
        {%- set sql = get_select_subquery(sql) -%}
    {%- endif -%}
    {%- set table_layout = adapter.table_layout(table_config, materialized, model) -%}
    {%- set source_columns = adapter.get_column_schema_from_query(sql) -%}
    {%- do adapter.check_columns(source_columns, table_layout, table_config) -%}
    {%- set columns = adapter.stored_columns(source_columns, table_layout, table_config, model) -%}
    {{ adapter.create_table_sql(relation, columns, table_layout, rmt_comment(table_config), sql) }}
{%- endmacro %}

{#- The comment of a model's table, if its docs are persisted. -#}
{% macro rmt_comment(table_config) -%}
    {%- set persist_docs = table_config.get('persist_docs') or {} -%}
    {{ return(model.description if persist_docs.get('relation') else '') }}
{%- endmacro %}

{% macro rmt__create_view_as(relation, sql) -%}
    {%- set contract = config.get('contract') -%}
    {%- if contract and contract.enforced -%}
        {%- do get_assert_columns_equivalent(sql) -%}
    {%- endif -%}
    create or replace view {{ relation.render() }}
    {%- if config.persist_column_docs() %}
    (
        {%- for column in get_columns_in_query(sql) %}
        {{ adapter.quote(column) }}
        {%- set documented = rmt_documented_column(column) -%}
        {%- if documented and documented.description %} comment {{ rmt_literal(documented.description) }}{% endif -%}
        {{ ',' if not loop.last }}
        {%- endfor %}
    )
    {%- endif %}
    {%- if config.persist_relation_docs() and model.description %}
    comment {{ rmt_literal(model.description) }}
    {%- endif %}
    as
    {{ sql }}
{%- endmacro %}

{% macro rmt_documented_column(name) -%}
    {{ return(adapter.documented_column(name, model.columns)) }}
{%- endmacro %}

{#- A text as a literal of SQL. -#}
{% macro rmt_literal(text) -%}
    {{ return(adapter.literal(text)) }}
{%- endmacro %}

{% macro rmt__get_columns_in_query(select_sql) -%}
    {{ return(adapter.get_column_schema_from_query(select_sql) | map(attribute='name') | list) }}
{%- endmacro %}

{% macro rmt__get_empty_subquery_sql(select_sql, select_sql_header=none) -%}
    select * from (
        {{ select_sql }}
    ) as __dbt_sbq
    where false
{%- endmacro %}

{% macro rmt__validate_sql(sql) -%}
    {#- EXPLAIN answers with the error of a wrong statement; DESCRIBE fails with it. -#}
    {%- call statement('validate_sql') -%}
        describe query {{ sql }}
    {%- endcall -%}
    {{ return(load_result('validate_sql')) }}
{%- endmacro %}

{% macro rmt__get_columns_in_relation(relation) -%}
    {{ return(adapter.get_columns_in_relation(relation)) }}
{%- endmacro %}

{% macro rmt__alter_column_type(relation, column_name, new_column_type) -%}
    {% call statement('alter_column_type') -%}
        alter table {{ relation.render() }} modify column {{ adapter.quote(column_name) }} {{ adapter.stored_type(new_column_type) }}
    {%- endcall %}
{%- endmacro %}

{% macro rmt__alter_relation_add_remove_columns(relation, add_columns, remove_columns) -%}
    {%- set commands = [] -%}
    {%- for column in add_columns or [] -%}
        {%- do commands.append('add column ' ~ column.quoted ~ ' ' ~ adapter.stored_type(column.data_type)) -%}
    {%- endfor -%}
    {%- for column in remove_columns or [] -%}
        {%- do commands.append('drop column ' ~ column.quoted) -%}
    {%- endfor -%}
    {%- do rmt_alter_table(relation, commands) -%}
{%- endmacro %}

{% macro rmt__create_columns(relation, columns) -%}
    {%- do rmt__alter_relation_add_remove_columns(relation, columns, []) -%}
{%- endmacro %}

{% macro rmt__persist_docs(relation, model, for_relation, for_columns) -%}
    {#- Views and new tables have their comments from the start. -#}
    {%- if relation.is_table -%}
        {%- set commands = [] -%}
        {%- if for_columns and config.persist_column_docs() and model.columns -%}
            {%- set existing = adapter.get_columns_in_relation(relation) | map(attribute='name') | list -%}
            {%- for name, column in validate_doc_columns(relation, model.columns, existing).items() -%}
                {%- do commands.append('comment column ' ~ adapter.quote(name) ~ ' ' ~ rmt_literal(column.description)) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- if for_relation and config.persist_relation_docs() and model.description -%}
            {%- do commands.append('modify comment ' ~ rmt_literal(model.description)) -%}
        {%- endif -%}
        {%- do rmt_alter_table(relation, commands) -%}
    {%- elif for_columns and config.persist_column_docs() and model.columns -%}
        {%- set existing = adapter.get_columns_in_relation(relation) | map(attribute='name') | list -%}
        {%- do validate_doc_columns(relation, model.columns, existing) -%}
    {%- endif -%}
{%- endmacro %}

{#- The endpoint has no users' rights. Models are refused before; this is for clones and functions. -#}
{% macro rmt__apply_grants(relation, grant_config, should_revoke=True) -%}
    {%- if grant_config -%}
        {%- do adapter.refuse_grants(grant_config) -%}
    {%- endif -%}
{%- endmacro %}

{% macro rmt__get_relation_last_modified(information_schema, relations) -%}
    {%- call statement('last_modified', fetch_result=True) -%}
        select
            database as schema,
            `table` as identifier,
            max(modification_time) as last_modified,
            {{ current_timestamp() }} as snapshotted_at
        from system.parts
        where (
            {%- for relation in relations %}
            (lower(database) = {{ rmt_literal(relation.schema | lower) }} and lower(`table`) = {{ rmt_literal(relation.identifier | lower) }})
            {{- ' or' if not loop.last }}
            {%- endfor %}
        )
        group by database, `table`
    {%- endcall -%}
    {{ return(load_result('last_modified')) }}
{%- endmacro %}

{% macro rmt__copy_grants() -%}
    {{ return(False) }}
{%- endmacro %}

{#-
    A relation with all versions of its rows, whatever the session's `final`. What dbt puts into the
    query itself, an ephemeral model or the rows of a unit test, has no versions.
-#}
{% macro rmt_raw(relation) -%}
    {%- if rmt_is_part_of_query(relation) -%}{{ return(relation) }}{%- endif -%}
    {{ return("rmt_scan(" ~ relation.database_and_table ~ ", 'raw')") }}
{%- endmacro %}

{#- A relation with its current rows, whatever the session's `final`. -#}
{% macro rmt_final(relation) -%}
    {%- if rmt_is_part_of_query(relation) -%}{{ return(relation) }}{%- endif -%}
    {{ return("rmt_final(" ~ relation.database_and_table ~ ")") }}
{%- endmacro %}

{#- Whether it is a name of a CTE: in a unit test `this` is a text. -#}
{% macro rmt_is_part_of_query(relation) -%}
    {{ return(relation is string or relation.is_cte) }}
{%- endmacro %}
