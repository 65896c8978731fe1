-- The TTL of rows is by the values before those of columns became defaults.

CREATE TABLE tt (id UInt8, d DateTime, v Int32 TTL d + INTERVAL 1 DAY) ENGINE = MergeTree ORDER BY id
TTL d + INTERVAL 1 MONTH DELETE WHERE v = 0;
INSERT INTO tt VALUES (1, '2000-01-01 00:00:00', 5), (2, '2000-01-01 00:00:00', 0);
OPTIMIZE TABLE tt FINAL;
SELECT id, v FROM tt;
-- 1	0
OPTIMIZE TABLE tt FINAL;
SELECT id, v FROM tt;
-- 1	0
INSERT INTO tt VALUES (3, '2000-01-01 00:00:00', 5);
OPTIMIZE TABLE tt FINAL;
SELECT id, v FROM tt ORDER BY id;
-- 1	0
-- 3	0
