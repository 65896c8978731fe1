"""The whole suite: what `unsupported` and `future` do not name must pass."""

from sqlalchemy.testing.suite import *  # noqa: F403
