-- A query of a system table makes only the rows of the tables that WHERE names, and answers as if it made all.

CREATE TABLE one (k Int64, v String) ENGINE = MergeTree ORDER BY k;

CREATE TABLE two (k Int64) ENGINE = ReplacingMergeTree ORDER BY k;

CREATE VIEW of_one AS SELECT k FROM one;

INSERT INTO one VALUES (1, 'a');

SELECT name, engine FROM system.tables WHERE database = currentDatabase() ORDER BY name;
-- of_one	View
-- one	MergeTree
-- two	ReplacingMergeTree

SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'of_one';
-- of_one

SELECT name FROM system.tables WHERE name IN ('one', 'of_one', 'no_such') AND database = currentDatabase() ORDER BY name;
-- of_one
-- one

SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'ONE';
-- 0

SELECT count() FROM system.tables WHERE database IN ('a b', '%', '', 'it''s', '`');
-- 0

SELECT count() FROM system.tables WHERE database = currentDatabase() AND database = 'no_such';
-- 0

SELECT count() FROM system.tables WHERE database = currentDatabase() AND (name = 'one' OR name = 'two');
-- 2

SELECT upper(name) AS name FROM system.tables WHERE database = currentDatabase() AND name = 'ONE';
-- ONE

WITH 'one' AS wanted SELECT name FROM system.tables WHERE database = currentDatabase() AND name = wanted;
-- one

SELECT t.name, c.name FROM system.tables AS t JOIN system.columns AS c ON c.database = t.database AND c.`table` = t.name WHERE t.database = currentDatabase() AND t.name = 'one' ORDER BY c.position;
-- one	k
-- one	v

SELECT name FROM (SELECT * FROM system.tables WHERE database = currentDatabase()) WHERE name = 'two';
-- two

SELECT `table`, name, type FROM system.columns WHERE database = currentDatabase() AND `table` IN ('one', 'of_one') ORDER BY `table`, position;
-- of_one	k	Int64
-- one	k	Int64
-- one	v	String

SELECT `table`, rows FROM system.parts WHERE active AND database = currentDatabase() AND `table` = 'one';
-- one	1

SELECT count() FROM system.parts WHERE database = currentDatabase() AND `table` = 'two';
-- 0

EXISTS DATABASE `a b`;
-- 0

EXISTS DATABASE `%`;
-- 0
