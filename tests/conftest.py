"""What ClickHouse answers is recorded, for the tests that ask it."""

from __future__ import annotations

from importlib.util import find_spec

import hypothesis
from support.examples import examples

pytest_plugins = ["support.recording_plugin"]

# dbt lives in an environment of its own.
collect_ignore = [] if find_spec("dbt_common") else ["dbt_rmt"]

hypothesis.settings.register_profile("unit", deadline=None, max_examples=examples(12))
hypothesis.settings.load_profile("unit")
