{{ config(
    materialized='incremental',
    incremental_strategy='replacing',
    unique_key=['order_id', 'payment_id'],
    version='updated_at',
    is_deleted='is_deleted',
) }}

select order_id, payment_id, paid, updated_at, if(op = 'd', 1, 0) as is_deleted, loaded_on
from {{ source('shop', 'payment_events') }}
{% if is_incremental() %}
where loaded_on > (select coalesce(max(loaded_on), date '1970-01-01') from {{ rmt_raw(this) }})
{% endif %}
