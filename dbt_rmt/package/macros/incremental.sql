{#-
    dbt-spark's materialization with one strategy more, `replacing`: the model's rows are inserted, and
    newer versions replace older ones when they are read with FINAL or merged.
-#}
{% materialization incremental, adapter='spark', supported_languages=['sql', 'python'] -%}
    {%- if config.get('incremental_strategy') != 'replacing' -%}
        {{ return(dbt.materialization_incremental_spark()) }}
    {%- endif -%}
    {%- do rmt_spark.refuse_what_is_not_done() -%}
    {%- set target = this.incorporate(type='table') -%}
    {%- set existing = load_relation(this) -%}

    {{ run_hooks(pre_hooks) }}

    {%- if existing is none -%}
        {% call statement('main') -%}
            {{ create_table_as(False, target, compiled_code) }}
        {%- endcall %}
    {%- elif should_full_refresh() or not rmt_spark.is_engine_table(existing) -%}
        {%- do rmt_spark.rebuild(target, existing, compiled_code) -%}
    {%- else -%}
        {% call statement('main') -%}
            {{ rmt_spark.insert_rows(target, compiled_code) }}
        {%- endcall %}
    {%- endif -%}

    {%- do apply_grants(target, config.get('grants'), should_revoke(existing, should_full_refresh())) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}

{#- Whether a relation is a table of the engine, by what SHOW TABLE EXTENDED says of it. -#}
{% macro is_engine_table(relation) -%}
    {{ return('rmt.engine=' in (relation.information or '')) }}
{%- endmacro %}

{#- Builds a table anew beside the one there is, which is read until they change places. -#}
{% macro rebuild(target, existing, sql) -%}
    {%- set aside = target.incorporate(path={'identifier': target.identifier ~ '__dbt_new'}) -%}
    {%- do run_query('drop table if exists ' ~ aside) -%}
    {% call statement('main') -%}
        {{ create_table_as(False, aside, sql) }}
    {%- endcall %}
    {%- if rmt_spark.is_engine_table(existing) -%}
        {%- do run_query('exchange tables ' ~ aside ~ ' and ' ~ target) -%}
        {%- do run_query('drop table if exists ' ~ aside) -%}
    {%- else -%}
        {%- do adapter.drop_relation(existing) -%}
        {%- do run_query('rename table ' ~ aside ~ ' to ' ~ target) -%}
    {%- endif -%}
{%- endmacro %}

{#- INSERT of a model's rows by the names of their columns. -#}
{% macro insert_rows(target, sql) -%}
    insert into {{ target }} (
        {%- for name in get_columns_in_query(sql) %}{{ adapter.quote(name) }}{{ ', ' if not loop.last }}{% endfor -%}
    )
    {{ sql }}
{%- endmacro %}
