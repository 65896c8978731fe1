"""Superset's configuration in the tests."""

from __future__ import annotations

import os
from pathlib import Path

_HOME = Path(os.environ["SUPERSET_HOME"])

SECRET_KEY = "for the tests only, and known to everybody who reads this"
SQLALCHEMY_DATABASE_URI = f"sqlite:///{_HOME / 'superset.db'}"
UPLOAD_FOLDER = f"{_HOME}/uploads/"
FEATURE_FLAGS = {"RLS_IN_SQLLAB": True}
# A browser gives these; the tests talk to the API.
WTF_CSRF_ENABLED = False
TALISMAN_ENABLED = False
RATELIMIT_ENABLED = False
