{{ config(
    materialized='incremental',
    incremental_strategy='delete+insert',
    unique_key='ordered_on',
) }}

{#- The days that an event of this run is about, now or before. -#}
with changed as (
    select distinct ordered_on
    from {{ source('shop', 'order_events') }}
    {% if is_incremental() %}
    where order_id in (
        select order_id from {{ source('shop', 'order_events') }}
        where loaded_on > (select max(computed_for) from {{ this }})
    )
    {% endif %}
)

select
    changed.ordered_on,
    count(o.order_id) as orders,
    cast(coalesce(sum(o.amount), 0) as decimal(18, 2)) as ordered,
    (select max(loaded_on) from {{ source('shop', 'order_events') }}) as computed_for
from changed
left join {{ ref('orders') }} as o on o.ordered_on = changed.ordered_on
group by changed.ordered_on
