-- A path of a JSON with a type is a key like any column.

CREATE TABLE events (j JSON(a UInt32, b.c String), v UInt32) ENGINE = ReplacingMergeTree(v) ORDER BY j.a;
INSERT INTO events VALUES ('{"a":3,"b":{"c":"x"}}', 1), ('{"a":1}', 1), ('{"a":3}', 2);
INSERT INTO events VALUES ('{"a":1, "z":5}', 2), ('{}', 2);
SELECT j.a, j.b.c, v FROM events FINAL ORDER BY j.a;
-- 0	''	2
-- 1	''	2
-- 3	''	2
SELECT j.a FROM events WHERE j.a = 3 ORDER BY v;
-- 3
SELECT j.a FROM events FINAL WHERE j.a > 1;
-- 3
SELECT count() FROM events FINAL PREWHERE j.a < 2;
-- 2
OPTIMIZE TABLE events FINAL;
SELECT j.a, v FROM events ORDER BY v, j.a;
-- 0	2
-- 1	2
-- 3	2
CREATE TABLE wrong (j JSON(a Nullable(UInt32))) ENGINE = MergeTree ORDER BY j.a;
-- error ILLEGAL_COLUMN
CREATE TABLE with_nulls (j JSON(a Nullable(UInt32))) ENGINE = MergeTree ORDER BY j.a SETTINGS allow_nullable_key = 1;
INSERT INTO with_nulls VALUES ('{"a":3}'), ('{}');
SELECT j FROM with_nulls;
-- {"a":3}
-- {"a":null}
CREATE TABLE by_month (j JSON(d Date), v UInt8) ENGINE = ReplacingMergeTree(v) PARTITION BY toYYYYMM(j.d) ORDER BY (v, j.d);
INSERT INTO by_month VALUES ('{"d":"2024-01-02"}', 1), ('{"d":"2024-02-02"}', 1);
SELECT partition FROM system.parts WHERE database = currentDatabase() AND table = 'by_month' ORDER BY 1;
-- 202401
-- 202402
ALTER TABLE events UPDATE v = 9 WHERE j.a = 1 SETTINGS mutations_sync = 2;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE events DELETE WHERE j.a = 3 SETTINGS mutations_sync = 2;
SELECT j.a, v FROM events FINAL ORDER BY v, j.a;
-- 0	2
-- 1	2
ALTER TABLE events UPDATE j = '{"a":7}' WHERE 1;
-- error CANNOT_UPDATE_COLUMN
ALTER TABLE events DROP COLUMN j;
-- error ALTER_OF_COLUMN_IS_FORBIDDEN
