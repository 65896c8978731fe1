-- WITH FILL of two: rows before FROM, and values that the STEP of the first one misses.

CREATE TABLE t (a Int64, b Int64) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (-3, -1), (1, 0), (2, 1), (4, 1);

SELECT a, b FROM t ORDER BY a WITH FILL FROM 1 TO 6, b WITH FILL TO 3;
-- -3	-1
-- 1	0
-- 2	1
-- 2	2
-- 3	0
-- 4	1
-- 4	2
-- 5	0
SELECT a, b FROM t ORDER BY a WITH FILL FROM 0, b WITH FILL TO 3;
-- -3	-1
-- 0	0
-- 1	0
-- 1	1
-- 1	2
-- 2	1
-- 2	2
-- 3	0
-- 4	1
-- 4	2
SELECT a, b FROM t ORDER BY a WITH FILL FROM 1, b WITH FILL FROM -2 TO 3;
-- -3	-1
-- 1	-2
-- 1	-1
-- 1	0
-- 1	1
-- 1	2
-- 2	-2
-- 2	-1
-- 2	0
-- 2	1
-- 2	2
-- 3	-2
-- 3	-1
-- 3	0
-- 3	1
-- 3	2
-- 4	-2
-- 4	-1
-- 4	0
-- 4	1
-- 4	2
SELECT a, b FROM t ORDER BY a WITH FILL FROM 1 TO 6 STEP 2, b WITH FILL TO 3;
-- -3	-1
-- 1	0
-- 2	1
-- 3	0
-- 4	1
-- 5	0
SELECT a, b FROM t ORDER BY a DESC WITH FILL FROM 1 TO -6 STEP -1, b WITH FILL TO 3;
-- 4	1
-- 2	1
-- 1	0
-- 0	0
-- -1	0
-- -2	0
-- -3	-1
-- -3	0
-- -3	1
-- -3	2
-- -4	0
-- -5	0
SELECT a, b FROM t ORDER BY a WITH FILL STEP 2, b WITH FILL TO 3;
-- -3	-1
-- -3	0
-- -3	1
-- -3	2
-- -1	0
-- 1	0
-- 1	1
-- 1	2
-- 2	1
-- 3	0
-- 4	1
SELECT a, b FROM t ORDER BY a WITH FILL STEP 5, b WITH FILL FROM -2 TO 3;
-- -3	-2
-- -3	-1
-- -3	0
-- -3	1
-- -3	2
-- 1	0
-- 2	-2
-- 2	-1
-- 2	0
-- 2	1
-- 2	2
-- 4	1
SELECT a, b FROM t ORDER BY a WITH FILL FROM -5 STEP 5, b WITH FILL FROM -2 TO 3;
-- -5	-2
-- -5	-1
-- -5	0
-- -5	1
-- -5	2
-- -3	-1
-- 0	-2
-- 0	-1
-- 0	0
-- 0	1
-- 0	2
-- 1	0
-- 2	1
-- 4	1

CREATE TABLE d (a Date, b DateTime('UTC'), c Float64) ENGINE = MergeTree ORDER BY a;
INSERT INTO d VALUES ('2024-01-01', '2024-01-01 00:00:00', 1), ('2024-02-01', '2024-01-01 02:00:00', 1.5), ('2024-02-03', '2024-01-01 02:00:00', 4);
SELECT a, c FROM d ORDER BY a WITH FILL STEP INTERVAL 1 MONTH, c WITH FILL TO 3;
-- 2024-01-01	1
-- 2024-01-01	2
-- 2024-02-01	1.5
-- 2024-02-01	2.5
-- 2024-02-03	4
SELECT c, b FROM d ORDER BY c WITH FILL STEP 0.5, b WITH FILL TO toDateTime('2024-01-01 03:00:00', 'UTC') STEP INTERVAL 1 HOUR;
-- 1	2024-01-01 00:00:00
-- 1	2024-01-01 01:00:00
-- 1	2024-01-01 02:00:00
-- 1.5	2024-01-01 02:00:00
-- 2	1970-01-01 00:00:00
-- 2.5	1970-01-01 00:00:00
-- 3	1970-01-01 00:00:00
-- 3.5	1970-01-01 00:00:00
-- 4	2024-01-01 02:00:00
