"""Calls of functions, to be compared with real ClickHouse: the rows they get and the calls."""

# A row of a table is a line, however long.
# ruff: noqa: E501

from __future__ import annotations

__all__ = ["AGGREGATES", "COLUMNS", "GROUPS", "REFUSED", "ROWS", "SCALARS", "WHOLE"]

COLUMNS = """id Int64, i Nullable(Int64), j Nullable(Int64), u Nullable(UInt8), x Nullable(Float64),
    m Nullable(Decimal(10, 2)), s Nullable(String), p Nullable(String), n Nullable(String),
    d Nullable(Date), e Nullable(Date), t Nullable(DateTime('UTC')),
    v Nullable(DateTime64(6, 'UTC')), a Array(Int64), b Array(Int64), c Array(String),
    f Array(Float64), g Map(String, Int64), w Nullable(String), k Nullable(String)"""
"""The columns; most may be NULL."""

_URLS = [
    "'https://user:pw@www.Example.com:8080/p/a?x=1&y=2#frag'",
    "''",
    "'http://example.co.uk/?q=a%20b+c'",
    "NULL",
    "'no url at all'",
]
_JSON = [
    """'{"a": 5, "b": {"c": [1, 2.5, "x"]}, "s": "text", "t": true, "n": null, "q": "7"}'""",
    "''",
    """'{"a": -3.7, "b": {"c": []}, "s": "", "t": false}'""",
    "NULL",
    "'no json'",
]
ROWS = [
    "(1, 7, 3, 5, 2.5, 2.55, 'Hello, World', 'l', '12', '2024-03-07', '2024-02-29', "
    "'2024-03-07 15:44:05', '2024-03-07 15:44:05.123456', array(3, 1, 2, 3), array(1, 2, 3, 4), "
    "array('b', 'a'), array(0.5, 2.5), map('a', 1, 'b', 2), " + _URLS[0] + ", " + _JSON[0] + ")",
    "(2, -7, -3, 255, -2.5, -2.55, '', '', '-129', '1970-01-01', '2024-01-31', "
    "'1970-01-01 00:00:00', '1970-01-01 00:00:00', array(), array(), array(), array(), map(), "
    + _URLS[1] + ", " + _JSON[1] + ")",
    "(3, 0, 5, 0, 0, 0, 'héllo wörld', 'ö', 'abc', '2023-01-01', '2022-12-31', "
    "'2023-01-01 23:59:59', '2023-01-01 23:59:59.999999', array(5), array(5), "
    "array('x', 'y', 'x'), array(-1.5), map('z', -1), " + _URLS[2] + ", " + _JSON[2] + ")",
    "(4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "
    "array(-1, 0, 7), array(0, 0, 1), array(''), array(1e10, 3), map('b', 5), "
    + _URLS[3] + ", " + _JSON[3] + ")",
    "(5, 1000000, 2, 128, 1234.5678, 1234.50, 'a,b,,c 12', ',', '1.5', '2024-12-31', '2025-01-01', "
    "'2024-12-31 23:59:59', '2024-12-31 12:00:00.5', array(2, 2), array(2, 3), array('é'), "
    "array(7), map('a', 7), " + _URLS[4] + ", " + _JSON[4] + ")",
]  # fmt: skip
"""The rows: a usual one, an empty one, one with other letters, one of NULLs, an odd one."""

SCALARS: dict[str, str] = {
    "defined by others": """
        startsWithCaseInsensitive(s, 'HE'); startsWithCaseInsensitive(s, p)
        startsWithCaseInsensitiveUTF8(s, 'HÉ'); endsWithCaseInsensitive(s, 'LD')
        endsWithCaseInsensitiveUTF8(s, 'WÖRLD'); hasTokenCaseInsensitive(s, 'WORLD')
        countSubstringsCaseInsensitiveUTF8(s, 'Ö'); countSubstringsCaseInsensitiveUTF8(s, p)
        multiSearchAllPositionsCaseInsensitive(s, ['L', 'W'])
        multiSearchFirstPosition(s, ['w', 'l'])
        multiSearchFirstIndexUTF8(s, ['ö', 'l']); multiSearchFirstIndexCaseInsensitive(s, ['W', 'L'])
        multiSearchAnyUTF8(s, ['ö', ',']); multiSearchAnyCaseInsensitiveUTF8(s, ['Ö', 'W'])
        notMatch(s, '^h'); divideOrNull(i, j); divideOrNull(x, 0); divideOrNull(i, x)
        intDivOrNull(i, j); intDivOrNull(u, u); moduloOrNull(i, j); moduloOrNull(u, 3)
        moduloOrNull(x, j); positiveModuloOrNull(i, j); positiveModuloOrNull(u, 7); sigmoid(x); sigmoid(i)
        roundAge(u); roundAge(i); roundAge(x); roundDuration(u); roundDuration(i); roundDuration(x * 100)
        toDaysInMonth(d); toDaysInMonth(e); toDaysInMonth(t); toYearNumSinceEpoch(d)
        toYearNumSinceEpoch(t); toMonthNumSinceEpoch(d); toMonthNumSinceEpoch(v)
        arrayRemove(a, 3); arrayRemove(c, 'x');
        multiSearchAllPositions(s, ['l', 'w']); mapContainsValueLike(map('a', ifNull(s, '')), '%l%'); mapExtractKeyLike(g, 'a%')
        mapExtractValueLike(map('a', ifNull(s, '')), 'H%'); emptyArrayInt8(); emptyArrayInt16(); emptyArrayInt32()
        emptyArrayUInt8(); emptyArrayUInt16(); emptyArrayUInt32(); emptyArrayUInt64()
        emptyArrayFloat32(); emptyArrayDate(); emptyArrayDateTime()""",
    "dates": """
        toYear(d); toQuarter(d); toMonth(t); toDayOfMonth(d); toDayOfWeek(d); dayofweek(d)
        toDayOfYear(d); toHour(t); toMinute(t); toSecond(t); toMillisecond(v); toISOWeek(d)
        toISOYear(d); toWeek(d); toWeek(d, 1); toWeek(d, 2); toWeek(d, 3); toWeek(d, 4)
        toWeek(d, 5); toWeek(d, 6); toWeek(d, 7); toYearWeek(d); toYearWeek(d, 1); toYearWeek(e, 3)
        toYYYYMM(d); toYYYYMMDD(t); toYYYYMMDDhhmmss(t); toUnixTimestamp(t)
        toUnixTimestamp64Milli(v); toUnixTimestamp64Micro(v); toUnixTimestamp64Nano(v)
        toUnixTimestamp64Second(v)
        fromUnixTimestamp(abs(i)); fromUnixTimestamp64Second(i); fromUnixTimestamp64Milli(i)
        fromUnixTimestamp64Micro(i); fromUnixTimestamp64Nano(i * 1000)
        toHour(t, 'Europe/Berlin'); toDayOfMonth(t, 'America/New_York'); toYYYYMM(t, 'Asia/Tokyo')
        toStartOfYear(t); toStartOfISOYear(d); toStartOfQuarter(d); toStartOfMonth(d)
        toLastDayOfMonth(e); toMonday(e); toStartOfWeek(e); toStartOfWeek(e, 1); toLastDayOfWeek(e)
        toLastDayOfWeek(e, 1); toStartOfDay(t); toStartOfHour(t); toStartOfMinute(t)
        toStartOfSecond(v); toStartOfMillisecond(v); toStartOfMicrosecond(v)
        toStartOfFiveMinutes(t); toStartOfTenMinutes(t); toStartOfFifteenMinutes(t); timeSlot(t)
        toStartOfInterval(t, INTERVAL 5 MINUTE); toStartOfInterval(t, INTERVAL 1 WEEK)
        toStartOfInterval(t, INTERVAL 3 DAY); toStartOfInterval(t, INTERVAL 5 MONTH)
        toStartOfInterval(t, INTERVAL 2 YEAR);
        toStartOfInterval(t, INTERVAL 5 HOUR); toStartOfInterval(t, INTERVAL 30 SECOND)
        toStartOfInterval(t, INTERVAL 2 WEEK); toStartOfInterval(t, INTERVAL 1 MONTH)
        toStartOfInterval(d, INTERVAL 3 DAY); toStartOfInterval(t, INTERVAL 1 DAY)
        dateTrunc('month', t); dateTrunc('hour', t); dateTrunc('day', t); date_trunc('week', d)
        dateTrunc('quarter', d); dateTrunc('year', t); dateTrunc('minute', t)
        toRelativeYearNum(d); toRelativeQuarterNum(d); toRelativeMonthNum(d); toRelativeWeekNum(d)
        toRelativeDayNum(d); toRelativeHourNum(t); toRelativeMinuteNum(t); toRelativeSecondNum(t)
        toDaysSinceYearZero(d); fromDaysSinceYearZero(toDaysSinceYearZero(d))
        dateDiff('day', d, e); dateDiff('month', d, e); dateDiff('year', d, e)
        dateDiff('week', d, e); dateDiff('quarter', d, e); dateDiff('hour', d, t)
        dateDiff('minute', t, v); dateDiff('second', d, v); date_diff('day', t, e)
        dateDiff('millisecond', t, v); dateDiff('day', t, v, 'Asia/Tokyo')
        age('month', d, e); age('day', d, t); age('hour', e, t); age('year', d, e)
        age('minute', t, v); age('second', t, v)
        makeDate(toYear(d), toMonth(d), 30); makeDate(toYear(d), 60); makeDate32(2024, 2, 29)
        makeDateTime(toYear(d), 2, 29, 1, 2, 3); makeDateTime(2024, 13, 1, 1, 1, u)
        YYYYMMDDToDate(toYYYYMMDD(d)); YYYYMMDDhhmmssToDateTime(toYYYYMMDDhhmmss(t))
        monthName(d); dateName('weekday', d); dateName('month', d); dateName('quarter', t)
        dateName('year', t); dateName('dayofyear', t); dateName('hour', t)
        formatDateTime(t, '%Y|%m|%d|%H|%i|%M|%S|%s|%y|%j|%a|%W|%b|%e|%F|%T|%R|%I|%h|%p|%r|%D|%u')
        formatDateTime(t, '%w|%V|%G|%g|%%|%c|%k|%l|%Q|%z|%C it''s'); formatDateTime(v, '%f')
        formatDateTime(d, '%d.%m.%Y'); formatDateTime(t, '%H:%i', 'Europe/Berlin')
        parseDateTime(formatDateTime(t, '%Y-%m-%d %H:%i:%S'), '%Y-%m-%d %H:%i:%S')
        parseDateTimeOrNull(s, '%Y-%m-%d'); parseDateTimeOrZero(s, '%Y-%m-%d')
        parseDateTimeOrNull('07/Mar/2024', '%d/%b/%Y')
        addYears(e, 1); addQuarters(e, 1); addMonths(e, 1); addWeeks(e, 1); addDays(e, -1)
        addHours(e, 1); addMinutes(e, 1); addSeconds(e, 1); addMonths(t, 13); addDays(t, 1)
        addHours(t, 1); addMinutes(t, 90); addSeconds(t, 10); addMilliseconds(v, 5)
        addMicroseconds(v, 7); subtractYears(e, 1); subtractQuarters(e, 1); subtractMonths(e, 1)
        subtractWeeks(e, 1); subtractDays(e, 1); subtractHours(e, 1); subtractMinutes(e, 1)
        subtractSeconds(e, 1); subtractMilliseconds(v, 5); subtractMicroseconds(v, 5)
        e + toIntervalDay(3); e + toIntervalMonth(1); t + toIntervalHour(2); e + toIntervalYear(1)
        e - toIntervalWeek(1); t + toIntervalMinute(5); t + toIntervalSecond(5)
        e + toIntervalQuarter(1); v + toIntervalMillisecond(5); v + toIntervalMicrosecond(5)
        toTimeZone(t, 'UTC')
        year(d); month(d); quarter(d); dayofmonth(d); dayofyear(d); hour(t); minute(t); second(t)
        day(d); last_day(e)
        changeYear(d, 2021); changeYear(t, id + 1968); changeMonth(e, 2); changeMonth(v, 13); changeDay(e, 31)
        changeDay(t, id * 10); changeHour(d, 5); changeHour(v, 24); changeMinute(t, u); changeSecond(v, id)
        makeDateTime64(toYear(d), 2, 30, 1, 2, 3); makeDateTime64(2024, id, 31, 25, 61, 61, u, 3)
        makeDateTime64(2024, id, 1, 1, 1, 1, u, 6, 'UTC'); makeDateTime(2024, id, 30, 25, 61, 61, 'UTC')
        YYYYMMDDhhmmssToDateTime64(toYYYYMMDDhhmmss(t)); YYYYMMDDhhmmssToDateTime64(20240230131415.5, 6, 'UTC')
        parseDateTime64('2024-01-02 03:04:05.06'); parseDateTime64(formatDateTime(v, '%F %T.%f'), '%F %T.%f', 'UTC')
        parseDateTime64OrNull(s); parseDateTime64OrZero(s); toMicrosecond(v); toNanosecond(v)
        toMicrosecond(v, 'UTC'); toStartOfNanosecond(v)
        UTCTimestamp() > toDateTime(0); addInterval(INTERVAL 1 DAY, INTERVAL 1 MONTH); subtractInterval((INTERVAL 1 DAY, INTERVAL 1 MONTH), INTERVAL 1 MONTH)
        addTupleOfIntervals(e, (INTERVAL 1 DAY, INTERVAL 1 MONTH)); subtractTupleOfIntervals(addYears(t, 1), tuple(INTERVAL 1 DAY))
        tumble(assumeNotNull(t), INTERVAL 1 HOUR); tumbleStart(assumeNotNull(t), INTERVAL 1 WEEK); tumbleEnd(assumeNotNull(t), INTERVAL 1 DAY)
        hop(toDateTime('2024-03-07 15:44:05', 'UTC'), INTERVAL 1 HOUR, INTERVAL 3 HOUR); hopStart(toDateTime('2024-03-07 15:44:05', 'UTC'), INTERVAL 10 MINUTE, INTERVAL 30 MINUTE); hopEnd(toDateTime('2024-03-07 15:44:05', 'UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY)
        tumbleStart(tumble(assumeNotNull(t), INTERVAL 1 HOUR)); tumbleEnd(tumble(assumeNotNull(t), INTERVAL 1 HOUR)); hopStart(hop(toDateTime('2024-03-07 15:44:05', 'UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY)); hopEnd(hop(toDateTime('2024-03-07 15:44:05', 'UTC'), INTERVAL 1 DAY, INTERVAL 2 DAY))
    """,
    "conversion": """
        toInt8(i); toInt16(i); toInt32(i); toInt64(i); toUInt8(i); toUInt16(i); toUInt32(i)
        toUInt64(abs(i)); toInt8(x); toInt32(x); toUInt8(abs(x)); toInt64(x); toInt32(m)
        toInt64(t); toInt32(d); toFloat64(i); toFloat32(x); toFloat64(m); toInt128(i); toUInt128(u)
        toInt8OrNull(n); toInt8OrZero(n); toInt16OrNull(n); toInt32OrNull(n); toInt64OrNull(n)
        toInt64OrZero(n); toUInt8OrNull(n); toUInt8OrZero(n); toUInt16OrNull(n); toUInt32OrNull(n)
        toUInt64OrNull(n); toUInt64OrZero(n); toFloat64OrNull(n); toFloat64OrZero(n)
        toInt16OrZero(n); toInt32OrZero(n); toUInt16OrZero(n); toUInt32OrZero(n)
        toFloat32OrNull(n); toFloat32OrZero(n)
        toInt32OrDefault(n, toInt32(-1)); toInt64OrDefault(n); toUInt8OrDefault(n)
        toFloat64OrDefault(n, toFloat64(2.5)); toInt8OrDefault(n); toInt16OrDefault(n)
        toUInt16OrDefault(n); toUInt32OrDefault(n); toUInt64OrDefault(n); toFloat32OrDefault(n)
        toDecimal32(m, 1); toDecimal64(m, 4); toDecimal128(i, 2); toDecimal32('1.239', 2)
        toDecimal64('-1.239', 2); toDecimal32OrNull(n, 2); toDecimal64OrNull(n, 1)
        toDecimal128OrNull(n, 3); toDecimal32OrZero(n, 2); toDecimal64OrZero(n, 1)
        toDecimal128OrZero(n, 3)
        toDate(t); toDate(i); toDate('2024-03-07 10:00:00'); toDate32(t); toDate(t, 'Asia/Tokyo')
        toDateTime(d); toDateTime('2024-03-07 10:00:00'); toDateTime64(t, 3); toDateTime(u)
        toDateTime('2024-03-07 10:00:00', 'Europe/Berlin') = toDateTime('2024-03-07 09:00:00')
        toDateOrNull(s); toDateOrZero(s); toDateOrNull('2024-03-07'); toDateOrDefault(s)
        toDateTimeOrNull(s); toDateTimeOrZero(s); toDateTimeOrNull('2024-03-07 10:00:00')
        toDateTimeOrDefault(s)
        parseDateTimeBestEffort('2024-03-07T15:04:05Z'); parseDateTimeBestEffort('20240307150405')
        parseDateTimeBestEffort('1709823845'); parseDateTimeBestEffort('7 Mar 2024 15:04')
        parseDateTimeBestEffort('2024-03-07 15:04:05+02:00'); parseDateTimeBestEffort('2024-03-07')
        parseDateTimeBestEffortOrNull(s); parseDateTimeBestEffortOrZero(s)
        toString(i); toString(x); toString(m); toString(d); toString(t); toString(s); toString(u)
        toString(x * 1e18); toString(x * 1e20); toString(x * 1e-5); toString(x / 1e9)
        toString(x * 1e6); toString(toFloat32(x))
        hex(toFixedString(n, 4)); toStringCutToZero(s)
        toBool(i); toBool('yes'); toBool('false'); toBool(x)
        toUUID('61F0C404-5CB3-11E7-907B-A6006AD3DBA0'); toUUIDOrNull(s); toUUIDOrZero(s)
        toInt256(i); toUInt256(u); toInt128(x); toInt256(m); toInt128(d); toInt128(t); toInt256('-7')
        toInt128OrNull(n); toInt256OrNull(n); toUInt128OrNull(n); toUInt256OrNull(n)
        toInt128OrZero(n); toInt256OrZero(n); toUInt128OrZero(n); toUInt256OrZero(n)
        toInt128OrDefault(n); toInt256OrDefault(n); toUInt128OrDefault(n); toUInt256OrDefault(n)
        CAST(id AS Int256); id::UInt128; CAST(id, 'UInt256')
        accurateCast(id, 'Int32'); accurateCastOrNull(i, 'UInt8'); accurateCastOrNull(n, 'Int32')
        accurateCastOrNull(n, 'Float64')
        toNullable(i); toLowCardinality(s); materialize(i); identity(s)
    """,
    "numbers": """
        plus(i, j); minus(i, j); multiply(i, j); divide(i, j); divide(x, 0); divide(i, 0)
        intDiv(i, j); intDivOrZero(i, 0); intDivOrZero(i, j); modulo(i, j); moduloOrZero(i, 0)
        moduloOrZero(i, j); positiveModulo(i, j); negate(i); abs(i); gcd(id, 12); lcm(id, 4); gcd(-12, 18)
        sign(i); sign(x); log(x); ln(x); log2(abs(x)); log10(x); log1p(x); sqrt(x); exp(x / 1000)
        exp2(j); exp10(j); intExp2(j); intExp10(j); cbrt(x); pow(j, 2); power(2, j); hypot(j, 4)
        degrees(j); radians(j); sin(j); cos(j); tan(j); atan(j); atan2(j, 2); asin(x / 5000)
        acos(x / 5000); sinh(j); cosh(j); tanh(j); asinh(j); acosh(abs(j)); atanh(x / 5000)
        pi(); e(); factorial(5)
        round(x); round(x, 1); round(x, 2); round(x, -1); round(m); round(m, 1); round(i, -1)
        round(25, -1); round(35, -1); round(toFloat64(2.5)); round(toFloat64(3.5)); round(x / 0.0001, 2)
        roundBankers(x); roundBankers(x, 1); roundBankers(m, 1); floor(x); floor(x, 1); floor(m)
        floor(i, -1); ceil(x); ceiling(x, 1); ceil(m, 1); ceil(i, -2); trunc(x); trunc(x, 2)
        truncate(m, 1); trunc(i, -1); floor(i); ceil(j)
        roundToExp2(abs(i)); roundDown(i, array(-5, 0, 100))
        isFinite(x); isInfinite(x); isNaN(x); ifNotFinite(x, 0.5); ifNotFinite(divide(x, 0), 5.5)
        isFinite(divide(x, 0)); isInfinite(divide(x, 0)); isNaN(divide(x, 0))
        min2(i, j); max2(i, j); greatest(i, j); least(i, j); greatest(1, 2, 3)
        bitAnd(i, j); bitOr(i, j); bitXor(i, j); bitNot(i); bitShiftLeft(i, 3); bitShiftRight(i, 1)
        bitTest(abs(i), 1); bitTestAll(abs(i), 0, 1); bitTestAny(abs(i), 0, 3); bitCount(i)
        bitCount(u); bitHammingDistance(i, j); width_bucket(5, 0, 10, 5)
        isPrime(u); isPrime(7);
        toDecimalString(x, 3); toDecimalString(m, 1); toDecimalString(i, 2); toDecimalString(u, 0)
    """,
    "conditions": """
        equals(i, j); notEquals(i, j); less(i, j); lessOrEquals(i, j); greater(i, j)
        greaterOrEquals(i, j); isNotDistinctFrom(i, NULL); xor(i > 0, j > 0); xor(1, 0, 1)
        if(i > 0, 'a', 'b'); if(u, 1, 2); if(NULL, 1, 2); multiIf(i > 0, 'p', i < 0, 'n', 'z')
        multiIf(u, 1, u = 0, 2, 3); caseWithExpression(id, 1, 'one', 2, 'two', 'many')
        ifNull(i, j); nullIf(i, 0); coalesce(i, j, 5); isNull(i); isNotNull(i)
        transform(id, array(1, 2), array('one', 'two'), 'other'); isZeroOrNull(i)
        transform(id, array(1, 2), array(10, 20)); assumeNotNull(toNullable(id))
    """,
    "strings": """
        length(s); lengthUTF8(s); length(a); length(g); octet_length(s); empty(s); notEmpty(s)
        empty(a); notEmpty(c); empty(g)
        substring(s, 2); substring(s, 2, 3); substring(s, -3); substring(s, -3, 2)
        substring(s, 100); substring('abcdef', 2, -2); substring('abcdef', -10)
        substring('abcdef', -10, 6); substr('abcdef', 3, 2)
        mid('abcdef', 3, 2); substringUTF8(s, 2, 3); substringUTF8(s, -3)
        left('abcdef', 3); left('abcdef', -2); left(s, 1); right('abcdef', 2); right('abcdef', -2)
        right('abc', 0); right('abc', 9); leftUTF8(s, 2); rightUTF8(s, 3); leftUTF8(s, -2)
        lower(s); upper(s); lcase(s); ucase(s); lowerUTF8(s); upperUTF8(s); upperUTF8('é')
        reverse('abc'); reverse(a); reverse(reverse(s)); reverseUTF8(s)
        leftPad('abc', 6, 'xy'); rightPad('abc', 6, 'xy'); leftPad('abc', 2); lpad('abc', 5, '*')
        rpad('abc', 5); leftPadUTF8('é', 4); rightPadUTF8('é', 4, '*'); rightPad('é', 4, '*')
        position(s, 'l'); position(s, 'w'); position(s, ''); position('abcb', 'b', 3)
        position(s, p); positionUTF8(s, 'w'); positionUTF8(s, p); positionCaseInsensitive(s, 'W')
        positionCaseInsensitiveUTF8(s, 'Ö'); locate('b', 'abc')
        countSubstrings(s, 'l'); countSubstrings('aaaa', 'aa')
        countSubstringsCaseInsensitive(s, 'L')
        multiSearchAny(s, array('x', 'll')); multiSearchAny(s, array('q'))
        multiSearchAnyCaseInsensitive(s, array('HELLO'))
        multiSearchFirstIndex(s, array('q', 'l')); multiMatchAny(s, array('^H', 'c$'))
        multiMatchAnyIndex(s, array('q'))
        hasToken(s, 'World'); hasToken(s, 'Wor'); startsWith(s, 'H'); endsWith(s, 'd')
        startsWithUTF8(s, 'hé'); endsWithUTF8(s, 'rld')
        replaceAll(s, 'l', 'L'); replaceAll(s, p, '_'); replace(s, 'o', '0'); replaceOne(s, 'l', '_')
        replaceOne(s, p, '_'); replaceRegexpAll(s, '[lo]', '<\\\\0>')
        replaceRegexpAll(s, '(l)(.)', '\\\\2\\\\1'); replaceRegexpOne(s, 'l', '$')
        replaceRegexpOne(s, '(l)(l|o)', '\\\\2-\\\\1'); regexp_replace(s, 'l+', 'L')
        translate('abcabc', 'ab', 'xy'); translateUTF8(s, 'éö', 'eo')
        match(s, 'l+'); match(s, '^h.*d$'); match('a\\nb', 'a.b'); s LIKE '%llo%'; like(s, 'H%')
        notLike(s, '%l%'); ilike(s, 'h%'); notILike(s, 'h%')
        extract(s, '(\\\\w+) w'); extract(s, '[0-9]+'); extractAll(s, 'l+')
        extractAll('a1b22', '([a-z])[0-9]'); extractGroups('hello world', '(\\\\w+) (\\\\w+)')
        regexpExtract('100-200', '(\\\\d+)-(\\\\d+)', 2); regexpExtract('100-200', '(\\\\d+)-(\\\\d+)')
        countMatches(s, 'l'); countMatchesCaseInsensitive(s, 'L'); regexpQuoteMeta('a.b*c')
        splitByChar(',', s); splitByChar(',', 'a,b,c', 2); splitByString(', ', s)
        splitByString('', 'abc'); splitByString(',', ''); splitByRegexp('[0-9]+', 'a12b3')
        splitByRegexp('[, ]', s); splitByWhitespace(s); splitByNonAlpha('a,b  c!d'); alphaTokens(s)
        splitByWhitespace('  a  b '); tokens('a-b c1'); ngrams('abcd', 2); ngrams('a', 2)
        arrayStringConcat(c, ','); arrayStringConcat(c); concatWithSeparator('-', s, 'b')
        concat(s, 'x', p); concat(s, '-', toString(i)); concatAssumeInjective('a', 'b')
        format('{} {}', 'a', 'b'); format('{1} {0}{{}}', 'a', 'b')
        trimLeft('  a '); trimRight('  a '); trimBoth('  a '); trim('  a '); ltrim('  a'); rtrim('a ')
        appendTrailingCharIfAbsent(s, '/'); appendTrailingCharIfAbsent('abc/', '/')
        hex(s); hex(u); hex(255); hex(abs(i)); unhex('4142'); unhex(hex(s)); bin('a'); bin(u)
        unbin('0100000101000010'); char(72, 105); ascii(s); ascii('abc')
        base64Encode(s); base64Decode(base64Encode(s)); tryBase64Decode('!!')
        base64URLEncode('a?b>c'); base64URLDecode(base64URLEncode('a?b>c'))
        isValidUTF8(s); toValidUTF8(s); isValidASCII(s)
        decodeXMLComponent('&lt;a&gt;&amp;amp;'); encodeXMLComponent('<a> & "b"')
        editDistance('kitten', 'sitting'); levenshteinDistance('abc', 'abd')
        editDistanceUTF8(s, 'hello')
        initcap('hello wORLD a1b'); substringIndex('a.b.c', '.', 2); substringIndex('a.b.c', '.', -1)
        firstLine('a\\nb'); firstLine(s); repeat('ab', 3); repeat('ab', -1); space(3)
        soundex('Robert'); printf('%d %s', 5, 'x'); CRC32('abc')
    """,
    "arrays": """
        array(1, 2); arrayMap(q -> q * 2, a); arrayMap((q, r) -> q + r, a, b)
        arrayMap(q -> toString(q), a); arrayMap(q -> length(q), c)
        arrayFilter(q -> q > 1, a); arrayFilter((q, r) -> q > r, a, b)
        arrayExists(q -> q > 4, a); arrayAll(q -> q > 0, a); arrayExists(arrayMap(q -> q > 2, a))
        arrayAll(arrayMap(q -> q > 2, a))
        arrayExists((q, r) -> q = r, a, b)
        arrayCount(q -> q > 1, a); arrayCount(arrayMap(q -> q > 2, a)); arrayFirst(q -> q > 1, a)
        arrayLast(q -> q < 3, a); arrayFirstIndex(q -> q = 2, a); arrayLastIndex(q -> q = 3, a)
        arrayFirstOrNull(q -> q > 100, a); arrayLastOrNull(q -> q > 2, a)
        arraySort(a); arraySort(q -> -q, a); arrayReverseSort(a); arrayReverseSort(q -> q % 2, a)
        arraySort((q, r) -> -r, a, b); arraySort(c); arrayReverseSort(f); arraySort(f)
        arraySum(a); arraySum(f); arraySum(q -> q * q, a); arrayMin(a); arrayMax(a); arrayMin(f)
        arrayMax(q -> -q, a); arrayAvg(a); arrayAvg(f); arrayAvg(q -> q * 2, a); arrayProduct(a)
        arrayCumSum(a); arrayCumSum(q -> q * 2, a); arrayCumSumNonNegative(a); arrayDifference(a)
        arrayCumSum(f); arrayFill(q -> q > 1, a); arrayReverseFill(q -> q > 1, a)
        arrayFold((acc, q) -> acc + q, a, toInt64(0)); arrayReduce('sum', a); arrayReduce('max', a)
        arrayReduce('uniq', a)
        arrayElement(a, 1); arrayElement(a, -1); arrayElement(a, 9); arrayElement(c, 2)
        arrayElementOrNull(a, 9); arrayElementOrNull(a, 1)
        has(a, 2); has(c, 'x'); hasAll(a, array(1, 2)); hasAll(a, b); hasAny(a, array(7, 9))
        hasSubstr(a, array(1, 2)); hasSubstr(a, array(2, 1)); indexOf(a, 3); indexOf(c, 'x')
        countEqual(a, 3); countEqual(a, 2); arrayReverse(a); arrayConcat(a, b); arrayConcat(a, b, a)
        arrayPushBack(a, 9); arrayPushFront(a, 9); arrayPopBack(a); arrayPopFront(a)
        arraySlice(a, 2); arraySlice(a, 2, 2); arraySlice(a, -2); arraySlice(a, -2, 1)
        arraySlice(a, 2, -1); arraySlice(a, -10, 9)
        arrayResize(a, 3); arrayResize(a, -3); arrayResize(a, 6, 9); arrayResize(c, 3)
        arrayRotateLeft(a, 1); arrayRotateRight(a, 1); arrayRotateLeft(a, 5)
        arrayShiftLeft(a, 1); arrayShiftRight(a, 1); arrayShiftLeft(a, 1, 9); arrayShiftLeft(a, 9)
        arrayDistinct(a); arrayUniq(a); arrayUniq(c); arrayCompact(a); arrayEnumerate(c)
        arrayEnumerateUniq(a); arrayEnumerateUniq(c); arrayEnumerateDense(a)
        arraySort(arrayIntersect(a, b)); arraySort(arrayUnion(a, b))
        arraySort(arraySymmetricDifference(a, b)); arrayJaccardIndex(a, b)
        arrayFlatten(array(a, b)); arrayWithConstant(2, 'q'); arrayZip(a, b); arrayDotProduct(a, b)
        range(5); range(2, 8, 3); range(id); range(5, 0, -2); emptyArrayString()
        emptyArrayInt64(); emptyArrayFloat64(); emptyArrayToSingle(a); emptyArrayToSingle(c)
        tuple(i, s); tupleElement(tuple(i, s), 2); arrayStringConcat(arrayMap(q -> toString(q), a), '-')
        length(arrayFilter(q -> has(b, q), a)); arraySum(arrayMap(q -> q * id, a))
    """,
    "maps": """
        map('a', 1); mapKeys(g); mapValues(g); mapContains(g, 'a'); mapContainsKey(g, 'b')
        mapContainsValue(g, 5); mapContainsKeyLike(g, '%z%'); mapFromArrays(arrayDistinct(c), arrayDistinct(c))
        mapAdd(g, map('a', toInt64(1), 'c', toInt64(4))); mapSubtract(g, map('a', toInt64(1)))
        mapUpdate(g, map('a', toInt64(9))); mapConcat(g, map('n', toInt64(9)))
        mapSort(g); mapReverseSort(g); mapFilter((q, r) -> r > 1, g)
        mapApply((q, r) -> tuple(concat(q, '!'), r + 1), g)
        mapExists((q, r) -> r > 4, g); mapAll((q, r) -> r > 0, g); length(mapKeys(g))
    """,
    "json": """
        JSONExtractInt(k, 'a'); JSONExtractInt(k, 'q'); JSONExtractInt(k, 't')
        JSONExtractUInt(k, 'a'); JSONExtractFloat(k, 'a'); JSONExtractFloat(k, 'b', 'c', 2)
        JSONExtractBool(k, 't'); JSONExtractString(k, 's'); JSONExtractString(k, 'a')
        JSONExtractString(k, 'b'); JSONExtractString(k, 'n'); JSONExtractString(k, 'b', 'c', 3)
        JSONExtractRaw(k, 's'); JSONExtractRaw(k, 'b', 'c'); JSONExtractArrayRaw(assumeNotNull(k), 'b', 'c')
        JSONExtractKeys(assumeNotNull(k), 'b'); JSONHas(k, 'a'); JSONHas(k, 'n'); JSONHas(k, 'b', 'c', 2)
        JSONHas(k, 'zzz'); JSONLength(k, 'b', 'c'); JSONLength(k, 'b'); JSONLength(k, 'a')
        JSONType(k, 'b'); JSONType(k, 's'); JSONType(k, 't'); JSONType(k, 'n'); JSONType(k, 'b', 'c')
        JSONExtract(k, 'a', 'Float64'); JSONExtract(k, 's', 'String')
        JSONExtract(k, 'zzz', 'Nullable(Int64)'); isValidJSON(k)
        simpleJSONExtractInt('{"a":5}', 'a'); simpleJSONExtractString('{"a":"x"}', 'a')
        simpleJSONExtractFloat('{"a":1.5}', 'a'); simpleJSONExtractBool('{"a":true}', 'a')
        simpleJSONExtractUInt('{"a":5}', 'a'); simpleJSONHas('{"a":5}', 'b')
        simpleJSONExtractRaw('{"a":[1,2]}', 'a'); visitParamExtractInt('{"a":5}', 'a')
        visitParamExtractString('{"a":"x"}', 'a'); visitParamHas('{"a":5}', 'a')
        visitParamExtractUInt('{"a":5}', 'a'); visitParamExtractFloat('{"a":1.5}', 'a')
        visitParamExtractBool('{"a":true}', 'a'); visitParamExtractRaw('{"a":[1,2]}', 'a')
        JSON_VALUE('{"a":5}', '$.a'); JSON_VALUE(k, '$.s'); toJSONString(a); toJSONString(s)
        toJSONString(g); toJSONString(i)
    """,
    "urls": """
        protocol(w); domain(w); domainRFC(w); domainWithoutWWW(w); topLevelDomain(w); port(w)
        port('https://a.com/', 443); path(w); pathFull(w); queryString(w); fragment(w)
        domainWithoutWWWRFC(w); topLevelDomainRFC(w); portRFC(w); URLHierarchy(assumeNotNull(w)); URLPathHierarchy(assumeNotNull(w))
        queryStringAndFragment(w); netloc('https://u:p@a.com:80/'); extractURLParameter(w, 'y')
        extractURLParameters(w); extractURLParameterNames(w); cutQueryString(w); cutFragment(w)
        cutQueryStringAndFragment(w); cutWWW('http://www.a.com/'); cutURLParameter(w, 'x')
        cutURLParameter('http://a.com/?x=1&y=2&z=3', 'y'); decodeURLComponent('a%20b+c')
        encodeURLComponent('a b+c/é~*'); decodeURLFormComponent('a+b%21')
        encodeURLFormComponent('a b+c'); domain('http://www.a-b.com/x'); domain('//a.com/x')
        domainWithoutWWW('https://www.example.com:80/'); topLevelDomain('http://1.2.3.4/')
        IPv4NumToString(toUInt32(3232235777)); IPv4StringToNum('192.168.1.1')
        IPv4StringToNumOrNull('x'); IPv4StringToNumOrDefault('x'); isIPv4String('1.2.3.4')
        toIPv4('1.2.3.4'); toIPv4(toUInt32(5)); toIPv4(u); toIPv6('1:0::'); toIPv6('1.2.3.4')
        toIPv4OrNull(s); toIPv4OrZero(s); toIPv4OrDefault('1.2.3.4'); toIPv6OrNull(s)
        toIPv6OrZero(s); toIPv6OrDefault('x'); toIPv4OrDefault('x', toIPv4('9.9.9.9'))
        IPv4ToIPv6(toIPv4('1.2.3.4')); '1.2.3.4'::IPv4; CAST('::1' AS IPv6); toIPv4OrDefault(s)
        toIPv6OrDefault(s)
        isIPv4String('1.2.3.400'); isIPv4String(s); isIPv6String('::1'); isIPv6String('2001:db8::1')
        isIPv6String(s)
    """,
    "hashing": """
        xxHash64(s); xxHash64(''); xxHash64('abc'); sipHash64(s); sipHash64('abc'); sipHash64('')
        sipHash64(repeat('abc', 100)); xxHash64(repeat('abc', 100)); murmurHash3_32(s); hex(murmurHash3_128(s))
        murmurHash3_32(repeat('abcd', 100)); hex(murmurHash3_128(repeat('abcd', 99))); hex(MD5(s)); hex(SHA1(s))
        intHash32(i); intHash32(u); intHash32(toUInt64(toUInt64(id) * toUInt64(9999999999999999))); intHash32(0); intHash32(true)
        intHash32(18446744073709551615); intHash32(toUInt64('9223372036854775808')); intHash32(-9223372036854775808)
        intHash64(i); intHash64(u); intHash64(0); intHash64(18446744073709551615); intHash64(toInt8(-1)); intHash32(toInt8(-1))
        cityHash64(u); cityHash64(id); cityHash64(0); cityHash64(18446744073709551615); cityHash64(true); cityHash64(toUInt64(i))
        cityHash64(id, u); cityHash64(u, id, toUInt64(i)); cityHash64(1, 2); cityHash64(65536, 4294967296, 3)
        cityHash64(id, s, u); halfMD5(s); halfMD5(''); farmFingerprint64(s); farmFingerprint64(repeat('abc', 100))
        hex(SHA224(s)); hex(SHA256(s)); hex(SHA384(s)); hex(SHA512(s)); CRC32(s)
    """,
    "texts of all lengths": """
        arrayMap(n -> cityHash64(substring(repeat('Büro 0123456789 abc', 16), 1, n)), range(0, 280))
    """,
    "tuples and vectors": """
        tuplePlus((id, u), (i, x)); tupleMinus((id, u), (1, 2)); tupleMultiply((id, x), (x, 2)); tupleDivide((id, 4), (2, x)); tupleIntDiv((id, i), (2, 3))
        tupleIntDivOrZero((id, i), (0, j)); tupleModulo((id, 7), (2, 3)); tupleModulo((i, u), (5, 3)); tupleMultiplyByNumber((id, x), -2)
        tupleDivideByNumber((i, u), 2); tupleIntDivByNumber((id, 9), 2); tupleIntDivByNumber((id, 9), 3.5); tupleIntDivOrZeroByNumber((id, 9), 0)
        tupleModuloByNumber((i, 9), 4); tuplePositiveModuloByNumber((i, -9), 4); tupleNegate((id, u)); tupleNegate((x, i)); tupleConcat((id, s), (u, a))
        tupleConcat(tuple(1), tuple('x'), (1, 2)); tupleNames((id, s)); tupleNames(CAST((id, s) AS Tuple(a Int64, b Nullable(String))))
        tupleToNameValuePairs(CAST((id, 7) AS Tuple(a Int64, b Int64))); tupleToNameValuePairs((x, x))
        flattenTuple(CAST(((id, 2), 3) AS Tuple(a Tuple(b Int64, c Int8), d Int8))); tupleHammingDistance((id, 2, 3), (1, 2, 4))
        tupleHammingDistance((i, u), (0, 5)); tupleHammingDistance(tuple(id), tuple(3)); dotProduct((id, 2), (3, 4)); dotProduct((id, x), (i, u))
        dotProduct(a, a); dotProduct([1, 2], [3, 4]); scalarProduct((1, 2), (3, id)); vectorSum((id, 2), (1, 1)); vectorDifference((id, x), (1, 1))
        L1Norm((id, -2)); L1Norm((x, i)); L1Norm(a); L1Norm(f); L2Norm((3, id)); L2Norm(f); L2Norm(a); L2SquaredNorm((id, u)); L2SquaredNorm(a)
        LinfNorm((id, -3)); LinfNorm((x, i)); LinfNorm(f); LpNorm((id, -2), 3); LpNorm(f, 2.5); LpNorm(a, 1); LpNorm((x, 1), 2); L1Distance((id, 2), (2, 5))
        L1Distance(a, a); L1Distance(f, arrayMap(q -> q * 2, f)); L2Distance((1, id), (3, 4)); L2Distance(f, arrayMap(q -> q + 3, f))
        L2SquaredDistance((id, 2), (2, 3)); L2SquaredDistance([1, 2], [id, 5]); LinfDistance((id, 2), (2, 5)); LinfDistance([id, 2], [4, 3])
        LpDistance((id, 2), (2, 3), 3); LpDistance([id, 2], [2, 3], 3); cosineDistance((id, 2), (2, 3)); cosineDistance([id, 2], [2, 3])
        cosineDistance([0, 0], [1, 1]); cosineDistance((0, 0), (1, 1)); L1Normalize((id, 2)); L2Normalize((3, id)); L2Normalize([3, id]); LinfNormalize((id, 4))
        LpNormalize((3, id), 5); L2Normalize((0, 0)); L1Normalize(f); L2Norm([1.5]::Array(Float32)); L2Distance([1, 2]::Array(Float32), [3, 5])
        L1Norm((1, NULL)); tuplePlus((1, NULL), (2, 3)); L1Norm(tuple(u)); L2SquaredNorm(tuple(u)); L2Norm([]::Array(Float64))
    """,
    "texts made of others": """
        matchCaseInsensitive(s, 'HELLO'); notMatchCaseInsensitive(s, 'W'); multiSearchAllPositionsUTF8(s, ['ö', 'l'])
        multiSearchAllPositionsCaseInsensitiveUTF8(s, ['Ö', 'L']); multiSearchFirstPositionUTF8(s, ['ö', 'd'])
        multiSearchFirstPositionCaseInsensitive(s, ['W', 'L']); multiSearchFirstPositionCaseInsensitiveUTF8(s, ['Ö', 'D'])
        multiSearchFirstIndexCaseInsensitiveUTF8(s, ['Ö', 'L']); hasTokenOrNull(s, 'World'); hasTokenOrNull(s, 'Wor ld')
        hasTokenCaseInsensitiveOrNull(s, 'WORLD'); hasSubsequence(s, 'Hld'); hasSubsequence(s, ''); hasSubsequence(s, p); hasSubsequenceUTF8(s, 'éö')
        hasSubsequenceCaseInsensitive(s, 'HLD'); hasSubsequenceCaseInsensitiveUTF8(s, 'ÉÖ'); byteHammingDistance(s, 'hello'); byteHammingDistance(s, s)
        stringBytesUniq(s); stringBytesEntropy(s); stringJaccardIndex(s, 'hello world'); stringJaccardIndexUTF8(s, 'hello wörld'); stringJaccardIndex('', '')
        reverseBySeparator(s, ','); reverseBySeparator('www.google.com'); basename('a/b/c.txt'); basename(w); concatWithSeparatorAssumeInjective('-', s, 'b', p)
        substringIndexUTF8(s, 'ö', 1); substringIndexUTF8(s, 'l', -1); IPv4NumToStringClassC(toUInt32(3232235777)); MACNumToString(149809441867716)
        MACNumToString(toUInt64(u)); MACStringToNum('01:02:03:04:05:06'); MACStringToNum(s); MACStringToOUI('01:02:03:04:05:06')
        hex(UUIDStringToNum('612f3c40-5d3b-217e-707b-6a546a3d7b29')); hex(UUIDToNum(toUUID('612f3c40-5d3b-217e-707b-6a546a3d7b29')))
        UUIDNumToString(toFixedString(unhex('612f3c405d3b217e707b6a546a3d7b29'), 16)); IPv4CIDRToRange(toIPv4('192.168.5.2'), 16)
        IPv4CIDRToRange(toIPv4('192.168.5.2'), 32); IPv4CIDRToRange(toIPv4('192.168.5.2'), 0); parseReadableSizeOrNull(s); parseReadableSizeOrNull('1.5 KiB')
        parseReadableSizeOrNull('3 MB'); parseReadableSizeOrZero('7 GiB'); parseReadableSizeOrZero('12 B'); parseReadableSizeOrNull('1 gib')
        parseReadableSizeOrNull('1GB'); parseReadableSizeOrNull(' 1 GB'); JSONExtractKeysAndValuesRaw(assumeNotNull(k), 'b'); JSONArrayLength(k)
        JSONArrayLength('[1, 2]'); sqr(i); sqr(x); sqr(u); sqr(m); sqr(id); financialNetPresentValue(0.08, [-40000.5, 5000.5, 8000.5, 12000.5, 30000.5])
        financialNetPresentValue(0.08, [-40000.5, 5000.5, 8000.5], false); isDistinctFrom(i, NULL); isDistinctFrom(i, j); notHas(a, 3); notHas(c, 'x')
        toDateTime32(t); toDateTime32('2024-03-07 10:00:00'); parseDateTime32BestEffort('2021-01-01 01:01:00.12346'); parseDateTime32BestEffortOrNull(s)
        parseDateTime32BestEffortOrZero(s); addDate(e, INTERVAL 1 MONTH); timeDiff(t, v); toTimeWithFixedDate(t); fromDaysSinceYearZero32(739136)
        fromModifiedJulianDay(58849); fromModifiedJulianDayOrNull(58849); YYYYMMDDToDate32(20240317); YYYYMMDDToDate32(toYYYYMMDD(d)); dateTimeToSnowflakeID(t)
        dateTimeToSnowflakeID(t, 1288834974657); dateTime64ToSnowflakeID(toDateTime64(v, 3)); snowflakeIDToDateTime(7204436857747984384)
        snowflakeIDToDateTime64(7204436857747984384); snowflakeIDToDateTime(7204436857747984384, 1288834974657)
        UUIDv7ToDateTime(toUUID('018f05c9-4ab8-7b86-b64e-c9f03fbd45d1')); UUIDv7ToDateTime(toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0'))
        timeSlots(assumeNotNull(t), toUInt32(600)); timeSlots(assumeNotNull(t), toUInt32(600), 299); replicate(1, a); replicate(s, c); arrayExcept(a, b)
        arrayExcept(c, ['x']); indexOfAssumeSorted(arraySort(a), 3); arrayShingles([1, 2, 3, 4], 3); arrayTranspose([[1, 2], [3, id]])
        arraySlice(arrayPartialSort(2, a), 1, 2); arraySlice(arrayPartialReverseSort(2, a), 1, 2); isConstant(1); isConstant(i); isNullable(i); isNullable(id)
        isNullable(NULL); defaultValueOfArgumentType(i); defaultValueOfArgumentType(id); defaultValueOfArgumentType(a); defaultValueOfTypeName('Nullable(Int8)')
        defaultValueOfTypeName('String'); defaultValueOfTypeName('Array(UInt8)'); e + toInterval(3, 'day'); t + toInterval(id, 'hour'); byteSize(id)
        byteSize(i); byteSize(s); byteSize(a); byteSize(c); byteSize(g); byteSize((id, s)); byteSize(id, t, m, x); byteSize(toFixedString('abc', 5))
        clamp(i, -5, 5); clamp(x, 0, 100); clamp(id, 2, 300); clamp(s, 'a', 'c'); clamp(5, NULL, 7); clamp(u, 10, 1.5e3)
        clamp(d, toDate('2000-01-01'), toDate('2024-01-01')); toDecimal32OrDefault(n, 2); toDecimal32OrDefault(n, 2, toDecimal32(1.5, 2))
        toDecimal64OrDefault(n, 1); toDecimal128OrDefault(n, 3); toDecimal64OrDefault(id, 3); accurateCastOrDefault(i, 'UInt8')
        accurateCastOrDefault(n, 'Int8'); accurateCastOrDefault(id * 100, 'Int8', toInt8(7)); hasAllTokens(s, 'World Hello'); hasAllTokens(s, ['Hello'])
        hasAnyTokens(s, ['x', 'World']); hasAnyTokens(s, 'a q'); hasAllTokens(s, []); hasAnyTokens(s, '')
        extractAllGroupsVertical(ifNull(s, ''), '(\\\\w)(l+)'); extractAllGroupsHorizontal(ifNull(s, ''), '(\\\\w)(l+)')
        extractAllGroups('abc=111, def=222', '("[^"]+"|\\\\w+)=("[^"]+"|\\\\w+)'); extractAllGroupsHorizontal(s, '(o)'); hex(IPv6StringToNum('1::'))
        hex(IPv6StringToNumOrNull(s)); hex(IPv6StringToNumOrDefault(s)); IPv6NumToString(toFixedString(unhex('20010DB8000000000000000000000001'), 16))
        IPv6NumToString(IPv6StringToNum('::ffff:1.2.3.4')); IPv6NumToString(toIPv6('::1')); isIPAddressInRange('127.0.0.1', '127.0.0.0/8')
        isIPAddressInRange('128.0.0.1', '127.0.0.0/8'); isIPAddressInRange('::1', '::/0'); isIPAddressInRange('::1', '1::/16')
        isIPAddressInRange('127.0.0.1', '::/0'); isIPAddressInRange('192.168.99.255', '192.168.96.0/20'); initcapUTF8(s); initcapUTF8('éa-b über ab1c')
        bar(i, 0, 1000000, 10); bar(x, 0, 1000, 20); bar(5.4, 0, 10, 20); bar(u, 0, 255); bar(id, 0, 5, 7); formatReadableTimeDelta(12345678)
        formatReadableTimeDelta(i); formatReadableTimeDelta(x); formatReadableTimeDelta(u); formatReadableTimeDelta(0); formatReadableTimeDelta(60)
        formatReadableTimeDelta(31536001); toDate32OrZero(s); toDate32OrZero('2024-03-07'); toDate32OrDefault(s); toDate32OrDefault('x', toDate32('2020-01-01'))
        toDateTime64OrZero(s, 3); toDateTime64OrZero('2024-03-07 10:00:00.5', 3); toDateTime64OrDefault('x', 3); toDateTime64OrZero('2024-03-07 10:00:00.5')
        toUUIDOrDefault(s); toUUIDOrDefault('x', toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0')); tumbleStart(t, INTERVAL 5 MINUTE)
        tumbleEnd(t, INTERVAL 1 DAY); tumbleEnd(t, INTERVAL 5 MINUTE); toModifiedJulianDay('2020-01-01'); toModifiedJulianDayOrNull(s)
        toModifiedJulianDayOrNull('2020-01-01'); arrayTopK(2, a); arrayBottomK(2, a); arrayTopK(9, c); concat(s, ')'); stringJaccardIndexUTF8('', '')
        L2Normalize([3, id]); L2Normalize((3, id)); LpNormalize((3, id), 5); LinfNormalize((id, 4)); L1Normalize(f); tupleHammingDistance(tuple(id), tuple(3))
    """,
    "other alphabets": """
        base32Encode(s); base32Decode(base32Encode(s)); tryBase32Decode('!!'); base58Encode(s); base58Decode(base58Encode(s)); tryBase58Decode('0O')
        hex(base58Encode('\\0\\0a')); hex(HMAC('sha256', s, 'key')); hex(HMAC('md5', 'msg', s)); hex(HMAC('sha512', s, '')); hex(SHA512_256(s))
        hex(encrypt('aes-128-ecb', s, '1234567890123456')); hex(encrypt('aes-256-gcm', s, '12345678901234567890123456789012', '123456789012', 'aad'))
        hex(encrypt('aes-192-cbc', s, '123456789012345678901234', '1234567890123456')); hex(encrypt('aes-128-cbc', s, '1234567890123456'))
        decrypt('aes-128-cbc', encrypt('aes-128-cbc', s, '1234567890123456', '1234567890123456'), '1234567890123456', '1234567890123456')
        tryDecrypt('aes-128-cbc', 'xx', '1234567890123456', '1234567890123456')
        tryDecrypt('aes-256-gcm', encrypt('aes-256-gcm', s, '12345678901234567890123456789012', '123456789012', 'aad'), '12345678901234567890123456789012', '123456789012', 'aad')
        normalizeUTF8NFC(s); hex(normalizeUTF8NFD(s)); normalizeUTF8NFKC('ﬁ'); hex(normalizeUTF8NFKD(s)); normalizeUTF8NFKCCasefold('Straße ﬁ'); caseFoldUTF8(s)
        caseFoldUTF8('Straße ÀB ǅ ﬁ İ'); removeDiacriticsUTF8(s); removeDiacriticsUTF8('İıŁđ'); erf(x); erfc(x / 100); lgamma(x); lgamma(abs(j)); tgamma(j / 3)
        tgamma(5); lgamma(-1.5); tgamma(0); lgamma(0); widthBucket(x, -10, 10, 5); widthBucket(id, 0, 4, 300); randNormal(0, 1) < 1000; randLogNormal(0, 1) > 0
        randExponential(2) >= 0; randBernoulli(0.5) < 2; hasAllTokens(s, 'World Hello'); hasAllTokens(s, []); hasAnyTokens(s, ['x', 'World'])
        IPv6NumToString(toFixedString(unhex('20010DB8000000000000000000000001'), 16)); hex(IPv6StringToNumOrDefault(s)); bar(u, 0, 255)
        hex(IPv6StringToNumOrNull(s))
    """,
    "bytes and forms of times": """
        reinterpretAsUInt8(s); reinterpretAsUInt16(i); reinterpretAsUInt32(s); reinterpretAsUInt64(s); reinterpretAsInt8(u); reinterpretAsInt16(s)
        reinterpretAsInt32(toFloat32(x)); reinterpretAsInt64(x); reinterpretAsFloat64(toInt64(4609434218613702656)); reinterpretAsUInt64(i)
        reinterpretAsString(id); hex(reinterpretAsString(x)); reinterpretAsString(u); reinterpretAsDate(19000); reinterpretAsDateTime('abcd')
        reinterpretAsUUID(reverse(unhex('000102030405060708090a0b0c0d0e0f'))); reinterpret(toInt8(-1), 'UInt8'); reinterpret(d, 'UInt16')
        hex(reinterpretAsFixedString(toUInt16(258))); hex(reinterpret(id, 'FixedString(8)')); reinterpretAsUInt32(t); reinterpretAsInt64(m)
        parseDateTimeBestEffortUS('02/10/2020 12:00:01'); parseDateTimeBestEffortUSOrNull(s); parseDateTimeBestEffortUSOrZero(s)
        parseDateTimeBestEffortUS('12/25/2020'); parseDateTime64BestEffort('2021-01-01 01:01:00.12346')
        parseDateTime64BestEffort('2021-01-01 01:01:00.12346', 6); parseDateTime64BestEffortOrNull(s); parseDateTime64BestEffortOrZero(s)
        parseDateTime64BestEffortUSOrNull('02/10/2020 12:00:01', 2); parseDateTimeBestEffort('2024-03-07 15:04:05+02:00')
        formatDateTimeInJodaSyntax(t, 'yyyy-MM-dd HH:mm:ss'); formatDateTimeInJodaSyntax(t, 'y yy yyyy M MM MMM MMMM d dd a K h H k m s D DDD e E EEEE')
        parseDateTimeInJodaSyntax('2023-02-24 14:53:31', 'yyyy-MM-dd HH:mm:ss'); parseDateTimeInJodaSyntaxOrNull(s, 'yyyy-MM-dd')
        parseDateTimeInJodaSyntaxOrZero(s, 'yyyy'); parseDateTimeInJodaSyntax('24 Feb 2023', 'd MMM yyyy'); arraySplit(q -> q = 2, a)
        arrayReverseSplit(q -> q = 2, a); arraySplit((q, r) -> r, [1, 2, 3, 4, 5], [1, 0, 0, 1, 0])
        arrayReverseSplit((q, r) -> r, [1, 2, 3, 4, 5], [1, 0, 0, 1, 0]); arraySplit(q -> q = 'x', c)
    """,
    "bits and settings": """
        bitPositionsToArray(u); bitPositionsToArray(i); bitPositionsToArray(toInt8(-1)); bitPositionsToArray(18446744073709551615); bitmaskToArray(u)
        bitmaskToArray(toInt8(-1)); bitmaskToArray(id); bitmaskToList(u); bitmaskToList(i); bitmaskToList(0); bitmaskToList(50); bitRotateLeft(u, 1)
        bitRotateRight(u, 1); bitRotateLeft(toInt32(-5), 3); bitRotateRight(toInt16(-5), u); bitRotateLeft(toUInt8(129), 9); byteSwap(u)
        byteSwap(toUInt16(258)); byteSwap(toInt32(5)); byteSwap(i); countDigits(i); countDigits(m); countDigits(toDecimal64(1, 9)); countDigits(0)
        isDecimalOverflow(m); isDecimalOverflow(m, 3); isDecimalOverflow(toDecimal32(10, 2), 3); timezoneOf(t); timezoneOf(toDateTime(0, 'Asia/Tokyo'))
        timezoneOffset(t); timezoneOffset(toDateTime('2021-04-21 10:20:30', 'America/New_York')); toUTCTimestamp(toDateTime('2023-03-16 12:00:00'), 'Asia/Shanghai')
        fromUTCTimestamp(toDateTime64('2023-03-16 10:00:00.5', 3), 'Asia/Shanghai'); getSetting('join_use_nulls'); getSettingOrDefault('nope', 5); overlay(s, 'XY', 2)
        overlay('Spark SQL', 'ANSI ', 7, 0); overlay('Spark SQL', 'x', -1); overlay('abc', 'XYZ', 0); overlay('abc', '', 2, 100); overlayUTF8(s, 'ü', 2)
        overlay('abc', 'X', 10); overlay('abcdef', 'X', -3, 2)
    """,
    "other": """
        formatReadableSize(1234567); formatReadableSize(abs(i)); formatReadableQuantity(1234567)
        parseReadableSize('1.5 KiB'); parseReadableSize(concat(toString(u), ' MB')); parseTimeDelta('1h 30min')
        parseTimeDelta(concat(toString(u), 's')); hex(bitSlice(s, 2, 9)); bitSlice(s, -12); regexpPosition(s, '[a-z]o')
        length(currentSchemas(true)); getSizeOfEnumType(CAST('a' AS Enum8('a' = 1)))
        formatReadableDecimalSize(1234567); throwIf(i = 12345); ignore(i, s); indexHint(i = 1)
    """,
    "compared with others": """
        damerauLevenshteinDistance(s, 'hello'); damerauLevenshteinDistance(s, p); jaroSimilarity(s, 'Hello'); jaroWinklerSimilarity(s, 'Hello'); ngramDistance(s, 'Hello, Word')
        ngramDistanceCaseInsensitive(s, 'HELLO, WORD'); ngramDistanceUTF8(s, 'hello wörld'); ngramDistanceCaseInsensitiveUTF8(s, 'HÉLLO'); ngramSearch(s, 'World')
        ngramSearchCaseInsensitive(s, 'WORLD'); ngramSearchUTF8(s, 'hello wörld'); ngramSearchCaseInsensitiveUTF8(s, 'HÉLLO'); compareSubstrings(s, 'hello', 1, 1, 4)
        compareSubstrings(s, w, 0, 0, 1); hasPhrase(s, 'Hello World'); firstNonDefault(i, j); firstNonDefault(s, p, 'x'); firstNonDefault(a, b)
        tryBase64URLDecode('YWI'); tryBase64URLDecode(s); multiMatchAllIndices(ifNull(s, ''), ['l+', 'z', 'o']); URLHash(s); hiveHash('hello'); javaHash('hello')
        jumpConsistentHash(id, 7); jumpConsistentHash(i, 3); murmurHash2_32(s); murmurHash2_64(s, id); murmurHash3_64(s); xxHash32(s); CRC32IEEE(s)
        arrayFlattenedLength([a, b]); arrayZipUnaligned(a, c); arrayZipUnaligned(f); arrayReduceInRanges('sum', [(1, 2), (-2, 2)], a); arrayLevenshteinDistance(a, b)
        arrayLevenshteinDistance(c, ['x', 'y']); arrayLevenshteinDistanceWeighted(a, [toInt64(3)], arrayMap(q -> 1.5, a), [2.5]); arraySimilarity(c, ['x'], arrayMap(q -> 1.5, c), [2.5])
        arrayROCAUC([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1]); arrayROCAUC([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1], false); arrayAUCPR([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])
        arrayAutocorrelation([1, 2, 4, 9]); arrayAutocorrelation([1, 2, 4, 9], 2); length(arrayRandomSample(a, 2)); length(arrayPartialShuffle(a)); length(arrayPartialShuffle(a, 1))
        mapPopulateSeries(map(1, 10, 3, id)); mapPopulateSeries(map(1, 10, 3, id), 5); mapPartialSort(9, g); mapPartialReverseSort(9, g); pointInEllipses(x, x / 2, 0.0, 0.0, 3.0, 1.0)
        pointInEllipses(x, x / 2, 0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 1.0, 0.5); pointInPolygon((ifNull(x, 0.0), 1.0), [(-3, 0), (3, 0), (3, 3), (-3, 3)])
        pointInPolygon((1.5, 1.5), [(0, 0), (4, 0), (4, 4), (0, 4)], [(1, 1), (3, 1), (3, 3), (1, 3)]); mortonEncode(toUInt32(id), 3); mortonEncode(toUInt32(id)); randStudentT(3) < 1e9; randChiSquared(3) >= 0
        randPoisson(5) < 1000; randBinomial(10, 0.5) <= 10; length(toString(generateUUIDv7())); length(toString(dateTimeToUUIDv7(assumeNotNull(t)))); prettyPrintJSON('[1, {}]')
    """,
    "curves, digests and middles": """
        conv(concat('1', s), 16, 10); conv(u, 10, 16); conv('zz', 36, id % 30 + 2); conv(i, 10, 36); midpoint(i, j); midpoint(x, u, 3); midpoint(m, 1); midpoint(d, e); midpoint(t); midpoint(v)
        avg2(i, j); avg2(x, 2); hex(MD4(s)); hex(RIPEMD160(s)); hex(keccak256(s)); CRC64(s); kostikConsistentHash(id, 7); kostikConsistentHash(i, 1000)
        IPv6CIDRToRange(toIPv6('2001:db8::1'), 32); IPv6CIDRToRange(IPv6StringToNum('2001:db8::1'), 65); cutIPv6(toIPv6('2001:db8::1:2'), 3, 1); cutIPv6(toIPv6('::ffff:1.2.3.4'), 3, 1); cutIPv6(IPv6StringToNum('2001:db8::1'), 3, 1)
        mortonEncode((1, 2), toUInt32(id), 3); mortonEncode(toUInt8(id), 3, 5); mortonDecode(2, toUInt64(id)); mortonDecode((1, 2, 1), toUInt64(id)); hilbertEncode(toUInt32(id), 3); hilbertEncode((1, 2), toUInt32(id), 3)
        hilbertEncode(toUInt32(id)); hilbertDecode(2, toUInt64(id)); hilbertDecode((2, 0), toUInt64(id)); hilbertDecode(1, toUInt64(id))
        hasColumnInTable('system', 'one', NULL); errorCodeToName(id); errorCodeToName(x); errorCodeToName(48); nullIn(i, (1, 7)); notNullIn(i, (1, 7)); nullIn(s, 'a'); globalNullIn(i, [7]); globalNotNullIn(id, 3)
        getMergeTreeSetting('index_granularity'); getMergeTreeSetting('ttl_only_drop_parts'); parseISO8601Duration(concat('PT', toString(id), 'H')); parseISO8601Duration('P1W2DT3H4M5.5S')
    """,
    "places and pairs": """
        greatCircleDistance(x, 10.5, 30, 40); greatCircleDistance(1, 2, u, 4); greatCircleAngle(x, 10.5, 30, 40); greatCircleAngle(toFloat32(1), 2, 3, u); geoDistance(x, 10.5, 30, 40)
        geoDistance(x, 1, 2, x); geohashEncode(x, -x); geohashEncode(x, -x, u); geohashEncode(5.5, 6.5, 4); geohashDecode(s); geohashDecode('ezs42'); geohashDecode(assumeNotNull(n))
        geohashesInBox(24.48, 40.56, 24.785, 40.81, 4); geohashesInBox(1.5, 2.5, 1.5, 2.5, 200); geohashesInBox(2.5, 1.5, 1.5, 2.5, 3); naturalSortKey(s); naturalSortKey('a10b07')
        firstSignificantSubdomain(w); firstSignificantSubdomainRFC(w); cutToFirstSignificantSubdomain(w); cutToFirstSignificantSubdomainRFC(w); cutToFirstSignificantSubdomainWithWWW(w)
        cutToFirstSignificantSubdomainWithWWWRFC(w); cutToFirstSignificantSubdomain('https://www.news.example.co.uk'); extractKeyValuePairs(w); extractKeyValuePairs(w, '=', '?&#')
        extractKeyValuePairs(k, ':', ', }', '"', 'invalid'); extractKeyValuePairs('a:"1 2" b:3'); multiplyDecimal(m, toDecimal32(1.55, 2)); multiplyDecimal(m, m, 3); divideDecimal(m, toDecimal32(0.7, 1))
        divideDecimal(toDecimal64(10, 1), toDecimal32(3, 0), 8); isProbablePrime(u); length(randomString(id)); length(randomPrintableASCII(5)); length(randomString(2, 1)); length(randomFixedString(3))
        fuzzBits(s, 0.0); hex(fuzzBits('ab', 1.0)); kafkaMurmurHash(s); kafkaMurmurHash(id, 'a'); gccMurmurHash(s); gccMurmurHash(i, u); xxHash64Spark(s); javaHashUTF16LE('ab')
        hex(convertCharset(s, 'utf-8', 'utf-16le')); decodeHTMLComponent(s); decodeHTMLComponent('&lt;&#233;&euro;'); randFisherF(3, 5) >= 0; randNegativeBinomial(3, 0.5) < 1000; randConstant() >= 0
        proportionsZTest(10, 11, 100, 101, 0.95, 'pooled'); proportionsZTest(toUInt32(id), toUInt16(3), 100, 101, 0.9, 'unpooled'); minSampleSizeConversion(0.25, 0.03, 0.8, 0.05)
        minSampleSizeContinuous(112.25, 21.1, 0.03, 0.8, 0.05); minSampleSizeContinuous(id, 2, 0.1, 0.5, 0.1); financialNetPresentValueExtended(0.1, [-100, 110], [toDate('2020-01-01'), toDate('2021-01-01')])
        fromUnixTimestampInJodaSyntax(id, 'yyyy-MM-dd HH:mm:ss'); currentProfiles(); enabledProfiles()
        defaultProfiles(); currentRoles(); enabledRoles(); defaultRoles(); length(FQDN()) > 0; length(displayName()) > 0; length(serverTimezone()) > 0; shardNum(); shardCount(); nowInBlock() > toDateTime(0); nowInBlock64() > toDateTime64(0, 3)
    """,
}
"""Expressions over the columns, by family; each line holds several."""

WHOLE = """
    count(); count(i); sum(i); avg(i); min(i); max(s); any(i); anyLast(i); argMax(s, i); argMin(s, i)
    first_value(i); last_value(i); any_value(i)
    uniqExact(i); uniq(s); uniqCombined(i); uniqCombined64(i); uniqHLL12(i)
    uniqUpTo(2)(i); uniqUpTo(9)(i); uniqExact(i, s)
    sumWithOverflow(i); sumKahan(x); sumCount(i); avgWeighted(i, u)
    stddevPop(x); stddevSamp(x); varPop(x); varSamp(x); covarPop(i, j); covarSamp(i, j); corr(i, j)
    skewPop(x); skewSamp(x); kurtPop(x); kurtSamp(x); entropy(j); simpleLinearRegression(i, j)
    stddev_pop(x); var_samp(x); covar_pop(i, j)
    quantile(x); quantile(0.9)(x); quantiles(0.25, 0.5)(x); median(x); quantileExact(0.3)(i)
    quantilesExact(0.1, 0.9)(i); medianExact(i); quantileExactLow(i); quantileExactLow(0.5)(i)
    quantileExactHigh(i); medianExactLow(j); medianExactHigh(j); quantileExactInclusive(0.25)(i)
    quantilesExactInclusive(0.25, 0.75)(i); quantileExactExclusive(0.25)(i)
    quantileExactWeighted(0.5)(i, u); quantileTiming(0.5)(u); medianTiming(u)
    arraySort(groupArray(i)); length(groupArray(2)(i)); arraySort(groupUniqArray(j))
    length(groupUniqArray(2)(j)); length(groupArrayLast(2)(i)); groupArraySorted(2)(i)
    groupBitAnd(u); groupBitOr(u); groupBitXor(u)
    arraySort(topK(9)(u % 2)); sumMap(g); minMap(g); maxMap(g); sumMap(a, b)
    retention(i = 7, i = 0, i = 99); length(groupConcat(',')(i)); length(groupConcat(i))
    sumIf(i, j > 0); countIf(i > 0); avgIf(i, j > 0); minIf(i, j > 0); maxIf(i, j > 0)
    anyIf(s, id = 3); argMaxIf(s, i, j > 2); uniqIf(i, j > 0); uniqExactIf(i, j > 0)
    quantileIf(0.5)(x, j > 0); medianIf(x, j > 0); arraySort(groupArrayIf(i, j > 0))
    stddevPopIf(x, j > 0); corrIf(i, j, j > 0); sumMapIf(g, id < 3); groupBitOrIf(u, j > 0)
    sumDistinct(j); avgDistinct(j); countDistinct(j); uniqDistinct(j); sumDistinctIf(j, i > 0)
    arraySort(groupArrayDistinct(j)); minDistinct(j)
    sumArray(a); minArray(a); maxArray(a); countArray(a); avgArray(a); uniqArray(a)
    uniqExactArray(a); arraySort(groupArrayArray(a)); arraySort(groupUniqArrayArray(a))
    sumArrayIf(a, id < 3)
    sumOrNull(i); sumOrDefault(i); countOrNull(i); minOrNull(i); maxOrDefault(i); avgOrNull(i)
    anyOrNull(i); anyOrDefault(s); sumOrNullIf(i, id > 99); sumOrDefaultIf(id, id > 99)
    sumIfOrNull(i, id > 99); minOrDefaultIf(id, id > 99); maxIfOrDefault(s, id > 99)
    countOrNullIf(i, id > 99); uniqOrNullIf(i, id > 99); argMaxOrNullIf(s, i, id > 99)
    argMinOrDefault(s, i)
"""
"""Aggregates over all rows."""

AGGREGATES = """
    groupArrayMovingSum(number); groupArrayMovingSum(3)(number); groupArrayMovingAvg(2)(number)
    groupArrayMovingAvg(number); groupConcat(',')(number); topK(2)(intDiv(number, 4))
    groupArray(3)(number); groupArrayLast(2)(number); quantileExactWeighted(0.5)(number, 2)
    quantile(0.5)(number); quantiles(0.1, 0.9)(number); quantileExact(0.5)(number)
    quantileDeterministic(0.5)(number, number); simpleLinearRegression(number, number * 2 + 1)
    quantileTDigest(0.5)(0); quantilesTDigest(0.5, 0.9)(0); medianTDigest(0)
"""
"""Aggregates over `numbers(10)`, in order."""

GROUPS = """
    sum(i); countIf(i > 0); uniqExact(j); argMax(s, i); groupBitOr(u); quantileExact(i)
    sumIf(i, i > 0); arraySort(groupArray(i))
"""
"""Aggregates of groups."""

STATES = """
    sum(i); sum(x); sumWithOverflow(i); count(); count(i); min(i); max(s); avg(i); avg(x); argMax(s, i)
    argMin(s, i); uniq(s); uniqExact(i); uniqExact(i, s); uniqCombined(j); groupArray(i)
    groupUniqArray(j); groupBitAnd(u); groupBitOr(u); groupBitXor(u); any(id); anyLast(id)
"""
"""Aggregates whose states are kept for each group and merged after that."""

REFUSED = [
    ("SELECT toStartOfMont(toDate('2024-01-01'))", "UNKNOWN_FUNCTION", "toStartOfMonth"),
    ("SELECT arrayMapp(x -> x, array(1))", "UNKNOWN_FUNCTION", "arrayMap"),
    ("SELECT lenght('a')", "UNKNOWN_FUNCTION", "length"),
    ("SELECT nothing_like_it(1)", "UNKNOWN_FUNCTION", "does not exist"),
    ("SELECT farmHash64('a')", "NOT_IMPLEMENTED", "sipHash64"),
    ("SELECT farmFingerprint64(toInt128(1))", "NOT_IMPLEMENTED", "toString"),
    ("SELECT cityHash64([1, NULL])", "NOT_IMPLEMENTED", "Nullable(UInt8)"),
    ("SELECT cityHash64(toDecimal128(1, 2))", "NOT_IMPLEMENTED", "Decimal(38, 2)"),
    ("SELECT analysisOfVarianceState(1, 1)", "NOT_IMPLEMENTED", "analysisOfVariance"),
    ("SELECT topKMerge(1)", "ILLEGAL_TYPE_OF_ARGUMENT", "AggregateFunction"),
    ("SELECT avgSimpleState(1)", "NOT_IMPLEMENTED", "SimpleState"),
    ("SELECT finalizeAggregation(1)", "ILLEGAL_TYPE_OF_ARGUMENT", "AggregateFunction"),
    ("SELECT initializeAggregation('sumState')", "BAD_ARGUMENTS", "at least 2"),
    ("SELECT toColumnTypeName(1)", "NOT_IMPLEMENTED", "toTypeName"),
    ("SELECT toYear()", "NUMBER_OF_ARGUMENTS_DOESNT_MATCH", "toYear"),
    ("SELECT dateDiff('eon', now(), now())", "BAD_ARGUMENTS", "eon"),
    ("SELECT quantile(1.5)(1)", "PARAMETER_OUT_OF_BOUND", "1.5"),
    ("SELECT sipHash64(toInt128(1))", "NOT_IMPLEMENTED", "toString"),
    ("SELECT intHash32('1')", "ILLEGAL_TYPE_OF_ARGUMENT", "takes: unsigned, Int, Bool"),
    ("SELECT intHash64(1.5)", "ILLEGAL_TYPE_OF_ARGUMENT", "takes: unsigned, Int, Bool"),
    ("SELECT splitByChar('ab', 'x')", "BAD_ARGUMENTS", "splitByString"),
    ("SELECT throwIf(1 = 1, 'stop here')", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO", "stop here"),
]
"""Statements, the name of their error and a piece of its message."""
