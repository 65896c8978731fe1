"""The tables of the database `system`: what the engine knows of itself, by ClickHouse's names."""
