-- Which columns `*` and COLUMNS have: MATERIALIZED and ALIAS columns, and the settings that show them; the modes of WITH TOTALS.

CREATE TABLE m (k Int32, a Int32, b Int32 MATERIALIZED a * 2, c Int32 ALIAS a + 100, e Int32 EPHEMERAL 7, z Int32) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO m (k, a, z) VALUES (1, 10, 5), (2, 20, 6), (3, 30, 7);
SELECT * FROM m ORDER BY k;
-- 1	10	5
-- 2	20	6
-- 3	30	7
SELECT * FROM m ORDER BY k SETTINGS asterisk_include_materialized_columns = 1;
-- 1	10	20	5
-- 2	20	40	6
-- 3	30	60	7
SELECT * FROM m ORDER BY k SETTINGS asterisk_include_alias_columns = 1;
-- 1	10	5	110
-- 2	20	6	120
-- 3	30	7	130
SELECT * FROM m FINAL ORDER BY k SETTINGS asterisk_include_materialized_columns = 1, asterisk_include_alias_columns = 1;
-- 1	10	20	5	110
-- 2	20	40	6	120
-- 3	30	60	7	130
SELECT m.* FROM m ORDER BY k SETTINGS asterisk_include_materialized_columns = 1;
-- 1	10	20	5
-- 2	20	40	6
-- 3	30	60	7
SELECT * EXCEPT (a) FROM m ORDER BY k SETTINGS asterisk_include_materialized_columns = 1, asterisk_include_alias_columns = 1;
-- 1	20	5	110
-- 2	40	6	120
-- 3	60	7	130
SELECT * APPLY max FROM m SETTINGS asterisk_include_alias_columns = 1;
-- 3	30	7	130
SELECT * FROM (SELECT * FROM m) ORDER BY k SETTINGS asterisk_include_materialized_columns = 1;
-- 1	10	20	5
-- 2	20	40	6
-- 3	30	60	7
SELECT * FROM (SELECT * FROM m SETTINGS asterisk_include_materialized_columns = 1) ORDER BY k;
-- 1	10	20	5
-- 2	20	40	6
-- 3	30	60	7
SELECT count(*) FROM m SETTINGS asterisk_include_materialized_columns = 1;
-- 3
SELECT * FROM m AS x JOIN m AS y USING (k) ORDER BY k SETTINGS asterisk_include_materialized_columns = 1;
-- 1	10	20	5	10	20	5
-- 2	20	40	6	20	40	6
-- 3	30	60	7	30	60	7
SELECT x.*, y.* FROM m AS x JOIN m AS y ON x.k = y.a / 10 ORDER BY x.k SETTINGS asterisk_include_alias_columns = 1;
-- 1	10	5	110	1	10	5	110
-- 2	20	6	120	2	20	6	120
-- 3	30	7	130	3	30	7	130
CREATE VIEW vv AS SELECT * FROM m;
SELECT * FROM vv ORDER BY k SETTINGS asterisk_include_materialized_columns = 1;
-- 1	10	5
-- 2	20	6
-- 3	30	7
SELECT DISTINCT * FROM m ORDER BY ALL LIMIT 2 SETTINGS asterisk_include_materialized_columns = 1;
-- 1	10	20	5
-- 2	20	40	6
SELECT * FROM m ORDER BY k SETTINGS asterisk_include_virtual_columns = 0;
-- 1	10	5
-- 2	20	6
-- 3	30	7
SELECT COLUMNS('.*') FROM m ORDER BY k;
-- 1	10	20	5	110
-- 2	20	40	6	120
-- 3	30	60	7	130
SELECT COLUMNS('a|b|c') FROM m ORDER BY k;
-- 10	20	110
-- 20	40	120
-- 30	60	130
SELECT m.COLUMNS('a|b|c') FROM m ORDER BY k;
-- 10	20	110
-- 20	40	120
-- 30	60	130
SELECT m.COLUMNS(a, b, c), COLUMNS(z, c) FROM m ORDER BY k;
-- 10	20	110	5	110
-- 20	40	120	6	120
-- 30	60	130	7	130
SELECT COLUMNS('[bc]') APPLY sum FROM m;
-- 120	360
SELECT COLUMNS('[abc]') FROM m AS x JOIN m AS y USING (k) ORDER BY x.a;
-- 10	20	110	10	20	110
-- 20	40	120	20	40	120
-- 30	60	130	30	60	130
SELECT COLUMNS('[bc]') FROM m AS x JOIN m AS y ON x.k = y.k ORDER BY x.a;
-- 20	110	20	110
-- 40	120	40	120
-- 60	130	60	130
SELECT COLUMNS('^_part') FROM m;
-- error EMPTY_LIST_OF_COLUMNS_QUERIED
SELECT COLUMNS('[bc]') EXCEPT c FROM m ORDER BY k;
-- 20
-- 40
-- 60

SET asterisk_include_alias_columns = 1;
SELECT * FROM m ORDER BY k LIMIT 1;
-- 1	10	5	110
CREATE TABLE copy ENGINE = MergeTree ORDER BY k AS SELECT * FROM m;
SELECT * FROM copy ORDER BY k;
-- 1	10	5	110
-- 2	20	6	120
-- 3	30	7	130
SET asterisk_include_alias_columns = 0;

SELECT s FROM (SELECT k % 2 AS p, sum(a) AS s FROM m GROUP BY p WITH TOTALS HAVING s > 25) ORDER BY s;
-- 40
SET totals_mode = 'sometimes';
-- error UNKNOWN_TOTALS_MODE
SELECT k FROM m ORDER BY k SETTINGS totals_mode = 'x';
-- error UNKNOWN_TOTALS_MODE
SELECT k % 2 AS p, sum(a) AS s FROM m GROUP BY p WITH TOTALS HAVING s > 25 ORDER BY p SETTINGS totals_mode = 'before_having';
-- 1	40
-- differs: the totals are the last row, docs/sql.md#what-clickhouses-statements-mean
-- 1	40
-- 0	60
SELECT k % 2 AS p, sum(a) AS s FROM m GROUP BY p WITH TOTALS HAVING s > 25 ORDER BY p SETTINGS totals_mode = 'after_having_auto';
-- 1	40
-- differs: the totals are the last row, docs/sql.md#what-clickhouses-statements-mean
-- 1	40
-- 0	40
