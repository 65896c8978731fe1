"""The version of the distribution, read by setup.cfg at build time."""

__version__ = "0.1.0"
