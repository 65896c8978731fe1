"""What ClickHouse answers is recorded, for the tests that ask it."""

from __future__ import annotations

import os
from importlib.util import find_spec

import hypothesis

pytest_plugins = ["support.recording_plugin"]

# dbt lives in an environment of its own.
collect_ignore = [] if find_spec("dbt_common") else ["dbt_rmt"]

# Runs that look for new examples have the time for more of them.
_EXAMPLES = 100 if os.environ.get("RMT_NEW_EXAMPLES") else 50
hypothesis.settings.register_profile("unit", deadline=None, max_examples=_EXAMPLES)
hypothesis.settings.load_profile("unit")
