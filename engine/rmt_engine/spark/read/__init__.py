"""Reading tables: plans, files, and the rows that a reader must not see."""
