-- EXTRACT of centuries and the like, and the time zone of now.

CREATE TABLE t (k Int64, d Date, dt DateTime, n Nullable(Date)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '2000-12-31', '2000-12-31 10:11:12', NULL);
INSERT INTO t VALUES (2, '2001-01-01', '2001-01-01 00:00:00', '1999-12-31');

SELECT EXTRACT(EPOCH FROM dt) AS e, toTypeName(e), EXTRACT(EPOCH FROM d), EXTRACT(EPOCH FROM n) FROM t ORDER BY k;
-- 978257472	UInt32	978220800	\N
-- 978307200	UInt32	978307200	946598400
SELECT EXTRACT(CENTURY FROM d) AS c, toTypeName(c), EXTRACT(MILLENNIUM FROM dt) AS m, toTypeName(m) FROM t ORDER BY k;
-- 20	Int64	2	Int64
-- 21	Int64	3	Int64
SELECT EXTRACT(DECADE FROM n) AS x, toTypeName(x) FROM t ORDER BY k;
-- \N	Nullable(UInt16)
-- 199	Nullable(UInt16)
SELECT now('Europe/Berlin') = now(), toTypeName(now('Europe/Berlin')) FROM t WHERE k = 1;
-- 1	DateTime('Europe/Berlin')
SELECT now('nowhere') FROM t;
-- error BAD_ARGUMENTS
SELECT now(toString(k)) FROM t;
-- error ILLEGAL_COLUMN
