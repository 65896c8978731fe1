-- system.tables counts the rows of a materialized view that has a table of its own.
CREATE TABLE sales (id UInt32, shop String) ENGINE = MergeTree ORDER BY id;
CREATE TABLE shops (shop String) ENGINE = ReplacingMergeTree ORDER BY shop;
CREATE MATERIALIZED VIEW of_its_own ENGINE = MergeTree ORDER BY id AS SELECT id FROM sales;
CREATE MATERIALIZED VIEW of_another TO shops AS SELECT shop FROM sales;
SELECT name, total_rows, total_bytes FROM system.tables WHERE database = currentDatabase() AND name LIKE 'of_%' ORDER BY name;
-- of_another	\N	\N
-- of_its_own	0	0
INSERT INTO sales VALUES (1, 'a'), (2, 'b');
SELECT name, total_rows, total_bytes > 0, parts, active_parts FROM system.tables WHERE database = currentDatabase() AND name LIKE 'of_%' ORDER BY name;
-- of_another	\N	\N	\N	\N
-- of_its_own	2	1	\N	\N
