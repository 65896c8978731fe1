-- Names in backticks and double quotes, with spaces and words of SQL.

CREATE TABLE `t` (`select` Int64, "from" String, `a b` Int32, `ORDER` UInt8) ENGINE = ReplacingMergeTree(`ORDER`) ORDER BY (`select`, `a b`);
INSERT INTO `t` (`select`, `a b`, "from", `ORDER`) VALUES (1, 2, 'x', 1);
INSERT INTO t VALUES (1, 'y', 2, 2);
SELECT `select`, "from", `a b` FROM t FINAL;
-- 1	y	2
SELECT t.`from` FROM t FINAL WHERE t.`select` = 1;
-- y
