-- Names that types have in standard SQL and in MySQL.

CREATE TABLE t (a INT UNSIGNED, b CHARACTER VARYING(5) NOT NULL, c Nullable(MEDIUMINT UNSIGNED), d Array(BIGINT UNSIGNED), e YEAR DEFAULT 2000, f FIXED(9, 2), g BIT(4), h DateTime32('UTC'), i NATIONAL CHAR VARYING(3), j DOUBLE PRECISION) ENGINE = MergeTree ORDER BY a;
INSERT INTO t VALUES (1, 'x', 2, [3], 2024, 1.5, 5, '2024-01-01 00:00:00', 'y', 0.5);
SELECT * FROM t;
-- 1	x	2	[3]	2024	1.5	5	2024-01-01 00:00:00	y	0.5
SELECT name, type FROM system.columns WHERE table = 't' AND database = currentDatabase() ORDER BY position;
-- a	UInt32
-- b	String
-- c	Nullable(UInt32)
-- d	Array(UInt64)
-- e	UInt16
-- f	Decimal(9, 2)
-- g	UInt64
-- h	DateTime('UTC')
-- i	String
-- j	Float64
ALTER TABLE t ADD COLUMN k SMALLINT SIGNED DEFAULT 7;
SELECT k, toTypeName(k) FROM t;
-- 7	Int16
SELECT toTypeName(CAST(1 AS TINYINT UNSIGNED)), toTypeName(CAST(1 AS INTEGER SIGNED)), toTypeName(CAST(1 AS INT1 UNSIGNED)), toTypeName(CAST(1 AS MEDIUMINT)), toTypeName(CAST(1 AS SIGNED)), toTypeName(CAST(1 AS UNSIGNED)), toTypeName(CAST(1 AS BIT)), toTypeName(CAST('1' AS SET('a')));
-- UInt8	Int32	UInt8	Int32	Int64	UInt64	UInt64	UInt64
SELECT toTypeName(CAST('a' AS CHAR LARGE OBJECT)), toTypeName(CAST('a' AS NATIONAL CHARACTER(3))), toTypeName(CAST('a' AS NVARCHAR(3))), toTypeName(CAST('a' AS CLOB)), toTypeName(CAST('a' AS TINYTEXT)), toTypeName(CAST('a' AS VARCHAR2(3))), toTypeName(CAST(1 AS DateTime32));
-- String	String	String	String	String	String	DateTime
