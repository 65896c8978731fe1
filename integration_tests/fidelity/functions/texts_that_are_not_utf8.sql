-- lengthUTF8 counts the bytes that begin a character.

CREATE TABLE t (k UInt64, s String) ENGINE = MergeTree ORDER BY k;
INSERT INTO t SELECT number, if(number = 0, reverse('日本'), concat(unhex('80FFC3'), 'x')) FROM numbers(2);
SELECT k, lengthUTF8(s), char_length(reverse('日本')), lengthUTF8(toFixedString(s, 8)) FROM t ORDER BY k;
-- 0	2	2	4
-- 1	3	2	7
