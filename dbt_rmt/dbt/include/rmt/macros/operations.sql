{#-
    dbt run-operation optimize --args '{model: orders, partition: "202401", cleanup: true}'

    Merges the parts of a table; with `cleanup` rows marked as deleted go for good.
-#}
{% macro optimize(model, partition=none, cleanup=false, schema=target.schema) -%}
    {%- set relation = api.Relation.create(schema=schema, identifier=model) -%}
    {%- set place = ' partition id ' ~ rmt_literal(partition) if partition is not none else '' -%}
    {%- do run_query('optimize table ' ~ relation.render() ~ place ~ ' final' ~ (' cleanup' if cleanup else '')) -%}
    {{ log('Optimized ' ~ relation.render(), info=True) }}
{%- endmacro %}

{#-
    dbt run-operation rmt_cleanup [--args '{dry_run: true}']

    Drops tables that a run left behind when it was killed while it built them.
-#}
{% macro rmt_cleanup(schema=target.schema, dry_run=false) -%}
    {%- set query -%}
        select name from system.tables
        where lower(database) = {{ rmt_literal(schema | lower) }} and name rlike '__dbt_tmp(_[0-9a-z_]+)?$'
        and engine <> 'View'
        order by name
    {%- endset -%}
    {%- for name in run_query(query).columns[0].values() -%}
        {%- set relation = api.Relation.create(schema=schema, identifier=name) -%}
        {{ log(('Would drop ' if dry_run else 'Drops ') ~ relation.render(), info=True) }}
        {%- if not dry_run -%}
            {%- do run_query('drop table if exists ' ~ relation.render()) -%}
        {%- endif -%}
    {%- endfor -%}
{%- endmacro %}

{#-
    dbt run-operation rmt_parts_report

    Logs how many parts, rows and bytes each table of the schema has.
-#}
{% macro rmt_parts_report(schema=target.schema) -%}
    {%- set query -%}
        select name, engine, active_parts, total_rows, total_bytes from system.tables
        where lower(database) = {{ rmt_literal(schema | lower) }} and engine <> 'View' order by name
    {%- endset -%}
    {%- for name, engine, parts, rows, bytes in run_query(query).rows -%}
        {{ log(name ~ ': ' ~ engine ~ ', ' ~ parts ~ ' parts, ' ~ rows ~ ' rows, ' ~ bytes ~ ' bytes', info=True) }}
    {%- endfor -%}
{%- endmacro %}
