"""What of Spark's SQL reaches beyond tables: words that tell of it, settings, data sources.

The words only say which statements are worth a look at their plans; see
`rmt_engine.spark.run.guard`.
"""

from __future__ import annotations

import re

__all__ = [
    "CODE_FUNCTIONS",
    "PLAIN_SOURCES",
    "is_guarded_setting",
    "is_hadoop_class",
    "is_path_option",
    "may_be_file",
    "may_reach_out",
]

CODE_FUNCTIONS = ("reflect", "java_method", "try_reflect")
"""Spark's functions that call any method of any class."""

PLAIN_SOURCES = frozenset(
    "avro binaryfile csv delta hive iceberg json hudi noop orc parquet rmt text xml".split()
)
"""Data sources of files at a path, or of a catalog's tables, and nothing else."""

_OTHER_SOURCES = frozenset(
    "console image jdbc kafka libsvm memory rate socket state-metadata statestore".split()
)
_WORDS = """SET ADD FUNCTION LOCATION DIRECTORY INPATH OPTIONS SERDE SERDEPROPERTIES TBLPROPERTIES
    DBPROPERTIES PROPERTIES INPUTFORMAT IDENTIFIER BEGIN REFRESH"""
_COMMENT = r"--|/\*"
_REACHING_OUT = {
    **{word: re.compile(rf"\b{word}\b") for word in _WORDS.split()},
    **{
        source: re.compile(rf"\b{source}\b`?\s*+(?:\.|{_COMMENT})")
        for source in map(str.upper, PLAIN_SOURCES | _OTHER_SOURCES)
    },
    "INSERT": re.compile(rf"\bINSERT\s*+(?:INTO\b|OVERWRITE\b|{_COMMENT})"),
    "USING": re.compile(r"\bUSING\b\s*+[^\s(]"),
    "WITH": re.compile(rf"\bWITH\s*+(?:\(|{_COMMENT})"),
    "${": re.compile(r"\$\{"),
}
"""What the plans of `guard` are made of, in upper case: a word, and how it stands there. Words are
found a hundred times faster than patterns."""

_OF_A_PATH = re.compile(r"[./:]")

_PATH_OPTION = re.compile(r"(?:path|paths|url|uri|location|file|dir|directory)$", re.IGNORECASE)
_HADOOP_CLASS = re.compile(r"org\.apache\.(?:hadoop|parquet\.hive|orc\.mapred)\.[\w.$]+")
_GUARDED_SETTING = re.compile(
    # Spark's own: substitution reads the environment, catalogs and classes are loaded by name,
    # redaction hides secrets.
    r"spark\.sql\.(?:variable\.substitute|catalog\..*|runSQLOnFiles|sources\.default)"
    r"|hive\.variable\.substitute.*"
    r"|spark\.(?:sql\.)?redaction\..*"
    r"|spark\.(?:hadoop|jars|files|driver|executor|plugins|authenticate|ssl|archives)(?:\..*)?"
    r"|spark\..*(?:class|classes|impl|providers?|factory)"
    # What goes on to Hadoop, whose settings name classes and other file systems.
    r"|(?:fs|dfs|hadoop|javax|java|ipc|io|yarn|datanucleus|security)\..*"
    r"|(?!spark\.).*(?:class|classes|impl|provider|providers|factory|factories|plugin|plugins"
    r"|codec|codecs|hook|hooks|jars|command|support|committer)",
    re.IGNORECASE | re.DOTALL,
)


def may_reach_out(text: str) -> bool:
    """Whether a statement may name files, code or settings; false for most queries.

    Args:
        text: the statement.
    """
    # As Spark does: in its keywords a long s is an S.
    upper = text.upper()
    return any(
        word in upper and pattern.search(upper) is not None
        for word, pattern in _REACHING_OUT.items()
    ) or _may_quote_a_path(text)


def _may_quote_a_path(text: str) -> bool:
    """Whether a name in backticks may be a path, or that of a class.

    Which backticks open a name and which close one is plain, unless some are in texts or comments.
    """
    pieces = text.split("`")
    quoted, others = pieces[1::2], pieces[::2]
    is_plain = len(pieces) % 2 == 1 and not any(
        piece.count("'") % 2 or piece.count('"') % 2 or "--" in piece or "/*" in piece
        for piece in others
    )
    return any(map(_OF_A_PATH.search, quoted if is_plain else pieces[1:]))


def is_guarded_setting(name: str) -> bool:
    """Whether a setting loads code, reads the environment or leads to other files."""
    return _GUARDED_SETTING.fullmatch(name.strip()) is not None


def may_be_file(source: str, path: str) -> bool:
    """Whether `source.path` may be a file, unless there is a table of that name."""
    is_source = source.lower() in PLAIN_SOURCES | _OTHER_SOURCES or "." in source
    return is_source or _OF_A_PATH.search(path) is not None


def is_path_option(name: str) -> bool:
    """Whether an option or a property of a table is a path."""
    return _PATH_OPTION.search(name) is not None


def is_hadoop_class(name: str) -> bool:
    """Whether a class is one of the file formats that Hadoop and Hive bring."""
    return _HADOOP_CLASS.fullmatch(name) is not None
