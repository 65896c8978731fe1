"""A Superset with an administrator and nothing else: `python server.py PORT`."""

from __future__ import annotations

import logging
import sys

from flask_migrate import upgrade
from superset.app import create_app


def main(port: int) -> None:
    app = create_app()
    with app.app_context():
        upgrade()
        _enable_logs()
        app.appbuilder.add_permissions(update_perms=True)
        from superset import security_manager

        security_manager.sync_role_definitions()
        admin = security_manager.find_role("Admin")
        security_manager.add_user("admin", "Ada", "Min", "ada@localhost", admin, password="admin")
    app.run(port=port, threaded=True)


def _enable_logs() -> None:
    """Alembic's configuration has turned off those that were there before it."""
    for logger in logging.root.manager.loggerDict.values():
        if isinstance(logger, logging.Logger):
            logger.disabled = False


if __name__ == "__main__":
    main(int(sys.argv[1]))
