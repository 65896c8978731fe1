-- transform of a Bool beside numbers.

SELECT transform(true, [1, 2], ['one', 'two'], 'other');
-- one
SELECT transform(1, [true, false], ['one', 'two'], 'other');
-- one
SELECT transform(true, [true, false], ['one', 'two'], 'other');
-- one
SELECT transform(toUInt8(1), [1.0, 2], ['one', 'two'], 'other');
-- one
SELECT toTypeName(transform(1, [1, 2], [true, false], false));
-- Bool
