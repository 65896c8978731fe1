-- Numbers in other bases, averages as one of the values, curves that fill a space, networks of IPv6, digests.

CREATE TABLE t (k UInt32, s String, u UInt64, i Int32, f Float64, d Date, dt DateTime('UTC'), n Nullable(Int16), ns Nullable(String), ip IPv6, lc LowCardinality(String), k8 UInt8, un Nullable(UInt16)) ENGINE = MergeTree ORDER BY k;
INSERT INTO t VALUES (1, 'abc', 10, -5, 1.5, '2024-01-02', '2024-01-02 03:04:05', 1, 'x', '2001:db8::1:2:3', 'a', 2, 1), (2, '', 0, 0, 0, '1970-01-01', '1970-01-01 00:00:00', NULL, NULL, '::ffff:1.2.3.4', '', 200, NULL), (3, 'Hé llo', 18446744073709551615, 2147483647, -2.5, '2049-06-06', '2106-02-07 06:28:15', -7, 'yy', '::', 'b', 255, 77);
SELECT conv('zz',36,10),conv('-ff',16,10),conv(u,10,16),conv(i,10,36),conv(f,10,10),conv(k,10,k+1),toTypeName(conv(n,10,2)),conv(n,10,2),toTypeName(conv(lc,16,2)) FROM t WHERE k=1 OR k=3 ORDER BY k;
-- 1295	18446744073709551361	A	3W5E11264SGSB	1	1	Nullable(String)	1	LowCardinality(String)
-- 1295	18446744073709551361	FFFFFFFFFFFFFFFF	ZIK0ZJ	18446744073709551614	3	Nullable(String)	1111111111111111111111111111111111111111111111111111111111111001	LowCardinality(String)
SELECT conv(' 12',10,16), conv('+12',10,16), conv('1.9',10,16), conv('FF',16,36),conv('99999999999999999999',10,10), conv('-99999999999999999999',10,10), conv('- 5',10,10), conv('--5',10,10) FROM t LIMIT 1;
-- C	C	1	73	18446744073709551615	1	0	0
SELECT conv('0x1F',16,10), conv('0b11',2,10), conv('-18446744073709551615',10,10), conv('-9223372036854775809',10,10), conv('\t7\n',10,10), conv('7 8',10,10), conv('-0',10,10), conv('007',10,8), conv('é1',16,10) FROM t LIMIT 1;
-- 0	0	1	9223372036854775807	7	7	0	7	0
SELECT conv(1e20,10,16), conv(1e15,10,10), conv(-1.5,10,10), conv(nan,10,10), conv(inf,36,10), conv(0.5,10,10), conv(true,36,10) FROM t LIMIT 1;
-- FFFFFFFFFFFFFFFF	1000000000000000	18446744073709551615	0	24171	0	1389110
SELECT conv('-',10,10), conv('+',10,10), conv('\v\f\r5',10,10), conv('5\0',10,10), conv('zz zz',36,36), conv('9223372036854775808',10,2), conv('-9223372036854775808',10,16), conv('+-5',10,10), conv('１',10,10), conv('   ',10,10) FROM t LIMIT 1;
-- 0	0	5	5	ZZ	1000000000000000000000000000000000000000000000000000000000000000	8000000000000000	0	0	0
SELECT conv(s,10,10) FROM t ORDER BY k;
-- error BAD_ARGUMENTS
SELECT conv(s,k-1,10) FROM t ORDER BY k;
-- error BAD_ARGUMENTS
SELECT conv('1',37,10) FROM t;
-- error BAD_ARGUMENTS
SELECT conv('1',10) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT conv(toInt128(1),10,10) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT conv(NULL,10,10), conv('1',NULL,10) FROM t;
-- \N	\N
-- \N	\N
-- \N	\N
SELECT midpoint(k,i), midpoint(k,n), midpoint(n,n), midpoint(n), midpoint(k,n,f), midpoint(d,dt), midpoint(k,NULL), midpoint(NULL,NULL), avg2(i,k), avg2(n,2) FROM t ORDER BY k;
-- -2	1	1	1	1.1666666666666667	2024-01-02 01:32:02	1	\N	-2	1
-- 1	2	\N	\N	1	1970-01-01 00:00:00	2	\N	1	2
-- 1073741825	-2	-7	-7	-2.1666666666666665	2077-10-06 15:14:07	3	\N	1073741825	-2
SELECT toTypeName(midpoint(k,i)), toTypeName(midpoint(k,n)), toTypeName(midpoint(k,NULL)), toTypeName(midpoint(n)), toTypeName(midpoint(k,f)), toTypeName(midpoint(d,dt)), toTypeName(midpoint(true,false)),toTypeName(midpoint(toDecimal32(1,1),2)) FROM t LIMIT 1;
-- Int64	Nullable(Int64)	Nullable(UInt32)	Nullable(Int16)	Float64	DateTime('UTC')	Bool	Decimal(9, 1)
SELECT midpoint(u,toUInt64(18446744073709551613)), midpoint(true,false), midpoint(true,k=1), midpoint(-3,-4), midpoint(toDecimal64(-1.55,2),toDecimal32(-2.56,2)), midpoint(toDecimal64(-1.55,2),toDecimal32(-2.56,2),toDecimal32(0.03,2)), midpoint(toDecimal32(1.5,1),2) FROM t ORDER BY k;
-- 9223372036854775811	false	true	-3	-2.05	-1.36	1.7
-- 9223372036854775806	false	false	-3	-2.05	-1.36	1.7
-- 18446744073709551614	false	false	-3	-2.05	-1.36	1.7
SELECT toString(midpoint(toDate32('1960-01-01'),toDate32('1960-01-04'))), toString(midpoint(d,toDate32('1960-01-04'))), midpoint(toDateTime64('1960-01-01 00:00:00.001',3,'UTC'),toDateTime64('1960-01-01 00:00:00.002',3,'UTC')), midpoint(toDateTime64('1960-01-01 00:00:00.123456',6,'UTC'),dt) FROM t ORDER BY k;
-- 1960-01-03	1992-01-03	1960-01-01 00:00:00.002	1992-01-01 13:32:02.561728
-- 1960-01-03	1965-01-02	1960-01-01 00:00:00.002	1964-12-31 12:00:00.061728
-- 1960-01-03	2004-09-19	1960-01-01 00:00:00.002	2033-01-18 15:14:07.561728
SELECT midpoint(toFloat32(0.1),toFloat32(0.2)), midpoint(toFloat32(16777216),toFloat32(1),toFloat32(1)), midpoint(nan,f), midpoint(inf,-inf), midpoint(toFloat32(3e38),toFloat32(3e38)), midpoint(0.1,0.7,1.3),midpoint(f,0.2) FROM t ORDER BY k;
-- 0.15	5592405.5	nan	nan	inf	0.7000000000000001	0.85
-- 0.15	5592405.5	nan	nan	inf	0.7000000000000001	0.1
-- 0.15	5592405.5	nan	nan	inf	0.7000000000000001	-1.15
SELECT midpoint(s,s) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT midpoint(u,i) FROM t;
-- error NO_COMMON_TYPE
SELECT midpoint() FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT avg2(1,2,3) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT midpoint(d,1) FROM t;
-- error NO_COMMON_TYPE
SELECT midpoint(s), midpoint(ip), midpoint('a',NULL) FROM t ORDER BY k;
-- abc	2001:db8::1:2:3	a
-- ''	::ffff:1.2.3.4	a
-- Hé llo	::	a
SELECT toString(IPv6CIDRToRange(ip,toUInt8(k*30))), toString(IPv6CIDRToRange(ip,200)), toString(IPv6CIDRToRange(ip,0)), toString(IPv6CIDRToRange(ip,128)) FROM t ORDER BY k;
-- ('2001:db8::','2001:dbb:ffff:ffff:ffff:ffff:ffff:ffff')	('2001:db8::1:2:3','2001:db8::1:2:3')	('::','ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')	('2001:db8::1:2:3','2001:db8::1:2:3')
-- ('::','::f:ffff:ffff:ffff:ffff')	('::ffff:1.2.3.4','::ffff:1.2.3.4')	('::','ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')	('::ffff:1.2.3.4','::ffff:1.2.3.4')
-- ('::','::3f:ffff:ffff')	('::','::')	('::','ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff')	('::','::')
SELECT toTypeName(IPv6CIDRToRange(ip,7)), toTypeName(IPv6CIDRToRange(toNullable(ip),7)), IPv6CIDRToRange(ip,NULL) FROM t ORDER BY k;
-- Tuple(IPv6, IPv6)	Nullable(Tuple(IPv6, IPv6))	\N
-- Tuple(IPv6, IPv6)	Nullable(Tuple(IPv6, IPv6))	\N
-- Tuple(IPv6, IPv6)	Nullable(Tuple(IPv6, IPv6))	\N
SELECT toString(IPv6CIDRToRange(IPv6StringToNum('2001:db8::1'),33)) FROM t LIMIT 1;
-- ('2001:db8::','2001:db8:7fff:ffff:ffff:ffff:ffff:ffff')
SELECT IPv6CIDRToRange('::1',8) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT IPv6CIDRToRange(toFixedString('abc',15),8) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT cutIPv6(ip,2,1), cutIPv6(ip,0,0), cutIPv6(ip,16,16), cutIPv6(ip,1,5), cutIPv6(toNullable(ip),3,3), toTypeName(cutIPv6(toNullable(ip),3,3)) FROM t ORDER BY k;
-- 2001:db8::1:2:0	2001:db8::1:2:3	::	2001:db8::1:2:0	2001:db8::1:0:0	Nullable(String)
-- ::ffff:1.2.3.0	::ffff:1.2.3.4	::	::ff00:0:0	::ffff:1.0.0.0	Nullable(String)
-- ::	::	::	::	::	Nullable(String)
SELECT cutIPv6(ip,17,1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT cutIPv6(ip,1,17) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT cutIPv6(ip,toUInt8(k),1) FROM t;
-- error ILLEGAL_COLUMN
SELECT cutIPv6('::1',1,1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT cutIPv6(ip,-1,1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT cutIPv6(toFixedString('abcdefghijklmnop',16),1,1), cutIPv6(NULL,1,1), cutIPv6(ip,NULL,1) FROM t LIMIT 1;
-- 6162:6364:6566:6768:696a:6b6c:6d6e:6f00	\N	\N
SELECT hex(keccak256(s)), hex(MD4(s)), hex(RIPEMD160(s)), CRC64(s) FROM t ORDER BY k;
-- 4E03657AEA45A94FC7D47BA826C8D667C0D1E6E33A64A036EC44F58FA12D6C45	A448017AAF21D8525FC10AE87AA6729D	8EB208F7E05D987A9B044A8E98C6B087F15A0BFC	14276787454831668577
-- C5D2460186F7233C927E7DB2DCC703C0E500B653CA82273B7BFAD8045D85A470	31D6CFE0D16AE931B73C59D7E0C089C0	9C1185A5C5E9FC54612808977EE8F548B2258D31	0
-- 301FA6DB61F603940BCAD0BB47A565C8AD300AFC0B15C83C4CE4C2AA3CFADB6A	B42AAC587161737392638C821A5AD471	DEA0A21B4860EF868D3C655EDAAD92BAD3FD5D28	14647631190023449112
SELECT hex(keccak256(repeat('a',100+k))), hex(MD4(repeat('a',50+k))), hex(RIPEMD160(repeat('b',60+k))), CRC64(repeat('c',k*99)) FROM t ORDER BY k;
-- D0ACD542CE1C6676BAD4F2724056E8D4B6FC53A76A741FE0AE4890FAC6EA663D	2D52D26552CBC27CB68EB829E35DD24D	047A37A34B703463BC951B45764F9946AD741149	6144839409069390702
-- 3A5F62D50C93F55B40437319F31C600D1A62C3C332E21254216614C263A96B43	38AB80B7C2B45B568488244ADF334410	028BD2439E65A44255806BB45823B61B9C5C389A	2243228179999820973
-- 9B31F100ADC8218B980DD2D3680958B71F8504891E3F1F1EADCDD4C503954486	BD3ED6F7A3A4DD4705360984A18577E5	155BC4A51549E7106B370B45492FCA83728A0239	3427009020565165377
SELECT hex(keccak256(repeat('a',133+k))), hex(keccak256(repeat('a',270+k))), hex(MD4(repeat('a',53+k))), hex(RIPEMD160(repeat('b',53+k))), hex(MD4(repeat('a',61+k))),hex(RIPEMD160(repeat('b',61+k))), hex(RIPEMD160(repeat('b',261+k))) FROM t ORDER BY k;
-- E5DE5653994E2FA6729D329B65B5F332DEE942A7EA54515E173824C232A4FF91	132F47EFFD6C8B1B299EFA53FE68AECE77EC8AE4EB2E294F668EEC94F76001E1	10993F670D6D785F3E87BC46E8DA89DC	9CD2C53C984261DD0E11F69877BD8E4351B86A50	5AE7B0C20144BC35483E8D7C16297658	028BD2439E65A44255806BB45823B61B9C5C389A	5DCA5539122083DED4A1E72DC68A8502AE553B0F
-- 34367DC248BBD832F4E3E69DFAAC2F92638BD0BBD18F2912BA4EF454919CF446	CF7FCD4F705EE749930D19CA84561A9BF62516BD90A471545FA2F49FDC7E63C8	C889C81DD86C4D2E025778944EA02881	E3E12F96F90C4CB4649A99ED3713454A624D4554	7EA3DA77432D44C323671097D1348FC8	155BC4A51549E7106B370B45492FCA83728A0239	F5CCF94B6A0D8101E7015F8307D5D903EDEB7EC2
-- A6C4D403279FE3E0AF03729CAADA8374B5CA54D8065329A3EBCAEB4B60AA386E	5A7B8187D2778E614097FAC3097573DE1FEE4D972304D3360796A857029BB176	D5F9A9E9257077A5F08B0B92F348B0AD	535291716128A6C67538296A9660ED622CBE1257	52F5076FABD22680234A3FA9F9DC5732	AE98D14EE7836405A62279CCCBC12D14F41ED0C7	8117C7A59C500E26AE9D508249DC59AAF546802B
SELECT hex(keccak256(ns)), hex(MD4(ns)), hex(RIPEMD160(ns)), CRC64(ns), toTypeName(MD4(ns)), toTypeName(CRC64(lc)), toTypeName(keccak256(lc)) FROM t ORDER BY k;
-- 7521D1CADBCFA91EEC65AA16715B94FFC1C9654BA57EA2EF1A2127BCA1127A83	51B834B7C1EF0B59EA50888FCB39ACE2	11FF33C6FB942655EFB3E30CF4C0FD95F5EF483A	1565932757744914716	Nullable(FixedString(16))	LowCardinality(UInt64)	LowCardinality(FixedString(32))
-- \N	\N	\N	\N	Nullable(FixedString(16))	LowCardinality(UInt64)	LowCardinality(FixedString(32))
-- 1DDCB005E158BE446DD46D879AFA6EFB2983F93F40D77BA824EEAADF85EC0818	961006DDD8661DE05B141E20EB143E1E	684256F5444A5F9012D6366B88D4501244D8A896	253085987569808371	Nullable(FixedString(16))	LowCardinality(UInt64)	LowCardinality(FixedString(32))
SELECT hex(MD4(toFixedString('a',3))), hex(keccak256(toFixedString('a',3))), CRC64(toFixedString('a',3)), hex(RIPEMD160(unhex('ff00fe'))) FROM t LIMIT 1;
-- 970A0E6B02FE659679539156EC90A5B5	2622FA057DD5E1F2FD9F0FA25DB30E54BEBB90CFFDE508973FB95613594F8A3A	8521283507583323096	D1FC6044A4C31F0DD802167F5D71873D5490E888
SELECT hex(RIPEMD160(ip)), hex(SHA256(ip)), hex(MD5(ip)), hex(keccak256(ip)) FROM t ORDER BY k;
-- 1C7E64318B19D0C39E4A68CFDFCF084830B75347	599E7520E46A148B90AB19AA186EAACC6DC2CE2140B8B2E4B0F28658228A3C9B	B2E0619EB3FC27B65114C69FE1A2125E	C80E92CC4B6173754603EF72DCF24502D2574ABA4119F0930E9F9F4DF2DF90B6
-- 742726A0CA1ED4559376DEFF5F1BB05F17E9BD08	42BB50F36D8176E7079ABD4038E165C5A9485639E061D59D9F1B24721080D664	372FB11422956E49946C3038D5F6A907	699B7D328321C49010AB096B926E8CC02A70891AFEBF4664CE10484418D9ECE9
-- F2760C89487A4BF0D47F6CCCA8D68915311A80D6	374708FFF7719DD5979EC875D56CD2286F6D3CF7EC317A3B25632AAB28EC37BB	4AE71336E44BF9BF79D2752E234818A5	F490DE2920C8A35FABEB13208852AA28C76F9BE9B03A4DD2B3C075F7A26923B4
SELECT MD4(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT CRC64(1) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT hilbertEncode(k,k8), hilbertEncode(k), hilbertEncode(un,k8), hilbertEncode((1,2),k,k8), hilbertEncode(u,k), hilbertEncode((3,),u), toTypeName(hilbertEncode(un,k8)) FROM t ORDER BY k;
-- 13	1	13	230	77	80	Nullable(UInt64)
-- 61670	2	\N	986778	14	0	Nullable(UInt64)
-- 65530	3	50436	1048524	0	18446744073709551608	Nullable(UInt64)
SELECT hilbertEncode((32,0),k,k8), hilbertEncode((0,31),k8,k8), hilbertEncode(true,k), hilbertEncode(k,NULL) FROM t ORDER BY k;
-- 0	0	2	\N
-- 0	0	13	\N
-- 0	0	12	\N
SELECT toString(hilbertDecode(2,u)), toString(hilbertDecode(1,u)), toString(hilbertDecode((3,0),u)), toString(hilbertDecode((0,16),u)), toString(hilbertDecode(2,un)), toTypeName(hilbertDecode(2,un)), toTypeName(hilbertDecode(2,k8)), toString(hilbertDecode((1,),k)), hilbertDecode(2,NULL) FROM t ORDER BY k;
-- (3,3)	(10)	(0,3)	(3,0)	(0,1)	Nullable(Tuple(UInt64, UInt64))	Tuple(UInt64, UInt64)	(0)	\N
-- (0,0)	(0)	(0,0)	(0,0)	\N	Nullable(Tuple(UInt64, UInt64))	Tuple(UInt64, UInt64)	(1)	\N
-- (0,4294967295)	(18446744073709551615)	(0,4294967295)	(0,65535)	(10,1)	Nullable(Tuple(UInt64, UInt64))	Tuple(UInt64, UInt64)	(1)	\N
SELECT mortonEncode(k), mortonEncode(k,k8), mortonEncode(k,k8,u), mortonEncode(k,k8,u,un), mortonEncode(1,2,3,4,5,6,7,k8), mortonEncode((1,2),k,k8), mortonEncode((1,2,3,1),k,k8,u,6), mortonEncode((2,),k), mortonEncode((8,),u) FROM t ORDER BY k;
-- 1	9	2097	16489	7923285	129	70368748382337	2	2147516416
-- 2	41092	4719624	\N	9259400836029113941	2281734148	2314850209005308048	8	0
-- 3	43695	5270498306778951103	4919131753696128639	9259542123281704661	2290649229	2603186292898409649	10	9259542123273814144
SELECT mortonEncode(u,u,u,u,u,u), mortonEncode(u,u,u,u,u), mortonEncode(u,u), mortonEncode((3,8),u,u) FROM t ORDER BY k;
-- 16519104	1016800	204	9223372039006454784
-- 0	0	0	0
-- 1152921504606846975	1152921504606846975	18446744073709551615	9516318237978100752
SELECT toString(mortonDecode(1,u)), toString(mortonDecode(2,u)), toString(mortonDecode(3,u)), toString(mortonDecode(5,u)), toString(mortonDecode(8,u)), toString(mortonDecode((1,2),u)), toString(mortonDecode((2,3,1),u)), toString(mortonDecode((8,8),u)), toString(mortonDecode((3,),k)), toString(mortonDecode(2,un)), toTypeName(mortonDecode(3,k8)) FROM t ORDER BY k;
-- (10)	(0,3)	(2,1,0)	(0,1,0,1,0)	(0,1,0,1,0,0,0,0)	(0,1)	(1,0,0)	(0,0)	(0)	(1,0)	Tuple(UInt64, UInt64, UInt64)
-- (0)	(0,0)	(0,0,0)	(0,0,0,0,0)	(0,0,0,0,0,0,0,0)	(0,0)	(0,0,0)	(0,0)	(0)	\N	Tuple(UInt64, UInt64, UInt64)
-- (18446744073709551615)	(4294967295,4294967295)	(2097151,2097151,2097151)	(4095,4095,4095,4095,4095)	(255,255,255,255,255,255,255,255)	(4294967295,65535)	(1023,127,2097151)	(15,15)	(0)	(11,2)	Tuple(UInt64, UInt64, UInt64)
SELECT mortonDecode(k,3) FROM t;
-- error ILLEGAL_COLUMN
SELECT mortonDecode(9,k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT mortonDecode(0,k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT mortonDecode(2,i) FROM t;
-- error ILLEGAL_COLUMN
SELECT mortonDecode((1,9),k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT mortonDecode('a',k) FROM t;
-- error ILLEGAL_COLUMN
SELECT mortonEncode(i,k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT mortonEncode((1,2,3),k,k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT mortonEncode((9,2),k,k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT mortonEncode(1,2,3,4,5,6,7,8,9) FROM t;
-- error TOO_MANY_ARGUMENTS_FOR_FUNCTION
SELECT hilbertEncode(1,2,k) FROM t;
-- error TOO_MANY_ARGUMENTS_FOR_FUNCTION
SELECT hilbertEncode(1.5,k) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT hilbertEncode((33,2),k,k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT hilbertDecode((2,2,2),k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT hilbertDecode(3,k) FROM t;
-- error ARGUMENT_OUT_OF_BOUND
SELECT hilbertDecode(2) FROM t;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT kostikConsistentHash(u,10), yandexConsistentHash(u,1), kostikConsistentHash(u,2), kostikConsistentHash(u,3), kostikConsistentHash(i,1000), kostikConsistentHash(u,32768), kostikConsistentHash(k8,777), kostikConsistentHash(un,7), kostikConsistentHash(toIPv4('1.2.3.4'),7), toTypeName(kostikConsistentHash(un,7)) FROM t ORDER BY k;
-- 0	0	0	0	511	0	0	0	0	Nullable(UInt16)
-- 0	0	0	0	0	0	0	\N	0	Nullable(UInt16)
-- 7	0	1	2	0	32767	0	0	0	Nullable(UInt16)
SELECT kostikConsistentHash(u,0) FROM t;
-- error BAD_ARGUMENTS
SELECT kostikConsistentHash(u,-1) FROM t;
-- error BAD_ARGUMENTS
SELECT kostikConsistentHash(u,32769) FROM t;
-- error BAD_ARGUMENTS
SELECT kostikConsistentHash(u,k) FROM t;
-- error ILLEGAL_COLUMN
SELECT kostikConsistentHash(1.5,3) FROM t;
-- error ILLEGAL_TYPE_OF_ARGUMENT
SELECT kostikConsistentHash(toInt128(k),3) FROM t;
-- error BAD_ARGUMENTS
SELECT kostikConsistentHash(NULL,3), kostikConsistentHash(k,NULL) FROM t;
-- \N	\N
-- \N	\N
-- \N	\N
CREATE TABLE h (k UInt64) ENGINE = MergeTree ORDER BY k;
INSERT INTO h SELECT cityHash64(number) FROM numbers(300);
SELECT sum(kostikConsistentHash(k,10)), sum(kostikConsistentHash(k,3)), sum(kostikConsistentHash(k,1025)), sum(kostikConsistentHash(k,31000)) FROM h;
-- 1316	320	156795	4872961
SELECT countIf(hilbertEncode(tupleElement(hilbertDecode(2,k),1), tupleElement(hilbertDecode(2,k),2)) = k), countIf(mortonEncode(mortonDecode(2,k).1, mortonDecode(2,k).2) = k) FROM h;
-- 300	300
SELECT arrayMap(x -> midpoint(x, k), [1,2]), arrayMap(x -> mortonEncode(x, k), [1,2]), arrayMap(x -> conv(x, 10, 16), [10,20]), arrayMap(x -> kostikConsistentHash(x, 10), [10,2000000]) FROM t ORDER BY k;
-- [1,1]	[3,6]	['A','14']	[0,0]
-- [1,2]	[9,12]	['A','14']	[0,0]
-- [2,2]	[11,14]	['A','14']	[0,0]
