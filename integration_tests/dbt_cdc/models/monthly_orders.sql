{{ config(
    materialized='incremental',
    incremental_strategy='insert_overwrite',
    partition_by='month',
) }}

select
    toYYYYMM(ordered_on) as month,
    customer_id,
    count(*) as orders,
    cast(sum(amount) as decimal(18, 2)) as ordered
from {{ ref('orders') }}
{% if is_incremental() %}
where toYYYYMM(ordered_on) >= (select max(month) - 1 from {{ this }})
    or toYYYYMM(ordered_on) in (select month from {{ this }})
{% endif %}
group by 1, 2
