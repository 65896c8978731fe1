{#-
    CREATE TABLE … ENGINE … AS SELECT for models with `engine`, `order_by` or the strategy `replacing`;
    for others dbt-spark's.
-#}
{% macro spark__create_table_as(temporary, relation, compiled_code, language='sql') -%}
    {%- if temporary or not rmt_spark.has_engine() -%}
        {{ return(dbt.spark__create_table_as(temporary, relation, compiled_code, language)) }}
    {%- endif -%}
    {%- if config.get('contract') and config.get('contract').enforced -%}
        {{ get_assert_columns_equivalent(compiled_code) }}
        {%- set compiled_code = get_select_subquery(compiled_code) -%}
    {%- endif -%}
    {%- set keys = rmt_spark.columns_of_keys() -%}
    create table {{ relation }}
    {{ rmt_spark.engine_clauses() }}
    {{ comment_clause() }}
    as select
        {%- for name in get_columns_in_query(compiled_code) %}
        {{ rmt_spark.stored_value(name, keys) }} as {{ adapter.quote(name) }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (
        {{ compiled_code }}
    ) as dbt_rows
{%- endmacro %}

{#- A column as the engine wants it: no NULL in a key, and the mark of deleted rows as a UInt8. -#}
{% macro stored_value(name, keys) -%}
    {%- set column = adapter.quote(name) -%}
    {%- if name | lower == (config.get('is_deleted') or '') | lower -%}
        toUInt8(assumeNotNull({{ column }}))
    {%- elif name | lower in keys -%}
        assumeNotNull({{ column }})
    {%- else -%}
        {{ column }}
    {%- endif -%}
{%- endmacro %}
