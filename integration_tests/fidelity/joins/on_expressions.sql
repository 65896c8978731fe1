-- Joins on expressions, on several columns, and of a table with itself.

CREATE TABLE emp (id UInt32, boss UInt32, name String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
INSERT INTO emp VALUES (1, 0, 'Ann', 1), (2, 1, 'Bob', 1), (3, 1, 'Cyd', 1), (4, 2, 'Dan', 1);
INSERT INTO emp VALUES (4, 3, 'Dan', 2);
SELECT e.name, b.name FROM emp AS e FINAL JOIN emp AS b FINAL ON e.boss = b.id ORDER BY e.name;
-- Bob	Ann
-- Cyd	Ann
-- Dan	Cyd
SELECT b.name, count() AS n FROM emp AS e FINAL JOIN emp AS b FINAL ON b.id = e.boss GROUP BY b.name ORDER BY b.name;
-- Ann	2
-- Cyd	1
SELECT a.id, b.id FROM emp AS a FINAL JOIN emp AS b FINAL ON a.boss = b.boss AND a.ver = b.ver WHERE a.id < b.id;
-- 2	3
SELECT a.name FROM emp AS a FINAL JOIN emp AS b FINAL ON a.id + 1 = b.id AND lower(a.name) < lower(b.name) ORDER BY a.name;
-- Ann
-- Bob
-- Cyd
