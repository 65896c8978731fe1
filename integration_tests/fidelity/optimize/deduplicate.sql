-- DEDUPLICATE makes equal rows one, by all columns or by some.

CREATE TABLE m (k Int64, v String, n Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO m VALUES (1, 'a', 1), (1, 'a', 1), (1, 'b', 1);
INSERT INTO m VALUES (1, 'a', 1), (2, 'a', 2);
OPTIMIZE TABLE m FINAL DEDUPLICATE;
SELECT * FROM m ORDER BY k, v;
-- 1	a	1
-- 1	b	1
-- 2	a	2
INSERT INTO m VALUES (2, 'a', 9);
OPTIMIZE TABLE m FINAL DEDUPLICATE BY k, v;
SELECT k, v FROM m ORDER BY k, v;
-- 1	a
-- 1	b
-- 2	a
OPTIMIZE TABLE m FINAL DEDUPLICATE BY v;
-- error THERE_IS_NO_COLUMN
OPTIMIZE TABLE m FINAL DEDUPLICATE BY nothing;
-- error NO_SUCH_COLUMN_IN_TABLE
