{#- Inserts the model's rows: newer versions of rows replace older ones when they are read or merged. -#}
{% macro get_incremental_replacing_sql(arg_dict) -%}
    {%- set sql = arg_dict.sql -%}
    {%- if arg_dict.table_config.get('tombstone_missing') and not flags.EMPTY -%}
        {%- set sql = rmt_with_tombstones(arg_dict) -%}
    {%- endif -%}
    {{ return(adapter.insert_sql(arg_dict.target_relation, arg_dict.columns, sql, rmt_token())) }}
{%- endmacro %}

{#-
    The model's rows, and a tombstone for each current row of the table whose key they have not. A
    tombstone has the version of the row it deletes: of equal versions the last inserted is current.
-#}
{% macro rmt_with_tombstones(arg_dict) -%}
    {%- set keys = arg_dict.table_layout.version_key -%}
    {%- set mark = arg_dict.table_layout.is_deleted | lower -%}
    {%- set sql -%}
        with dbt_extract as (
        {{ arg_dict.sql }}
        )
        select
            {%- for column in arg_dict.dest_columns %}
            {{ column.quoted }}{{ ',' if not loop.last }}
            {%- endfor %}
        from dbt_extract
        union all
        select
            {%- for column in arg_dict.dest_columns %}
            {% if column.name | lower == mark -%}
                {{ 'true' if column.dtype == 'boolean' else 'cast(1 as ' ~ column.dtype ~ ')' }} as {{ column.quoted }}
            {%- else -%}
                dbt_current.{{ column.quoted }}
            {%- endif -%}
            {{ ',' if not loop.last }}
            {%- endfor %}
        from (
            select *{% for key in keys %}, ({{ key }}) as dbt_key_{{ loop.index }}{% endfor %}
            from {{ rmt_final(arg_dict.target_relation) }}
        ) as dbt_current
        left anti join (
            select {% for key in keys %}({{ key }}) as dbt_key_{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}
            from dbt_extract
        ) as dbt_keys
            on {% for key in keys -%}
            dbt_current.dbt_key_{{ loop.index }} <=> dbt_keys.dbt_key_{{ loop.index }}{{ ' and ' if not loop.last }}
            {%- endfor %}
    {%- endset -%}
    {{ return(sql) }}
{%- endmacro %}

{% macro rmt__get_incremental_default_sql(arg_dict) -%}
    {{ return(rmt__get_incremental_append_sql(arg_dict)) }}
{%- endmacro %}
