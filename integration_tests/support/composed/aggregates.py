"""Aggregates and window functions, declared as `templates` says.

The places of an aggregate are expressions of one row.
"""

from __future__ import annotations

from support.composed.templates import templates

__all__ = ["AGGREGATES", "WINDOWS"]

AGGREGATES = templates(
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
        composed_share({b!}) # user function of groups
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

WINDOWS = templates(
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
        leadInFrame({j}) OVER ({total} ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) # leadInFrame
        first_value({i}) OVER ({frame}) # ?u first_value
        last_value({i}) OVER ({frame}) # ?u last_value
        nth_value({j}, 2) OVER ({frame}) # ? nth_value
        first_value({j}) IGNORE NULLS OVER ({frame}) # ? first_value of known
        last_value({j}) RESPECT NULLS OVER ({frame}) # ? last_value
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
        arrayStringConcat(arraySort(groupArray({s!}) OVER ({partition})), '') # ! groupArray over
    """,
)
