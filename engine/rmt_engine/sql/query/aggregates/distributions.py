"""The names of Spark's functions of distributions that tests of samples are compiled to."""

from __future__ import annotations

__all__ = ["NORMAL_QUANTILE", "REGULARIZED_BETA", "STUDENTS_QUANTILE"]

REGULARIZED_BETA = "rmt_regularized_beta"
"""The regularized incomplete beta function, `(x, a, b)`."""
STUDENTS_QUANTILE = "rmt_students_quantile"
"""Below what a value of Student's distribution is with a probability: `(probability, degrees)`."""
NORMAL_QUANTILE = "rmt_normal_quantile"
"""The same of the normal distribution: `(probability)`."""
