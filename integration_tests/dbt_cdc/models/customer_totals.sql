{{ config(materialized='table', order_by='customer_id') }}

with order_totals as (
    select o.order_id, o.customer_id, o.amount, coalesce(sum(p.paid), 0) as paid
    from {{ ref('orders') }} as o
    left join {{ ref('payments') }} as p on p.order_id = o.order_id
    group by o.order_id, o.customer_id, o.amount
)

select
    c.customer_id,
    c.city,
    count(t.order_id) as orders,
    cast(coalesce(sum(t.amount), 0) as decimal(18, 2)) as ordered,
    cast(coalesce(sum(t.paid), 0) as decimal(18, 2)) as paid
from {{ ref('customers') }} as c
left join order_totals as t on t.customer_id = c.customer_id
group by c.customer_id, c.city
