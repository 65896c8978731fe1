-- The remainder of a Decimal, of numbers of the same scale and of others.

CREATE TABLE t (k UInt32, d Decimal(18, 2), e Decimal(9, 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 12.34, 5), (2, -12.34, 2.5);

SELECT k, d % e, toTypeName(d % e) FROM t ORDER BY k;
-- 1	2.34	Decimal(18, 2)
-- 2	-2.34	Decimal(18, 2)
SELECT k, d % 5 FROM t ORDER BY k;
-- 1	0.04
-- 2	-0.04
-- differs: the remainder is exact, docs/differences.md#nothing-is-lost-or-guessed
-- 1	2.34
-- 2	-2.34
SELECT d % 0 FROM t;
-- error ILLEGAL_DIVISION
