-- Words of the grammar may be names of columns, in keys, too.

CREATE TABLE t (select Int32, order Int32, k Int32) ENGINE = ReplacingMergeTree ORDER BY (select, order);
INSERT INTO t VALUES (1, 2, 3), (1, 2, 4);
SELECT k FROM t FINAL WHERE `select` = 1 AND `order` = 2;
-- 4
CREATE TABLE u (k Int32, order Int32) ENGINE = MergeTree ORDER BY order;
CREATE TABLE v (k Int32, table Int32) ENGINE = MergeTree PARTITION BY table % 10 ORDER BY (k, toString(table));
INSERT INTO v VALUES (1, 12), (2, 13);
SELECT `table` FROM v ORDER BY k;
-- 12
-- 13
SELECT partition_id FROM system.parts WHERE database = 'shop' AND table = 'v' AND active ORDER BY partition_id;
-- 2
-- 3
