"""Clients of the endpoint that need no Spark: `sqlalchemy_rmt.dbapi` is the driver."""
