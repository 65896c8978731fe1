"""What SQLAlchemy's compliance suite may expect of the endpoint, and why not the rest.

SQLAlchemy asks for features by names, "requirements"; a test whose requirement is not met is
skipped with the reason given here. Names that stand in neither table are as SQLAlchemy has them.

Source: https://github.com/sqlalchemy/sqlalchemy/blob/main/README.dialects.rst;
`sqlalchemy.testing.requirements` says what each name means.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy.testing import exclusions
from sqlalchemy.testing.requirements import SuiteRequirements

__all__ = ["SUPPORTED", "UNSUPPORTED", "Requirements"]

SUPPORTED = """
    array_type binary_comparisons binary_literals boolean_col_expressions
    check_constraint_reflection comment_reflection comment_reflection_full_unicode computed_columns
    computed_columns_default_persisted
    computed_columns_reflect_persisted computed_columns_stored computed_columns_virtual
    create_or_replace_view create_table_as ctes ctes_with_values datetime_interval datetime_literals
    datetime_timezone default_schema_name_switch except_ expression_server_defaults fetch_expression
    fetch_first fetch_no_order_by float_or_double_precision_behaves_generically
    group_by_complex_expression implicit_default_schema infinity_floats
    inline_check_constraint_reflection intersect isolation_level json_type
    legacy_unconditional_json_extract mod_operator_as_percent_sign nullsordering nvarchar_types
    order_by_label_with_expression precision_numerics_enotation_large
    precision_numerics_enotation_small precision_numerics_many_significant_digits
    precision_numerics_retains_significant_digits reflect_table_options regexp_match regexp_replace
    schema_create_delete server_defaults standalone_binds supports_bitwise_and supports_bitwise_not
    supports_bitwise_or supports_bitwise_shift supports_bitwise_xor table_ddl_if_exists
    table_value_constructor temporary_views timestamp_microseconds tuple_in uuid_data_type views
    window_functions window_range window_range_non_numeric
""".split()
"""What the endpoint can do, of what SQLAlchemy does not expect by itself."""

UNSUPPORTED = {
    "The endpoint has no foreign keys.": """
        cross_schema_fk_reflection deferrable_fks fk_constraint_option_reflection_ondelete_noaction
        fk_constraint_option_reflection_ondelete_restrict
        fk_constraint_option_reflection_onupdate_restrict foreign_key_constraint_name_reflection
        foreign_key_constraint_option_reflection_ondelete
        foreign_key_constraint_option_reflection_onupdate foreign_key_constraint_reflection
        foreign_keys foreign_keys_reflect_as_index non_updating_cascade
        on_update_cascade recursive_fk_cascade repeated_column_foreign_keys
        repeated_remote_col_foreign_keys self_referential_foreign_keys""",
    "The endpoint has no UNIQUE, and the sorting key has no name.": """
        duplicate_key_raises_integrity_error reflects_pk_names unique_constraint_reflection
        unique_constraints_reflect_as_index unique_index_reflect_as_unique_constraints""",
    "A CHECK has a name, which the dialect makes up where there is none, and no comment.": """
        constraint_comment_reflection implicitly_named_constraints""",
    "An index is a skipping index, which is an option of the table for the Inspector.": """
        index_ddl_if_exists index_reflection index_reflects_included_columns
        indexes_check_column_order indexes_with_ascdesc indexes_with_expressions
        reflect_indexes_with_ascdesc reflect_indexes_with_ascdesc_as_expression
        reflect_indexes_with_expressions""",
    "The suite's temporary tables have an ENGINE and keys like none of the endpoint's.": """
        create_temp_table_as has_temp_table temp_table_comment_reflection temp_table_names
        temp_table_reflect_indexes temp_table_reflection temporary_tables""",
    "The endpoint makes up no keys: no AUTOINCREMENT, no IDENTITY, no sequences.": """
        autoincrement_insert autoincrement_without_sequence dbapi_lastrowid emulated_lastrowid
        emulated_lastrowid_even_with_sequences identity_columns identity_columns_standard
        implements_get_lastrowid""",
    "Every statement is committed by itself: there is nothing to roll back.": """
        autocommit savepoints skip_autocommit_rollback two_phase_transactions""",
    "As in ClickHouse, RANGE is bounded by whole numbers.": """
        window_range_numeric""",
    "A materialized view has an ENGINE or TO, which the suite's have not.": """
        materialized_views materialized_views_reflect_pk""",
    "UPDATE and DELETE are about one table; they follow no WITH.": """
        ctes_on_dml ctes_with_update_delete delete_from update_from""",
    "There is no type for a time of day yet.": """
        time time_implicit_bound time_microseconds time_timezone""",
    "A Date32 and a DateTime64 are from 1900 to 2299.": """
        date_historic datetime_historic datetime_timezone_historic""",
    "Columns have no collation of their own.": """
        column_collation_reflection""",
    "The catalog of Spark keeps names of tables in letters, digits and underscores only.": """
        percent_schema_names unicode_ddl""",
    "The driver is not asynchronous.": """
        async_dialect""",
    "JSON is text, not bytes.": """
        json_deserializer_binary""",
    "Spark sorts what it aggregates WITHIN GROUP only.": """
        aggregate_order_by""",
    "A table has a column at least.": """
        reflect_tables_no_columns""",
    "Spark has no FETCH: FETCH FIRST is written LIMIT, which knows no TIES and no PERCENT.": """
        fetch_offset_with_options fetch_percent fetch_ties""",
    "Spark has no DISTINCT ON.": """
        supports_distinct_on""",
}
"""What it cannot do: names by reason."""


def _closed(reason: str) -> Any:
    predicate = exclusions.BooleanPredicate(True, reason)  # type: ignore[no-untyped-call]
    return property(lambda _: exclusions.skip_if(predicate))  # type: ignore[no-untyped-call]


def _open() -> Any:
    return property(lambda _: exclusions.open())  # type: ignore[no-untyped-call]


class Requirements(SuiteRequirements):
    """SQLAlchemy's requirements with the two tables on top."""

    def get_isolation_levels(self, config: Any) -> dict[str, Any]:
        """The levels that there are, and the one a connection has."""
        return {"default": "AUTOCOMMIT", "supported": ["AUTOCOMMIT"]}


for _name in SUPPORTED:
    setattr(Requirements, _name, _open())
for _reason, _names in UNSUPPORTED.items():
    for _name in _names.split():
        setattr(Requirements, _name, _closed(_reason))
