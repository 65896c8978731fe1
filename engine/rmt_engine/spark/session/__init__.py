"""The session of a statement: its settings and names, and what Spark answers about them."""
