-- SHOW TEMPORARY TABLES is an abbreviation of a query of system.tables.

CREATE TEMPORARY TABLE orders (k Int64);
CREATE TEMPORARY TABLE old_orders (k Int64) ENGINE = MergeTree ORDER BY k;
CREATE TEMPORARY TABLE customers (k Int64);
SHOW TEMPORARY TABLES;
-- customers
-- old_orders
-- orders
SHOW FULL TEMPORARY TABLES;
-- customers	Memory
-- old_orders	MergeTree
-- orders	Memory
SHOW TEMPORARY TABLES LIKE '%orders';
-- old_orders
-- orders
SHOW TEMPORARY TABLES NOT LIKE '%orders';
-- customers
SHOW TEMPORARY TABLES ILIKE 'ORD%';
-- orders
SHOW TEMPORARY TABLES LIKE '%s' LIMIT 2;
-- customers
-- old_orders
SHOW TEMPORARY TABLES LIMIT 1;
-- customers
SHOW TEMPORARY TABLES WHERE name = 'orders';
-- orders
SHOW TEMPORARY TABLES WHERE name != 'orders' LIMIT 1;
-- customers
SHOW TEMPORARY TABLES FROM shop;
-- error SYNTAX_ERROR
DROP TABLE orders, old_orders, customers;
SHOW TEMPORARY TABLES;
-- (no rows)
