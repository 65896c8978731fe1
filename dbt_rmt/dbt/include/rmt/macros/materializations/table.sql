{% materialization table, adapter='rmt' -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target = this.incorporate(type='table', is_rmt=True) -%}
    {%- set grant_config = config.get('grants') -%}

    {{ run_hooks(pre_hooks) }}
    {%- do rmt_run_header() -%}

    {%- set built = rmt_built_aside(target) -%}
    {% call statement('main') -%}
        {{ get_create_table_as_sql(False, built, sql) }}
    {%- endcall %}
    {%- do rmt_swap(built, target, existing) -%}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}
