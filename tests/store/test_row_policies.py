"""Row policies in the registry."""

from __future__ import annotations

import dataclasses

import pytest

from rmt_engine.errors import RmtError
from rmt_engine.store.registry import Registry
from rmt_engine.store.row_policies import RowPolicies
from rmt_engine.store.row_policy import Grantees, RowPolicy

POLICY = RowPolicy("p", "d", "T", "v = 'ä'", True, Grantees(True, ("ann",), ("bob",)))


def test_a_policy_comes_and_goes(registry: Registry) -> None:
    policies = RowPolicies(registry)
    policies.create(POLICY, replace=False, if_not_exists=False)
    policies.create(dataclasses.replace(POLICY, name="o"), replace=False, if_not_exists=False)
    [other, found] = policies.of_table("d", "t")
    assert (other.name, len(found.id)) == ("o", 36)
    assert dataclasses.replace(found, id="") == POLICY
    assert policies.of_table("d", "u") == policies.of_table("e", "t") == []
    assert policies.all() == [other, found]
    assert policies.drop("d", "t", "p")
    assert not policies.drop("d", "t", "p")
    assert policies.all() == [other]


def test_a_policy_of_the_same_name(registry: Registry) -> None:
    policies = RowPolicies(registry)
    policies.create(POLICY, replace=False, if_not_exists=False)
    second = dataclasses.replace(POLICY, condition="k = 2", table="t")
    with pytest.raises(RmtError, match="already exists") as raised:
        policies.create(second, replace=False, if_not_exists=False)
    assert raised.value.name == "ACCESS_ENTITY_ALREADY_EXISTS"
    policies.create(second, replace=False, if_not_exists=True)
    assert policies.all()[0].condition == POLICY.condition
    policies.create(second, replace=True, if_not_exists=False)
    assert [policy.condition for policy in policies.all()] == ["k = 2"]
