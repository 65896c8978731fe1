-- formatQuery writes a query as ClickHouse does.
CREATE TABLE z (a UInt8) ENGINE = MergeTree ORDER BY a;
INSERT INTO z VALUES (1);
SELECT toTypeName(formatQuery('select 1')) AS t, formatQuerySingleLine('select 1, (select 2)') AS q FROM z;
-- String	SELECT 1, (SELECT 2)
SELECT formatQuery('select a from t where b in (1,2)') AS q FROM z;
-- SELECT a\nFROM t\nWHERE b IN (1, 2)
SELECT formatQuery('select') FROM z;
-- error SYNTAX_ERROR
SELECT formatQueryOrNull('select') AS q, toTypeName(formatQueryOrNull('select')) AS t FROM z;
-- \N	Nullable(String)
SELECT formatQuerySingleLineOrNull('select') AS a, formatQueryOrNull('select a from t') AS b FROM z;
-- \N	SELECT a\nFROM t
SELECT formatQuery() FROM z;
-- error NUMBER_OF_ARGUMENTS_DOESNT_MATCH
SELECT formatQuery(NULL) AS q FROM z;
-- \N
SELECT formatQuery('') FROM z;
-- error SYNTAX_ERROR
SELECT formatQuerySingleLine('select 1') AS q FROM system.one;
-- SELECT 1
