"""ClickHouse's settings that have no effect here: why each is accepted or refused.

`settings_session.tsv` and `settings_table.tsv` have a line for every name of `system.settings` and
`system.merge_tree_settings` that `settings.py` does not declare: its type, its default, its group,
and the values that are not refused. A test compares them with ClickHouse's own.
"""

from __future__ import annotations

from rmt_engine.sql.settings.kinds import Setting
from rmt_engine.sql.text.files import lines_of

__all__ = ["GROUPS", "listed"]

GROUPS = {
    "execution": "Tunes how ClickHouse executes queries: threads, blocks, buffers; without effect "
    "here.",
    "optimizer": "Tunes how ClickHouse plans queries, and changes no answer; without effect here.",
    "limits": "Limits time, memory, bandwidth or the size of a statement in ClickHouse; not "
    "watched here, where a statement runs until it is done or cancelled, and limits are the "
    "server's.",
    "caches": "Tunes ClickHouse's caches; answers are computed anew here.",
    "insert": "Tunes how ClickHouse writes rows; here they are written when the statement returns.",
    "object_storage": "Tunes how ClickHouse reads and writes files, object stores and data lakes; "
    "without effect here.",
    "servers": "Tunes how several ClickHouse servers work together; without effect here.",
    "formats": "Tunes a format in which ClickHouse reads or writes rows; results are typed rows "
    "here.",
    "http": "Tunes ClickHouse's connections to clients and other servers; without effect here.",
    "logging": "Tunes what ClickHouse logs, measures and traces; without effect here.",
    "guards": "Allows or forbids what ClickHouse takes for new or doubtful; what is supported here "
    "needs no leave, and what is not is refused by its own name.",
    "absent": "Is about a part of ClickHouse that is not here; without effect.",
    "merges": "Tunes when and how ClickHouse merges, mutates and removes parts; without effect "
    "here.",
    "part_files": "Tunes how ClickHouse lays out the files of a part; without effect here.",
    "obsolete": "Obsolete: it is taken and does nothing, as in ClickHouse.",
    "answers": "Another value would change answers.",
    "table_answers": "Another value would change what a table holds or takes.",
    "row_limits": "A lower limit would refuse or cut off what is not limited here.",
}
"""Each group, in a sentence."""


def listed(name: str) -> dict[str, Setting]:
    """The settings in a file, by name.

    Args:
        name: the file.
    """
    return {
        name: Setting(
            name,
            type_,
            default,
            f"Another name of `{alias}`." if alias else _description(group, accepts),
            group=group,
            accepts=accepts,
            alias_for=alias,
            is_fixed=is_fixed == "1",
        )
        for name, type_, default, group, accepts, alias, is_fixed in lines_of(name)
    }


def _description(group: str, accepts: str) -> str:
    if not accepts:
        return GROUPS[group]
    others = [word.replace(">=", "at least ") for word in accepts.split("|") if word != "="]
    taken = " and ".join(["the default", *others])
    return f"{GROUPS[group]} Only {taken} {'are' if others else 'is'} taken."
