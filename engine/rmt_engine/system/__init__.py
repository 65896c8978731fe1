"""The tables of the database `system`: what the engine knows of itself, under ClickHouse's names."""
