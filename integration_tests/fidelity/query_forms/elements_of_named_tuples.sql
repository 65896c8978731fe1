-- WITH may name a tuple whose elements are asked for by number.

WITH (1, 2) AS tpl SELECT tpl.1;
-- 1
WITH (1, 2) AS tpl SELECT tpl.1, tpl.2 + 1;
-- 1	3
WITH (1, (2, 3)) AS tpl SELECT tpl.2.1;
-- 2
