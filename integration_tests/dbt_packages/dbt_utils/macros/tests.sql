{% test unique_combination_of_columns(model, combination_of_columns) -%}
    {{ return(adapter.dispatch('test_unique_combination_of_columns', 'dbt_utils')(model, combination_of_columns)) }}
{%- endtest %}

{% macro default__test_unique_combination_of_columns(model, combination_of_columns) -%}
    {%- set columns = combination_of_columns | join(', ') -%}
    with validation_errors as (
        select {{ columns }} from {{ model }} group by {{ columns }} having count(*) > 1
    )
    select * from validation_errors
{%- endmacro %}

{% test expression_is_true(model, expression, column_name=none) -%}
    {{ return(adapter.dispatch('test_expression_is_true', 'dbt_utils')(model, expression, column_name)) }}
{%- endtest %}

{% macro default__test_expression_is_true(model, expression, column_name) -%}
    select {{ '*' if should_store_failures() else 1 }} from {{ model }}
    where not ({{ column_name or '' }} {{ expression }})
{%- endmacro %}

{% test accepted_range(model, column_name, min_value=none, max_value=none) -%}
    with meet_condition as (select * from {{ model }})
    select * from meet_condition
    where false
    {%- if min_value is not none %} or not {{ column_name }} >= {{ min_value }}{% endif %}
    {%- if max_value is not none %} or not {{ column_name }} <= {{ max_value }}{% endif %}
{%- endtest %}

{% test equal_rowcount(model, compare_model) -%}
    {{ config(fail_calc='sum(coalesce(diff_count, 0))') }}
    with a as (select 1 as id, count(*) as count_a from {{ model }} group by 1),
    b as (select 1 as id, count(*) as count_b from {{ compare_model }} group by 1)
    select count_a, count_b, abs(count_a - count_b) as diff_count
    from a full join b on a.id = b.id
{%- endtest %}

{% test recency(model, field, datepart, interval) -%}
    with recency as (select max({{ field }}) as most_recent from {{ model }})
    select most_recent, {{ dbt.dateadd(datepart, interval * -1, dbt.current_timestamp()) }} as threshold
    from recency
    where most_recent < {{ dbt.dateadd(datepart, interval * -1, dbt.current_timestamp()) }}
{%- endtest %}
