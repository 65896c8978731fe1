-- PRIMARY KEY behind a column, or in the list of columns, makes a MergeTree table without ENGINE.
CREATE TABLE single (id UInt32 PRIMARY KEY, name String);
SELECT engine, sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'single';
-- MergeTree	id	id
CREATE TABLE two (shop UInt8 PRIMARY KEY, id UInt32 PRIMARY KEY, name String);
SELECT engine, sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'two';
-- MergeTree	shop, id	shop, id
CREATE TABLE listed (shop UInt8, id UInt32, name String, PRIMARY KEY (shop, id));
SELECT engine, sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'listed';
-- MergeTree	shop, id	shop, id
INSERT INTO listed VALUES (1, 2, 'a');
SELECT * FROM listed;
-- 1	2	a

-- one PRIMARY KEY only
CREATE TABLE refused (id UInt32 PRIMARY KEY, name String) ENGINE = MergeTree PRIMARY KEY id;
-- error BAD_ARGUMENTS
CREATE TABLE refused (id UInt32 PRIMARY KEY, name String, PRIMARY KEY id);
-- error BAD_ARGUMENTS
CREATE TABLE refused (id UInt32, name String, PRIMARY KEY id) ENGINE = MergeTree PRIMARY KEY id ORDER BY id;
-- error BAD_ARGUMENTS
CREATE TABLE refused (shop UInt8 PRIMARY KEY, id UInt32) ENGINE = MergeTree ORDER BY id;
-- error BAD_ARGUMENTS
CREATE TABLE sorted (shop UInt8 PRIMARY KEY, id UInt32) ENGINE = ReplacingMergeTree ORDER BY (shop, id);
SELECT sorting_key, primary_key FROM system.tables WHERE database = currentDatabase() AND name = 'sorted';
-- shop, id	shop
