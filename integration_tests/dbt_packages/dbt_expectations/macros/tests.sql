{#- Generic tests with the names, arguments and dispatch of dbt_expectations. -#}

{% macro expression_is_true(model, expression, group_by_columns=none, row_condition=none) -%}
    {{ return(adapter.dispatch('expression_is_true', 'dbt_expectations')(model, expression, group_by_columns, row_condition)) }}
{%- endmacro %}

{% macro default__expression_is_true(model, expression, group_by_columns, row_condition) -%}
    with grouped_expression as (
        select
            {% for column in group_by_columns or [] %}{{ column }} as col_{{ loop.index }}, {% endfor %}
            {{ expression }} as expression
        from {{ model }}
        {%- if row_condition %} where {{ row_condition }}{% endif %}
        {%- if group_by_columns %} group by {% for column in group_by_columns %}{{ column }}{{ ', ' if not loop.last }}{% endfor %}{% endif %}
    ),
    validation_errors as (select * from grouped_expression where not (expression = true))
    select * from validation_errors
{%- endmacro %}

{% macro regexp_instr(source_value, regexp) -%}
    {{ return(adapter.dispatch('regexp_instr', 'dbt_expectations')(source_value, regexp)) }}
{%- endmacro %}

{% macro default__regexp_instr(source_value, regexp) -%}
    regexp_instr({{ source_value }}, '{{ regexp }}')
{%- endmacro %}

{% macro spark__regexp_instr(source_value, regexp) -%}
    length(regexp_extract({{ source_value }}, '{{ regexp }}', 0))
{%- endmacro %}

{% test expect_column_values_to_be_between(model, column_name, min_value, max_value, row_condition=none) -%}
    {%- set expression -%}
    ( 1=1 and {{ column_name }} >= {{ min_value }} and {{ column_name }} <= {{ max_value }} )
    {%- endset -%}
    {{ dbt_expectations.expression_is_true(model, expression, none, row_condition) }}
{%- endtest %}

{% test expect_column_values_to_match_regex(model, column_name, regex) -%}
    {%- set expression -%}
    {{ dbt_expectations.regexp_instr(column_name, regex) }} > 0
    {%- endset -%}
    {{ dbt_expectations.expression_is_true(model, expression) }}
{%- endtest %}

{% test expect_column_values_to_be_in_set(model, column_name, value_set) -%}
    with all_values as (select {{ column_name }} as value_field from {{ model }}),
    set_values as (
        {%- for value in value_set %}
        select cast('{{ value }}' as {{ dbt.type_string() }}) as value_field{{ ' union all' if not loop.last }}
        {%- endfor %}
    )
    select v.value_field from all_values v
    left outer join set_values s on v.value_field = s.value_field
    where s.value_field is null
{%- endtest %}

{% test expect_column_mean_to_be_between(model, column_name, min_value, max_value, group_by=none) -%}
    {%- set mean = 'avg(' ~ column_name ~ ')' -%}
    {{ dbt_expectations.expression_is_true(model, mean ~ ' >= ' ~ min_value ~ ' and ' ~ mean ~ ' <= ' ~ max_value, group_by) }}
{%- endtest %}

{% test expect_table_row_count_to_equal(model, value) -%}
    {{ dbt_expectations.expression_is_true(model, 'count(*) = ' ~ value) }}
{%- endtest %}

{% test expect_table_columns_to_match_set(model, column_list) -%}
    {%- if execute -%}
    {%- set found = adapter.get_columns_in_relation(model) | map(attribute='name') | map('upper') | list -%}
    {%- set wanted = column_list | map('upper') | list -%}
    with relation_columns as (
        {%- for name in found %} select cast('{{ name }}' as {{ dbt.type_string() }}) as name{{ ' union all' if not loop.last }}{% endfor %}
    ),
    input_columns as (
        {%- for name in wanted %} select cast('{{ name }}' as {{ dbt.type_string() }}) as name{{ ' union all' if not loop.last }}{% endfor %}
    )
    select * from relation_columns r full outer join input_columns i on r.name = i.name
    where r.name is null or i.name is null
    {%- endif -%}
{%- endtest %}
