{#-
    Replaces the partitions that the model's rows are in, one step each; without partition_by the
    whole table. The rows are written once, into a table of the same structure, and move in whole.
-#}
{% macro rmt__get_incremental_insert_overwrite_sql(arg_dict) -%}
    {%- set target, staging = arg_dict.target_relation, arg_dict.temp_relation -%}
    {%- if not arg_dict.table_layout.partition_by -%}
        {{ return(adapter.insert_sql(target, arg_dict.columns, arg_dict.sql, '', True)) }}
    {%- endif -%}
    {%- do run_query('create table ' ~ staging.render() ~ ' as ' ~ target.render()) -%}
    {%- do run_query(adapter.insert_sql(staging, arg_dict.columns, arg_dict.sql)) -%}
    {%- set commands = [] -%}
    {%- for partition in rmt_partitions(staging) -%}
        {%- do commands.append('replace partition id ' ~ rmt_literal(partition) ~ ' from ' ~ staging.render()) -%}
    {%- endfor -%}
    {%- if not commands -%}
        {{ return('select 1 -- the model has no rows') }}
    {%- endif -%}
    {{ return('alter table ' ~ target.render() ~ ' ' ~ commands | join(',\n')) }}
{%- endmacro %}
