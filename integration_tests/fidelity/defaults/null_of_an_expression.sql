-- A DEFAULT or MATERIALIZED expression that is NULL fails where the column cannot have it.

CREATE TABLE d (k Int32, n Nullable(Int32), x Int32 DEFAULT n, y Nullable(Int32) DEFAULT n + 1, z Int32 MATERIALIZED ifNull(n, -1)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO d (k, n) VALUES (1, 5);
INSERT INTO d (k, n) VALUES (2, NULL);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO d (k, n) SELECT 3, NULL FROM numbers(1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO d (k, n, x) VALUES (4, NULL, 7);
SELECT *, z FROM d FINAL ORDER BY k;
-- 1	5	5	6	5
-- 4	\N	7	\N	-1
ALTER TABLE d ADD COLUMN w Int32 DEFAULT k + 1;
SELECT k, w FROM d ORDER BY k;
-- 1	2
-- 4	5
