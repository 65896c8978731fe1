-- Times inside arrays, tuples and maps become texts as the clocks of their own zones show them.

SELECT toString([toDateTime(1, 'Europe/Moscow')]), toString(tuple(toDateTime(1, 'Europe/Moscow'))), toString(map('a', toDateTime(1, 'Europe/Moscow'))), arrayStringConcat([toDateTime(1, 'Europe/Moscow')], ',');
-- ['1970-01-01 03:00:01']	('1970-01-01 03:00:01')	{'a':'1970-01-01 03:00:01'}	1970-01-01 03:00:01
SELECT toJSONString([toDateTime(1, 'Europe/Moscow')]), toJSONString(toDateTime(1, 'Europe/Moscow')), toJSONString(map('a', toDateTime(1, 'Europe/Moscow')));
-- ["1970-01-01 03:00:01"]	"1970-01-01 03:00:01"	{"a":"1970-01-01 03:00:01"}
SELECT toString([toDateTime64(1.5, 3, 'Europe/Moscow')]), toJSONString([toDateTime64(1.5, 3, 'Europe/Moscow')]), toString([[toDateTime(1, 'Europe/Moscow')]]);
-- ['1970-01-01 03:00:01.500']	["1970-01-01 03:00:01.500"]	[['1970-01-01 03:00:01']]
SELECT toString((1, [toDateTime(1, 'Asia/Tokyo')], map(toDateTime(1, 'Asia/Tokyo'), toDateTime(1, 'Europe/Moscow'))));
-- (1,['1970-01-01 09:00:01'],{'1970-01-01 09:00:01':'1970-01-01 03:00:01'})
SELECT toString([toDateTime64(1.5, 3)]), toJSONString([toDateTime(1)]), toJSONString(toDateTime64(1.5, 3)), toString((toDate(1), toDateTime64(1, 6), 1.5, 'a')), toJSONString([toDate(1)]);
-- ['1970-01-01 00:00:01.500']	["1970-01-01 00:00:01"]	"1970-01-01 00:00:01.500"	('1970-01-02','1970-01-01 00:00:01.000000',1.5,'a')	["1970-01-02"]
SELECT concat([toDateTime(1, 'Europe/Moscow')], 'x'), concat('x', toDateTime(1, 'Europe/Moscow')), format('{}', [toDateTime(1, 'Europe/Moscow')]), format('{} {}', toDateTime(1, 'Asia/Tokyo'), 5);
-- ['1970-01-01 03:00:01']x	x1970-01-01 03:00:01	['1970-01-01 03:00:01']	1970-01-01 09:00:01 5
SELECT toString([toNullable(toDateTime(1, 'Europe/Moscow')), NULL]), toString(groupArray(toDateTime(number, 'Europe/Moscow'))) FROM numbers(2);
-- ['1970-01-01 03:00:01',NULL]	['1970-01-01 03:00:00','1970-01-01 03:00:01']
CREATE TABLE t (k UInt8, a Array(DateTime('Asia/Tokyo')), n Tuple(at DateTime64(3, 'Asia/Tokyo'), s String)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, ['2024-01-01 00:00:00'], ('2024-01-01 00:00:00.5', 'x')), (2, [], ('2024-06-01 12:00:00', 'it''s'));
SELECT k, toString(a), toString(n), toJSONString(n), arrayStringConcat(a, ';') FROM t ORDER BY k;
-- 1	['2024-01-01 00:00:00']	('2024-01-01 00:00:00.500','x')	{"at":"2024-01-01 00:00:00.500","s":"x"}	2024-01-01 00:00:00
-- 2	[]	('2024-06-01 12:00:00.000','it\\'s')	{"at":"2024-06-01 12:00:00.000","s":"it's"}	''
