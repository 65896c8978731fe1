-- Decimals that are multiplied, texts at random, hashes of others, character sets, sizes of samples.

CREATE TABLE t (id UInt8, x Nullable(Float64), m Decimal(10, 3), s Nullable(String), u String, n UInt32) ENGINE = MergeTree ORDER BY id;
INSERT INTO t VALUES (1, 0.25, 1.255, 'abc', '&lt;&#60;&#x3c;&nope;&amp;amp;&copy;&apos;é', 10), (2, NULL, -3.5, NULL, '', 0);

SELECT id, toString(multiplyDecimal(m, toDecimal32(2.1239, 4))), toString(multiplyDecimal(m, m, 5)), toString(divideDecimal(m, toDecimal64(3, 2))), toString(divideDecimal(toDecimal64(x, 4), m, 8)), multiplyDecimal(NULL, m) FROM t ORDER BY id;
-- 1	2.6654	1.57502	0.418	0.19920318	\N
-- 2	-7.4336	12.25	-1.166	\N	\N
SELECT multiplyDecimal(m, 2) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT divideDecimal(m, toDecimal64(0, 3), 2) FROM t;
-- error ILLEGAL_DIVISION
SELECT multiplyDecimal(m, m, 80) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT id, length(randomString(n)), length(randomString(5, 1)), length(randomPrintableASCII(n)), length(randomFixedString(7)), toTypeName(randomFixedString(7)), toTypeName(randomString(2)), toTypeName(randomPrintableASCII(toNullable(3))), randomString(NULL) FROM t ORDER BY id;
-- 1	10	5	10	7	FixedString(7)	String	Nullable(String)	\N
-- 2	0	5	0	7	FixedString(7)	String	Nullable(String)	\N
SELECT randomString(-1) FROM t;
-- error TOO_LARGE_STRING_SIZE
SELECT randomString('a') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT randomFixedString(n) FROM t;
-- error ILLEGAL_COLUMN
SELECT randomFixedString(0) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT fuzzBits(u, 0.), hex(fuzzBits('abc', 1.)), toTypeName(fuzzBits(toFixedString('abc', 5), 0.)), fuzzBits(s, 0.), toTypeName(fuzzBits(s, 0.5)), fuzzBits('', 0.5) FROM t ORDER BY id;
-- &lt;&#60;&#x3c;&nope;&amp;amp;&copy;&apos;é	9E9D9C	FixedString(5)	abc	Nullable(String)	''
-- ''	9E9D9C	FixedString(5)	\N	Nullable(String)	''
SELECT fuzzBits('abc', 1.5) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT fuzzBits('abc', 0) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT decodeHTMLComponent(u), decodeHTMLComponent(s), hex(decodeHTMLComponent('&nbsp;')) FROM t ORDER BY id;
-- <<<&nope;&amp;©'é	abc	C2A0
-- ''	\N	C2A0
SELECT hex(convertCharset('Café', 'utf-8', 'ISO-8859-1')), hex(convertCharset('aé€', 'utf-8', 'utf-16')), convertCharset(unhex('E9'), 'windows-1252', 'utf8'), convertCharset(s, 'utf-8', 'latin1'), toTypeName(convertCharset(s, 'utf-8', 'latin1')) FROM t ORDER BY id;
-- 436166E9	FFFE6100E900AC20	é	abc	Nullable(String)
-- 436166E9	FFFE6100E900AC20	é	\N	Nullable(String)
SELECT convertCharset('a', 'utf-8', 'nope') FROM t;
-- error CANNOT_CREATE_CHARSET_CONVERTER
SELECT xxHash64Spark('abc'), xxHash64Spark(s), toTypeName(xxHash64Spark(s)), xxHash64Spark('') FROM t ORDER BY id;
-- 1423657621850124518	1423657621850124518	Int64	-7444071767201028348
-- 1423657621850124518	42	Int64	-7444071767201028348
SELECT xxHash64Spark(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT kafkaMurmurHash('a', 'b'), kafkaMurmurHash(1), kafkaMurmurHash('foobar'), kafkaMurmurHash(s), kafkaMurmurHash(n, u), gccMurmurHash('a', 'b'), gccMurmurHash([1, 2]), gccMurmurHash(s, id), toTypeName(kafkaMurmurHash(1)), toTypeName(gccMurmurHash(1)) FROM t ORDER BY id;
-- 499604128	2107329057	1357151166	479470107	1790628739	17950787203324252190	8819182678938680771	14982017065251830486	UInt32	UInt64
-- 499604128	2107329057	1357151166	\N	2313229854	17950787203324252190	8819182678938680771	\N	UInt32	UInt64
SELECT javaHashUTF16LE(convertCharset('test', 'utf-8', 'utf-16le')), javaHashUTF16LE('ab') FROM t WHERE id = 1;
-- 3556498	25185
SELECT javaHashUTF16LE('abc') FROM t;
-- error BAD_ARGUMENTS
SELECT toString(round(z.1, 9)), toString(round(z.2, 9)), toString(round(z.3, 9)), toString(round(z.4, 9)), toTypeName(z) FROM (SELECT proportionsZTest(toUInt32(n + 1), 11, 100, 101, 0.95, 'pooled') AS z FROM t) ORDER BY z.1;
-- -2.959247606	0.003083912	-0.162719211	-0.035102571	Tuple(\n    z_statistic Float64,\n    p_value Float64,\n    confidence_interval_low Float64,\n    confidence_interval_high Float64)
-- 0.024728181	0.980271777	-0.085235774	0.087413992	Tuple(\n    z_statistic Float64,\n    p_value Float64,\n    confidence_interval_low Float64,\n    confidence_interval_high Float64)
SELECT proportionsZTest(10, 11, 100, 101, 0.95, 'nope') FROM t;
-- error BAD_ARGUMENTS
SELECT proportionsZTest(-10, 11, 100, 101, 0.95, 'pooled') FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT toString(round(z.1, 8)), z.2, z.3, toTypeName(z) FROM (SELECT minSampleSizeContinuous(112.25, 21.1, 0.03, 0.80, 0.05) AS z FROM t WHERE id = 1);
-- 616.29319458	108.8825	115.6175	Tuple(\n    minimum_sample_size Float64,\n    detect_range_lower Float64,\n    detect_range_upper Float64)
SELECT toString(round(z.1, 8)), toString(z.2), toString(z.3) FROM (SELECT minSampleSizeConversion(0.25, 0.03, 0.80, 0.05) AS z FROM t WHERE id = 1);
-- 3396.07760322	0.22	0.28
SELECT toString(minSampleSizeContinuous(10., 1., 3., 0.5, 0.1)), toString(minSampleSizeContinuous(0., 21.1, 0.03, 0.80, 0.05)) FROM t WHERE id = 1;
-- (nan,nan,nan)	(inf,0,0)
SELECT fromUnixTimestampInJodaSyntax(n, 'yyyy-MM-dd HH:mm:ss'), fromUnixTimestampInJodaSyntax(1669804872, 'yyyy-MM-dd HH:mm:ss', 'Asia/Tokyo') FROM t ORDER BY id;
-- 1970-01-01 00:00:10	2022-11-30 19:41:12
-- 1970-01-01 00:00:00	2022-11-30 19:41:12
SELECT neighbor(n, 1) FROM t;
-- error DEPRECATED_FUNCTION
SELECT runningDifference(n) FROM t;
-- error DEPRECATED_FUNCTION
