-- Numbers where conditions are wanted: in CASE, if, HAVING, ON, and beside AND, OR and NOT.

CREATE TABLE t (k UInt64, v Int32, gone UInt8, f Float64, n Nullable(Int32)) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 10, 0, 0, NULL), (2, 20, 1, 0.5, 0), (3, 0, 0, -1, 7), (4, -5, 1, 0, 1);

SELECT k FROM t WHERE k % 2 ORDER BY k;
-- 1
-- 3
SELECT k FROM t FINAL WHERE bitAnd(k, 1) ORDER BY k;
-- 1
-- 3
SELECT k FROM t WHERE v - 10 AND NOT gone ORDER BY k;
-- 3
SELECT k FROM t WHERE f OR n ORDER BY k;
-- 2
-- 3
-- 4
SELECT k FROM t WHERE v > 0 AND (k % 2 OR gone) ORDER BY k;
-- 1
-- 2
SELECT k, CASE WHEN gone THEN 'gone' WHEN v > 5 AND NOT k % 2 THEN 'even' ELSE 'here' END AS state FROM t ORDER BY k;
-- 1	here
-- 2	gone
-- 3	here
-- 4	gone
SELECT k, if(gone, 'gone', 'here') AS state FROM t ORDER BY k;
-- 1	here
-- 2	gone
-- 3	here
-- 4	gone
SELECT k, gone ? 'gone' : 'here' AS state FROM t ORDER BY k;
-- 1	here
-- 2	gone
-- 3	here
-- 4	gone
SELECT k, multiIf(gone, 'gone', v > 5, 'big', 'small') AS state FROM t FINAL ORDER BY k;
-- 1	big
-- 2	gone
-- 3	small
-- 4	gone
SELECT gone, count() AS c FROM t GROUP BY gone HAVING NOT max(gone) ORDER BY gone;
-- 0	2
SELECT a.k FROM t AS a JOIN t AS b ON a.k = b.k AND b.gone ORDER BY a.k;
-- 2
-- 4
SELECT k FROM (SELECT k, gone AS dead FROM t) WHERE dead ORDER BY k;
-- 2
-- 4
WITH x AS (SELECT k, gone FROM t FINAL) SELECT k FROM x WHERE NOT gone ORDER BY k;
-- 1
-- 3
SELECT sum(if(gone, 1, 0)), countIf(gone), sumIf(v, NOT gone) FROM t FINAL;
-- 2	2	10
SELECT k, toInt8(gone AND v), toInt8(gone OR 0), toInt8(NOT gone), toInt8(xor(gone, 1)) FROM t ORDER BY k;
-- 1	0	0	1	1
-- 2	1	1	0	0
-- 3	0	0	1	1
-- 4	1	1	0	0
SELECT k, toInt8(and(gone, v)), toInt8(or(gone, 0, f)), toInt8(not(gone)) FROM t ORDER BY k;
-- 1	0	0	1
-- 2	1	1	0
-- 3	0	1	1
-- 4	1	1	0
SELECT bitAnd(k, 3), bitOr(k, 4), bitXor(k, 1), bitShiftRight(k, 1) FROM t ORDER BY k;
-- 1	5	0	0
-- 2	6	3	1
-- 3	7	2	1
-- 0	4	5	2
SELECT bitAnd(toUInt64(18446744073709551615), 255), bitOr(toUInt64(9223372036854775808), 1);
-- 255	9223372036854775809
CREATE VIEW alive AS SELECT k, gone FROM t FINAL WHERE NOT gone;
SELECT k FROM alive WHERE k AND NOT gone ORDER BY k;
-- 1
-- 3
ALTER TABLE t DELETE WHERE gone AND v SETTINGS mutations_sync = 1;
SELECT k FROM t ORDER BY k;
-- 1
-- 3
