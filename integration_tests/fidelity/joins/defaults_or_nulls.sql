-- What stands where a LEFT JOIN finds nothing: NULL, if join_use_nulls is 1.

CREATE TABLE a (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE b (k Int64, n Nullable(Int64)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO a VALUES (1, 'a1'), (2, 'a2');
INSERT INTO b VALUES (2, 5);

SELECT a.k, b.n FROM a LEFT JOIN b ON a.k = b.k ORDER BY a.k;
-- 1	\N
-- 2	5
