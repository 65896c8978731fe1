-- A text that is no number cannot be the value of a younger column, and says so by its name.

CREATE TABLE t (k Int8, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, '5'), (2, 'q');
ALTER TABLE t ADD COLUMN n Nullable(Int32) DEFAULT s;
SELECT k, n FROM t WHERE k = 1;
-- 1	5
SELECT k, n FROM t ORDER BY k;
-- 1	5
-- 2	\N
-- differs: a text that is no value of the type is refused, docs/differences.md#nothing-is-lost-or-guessed
-- error CANNOT_PARSE_TEXT
ALTER TABLE t ADD COLUMN m Int32 DEFAULT s;
SELECT m FROM t WHERE k = 1;
-- 5
SELECT m FROM t;
-- error CANNOT_PARSE_TEXT
