-- Long FixedStrings need a setting, and functions of states the types of their arguments.
CREATE TABLE t (hash FixedString(257)) ENGINE = MergeTree ORDER BY tuple();
-- error ILLEGAL_COLUMN
CREATE TABLE t (hashes Array(FixedString(300))) ENGINE = MergeTree ORDER BY tuple();
-- error ILLEGAL_COLUMN
CREATE TABLE t (hash FixedString(256)) ENGINE = MergeTree ORDER BY tuple();
ALTER TABLE t ADD COLUMN other FixedString(1000);
-- error ILLEGAL_COLUMN
CREATE TABLE u (hash FixedString(257)) ENGINE = MergeTree ORDER BY tuple() SETTINGS allow_suspicious_fixed_string_types = 1;
SELECT name, type FROM system.columns WHERE database = currentDatabase() ORDER BY `table`;
-- hash	FixedString(256)
-- hash	FixedString(257)

CREATE TABLE v (k UInt8, x AggregateFunction(sum)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE v (k UInt8, x AggregateFunction(sumIf, UInt8)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE v (k UInt8, x AggregateFunction(uniq)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE v (k UInt8, x AggregateFunction(argMax, UInt8)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE v (k UInt8, x AggregateFunction(groupArray)) ENGINE = AggregatingMergeTree ORDER BY k;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
CREATE TABLE v (k UInt8, x AggregateFunction(count)) ENGINE = AggregatingMergeTree ORDER BY k;

-- a constraint that is no condition is found by the first INSERT
CREATE TABLE w (k UInt8, CONSTRAINT c CHECK 'a') ENGINE = MergeTree ORDER BY k;
INSERT INTO w VALUES (1);
-- error UNSUPPORTED_METHOD
