{% materialization materialized_view, adapter='rmt' -%}
    {%- do exceptions.raise_compiler_error(
        "The endpoint has no materialized views. Use the materialization incremental, whose strategy "
        ~ "replacing inserts new rows only, or a view of current rows."
    ) -%}
{%- endmaterialization %}
