-- LEFT ANY JOIN takes one row of the other table for each row.

CREATE TABLE o (id UInt64, customer UInt32) ENGINE = ReplacingMergeTree ORDER BY id;
CREATE TABLE c (id UInt32, country String, ver UInt32) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
INSERT INTO o VALUES (10, 1), (11, 1), (12, 2);
INSERT INTO c VALUES (1, 'DE', 1), (2, 'FR', 1);
INSERT INTO c VALUES (1, 'DE', 2);
SELECT o.id, x.country FROM o FINAL ANY LEFT JOIN c AS x ON o.customer = x.id ORDER BY o.id;
-- 10	DE
-- 11	DE
-- 12	FR
SELECT o.id, c.country FROM o LEFT ANY JOIN c ON c.id = o.customer ORDER BY o.id;
-- 10	DE
-- 11	DE
-- 12	FR
SELECT id, country FROM o ANY LEFT JOIN (SELECT id AS customer, country FROM c) AS y USING (customer) ORDER BY id;
-- 10	DE
-- 11	DE
-- 12	FR
