-- A function nobody has.
SELECT no_such_function(1);
-- error UNKNOWN_FUNCTION
