{#-
    Writes versions of the rows that have a key of the model's rows, with the columns that are to be
    updated, and inserts the others; in a table without versions the old rows are masked. Nothing is
    rewritten. Without a key rows are appended.
-#}
{% macro rmt__get_incremental_merge_sql(arg_dict) -%}
    {%- set keys = adapter.key_columns(arg_dict.unique_key) -%}
    {%- if not keys -%}
        {{ return(rmt__get_incremental_append_sql(arg_dict)) }}
    {%- endif -%}
    {%- set predicates = arg_dict.incremental_predicates or [] -%}
    {%- set predicates = [predicates] if predicates is string else predicates -%}
    {%- set columns = arg_dict.dest_columns -%}
    {%- set updated = get_merge_update_columns(
        config.get('merge_update_columns'), config.get('merge_exclude_columns'), columns) -%}
    merge into {{ arg_dict.target_relation.render() }} as DBT_INTERNAL_DEST
    using {{ arg_dict.temp_relation.render() }} as DBT_INTERNAL_SOURCE
    on {% for key in keys -%}
    DBT_INTERNAL_SOURCE.{{ key }} = DBT_INTERNAL_DEST.{{ key }}{{ ' and ' if not loop.last }}
    {%- endfor %}
    {%- for predicate in predicates %}
    and ({{ predicate }})
    {%- endfor %}
    {%- if updated %}
    when matched then update set
        {%- for column in updated %}
        {{ column }} = DBT_INTERNAL_SOURCE.{{ column }}{{ ',' if not loop.last }}
        {%- endfor %}
    {%- endif %}
    when not matched then insert ({{ columns | map(attribute='quoted') | join(', ') }})
    values (
        {%- for column in columns %}
        DBT_INTERNAL_SOURCE.{{ column.quoted }}{{ ',' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro %}
