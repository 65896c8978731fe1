"""Running statements: a session, its catalog, and what each statement does."""
