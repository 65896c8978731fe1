"""What all tests share: areas, samples, order, how long each takes, and what is random."""

from hypothesis import settings
from support.examples import LOOKS_FOR_NEW

pytest_plugins = ["support.memory_files", "support.areas", "support.samples", "support.durations"]

# The examples are the same in every run, so that a failure is of the change that is tested. Runs
# that look for new ones set `RMT_NEW_EXAMPLES`.
settings.register_profile("the same examples", derandomize=True)
if not LOOKS_FOR_NEW:
    settings.load_profile("the same examples")
