-- A call over a window stands in no other call over a window or of an aggregate, nor in conditions of rows and groups.

CREATE TABLE visits (day Date, page String, n UInt32) ENGINE = MergeTree ORDER BY (day, page);
INSERT INTO visits VALUES ('2024-01-01', 'a', 3), ('2024-01-01', 'b', 5), ('2024-01-02', 'a', 2), ('2024-01-03', 'b', 9);
SELECT sum(sum(n) OVER ()) OVER () FROM visits;
-- error ILLEGAL_AGGREGATION
SELECT max(sum(n) OVER (PARTITION BY page)) FROM visits;
-- error ILLEGAL_AGGREGATION
SELECT page, sum(n) OVER (PARTITION BY page) AS total, total / sum(total) OVER () FROM visits;
-- error ILLEGAL_AGGREGATION
SELECT countIf(row_number() OVER (ORDER BY n) = 1) FROM visits;
-- error ILLEGAL_AGGREGATION
SELECT page FROM visits GROUP BY page HAVING row_number() OVER (ORDER BY page) = 1;
-- error ILLEGAL_AGGREGATION
SELECT page, sum(n) AS s, rank() OVER (ORDER BY s) AS r FROM visits GROUP BY page HAVING r = 1;
-- error ILLEGAL_AGGREGATION
SELECT day FROM visits WHERE lag(n) OVER (ORDER BY day, page) > 2;
-- error ILLEGAL_AGGREGATION
SELECT count() OVER (PARTITION BY page) AS c FROM visits GROUP BY c;
-- error ILLEGAL_AGGREGATION
SELECT rank() OVER (ORDER BY n), count() FROM visits GROUP BY 1;
-- error ILLEGAL_AGGREGATION
SELECT page, sum(sum(n)) OVER (ORDER BY max(n)) AS running, sum(n) AS s, s / sum(s) OVER () AS share FROM visits GROUP BY page ORDER BY page;
-- a	5	5	0.2631578947368421
-- b	19	14	0.7368421052631579
SELECT page, max(total) FROM (SELECT page, sum(n) OVER (PARTITION BY page ORDER BY day) AS total FROM visits) GROUP BY page ORDER BY page;
-- a	5
-- b	14
SELECT day, n + (SELECT max(c) FROM (SELECT count() OVER (PARTITION BY page) AS c FROM visits)) AS m, sum(m) OVER (ORDER BY day, n) FROM visits ORDER BY day, n;
-- 2024-01-01	5	5
-- 2024-01-01	7	12
-- 2024-01-02	4	16
-- 2024-01-03	11	27
SELECT day, page FROM visits QUALIFY row_number() OVER (PARTITION BY page ORDER BY day DESC) = 1 ORDER BY page;
-- 2024-01-02	a
-- 2024-01-03	b
