{#- Functions of SQL, an expression or a query each. -#}
{% macro rmt__scalar_function_create_replace_signature_sql(target_relation) -%}
    CREATE OR REPLACE FUNCTION {{ target_relation.render() }} ({{ formatted_scalar_function_args_sql() }})
    RETURNS {{ model.returns.data_type }}
    {{ scalar_function_volatility_sql() }}
    {% if model.description %}COMMENT {{ rmt_literal(model.description) }}{% endif %}
{%- endmacro %}

{% macro rmt__scalar_function_volatility_sql() -%}
    {%- set volatility = model.config.get('volatility') -%}
    {%- if volatility == 'deterministic' -%}
        DETERMINISTIC
    {%- elif volatility == 'non-deterministic' -%}
        NOT DETERMINISTIC
    {%- elif volatility != none -%}
        {%- do unsupported_volatility_warning(volatility) -%}
    {%- endif -%}
{%- endmacro %}

{% macro rmt__scalar_function_body_sql() -%}
    RETURN {{ model.compiled_code }}
{%- endmacro %}
