{% macro rmt__current_timestamp() -%}
    current_timestamp()
{%- endmacro %}

{% macro rmt__dateadd(datepart, interval, from_date_or_timestamp) -%}
    timestampadd({{ datepart }}, {{ interval }}, {{ from_date_or_timestamp }})
{%- endmacro %}

{#- How many boundaries lie between the two, as dbt has it; Spark counts whole units. -#}
{% macro rmt__datediff(first_date, second_date, datepart) -%}
    timestampdiff({{ datepart }},
        date_trunc('{{ datepart }}', cast({{ first_date }} as timestamp)),
        date_trunc('{{ datepart }}', cast({{ second_date }} as timestamp)))
{%- endmacro %}

{% macro rmt__date(year, month, day) -%}
    make_date({{ year }}, {{ month }}, {{ day }})
{%- endmacro %}

{% macro rmt__listagg(measure, delimiter_text, order_by_clause, limit_num) -%}
    {%- if limit_num -%}
        {%- if order_by_clause -%}
            array_join(slice(split(listagg({{ measure }}, '\u001f') within group ({{ order_by_clause }}), '\u001f'), 1, {{ limit_num }}), {{ delimiter_text }})
        {%- else -%}
            array_join(slice(collect_list({{ measure }}), 1, {{ limit_num }}), {{ delimiter_text }})
        {%- endif -%}
    {%- else -%}
        listagg({{ measure }}, {{ delimiter_text }}){% if order_by_clause %} within group ({{ order_by_clause }}){% endif %}
    {%- endif -%}
{%- endmacro %}

{% macro rmt__split_part(string_text, delimiter_text, part_number) -%}
    split_part({{ string_text }}, {{ delimiter_text }}, {{ part_number }})
{%- endmacro %}

{% macro rmt__safe_cast(field, type) -%}
    try_cast({{ field }} as {{ type }})
{%- endmacro %}

{% macro rmt__any_value(expression) -%}
    any_value({{ expression }})
{%- endmacro %}

{% macro rmt__bool_or(expression) -%}
    max({{ expression }})
{%- endmacro %}

{% macro rmt__concat(fields) -%}
    concat({{ fields | join(', ') }})
{%- endmacro %}

{% macro rmt__array_append(array, new_element) -%}
    array_append({{ array }}, {{ new_element }})
{%- endmacro %}

{% macro rmt__array_concat(array_1, array_2) -%}
    concat({{ array_1 }}, {{ array_2 }})
{%- endmacro %}

{% macro rmt__array_construct(inputs, data_type) -%}
    {%- if inputs -%}
        array({{ inputs | join(', ') }})
    {%- else -%}
        cast(array() as array<{{ data_type }}>)
    {%- endif -%}
{%- endmacro %}

{% macro rmt__escape_single_quotes(expression) -%}
{{ expression | replace("'", "\\'") }}
{%- endmacro %}
