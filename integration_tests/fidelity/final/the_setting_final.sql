-- `final = 1` makes every read of a ReplacingMergeTree table FINAL, and leaves MergeTree alone.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
CREATE TABLE m (k Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'old');
INSERT INTO t VALUES (1, 'new');
INSERT INTO m VALUES (1);
INSERT INTO m VALUES (1);

SELECT count() FROM t;
-- 2
SELECT count() FROM t SETTINGS final = 1;
-- 1
SELECT v FROM t SETTINGS final = true;
-- new
SELECT count() FROM m SETTINGS final = 1;
-- 2

SET final = 1;
SELECT v FROM t;
-- new
SELECT count() FROM t AS x JOIN t AS y ON x.k = y.k;
-- 1
SELECT count() FROM m;
-- 2
SELECT count() FROM t SETTINGS final = 0;
-- 2
