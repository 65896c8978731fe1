{{ config(
    materialized='incremental',
    order_by='order_id',
    version='updated_at',
    is_deleted='deleted',
    deleted_expression="op = 'd'",
    partition_by='toYYYYMM(ordered_on)',
    optimize='partitions',
) }}

select order_id, customer_id, ordered_on, amount, op, updated_at, loaded_on
from {{ source('shop', 'order_events') }}
{% if is_incremental() %}
where loaded_on > (select coalesce(max(loaded_on), date '1970-01-01') from {{ rmt_raw(this) }})
{% endif %}
