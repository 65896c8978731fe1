"""Reads `CREATE`, `DROP` and `SHOW ROW POLICY`.

Source: https://clickhouse.com/docs/sql-reference/statements/create/row-policy.
"""

from __future__ import annotations

from rmt_engine.errors import unsupported
from rmt_engine.sql.grammar.cluster import on_cluster
from rmt_engine.sql.grammar.statements import CreateRowPolicy, DropRowPolicy, ShowRowPolicies
from rmt_engine.sql.text.tokens import Cursor, Name
from rmt_engine.store.row_policy import Grantees

__all__ = [
    "accept_row_policy",
    "read_create_row_policy",
    "read_drop_row_policy",
    "read_show_row_policies",
]


def accept_row_policy(cursor: Cursor) -> bool:
    """Reads `[ROW] POLICY` if it comes next."""
    return cursor.accept("ROW", "POLICY") or cursor.accept("POLICY")


def read_create_row_policy(cursor: Cursor) -> CreateRowPolicy:
    """Reads what follows CREATE ROW POLICY.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED` for several policies or tables at once.
    """
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    replace = cursor.accept("OR", "REPLACE")
    name, table = _policy_of_table(cursor)
    condition, restrictive = "", False
    grantees, to_current_user = Grantees(), False
    while not cursor.done and not cursor.at(";"):
        if cursor.accept("FOR"):
            cursor.expect("SELECT")
        elif not condition and cursor.accept("USING"):
            condition = cursor.skip_until("AS", "TO", "FOR", ";")
        elif cursor.accept("AS"):
            kind = cursor.accept_any("PERMISSIVE", "RESTRICTIVE")
            if kind is None:
                cursor.fail("expected PERMISSIVE or RESTRICTIVE")
            restrictive = kind == "RESTRICTIVE"
        elif cursor.accept("TO"):
            grantees, to_current_user = _grantees(cursor)
        else:
            cursor.fail("expected FOR SELECT, USING, AS or TO")
    if not condition:
        cursor.fail("expected USING and a condition")
    cursor.end()
    return CreateRowPolicy(
        name, table, condition, restrictive, grantees, to_current_user, if_not_exists, replace
    )


def read_drop_row_policy(cursor: Cursor) -> DropRowPolicy:
    """Reads what follows DROP ROW POLICY.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED` for several policies at once.
    """
    if_exists = cursor.accept("IF", "EXISTS")
    name, table = _policy_of_table(cursor)
    cursor.end()
    return DropRowPolicy(name, table, if_exists)


def read_show_row_policies(cursor: Cursor) -> ShowRowPolicies | None:
    """Reads what follows SHOW; None when it is another one.

    Raises:
        RmtError: `SYNTAX_ERROR`; `NOT_IMPLEMENTED` for SHOW CREATE ROW POLICY.
    """
    if cursor.at("CREATE", "ROW") or cursor.at("CREATE", "POLICY"):
        raise unsupported("SHOW CREATE ROW POLICY")
    if not (cursor.accept("ROW", "POLICIES") or cursor.accept("POLICIES")):
        return None
    table = cursor.name() if cursor.accept("ON") else None
    cursor.end()
    return ShowRowPolicies(table)


def _policy_of_table(cursor: Cursor) -> tuple[str, Name]:
    name = cursor.identifier("the name of a policy")
    on_cluster(cursor)
    if cursor.at(","):
        raise unsupported("A statement about several row policies", "statements")
    cursor.expect("ON")
    asterisk = cursor.peek(2)
    if cursor.at("*") or (asterisk is not None and asterisk.value == "*"):
        raise unsupported("A row policy of all tables of a database")
    table = cursor.name()
    on_cluster(cursor)
    if cursor.at(","):
        raise unsupported("A statement about several row policies", "statements")
    return name, table


def _grantees(cursor: Cursor) -> tuple[Grantees, bool]:
    if cursor.accept("NONE"):
        return Grantees(), False
    if cursor.accept("ALL"):
        but, but_current = _users(cursor) if cursor.accept("EXCEPT") else ((), False)
        if but_current:
            raise unsupported("ALL EXCEPT CURRENT_USER")
        return Grantees(True, but=but), False
    names, to_current_user = _users(cursor)
    return Grantees(names=names), to_current_user


def _users(cursor: Cursor) -> tuple[tuple[str, ...], bool]:
    names: list[str] = []
    has_current = False
    while True:
        if cursor.accept("CURRENT_USER"):
            has_current = True
        else:
            token = cursor.peek()
            is_text = token is not None and token.kind.name == "STRING"
            names.append(cursor.string() if is_text else cursor.identifier("the name of a user"))
        if not cursor.accept(","):
            return tuple(names), has_current
