-- Column lists, orders, line ends and spaces.

CREATE TABLE t (k Int64, v String, ver UInt32) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 1);
INSERT INTO t (v, k) VALUES ('c', 3);
INSERT INTO TABLE t (k, v, ver) VALUES (4, 'd', 4) , (5, 'e', 5);
INSERT INTO shop.t VALUES
    (6, 'f', 6),
    (7, 'g', 7);
INSERT INTO t (*) VALUES (8, 'h', 8);
INSERT INTO t (`k`, "v") VALUES (9, 'i');
INSERT INTO t FORMAT Values (10, 'j', 10);
insert into t values (11, 'k', 11);
INSERT INTO t VALUES (12, 'l', 12)(13, 'm', 13);
SELECT * FROM t ORDER BY k;
-- 1	a	1
-- 2	b	1
-- 3	c	0
-- 4	d	4
-- 5	e	5
-- 6	f	6
-- 7	g	7
-- 8	h	8
-- 9	i	0
-- 10	j	10
-- 11	k	11
-- 12	l	12
-- 13	m	13
