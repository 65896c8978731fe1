{% macro rmt__can_clone_table() -%}
    {{ return(True) }}
{%- endmacro %}

{#- A table with the same files: no row is written. -#}
{% materialization clone, adapter='rmt' -%}
    {%- set relations = {'relations': []} -%}
    {%- if not defer_relation -%}
        {{ log("No relation found in state manifest for " ~ model.unique_id, info=True) }}
        {{ return(relations) }}
    {%- endif -%}

    {%- do apply_grants(this, config.get('grants'), should_revoke=False) -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- if existing and not flags.FULL_REFRESH -%}
        {{ log("Relation " ~ existing ~ " already exists", info=True) }}
        {{ return(relations) }}
    {%- endif -%}

    {%- set other = load_cached_relation(defer_relation) -%}
    {%- if not (other and other.is_rmt and can_clone_table()) -%}
        {{ return(materialization_view_rmt()) }}
    {%- endif -%}

    {%- set target = this.incorporate(type='table', is_rmt=True) -%}
    {%- if target.render() | lower == defer_relation.render() | lower -%}
        {{ log("Target relation and defer relation are the same, skipping clone for relation: " ~ target.render()) }}
        {{ return({'relations': [target]}) }}
    {%- endif -%}

    {%- set built = rmt_built_aside(target) -%}
    {% call statement('main') -%}
        create table {{ built.render() }} as {{ other.render() }}
    {%- endcall %}
    {%- do run_query('alter table ' ~ built.render() ~ ' attach partition all from ' ~ other.render()) -%}
    {%- do rmt_swap(built, target, existing) -%}
    {%- do persist_docs(target, model) -%}
    {{ return({'relations': [target]}) }}
{%- endmaterialization %}
