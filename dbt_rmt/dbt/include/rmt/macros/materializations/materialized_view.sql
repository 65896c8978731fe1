{#-
    A view that keeps its rows: the endpoint adds what the query gives of each INSERT into the leftmost
    table of it. A run makes the view and fills it, in one transaction, and leaves one alone whose query
    is the same.
-#}
{% materialization materialized_view, adapter='rmt' -%}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target = this.incorporate(type=this.MaterializedView, is_rmt=True) -%}
    {%- set destination = adapter.view_destination(config.get('to'), this) -%}
    {%- set grant_config = config.get('grants') -%}
    {%- set refreshable = config.get('refreshable') -%}

    {{ run_hooks(pre_hooks) }}
    {%- do rmt_run_header() -%}

    {%- set is_there = existing is not none and existing.is_materialized_view -%}
    {%- set change = 'all' -%}
    {%- if is_there and not should_full_refresh() -%}
        {%- set change = rmt_change_to_apply(adapter.view_change(existing, destination, sql, refreshable), target) -%}
    {%- endif -%}

    {%- if change == 'none' -%}
        {%- do store_raw_result(name='main', message='skip ' ~ target, code='skip', rows_affected='-1') -%}
    {%- elif change != 'all' -%}
        {%- if 'refresh' in change -%}
            {%- call statement('main') -%}
                alter table {{ target.render() }} modify {{ adapter.refresh_clause(refreshable, this) }}
            {%- endcall -%}
        {%- endif -%}
        {%- if 'query' in change -%}
            {%- call statement('main') -%}
                alter table {{ target.render() }} modify query
                {{ sql }}
            {%- endcall -%}
            {%- if refreshable and not refreshable.get('append') -%}
                {%- do run_query('system refresh view ' ~ target.render()) -%}
                {%- do run_query('system wait view ' ~ target.render()) -%}
            {%- endif -%}
        {%- endif -%}
    {%- else -%}
        {%- if existing is not none -%}
            {{- log('Applying REPLACE to: ' ~ target) -}}
        {%- endif -%}
        {%- if existing is not none and not existing.is_rmt -%}
            {%- do adapter.drop_relation(existing) -%}
        {%- endif -%}
        {#- A table that is named has the history already, but for a view that is new. -#}
        {%- set populate = config.get('catchup', destination is none) and not (destination and is_there) -%}
        {%- if refreshable -%}
            {%- set populate = config.get('catchup', true) -%}
        {%- endif -%}
        {%- call statement('main') -%}
            {{ rmt_create_materialized_view_sql(target, destination, sql, populate) }}
        {%- endcall -%}
        {%- if refreshable and populate and not refreshable.get('depends_on') -%}
            {%- do run_query('system wait view ' ~ target.render()) -%}
        {%- endif -%}
    {%- endif -%}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}

{#- What `on_configuration_change` makes of a change of the model: the change, or `none`. -#}
{% macro rmt_change_to_apply(change, target) -%}
    {%- set wanted = config.get('on_configuration_change') -%}
    {%- if change != 'none' and wanted == 'continue' -%}
        {%- do exceptions.warn(
            "Configuration changes were identified and `on_configuration_change` was set to `continue` for `" ~ target.render() ~ "`"
        ) -%}
        {{ return('none') }}
    {%- endif -%}
    {%- if change != 'none' and wanted == 'fail' -%}
        {%- do exceptions.raise_fail_fast_error(
            "Configuration changes were identified and `on_configuration_change` was set to `fail` for `" ~ target.render() ~ "`"
        ) -%}
    {%- endif -%}
    {{ return(change) }}
{%- endmacro %}

{% macro rmt_create_materialized_view_sql(relation, destination, sql, populate) -%}
    {%- if config.get('contract') and config.get('contract').enforced -%}
        {%- do get_assert_columns_equivalent(sql) -%}
    {%- endif -%}
    {{ adapter.create_materialized_view_sql(
        relation, destination, sql, model.config, model, rmt_comment(model.config), populate
    ) }}
{%- endmacro %}

{% macro rmt__drop_materialized_view(relation) -%}
    drop view if exists {{ relation.render() }}
{%- endmacro %}
