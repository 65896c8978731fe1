{% macro rmt__get_incremental_append_sql(arg_dict) -%}
    {{ return(adapter.insert_sql(arg_dict.target_relation, arg_dict.columns, arg_dict.sql, rmt_token())) }}
{%- endmacro %}
