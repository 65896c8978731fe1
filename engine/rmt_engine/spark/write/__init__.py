"""Writing tables: inserts, changes of rows and columns, merges in the background."""
