{% materialization incremental, adapter='rmt', supported_languages=['sql', 'python'] -%}
    {%- do rmt_check_language() -%}
    {%- set strategy = adapter.incremental_strategy(model.config) -%}
    {#- Raises an error if there is no such strategy. -#}
    {%- do adapter.get_incremental_strategy_macro(context, strategy) -%}
    {%- set table_config = dict(model.config, incremental_strategy=strategy) -%}
    {%- set on_schema_change = incremental_validate_on_schema_change(config.get('on_schema_change'), default='ignore') -%}
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
    {%- set model_sql = rmt_with_deleted(model_sql, table_config) -%}
    {%- if existing is none or not existing.is_table or should_full_refresh() -%}
        {%- set built = rmt_built_aside(target) -%}
        {% call statement(rmt_statement_of_rows()) -%}
            {{ rmt_create_table_sql(built, model_sql, table_config, 'incremental') }}
        {%- endcall %}
        {%- do rmt_swap(built, target, existing) -%}
    {%- else -%}
        {%- do rmt_insert_rows(strategy, target, model_sql, table_config, on_schema_change) -%}
        {%- do rmt_optimize_after_run(target, table_config.get('optimize')) -%}
    {%- endif -%}
    {%- do rmt_drop_staged(staged) -%}

    {%- do apply_grants(target, grant_config, should_revoke=False) -%}
    {%- do persist_docs(target, model) -%}
    {{ run_hooks(post_hooks) }}

    {{ return({'relations': [target]}) }}
{%- endmaterialization %}

{#- A model's rows with the mark that `deleted_expression` computes. -#}
{% macro rmt_with_deleted(sql, table_config) -%}
    {%- set condition = table_config.get('deleted_expression') -%}
    {%- if not condition -%}
        {{ return(sql) }}
    {%- endif -%}
    {%- set name = adapter.quote(table_config.get('is_deleted') or 'is_deleted') -%}
    {{ return("select dbt_rows.*, coalesce((" ~ condition ~ "), false) as " ~ name ~ "\nfrom (\n" ~ sql ~ "\n) as dbt_rows") }}
{%- endmacro %}

{#- What the endpoint knows this run's INSERT by, if it has to be repeated. -#}
{% macro rmt_token() -%}
    {%- set batch = '/' ~ model.batch.id if model.batch else '' -%}
    {{ return(invocation_id ~ '/' ~ model.unique_id ~ batch) }}
{%- endmacro %}

{#- Brings a model's rows into the table there is. -#}
{% macro rmt_insert_rows(strategy, target, sql, table_config, on_schema_change) -%}
    {%- set table_layout = adapter.table_layout(table_config, 'incremental', model) -%}
    {%- set source_columns = adapter.get_column_schema_from_query(sql) -%}
    {%- do adapter.check_columns(source_columns, table_layout, table_config) -%}
    {%- if strategy in ('delete+insert', 'merge') -%}
        {%- do adapter.check_unique_key(config.get('unique_key'), source_columns) -%}
    {%- endif -%}
    {%- set compared = adapter.compare_table(target, table_layout, source_columns, rmt_shown_aside(target)) -%}
    {%- if compared.differences -%}
        {%- do exceptions.raise_compiler_error(
            target.render() ~ " is laid out in another way than the model asks for: " ~ compared.differences | join('; ')
            ~ ". Run the model with --full-refresh, or take the change back."
        ) -%}
    {%- endif -%}
    {%- if table_config.contract and table_config.contract.enforced -%}
        {%- do get_assert_columns_equivalent(sql) -%}
    {%- endif -%}
    {%- if compared.left_alone -%}
        {{ log(target.render() ~ " keeps what the model's configuration says nothing of: " ~ compared.left_alone | join('; '), info=True) }}
    {%- endif -%}
    {%- set source_columns = rmt_process_schema_changes(on_schema_change, source_columns, target, table_layout, table_config, compared.dropped) -%}
    {%- for commands in compared.added -%}
        {%- do rmt_alter_table(target, commands) -%}
    {%- endfor -%}
    {%- set columns = adapter.stored_columns(source_columns, table_layout, table_config, model) -%}
    {%- set is_staged = strategy not in ('replacing', 'append', 'microbatch') -%}
    {%- set arguments = {
        'target_relation': target,
        'temp_relation': rmt_staged_aside(target) if is_staged else none,
        'unique_key': config.get('unique_key'),
        'dest_columns': source_columns,
        'incremental_predicates': config.get('predicates') or config.get('incremental_predicates'),
        'sql': sql,
        'columns': columns,
        'table_layout': table_layout,
        'table_config': table_config,
    } -%}
    {%- set strategy_macro = adapter.get_incremental_strategy_macro(context, strategy) -%}
    {%- if is_staged and strategy != 'insert_overwrite' -%}
        {%- do run_query(rmt_create_table_sql(arguments.temp_relation, sql, {}, 'staging')) -%}
    {%- endif -%}
    {% call statement(rmt_statement_of_rows()) -%}
        {{ strategy_macro(arguments) }}
    {%- endcall %}
    {%- if is_staged -%}
        {%- do run_query('drop table if exists ' ~ arguments.temp_relation.render()) -%}
    {%- endif -%}
{%- endmacro %}

{#-
    Makes the table's columns fit the model's as `on_schema_change` says, behind the commands that drop
    what would hold columns.

    Returns the columns to insert: those of the model that the table has.
-#}
{% macro rmt_process_schema_changes(on_schema_change, source_columns, target, table_layout, table_config, dropped) -%}
    {%- set changes = adapter.schema_changes(source_columns, adapter.get_columns_in_relation(target), table_layout, table_config) -%}
    {%- if changes.any and on_schema_change == 'fail' -%}
        {%- do exceptions.raise_compiler_error(
            "The source and target schemas on this incremental model are out of sync! " ~ target.render() ~ ": "
            ~ changes.text ~ ". Set on_schema_change to append_new_columns or sync_all_columns, or run with --full-refresh."
        ) -%}
    {%- endif -%}
    {%- if on_schema_change == 'ignore' -%}
        {%- if changes.missing -%}
            {%- do exceptions.raise_compiler_error(
                "The model does not give columns that " ~ target.render() ~ " has: "
                ~ changes.missing | map(attribute='name') | join(', ')
                ~ ". Set on_schema_change to append_new_columns or sync_all_columns, or run with --full-refresh."
            ) -%}
        {%- endif -%}
    {%- endif -%}
    {%- for commands in dropped -%}
        {%- do rmt_alter_table(target, commands) -%}
    {%- endfor -%}
    {%- if on_schema_change == 'ignore' -%}
        {{ return(changes.common) }}
    {%- endif -%}
    {%- if on_schema_change == 'append_new_columns' -%}
        {%- do alter_relation_add_remove_columns(target, changes.new, none) -%}
    {%- elif on_schema_change == 'sync_all_columns' -%}
        {%- do alter_relation_add_remove_columns(target, changes.new, changes.missing) -%}
        {%- for column in changes.retyped -%}
            {%- do alter_column_type(target, column.name, column.data_type) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(source_columns) }}
{%- endmacro %}

{#- ALTER TABLE with several commands; nothing without one. -#}
{% macro rmt_alter_table(relation, commands) -%}
    {%- if commands -%}
        {{ log('Alters ' ~ relation.render() ~ ': ' ~ commands | join(', ')) }}
        {%- do run_query('alter table ' ~ relation.render() ~ ' ' ~ commands | join(', ')) -%}
    {%- endif -%}
{%- endmacro %}

{#- Merges parts after an incremental run, as `optimize` says. -#}
{% macro rmt_optimize_after_run(relation, optimize) -%}
    {%- if optimize == 'final' -%}
        {%- do run_query('optimize table ' ~ relation.render() ~ ' final') -%}
    {%- elif optimize == 'cleanup' -%}
        {%- do run_query('optimize table ' ~ relation.render() ~ ' final cleanup') -%}
    {%- elif optimize == 'partitions' -%}
        {%- for partition in rmt_unmerged_partitions(relation) -%}
            {%- do run_query('optimize table ' ~ relation.render() ~ ' partition id ' ~ rmt_literal(partition) ~ ' final') -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{#- Whether a table of the endpoint has no rows. -#}
{% macro rmt_is_empty(relation) -%}
    {{ return(run_query('select 1 from ' ~ relation.render() ~ ' limit 1').rows | length == 0) }}
{%- endmacro %}

{#- The ids of partitions with more than one part. -#}
{% macro rmt_unmerged_partitions(relation) -%}
    {{ return(rmt_partitions(relation, 'having count(*) > 1')) }}
{%- endmacro %}

{#- The ids of a table's partitions, in order. -#}
{% macro rmt_partitions(relation, having='') -%}
    {%- set query -%}
        select partition_id from system.parts
        where lower(database) = {{ rmt_literal(relation.schema | lower) }}
            and lower(`table`) = {{ rmt_literal(relation.identifier | lower) }}
            and active = 1
        group by partition_id {{ having }}
        order by partition_id
    {%- endset -%}
    {{ return(run_query(query).columns[0].values()) }}
{%- endmacro %}
