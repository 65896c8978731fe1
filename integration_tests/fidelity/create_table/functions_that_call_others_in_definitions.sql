-- Functions of CREATE FUNCTION that call others, or themselves, in definitions and mutations.

CREATE TABLE u (k UInt8, d UInt8) ENGINE=MergeTree ORDER BY k;
CREATE FUNCTION rr_inc AS x -> x + 1;
CREATE FUNCTION rr_ten AS x -> rr_inc(x) * 10;
CREATE FUNCTION rr_loop AS x -> rr_loop2(x);
CREATE FUNCTION rr_loop2 AS x -> rr_loop(x);
CREATE TABLE x (k UInt8, l UInt8 DEFAULT rr_ten(k)) ENGINE=MergeTree ORDER BY k;
INSERT INTO x (k) VALUES (3);
SELECT * FROM x;
-- 3	40
SHOW CREATE TABLE x;
-- CREATE TABLE shop.x\n(\n    `k` UInt8,\n    `l` UInt8 DEFAULT (k + 1) * 10\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
CREATE TABLE y (k UInt8, l UInt8 DEFAULT rr_loop(k)) ENGINE=MergeTree ORDER BY k;
-- error UNSUPPORTED_METHOD
ALTER TABLE u UPDATE d = rr_loop(d) WHERE 1;
-- error UNSUPPORTED_METHOD
DROP FUNCTION rr_inc;
DROP FUNCTION rr_ten;
DROP FUNCTION rr_loop;
DROP FUNCTION rr_loop2;
