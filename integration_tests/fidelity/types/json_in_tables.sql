-- JSON in INSERT SELECT, FINAL, keys, defaults, materialized views and mutations.

CREATE TABLE t (k Int64, j JSON(max_dynamic_paths=100)) ENGINE = MergeTree ORDER BY k;
CREATE TABLE of_view (k Int64, b Int64, sub JSON) ENGINE = MergeTree ORDER BY k;
CREATE MATERIALIZED VIEW v TO of_view AS SELECT k, j.a.b::Int64 AS b, j.^a AS sub FROM t;
INSERT INTO t VALUES (1, '{"a":{"b":1,"c":"x"},"e":null}'), (2, '{"a":{"b":2},"q":2.5}'), (3, '{}');

SELECT toTypeName(j) FROM t LIMIT 1;
-- JSON(max_dynamic_paths=100)

SELECT * FROM of_view ORDER BY k;
-- 1	1	{"b":1,"c":"x"}
-- 2	2	{"b":2}
-- 3	0	{}

CREATE TABLE plain (k Int64, a Int64, b Nullable(String), c String) ENGINE = MergeTree ORDER BY k;
INSERT INTO plain SELECT k, j.a.b, j.a.c, j.a.c FROM t;

SELECT * FROM plain ORDER BY k;
-- 1	1	x	x
-- 2	2	\N	''
-- 3	0	\N	''

CREATE TABLE r (k Int64, v Int64, j JSON) ENGINE = ReplacingMergeTree(v) ORDER BY k;
INSERT INTO r SELECT k, 1, j FROM t;
INSERT INTO r SELECT k, 2, j.^a FROM t WHERE k < 3;

SELECT k, v, j, j.b FROM r FINAL ORDER BY k;
-- 1	2	{"b":1,"c":"x"}	1
-- 2	2	{"b":2}	2
-- 3	1	{}	\N

SELECT k FROM r FINAL WHERE j.b.:Int64 = 1;
-- 1

OPTIMIZE TABLE r FINAL;

SELECT k, v, j.b + 1 FROM r ORDER BY k;
-- 1	2	2
-- 2	2	3
-- 3	1	\N

CREATE TABLE d (k Int64, j JSON, a String DEFAULT j.a::String, b Nullable(Int64) MATERIALIZED j.b.:Int64, c Nullable(Int64) ALIAS j.a.:Int64) ENGINE = MergeTree ORDER BY k;
INSERT INTO d (k, j) VALUES (1, '{"a":1,"b":2}');

SELECT *, b, c FROM d;
-- 1	{"a":1,"b":2}	1	2	1

CREATE TABLE e (k Int64, j JSON EPHEMERAL, a Int64 DEFAULT j.a::Int64, s String DEFAULT toString(j.s)) ENGINE = MergeTree ORDER BY k;
INSERT INTO e (k, j) VALUES (1, '{"a":5,"s":"t"}');

SELECT * FROM e;
-- 1	5	t

CREATE TABLE keyed (j JSON, n Int64) ENGINE = MergeTree ORDER BY j.a::Int64;
INSERT INTO keyed VALUES ('{"a":2}', 1), ('{"a":1}', 2), ('{}', 3);

SELECT n FROM keyed WHERE j.a::Int64 = 1;
-- 2

CREATE TABLE checked (j JSON, CONSTRAINT c CHECK j.a::Int64 > 0) ENGINE = MergeTree ORDER BY tuple();
INSERT INTO checked VALUES ('{"a":1}');

INSERT INTO checked VALUES ('{"a":0}');
-- error VIOLATED_CONSTRAINT

INSERT INTO t FORMAT JSONEachRow {"k":7,"j":{"a":{"b":null,"c":[{"x":null}]},"e":{}}};

SELECT k, j FROM t WHERE k = 7;
-- 7	{"a":{"c":[{}]}}

ALTER TABLE t UPDATE j = '{"a":{"b":"new"}}' WHERE k = 1 SETTINGS mutations_sync = 1;
ALTER TABLE t DELETE WHERE j.a.b.:Int64 = 2 SETTINGS mutations_sync = 1;

SELECT k, j.a.b FROM t ORDER BY k;
-- 1	new
-- 3	\N
-- 7	\N

DELETE FROM t WHERE j.a.b.:String = 'new';

SELECT k, j FROM t ORDER BY k;
-- 3	{}
-- 7	{"a":{"c":[{}]}}

CREATE TABLE made ENGINE = MergeTree ORDER BY k AS SELECT k, j, j.a.c.:String AS c FROM t;

SELECT * FROM made ORDER BY k;
-- 3	{}	\N
-- 7	{"a":{"c":[{}]}}	\N

INSERT INTO t VALUES (9, '[1]');
-- error INCORRECT_DATA

INSERT INTO t VALUES (9, '{"a":1,"a":2}');
-- error INCORRECT_DATA
