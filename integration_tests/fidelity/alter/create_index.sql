-- CREATE INDEX and DROP INDEX.

create table t_index(a int, b String, c UInt8) engine=MergeTree() order by a;
create index i_a on t_index(a) TYPE minmax GRANULARITY 4;
create index if not exists i_a on t_index(a) TYPE minmax GRANULARITY 2;
create index i_a on t_index(b) TYPE minmax;
-- error ILLEGAL_COLUMN
create index i_bc on t_index (b, c) TYPE bloom_filter(0.1) GRANULARITY 3;
create index i_f on t_index (lower(b)) TYPE set(10);
create index `i e` on t_index (a + c) TYPE minmax;
show create table t_index;
-- CREATE TABLE shop.t_index\n(\n    `a` Int32,\n    `b` String,\n    `c` UInt8,\n    INDEX i_a a TYPE minmax GRANULARITY 4,\n    INDEX i_bc (b, c) TYPE bloom_filter(0.1) GRANULARITY 3,\n    INDEX i_f lower(b) TYPE set(10) GRANULARITY 1,\n    INDEX `i e` a + c TYPE minmax GRANULARITY 1\n)\nENGINE = MergeTree\nORDER BY a\nSETTINGS index_granularity = 8192
create index i_x on t_index (c);
-- error INCORRECT_QUERY
create unique index i_y on t_index (c) TYPE minmax;
-- error NOT_IMPLEMENTED
create index i_z on t_index (zz) TYPE minmax;
-- error UNKNOWN_IDENTIFIER
create index i_z on t_index c TYPE minmax;
drop index i_a on t_index;
drop index if exists i_a on t_index;
drop index i_a on t_index;
-- error BAD_ARGUMENTS
drop index i_bc;
-- error SYNTAX_ERROR
select name, expr, type_full, granularity from system.data_skipping_indices where table = 't_index' and database = currentDatabase() order by name;
-- i e	a + c	minmax	1
-- i_bc	b, c	bloom_filter(0.1)	3
-- i_f	lower(b)	set(10)	1
-- i_z	c	minmax	1
create index i_q on t_index (b) TYPE minmax FIRST;
-- error SYNTAX_ERROR
create index i_q on t_index (b) TYPE nonsense;
-- error INCORRECT_QUERY
create index i_d on t_index (b, a + 1, b) TYPE minmax;
-- error BAD_ARGUMENTS
CREATE TABLE dup (id UInt32, INDEX idx (id + 1, id, id + 1) TYPE minmax) ENGINE = MergeTree() ORDER BY id;
-- error BAD_ARGUMENTS
alter table t_index add index dd (a, a) TYPE minmax;
-- error BAD_ARGUMENTS
