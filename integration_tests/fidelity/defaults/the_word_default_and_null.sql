-- DEFAULT as a value, and NULL into a column that cannot hold it.

CREATE TABLE t (k UInt8, a Int32 DEFAULT 7, n Nullable(Int32) DEFAULT 8, s String DEFAULT 'none') ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, DEFAULT, DEFAULT, DEFAULT);
INSERT INTO t VALUES (2, NULL, NULL, NULL);
INSERT INTO t (k, a) VALUES (3, DEFAULT);
INSERT INTO t (k, n) VALUES (4, NULL);
SELECT * FROM t ORDER BY k;
-- 1	7	8	none
-- 2	7	\N	none
-- 3	7	8	none
-- 4	7	\N	none
