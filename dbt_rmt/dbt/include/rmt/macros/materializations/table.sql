{% materialization table, adapter='rmt', supported_languages=['sql', 'python'] -%}
    {%- do rmt_check_language() -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target = this.incorporate(type='table', is_rmt=True) -%}
    {%- set grant_config = config.get('grants') -%}

    {{ run_hooks(pre_hooks) }}
    {%- do rmt_run_header() -%}

    {%- set model_sql, staged = sql, none -%}
    {%- if model.language == 'python' -%}
        {%- set staged = rmt_python_aside(target) -%}
        {#- dbt submits Python for the statement of a materialization itself only, not of a macro. -#}
        {% call statement('main', language='python') -%}
            {{ adapter.python_code(compiled_code, staged) }}
        {%- endcall %}
        {%- set model_sql = rmt_rows_of(staged) -%}
    {%- endif -%}
    {%- set built = rmt_built_aside(target) -%}
    {% call statement(rmt_statement_of_rows()) -%}
        {{ get_create_table_as_sql(False, built, model_sql) }}
    {%- endcall %}
    {%- do rmt_swap(built, target, existing) -%}
    {%- do rmt_drop_staged(staged) -%}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}
