"""Lowers one SELECT: its clauses, and what each makes of the rows."""
