-- Tables may be named with their database, in backticks and in double quotes.

CREATE TABLE shop.t (k Int64, v String) ENGINE = ReplacingMergeTree ORDER BY k;
INSERT INTO shop.t VALUES (1, 'a');
INSERT INTO shop.t VALUES (1, 'b');

SELECT v FROM shop.t FINAL;
-- b
SELECT t.v FROM shop.t FINAL;
-- b
SELECT `t`.`v` FROM `shop`.`t` FINAL;
-- b
SELECT "v" FROM "shop"."t" FINAL;
-- b
SELECT x.v FROM shop.t x FINAL WHERE x.k = 1;
-- b
SELECT x.* FROM shop.t AS x FINAL;
-- 1	b
