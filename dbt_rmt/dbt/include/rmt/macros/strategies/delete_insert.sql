{#-
    Replaces the rows that have a key of the model's rows, in one step: readers see all of the old
    rows or all of the new ones. Without a key rows are appended.

    Where the endpoint can mask the old rows (`INSERT … REPLACE WHERE`) it does; otherwise the table is
    written anew.
-#}
{% macro rmt__get_incremental_delete_insert_sql(arg_dict) -%}
    {%- set keys = adapter.key_columns(arg_dict.unique_key) -%}
    {%- if not keys -%}
        {{ return(rmt__get_incremental_append_sql(arg_dict)) }}
    {%- endif -%}
    {%- if rmt_is_empty(arg_dict.temp_relation) -%}
        {{ return('select 1 -- the model has no rows') }}
    {%- endif -%}
    {%- if arg_dict.incremental_predicates or keys | length > 1 or not rmt_has_few_keys(arg_dict.temp_relation, keys[0]) -%}
        {{ return(rmt_table_anew_sql(arg_dict, keys)) }}
    {%- endif -%}
    {%- set target, source, key = arg_dict.target_relation, arg_dict.temp_relation, keys[0] -%}
    {%- set columns = adapter.stored_columns(arg_dict.dest_columns, arg_dict.table_layout, arg_dict.table_config, model) -%}
    {%- set names = arg_dict.dest_columns | map(attribute='quoted') | join(', ') -%}
    {{ return(adapter.insert_sql(
        target, columns, 'select ' ~ names ~ ' from ' ~ source.render(), '', False,
        key ~ ' in (select ' ~ key ~ ' from ' ~ source.render() ~ ')'
    )) }}
{%- endmacro %}

{#- Whether a mutation, which records the values of its subqueries, takes the keys of a table. -#}
{% macro rmt_has_few_keys(relation, key) -%}
    {%- set query = 'select distinct ' ~ key ~ ' from ' ~ relation.render() ~ ' limit 10001' -%}
    {{ return(run_query('select count(*) from (' ~ query ~ ') as dbt_keys').columns[0].values()[0] | int <= 10000) }}
{%- endmacro %}

{#- The table with other rows in the place of those that have a key of the model's. -#}
{% macro rmt_table_anew_sql(arg_dict, keys) -%}
    {%- set predicates = arg_dict.incremental_predicates or [] -%}
    {%- set predicates = [predicates] if predicates is string else predicates -%}
    {%- set all_columns = adapter.get_columns_in_relation(arg_dict.target_relation) -%}
    {%- set given = arg_dict.dest_columns | map(attribute='name') | map('lower') | list -%}
    {%- set sql -%}
        select
            {%- for column in all_columns %}
            {{ column.quoted if column.name | lower in given else 'cast(null as ' ~ column.data_type ~ ') as ' ~ column.quoted }}
            {{- ',' if not loop.last }}
            {%- endfor %}
        from {{ arg_dict.temp_relation.render() }}
        union all
        select {{ all_columns | map(attribute='quoted') | join(', ') }}
        from {{ arg_dict.target_relation.render() }} as DBT_INTERNAL_DEST
        where not (
            exists (
                select 1 from {{ arg_dict.temp_relation.render() }} as DBT_INTERNAL_SOURCE
                where {% for key in keys -%}
                DBT_INTERNAL_SOURCE.{{ key }} = DBT_INTERNAL_DEST.{{ key }}{{ ' and ' if not loop.last }}
                {%- endfor %}
            )
            {%- for predicate in predicates %}
            and ({{ predicate }})
            {%- endfor %}
        )
    {%- endset -%}
    {%- set columns = adapter.stored_columns(all_columns, arg_dict.table_layout, arg_dict.table_config, model) -%}
    {{ return(adapter.insert_sql(arg_dict.target_relation, columns, sql, '', True)) }}
{%- endmacro %}
