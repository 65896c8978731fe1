{{ config(
    materialized='incremental',
    incremental_strategy='insert_overwrite',
    enabled=(target.type == 'spark'),
    file_format='parquet',
    partition_by='ordered_month',
) }}

select
    order_id, customer_id, ordered_on, state, amount, op, updated_at, loaded_on,
    date_format(ordered_on, 'yyyyMM') as ordered_month
from (
    select *, row_number() over (partition by order_id order by updated_at desc) as newest
    from {{ source('shop', 'order_events') }}
)
where newest = 1 and op <> 'd'
