-- IS TRUE and IS FALSE are comparisons that NULL does not make NULL.

CREATE TABLE t (id UInt64, b Bool, m Nullable(Bool), n Nullable(Int64), f Float64) ENGINE = ReplacingMergeTree ORDER BY id;

INSERT INTO t VALUES (1, true, true, 1, 1), (2, false, false, 0, 0), (3, true, NULL, NULL, 2);

SELECT id, (b IS TRUE) + 0, (b IS NOT TRUE) + 0, (b IS FALSE) + 0, (b IS NOT FALSE) + 0 FROM t FINAL ORDER BY id;
-- 1	1	0	0	1
-- 2	0	1	1	0
-- 3	1	0	0	1

SELECT id, (m IS TRUE) + 0, (m IS NOT TRUE) + 0, (m IS FALSE) + 0, (m IS NOT FALSE) + 0, (m IS UNKNOWN) + 0, (m IS NOT UNKNOWN) + 0 FROM t ORDER BY id;
-- 1	1	0	0	1	0	1
-- 2	0	1	1	0	0	1
-- 3	0	1	0	1	1	0

SELECT id, (n IS TRUE) + 0, (n IS NOT FALSE) + 0, (n + 1 IS TRUE) + 0, (NOT n IS TRUE) + 0, (n = 1 IS TRUE) + 0 FROM t ORDER BY id;
-- 1	1	1	0	0	1
-- 2	0	0	1	1	0
-- 3	0	1	0	1	0

SELECT id FROM t WHERE m IS NOT TRUE AND b IS TRUE;
-- 3

SELECT sum(f IS TRUE) FROM t;
-- 1

SELECT id IS MAYBE FROM t;
-- error SYNTAX_ERROR
