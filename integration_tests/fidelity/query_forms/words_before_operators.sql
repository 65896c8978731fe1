-- A word of the grammar is a name where an operator follows it.

CREATE TABLE t (`limit` UInt8, `in` UInt8, `group` UInt8, `like` String) ENGINE = ReplacingMergeTree ORDER BY `limit`;
INSERT INTO t VALUES (1, 2, 3, 'a'), (4, 8, 9, 'b');

SELECT in / limit AS ratio, limit = 1 ? 'one' : 'more' AS words FROM t FINAL ORDER BY limit;
-- 2	one
-- 2	more
SELECT limit + in, group * 2, like || '!' FROM t FINAL WHERE in > 2 AND limit = 4;
-- 12	18	b!
SELECT sum(in), limit % 3 AS rest FROM t GROUP BY rest ORDER BY rest;
-- 10	1
CREATE VIEW of_one AS SELECT limit, in FROM t WHERE limit = {limit:UInt8};
SELECT * FROM of_one(limit = 4);
-- 4	8
