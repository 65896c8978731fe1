"""What the types of values decide: conversions, comparisons, keys, order, arithmetic."""
