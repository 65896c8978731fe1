"""Functions that are other functions of ClickHouse's, as lambdas of their arguments.

The body of a lambda is compiled with the arguments as values: none is NULL there, for the whole is
NULL where one of them is. It is converted to the type that ClickHouse's function has. A test
compares each with ClickHouse's own.
"""

from __future__ import annotations

from rmt_engine.sql.functions.defined.arrays import ARRAYS
from rmt_engine.sql.functions.defined.dates import DATES
from rmt_engine.sql.functions.defined.forms import FORMS
from rmt_engine.sql.functions.defined.numbers import NUMBERS
from rmt_engine.sql.functions.defined.places import PLACES
from rmt_engine.sql.functions.defined.row import Defined, defined
from rmt_engine.sql.functions.defined.texts import TEXTS

__all__ = ["DEFINED", "Defined"]

DEFINED: dict[str, Defined] = defined((*FORMS, *NUMBERS, *TEXTS, *DATES, *ARRAYS, *PLACES))
"""The functions, by their names."""
