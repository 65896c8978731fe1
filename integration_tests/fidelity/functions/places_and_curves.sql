-- Points in rings and ellipses, the curve of Morton, numbers at random.

CREATE TABLE t (x Float64, y Float64) ENGINE = MergeTree ORDER BY (x, y);
INSERT INTO t SELECT number % 4 - 0.5, intDiv(number, 4) - 0.5 FROM numbers(16);

SELECT x, y, toString(pointInPolygon((x, y), [(0, 0), (4, 0), (4, 4), (0, 4)])), toString(pointInPolygon((x, y), [(-0.5, -0.5), (2.5, 0.), (1., 1.), (0.5, 2.5)])) FROM t ORDER BY x, y;
-- -0.5	-0.5	0	1
-- -0.5	0.5	0	0
-- -0.5	1.5	0	0
-- -0.5	2.5	0	0
-- 0.5	-0.5	0	0
-- 0.5	0.5	1	1
-- 0.5	1.5	1	1
-- 0.5	2.5	1	1
-- 1.5	-0.5	0	0
-- 1.5	0.5	1	1
-- 1.5	1.5	1	0
-- 1.5	2.5	1	0
-- 2.5	-0.5	0	0
-- 2.5	0.5	1	0
-- 2.5	1.5	1	0
-- 2.5	2.5	1	0
SELECT x, y, toString(pointInPolygon((x, y), [(0, 0), (4, 0), (4, 4), (0, 4)], [(1, 1), (3, 1), (3, 3), (1, 3)])), toString(pointInEllipses(x, y, 0., 0., 1., 1., 2., 2., 1., 0.5)) FROM t ORDER BY x, y;
-- -0.5	-0.5	0	1
-- -0.5	0.5	0	1
-- -0.5	1.5	0	0
-- -0.5	2.5	0	0
-- 0.5	-0.5	0	1
-- 0.5	0.5	1	1
-- 0.5	1.5	1	0
-- 0.5	2.5	1	0
-- 1.5	-0.5	0	0
-- 1.5	0.5	1	0
-- 1.5	1.5	0	0
-- 1.5	2.5	0	0
-- 2.5	-0.5	0	0
-- 2.5	0.5	1	0
-- 2.5	1.5	0	0
-- 2.5	2.5	0	0
SELECT mortonEncode(5), mortonEncode(1, 2), mortonEncode(4294967295, 4294967295), mortonEncode(4294967296, 1), mortonEncode(2097152, 1, 1), toTypeName(mortonEncode(1));
-- 5	9	18446744073709551615	2	6	UInt64
SELECT number, mortonEncode(number, number * 3) FROM numbers(5) ORDER BY number;
-- 0	0
-- 1	11
-- 2	44
-- 3	135
-- 4	176
SELECT toTypeName(randPoisson(1)), toTypeName(randBinomial(10, 0.1)), toTypeName(randStudentT(3)), toTypeName(randChiSquared(3));
-- UInt64	UInt64	Float64	Float64
SELECT toString(randPoisson(5) < 1000), toString(randBinomial(10, 0.5) <= 10), toString(randChiSquared(5) > 0), toString(abs(randStudentT(9)) < 1000) FROM numbers(3);
-- 1	1	1	1
-- 1	1	1	1
-- 1	1	1	1
SELECT substring(toString(dateTimeToUUIDv7(toDateTime('2020-01-01 00:00:00', 'UTC'))), 1, 15), toTypeName(generateUUIDv7()), length(toString(generateUUIDv7()));
-- 016f5e66-e800-7	UUID	36
SELECT UUIDv7ToDateTime(u) FROM (SELECT dateTimeToUUIDv7(toDateTime('2020-01-01 00:00:00', 'UTC')) AS u FROM numbers(2));
-- 2020-01-01 00:00:00.000
-- 2020-01-01 00:00:00.000
SELECT pointInEllipses(0, 0, 0, 0, 1, 1);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT pointInEllipses(0., 0., toFloat32(0), 0., 1., 1.);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT pointInEllipses(0., 0., materialize(0.), 0., 1., 1.);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT pointInEllipses(0., 0., 0., 0., 1.);
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT toString(pointInPolygon((0.5, 0.5), [(0, 0), (2, 2), (2, 0), (0, 2)]));
-- error BAD_ARGUMENTS
-- differs: a ring may cross itself, docs/differences.md#answered-where-clickhouse-refuses
-- 1
SELECT pointInPolygon(1, [(0, 0), (2, 2), (2, 0)]);
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT pointInEllipses(materialize(0.), 0., 0., 0., 1., 1.);
-- error ILLEGAL_TYPE_OF_ARGUMENT
