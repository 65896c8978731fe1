-- Orders that pass through states, in monthly partitions, and reports on them.

CREATE TABLE orders
(
    id UInt64,
    customer LowCardinality(String),
    created Date,
    state Enum8('new' = 1, 'paid' = 2, 'sent' = 3),
    total Decimal(12, 2),
    ver UInt64
)
ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYYYYMM(created)
ORDER BY (customer, id);
INSERT INTO orders VALUES (1, 'a', '2024-01-10', 'new', 10.50, 1), (2, 'a', '2024-01-20', 'new', 20, 1), (3, 'b', '2024-02-01', 'new', 5.25, 1);
INSERT INTO orders VALUES (1, 'a', '2024-01-10', 'paid', 10.50, 2), (3, 'b', '2024-02-01', 'paid', 6.25, 2);
INSERT INTO orders VALUES (1, 'a', '2024-01-10', 'sent', 10.50, 3);

SELECT state, count(), sum(total) FROM orders FINAL GROUP BY state ORDER BY count(), state DESC;
-- sent	1	10.5
-- paid	1	6.25
-- new	1	20
SELECT toYYYYMM(created) AS month, sum(total) AS s FROM orders FINAL GROUP BY month ORDER BY month;
-- 202401	30.5
-- 202402	6.25
SELECT customer, count() AS n, sum(total) AS s FROM orders FINAL WHERE state IN ('paid', 'sent') GROUP BY customer ORDER BY s DESC;
-- a	1	10.5
-- b	1	6.25
SELECT id FROM orders FINAL WHERE state = 'sent' AND created >= '2024-01-01' AND created < '2024-02-01';
-- 1
SELECT customer, argMax(state, ver) FROM orders WHERE id = 1 GROUP BY customer;
-- a	sent
