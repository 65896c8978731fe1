-- A NULL inside what a DEFAULT gives is refused where the type holds none.

CREATE TABLE dv (a UInt8, v Array(UInt8) DEFAULT [1, NULL]) ENGINE = MergeTree ORDER BY a;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
CREATE TABLE dw (a UInt8, b Nullable(UInt8), v Array(UInt8) DEFAULT [b], w Tuple(UInt8, UInt8) DEFAULT (b, 1)) ENGINE = MergeTree ORDER BY a;
INSERT INTO dw (a) VALUES (1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO dw (a, b) VALUES (1, 2);
INSERT INTO dw (a, v, w) VALUES (3, [4], (5, 6));
SELECT a, b, v, w.1, w.2 FROM dw ORDER BY a;
-- 1	2	[2]	2	1
-- 3	\N	[4]	5	6
CREATE TABLE dx (a UInt8, b Nullable(UInt8), v Array(UInt8) DEFAULT [b]) ENGINE = MergeTree ORDER BY a;
INSERT INTO dx (a) VALUES (1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO dx (a, b) VALUES (1, 2);
INSERT INTO dx (a, b) SELECT 1, NULL;
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO dx (a, b) SELECT 1, 3;
SELECT * FROM dx ORDER BY b;
-- 1	2	[2]
-- 1	3	[3]
CREATE TABLE dm (a UInt8, b Nullable(UInt8), v Array(UInt8) MATERIALIZED [b, 1]) ENGINE = MergeTree ORDER BY a;
INSERT INTO dm (a) VALUES (1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO dm (a, b) VALUES (1, 5);
SELECT a, b, v FROM dm;
-- 1	5	[5,1]
CREATE TABLE dz (a UInt8, b Nullable(UInt8), v Map(String, UInt8) DEFAULT map('a', b)) ENGINE = MergeTree ORDER BY a;
INSERT INTO dz (a) VALUES (1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO dz (a, b) VALUES (1, 2);
SELECT a, b, toString(v) FROM dz;
-- 1	2	{'a':2}
CREATE TABLE dt (a UInt8, b Nullable(UInt8), w Tuple(UInt8, UInt8) DEFAULT (b, 1)) ENGINE = MergeTree ORDER BY a;
INSERT INTO dt (a) VALUES (1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO dt (a, b) VALUES (1, 2);
SELECT a, b, w.1 FROM dt ORDER BY b;
-- 1	2	2
CREATE TABLE d1 (a UInt8, b Nullable(UInt8), v UInt8 DEFAULT b) ENGINE = MergeTree ORDER BY a;
INSERT INTO d1 (a) VALUES (1);
-- error CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
INSERT INTO d1 (a, b) VALUES (1, 2);
SELECT * FROM d1;
-- 1	2	2
