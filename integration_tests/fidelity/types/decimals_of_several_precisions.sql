-- The common type of Decimals that have one scale.

CREATE TABLE t (k UInt8, a Decimal(10, 2), b Decimal(18, 2), c Decimal(30, 2)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 1.5, 123456789012345.25, 7);
SELECT toTypeName(if(k = 1, b, a)), toTypeName([b, a]), toTypeName(if(k = 1, a, c)), toTypeName(least(c, a)), if(k > 1, a, b) FROM t;
-- Decimal(18, 2)	Array(Decimal(18, 2))	Decimal(38, 2)	Decimal(38, 2)	123456789012345.25
SELECT toTypeName(if(k = 1, a, b)), toTypeName([a, b]) FROM t;
-- Decimal(10, 2)	Array(Decimal(10, 2))
-- differs: the greatest precision holds all, docs/differences.md#nothing-is-lost-or-guessed
-- Decimal(18, 2)	Array(Decimal(18, 2))
