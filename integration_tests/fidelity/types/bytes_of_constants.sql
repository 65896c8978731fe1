-- Constants that are no UTF-8, wherever they come from, find the rows that have their bytes.

CREATE TABLE t (k Int64, s String, f FixedString(2)) ENGINE = ReplacingMergeTree ORDER BY s;
INSERT INTO t SELECT number, unhex(['61FF', '6162', 'FF', '80', '', 'C3A9'][number + 1]), unhex(['61FF', '6162', 'FF00', '8080', '0000', 'C3A9'][number + 1]) FROM numbers(6);
SELECT k FROM t WHERE s IS NOT DISTINCT FROM unhex('61FF');
-- 0
SELECT k FROM t WHERE s <=> 'a\xFF';
-- 0
SELECT k FROM t WHERE startsWith(s, unhex('61FF'));
-- 0
SELECT k FROM t WHERE startsWith(s, 'a\xFF');
-- 0
SELECT k FROM t WHERE endsWith(s, '\xFF') ORDER BY k;
-- 0
-- 2
SELECT k FROM t WHERE s IN ('a\xFF', '\x80') ORDER BY k;
-- 0
-- 3
SELECT k FROM t WHERE s NOT IN (unhex('61FF'), char(0x80)) ORDER BY k;
-- 1
-- 2
-- 4
-- 5
SELECT k FROM t FINAL WHERE s >= substring('é', 1, 1) ORDER BY k;
-- 2
-- 5
SELECT k FROM t WHERE f = 'a\xFF';
-- 0
SELECT a.k FROM t AS a JOIN (SELECT unhex('61FF') AS x) AS b ON a.s = b.x;
-- 0
SELECT a.k FROM t AS a JOIN (SELECT 'a\xFF' AS x UNION ALL SELECT 'ab') AS b ON a.s = b.x ORDER BY 1;
-- 0
-- 1
WITH unhex('61FF') AS x SELECT k FROM t WHERE s = x;
-- 0
SELECT k FROM (SELECT k, s, unhex('61FF') AS x FROM t) WHERE s = x;
-- 0
SELECT hex(x), count() FROM (SELECT unhex('61FF') AS x FROM t) GROUP BY x;
-- 61FF	6
SELECT k FROM t WHERE (s, k) IN ((unhex('61FF'), 0), ('\x80', 3)) ORDER BY k;
-- 0
-- 3
SELECT k FROM t WHERE has([unhex('61FF'), '\xFF'], s) ORDER BY k;
-- 0
-- 2
DELETE FROM t WHERE s = '\xFF';
ALTER TABLE t UPDATE k = 100 WHERE s = unhex('61FF') SETTINGS mutations_sync = 1;
SELECT k, hex(s) FROM t FINAL ORDER BY k;
-- 1	6162
-- 3	80
-- 4	''
-- 5	C3A9
-- 100	61FF
SELECT replaceRegexpAll(s, concat('a', 'b'), 'x') FROM t WHERE k = 1;
-- x
SELECT k FROM t WHERE s LIKE '%\xFF' ORDER BY k;
-- 100
SELECT k FROM t WHERE s LIKE 'a\xFF%' AND s NOT LIKE '\x80' ORDER BY k;
-- 100
SELECT k FROM t WHERE s NOT LIKE '%\xFF%' ORDER BY k;
-- 1
-- 3
-- 4
-- 5
