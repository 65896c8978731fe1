{{ config(materialized='view') }}

select city, count(*) as customers, sum(ordered) as ordered
from {{ ref('customer_totals') }}
group by city
