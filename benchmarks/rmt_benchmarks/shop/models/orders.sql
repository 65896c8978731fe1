{{ config(
    materialized='incremental',
    incremental_strategy='replacing',
    enabled=(target.type == 'rmt'),
    order_by='order_id',
    version='updated_at',
    deleted_expression="op = 'd'",
) }}

select order_id, customer_id, ordered_on, state, amount, op, updated_at, loaded_on
from {{ source('shop', 'order_events') }}
{% if is_incremental() %}
where loaded_on > (select max(loaded_on) from {{ rmt_raw(this) }})
{% endif %}
