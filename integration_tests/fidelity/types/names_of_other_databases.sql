-- Names of types from other databases.

CREATE TABLE t (a INT, b BIGINT, c SMALLINT, d TINYINT, e DOUBLE, f VARCHAR(10), g BOOLEAN, h TEXT, i DECIMAL(5, 1), j REAL)
ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 2, 3, 4, 1.5, 'vc', true, 'tx', 9.5, 0.5);
SELECT * FROM t;
-- 1	2	3	4	1.5	vc	true	tx	9.5	0.5
SELECT name, type FROM system.columns WHERE database = 'shop' ORDER BY position;
-- a	Int32
-- b	Int64
-- c	Int16
-- d	Int8
-- e	Float64
-- f	String
-- g	Bool
-- h	String
-- i	Decimal(5, 1)
-- j	Float32
