-- A column that an INSERT leaves out gets its type's default.

CREATE TABLE t (k UInt8, a Int32, b UInt64, c Float64, d Decimal(9, 2), e String, f FixedString(2), g Date,
    h DateTime, i UUID, j Enum8('x' = 5, 'y' = 3), l Bool, m Array(Int8), n Nullable(Int8), o Map(String, Int8),
    p Tuple(Int8, String))
ENGINE = MergeTree ORDER BY k;
INSERT INTO t (k) VALUES (1);
SELECT * FROM t;
-- 1	0	0	0	0	''	\0\0	1970-01-01	1970-01-01 00:00:00	00000000-0000-0000-0000-000000000000	y	false	[]	\N	{}	(0,'')
