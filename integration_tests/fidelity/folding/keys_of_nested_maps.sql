-- Types of the keys of Nested maps that SummingMergeTree sums.

CREATE TABLE s1 (id UInt32, aMap Nested(value IPv4, total UInt32), bMap Nested(k UUID, total UInt64), cMap Nested(k FixedString(3), total Int8), dMap Nested(k IPv6, t UInt8), eMap Nested(k Date32, t UInt8), fMap Nested(k Decimal(9,2), t UInt8), gMap Nested(k Float64, t UInt8), hMap Nested(k Enum8('a'=1,'b'=2), t UInt8), iMap Nested(k LowCardinality(String), t UInt8), jMap Nested(k Nullable(String), t UInt8), kMap Nested(k DateTime64(3), t UInt8), lMap Nested(k Bool, t UInt8), mMap Nested(k Int256, t UInt8), nMap Nested(k String, t Decimal(9,2)), oMap Nested(k String, t Float32), pMap Nested(k Int128, t Int128)) ENGINE = SummingMergeTree ORDER BY id;
INSERT INTO s1 VALUES (1, ['1.2.3.4'], [1], ['61f0c404-5cb3-11e7-907b-a6006ad3dba0'], [2], ['abc'], [3], ['::1'], [1], ['2020-01-01'], [1], [1.5], [1], [0.5], [1], ['a'], [1], ['x'], [1], ['y'], [1], ['2020-01-01 00:00:00.000'], [1], [true], [1], [5], [1], ['d'], [1.25], ['f'], [0.5], [7], [1]);
INSERT INTO s1 VALUES (1, ['1.2.3.4'], [1], ['61f0c404-5cb3-11e7-907b-a6006ad3dba0'], [2], ['abc'], [3], ['::1'], [1], ['2020-01-01'], [1], [1.5], [1], [0.5], [1], ['a'], [1], ['x'], [1], ['y'], [1], ['2020-01-01 00:00:00.000'], [1], [true], [1], [5], [1], ['d'], [1.25], ['f'], [0.5], [7], [1]);
SELECT aMap.value, aMap.total, bMap.k, bMap.total, cMap.k, cMap.total FROM s1 FINAL;
-- ['1.2.3.4']	[2]	['61f0c404-5cb3-11e7-907b-a6006ad3dba0']	[4]	['abc']	[6]
SELECT toString(`dMap.k`), `dMap.t` FROM s1 FINAL;
-- ['::1']	[2]
SELECT toString(`eMap.k`), `eMap.t` FROM s1 FINAL;
-- ['2020-01-01']	[2]
SELECT toString(`fMap.k`), `fMap.t` FROM s1 FINAL;
-- [1.5]	[1]
SELECT toString(`gMap.k`), `gMap.t` FROM s1 FINAL;
-- [0.5]	[1]
SELECT toString(`hMap.k`), `hMap.t` FROM s1 FINAL;
-- ['a']	[2]
SELECT toString(`iMap.k`), `iMap.t` FROM s1 FINAL;
-- ['x']	[2]
SELECT toString(`jMap.k`), `jMap.t` FROM s1 FINAL;
-- ['y']	[1]
SELECT toString(`kMap.k`), `kMap.t` FROM s1 FINAL;
-- ['2020-01-01 00:00:00.000']	[1]
SELECT toString(`lMap.k`), `lMap.t` FROM s1 FINAL;
-- [true]	[2]
SELECT toString(`mMap.k`), `mMap.t` FROM s1 FINAL;
-- [5]	[2]
SELECT toString(`nMap.k`), `nMap.t` FROM s1 FINAL;
-- ['d']	[2.5]
SELECT toString(`oMap.k`), `oMap.t` FROM s1 FINAL;
-- ['f']	[1]
SELECT toString(`pMap.k`), `pMap.t` FROM s1 FINAL;
-- [7]	[2]
CREATE TABLE s2 (id UInt32, aMap Nested(k UInt8, bID FixedString(2), cKey IPv4, dType Enum8('a'=1), t UInt32)) ENGINE = SummingMergeTree ORDER BY id;
INSERT INTO s2 VALUES (1, [1,1], ['ab','cd'], ['1.1.1.1','1.1.1.2'], ['a','a'], [1,2]), (1, [1,1], ['ab','cd'], ['1.1.1.1','1.1.1.3'], ['a','a'], [10,20]);
SELECT * FROM s2 FINAL;
-- 1	[1,1,1]	['ab','cd','cd']	['1.1.1.1','1.1.1.2','1.1.1.3']	['a','a','a']	[11,2,20]
CREATE TABLE s3 (id UInt32, aMap Nested(k DateTime64(3), t UInt32)) ENGINE = SummingMergeTree ORDER BY id;
INSERT INTO s3 VALUES (1, ['2020-01-01 00:00:00.000'], [1]), (1, ['2020-01-01 00:00:00.000'], [10]);
SELECT toString(`aMap.k`), `aMap.t` FROM s3 FINAL;
-- ['2020-01-01 00:00:00.000']	[1]
CREATE TABLE s4 (id UInt32, aMap Nested(k LowCardinality(Nullable(String)), t UInt32), bMap Nested(k LowCardinality(FixedString(1)), t UInt32)) ENGINE = SummingMergeTree ORDER BY id;
INSERT INTO s4 VALUES (1, ['x'], [1], ['y'], [1]), (1, ['x'], [10], ['y'], [2]);
SELECT * FROM s4 FINAL;
-- 1	['x']	[1]	['y']	[3]
