"""Calls to ask ClickHouse for the types of their answers, over columns of all types."""

# A row of a table is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

__all__ = ["AGGREGATES", "COLUMNS", "EXPRESSIONS", "PAIRS", "UNARY"]

COLUMNS = """
    i8 Int8
    i16 Int16
    i32 Int32
    i64 Int64
    i128 Int128
    i256 Int256
    u8 UInt8
    u16 UInt16
    u32 UInt32
    u64 UInt64
    u128 UInt128
    u256 UInt256
    f32 Float32
    f64 Float64
    dec Decimal(10,2)
    dec9 Decimal(9,3)
    dec38 Decimal(38,5)
    b Bool
    s String
    fs FixedString(4)
    d Date
    d32 Date32
    dt DateTime
    dtz DateTime('UTC')
    d64 DateTime64(3)
    d64z DateTime64(6,'UTC')
    uuid UUID
    ip4 IPv4
    ip6 IPv6
    e8 Enum8('a'=1,'b'=2)
    e16 Enum16('a'=1,'z'=300)
    js JSON
    ai Array(Int64)
    au8 Array(UInt8)
    as Array(String)
    ans Array(Nullable(String))
    af Array(Float64)
    aa Array(Array(UInt8))
    ad Array(Date)
    adec Array(Decimal(10,2))
    ani Array(Nullable(Int32))
    alc Array(LowCardinality(String))
    m Map(String, Int64)
    mu Map(UInt8, Nullable(String))
    tu Tuple(UInt8, String)
    tn Tuple(a UInt8, b Nullable(Date))
    at Array(Tuple(UInt8, String))
    n_i8 Nullable(Int8)
    n_i32 Nullable(Int32)
    n_i64 Nullable(Int64)
    n_u8 Nullable(UInt8)
    n_u64 Nullable(UInt64)
    n_f32 Nullable(Float32)
    n_f64 Nullable(Float64)
    n_dec Nullable(Decimal(10,2))
    n_b Nullable(Bool)
    n_s Nullable(String)
    n_fs Nullable(FixedString(4))
    n_d Nullable(Date)
    n_d32 Nullable(Date32)
    n_dt Nullable(DateTime)
    n_dtz Nullable(DateTime('UTC'))
    n_d64 Nullable(DateTime64(3))
    n_uuid Nullable(UUID)
    n_e8 Nullable(Enum8('a'=1,'b'=2))
    n_ip4 Nullable(IPv4)
    lcs LowCardinality(String)
    lcns LowCardinality(Nullable(String))
    lcu LowCardinality(UInt32)
    lcd LowCardinality(Date)
    lcfs LowCardinality(FixedString(3))
"""
"""The columns, a name and a type on each line."""

UNARY: dict[str, str] = {
    """i8 u64 i128 f64 dec b s fs d dt dtz d64z uuid ip4 e8 ai ans m tu tn n_i32 n_s n_dt
    lcs lcns NULL""": """
        toString materialize identity rand32 rand64 randCanonical tuple toJSONString
        xxHash64 sipHash64 cityHash64 farmFingerprint64 halfMD5 murmurHash3_32
        murmurHash3_128 ignore indexHint array coalesce concat greatest isNotNull isNull
        least
    """,
    """i8 u64 i128 f64 dec b s fs d dt dtz d64z uuid ip4 e8 ai ans m tu tn n_i32 n_s n_dt
    lcs lcns""": """
        assumeNotNull
    """,
    """i8 u64 i128 f64 dec b s fs d dt dtz d64z uuid ip4 e8 tu tn n_i32 n_s n_dt lcs lcns
    NULL""": """
        toNullable
    """,
    "i8 u64 i128 f64 dec b s fs d dt dtz d64z uuid ip4 e8 n_i32 n_s n_dt lcs lcns NULL": """
        toUInt128 toUInt128OrDefault
    """,
    "i8 u64 i128 f64 dec b s fs d dt dtz d64z ip4 e8 n_i32 n_s n_dt lcs lcns NULL": """
        toUnixTimestamp toUInt32 toUInt64 toUInt256 toUInt256OrDefault toUInt32OrDefault
        toUInt64OrDefault
    """,
    "i8 u64 i128 f64 dec b s fs d dt dtz d64z uuid ip4 e8 n_i32 n_s n_dt NULL": """
        toBool
    """,
    "i8 u64 i128 f64 dec b s fs d dt dtz d64z e8 n_i32 n_s n_dt lcs lcns NULL": """
        toInt8 toInt16 toInt32 toInt64 toUInt8 toUInt16 toInt128 toInt256 toFloat32
        toFloat64 toInt128OrDefault toInt256OrDefault toInt8OrDefault toInt16OrDefault
        toInt32OrDefault toInt64OrDefault toUInt8OrDefault toUInt16OrDefault
        toFloat32OrDefault toFloat64OrDefault
    """,
    "i8 u64 i128 f64 dec b s fs d dt dtz uuid ip4 n_i32 n_s n_dt lcs lcns NULL": """
        hex bin
    """,
    "i8 u64 i128 f64 b s fs d dt dtz d64z e8 n_i32 n_s n_dt lcs lcns NULL": """
        toIntervalYear toIntervalQuarter toIntervalMonth toIntervalWeek toIntervalDay
        toIntervalHour toIntervalMinute toIntervalSecond toIntervalMillisecond
        toIntervalMicrosecond toDate toDate32 toDateTime toDateOrDefault
        toDateTimeOrDefault
    """,
    "i8 u64 i128 f64 b s fs d dt dtz uuid ip4 n_i32 n_s n_dt lcs lcns": """
        toLowCardinality
    """,
    "i8 u64 i128 f64 b s fs ip4 n_i32 n_s lcs lcns NULL": """
        toIPv6OrDefault
    """,
    "i8 u64 i128 f64 b s ip4 n_i32 n_s lcs lcns NULL": """
        toIPv4OrDefault
    """,
    "i8 u64 dec b d dt dtz ip4 n_i32 n_dt NULL": """
        intHash32 intHash64
    """,
    "i8 u64 i128 f64 b s fs n_i32 n_s lcs lcns NULL": """
        bitNot bitCount
    """,
    "s fs uuid ip4 ai ans m n_s lcs lcns NULL": """
        empty notEmpty
    """,
    "i8 u64 i128 f64 dec b e8 n_i32 NULL": """
        std stddev_pop stddev_samp var_pop var_samp
    """,
    "s d dt dtz d64z n_s n_dt lcs lcns NULL": """
        toDayOfWeek dayofweek toWeek toYearWeek
    """,
    "i8 u64 i128 f64 dec b n_i32 NULL": """
        YYYYMMDDToDate YYYYMMDDhhmmssToDateTime negate sign log ln log2 log10 log1p exp2
        exp10 round roundBankers floor ceil ceiling trunc truncate formatReadableSize
        formatReadableDecimalSize formatReadableQuantity randomStringUTF8 abs acos acosh
        asin asinh atan atanh cbrt cos cosh degrees exp radians sin sinh sqrt tan tanh
    """,
    "i8 u64 b s fs n_i32 n_s lcs lcns NULL": """
        toDateOrNull toDateTimeOrNull
    """,
    "s fs ai ans tu tn n_s lcs lcns NULL": """
        reverse
    """,
    "u64 b s fs ip4 n_s lcs lcns NULL": """
        toIPv4
    """,
    "i8 u64 i128 f64 b n_i32 NULL": """
        intExp2 intExp10 roundToExp2 factorial
    """,
    "s fs ai ans m n_s lcs lcns NULL": """
        length
    """,
    "i8 u64 f64 b n_i32 NULL": """
        isNaN isFinite isInfinite isZeroOrNull char throwIf
    """,
    "s fs n_i32 n_s n_dt lcs lcns NULL": """
        isValidASCII
    """,
    "d dt dtz d64z n_dt NULL": """
        toYear toQuarter toMonth toDayOfMonth toDayOfYear toHour toMinute toSecond
        toMillisecond toISOWeek toISOYear toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss
        toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toLastDayOfMonth
        toMonday toStartOfWeek toLastDayOfWeek toStartOfDay toStartOfHour
        toStartOfMinute toStartOfSecond toStartOfMillisecond toStartOfMicrosecond
        toStartOfFiveMinutes toStartOfTenMinutes toStartOfFifteenMinutes timeSlot
        toRelativeYearNum toRelativeQuarterNum toRelativeMonthNum toRelativeWeekNum
        toRelativeDayNum toRelativeHourNum toRelativeMinuteNum toRelativeSecondNum
        toDaysSinceYearZero day dayofmonth dayofyear hour last_day minute month quarter
        second year monthName
    """,
    "i8 u64 i128 b n_i32 NULL": """
        fromUnixTimestamp
    """,
    "i8 u64 b n_i32 NULL": """
        fromUnixTimestamp64Second fromUnixTimestamp64Milli fromUnixTimestamp64Micro
        fromUnixTimestamp64Nano fromDaysSinceYearZero space range
    """,
    "s fs ip4 n_s lcs lcns NULL": """
        toIPv6
    """,
    "s fs uuid n_s lcs lcns NULL": """
        toUUID
    """,
    "s fs n_s lcs lcns NULL": """
        MD5 SHA1 SHA224 SHA256 SHA384 SHA512 toInt128OrNull toInt128OrZero
        toInt256OrNull toInt256OrZero toUInt128OrNull toUInt128OrZero toUInt256OrNull
        toUInt256OrZero toInt8OrNull toInt8OrZero toInt16OrNull toInt16OrZero
        toInt32OrNull toInt32OrZero toInt64OrNull toInt64OrZero toUInt8OrNull
        toUInt8OrZero toUInt16OrNull toUInt16OrZero toUInt32OrNull toUInt32OrZero
        toUInt64OrNull toUInt64OrZero toFloat32OrNull toFloat32OrZero toFloat64OrNull
        toFloat64OrZero toDateOrZero toDateTimeOrZero parseDateTimeBestEffort
        parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero toStringCutToZero
        toUUIDOrNull toUUIDOrZero lengthUTF8 lower lcase upper ucase tokens
        concatWithSeparator trimLeft trimRight trimBoth unhex unbin ascii base64Encode
        base64Decode base64URLEncode base64URLDecode tryBase64Decode isValidUTF8 initcap
        toIPv4OrNull toIPv4OrZero toIPv6OrNull toIPv6OrZero crc32 ltrim rtrim trim
    """,
    "s n_s lcs lcns NULL": """
        parseDateTimeOrNull parseDateTimeOrZero lowerUTF8 upperUTF8 reverseUTF8
        regexpQuoteMeta splitByWhitespace splitByNonAlpha alphaTokens toValidUTF8
        decodeXMLComponent encodeXMLComponent firstLine protocol domain domainRFC
        domainWithoutWWW topLevelDomain port path pathFull queryString fragment
        queryStringAndFragment netloc extractURLParameters extractURLParameterNames
        cutQueryString cutFragment cutQueryStringAndFragment cutWWW decodeURLComponent
        encodeURLComponent decodeURLFormComponent encodeURLFormComponent isIPv4String
        isIPv6String soundex
    """,
    "ai ans NULL": """
        arrayStringConcat arraySort arrayReverseSort arrayMin arrayMax arrayReverse
        arrayConcat arrayPopBack arrayPopFront arrayDistinct arrayUniq arrayCompact
        arrayEnumerate arrayEnumerateUniq arrayEnumerateDense arrayIntersect arrayUnion
        arraySymmetricDifference arrayFlatten arrayZip emptyArrayToSingle arrayShuffle
    """,
    "ai ans m": """
        arrayJoin
    """,
    "b ip4 NULL": """
        IPv4NumToString
    """,
    "s n_s lcs NULL": """
        JSONHas JSONLength JSONType JSONExtractInt JSONExtractUInt JSONExtractFloat
        JSONExtractBool JSONExtractString JSONExtractRaw isValidJSON
    """,
    "s n_s lcs lcns": """
        IPv4StringToNumOrNull IPv4StringToNumOrDefault
    """,
    "d64z NULL": """
        toUnixTimestamp64Second toUnixTimestamp64Milli toUnixTimestamp64Micro
        toUnixTimestamp64Nano
    """,
    "s n_s NULL": """
        parseDateTime printf
    """,
    "ai NULL": """
        arraySum arrayAvg arrayProduct arrayCumSum arrayCumSumNonNegative
        arrayDifference
    """,
    "s lcs NULL": """
        JSONExtractArrayRaw JSONExtractKeys
    """,
    "ip4 NULL": """
        IPv4ToIPv6
    """,
    "m NULL": """
        mapKeys mapValues mapConcat mapSort mapReverseSort
    """,
    "s n_s": """
        IPv4StringToNum
    """,
}
"""Functions of one argument, by the columns they take."""

AGGREGATES: dict[str, str] = {
    """i8 u64 i128 f64 dec b s fs d dt dtz d64z uuid ip4 e8 ai ans m tu tn n_i32 n_s n_dt
    lcs lcns NULL""": """
        any anyLast first_value last_value uniqExact uniq uniqCombined uniqCombined64
        uniqHLL12 uniqUpTo entropy groupArray groupUniqArray groupConcat topK count min
        max any_value
    """,
    "i8 u64 i128 f64 dec b d dt dtz d64z n_i32 n_dt NULL": """
        avg quantile quantileExact medianExact median
    """,
    "i8 u64 f64 dec b d dt dtz d64z n_i32 n_dt NULL": """
        quantileExactHigh quantileExactLow medianExactHigh medianExactLow
    """,
    "i8 u64 f64 b d dt dtz n_i32 n_dt NULL": """
        quantileExactInclusive quantileExactExclusive quantileTiming medianTiming
        quantileTDigest medianTDigest
    """,
    "i8 u64 i128 f64 dec b e8 n_i32 NULL": """
        sumWithOverflow sumKahan stddevPop stddevSamp varPop varSamp skewPop skewSamp
        kurtPop kurtSamp groupArrayMovingSum groupArrayMovingAvg sum std stddev_pop
        var_samp
    """,
    "i8 u64 i128 f64 dec b n_i32 NULL": """
        sumCount
    """,
    "i8 u64 i128 b n_i32 NULL": """
        groupBitAnd groupBitOr groupBitXor
    """,
    "m": """
        sumMap minMap maxMap
    """,
}
"""Aggregate functions of one argument, by the columns they take."""

PAIRS: dict[str, str] = {
    "i8 i32 u8 u64 i128 dec dec9 b n_i32 n_dec lcu 1 300": "plus minus multiply",
    "i8 i32 u8 u64 f32 f64 dec dec9 b n_i32 n_dec lcu 1 300": "plus minus multiply",
    "i8 i32 u8 u64 i128 f32 f64 dec dec9 b n_i32 n_dec lcu 1 300": "array",
    "i8 i32 i64 u8 u64 i128 b n_i32 1 -1": "intDiv modulo positiveModulo gcd lcm bitAnd bitOr intDivOrZero moduloOrZero",
    "i8 u8 u64 i128 f32 f64 dec b n_i32 1": "divide equals less ifNull nullIf coalesce",
    "i8 i32 u8 i16 f32 f64 dec b n_i32 1 NULL": "least greatest",
    "s fs n_s lcs lcns e8 uuid 'a' NULL": "array ifNull coalesce concat tuple",
    "d d32 dt dtz d64 d64z n_d n_dt NULL": "array ifNull coalesce",
    "ai au8 ani": "arrayConcat arrayUnion",
    "ai au8 af ani": "arrayIntersect array",
    "b u8 n_u8 n_b lcu NULL 1": "and or xor",
}
"""Functions of two arguments, with the columns whose every pair they take."""

EXPRESSIONS = r"""
    formatQuery('SELECT 1'); formatQueryOrNull('SELECT 1'); formatQuerySingleLine('SELECT 1');
    formatQuerySingleLineOrNull('SELECT 1');
    if(u8, 1, 'a'); if(1, 1, 'a'); array(1,'a'); multiIf(u8, 1, s); if(NULL, 1, s);
    if(u8, NULL, 1); if(u8, i64, u64); array(i64,u64); [1,-1]; [1, 300]; [1, 2.5]; [NULL]; [];
    [1,NULL]
    coalesce(n_i32, 1); ifNull(n_i32, 'a'); if(u8, d, dt); if(u8, d, d32); if(u8, dt, d64);
    array(d, dt, d64); [dec, 1]; [dec, dec9]; [dec, dec38]; [dec, f64]; [i64, dec9]; [u64, dec];
    if(u8, s, fs); [fs, s]; [e8, 'a']; [e8, e16]; [s, e8]; [b, 1]; [b, true]; [b, i8]; [lcs, s];
    [lcs, lcs]; [lcs, 'a']; [lcns, s]; if(u8, lcs, 'x'); if(u8, lcs, s); if(u8, lcs, lcs);
    if(u8, lcns, 'x')
    [i128, u8]; [i128, u128]; [f32, i8]; [f32, i16]; [f32, i32]; [f32, i64]; [f64, i64];
    [f64,i128]; [u32, i8]; [u64, i8]; [u64, i128]; [u64, 1, -1]; [uuid, s]; [ip4, ip6]; [dt, dtz];
    [d64, d64z]; [ai, au8]; [ai, []]; [tu, tn]; [map('a', 1), map('b', 300)]; map(1, 2, 300, 'a');
    map('a', NULL); map(); tuple(1, 'a', NULL); (u8, s); tuple(1); [(1, 'a'), (300, 'b')];
    [dt, u32]; [d, u16]; [js, js]
    dt + 1; d + 1; d - d; dt - dt; d64 - dt; d64-d64; d + INTERVAL 1 DAY; d + INTERVAL 1 HOUR;
    d32 + INTERVAL 1 HOUR; dt + INTERVAL 1 DAY; dt + INTERVAL 1 MILLISECOND;
    d64 + INTERVAL 1 MICROSECOND; d64 + INTERVAL 1 DAY; d64 + 1; d64z + 1; INTERVAL 1 DAY;
    INTERVAL 1 DAY + INTERVAL 1 HOUR; (INTERVAL 1 DAY, INTERVAL 1 HOUR); d - 1; 1 + d; dt - 1;
    dt - 1.5; dt + f64; d + f64; d + i64; dtz + 1; d + u8; d + INTERVAL 1 DAY + INTERVAL 1 HOUR;
    -INTERVAL 1 DAY; INTERVAL 1 DAY - INTERVAL 1 DAY; d + (INTERVAL 1 DAY, INTERVAL 1 MONTH);
    s + INTERVAL 1 DAY; '2020-01-01' + INTERVAL 1 DAY; dtz - dt; d + n_i32; n_d + INTERVAL 1 DAY;
    d + NULL; INTERVAL NULL DAY; dt - INTERVAL n_i32 DAY
    (1, 2) + (3, 4); (1,2)*2; -(1,2); ai + ai; ai * 2; [1,2] + [3,4]
    b + 1; b + b; -b; b * 2; ip4 + 1; e8 = 1; b = 1; toTypeName(1); not b; not u8; not n_u8;
    NULL and 1; n_u8 and 1; b and b; b or u8; xor(b, b); n_u8 and n_b; 1 and 1; s = 'a';
    lcs = 'a'; lcs = s; lcns = 'a'; n_s = 'a'; isNull(n_s); isNull(lcns); isNotNull(lcns);
    s is null; s in ('a'); lcs in ('a'); n_s in ('a'); lcns in ('a'); NULL in (1); s not in ('a');
    s like 'a'; lcs like 'a'; s || 'x'; lcs || 'x'; concat(s, 1); concat(fs, fs);
    concat(lcs, lcs); ai || ai; concat(ai, ai); concat(m, m); concat(tu, tu);
    i8 between 1 and n_i32; nullIf(i8, 1); nullIf(s, 'a'); nullIf(lcs, 'a'); nullIf(1,1)
    arrayMap(x -> x * 2, ai); arrayMap(x -> [x], ai); arrayFilter(x -> x > 1, ai);
    arrayExists(x -> x > 1, ai); arrayCount(x -> x > 1, ai); arrayFirst(x -> x>1, ans);
    arrayFirstOrNull(x -> 1, ai); arrayFirstIndex(x->1, ai); arraySort(ai);
    arraySort(x -> -x, ai); arraySum(au8); arraySum(ai); arraySum(af); arraySum(adec);
    arraySum(x -> x * 2, au8); arrayMin(au8); arrayMax(as); arrayMin(ani); arrayAvg(au8);
    arrayAvg(adec); arrayProduct(au8); arrayCumSum(au8); arrayCumSum(af); arrayCumSum(adec);
    arrayCumSumNonNegative(au8); arrayDifference(au8); arrayDifference(ai); arrayDifference(af);
    arrayDifference(adec); arrayFold((a,x)->a+x, ai, toInt64(0)); arrayReduce('sum', au8);
    arrayReduce('max', as); arrayReduce('quantile(0.5)', au8); arrayElement(ai, 1); ans[1];
    m['a']; mu[1]; alc[1]; tu.1; tn.b; tupleElement(tn, 'b'); arrayElementOrNull(ai, 1);
    arrayElementOrNull(aa,1); ai[n_u8]; at.1; at.2; tupleElement(at, 1)
    has(ai, 1); has(ans, NULL); has(ai, n_i32); indexOf(ai, 1); countEqual(ai, n_i32);
    arrayReverse(ai); arrayConcat(ai, au8); arrayConcat(ai, ani); arrayPushBack(au8, 300);
    arrayPushBack(ai, NULL); arrayPopBack(ai); arraySlice(ai, 1); arrayResize(ai, 3);
    arrayResize(ai, 3, NULL); arrayResize(au8, 3, 300); arrayRotateLeft(ai, 1);
    arrayShiftLeft(ai, 1); arrayDistinct(ans); arrayUniq(ai); arrayCompact(ai);
    arrayEnumerate(ai); arrayEnumerateUniq(ai); arrayIntersect(ai, au8); arrayUnion(ai, au8);
    arraySymmetricDifference(ai, au8); arrayIntersect(ans, as); arrayUnion(ans, as);
    arrayJaccardIndex(ai, ai); arrayFlatten(aa); arrayWithConstant(2, s);
    arrayWithConstant(2, n_s); arrayZip(ai, as); arrayDotProduct(ai, ai); arrayDotProduct(af, ai);
    arrayDotProduct(au8, au8); arrayJoin(ai); arrayJoin(m); range(u8); range(i64); range(1, u8);
    range(i8, i64); range(10); range(n_u8); emptyArrayToSingle(ai); emptyArrayString();
    emptyArrayInt64(); tuple(u8, n_s); tupleElement(tu, 1); arrayShuffle(ai); arrayFill(x->1, ai);
    arrayStringConcat(as); arrayStringConcat(ans); arrayZip(ai); arrayPopBack(NULL);
    arrayConcat(ai, NULL)
    mapKeys(m); mapValues(mu); mapContains(m, 'a'); mapFromArrays(as, ai); mapAdd(m, m);
    mapSubtract(m, m); mapUpdate(m, m); mapConcat(m, m); mapSort(m); mapFilter((k,v)->1, m);
    mapApply((k,v)->(k, 1), m); mapExists((k,v)->1, m); mapAll((k,v)->1,m); map('a', lcs);
    map(lcs, 1)
    transform(u8, [1,2], ['a','b'], 'c'); transform(u8, [1,2], [3,4]);
    transform(u8, [1,2], [3,400], 5); transform(s, ['a'], ['b'], 'c');
    transform(s, ['a'], [1], 300); transform(n_s, ['a'], ['b'], 'c');
    transform(lcs, ['a'], ['b'], 'c'); transform(lcs, ['a'], ['b'], s);
    transform(i64, [1,2], [10,20]); caseWithExpression(u8, 1, 'one', 2, 'two', 'many');
    CASE u8 WHEN 1 THEN 1 ELSE 300 END; CASE u8 WHEN 1 THEN 1 END; CASE WHEN u8 THEN s END;
    CASE s WHEN 'a' THEN n_s ELSE 'x' END; assumeNotNull(n_s); assumeNotNull(lcns);
    assumeNotNull(s); isZeroOrNull(n_i32); toDateTime(s, 'UTC'); toDate(s, 'UTC');
    toDateTime64(s, 3); toDateTime64(s, 3, 'UTC'); toDateTime64(dtz, 3); toDateTime64(n_s, 3);
    toDecimal32(u8, 2); toDecimal64(n_s, 2); toDecimal128(u8, 3); toDecimal256(u8, 3);
    toDecimal32OrNull(s, 2); toDecimal32OrZero(s, 2); toDecimal32OrZero(n_s, 2);
    toDecimal32OrDefault(s, 2); toDecimal32OrDefault(n_s, 2); toFixedString(s, 3);
    toFixedString(n_s, 3); toFixedString(lcs, 3); accurateCast(s, 'Int32');
    accurateCastOrNull(s, 'Int32'); accurateCastOrDefault(s, 'Int32'); CAST(n_s, 'Int32');
    CAST(s, 'Nullable(Int32)'); CAST(lcs, 'String'); n_s::Int32; CAST(n_s, 'Array(String)');
    accurateCast(n_s, 'Int32'); CAST(s AS LowCardinality(String));
    CAST(n_s AS LowCardinality(String)); toUUIDOrDefault(s); toDateTime64OrNull(s, 3);
    toDateTime64OrNull(s); toDateTime64OrZero(s, 3, 'UTC'); toDateTimeOrNull(s, 'UTC');
    toString(dt, 'UTC'); reinterpretAsInt32(s)
    now(); now('UTC'); now64(); now64(6); now64(6, 'UTC'); today(); yesterday();
    parseDateTime(s, '%Y'); parseDateTime(s, '%Y', 'UTC'); parseDateTime64(s); makeDate(2020,1,1);
    makeDate32(2020,1,1); makeDateTime(2020,1,1,1,1,1); makeDateTime(2020,1,1,1,1,1,'UTC');
    makeDateTime64(2020,1,1,1,1,1); fromUnixTimestamp(i32, '%Y');
    fromUnixTimestamp64Milli(i64, 'UTC'); toTimeZone(dt, 'UTC'); toTimeZone(d64, 'UTC');
    toStartOfInterval(d, INTERVAL 1 DAY); toStartOfInterval(dt, INTERVAL 1 DAY);
    toStartOfInterval(dt, INTERVAL 1 WEEK); toStartOfInterval(dt, INTERVAL 1 MONTH);
    toStartOfInterval(dt, INTERVAL 1 HOUR); toStartOfInterval(d64, INTERVAL 1 HOUR);
    toStartOfInterval(d64, INTERVAL 1 MILLISECOND); toStartOfInterval(dtz, INTERVAL 1 HOUR);
    toStartOfInterval(dt, INTERVAL 1 HOUR, 'UTC'); toStartOfInterval(d32, INTERVAL 1 MONTH);
    toStartOfInterval(d64z, INTERVAL 1 SECOND); dateTrunc('month', dt); dateTrunc('day', dt);
    dateTrunc('day', d); dateTrunc('hour', dt); dateTrunc('second', d64); dateTrunc('week', d64);
    dateTrunc('hour', dtz); dateTrunc('hour', dt, 'UTC'); dateTrunc('millisecond', d64);
    dateTrunc('year', d32); dateTrunc('quarter', n_d); dateTrunc('minute', d64)
    addDays(d, 1); addHours(d, 1); addHours(d32, 1); addMonths(dt, 1); addSeconds(d64, 1);
    addMilliseconds(dt, 1); addMicroseconds(d64, 1); addMilliseconds(d64z, 1);
    addNanoseconds(d64, 1); subtractDays(n_d, 1); addDays(s, 1); addYears(d32, 1);
    addDate(d, INTERVAL 1 DAY); timestampAdd(dt, INTERVAL 1 HOUR); dateDiff('day', d, dt);
    age('day', d, dt); toIntervalDay(1); toIntervalDay(n_i32); formatDateTime(dt, '%Y');
    dateName('year', dt); toUnixTimestamp(s, 'UTC')
    length(s); lengthUTF8(s); position(s, 'a'); locate('a', s); splitByChar(',', s);
    splitByChar(',', n_s); splitByChar(',', lcs); extractAll(s, 'a'); extractAll(n_s, 'a');
    alphaTokens(s); ngrams(s, 2); tokens(s); format('{}', s); substring(fs, 1, 2);
    substring(e8, 1); reverse(fs); replaceAll(fs, 'a', 'b'); lower(fs); upper(fs); left(fs, 1);
    concatWithSeparator(',', s, fs); concat(n_s, 'a'); leftPad(fs, 3); trim(fs);
    substring(lcs, 1, u8); multiSearchAny(s, ['a']); multiSearchFirstIndex(s, ['a']);
    multiSearchAllPositions(s, ['a']); multiMatchAny(s, ['a']); multiMatchAnyIndex(s, ['a']);
    hasToken(s, 'a'); hasToken(n_s, 'a'); ascii(s); countSubstrings(s, 'a'); countMatches(s, 'a');
    repeat(s, 2); initcap(s); char(1,2); editDistance(s, s); JSONExtract(s, 'a', 'Int32');
    JSONExtract(s, 'a', 'LowCardinality(Nullable(String))'); JSONExtract(n_s, 'a', 'Int32');
    JSONExtractInt(n_s, 'a'); JSONExtractRaw(s); JSONExtractKeys(s, 'a'); JSONExtractArrayRaw(s);
    JSONExtractKeysAndValues(s, 'Int32'); JSON_VALUE(s, '$.a'); simpleJSONExtractBool(s, 'a');
    JSONExtractBool(s, 'a'); toJSONString(ai); JSONHas(lcs, 'a'); JSONExtractString(lcs, 'a');
    JSON_QUERY(s, '$'); extractURLParameters(s)
    intDiv(n_i32, 0); moduloOrZero(i8, i8); ifNotFinite(f64, 1); ifNotFinite(f32, f64);
    min2(i8, i8); max2(u8, f32); least(i8, u64); greatest(n_i32, 1); greatest(s, 'a');
    least(d, dt); coalesce(n_i32, n_u8, i8); coalesce(n_s, lcs); coalesce(NULL, 1);
    coalesce(lcns, 'a'); ifNull(n_s, lcs); ifNull(lcns, 'a'); ifNull(lcns, lcs); ifNull(s, 1);
    ifNull(NULL, 1); nullIf(n_s, n_s); if(n_u8, 1, 2); if(u8, n_s, 'a'); if(u8, NULL, NULL);
    if(u8, ai, []); if(u8, ai, au8); multiIf(u8, 1, n_u8, 2, NULL);
    multiIf(u8, lcs, u8, lcs, 'x'); multiIf(u8, lcs, lcs); greatest(lcs, 'b');
    greatest(n_i32, n_f64); throwIf(0); ignore(n_s); isNotDistinctFrom(n_s, s); n_s <=> s;
    round(n_dec, 1); roundDown(u8, [1, 300]); bitTest(u8, 1); bitTestAll(u8, 1);
    bitHammingDistance(u8, u8); bitShiftLeft(s, 1); bitXor(n_u8, u64); materialize(1);
    identity(lcs); toTypeName(s); version(); hostName(); currentDatabase(); currentUser();
    timezone(); uptime(); rand(); rand64(); randUniform(1,2); generateUUIDv4();
    rowNumberInAllBlocks(); toColumnTypeName(s); globalIn(s, ('a')); formatReadableSize(1); pi();
    e(); width_bucket(5, 0, 10, 5); factorial(5); bar(1,0,10,5); sleep(0); sleepEachRow(0)
    count(); count(n_s); sum(i8); sum(u8); sum(i64); sum(i128); sum(f32); sum(dec); sum(dec38);
    sum(n_u8); sum(b); sum(lcu); sumWithOverflow(u8); sumWithOverflow(dec); sumKahan(f32);
    sumKahan(u8); sumCount(u8); sumCount(f64); sumCount(n_u8); sumCount(dec); avg(u8); avg(n_u8);
    avg(dec); avg(f32); min(s); min(n_s); min(lcs); min(lcns); max(ai); max(tu); max(d); any(s);
    any(n_s); any(lcs); any(ai); any(NULL); anyLast(s); argMax(s, u8); argMax(n_s, n_u8);
    argMax(s, n_u8); argMax(ai, u8); argMax(tu, n_u8); argMin(lcs, d); argMax(lcns, d);
    first_value(n_s); last_value(lcs); any_value(s); first_value_respect_nulls(s); anyHeavy(s)
    uniq(s); uniq(n_s); uniqExact(s, n_u8); uniqCombined(s); uniqUpTo(3)(s); uniqHLL12(s);
    avgWeighted(u8, u8); avgWeighted(n_u8, u8); stddevPop(u8); stddevPop(f32); stddevSamp(n_u8);
    varPop(dec); covarPop(u8, n_u8); corr(f32, f32); corr(n_u8, u8); skewPop(u8); kurtPop(n_f64);
    entropy(s); entropy(n_s); simpleLinearRegression(u8, u8); simpleLinearRegression(n_u8, u8);
    quantile(u8); quantile(0.5)(f32); quantile(dec); quantile(d); quantile(dt); quantile(d64);
    quantile(n_u8); quantiles(0.1, 0.2)(u8); quantiles(0.1)(n_u8); quantiles(0.5)(dt);
    quantileExact(u8); quantileExact(n_u8); quantileExact(dec); quantileExact(dt);
    quantilesExact(0.5)(n_u8); medianExact(u8); median(u8); median(dt); quantileExactLow(u8);
    quantileExactHigh(dec); quantileExactInclusive(0.5)(u8); quantileExactInclusive(0.5)(f32);
    quantileExactExclusive(0.5)(u8); quantilesExactInclusive(0.5)(u8);
    quantileExactWeighted(0.5)(u8, u8); quantileExactWeighted(n_u8, u8); quantileTiming(u8);
    quantileTiming(n_u8); quantilesTiming(0.5)(u8); medianTiming(f64); quantileTDigest(u8);
    quantileTDigest(f64); quantileTDigest(dt); quantilesTDigest(0.5)(u8);
    quantileTDigestWeighted(u8, u8); quantileDeterministic(u8, u8); quantileDeterministic(dt, u8);
    quantileBFloat16(f32); quantileBFloat16(f64); medianTDigest(n_u8);
    quantileInterpolatedWeighted(u8, u8); quantileDD(0.1, 0.5)(u8)
    groupArray(s); groupArray(n_s); groupArray(2)(u8); groupUniqArray(n_s); groupUniqArray(lcs);
    groupArray(lcs); groupArray(lcns); groupArrayLast(2)(u8); groupArraySorted(2)(n_u8);
    groupArrayMovingSum(u8); groupArrayMovingSum(f32); groupArrayMovingSum(dec);
    groupArrayMovingAvg(u8); groupArrayMovingAvg(dec); groupArrayMovingAvg(f32);
    groupArrayMovingSum(n_u8); groupConcat(s); groupConcat(n_s); groupConcat(u8); groupBitAnd(u8);
    groupBitOr(i64); groupBitXor(n_u8); topK(3)(s); topK(3)(n_s); topK(3)(lcs);
    topKWeighted(3)(s, u8); sumMap(m); sumMap(map('a', u8)); minMap(m); maxMap(map('a', u8));
    sumMap(ai, au8); sumMap([1], [1.5]); sumMap((ai, au8)); minMap(ai, au8); sumMap(map(1, dec));
    sumMap(ai, adec); retention(u8, u8); retention(n_u8, u8); windowFunnel(10)(dt, u8, u8);
    JSONExtract(s, 'a', 1, 2, 'Int64'); JSONExtractKeysAndValues(s, 'a', 1, 2, 'Int64');
    anyLast_respect_nulls(i8); first_value_respect_nulls(i8); last_value_respect_nulls(i8);
    singleValueOrNull(i8); varPopStable(f64); varSampStable(f64); stddevPopStable(f64); stddevSampStable(f64);
    covarPopStable(f64, f64); covarSampStable(f64, f64); corrStable(f64, f64); sumMapWithOverflow(ai, ai); sumMapWithOverflow((ai, ai)); sumMap((ai, ai)); maxMap(ai, ai); maxMap((ai, ai)); minMap(ai, ai);
    minMap((ai, ai));
    quantilesExactLow(0.5)(f64); quantilesExactHigh(0.5)(f64); quantilesExactExclusive(0.5)(f64);
    quantileGK(100)(f64); quantilesGK(100, 0.5)(f64); sequenceCount('(?1)')(dt, u8, u8);
    windowFunnel(10)(n_dt, u8, u8); sequenceMatch('(?1)')(dt, u8, u8); histogram(5)(u8);
    histogram(5)(n_u8); groupArrayInsertAt(s, u8); groupArraySample(3)(s); groupBitmap(u8);
    deltaSum(u8); deltaSum(i64); deltaSum(f32); maxIntersections(u8, u8); boundingRatio(u8, u8);
    groupBitmap(u8); groupBitmap(i64); groupBitmap(b); groupBitmap(n_i32); groupBitmapState(u8);
    groupBitmapAnd(bitmapBuild(ai)); groupBitmapOr(bitmapBuild(ai)); groupBitmapXor(bitmapBuild(ai)); groupBitmapOrState(bitmapBuild(ai));
    bitmapBuild(ai); bitmapToArray(bitmapBuild(ai)); bitmapCardinality(bitmapBuild(ai));
    bitmapMin(bitmapBuild(ai)); bitmapContains(bitmapBuild(ai), u32); bitmapContains(bitmapBuild(ai), n_i32);
    bitmapAnd(bitmapBuild(ai), bitmapBuild(ai)); bitmapHasAll(bitmapBuild(ai), bitmapBuild(ai));
    bitmapXorCardinality(bitmapBuild(ai), bitmapBuild(ai)); bitmapSubsetInRange(bitmapBuild(ai), u8, u32);
    bitmapSubsetLimit(bitmapBuild(ai), u8, u32); subBitmap(bitmapBuild(ai), u8, u64);
    regr_slope(u8, f64); regr_r2(n_i32, f32); regr_count(n_i32, u8); regr_avgx(i64, i8); regr_sxy(f32, f32);
    regr_avgy(u8, u8); regr_intercept(u8, u8); regr_sxx(u8, u8); regr_syy(u8, u8);
    covarPopMatrix(u8, f64); covarSampMatrix(n_i32, u8); corrMatrix(f32, f32);
    rankCorr(u8, f64); gini(u8); gini(f32); cramersV(s, u8); theilsU(s, s); contingency(n_s, u8);
    cramersVBiasCorrected(u8, u8); categoricalInformationValue(u8, u8);
    quantileExactWeightedInterpolated(u8, u32); quantilesExactWeightedInterpolated(0.5)(f32, u8);
    quantileExactWeightedInterpolated(d, u8); quantileExactWeightedInterpolated(dec, u8);
    quantileInterpolatedWeighted(u8, u32); quantilesInterpolatedWeighted(0.5)(f32, u8);
    quantileTimingWeighted(u8, u32); quantilesTimingWeighted(0.5)(f32, u8);
    quantileTDigestWeighted(u8, u32); quantilesTDigestWeighted(0.5)(f32, u8);
    quantileBFloat16Weighted(u8, u32); quantilesBFloat16Weighted(0.5)(f32, u8);
    quantilesExactWeighted(0.5)(d, u8); quantilesDeterministic(0.5)(u8, u8); quantileBFloat16(u8);
    quantilesBFloat16(0.5)(f32); quantileDD(0.1)(u8); quantilesDD(0.1, 0.5)(f64);
    topKWeighted(2)(s, u8); topKWeighted(2)(n_i32, i32); approx_top_k(2)(s); approx_top_k(2)(n_i32);
    approx_top_sum(2)(s, u8); intervalLengthSum(u8, u8); intervalLengthSum(d, d); intervalLengthSum(f32, f32);
    intervalLengthSum(n_i32, n_i32); maxIntersectionsPosition(u8, u8); maxIntersectionsPosition(f32, f32);
    deltaSumTimestamp(u8, dt); deltaSumTimestamp(n_i32, d); anyHeavy(s); anyHeavy(n_i32);
    groupArrayInsertAt(s, u8); groupArrayInsertAt(n_i32, u8); groupArraySample(2)(s);
    sumMappedArrays(ai, ai); minMappedArrays(ai, ai); maxMappedArrays(ai, ai); sumMappedArrays((ai, ai));
    minMappedArrays((ai, ai)); maxMappedArrays((ai, ai)); regr_count(dec, dec);
    sequenceMatchEvents('(?1)')(dt, u8, u8); sequenceMatchEvents('(?1)')(n_u8, u8, u8);
    windowFunnel(10, 'strict_order')(dt, u8, u8); studentTTest(u8, u8); welchTTest(0.9)(f32, u8);
    meanZTest(1.5, 1.5, 0.9)(n_i32, u8); mannWhitneyUTest('less')(f64, u8); studentTTest(dec, u8);
    kolmogorovSmirnovTest(n_f64, u8); largestTriangleThreeBuckets(2)(dt, f64);
    largestTriangleThreeBuckets(2)(n_u8, d); largestTriangleThreeBuckets(2)(d64, dec);
    sparkbar(3)(dt, n_u8); exponentialMovingAverage(5)(n_u8, f32);
    exponentialMovingAverage(5)(u8, u8); contingency(s, s); cramersV(s, s); rankCorr(u8,u8);
    sparkbar(3)(u8,u8); groupArrayIntersect(ai); argAndMax(s, u8); argAndMin(n_s, u8)
    sumIf(u8, u8); sumIf(u8, n_u8); sumIf(n_u8, u8); countIf(u8); countIf(n_u8); anyIf(s, NULL);
    uniqIf(s, n_u8); groupArrayIf(s, n_u8); sumOrNull(u8); sumOrNull(n_u8); sumOrDefault(n_u8);
    sumOrDefault(u8); countOrNull(u8); groupArrayOrNull(s); minOrNull(lcs); sumOrNullIf(u8, u8);
    sumIfOrNull(u8, n_u8); sumOrDefaultIf(n_u8, u8); argMaxOrNullIf(s, u8, u8); sumDistinct(n_u8);
    groupArrayDistinct(s); sumArray(au8); sumArray(ani); minArray(as); countArray(ai);
    groupArrayArray(ans); uniqArray(as); sumArrayIf(ai, u8); avgArray(ani); sumState(u8);
    sumState(n_u8); avgState(u8); countState(); countState(n_u8); uniqState(s);
    quantilesState(0.1, 0.5)(u8); groupArrayState(lcs); argMaxState(s, n_u8); sumIfState(u8, u8);
    sumStateIf(u8, u8); sumSimpleState(u8); maxSimpleState(n_d); groupArrayArraySimpleState(ai);
    sumArgMin(u8, d); sumArgMax(n_u8, d); countArgMax(d); sumForEach(au8); sumForEach(ani);
    maxForEach(as); countForEach(ai); sumMapIf(m, u8); avgMap(m); countMap(m); minMap(mu);
    uniqMap(m); sumResample(0, 10, 2)(u8, u8); avgOrNullIf(n_u8, u8); medianIf(u8, u8);
    topKIf(2)(s, u8); sumDistinctIf(u8, u8); maxOrDefault(s); anyOrNull(ai); anyOrNull(tu);
    groupUniqArrayArray(as); sumOrNullArray(au8); sumTuple((u8, f64))
    row_number() over (); rank() over (order by u8); dense_rank() over (order by u8);
    denseRank() over (order by u8); percent_rank() over (order by u8);
    percentRank() over (order by u8); cume_dist() over (order by u8); ntile(3) over (order by u8);
    lag(s) over (); lag(u8, 1) over (order by u8); lead(n_s) over (); lagInFrame(s) over ();
    leadInFrame(n_s, 1, 'a') over (); first_value(s) over (); last_value(n_s) over ();
    nth_value(s, 2) over (); sum(u8) over (); lag(lcs) over ();
    nonNegativeDerivative(f64, dt) over (order by dt); lag(ai) over (order by u8)
    arrayMap(x -> x, alc); arrayFilter(x -> 1, alc); arrayFirst(x -> 1, alc); arraySort(alc);
    arrayReverse(alc); arrayConcat(alc, alc); arrayDistinct(alc); arrayMap(x -> lcs, ai);
    arrayMap(x -> n_s, ai); arrayMap(x -> x, ans); arrayExists(x -> x = 'a', ans);
    arrayFilter(x -> x = 'a', ans); arrayCount(x -> x = 'a', ans); arraySlice(alc, 1);
    arrayElement(alc, 1); arrayPushBack(alc, 'a'); arrayZip(alc, ai); arrayMin(alc);
    arrayJoin(alc); arrayFill(x -> x = 'a', ans); arrayMax(x -> n_i32, ai);
    arrayMax(x -> toString(x), ai); arrayFirstOrNull(x -> 1, alc);
    arrayFold((a, x) -> a, ans, n_s); tuple(lcs, n_s).1; [lcs][1]; map('a', lcs)['a'];
    mapValues(map('a', lcs)); mapKeys(map(lcs, 1)); arrayIntersect(alc, alc);
    arrayUnion(alc, alc); has(alc, 'a'); indexOf(alc, lcs); arrayCompact(alc);
    arrayResize(alc, 3); arrayPopBack(alc); arrayFlatten([alc]); arrayEnumerate(alc);
    arrayUniq(alc); arrayStringConcat(alc, ','); hasAny(alc, alc); length(alc); empty(alc);
    arrayFilter((x, y) -> y > 1, alc, ai); arrayMap((x, y) -> (x, y), alc, ai);
    arrayReverseSort(x -> x, alc); arrayShiftLeft(alc, 1); arrayRotateLeft(alc, 1);
    arraySort(x -> n_i32, ai); arrayAll(x -> n_u8, ai); arrayFirstIndex(x -> n_u8, ai);
    mapFilter((k, v) -> v = 'a', mu); mapApply((k, v) -> (k, n_s), mu);
    mapExists((k, v) -> v = 'a', mu); arrayMap(x -> NULL, ai); arrayReduce('sum', ani);
    arrayReduce('count', ans); arrayReduce('sumIf', ai, au8); arrayReduce('groupArray', as)
    u8 and n_b; b and n_u8; n_b and n_b; not n_b; lcu and u8; lcu and 1; b and 1; xor(b, u8);
    n_u8 or NULL; b or NULL; lcu or lcu; not lcu; (1, 2) = (1, NULL); (u8, n_s) = (u8, 'a');
    (u8, s) in ((1, 'a')); tu = tu; (1, n_i32) < (2, 3); ai = [1]; ai = [NULL]; tn = tn;
    s in (NULL); s in ('a', NULL); 1 in (n_i32); n_i32 between 1 and 2; s = NULL; lcs = NULL;
    (lcs, 1) = ('a', 1); lcs > 'a' and lcs < 'b'
    transform(s, ['a'], ['b']); transform(n_i32, [1], [NULL], 5); transform(u8, [1], ['a'], n_s);
    transform(lcs, ['a'], ['b']); transform(lcns, ['a'], ['b'], 'c');
    transform(u8, [1], [1.5], 2); transform(NULL, [1], [2], 3); transform(n_s, ['a'], [1], 2);
    transform(d, [toDate('2020-01-01')], ['a'], 'b'); CASE n_s WHEN 'a' THEN 1 ELSE 2 END;
    CASE n_i32 WHEN 1 THEN 'a' END; CASE WHEN n_u8 THEN 1 ELSE 2 END;
    CASE WHEN u8 THEN lcs ELSE lcs END; if(u8, lcs, NULL); if(n_u8, n_s, lcs); coalesce(lcs, 'a');
    coalesce(lcns, lcs); coalesce(lcns, s); coalesce(n_s, NULL); coalesce(n_s, 1);
    ifNull(lcs, 'a'); nullIf(1, n_u8); nullIf(NULL, 1); nullIf(b, true); nullIf(tu, tu);
    nullIf(d, d); nullIf(u8, NULL)
    least(u8, 1, 300); greatest(n_i32, NULL); greatest(u8, i8, 1); least(s, n_s);
    greatest(d, n_dt); least(f32, 1); greatest(dec, dec); least(dec9, dec9); greatest(dec9, 1);
    greatest(i64, 1); greatest(u64, 1); greatest(u64, -1); greatest(lcs, s); greatest(lcu, 1);
    least(b, b); greatest(b, true); greatest(1, 2, 3); least(1.5, 2); least(NULL, 1);
    greatest(n_u8, n_u8); greatest(n_u8, 1); least(d64, dt); least(e8, e8); least(u8, u8, u16);
    greatest(f64, i8, u8)
    d % 7; toYYYYMM(d) % 7; d = '2020-01-01'; dt > d; dec % 2; u8 % 1.5; n_i32 % 2; -u8; - n_i32;
    -lcu; lcu + 1; lcu + lcu; lcu * u8; lcu + n_i32; 1 + 1; 1 - 2; 1/3; 255 + 1; -1; -128; -129;
    2147483648; -2147483649; 9223372036854775808; 18446744073709551616; 1e3; 3 * dec; dec * dec;
    dec / 3; 1.5 + dec; dec38 * dec38; dec38 * dec; 1 / dec; d + toIntervalDay(n_i32);
    INTERVAL 1 DAY + d; [1] || [2]; u8 || s; n_s || 'a'; lcs || lcs; 'a' || 'b';
    toDateTime(d, 'UTC') - dt; now() - dt; today() - d; today() - 1; now() - INTERVAL 1 DAY;
    dtz + INTERVAL 1 MILLISECOND; lcd + 1; lcd + INTERVAL 1 DAY; d64z - d64; n_d - d; u8 + NULL;
    ani[1]; ani[1] + 1; aa[1]; aa[1][1]; at[1].2; at[1]; tn.a; tu.2 || 'x'; (1, 'a').2;
    map('a', 1)['a']; mu[1]; m[lcs]; arraySum(ai) / length(ai); js
"""
"""Other calls, which say more than one thing; a `;` stands between two."""
