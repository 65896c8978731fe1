-- The type may be left out where there is a default.

CREATE TABLE t (k UInt8, a DEFAULT 5, b DEFAULT 'text', c DEFAULT toDate('2024-01-01'), d DEFAULT k + 1) ENGINE = MergeTree ORDER BY k;
INSERT INTO t (k) VALUES (1);
SELECT * FROM t;
-- 1	5	text	2024-01-01	2
