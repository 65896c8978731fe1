"""What expressions are made of: a template on each line, for each kind of values.

A kind is a letter: `i` an integer, `f` a number of floating point, `m` a Decimal, `s` a text, `b` a
condition, `d` a Date, `t` a DateTime, `v` a DateTime64, `u` a UUID, `e` an Enum, `I` and `S` arrays
of integers and of texts, `M` a Map of texts to integers, `P` and `Q` tuples of an integer and a
text, the first with names, `F` a FixedString.

`{i}` is any expression of a kind, `{i!}` one that is never NULL, `{i.}` a column, `{j}` an integer
that has a common type with all others, `{k}` a small number, `{i:1}` the same each time, and
`{i>b!}` a lambda. A line ends with ` # ` and the form's name unless that is the function's; a `!`
before it says that the result is never NULL, a `?` that it can be, and a `u` that it may be a
UInt64 or has no common type with signed numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["AGGREGATES", "SCALARS", "WINDOWS", "Template"]


@dataclass(frozen=True)
class Template:
    """A form of an expression.

    Attributes:
        text: with placeholders.
        form: its name in reports.
        flags: of `!`, `?` and `u`.
    """

    text: str
    form: str
    flags: str

    @property
    def rank(self) -> int:
        """How it binds: 0 as a name does, 1 arithmetic, 2 comparisons, 3 logic, 4 ternary."""
        outside = _outside(self.text)
        if outside.startswith(("CASE ", "DATE ")):
            return 0
        if " ? " in outside:
            return 4
        if re.search(r"\b(AND|OR)\b|^NOT\b", outside) and "BETWEEN" not in outside:
            return 3
        if re.search(r"[=<>]|\b(IN|BETWEEN|LIKE|ILIKE|IS|REGEXP)\b", outside):
            return 2
        return 1 if " " in outside or outside.startswith("-") else 0

    def is_outside(self, place: int) -> bool:
        """Whether a placeholder stands in no brackets, and so beside an operator."""
        before = self.text[:place]
        return before.count("(") == before.count(")") and before.count("[") == before.count("]")


def _outside(text: str) -> str:
    """What stands in no brackets."""
    text = re.sub(r"'[^']*'", "", text)
    while (shorter := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text)) != text:
        text = shorter
    return re.sub(r"\{[^}]*\}", "x", text)


def _template(line: str) -> Template:
    text, _, name = line.strip().partition(" # ")
    flags = re.match("[!?u]*(?= |$)", name)
    name = name[flags.end() :].strip() if flags else name
    call = re.match(r"\(?(\w+)\(", text)
    return Template(text, name or (call[1] if call else text), flags[0] if flags else "")


def _templates(**lines: str) -> dict[str, list[Template]]:
    return {
        code: [_template(line) for line in text.splitlines() if line.strip()]
        for code, text in lines.items()
    }


SCALARS = _templates(
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
        char_length({s}) # u
        position({s}, 'a') # u
        position({s}, {s!}) # u
        toInt64({i})
        toInt32({b}) # toInt32
        toUInt8({i.}) # toUInt8
        {i!}::Int64 # ::
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
        arraySum({i>i}, {I!}) # ? arraySum of lambda
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
        {i!}::Float64 # ::
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
        upper({F.})
        substring({F}, 2)
        lpad({s.}, 4, '*')
        leftPad({s.}, 4, '*')
        splitByChar(',', {s!})[1] # splitByChar
        format('{{}}-{{}}', {s}, toString({i})) # format
        transform({i.}, [1, 2], ['one', 'two'], 'other')
        toLowCardinality({s.}) # toLowCardinality
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
        {m.} = {i.} # Decimal compared
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
        {i} + 1 > {i} * 2 # precedence
    """,
    d="""
        toDate({t})
        toDate('2024-01-15') # ! toDate
        {d.} + 1 # date plus number
        {d} + INTERVAL 1 DAY # date plus interval
        {d} - INTERVAL 1 MONTH # date minus interval
        {d} + toIntervalDay(2) # date plus interval function
        addDays({d}, {k})
        addMonths({d}, 1)
        subtractDays({d}, 1)
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
        {t} - INTERVAL 1 DAY # time minus interval
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
        arrayMap((x, y) -> x + length(y), [1, 2], ['a', 'bc']) # lambda of two
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
"""Templates of one row."""

AGGREGATES = _templates(
    i="""
        count() # !u
        count(*) # !u
        COUNT({i}) # !u count of values
        count({s}) # !u count of values
        count(DISTINCT {i}) # !u count distinct
        countDistinct({s}) # !u
        uniqExact({i}) # !u
        uniqExact({s}, {i}) # !u uniqExact of two
        uniq({s}) # !u
        countIf({b}) # !u
        countIf({b}) # !u
        sum({i}) # u
        sum({i}) # u
        sum({b}) # u sum of condition
        sum({b}) # u sum of condition
        sumIf({i}, {b}) # u
        sum(CASE WHEN {b} THEN 1 ELSE 0 END) # u sum of case
        min({i}) # u
        max({i}) # u
        max(length({s})) # u aggregate of function
        minIf({i}, {b}) # u
        maxIf({i}, {b}) # u
        sumOrNull({i}) # ?u
        sumOrDefault({i}) # u
        minOrNull({i}) # ?u
        sumIfOrNull({i}, {b}) # ?u
        maxOrNullIf({i}, {b}) # ?u
        sumDistinct({i}) # u
        sum(DISTINCT {i}) # u sumDistinct
        sumArray({I!}) # !u
        maxArray({I!}) # !u
        countArray({S}) # !u
        argMax({i:1}, ({i}, {i:1})) # ?u argMax
        argMin({j:1}, ({s}, {j:1})) # ? argMin
        groupBitOr({i.}) # u
        groupBitAnd({j!}) # !u
        count({f}) # !u count of values
        length(groupArray({i})) # !u groupArray
        length(groupUniqArray({s})) # !u groupUniqArray
        quantileExact(0.5)({j!}) # quantileExact
        quantileExactIf(0.5)({j!}, {b}) # quantileExactIf
        sum({i}) FILTER (WHERE {b}) # u filter
        count() FILTER (WHERE {b}) # !u filter
        countIf({b}) / 1 > 0 # ! aggregate compared
        max({b}) # max of condition
        min(toTypeName({*})) = 'x' # ! toTypeName compared
    """,
    f="""
        avg({i})
        avg({f.}) # avg
        avgIf({i}, {b})
        avgOrNull({i.}) # ?
        sum({f.}) # sum of floats
        sumIf({f.}, {b}) # sum of floats
        min({f.}) # min of floats
        max({f.}) # max of floats
        max({f}) # max of floats
        quantile(0.5)({j}) # quantile
        median({j}) # median
        round(stddevPop({k} * {j.}), 4) # stddevPop
        round(varSamp({i.}), 3) # varSamp
        avg({b}) # avg of condition
        argMax({f.:1}, ({i}, {f.:1})) # ? argMax
        sum({i}) / count() # aggregates divided
    """,
    m="""
        sum({m.})
        min({m.})
        max({m})
        sumIf({m.}, {b})
        maxOrNull({m.}) # ?
    """,
    s="""
        min({s})
        max({s})
        maxIf({s}, {b})
        minOrNull({s}) # ?
        argMax({s:1}, ({i}, {s:1})) # ? argMax
        toString(max({d})) # aggregate in function
        arrayStringConcat(arraySort(groupArray({s!})), ',') # ! groupArray
        arrayStringConcat(arraySort(groupUniqArray({s!})), ',') # ! groupUniqArray
        toTypeName(sum({i})) # ! toTypeName
        toTypeName(max({*})) # ! toTypeName
        toTypeName(avg({i})) # ! toTypeName
    """,
    b="""
        max({i}) > {k} # aggregate compared
        count() > {k} # ! aggregate compared
        countIf({b}) = 0 # ! aggregate compared
        sum({i}) IS NULL # ! aggregate is null
        min({s}) = '' # aggregate compared
        count() IN (1, 2) # ! aggregate in list
    """,
    d="""
        min({d})
        max({d})
        maxIf({d}, {b})
    """,
    t="""
        max({t})
        min({t})
    """,
    v="""
        max({v})
    """,
    I="""
        arraySort(groupArray({j})) # groupArray
        arraySort(groupArray(DISTINCT {j})) # groupArray distinct
        arraySort(groupUniqArray({j})) # groupUniqArray
        arraySort(groupArrayIf({j}, {b})) # groupArrayIf
        quantilesExact(0.25, 0.75)({j!}) # quantilesExact
        arraySort(groupUniqArrayArray({I})) # groupUniqArrayArray
    """,
    S="""
        arraySort(groupArray({s})) # groupArray
        arraySort(groupUniqArray({s})) # groupUniqArray
        arraySort(topK(100)({s!})) # topK
    """,
    M="""
        sumMap({M.}) # sumMap
    """,
)
"""Templates of aggregates, whose placeholders are expressions of one row."""

WINDOWS = _templates(
    i="""
        rank() OVER ({peers}) # !u rank
        dense_rank() OVER ({peers}) # !u dense_rank
        row_number() OVER ({total}) # !u row_number
        sum({i}) OVER ({partition}) # u sum over partition
        sum({i}) OVER ({peers}) # u running sum
        count() OVER () # !u count over all
        count({i}) OVER ({peers}) # !u running count
        sum({i}) OVER ({frame}) # u sum over frame
        max({i}) OVER ({frame}) # u max over frame
        min({i}) OVER ({range}) # u min over range
        lag({j}) OVER ({total}) # lag
        lead(toInt64({i!}), 1, toInt64(-7)) OVER ({total}) # lead
        lagInFrame({j}, 1) OVER ({total}) # lagInFrame
        leadInFrame({j}) OVER ({total} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) # leadInFrame
        first_value({i}) OVER ({frame}) # ?u first_value
        last_value({i}) OVER ({frame}) # ?u last_value
        nth_value({j}, 2) OVER ({frame}) # ? nth_value
        countIf({b}) OVER ({partition}) # !u countIf over partition
        ntile(2) OVER ({total}) # !u ntile
        sum({i}) OVER w # u named window
        row_number() OVER w # !u named window
    """,
    f="""
        avg({i}) OVER ({frame}) # avg over frame
        percent_rank() OVER ({peers}) # ! percent_rank
        sum({f.}) OVER ({peers}) # running sum of floats
    """,
    s="""
        max({s}) OVER ({partition}) # max over partition
        lag({s}) OVER ({total}) # lag
        first_value({s}) OVER ({total}) # ? first_value
        arrayStringConcat(arraySort(groupArray({s!}) OVER ({partition})), ',') # ! groupArray over partition
    """,
)
"""Templates of window functions."""
