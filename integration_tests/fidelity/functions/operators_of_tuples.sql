-- Operators calculate with tuples element by element, and with a tuple and a number.

CREATE TABLE t (k UInt8, a Tuple(x Int32, y Float64), b Tuple(UInt8, Decimal(9, 2))) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, (5, 1.5), (2, 0.25)), (2, (-7, 0), (3, 10));

SELECT k, tupleElement(a + (1, 2), 1), tupleElement(a - (1, 2), 2), tupleElement(-a, 1), toTypeName(a + (1, 2)) FROM t ORDER BY k;
-- 1	6	-0.5	-5	Tuple(Int64, Float64)
-- 2	-6	-2	7	Tuple(Int64, Float64)
SELECT k, toString(a * 2), toString(3 * a), toString(a / 2), a * (2, 4) FROM t ORDER BY k;
-- 1	(10,3)	(15,4.5)	(2.5,0.75)	16
-- 2	(-14,0)	(-21,0)	(-3.5,0)	-14
SELECT k, toString((k, 8) % 4), toString(intDiv((k, 8), 2)), (k, 8) * (3, 4) + 1, toTypeName(b * 2) FROM t ORDER BY k;
-- 1	(1,0)	(0,4)	36	Tuple(UInt16, Decimal(9, 2))
-- 2	(2,0)	(1,4)	39	Tuple(UInt16, Decimal(9, 2))
SELECT sum((a + (k, k)).1) FROM t WHERE (a - (k, 0)).1 > 0;
-- 6
SELECT k, (INTERVAL 1 DAY + INTERVAL 1 MONTH) + toDate('2024-01-31') + k FROM t ORDER BY k;
-- 1	2024-03-02
-- 2	2024-03-03
SELECT a + 1 FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT a + (1, 2, 3) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT a / a FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
