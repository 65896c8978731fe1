"""Types and values: their texts, conversions, and the rows of VALUES."""
