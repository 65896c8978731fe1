{#-
    Puts a table that was built aside into the place of what has its name. Two tables of the endpoint
    are exchanged in one step; a view, or a table of Spark's own, goes first.
-#}
{% macro rmt_swap(built, target, existing) -%}
    {%- if existing is none -%}
        {%- do adapter.rename_relation(built, target) -%}
    {%- elif existing.is_rmt -%}
        {%- do run_query('exchange tables ' ~ target.render() ~ ' and ' ~ built.render()) -%}
        {%- do adapter.drop_relation(built) -%}
    {%- else -%}
        {%- do adapter.drop_relation(existing) -%}
        {%- do adapter.rename_relation(built, target) -%}
    {%- endif -%}
{%- endmacro %}

{#-
    The relation of a table to build, with a name of this invocation's own: a run that was killed may
    still be building one on the endpoint. What such a run left before is dropped.
-#}
{% macro rmt_built_aside(target) -%}
    {%- set built = make_intermediate_relation(target).incorporate(type='table', is_rmt=True) -%}
    {%- do rmt_drop_leftovers(target, built) -%}
    {{ return(built) }}
{%- endmacro %}

{#- The relation of a table for the rows of this run. -#}
{% macro rmt_staged_aside(target) -%}
    {%- set staged = make_temp_relation(target).incorporate(type='table', is_rmt=True) -%}
    {%- do rmt_drop_leftovers(target, staged) -%}
    {{ return(staged) }}
{%- endmacro %}

{#- The relation of a table without rows, whose definition is asked of the endpoint. -#}
{% macro rmt_shown_aside(target) -%}
    {{ return(rmt__make_temp_relation(target, '__dbt_tmp_shown').incorporate(type='table', is_rmt=True)) }}
{%- endmacro %}

{% macro rmt_drop_leftovers(target, mine) -%}
    {%- for relation in adapter.leftovers(target) -%}
        {%- do run_query('drop table if exists ' ~ relation.render()) -%}
    {%- endfor -%}
    {%- do run_query('drop table if exists ' ~ mine.render()) -%}
{%- endmacro %}

{% macro rmt__make_temp_relation(base_relation, suffix) -%}
    {%- set batch = '_' ~ model.batch.id if model.batch else '' -%}
    {%- set suffix = '__dbt_tmp_' ~ invocation_id.replace('-', '')[:8] ~ batch if suffix.startswith('__dbt_tmp') else suffix -%}
    {{ return(default__make_temp_relation(base_relation, suffix)) }}
{%- endmacro %}

{% macro rmt__make_intermediate_relation(base_relation, suffix) -%}
    {{ return(rmt__make_temp_relation(base_relation, suffix)) }}
{%- endmacro %}

{#- Statements that go before a model's own, each by itself. -#}
{% macro rmt_run_header() -%}
    {%- for header in (config.get('sql_header') or '').split(';') if header.strip() -%}
        {%- do run_query(header) -%}
    {%- endfor -%}
{%- endmacro %}
