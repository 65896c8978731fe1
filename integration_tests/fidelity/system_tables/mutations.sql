-- What system.mutations says of mutations that are done.

CREATE TABLE t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a'), (2, 'b');
ALTER TABLE t UPDATE v = 'c' WHERE k = 1 SETTINGS mutations_sync = 1;
ALTER TABLE t DELETE WHERE k = 2 SETTINGS mutations_sync = 1;
SELECT mutation_id, command, is_done, parts_to_do FROM system.mutations WHERE database = 'shop' AND table = 't' ORDER BY mutation_id;
-- mutation_2.txt	(UPDATE v = 'c' WHERE k = 1)	1	0
-- mutation_3.txt	(DELETE WHERE k = 2)	1	0
SELECT name FROM system.parts WHERE database = 'shop' AND active;
-- all_1_1_1_3
