-- FINAL stands once for each table, and each side of a join shows its current rows only.

CREATE TABLE orders (id UInt64, customer UInt32, amount Decimal(9, 2), ver UInt32)
ENGINE = ReplacingMergeTree(ver) ORDER BY id;

CREATE TABLE customers (id UInt32, name String, ver UInt32)
ENGINE = ReplacingMergeTree(ver) ORDER BY id;

INSERT INTO orders VALUES (1, 10, 5.5, 1), (2, 10, 7, 1), (3, 20, 9, 1);
INSERT INTO orders VALUES (1, 20, 6.25, 2);
INSERT INTO customers VALUES (10, 'Ann', 1), (20, 'Bob', 1);
INSERT INTO customers VALUES (10, 'Anna', 2);

SELECT o.id, c.name, o.amount
FROM orders AS o FINAL
JOIN customers AS c FINAL ON o.customer = c.id
ORDER BY o.id;
-- 1	Bob	6.25
-- 2	Anna	7
-- 3	Bob	9

SELECT c.name, count(), sum(o.amount)
FROM orders AS o FINAL INNER JOIN customers AS c FINAL ON c.id = o.customer
GROUP BY c.name
ORDER BY c.name;
-- Anna	1	7
-- Bob	2	15.25

-- Only one side is FINAL.
SELECT o.id, c.name FROM orders AS o FINAL JOIN customers AS c ON o.customer = c.id
ORDER BY o.id, c.name;
-- 1	Bob
-- 2	Ann
-- 2	Anna
-- 3	Bob
