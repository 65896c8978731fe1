"""What a table's definition means: its columns, keys, partitions and rules, and their changes."""
