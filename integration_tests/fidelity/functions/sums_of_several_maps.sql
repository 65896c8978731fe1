-- sumMap and its like of one array of keys and several of values, or of a tuple of them.

SELECT sumMap(k, v, w) FROM values('k Array(Int32), v Array(Int32), w Array(Int64)', ([1, 2], [10, 20], [100, 200]), ([2, 3], [5, 6], [50, 60]));
-- ([1,2,3],[10,25,6],[100,250,60])
SELECT sumMap(k, v) FROM values('k Array(Int32), v Array(Int32)', ([1, 2], [10, 20]), ([2, 3], [-20, 6]));
-- ([1,3],[10,6])
SELECT sumMap(k, v, w) FROM values('k Array(Int32), v Array(Int32), w Array(Int64)', ([1, 2], [10, 20], [100, 200]), ([2, 3], [-20, 6], [50, 60]));
-- ([1,2,3],[10,0,6],[100,250,60])
SELECT minMap(k, v, w), maxMap(k, v, w) FROM values('k Array(Int32), v Array(Int32), w Array(Int64)', ([1, 2], [10, 20], [100, 200]), ([2, 3], [5, 6], [50, 60]));
-- ([1,2,3],[10,5,6],[100,50,60])	([1,2,3],[10,20,6],[100,200,60])
SELECT sumMap((k, v)) FROM values('k Array(Int32), v Array(Int32)', ([1, 2], [10, 20]), ([2, 3], [5, 6]));
-- ([1,2,3],[10,25,6])
