{#- Refuses a Python model that cannot run, before its hooks do. -#}
{% macro rmt_check_language() -%}
    {%- if model.language == 'python' -%}
        {%- do adapter.check_python_model(model.config) -%}
    {%- endif -%}
{%- endmacro %}

{#- The relation of a table for the rows that a Python model gives. -#}
{% macro rmt_python_aside(target) -%}
    {%- set built = rmt_built_aside(target) -%}
    {%- set staged = built.incorporate(path={'identifier': built.identifier ~ '_rows'}) -%}
    {%- do run_query('drop table if exists ' ~ staged.render()) -%}
    {{ return(staged) }}
{%- endmacro %}

{#- The query that gives the rows of such a table. -#}
{% macro rmt_rows_of(staged) -%}
    {%- set names = adapter.get_columns_in_relation(staged) | map(attribute='quoted') | join(', ') -%}
    {{ return('select ' ~ names ~ ' from ' ~ staged.render()) }}
{%- endmacro %}

{#- The name of the statement that stores a model's rows: of a Python model the main one is its code. -#}
{% macro rmt_statement_of_rows() -%}
    {{ return('rows' if model.language == 'python' else 'main') }}
{%- endmacro %}

{% macro rmt_drop_staged(staged) -%}
    {%- if staged -%}
        {%- do run_query('drop table if exists ' ~ staged.render()) -%}
    {%- endif -%}
{%- endmacro %}
