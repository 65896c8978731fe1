-- Defaults that are computed from other columns, and from each other.

CREATE TABLE t (k UInt32, price Decimal(9, 2), n UInt32 DEFAULT 1, total Decimal(18, 2) DEFAULT price * n,
    day Date DEFAULT toDate('2024-05-01'), month UInt32 DEFAULT toYYYYMM(day))
ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t (k, price) VALUES (1, 2.5);
INSERT INTO t (k, price, n, day) VALUES (2, 2.5, 4, '2023-12-31');
SELECT * FROM t ORDER BY k;
-- 1	2.5	1	2.5	2024-05-01	202405
-- 2	2.5	4	10	2023-12-31	202312
INSERT INTO t (k, price, n) SELECT k, price + 1, 2 FROM t WHERE k = 1;
SELECT k, total, month FROM t FINAL ORDER BY k;
-- 1	7	202405
-- 2	10	202312
