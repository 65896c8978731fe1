{{ config(
    materialized='incremental',
    unique_key='product_id',
    version='extracted_on',
    tombstone_missing=true,
) }}

select product_id, title, price, extracted_on, false as is_deleted
from {{ source('shop', 'product_extracts') }}
where extracted_on = (select max(extracted_on) from {{ source('shop', 'product_extracts') }})
