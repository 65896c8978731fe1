-- What system.parts says of sizes and disks; a view has no engine_full.

CREATE TABLE t (k Int64, v String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
SELECT bytes = bytes_on_disk, bytes > 0, disk_name FROM system.parts WHERE database = 'shop' AND table = 't' AND active;
-- 1	1	default
SELECT sum(bytes), any(disk_name) FROM system.parts WHERE database = 'shop' AND table = 'no_such';
-- 0	''
CREATE VIEW w AS SELECT k FROM t;
SELECT name, engine, engine_full FROM system.tables WHERE database = 'shop' ORDER BY name;
-- t	MergeTree	MergeTree ORDER BY k SETTINGS index_granularity = 8192
-- w	View	''
