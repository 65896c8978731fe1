-- DEFAULT, MATERIALIZED and ALIAS columns.

CREATE TABLE d
(
    id UInt32,
    a String DEFAULT concat('k', toString(id)),
    u String MATERIALIZED upper(a),
    twice UInt64 ALIAS id * 2
)
ENGINE = ReplacingMergeTree ORDER BY id;
INSERT INTO d (id) VALUES (1);
INSERT INTO d VALUES (2, 'given');
SELECT * FROM d ORDER BY id;
-- 1	k1
-- 2	given
SELECT id, u, twice FROM d ORDER BY id;
-- 1	K1	2
-- 2	GIVEN	4
SELECT id FROM d WHERE twice = 4;
-- 2
SELECT id FROM d FINAL WHERE u = 'GIVEN';
-- 2
INSERT INTO d (id, u) VALUES (3, 'X');
-- error ILLEGAL_COLUMN
INSERT INTO d (id, twice) VALUES (3, 6);
-- error NO_SUCH_COLUMN_IN_TABLE
SELECT count() FROM d;
-- 2
