-- Three FINAL tables, aliases, and a join of a subquery.

CREATE TABLE o (id UInt32, customer UInt32, product UInt32, n UInt32, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
CREATE TABLE c (id UInt32, name String, ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
CREATE TABLE p (id UInt32, name String, price Decimal(9, 2), ver UInt8) ENGINE = ReplacingMergeTree(ver) ORDER BY id;
INSERT INTO o VALUES (1, 1, 1, 5, 1), (2, 1, 2, 1, 1), (3, 2, 1, 2, 1);
INSERT INTO o VALUES (1, 1, 1, 6, 2);
INSERT INTO c VALUES (1, 'Ann', 1), (2, 'Bob', 1);
INSERT INTO p VALUES (1, 'pen', 1.5, 1), (2, 'ink', 4, 1);
INSERT INTO p VALUES (1, 'pen', 2, 2);

SELECT c.name, p.name, o.n * p.price AS total
FROM o FINAL
JOIN c FINAL ON c.id = o.customer
JOIN p FINAL ON p.id = o.product
ORDER BY c.name, p.name;
-- Ann	ink	4
-- Ann	pen	12
-- Bob	pen	4

SELECT c.name, s.total
FROM c FINAL
JOIN (
    SELECT o.customer AS customer, sum(o.n * p.price) AS total
    FROM o FINAL JOIN p FINAL ON p.id = o.product
    GROUP BY o.customer
) AS s ON s.customer = c.id
ORDER BY s.total DESC;
-- Ann	16
-- Bob	4
