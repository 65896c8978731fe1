-- A tombstone that PREWHERE leaves out deletes nothing.

CREATE TABLE t (k Int64, v String, ver UInt32, del UInt8)
ENGINE = ReplacingMergeTree(ver, del) ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1, 0), (2, 'b', 1, 0);
INSERT INTO t VALUES (1, '', 2, 1);

SELECT * FROM t FINAL ORDER BY k;
-- 2	b	1	0
SELECT * FROM t FINAL PREWHERE del = 0 ORDER BY k;
-- 1	a	1	0
-- 2	b	1	0
SELECT * FROM t FINAL PREWHERE del = 1;
-- (no rows)
SELECT * FROM t FINAL WHERE del = 1;
-- (no rows)
