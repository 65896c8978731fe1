-- Each row of VALUES is read by itself: a member of an Enum by name or number, a Bool by word or number.

CREATE TABLE d (k Int64, e Enum8('new' = 1, 'old' = 2), b Bool) ENGINE = MergeTree ORDER BY k;

INSERT INTO d (k, e) VALUES (1, 'new'), (2, 2);
INSERT INTO d (k, b) VALUES (3, true), (4, 1), (5, 'true'), (6, 0);
INSERT INTO d (k, e, b) VALUES (7, 2, 0), (8, 'old', false);
SELECT k, e, b FROM d ORDER BY k;
-- 1	new	false
-- 2	old	false
-- 3	new	true
-- 4	new	true
-- 5	new	true
-- 6	new	false
-- 7	old	false
-- 8	old	false
