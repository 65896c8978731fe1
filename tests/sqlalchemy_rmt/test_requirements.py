"""What the compliance suite is told, and what is taken out of its tables."""

from __future__ import annotations

import inspect

import pytest
import sqlalchemy as sa
from sqlalchemy.testing import exclusions
from sqlalchemy.testing.requirements import SuiteRequirements

from sqlalchemy_rmt import provision
from sqlalchemy_rmt.requirements import SUPPORTED, UNSUPPORTED, Requirements

REASONS = {name: reason for reason, names in UNSUPPORTED.items() for name in names.split()}
OF_SQLALCHEMY = {
    name for name, _ in inspect.getmembers(SuiteRequirements, lambda v: isinstance(v, property))
}


def reasons_of(name: str) -> list[str]:
    """Why a requirement is never met, if it is never met."""
    requirement = getattr(Requirements(), name)
    predicates = requirement.skips if isinstance(requirement, exclusions.compound) else ()
    return [
        str(predicate.description)
        for predicate in predicates
        if isinstance(predicate, exclusions.BooleanPredicate)
    ]


def test_what_sqlalchemy_does_not_expect_is_decided_here() -> None:
    undecided = {n for n in OF_SQLALCHEMY if any("marked as skip" in r for r in reasons_of(n))}
    assert undecided == set()


def test_nothing_is_both_supported_and_not() -> None:
    assert set(SUPPORTED) & set(REASONS) == set()
    assert len(REASONS) == sum(len(names.split()) for names in UNSUPPORTED.values())


@pytest.mark.skipif(not sa.__version__.startswith("2.1"), reason="older ones have fewer")
def test_every_name_is_sqlalchemys() -> None:
    assert {*SUPPORTED, *REASONS} <= OF_SQLALCHEMY


@pytest.mark.parametrize("name", sorted(REASONS))
def test_a_reason_is_given(name: str) -> None:
    assert reasons_of(name) == [REASONS[name]]


def test_unique_and_indexes_are_taken_out_of_tables() -> None:
    assert provision
    statements: list[str] = []
    engine = sa.create_mock_engine(
        "rmt://", lambda ddl, *_: statements.append(str(ddl.compile(dialect=engine.dialect)))
    )
    table = sa.Table(
        "t",
        sa.MetaData(),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(5), unique=True, index=True),
        sa.CheckConstraint("id > 0", name="c"),
    )
    table.create(engine)  # type: ignore[arg-type]
    [statement] = statements
    assert " ".join(statement.split()) == (
        "CREATE TABLE t ( id Int32, name Nullable(String), CONSTRAINT c CHECK id > 0 ) "
        "ENGINE = MergeTree ORDER BY id"
    )
