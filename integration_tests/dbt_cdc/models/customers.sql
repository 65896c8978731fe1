{{ config(
    materialized='incremental',
    order_by='customer_id',
    version='updated_at',
    deleted_expression="op = 'd'",
) }}

select customer_id, name, city, op, updated_at, loaded_on
from {{ source('shop', 'customer_events') }}
{% if is_incremental() %}
where loaded_on > (select coalesce(max(loaded_on), date '1970-01-01') from {{ rmt_raw(this) }})
{% endif %}
