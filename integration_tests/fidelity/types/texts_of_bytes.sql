-- Texts of bytes that are no UTF-8: in literals, in keys, and as what columns are compared with.

CREATE TABLE t (k Int32, x String, f FixedString(2)) ENGINE = ReplacingMergeTree ORDER BY (x, k);
INSERT INTO t SELECT 1, unhex('61FF'), unhex('61FF');
INSERT INTO t VALUES (2, '\x61\xFE', '\xFF\xFE'), (3, X'61', 'ab'), (4, 'é\xFF', '\x80'), (5, '\xC3\xA9', 'é');
SELECT k, hex(x), hex(f) FROM t ORDER BY k;
-- 1	61FF	61FF
-- 2	61FE	FFFE
-- 3	61	6162
-- 4	C3A9FF	8000
-- 5	C3A9	C3A9
SELECT k FROM t WHERE x = unhex('61FF');
-- 1
SELECT k FROM t FINAL WHERE x = '\x61\xFE';
-- 2
SELECT k FROM t FINAL WHERE unhex('61FF') = x;
-- 1
SELECT k FROM t WHERE x IN (unhex('61FF'), 'a', '\xC3\xA9') ORDER BY k;
-- 1
-- 3
-- 5
SELECT k FROM t WHERE x NOT IN (unhex('61FF'), 'a') ORDER BY k;
-- 2
-- 4
-- 5
SELECT k FROM t WHERE f = unhex('61FF') OR f = '\xFF\xFE' ORDER BY k;
-- 1
-- 2
SELECT k FROM t WHERE x > unhex('61FE') AND x < '\xFF' ORDER BY k;
-- 1
-- 4
-- 5
SELECT k FROM t WHERE x = concat('\xC3', '\xA9');
-- 5
SELECT k FROM t WHERE x = lower('A');
-- 3
SELECT hex('\xFF'), hex(max('\xFF')), length('\xFF\xFE'), '\xC3\xA9', hex('\\xFF') FROM t WHERE k = 1;
-- FF	FF	2	é	5C784646
SELECT a.k, b.k FROM t AS a JOIN t AS b ON a.x = b.x AND a.x = unhex('61FF') ORDER BY a.k;
-- 1	1
SELECT k FROM t PREWHERE x = unhex('61FF');
-- 1
ALTER TABLE t UPDATE f = '\xFF' WHERE x = unhex('61FF') SETTINGS mutations_sync = 2;
SELECT hex(f) FROM t WHERE k = 1;
-- FF00
DELETE FROM t WHERE x = unhex('61FF');
SELECT count() FROM t;
-- 4
ALTER TABLE t DELETE WHERE x = '\x61\xFE' SETTINGS mutations_sync = 2;
SELECT count() FROM t;
-- 3
CREATE TABLE p (x String, k Int32) ENGINE = ReplacingMergeTree PARTITION BY hex(x) ORDER BY k;
INSERT INTO p VALUES ('\xFF', 1), (unhex('FE'), 2), ('\xFF', 3);
SELECT hex(x), k FROM p FINAL ORDER BY k;
-- FF	1
-- FE	2
-- FF	3
SELECT k FROM p WHERE x = '\xFF' ORDER BY k;
-- 1
-- 3
SELECT uniqExact(partition), sum(rows) FROM system.parts WHERE database = currentDatabase() AND table = 'p' AND active;
-- 2	3
OPTIMIZE TABLE p FINAL;
SELECT count(), uniqExact(x), hex(max(x)) FROM p;
-- 3	2	FF
SELECT multiIf(x = '\xFF', 1, x IN ('\xFE'), 2, 3) FROM p ORDER BY k;
-- 1
-- 2
-- 1
