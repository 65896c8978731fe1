"""Expressions of one row: a template on each line; `templates` says how it is written.

Nothing is taken away from the days and times that columns of outer joins have by default: what is
before 1970 stays so here (docs/differences.md); in ClickHouse it starts again from the range's
other end.
Characters are counted of columns only: parts of characters, which `reverse` and `substring` leave
of them, are no text in Spark.
"""

from __future__ import annotations

from support.composed.templates import templates

__all__ = ["SCALARS"]

SCALARS = templates(
    i="""
        {i} + {i} # u plus
        {i} - {i} # minus
        {i} * {k} # u times
        {b} + {i} # u comparison as number
        {b} + {b} # comparison as number
        {b} * {k} # comparison as number
        -{i.} # negate
        intDiv({i}, 3)
        {i} % 4 # modulo
        mod({i}, 5)
        ({i}) # u parentheses
        ((({i.}))) # u parentheses
        length({s}) # u
        length({I}) # u length of array
        length({S}) # u length of array
        length({F}) # u length of FixedString
        length({M}) # u length of map
        char_length({s.}) # u
        position({s}, 'a') # u
        position({s}, {s!}) # u
        toInt64({i})
        toInt32({b}) # toInt32
        toUInt8({i.}) # toUInt8
        abs({i!})::Int64 # ::
        CAST({i!} AS Int64) # CAST
        CAST({i.} AS Nullable(Int64)) # ? CAST
        CAST({i!}, 'Int64') # CAST
        toInt64OrNull({s!}) # ?
        toInt32OrZero({s!}) # !
        if({b}, {j}, {j})
        {b!} ? {j} : {j} # ternary
        CASE WHEN {b} THEN {j} WHEN {b} THEN {j} ELSE {j} END # case
        CASE {j} WHEN 1 THEN {j} ELSE 0 END # case of value
        CASE WHEN {b} THEN {j} END # ? case without else
        multiIf({b}, {j}, {b}, {j}, {j})
        coalesce({j}, {j})
        ifNull({j}, 0) # !
        nullIf({j}, {j}) # ?
        least({j}, {j})
        greatest({j}, {j})
        abs({i.}) # u
        toYear({d})
        toMonth({d})
        toDayOfWeek({d})
        toDayOfMonth({t})
        toHour({t})
        toYYYYMM({d})
        dateDiff('day', {d}, {d})
        toUnixTimestamp({t.})
        {d} - {d} # date minus date
        {I}[1] # array element
        {I}[-1] # array element from the end
        {I}[{k}] # array element
        arraySum({I})
        arrayCount({i>b!}, {I}) # u
        arraySum({i>i!}, {I!}) # ! arraySum of lambda
        arrayMax({I!})
        indexOf({I}, {k}) # u
        indexOf({S}, 'x') # u
        arrayUniq({S}) # u
        arrayFirst({i>b!}, {I})
        {M}['a'] # map element
        {P}.1 # tuple element
        {P.}.a # tuple element by name
        tupleElement({P.}, 'a')
        tupleElement({Q}, 1)
        {Q}.1 # tuple element
        round({i.}, -1) # round to tens
        bitAnd({i.}, 7) # u
        toUInt64(length({s})) # u toUInt64
        sign({i})
        empty({s}) + notEmpty({I}) # empty as number
        1_000 # number with _
        0xFF # number in hex
        multiIf({b}, 1, 2)
        countSubstrings({s!}, 'a') # u
        toTypeName({*}) = 'x' # ! toTypeName compared
        transform({j.}, [1, 2], [10, 20], 0)
        composed_scaled({j}, {j}) # user function
    """,
    f="""
        {f} + {f} # plus
        {f} - 1.5 # minus
        {f} * 2 # times
        {i} / 4 # divide
        {f} / {i} # divide
        {i} / {b} # divide by comparison
        ({f}) # parentheses
        toFloat64({i})
        abs({i!})::Float64 # ::
        CAST({i!} AS Float64) # CAST
        if({b}, {f}, {f})
        coalesce({f}, {f})
        ifNull({f}, 0.5) # !
        least({f.}, 1.5)
        greatest({f.}, 1.5)
        round({f}, 1)
        round({f.})
        floor({f})
        ceil({f.})
        abs({f})
        sqrt(abs({i.})) # sqrt
        toFloat64OrNull({s!}) # ?
        arrayAvg({I!}) # ?
        {m} * 0.5 # times
        toFloat64({m})
        -{f.} # negate
        nullIf({f}, 0.5) # ?
        1e3 # number with exponent
    """,
    m="""
        {m.} + {m.} # plus
        {m.} - 1 # minus
        {m.} * 2 # times
        toDecimal64({i.} % 100, 2) # toDecimal64
        toDecimal32('1.25', 2) # toDecimal32
        if({b}, {m!}::Decimal(18, 4), {m!}::Decimal(18, 4)) # if
        round({m.}, 1)
        {m!}::Decimal(18, 3) # ::
        abs({m})
    """,
    s="""
        concat({s}, {s})
        concat({s}, '-', {i}) # concat with number
        {s} || {s} # concat operator
        {s} || '!' # concat operator
        upper({s})
        lower({s})
        substring({s}, 2)
        substring({s}, 1, 2)
        substring({s}, -2) # substring from the end
        left({s}, 2)
        right({s}, 1)
        replace({s}, 'a', 'b')
        replaceAll({s}, 'x', '')
        replaceOne({s}, 'a', 'zz')
        replaceRegexpAll({s}, '[aeiou]', '_')
        trim({s})
        trim(BOTH 'a' FROM {s}) # trim from
        reverse({s})
        reverseUTF8({s})
        toString({i})
        toString({d})
        toString({t})
        toString({e})
        toString({u})
        toString({b})
        {i!}::String # ::
        CAST({i!} AS String) # CAST
        CAST({e} AS String) # CAST
        toTypeName({*}) # !
        toTypeName({*}) # !
        if({b}, {s}, {s})
        {b!} ? {s} : 'no' # ternary
        CASE WHEN {b} THEN {s} ELSE {s} END # case
        CASE {i} WHEN 1 THEN 'one' WHEN 2 THEN 'two' ELSE 'many' END # ! case of value
        multiIf({b}, 'a', {b}, 'b', 'c') # !
        coalesce({s}, {s})
        ifNull({s}, 'none') # !
        nullIf({s}, '') # ?
        least({s}, 'm')
        greatest({s}, {s})
        {S}[1] # array element
        {S}[-1] # array element from the end
        arrayStringConcat({S}, ',')
        arrayStringConcat(arrayMap({i>s!}, {I}), '|') # arrayMap
        formatDateTime({t}, '%Y-%m-%d %H')
        toString({P}.2) # tuple element
        {P.}.b # tuple element by name
        {Q}.2 # tuple element
        ({s}) # parentheses
        mapKeys({M})[1] # mapKeys
        repeat({s}, 2)
        'it''s' # text with a quote
        'a\\'b' # text with an escaped quote
        hex({s.})
        toString({F})
        toString(upper({F.})) # upper
        substring({F}, 2)
        lpad({s.}, 4, '*')
        leftPad({s.}, 4, '*')
        splitByChar(',', {s!})[1] # splitByChar
        format('{{}}-{{}}', {s}, toString({i})) # format
        transform({i.}, [1, 2], ['one', 'two'], 'other')
        toLowCardinality({s.}) # toLowCardinality
        composed_marked({s}) # user function
    """,
    b="""
        {i} = {i} # equals
        {i} != {i} # not equals
        {i} <> {k} # not equals
        {i} == {k} # double equals
        {i} < {i} # less
        {i} >= {k} # greater or equals
        {f} < {f} # less of floats
        {f} > {i} # float and integer
        {f.} = {f.} # equals of floats
        {f.} >= 0.5 # NaN compared
        {m} > 1 # Decimal compared
        {m.} = {k} # Decimal compared
        {s} = {s} # equals of texts
        {s} < {s} # less of texts
        {s} = '' # equals of texts
        {d} > {d} # dates compared
        {d} = '2024-01-01' # date and text
        {d} >= toDate('2024-01-31') # dates compared
        {t} > '2024-01-15 00:00:00' # DateTime and text
        {v} >= '2024-01-31 12:34:56.789' # DateTime64 and text
        {d} < {t} # Date and DateTime
        {u} = '61f0c404-5cb3-11e7-907b-a6006ad3dba0' # UUID and text
        {e} = 'red' # Enum and text
        {P} = (1, 'p') # tuples compared
        ({i}, {s}) = (1, 'a') # tuples compared
        ({j}, {s}) < ({j}, {s}) # tuples compared
        {b} AND {b} # and
        {b} OR {b} # or
        NOT {b} # not
        NOT ({b}) # not
        not({b}) # not as function
        and({b}, {b}, {b}) # and as function
        or({b}, {b}) # or as function
        xor({b}, {b})
        {i} IS NULL # ! is null
        {s} IS NOT NULL # ! is not null
        isNull({i}) # !
        isNotNull({f}) # !
        {i} IN (1, 2, 3) # in list
        {i} IN (1, NULL) # in list with NULL
        {i} NOT IN (2, 4) # not in
        {i} NOT IN (2, NULL) # not in list with NULL
        {s} IN ('a', '') # in list
        {s} NOT IN ('Rome', 'h1') # not in
        {i} IN 3 # in one
        {i} IN [1, 2] # in array
        {i} IN (7,) # in list with trailing comma
        ({i}, {s}) IN ((1, 'a'), (2, '')) # in list of tuples
        {i.} IN tuple(1, 2) # in tuple function
        {d} IN ('2024-01-01', '2024-02-29') # date in texts
        {e} IN ('red') # Enum in texts
        {i} BETWEEN {k} AND {i} # between
        {i} NOT BETWEEN 0 AND 3 # between
        {f.} BETWEEN -1 AND 1.5 # between
        {d} BETWEEN '2024-01-01' AND '2024-01-31' # between dates
        {s} LIKE 'a%' # like
        {s} LIKE '%\\_%' # like
        {s} NOT LIKE '_' # like
        {s} ILIKE '%A%' # ilike
        has({I}, {i!}) # has
        has({S}, 'x') # has
        has({S}, {s}) # has
        hasAny({S}, ['x', 'y']) # hasAny
        hasAll({I}, [1]) # hasAll
        arrayExists({i>b!}, {I})
        arrayAll({i>b!}, {I})
        arrayExists({s>b!}, {S})
        mapContains({M}, 'a')
        {b.} = true # Bool and true
        {b} = 1 # condition and number
        {b.} = {b} # conditions compared
        {b} > {b} # conditions compared
        if({b}, {b!}, {b!})
        ifNull({b}, 0) # !
        empty({s})
        notEmpty({S})
        empty({I})
        {F} = 'abc' # FixedString and text
        {F.} IN ('abd', 'xyz') # FixedString in texts
        startsWith({s}, 'a')
        endsWith({s}, 'e')
        match({s}, '^[a-z]+$')
        isNaN({f})
        isInfinite({f})
        toBool({i!}) # toBool
        ({b}) # parentheses
        true # true
        {i} <=> {i} # ! null-safe equals
        {i.} IS NOT DISTINCT FROM {i.} # ! is not distinct from
        {s} REGEXP '^.$' # regexp
        toTypeName({*}) LIKE 'Nullable%' # ! toTypeName compared
        {I} = [1, 2] # arrays compared
        equals({i}, {k}) # equals as function
        greaterOrEquals({i}, 2) # greaterOrEquals as function
        NOT {i} = {k} # not before comparison
        composed_any({I!}) # ! user function
        {i} + 1 > {i} * 2 # precedence
    """,
    d="""
        toDate({t})
        toDate('2024-01-15') # ! toDate
        {d.} + 1 # date plus number
        {d} + INTERVAL 1 DAY # date plus interval
        greatest({d}, toDate('2000-02-03')) - INTERVAL 1 MONTH # date minus interval
        {d} + toIntervalDay(2) # date plus interval function
        addDays({d}, {k})
        addMonths({d}, 1)
        subtractDays(greatest({d}, toDate('2000-02-03')), 1) # subtractDays
        toStartOfMonth({d})
        toMonday({d})
        toLastDayOfMonth({d})
        toStartOfYear({d})
        toStartOfWeek({d})
        dateAdd(DAY, 3, {d}) # dateAdd
        date_trunc('month', {d})
        if({b}, {d}, {d})
        ifNull({d}, toDate('2020-02-02')) # !
        coalesce({d}, {d})
        nullIf({d}, toDate('2024-01-01')) # ?
        {d!}::Date # ::
        CAST('2024-03-01' AS Date) # ! CAST
        toDateOrNull({s!}) # ?
        least({d}, {d})
        greatest({d}, toDate('2024-01-31')) # greatest
        ({d}) # parentheses
        DATE '2024-01-01' # ! date literal
    """,
    t="""
        toDateTime({d}) # toDateTime
        toDateTime('2024-01-31 12:00:00', 'UTC') # ! toDateTime
        {t} + INTERVAL 2 HOUR # time plus interval
        {t.} + 60 # time plus number
        greatest({t}, toDateTime(951782400, 'UTC')) - INTERVAL 1 DAY # time minus interval
        addHours({t}, {k})
        toStartOfHour({t})
        toStartOfDay({t})
        toStartOfMinute({t})
        toStartOfInterval({t}, INTERVAL 6 HOUR) # toStartOfInterval
        date_trunc('hour', {t}) # date_trunc
        if({b}, {t}, {t})
        toDateTime({v})
        ({t}) # parentheses
    """,
    v="""
        toDateTime64({t}, 3)
        {v} + INTERVAL 1 DAY # time plus interval
        toDateTime64('2024-01-31 12:34:56.789', 3, 'UTC') # ! toDateTime64
        {v.} # v
    """,
    u="""
        toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') # ! toUUID
        ({u}) # parentheses
    """,
    e="""
        ({e}) # parentheses
    """,
    F="""
        ({F}) # parentheses
        toFixedString('ab', 3)
    """,
    I="""
        [{k}, {j}] # array
        array({j}, {j}) # array
        [{j}, NULL] # ? array with NULL
        []::Array(Int64) # empty array
        arrayMap({i>j}, {I}) # arrayMap
        arrayFilter({i>b!}, {I})
        arrayFilter({i>b}, {I})
        arrayConcat({I}, [{k}]) # arrayConcat
        arraySort({I})
        arrayReverse(arraySort({I})) # arrayReverse

        arrayReverseSort({I})
        arrayDistinct({I})
        arraySlice({I}, 1, 2)
        arrayPushBack({I}, {j})
        range({k}) # range
        arrayMap({s>j}, {S}) # arrayMap of texts
        arrayMap((x, y) -> toInt64(x + length(y)), [1, 2], ['a', 'bc']) # lambda of two
        arrayMap(x -> (x + 1) * 2, {I}) # arrayMap
        arrayEnumerate({S})
        arrayCumSum(CAST({I!} AS Array(Int64))) # arrayCumSum
        mapValues({M})
        if({b!}, {I!}, {I!})
        ({I}) # parentheses
        arraySort(arrayIntersect({I}, [1, 5, 9])) # arrayIntersect
    """,
    S="""
        [{s}, 'z'] # array
        arrayMap({s>s}, {S}) # arrayMap of texts
        arrayMap({i>s!}, {I}) # ! arrayMap to texts
        arrayFilter({s>b!}, {S})
        arrayConcat({S}, ['q'])
        splitByChar(',', {s!}) # splitByChar
        arraySort({S})
        arrayDistinct({S})
        mapKeys({M})
        arrayPushFront({S}, {s!})
        ({S}) # parentheses
        emptyArrayString() # ! emptyArrayString
    """,
    M="""
        map('a', {j!}, 'b', 2) # map
        mapFilter((k, v) -> v > {k}, {M}) # mapFilter
        mapApply((k, v) -> (k, v + 1), {M.}) # mapApply
        ({M}) # parentheses
    """,
    P="""
        ({P.}) # parentheses
        CAST(({i!} % 9, {s!}) AS Tuple(a Int8, b String)) # CAST
    """,
    Q="""
        ({j}, {s}) # tuple
        tuple({j}, {s}) # tuple
        ({Q}) # parentheses
    """,
)
