-- Rules that make no sense.

CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL k + 1;
-- error BAD_TTL_EXPRESSION
CREATE TABLE t (k Int64, ts String) ENGINE = MergeTree ORDER BY k TTL ts;
-- error BAD_TTL_EXPRESSION
CREATE TABLE t (k Int64, ts Nullable(DateTime)) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY;
-- error BAD_TTL_EXPRESSION
CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL now() + INTERVAL 1 DAY;
-- error BAD_ARGUMENTS
CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL toDateTime('2020-01-01 00:00:00');
-- error BAD_ARGUMENTS
CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL nope + INTERVAL 1 DAY;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY WHERE nope > 1;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY, ts + INTERVAL 1 MONTH;
-- error BAD_TTL_EXPRESSION
CREATE TABLE t (k Int64, ts DateTime, al DateTime ALIAS ts) ENGINE = MergeTree ORDER BY k TTL al + INTERVAL 1 DAY;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE t (k Int64, e DateTime EPHEMERAL) ENGINE = MergeTree ORDER BY k TTL e + INTERVAL 1 DAY;
-- error UNKNOWN_IDENTIFIER
CREATE TABLE t (k Int64, ts DateTime, x Int64 TTL ts + INTERVAL 1 DAY) ENGINE = MergeTree ORDER BY (k, x);
-- error ILLEGAL_COLUMN
CREATE TABLE t (k Int64, ts DateTime, x Int64 TTL ts + INTERVAL 1 DAY) ENGINE = MergeTree ORDER BY k PARTITION BY x;
-- error ILLEGAL_COLUMN
CREATE TABLE t (k Int64, ts DateTime, x Int64 TTL k) ENGINE = MergeTree ORDER BY k;
-- error BAD_TTL_EXPRESSION
CREATE TABLE t (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL max(ts) + INTERVAL 1 DAY;
-- error ILLEGAL_AGGREGATION
CREATE TABLE t (k Int64, ts DateTime, v Int64, w Int64) ENGINE = ReplacingMergeTree(v) ORDER BY k TTL ts + INTERVAL 1 DAY;
ALTER TABLE t MODIFY COLUMN k TTL ts + INTERVAL 1 DAY;
-- error ILLEGAL_COLUMN
ALTER TABLE t MODIFY TTL nope + 1;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t MODIFY TTL k;
-- error BAD_TTL_EXPRESSION
ALTER TABLE t DROP COLUMN ts;
-- error UNKNOWN_IDENTIFIER
ALTER TABLE t ADD COLUMN z Int64 TTL k;
-- error BAD_TTL_EXPRESSION

-- What is not supported.
ALTER TABLE t MODIFY COLUMN v TTL ts + INTERVAL 1 DAY;
-- differs: not supported, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
CREATE TABLE g (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY GROUP BY k SET ts = max(ts);
-- differs: not supported, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
CREATE TABLE r (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY RECOMPRESS CODEC(ZSTD(1));
-- differs: not supported, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
CREATE TABLE n (k Int64, ts DateTime) ENGINE = MergeTree ORDER BY k TTL ts + INTERVAL 1 DAY WHERE now() > ts;
-- differs: not supported, docs/sql.md#not-supported-yet
-- error NOT_IMPLEMENTED
