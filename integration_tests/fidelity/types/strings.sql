-- Texts: empty ones, quotes, backslashes, tabs, line ends, other alphabets.

CREATE TABLE t (k UInt8, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, ''), (2, 'it''s'), (3, 'back\\slash'), (4, 'tab\there'), (5, 'line\nend'),
    (6, 'Größe 大きさ'), (7, '"double"'), (8, 'a\'b');
SELECT * FROM t ORDER BY k;
-- 1	''
-- 2	it's
-- 3	back\\slash
-- 4	tab\there
-- 5	line\nend
-- 6	Größe 大きさ
-- 7	"double"
-- 8	a'b
SELECT k, length(s) FROM t WHERE k < 6 ORDER BY k;
-- 1	0
-- 2	4
-- 3	10
-- 4	8
-- 5	8
SELECT k FROM t WHERE s = 'it\'s';
-- 2
SELECT k FROM t WHERE s = '';
-- 1
SELECT k FROM t WHERE s LIKE '%slash';
-- 3
