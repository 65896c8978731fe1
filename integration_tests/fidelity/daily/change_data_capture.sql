-- A table that mirrors another database: inserts, updates and deletes come as rows with a version.

CREATE TABLE users (id UInt64, name String, email Nullable(String), updated DateTime64(3), is_deleted UInt8)
ENGINE = ReplacingMergeTree(updated, is_deleted) ORDER BY id;
INSERT INTO users VALUES (1, 'Ann', 'ann@a.org', '2024-01-01 00:00:00.000', 0), (2, 'Bob', NULL, '2024-01-01 00:00:00.000', 0);
INSERT INTO users VALUES (1, 'Ann', 'ann@b.org', '2024-01-02 10:00:00.500', 0);
INSERT INTO users VALUES (2, 'Bob', NULL, '2024-01-03 00:00:00.000', 1), (3, 'Cyd', 'c@c.org', '2024-01-03 00:00:00.000', 0);

SELECT id, name, email FROM users FINAL ORDER BY id;
-- 1	Ann	ann@b.org
-- 3	Cyd	c@c.org
SELECT count() FROM users FINAL WHERE email IS NOT NULL;
-- 2
SELECT max(updated) FROM users;
-- 2024-01-03 00:00:00.000
INSERT INTO users VALUES (2, 'Bob', 'bob@b.org', '2024-01-02 00:00:00.000', 0);
SELECT id FROM users FINAL ORDER BY id;
-- 1
-- 3
OPTIMIZE TABLE users FINAL;
SELECT id, is_deleted FROM users ORDER BY id;
-- 1	0
-- 2	1
-- 3	0
