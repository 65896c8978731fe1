-- Comments of all three kinds, and spaces, may stand anywhere.

CREATE /* a */ TABLE t -- the table
( k Int64 /* the key */, v String ) ENGINE = /* which? */ ReplacingMergeTree -- without a version
ORDER BY /* by */ k;
INSERT /* x */ INTO t /* y */ VALUES /* z */ (1, /* one */ 'a'), -- and
(2, '-- no comment');
SELECT /* the value */ v FROM t /* all of it */ FINAL -- please
ORDER BY k;
-- a
-- -- no comment
SELECT v FROM t WHERE v = '/* no comment */' OR v = '-- no comment';
-- -- no comment
