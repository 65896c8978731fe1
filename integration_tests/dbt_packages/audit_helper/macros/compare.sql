{#- Macros with the names, arguments and dispatch of audit_helper. -#}

{% macro compare_relations(a_relation, b_relation, exclude_columns=[], primary_key=none) -%}
    {%- set columns = audit_helper._columns(a_relation, exclude_columns) | join(', ') -%}
    {%- set a_query %}select {{ columns }} from {{ a_relation }}{% endset -%}
    {%- set b_query %}select {{ columns }} from {{ b_relation }}{% endset -%}
    {{ audit_helper.compare_queries(a_query, b_query, primary_key) }}
{%- endmacro %}

{% macro _columns(relation, exclude_columns) -%}
    {%- set names = [] -%}
    {%- for column in adapter.get_columns_in_relation(relation) if column.name not in exclude_columns -%}
        {%- do names.append(adapter.quote(column.name)) -%}
    {%- endfor -%}
    {{ return(names) }}
{%- endmacro %}

{% macro compare_queries(a_query, b_query, primary_key=none) -%}
    {{ return(adapter.dispatch('compare_queries', 'audit_helper')(a_query, b_query, primary_key)) }}
{%- endmacro %}

{% macro default__compare_queries(a_query, b_query, primary_key) -%}
    with a as ({{ a_query }}), b as ({{ b_query }}),
    a_intersect_b as (select * from a {{ dbt.intersect() }} select * from b),
    a_except_b as (select * from a {{ dbt.except() }} select * from b),
    b_except_a as (select * from b {{ dbt.except() }} select * from a),
    all_records as (
        select *, true as in_a, true as in_b from a_intersect_b
        union all select *, true as in_a, false as in_b from a_except_b
        union all select *, false as in_a, true as in_b from b_except_a
    )
    select in_a, in_b, count(*) as count, round(100.0 * count(*) / sum(count(*)) over (), 2) as percent_of_total
    from all_records group by in_a, in_b order by in_a desc, in_b desc
{%- endmacro %}

{% macro compare_column_values(a_query, b_query, primary_key, column_to_compare) -%}
    {{ return(adapter.dispatch('compare_column_values', 'audit_helper')(a_query, b_query, primary_key, column_to_compare)) }}
{%- endmacro %}

{% macro default__compare_column_values(a_query, b_query, primary_key, column_to_compare) -%}
    with a_query as ({{ a_query }}), b_query as ({{ b_query }}),
    joined as (
        select
            case
                when a_query.{{ primary_key }} is null then 'missing from a'
                when b_query.{{ primary_key }} is null then 'missing from b'
                when a_query.{{ column_to_compare }} = b_query.{{ column_to_compare }} then 'perfect match'
                else 'values do not match'
            end as match_status
        from a_query full outer join b_query on a_query.{{ primary_key }} = b_query.{{ primary_key }}
    )
    select match_status, count(*) as count_records from joined group by match_status order by match_status
{%- endmacro %}
