"""The suite `aliases`."""

from __future__ import annotations

from dbt.tests.adapter.aliases import fixtures, test_aliases
from dbt.tests.adapter.aliases.test_aliases import (
    BaseAliasErrors,
    BaseAliases,
    BaseSameAliasDifferentSchemas,
)
from localize import localize

localize(fixtures, test_aliases)


class TestAliasErrors(BaseAliasErrors):
    pass


class TestAliases(BaseAliases):
    pass


class TestSameAliasDifferentSchemas(BaseSameAliasDifferentSchemas):
    pass
