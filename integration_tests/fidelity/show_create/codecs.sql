-- Codecs of columns are shown with all their arguments, and checked against the type.

CREATE TABLE c (k UInt64 CODEC(ZSTD), b UInt32 CODEC(Delta, LZ4), c UInt32 CODEC(DoubleDelta(2)), d Float64 CODEC(Gorilla), e UInt16 CODEC(T64), f String CODEC(LZ4HC), g String CODEC(LZ4HC(5)), h String CODEC(ZSTD(3)), i String CODEC(NONE), j Float32 CODEC(FPC), l Float64 CODEC(FPC(5, 4)), m String CODEC(Default), n DateTime CODEC(Delta(4), ZSTD(1)), o UInt64 CODEC(T64('bit')), q DateTime64(3) CODEC(DoubleDelta, ZSTD(5)), r Int8 CODEC(GCD, LZ4), s Array(UInt16) CODEC(Delta, ZSTD(1, 24)), t Tuple(UInt8, UInt16) CODEC(Delta, LZ4), u Nullable(Date) CODEC(Delta, Default), w Decimal(18, 2) CODEC(Delta, LZ4), x FixedString(4) CODEC(Delta, LZ4), y Enum8('a' = 1) CODEC(T64, LZ4), z UInt64 CODEC(LZ4, AES_128_GCM_SIV)) ENGINE = MergeTree ORDER BY k;
SHOW CREATE TABLE c;
-- CREATE TABLE shop.c\n(\n    `k` UInt64 CODEC(ZSTD(1)),\n    `b` UInt32 CODEC(Delta(4), LZ4),\n    `c` UInt32 CODEC(DoubleDelta),\n    `d` Float64 CODEC(Gorilla(8)),\n    `e` UInt16 CODEC(T64),\n    `f` String CODEC(LZ4HC(0)),\n    `g` String CODEC(LZ4HC(5)),\n    `h` String CODEC(ZSTD(3)),\n    `i` String CODEC(NONE),\n    `j` Float32 CODEC(FPC(12)),\n    `l` Float64 CODEC(FPC(5)),\n    `m` String CODEC(Default),\n    `n` DateTime CODEC(Delta(4), ZSTD(1)),\n    `o` UInt64 CODEC(T64('bit')),\n    `q` DateTime64(3) CODEC(DoubleDelta, ZSTD(5)),\n    `r` Int8 CODEC(GCD, LZ4),\n    `s` Array(UInt16) CODEC(Delta(2), ZSTD(1, 24)),\n    `t` Tuple(\n        UInt8,\n        UInt16) CODEC(Delta, LZ4),\n    `u` Nullable(Date) CODEC(Delta(2), Default),\n    `w` Decimal(18, 2) CODEC(Delta(8), LZ4),\n    `x` FixedString(4) CODEC(Delta(4), LZ4),\n    `y` Enum8('a' = 1) CODEC(T64, LZ4),\n    `z` UInt64 CODEC(LZ4, AES_128_GCM_SIV)\n)\nENGINE = MergeTree\nORDER BY k\nSETTINGS index_granularity = 8192
SELECT name, compression_codec FROM system.columns WHERE database = 'shop' AND table = 'c' ORDER BY position;
-- k	CODEC(ZSTD(1))
-- b	CODEC(Delta(4), LZ4)
-- c	CODEC(DoubleDelta)
-- d	CODEC(Gorilla(8))
-- e	CODEC(T64)
-- f	CODEC(LZ4HC(0))
-- g	CODEC(LZ4HC(5))
-- h	CODEC(ZSTD(3))
-- i	CODEC(NONE)
-- j	CODEC(FPC(12))
-- l	CODEC(FPC(5))
-- m	CODEC(Default)
-- n	CODEC(Delta(4), ZSTD(1))
-- o	CODEC(T64('bit'))
-- q	CODEC(DoubleDelta, ZSTD(5))
-- r	CODEC(GCD, LZ4)
-- s	CODEC(Delta(2), ZSTD(1, 24))
-- t	CODEC(Delta, LZ4)
-- u	CODEC(Delta(2), Default)
-- w	CODEC(Delta(8), LZ4)
-- x	CODEC(Delta(4), LZ4)
-- y	CODEC(T64, LZ4)
-- z	CODEC(LZ4, AES_128_GCM_SIV)
CREATE TABLE w (k UInt64 CODEC(Nope)) ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_CODEC
CREATE TABLE w (k UInt64 CODEC(zstd)) ENGINE = MergeTree ORDER BY k;
-- error UNKNOWN_CODEC
CREATE TABLE w (k UInt64 CODEC(Delta)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(Delta(3), LZ4)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_CODEC_PARAMETER
CREATE TABLE w (k UInt64 CODEC(Delta(4, 5), LZ4)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_SYNTAX_FOR_CODEC_TYPE
CREATE TABLE w (k UInt64 CODEC(Delta('4'), LZ4)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_CODEC_PARAMETER
CREATE TABLE w (k UInt64 CODEC(LZ4, Delta)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(LZ4, ZSTD)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(NONE, LZ4)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(AES_128_GCM_SIV, LZ4)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(LZ4(2))) ENGINE = MergeTree ORDER BY k;
-- error DATA_TYPE_CANNOT_HAVE_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(Default(1))) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(GCD(4), LZ4)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_SYNTAX_FOR_CODEC_TYPE
CREATE TABLE w (k UInt64 CODEC(ZSTD(23))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_CODEC_PARAMETER
CREATE TABLE w (k UInt64 CODEC(ZSTD(1, 5))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_CODEC_PARAMETER
CREATE TABLE w (k UInt64 CODEC(ZSTD('x'))) ENGINE = MergeTree ORDER BY k;
-- error BAD_GET
CREATE TABLE w (k UInt64 CODEC(ZSTD(1.5))) ENGINE = MergeTree ORDER BY k;
-- error BAD_GET
CREATE TABLE w (k UInt64 CODEC(T64(4))) ENGINE = MergeTree ORDER BY k;
-- error BAD_GET
CREATE TABLE w (k UInt64 CODEC(T64('x'))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_CODEC_PARAMETER
CREATE TABLE w (k UInt64 CODEC()) ENGINE = MergeTree ORDER BY k;
-- error SYNTAX_ERROR
CREATE TABLE w (k UInt64 CODEC(Gorilla)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(FPC)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64, a Float64 CODEC(FPC(99))) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_CODEC_PARAMETER
CREATE TABLE w (k UInt64, a Float64 CODEC(T64)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_SYNTAX_FOR_CODEC_TYPE
CREATE TABLE w (k UInt64, a Float64 CODEC(GCD, LZ4)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64, a String CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64, a String CODEC(DoubleDelta)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64, a Array(String) CODEC(T64)) ENGINE = MergeTree ORDER BY k;
-- error ILLEGAL_SYNTAX_FOR_CODEC_TYPE
CREATE TABLE w (k UInt64, a UUID CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64, a Tuple(x UInt8, y String) CODEC(Delta, LZ4)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64, a UInt64 ALIAS k CODEC(ZSTD)) ENGINE = MergeTree ORDER BY k;
-- error BAD_ARGUMENTS
CREATE TABLE w (k UInt64 CODEC(LZ4, Delta)) ENGINE = MergeTree ORDER BY k SETTINGS allow_suspicious_codecs = 1;
SET allow_suspicious_codecs = 1;
CREATE TABLE w2 (k UInt64 CODEC(LZ4, Delta)) ENGINE = MergeTree ORDER BY k;
SET allow_suspicious_codecs = 0;
SELECT compression_codec FROM system.columns WHERE database = 'shop' AND table IN ('w', 'w2');
-- CODEC(LZ4, Delta(8))
-- CODEC(LZ4, Delta(8))
ALTER TABLE w2 ADD COLUMN a UInt8;
ALTER TABLE c MODIFY COLUMN b CODEC(ZSTD(2));
ALTER TABLE c MODIFY COLUMN c CODEC(Nope);
-- error UNKNOWN_CODEC
ALTER TABLE c MODIFY COLUMN h CODEC(Delta, LZ4);
-- error BAD_ARGUMENTS
ALTER TABLE c ADD COLUMN a1 UInt8 CODEC(Delta, ZSTD);
ALTER TABLE c ADD COLUMN a2 String CODEC(Delta);
-- error BAD_ARGUMENTS
ALTER TABLE c MODIFY COLUMN e REMOVE CODEC;
ALTER TABLE c MODIFY COLUMN r Int64;
SELECT name, compression_codec FROM system.columns WHERE database = 'shop' AND table = 'c' AND name IN ('a1', 'b', 'e', 'r') ORDER BY name;
-- a1	CODEC(Delta(1), ZSTD(1))
-- b	CODEC(ZSTD(2))
-- e	''
-- r	CODEC(GCD, LZ4)
