-- Dates, UUIDs, Enums, decimals and Bools as keys.

CREATE TABLE t (d Date, u UUID, e Enum8('b' = 1, 'a' = 2), n Decimal(9, 2), f Bool, v String)
ENGINE = ReplacingMergeTree ORDER BY (d, u, e, n, f);
INSERT INTO t VALUES
    ('2024-01-01', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'a', 1.5, true, 'first'),
    ('2024-01-01', '61f0c404-5cb3-11e7-907b-a6006ad3dba0', 'b', 1.5, true, 'other');
INSERT INTO t VALUES ('2024-01-01', '61F0C404-5CB3-11E7-907B-A6006AD3DBA0', 'a', 1.50, 1, 'second');
SELECT e, n, f, v FROM t FINAL ORDER BY v;
-- b	1.5	true	other
-- a	1.5	true	second
SELECT toString(u) FROM t FINAL WHERE v = 'second';
-- 61f0c404-5cb3-11e7-907b-a6006ad3dba0
