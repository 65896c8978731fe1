{#- Replaces the rows of a batch: those of its time go, and those of the model come, in one step. -#}
{% macro rmt__get_incremental_microbatch_sql(arg_dict) -%}
    {%- set event_time = adapter.quote(config.get('event_time')) -%}
    {%- set start = model.config.__dbt_internal_microbatch_event_time_start -%}
    {%- set end = model.config.__dbt_internal_microbatch_event_time_end -%}
    {%- set bounds = [] -%}
    {%- if start -%}
        {%- do bounds.append(event_time ~ " >= toDateTime64('" ~ rmt_utc(start) ~ "', 6, 'UTC')") -%}
    {%- endif -%}
    {%- if end -%}
        {%- do bounds.append(event_time ~ " < toDateTime64('" ~ rmt_utc(end) ~ "', 6, 'UTC')") -%}
    {%- endif -%}
    {{ return(adapter.insert_sql(
        arg_dict.target_relation, arg_dict.columns, arg_dict.sql, rmt_token(), False, bounds | join(' and ')
    )) }}
{%- endmacro %}

{% macro rmt_utc(moment) -%}
    {{ return(moment.astimezone(modules.pytz.utc).strftime('%Y-%m-%d %H:%M:%S.%f')) }}
{%- endmacro %}
