-- Constants in the names of columns.
CREATE TABLE t (a Float64, s String) ENGINE = MergeTree ORDER BY s;
DESCRIBE (SELECT a + 0.00001, a + 0.000001, a + 1e-7, a + 1.5e-7, a + -0.0, a + 1.0, a + 1e20, a + 1e21, a + 123456789012345678901, a + 18446744073709551616 FROM t);
-- plus(a, -0.)	Float64	''	''	''	''	''
-- plus(a, 0.000001)	Float64	''	''	''	''	''
-- plus(a, 0.00001)	Float64	''	''	''	''	''
-- plus(a, 1.)	Float64	''	''	''	''	''
-- plus(a, 1.5e-7)	Float64	''	''	''	''	''
-- plus(a, 100000000000000000000.)	Float64	''	''	''	''	''
-- plus(a, 123456789012345680000.)	Float64	''	''	''	''	''
-- plus(a, 18446744073709552000.)	Float64	''	''	''	''	''
-- plus(a, 1e-7)	Float64	''	''	''	''	''
-- plus(a, 1e21)	Float64	''	''	''	''	''
DESCRIBE (SELECT concat(s, 'x\ny'), concat(s, 'x\ty\''), concat(s, '\0'), concat(s, '\\') FROM t);
-- concat(s, '\\0')	String	''	''	''	''	''
-- concat(s, '\\\\')	String	''	''	''	''	''
-- concat(s, 'x\\ny')	String	''	''	''	''	''
-- concat(s, 'x\\ty\\'')	String	''	''	''	''	''
