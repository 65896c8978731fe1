-- Numbers in hexadecimal and binary digits, and two SETTINGS of a CREATE TABLE.

CREATE TABLE hx1 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 0x100, min_rows_for_wide_part = 0b101;
SHOW CREATE TABLE hx1;
-- CREATE TABLE shop.hx1\n(\n    `a` UInt8\n)\nENGINE = MergeTree\nORDER BY a\nSETTINGS index_granularity = 256, min_rows_for_wide_part = 5
ALTER TABLE hx1 MODIFY SETTING min_rows_for_wide_part = 0x10;
SHOW CREATE TABLE hx1;
-- CREATE TABLE shop.hx1\n(\n    `a` UInt8\n)\nENGINE = MergeTree\nORDER BY a\nSETTINGS index_granularity = 256, min_rows_for_wide_part = 16
SELECT number FROM numbers(300) LIMIT 1 SETTINGS max_block_size = 0x10;
-- 0
SELECT 0xFF + number, 0b11, 0x1p3, 1_000, -0x10, -0b1, 0xFFFFFFFFFFFFFFFFF, -0x1p2, 0Xff_ff, 1__0, 007 FROM numbers(0x2) LIMIT 0b1;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE ss (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 2 SETTINGS allow_suspicious_codecs = 1;
SHOW CREATE TABLE ss;
-- CREATE TABLE shop.ss\n(\n    `a` UInt8\n)\nENGINE = MergeTree\nORDER BY a\nSETTINGS index_granularity = 2
CREATE TABLE ss2 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 2 SETTINGS index_granularity = 3;
-- error UNKNOWN_SETTING
CREATE TABLE ss3 (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS index_granularity = 2 COMMENT 'c' SETTINGS max_threads = 3;
INSERT INTO hx1 VALUES (0x10), (0b11);
INSERT INTO hx1 SELECT 0x20;
SELECT a FROM hx1 WHERE a IN (0x10, 0b11, 32) ORDER BY a LIMIT 0x2 OFFSET 0b1;
-- 16
-- 32
SELECT [1, 2, 3][0x2], (1, 2).1, arrayElement([1,2], 0b1), toFixedString('a', 0x2), round(1.255, 0b10) FROM numbers(1);
-- 2	1	1	a\0	1.25
