-- Columns the engine computes when a query names them.

CREATE TABLE t (k Int64, g UInt8) ENGINE = ReplacingMergeTree PARTITION BY g ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, 2);
INSERT INTO t VALUES (3, 1);

SELECT k, _part, _partition_id FROM t ORDER BY k;
-- 1	1_1_1_1	1
-- 2	2_2_2_1	2
-- 3	1_3_3_1	1
SELECT _part, count() FROM t GROUP BY _part ORDER BY _part;
-- 1_1_1_1	1
-- 1_3_3_1	1
-- 2_2_2_1	1
SELECT k FROM t WHERE _partition_id = '1' ORDER BY k;
-- 1
-- 3
SELECT * FROM t WHERE _part = '2_1_1_0' OR _part = '2_2_2_1';
-- 2	2
SELECT k, _row_exists FROM t FINAL ORDER BY k;
-- 1	1
-- 2	1
-- 3	1
CREATE TABLE named (k UInt8, a Array(UInt8), m Map(String, UInt8)) ENGINE = MergeTree ORDER BY k;
INSERT INTO named VALUES (1, [1, 2], map('x', 1)), (2, [], map());
SELECT _table, k FROM named ORDER BY k;
-- named	1
-- named	2
SELECT DISTINCT n._table FROM named AS n WHERE _table = 'named';
-- named
SELECT a.size0, m.size0, toTypeName(a.size0) FROM named ORDER BY k;
-- 2	1	UInt64
-- 0	0	UInt64
SELECT * FROM named WHERE a.size0 = 2;
-- 1	[1,2]	{'x':1}
