-- Mutations whose expressions call functions that CREATE FUNCTION made, or name the table; conditions that are
-- constant, in mutations, defaults, constraints and keys.

CREATE FUNCTION twice_of AS x -> x * 2;
CREATE FUNCTION near_of AS (x, y) -> arrayExists(e -> abs(e - x) <= y, [x, y]);
CREATE TABLE m (k Int32, x Int32, s String, n Nullable(Int32), arr Array(Int64)) ENGINE = MergeTree ORDER BY k;
INSERT INTO m VALUES (1, 10, 'a', 1, [1]), (2, 20, 'b', NULL, [2, 3]), (3, 30, 'c', 3, []);
ALTER TABLE m UPDATE x = twice_of(m.x) + k WHERE m.k = 1 OR m.s = 'b';
SELECT * FROM m ORDER BY k;
-- 1	21	a	1	[1]
-- 2	42	b	\N	[2,3]
-- 3	30	c	3	[]
ALTER TABLE m UPDATE x = if(1 = 1, x + 1, 0), s = multiIf('a' REGEXP '^.$', concat(s, '!'), 'no') WHERE 'a' REGEXP '^.$';
SELECT * FROM m ORDER BY k;
-- 1	22	a!	1	[1]
-- 2	43	b!	\N	[2,3]
-- 3	31	c!	3	[]
ALTER TABLE m UPDATE s = CASE WHEN true = true THEN 'yes' ELSE 'no' END WHERE near_of(m.k, 1);
SELECT * FROM m ORDER BY k;
-- 1	22	yes	1	[1]
-- 2	43	yes	\N	[2,3]
-- 3	31	yes	3	[]
DELETE FROM m WHERE m.x IN (SELECT x FROM m WHERE m.k = 3);
SELECT k FROM m ORDER BY k;
-- 1
-- 2
CREATE TABLE d (k Int32, y String DEFAULT if(1 = 1, 'yes', 'no'), z Int32 MATERIALIZED multiIf(true = true, k + 1, 0), al String ALIAS if(2 > 1, 'a', 'b')) ENGINE = MergeTree ORDER BY k;
INSERT INTO d (k) VALUES (1);
SELECT *, z, al FROM d;
-- 1	yes	2	a
CREATE TABLE c (k Int32, CONSTRAINT cc CHECK if(1 = 1, k > 0, true)) ENGINE = MergeTree ORDER BY k;
INSERT INTO c VALUES (-1);
-- error VIOLATED_CONSTRAINT
INSERT INTO c VALUES (1);
CREATE TABLE p (k Int32, d Date) ENGINE = MergeTree PARTITION BY if(1 = 1, toYYYYMM(d), 0) ORDER BY if(1 = 1, k, 0);
INSERT INTO p VALUES (1, '2024-01-01'), (2, '2024-02-01');
SELECT partition_id, rows FROM system.parts WHERE database = currentDatabase() AND table = 'p' AND active ORDER BY 1;
-- 202401	1
-- 202402	1
DROP FUNCTION twice_of;
DROP FUNCTION near_of;
