-- Commands of mutations are shown with their expressions as ClickHouse writes them.
CREATE TABLE t (k UInt64, a Int64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 2, 'x'), (2, 3, 'y');
ALTER TABLE t UPDATE a = a*2+1, s = s||'!' WHERE a>1 and s='x' SETTINGS mutations_sync = 2;
ALTER TABLE t DELETE WHERE a between 100 and 200 or s in ('q', 'r') SETTINGS mutations_sync = 2;
SELECT command, is_done FROM system.mutations WHERE table = 't' AND database = currentDatabase() ORDER BY mutation_id;
-- (UPDATE a = (a * 2) + 1, s = concat(s, '!') WHERE (a > 1) AND (s = 'x'))	1
-- (DELETE WHERE ((a >= 100) AND (a <= 200)) OR (s IN ('q', 'r')))	1
SELECT * FROM t ORDER BY k;
-- 1	5	x!
-- 2	3	y
