{#- Whether a model's configuration asks for a table of the engine. -#}
{% macro has_engine() -%}
    {{ return(
        config.get('engine') is not none
        or config.get('order_by') is not none
        or config.get('incremental_strategy') == 'replacing'
    ) }}
{%- endmacro %}

{#- `ENGINE = … ORDER BY …` and what else stands behind the columns of CREATE TABLE. -#}
{% macro engine_clauses() -%}
    {%- do rmt_spark.refuse_what_is_not_done() -%}
    {%- set is_replacing = config.get('incremental_strategy') == 'replacing' -%}
    {%- set engine = config.get('engine') or ('ReplacingMergeTree' if is_replacing else 'MergeTree') -%}
    {%- set order_by = rmt_spark.as_list(config.get('order_by') or config.get('unique_key')) -%}
    {%- if not order_by -%}
        {%- do exceptions.raise_compiler_error("The model " ~ model.name ~ " needs order_by: the columns its rows are sorted, and replaced, by.") -%}
    {%- endif -%}
    {%- set arguments = [config.get('version'), config.get('is_deleted')] | reject('none') | list -%}
    {%- if config.get('is_deleted') and not config.get('version') -%}
        {%- do exceptions.raise_compiler_error("The model " ~ model.name ~ " has is_deleted, which needs a version.") -%}
    {%- endif -%}
    engine = {{ engine }}{% if arguments and '(' not in engine %}({{ arguments | join(', ') }}){% endif %}
    {% if config.get('partition_by') -%} partition by ({{ rmt_spark.as_list(config.get('partition_by')) | join(', ') }}) {%- endif %}
    {% if config.get('primary_key') -%} primary key ({{ rmt_spark.as_list(config.get('primary_key')) | join(', ') }}) {%- endif %}
    order by ({{ order_by | join(', ') }})
    {% if config.get('ttl') -%} ttl {{ config.get('ttl') }} {%- endif %}
    {% if config.get('settings') -%}
    settings {% for name, value in config.get('settings').items() %}{{ name }} = {{ value }}{{ ', ' if not loop.last }}{% endfor %}
    {%- endif %}
{%- endmacro %}

{#- The columns that no NULL may be in: those that stand alone in keys, the version and the mark. -#}
{% macro columns_of_keys() -%}
    {%- set listed = [config.get('order_by') or config.get('unique_key'), config.get('partition_by'), config.get('version'), config.get('is_deleted')] -%}
    {%- set names = [] -%}
    {%- for one in listed -%}
        {%- do names.extend(rmt_spark.as_list(one) | map('lower') | map('trim')) -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}

{#- A list of what may be one text, a list, or nothing. -#}
{% macro as_list(value) -%}
    {%- if value is none -%}
        {{ return([]) }}
    {%- elif value is string -%}
        {{ return([value]) }}
    {%- endif -%}
    {{ return(value) }}
{%- endmacro %}

{#- Refuses the configurations that a table of the engine, or this package, would not heed. -#}
{% macro refuse_what_is_not_done() -%}
    {%- set of_spark = ['file_format', 'options', 'tblproperties', 'location_root', 'clustered_by', 'buckets'] -%}
    {%- set of_adapter = ['deleted_expression', 'tombstone_missing', 'optimize', 'sample_by', 'sign', 'indexes', 'projections', 'codecs', 'column_types'] -%}
    {%- for name in of_spark + of_adapter if config.get(name) -%}
        {%- do exceptions.raise_compiler_error(
            "The model " ~ model.name ~ " is a table of the engine and has " ~ name ~ ", which "
            ~ ("is of Spark's own tables." if name in of_spark else "only the adapter rmt does.")
        ) -%}
    {%- endfor -%}
    {%- set unique_key = rmt_spark.as_list(config.get('unique_key')) -%}
    {%- if unique_key and config.get('order_by') is not none and unique_key != rmt_spark.as_list(config.get('order_by')) -%}
        {%- do exceptions.raise_compiler_error("The model " ~ model.name ~ " has a unique_key that is not its order_by, which only the adapter rmt does.") -%}
    {%- endif -%}
    {%- if config.get('on_schema_change', 'ignore') != 'ignore' -%}
        {%- do exceptions.raise_compiler_error("The model " ~ model.name ~ " has on_schema_change, which only the adapter rmt does: run it with --full-refresh.") -%}
    {%- endif -%}
    {%- if model.language != 'sql' -%}
        {%- do exceptions.raise_compiler_error("The model " ~ model.name ~ " is of Python, which becomes a table of the engine by the adapter rmt only.") -%}
    {%- endif -%}
{%- endmacro %}
