"""The suite `utils`."""

from __future__ import annotations

from typing import Any

import pytest
from dbt.tests.adapter.utils import fixture_get_intervals_between
from dbt.tests.adapter.utils.data_types.test_type_bigint import (
    BaseTypeBigInt,
)
from dbt.tests.adapter.utils.data_types.test_type_boolean import (
    BaseTypeBoolean,
)
from dbt.tests.adapter.utils.data_types.test_type_float import (
    BaseTypeFloat,
)
from dbt.tests.adapter.utils.data_types.test_type_int import (
    BaseTypeInt,
)
from dbt.tests.adapter.utils.data_types.test_type_numeric import (
    BaseTypeNumeric,
)
from dbt.tests.adapter.utils.data_types.test_type_string import (
    BaseTypeString,
)
from dbt.tests.adapter.utils.data_types.test_type_timestamp import (
    BaseTypeTimestamp,
)
from dbt.tests.adapter.utils.test_any_value import (
    BaseAnyValue,
)
from dbt.tests.adapter.utils.test_array_append import (
    BaseArrayAppend,
)
from dbt.tests.adapter.utils.test_array_concat import (
    BaseArrayConcat,
)
from dbt.tests.adapter.utils.test_array_construct import (
    BaseArrayConstruct,
)
from dbt.tests.adapter.utils.test_bool_or import (
    BaseBoolOr,
)
from dbt.tests.adapter.utils.test_cast import (
    BaseCast,
)
from dbt.tests.adapter.utils.test_cast_bool_to_text import (
    BaseCastBoolToText,
)
from dbt.tests.adapter.utils.test_concat import (
    BaseConcat,
)
from dbt.tests.adapter.utils.test_current_timestamp import (
    BaseCurrentTimestampNaive,
)
from dbt.tests.adapter.utils.test_date import (
    BaseDate,
)
from dbt.tests.adapter.utils.test_date_spine import (
    BaseDateSpine,
)
from dbt.tests.adapter.utils.test_date_trunc import (
    BaseDateTrunc,
)
from dbt.tests.adapter.utils.test_dateadd import (
    BaseDateAdd,
)
from dbt.tests.adapter.utils.test_datediff import (
    BaseDateDiff,
)
from dbt.tests.adapter.utils.test_equals import (
    BaseEquals,
)
from dbt.tests.adapter.utils.test_escape_single_quotes import (
    BaseEscapeSingleQuotesBackslash,
)
from dbt.tests.adapter.utils.test_except import (
    BaseExcept,
)
from dbt.tests.adapter.utils.test_generate_series import (
    BaseGenerateSeries,
)
from dbt.tests.adapter.utils.test_get_intervals_between import (
    BaseGetIntervalsBetween,
)
from dbt.tests.adapter.utils.test_get_powers_of_two import (
    BaseGetPowersOfTwo,
)
from dbt.tests.adapter.utils.test_hash import (
    BaseHash,
)
from dbt.tests.adapter.utils.test_intersect import (
    BaseIntersect,
)
from dbt.tests.adapter.utils.test_last_day import (
    BaseLastDay,
)
from dbt.tests.adapter.utils.test_length import (
    BaseLength,
)
from dbt.tests.adapter.utils.test_listagg import (
    BaseListagg,
)
from dbt.tests.adapter.utils.test_null_compare import (
    BaseMixedNullCompare,
    BaseNullCompare,
)
from dbt.tests.adapter.utils.test_position import (
    BasePosition,
)
from dbt.tests.adapter.utils.test_replace import (
    BaseReplace,
)
from dbt.tests.adapter.utils.test_right import (
    BaseRight,
)
from dbt.tests.adapter.utils.test_safe_cast import (
    BaseSafeCast,
)
from dbt.tests.adapter.utils.test_source_freshness_custom_info import (
    BaseCalculateFreshnessMethod,
)
from dbt.tests.adapter.utils.test_split_part import (
    BaseSplitPart,
)
from dbt.tests.adapter.utils.test_string_literal import (
    BaseStringLiteral,
)
from dbt.tests.adapter.utils.test_timestamps import (
    BaseCurrentTimestamps,
)
from dbt.tests.adapter.utils.test_validate_sql import (
    BaseValidateSqlMethod,
)


class TestTypeBigInt(BaseTypeBigInt):
    pass


class TestTypeBoolean(BaseTypeBoolean):
    pass


class TestTypeFloat(BaseTypeFloat):
    pass


class TestTypeInt(BaseTypeInt):
    @pytest.fixture(scope="class")
    def project_config_update(self) -> Any:
        # Whole numbers of a seed are Int64.
        return {"seeds": {"+column_types": {"int_col": "Int32"}}}


class TestTypeNumeric(BaseTypeNumeric):
    pass


class TestTypeString(BaseTypeString):
    pass


class TestTypeTimestamp(BaseTypeTimestamp):
    pass


class TestAnyValue(BaseAnyValue):
    pass


class TestArrayAppend(BaseArrayAppend):
    pass


class TestArrayConcat(BaseArrayConcat):
    pass


class TestArrayConstruct(BaseArrayConstruct):
    pass


class TestBoolOr(BaseBoolOr):
    pass


class TestCast(BaseCast):
    pass


class TestCastBoolToText(BaseCastBoolToText):
    pass


class TestConcat(BaseConcat):
    pass


class TestCurrentTimestampNaive(BaseCurrentTimestampNaive):
    pass


class TestDate(BaseDate):
    pass


class TestDateSpine(BaseDateSpine):
    pass


class TestDateTrunc(BaseDateTrunc):
    pass


class TestDateAdd(BaseDateAdd):
    pass


class TestDateDiff(BaseDateDiff):
    pass


class TestEquals(BaseEquals):
    pass


class TestEscapeSingleQuotesBackslash(BaseEscapeSingleQuotesBackslash):
    pass


class TestExcept(BaseExcept):
    pass


class TestGenerateSeries(BaseGenerateSeries):
    pass


class TestGetIntervalsBetween(BaseGetIntervalsBetween):
    @pytest.fixture(scope="class")
    def models(self) -> Any:
        # Spark reads no dates like 09/01/2023.
        text = fixture_get_intervals_between.models__test_get_intervals_between_sql
        text = text.replace("'09/01/2023'", "date '2023-09-01'")
        text = text.replace("'09/12/2023'", "date '2023-09-12'")
        return {
            "test_get_intervals_between.yml": (
                fixture_get_intervals_between.models__test_get_intervals_between_yml
            ),
            "test_get_intervals_between.sql": self.interpolate_macro_namespace(
                text, "get_intervals_between"
            ),
        }


class TestGetPowersOfTwo(BaseGetPowersOfTwo):
    pass


class TestHash(BaseHash):
    pass


class TestIntersect(BaseIntersect):
    pass


class TestLastDay(BaseLastDay):
    pass


class TestLength(BaseLength):
    pass


class TestListagg(BaseListagg):
    pass


class TestMixedNullCompare(BaseMixedNullCompare):
    pass


class TestNullCompare(BaseNullCompare):
    pass


class TestPosition(BasePosition):
    pass


class TestReplace(BaseReplace):
    pass


class TestRight(BaseRight):
    pass


class TestSafeCast(BaseSafeCast):
    pass


class TestCalculateFreshnessMethod(BaseCalculateFreshnessMethod):
    pass


class TestSplitPart(BaseSplitPart):
    pass


class TestStringLiteral(BaseStringLiteral):
    pass


class TestCurrentTimestamps(BaseCurrentTimestamps):
    @pytest.fixture(scope="class")
    def expected_schema(self) -> Any:
        return dict.fromkeys(
            (
                "current_timestamp",
                "current_timestamp_in_utc_backcompat",
                "current_timestamp_backcompat",
            ),
            "timestamp",
        )

    @pytest.fixture(scope="class")
    def expected_sql(self) -> Any:
        return None


class TestValidateSqlMethod(BaseValidateSqlMethod):
    pass
