-- LIKE with a pattern of the row: a backslash before another sign stands for itself.

CREATE TABLE t (k Int64, s String, p String, np Nullable(String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'hello', 'h%', 'h_llo'), (2, 'a%b', 'a\\%b', NULL), (3, 'x_y', 'x\\_y', '%_%'), (4, 'a.b', 'a.b', 'a\\.b'), (5, 'HELLO', 'h%', '%'), (6, 'line\nbreak', 'line%break', 'line_break'), (7, 'a\\b', 'a\\\\b', 'a\\b'), (8, 'a\\%\\c', 'a\\\\\\%\\c', 'a%');
SELECT k FROM t WHERE s LIKE p ORDER BY k;
-- 1
-- 2
-- 3
-- 4
-- 6
-- 7
-- 8
SELECT k FROM t WHERE s LIKE np ORDER BY k;
-- 1
-- 3
-- 5
-- 6
-- 7
-- 8
SELECT k FROM t WHERE s NOT ILIKE np ORDER BY k;
-- 4
SELECT k FROM t WHERE s ILIKE p ORDER BY k;
-- 1
-- 2
-- 3
-- 4
-- 5
-- 6
-- 7
-- 8
SELECT k FROM t WHERE s LIKE concat(substring(s, 1, 1), '%') ORDER BY k;
-- 1
-- 2
-- 3
-- 4
-- 5
-- 6
-- 7
-- 8
SELECT k FROM t WHERE s LIKE 'a\\b' ORDER BY k;
-- 7
SELECT k FROM t WHERE s LIKE 'a\\\\b' ORDER BY k;
-- 7
SELECT k FROM t WHERE s LIKE 'a\\%b' ORDER BY k;
-- 2
SELECT count() FROM t WHERE s LIKE 'a\\';
-- error CANNOT_PARSE_ESCAPE_SEQUENCE

-- Patterns that are put together are constants.

SELECT k, extractGroups(s, concat('(', 'l', ')(.)')) AS g FROM t ORDER BY k;
-- 1	['l','l']
-- 2	[]
-- 3	[]
-- 4	[]
-- 5	[]
-- 6	['l','i']
-- 7	[]
-- 8	[]
SELECT k, extractAllGroupsVertical(s, concat('(', 'l', ')')) AS g FROM t ORDER BY k;
-- 1	[['l'],['l']]
-- 2	[]
-- 3	[]
-- 4	[]
-- 5	[]
-- 6	[['l']]
-- 7	[]
-- 8	[]
SELECT k, extractAllGroupsHorizontal(s, concat('(', 'l', ')')) AS g FROM t ORDER BY k;
-- 1	[['l','l']]
-- 2	[[]]
-- 3	[[]]
-- 4	[[]]
-- 5	[[]]
-- 6	[['l']]
-- 7	[[]]
-- 8	[[]]
SELECT extractGroups(s, 'l') FROM t;
-- error BAD_ARGUMENTS
SELECT k FROM t WHERE s = concat('he', 'llo') ORDER BY k;
-- 1
SELECT toTypeName(concat('a', 'b')), concat('a', 1, 'b'), concat('x', NULL);
-- String	a1b	\N
