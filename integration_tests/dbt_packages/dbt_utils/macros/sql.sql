{#- Macros with the names, arguments and dispatch of dbt_utils. -#}

{% macro star(from, except=[]) -%}
    {{ return(adapter.dispatch('star', 'dbt_utils')(from, except)) }}
{%- endmacro %}

{% macro default__star(from, except) -%}
    {%- set left_out = except | map('lower') | list -%}
    {%- for column in adapter.get_columns_in_relation(from) if column.name | lower not in left_out %}
    {{ adapter.quote(column.name) }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}

{% macro generate_surrogate_key(field_list) -%}
    {{ return(adapter.dispatch('generate_surrogate_key', 'dbt_utils')(field_list)) }}
{%- endmacro %}

{% macro default__generate_surrogate_key(field_list) -%}
    {%- set fields = [] -%}
    {%- for field in field_list -%}
        {%- do fields.append("coalesce(cast(" ~ field ~ " as " ~ dbt.type_string() ~ "), '_dbt_utils_null_')") -%}
        {%- do fields.append("'-'") if not loop.last -%}
    {%- endfor -%}
    {{ dbt.hash(dbt.concat(fields)) }}
{%- endmacro %}

{% macro get_column_values(table, column, order_by=none) -%}
    {{ return(adapter.dispatch('get_column_values', 'dbt_utils')(table, column, order_by)) }}
{%- endmacro %}

{% macro default__get_column_values(table, column, order_by) -%}
    {%- if not execute -%}
        {{ return([]) }}
    {%- endif -%}
    {%- if load_relation(table) is none -%}
        {{ return([]) }}
    {%- endif -%}
    {%- call statement('get_column_values', fetch_result=true) -%}
        select {{ column }} as value from {{ table }} group by {{ column }} order by {{ order_by or 'count(*) desc' }}
    {%- endcall -%}
    {{ return(load_result('get_column_values')['data'] | map(attribute=0) | list) }}
{%- endmacro %}

{% macro pivot(column, values, agg='sum', then_value=1, else_value=0) -%}
    {{ return(adapter.dispatch('pivot', 'dbt_utils')(column, values, agg, then_value, else_value)) }}
{%- endmacro %}

{% macro default__pivot(column, values, agg, then_value, else_value) -%}
    {%- for value in values %}
    {{ agg }}(case when {{ column }} = '{{ dbt.escape_single_quotes(value) }}' then {{ then_value }} else {{ else_value }} end)
        as {{ adapter.quote(value) }}{{ ', ' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}

{% macro union_relations(relations, source_column_name='_dbt_source_relation') -%}
    {{ return(adapter.dispatch('union_relations', 'dbt_utils')(relations, source_column_name)) }}
{%- endmacro %}

{% macro default__union_relations(relations, source_column_name) -%}
    {%- set columns = {} -%}
    {%- set given = {} -%}
    {%- for relation in relations -%}
        {%- do given.update({relation: []}) -%}
        {%- for column in adapter.get_columns_in_relation(relation) -%}
            {%- do given[relation].append(column.column) -%}
            {%- do columns.update({column.column: column}) if column.column not in columns -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- for relation in relations %}
    (
        select
            cast({{ dbt.string_literal(relation) }} as {{ dbt.type_string() }}) as {{ source_column_name }}
            {%- for name, column in columns.items() %},
            cast({{ adapter.quote(name) if name in given[relation] else 'null' }} as {{ column.data_type }}) as {{ adapter.quote(name) }}
            {%- endfor %}
        from {{ relation }}
    )
    {{ 'union all' if not loop.last }}
    {%- endfor -%}
{%- endmacro %}

{% macro deduplicate(relation, partition_by, order_by) -%}
    {{ return(adapter.dispatch('deduplicate', 'dbt_utils')(relation, partition_by, order_by)) }}
{%- endmacro %}

{% macro default__deduplicate(relation, partition_by, order_by) -%}
    with row_numbered as (
        select _inner.*, row_number() over (partition by {{ partition_by }} order by {{ order_by }}) as rn
        from {{ relation }} as _inner
    )
    select distinct data.* from {{ relation }} as data
    natural join row_numbered where row_numbered.rn = 1
{%- endmacro %}

{#- dbt_utils writes Spark's own for several warehouses like this. -#}
{% macro spark__deduplicate(relation, partition_by, order_by) -%}
    select * except (rn) from (
        select *, row_number() over (partition by {{ partition_by }} order by {{ order_by }}) as rn
        from {{ relation }}
    ) where rn = 1
{%- endmacro %}

{% macro safe_divide(numerator, denominator) -%}
    {{ return(adapter.dispatch('safe_divide', 'dbt_utils')(numerator, denominator)) }}
{%- endmacro %}

{% macro default__safe_divide(numerator, denominator) -%}
    ( {{ numerator }} ) / nullif( ( {{ denominator }} ), 0)
{%- endmacro %}
