-- A key that is an element of a tuple does not keep the tuple from having its last value.

CREATE TABLE t (id Tuple(n Int32, name String), v UInt64) ENGINE = CoalescingMergeTree ORDER BY id.n;
INSERT INTO t VALUES ((1, 'a'), 10);
INSERT INTO t VALUES ((1, 'b'), 20);
SELECT id.n, id.name, v FROM t FINAL ORDER BY id.n;
-- 1	b	20
OPTIMIZE TABLE t FINAL;
SELECT id.n, id.name, v FROM t ORDER BY id.n;
-- 1	b	20
