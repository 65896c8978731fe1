"""What an alert makes of its query: `python alert.py DATABASE SQL`, in Superset's own home."""

from __future__ import annotations

import json
import sys
import uuid

from superset.app import create_app


def main(database: int, sql: str) -> None:
    with create_app().app_context():
        from superset import db, security_manager
        from superset.commands.report.alert import AlertCommand
        from superset.models.core import Database
        from superset.reports.models import ReportSchedule
        from superset.utils.core import override_user

        alert = ReportSchedule(
            name="alert",
            type="Alert",
            crontab="0 * * * *",
            database=db.session.get(Database, database),
            sql=sql,
            validator_type="operator",
            validator_config_json='{"op": ">=", "threshold": 0}',
            owners=[security_manager.find_user("admin")],
        )
        with override_user(security_manager.find_user("admin")):
            AlertCommand(alert, uuid.uuid4()).run()
        db.session.rollback()
        print(json.dumps(alert.last_value))  # noqa: T201 - what this script is asked


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
