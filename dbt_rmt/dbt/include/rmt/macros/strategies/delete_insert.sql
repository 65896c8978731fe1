{#-
    Replaces the rows that have a key of the model's rows, in one step: readers see all of the old
    rows or all of the new ones. Without a key rows are appended.

    Where the endpoint can mask the old rows (`DELETE FROM`), a table aside gets the same files, a mask
    of the keys and the model's rows, and takes the table's place; otherwise the table is written anew.
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
    {{ return(rmt_masked_aside_sql(arg_dict, keys[0])) }}
{%- endmacro %}

{#- Whether a mutation, which records the values of its subqueries, takes the keys of a table. -#}
{% macro rmt_has_few_keys(relation, key) -%}
    {%- set query = 'select distinct ' ~ key ~ ' from ' ~ relation.render() ~ ' limit 10001' -%}
    {{ return(run_query('select count(*) from (' ~ query ~ ') as dbt_keys').columns[0].values()[0] | int <= 10000) }}
{%- endmacro %}

{#- The relation of a table that is to take the place of the model's, beside that of the model's rows. -#}
{% macro rmt_next_aside(staged) -%}
    {{ return(staged.incorporate(path={'identifier': staged.identifier ~ '_next'})) }}
{%- endmacro %}

{#- Builds the table aside out of the files there are, and gives the statement that exchanges the two. -#}
{% macro rmt_masked_aside_sql(arg_dict, key) -%}
    {%- set target, source = arg_dict.target_relation, arg_dict.temp_relation -%}
    {%- set aside = rmt_next_aside(source) -%}
    {%- set columns = adapter.stored_columns(arg_dict.dest_columns, arg_dict.table_layout, arg_dict.table_config, model) -%}
    {%- set names = arg_dict.dest_columns | map(attribute='quoted') | join(', ') -%}
    {%- do run_query('create table ' ~ aside.render() ~ ' as ' ~ target.render()) -%}
    {%- do run_query('alter table ' ~ aside.render() ~ ' attach partition all from ' ~ target.render()) -%}
    {%- do run_query(
        'delete from ' ~ aside.render() ~ ' where ' ~ key ~ ' in (select ' ~ key ~ ' from ' ~ source.render() ~ ')'
        ~ ' settings lightweight_deletes_sync = 2'
    ) -%}
    {%- do run_query(adapter.insert_sql(aside, columns, 'select ' ~ names ~ ' from ' ~ source.render())) -%}
    {{ return('exchange tables ' ~ target.render() ~ ' and ' ~ aside.render()) }}
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
