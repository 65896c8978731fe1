-- A NULL inside an array, a map or a tuple that holds none: refused of a query, the default in VALUES.

CREATE TABLE t (k Int64, n Nullable(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1), (2, NULL);
CREATE TABLE o (k Int64, a Array(Int64), m Map(String, Int64), tu Tuple(Int64, String), v Int64) ENGINE = MergeTree ORDER BY k;

INSERT INTO o (k, a) SELECT 1, [1, NULL];
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO o (k, a) SELECT k, [n] FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO o (k, a) SELECT k, [n] FROM t WHERE k = 1;
INSERT INTO o (k, m) SELECT k, map('a', n) FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO o (k, tu) SELECT k, (n, 'x') FROM t;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO o (k, v) SELECT k, n FROM t WHERE k = 2;
INSERT INTO o (k, a, m, tu) VALUES (3, [1, NULL], map('a', NULL), (NULL, 'x'));
SELECT k, a, m['a'], tu.1, v FROM o ORDER BY k;
-- 1	[1]	0	0	0
-- 2	[]	0	0	0
-- 3	[1,0]	0	0	0
