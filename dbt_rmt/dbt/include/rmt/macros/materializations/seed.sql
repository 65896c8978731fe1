{% materialization seed, adapter='rmt' -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target = this.incorporate(type='table', is_rmt=True) -%}
    {%- set grant_config = config.get('grants') -%}
    {%- set agate_table = load_agate_table() -%}
    {%- do store_result('agate_table', response='OK', agate_table=agate_table) -%}

    {{ run_hooks(pre_hooks) }}

    {%- if existing is not none and existing.is_view -%}
        {{ exceptions.raise_compiler_error("Cannot seed to '{}', it is a view".format(existing.render())) }}
    {%- endif -%}

    {%- set built = rmt_built_aside(target) -%}
    {%- set create_sql = rmt_create_seed_sql(built, agate_table) -%}
    {%- do run_query(create_sql) -%}
    {%- set rows = agate_table.rows | length -%}
    {%- if rows > 0 -%}
        {%- do adapter.insert_rows(built, agate_table.column_names, agate_table) -%}
    {%- endif -%}
    {% call noop_statement('main', 'INSERT ' ~ rows, 'INSERT', rows) -%}
        {{ create_sql }}
    {%- endcall %}
    {%- do rmt_swap(built, target, existing) -%}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}

{% macro rmt_create_seed_sql(relation, agate_table) -%}
    {%- set table_layout = adapter.table_layout(model.config, 'seed', model) -%}
    {%- set types = {} -%}
    {%- for name in agate_table.column_names -%}
        {%- do types.update({name: adapter.convert_type(agate_table, loop.index0)}) -%}
    {%- endfor -%}
    {%- set columns = adapter.seed_columns(types, table_layout, model.config, model) -%}
    {{ return(adapter.create_table_sql(relation, columns, table_layout, rmt_comment(model.config), '')) }}
{%- endmacro %}
