{% materialization view, adapter='rmt' -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target = this.incorporate(type='view', is_rmt=False) -%}
    {%- set grant_config = config.get('grants') -%}

    {{ run_hooks(pre_hooks) }}
    {%- do rmt_run_header() -%}

    {%- if existing is not none and not existing.is_view -%}
        {%- do adapter.drop_relation(existing) -%}
    {%- endif -%}
    {% call statement('main') -%}
        {{ get_create_view_as_sql(target, sql) }}
    {%- endcall %}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}
