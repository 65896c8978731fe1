"""Tokens, cursors, lists and scripts."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rmt_engine.errors import RmtError
from rmt_engine.sql.text.tokens import (
    Cursor,
    Kind,
    Name,
    splice,
    split_list,
    split_statements,
    tokenize,
)


def read(text: str, dialect: str = "clickhouse") -> list[tuple[str, str]]:
    return [(token.kind.name, token.value) for token in tokenize(text, dialect)]


def cursor_over(text: str) -> Cursor:
    return Cursor(text, tokenize(text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("  \n\t ", []),
        ("a", [("WORD", "a")]),
        ("_a1", [("WORD", "_a1")]),
        ("größe", [("WORD", "größe")]),
        ("12", [("NUMBER", "12")]),
        ("1.5", [("NUMBER", "1.5")]),
        ("ORDER BY", [("WORD", "ORDER"), ("WORD", "BY")]),
        ("GROUP  BY", [("WORD", "GROUP"), ("WORD", "BY")]),
        ("a.b", [("WORD", "a"), ("SYMBOL", "."), ("WORD", "b")]),
        ("f()", [("WORD", "f"), ("SYMBOL", "("), ("SYMBOL", ")")]),
        ("a>=1", [("WORD", "a"), ("SYMBOL", ">="), ("NUMBER", "1")]),
        ("-- FINAL\na", [("WORD", "a")]),
        ("a /* FINAL */ b", [("WORD", "a"), ("WORD", "b")]),
        ("/* a /* b */ c */ d", [("WORD", "d")]),
    ],
)
def test_a_statement_is_words_numbers_and_symbols(text: str, wanted: list[tuple[str, str]]) -> None:
    assert read(text) == wanted


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'FROM t FINAL'", "FROM t FINAL"),
        ("'-- no comment'", "-- no comment"),
        ("'/* no comment */'", "/* no comment */"),
        ("''", ""),
        (r"'it\'s'", "it's"),
        ("';'", ";"),
        ("'(('", "(("),
    ],
)
def test_a_string_is_one_token_whatever_is_in_it(text: str, value: str) -> None:
    for dialect in ("clickhouse", "spark"):
        [token] = tokenize(text, dialect)
        assert (token.kind, token.value, token.word) == (Kind.STRING, value, "")


@pytest.mark.parametrize(
    ("text", "dialect", "kind"),
    [
        ("`FINAL`", "clickhouse", Kind.QUOTED),
        ("`FINAL`", "spark", Kind.QUOTED),
        ('"FINAL"', "clickhouse", Kind.QUOTED),
        ('"FINAL"', "spark", Kind.STRING),
    ],
)
def test_double_quotes_are_what_the_dialect_says(text: str, dialect: str, kind: Kind) -> None:
    [token] = tokenize(text, dialect)
    assert (token.kind, token.value) == (kind, "FINAL")
    # A quoted word is never a keyword.
    assert not token.word


def test_words_and_quoted_names_can_name_something_and_nothing_else_can() -> None:
    tokens = tokenize("a `b` 'c' 1 +")
    assert [token.is_identifier for token in tokens] == [True, True, False, False, False]


def test_a_keyword_is_upper_case_and_its_value_as_written() -> None:
    [token] = tokenize("Final")
    assert (token.word, token.value) == ("FINAL", "Final")


def test_the_brackets_of_nested_types_are_single_tokens() -> None:
    assert [value for _, value in read("array<array<int>>", "spark")] == [
        "array",
        "<",
        "array",
        "<",
        "int",
        ">",
        ">",
    ]


def test_two_quotes_in_a_string_of_clickhouse_are_one() -> None:
    [token] = tokenize("'it''s'")
    assert (token.kind, token.value) == (Kind.STRING, "it's")


@pytest.mark.parametrize("text", ["SELECT 'a", "SELECT `a", "SELECT 'a\\'"])
def test_a_string_without_an_end_is_a_syntax_error(text: str) -> None:
    with pytest.raises(RmtError, match="Cannot read the statement") as raised:
        tokenize(text)
    assert raised.value.name == "SYNTAX_ERROR"


PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            """SELECT FROM t FINAL PREWHERE ORDER BY LIMIT WITH OPTIMIZE SHOW SET ( ) [ ] , . ; =
            <= >> < > + - * / % 'FINAL' 'it''s' 'b\\\\' "q" `back` -- 12 1.5 1e3 0x1F größe
            ORDER\tBY""".split()
        ),
        st.sampled_from(
            ["/* FINAL */", "-- FINAL\n", "\n", "  ", "'a b'", "ORDER BY", "PRIMARY KEY"]
        ),
        st.text(alphabet="abcXYZ_é", min_size=1, max_size=4),
    ),
    max_size=20,
)


@given(PIECES, st.sampled_from([" ", "\n", "  "]), st.sampled_from(["clickhouse", "spark"]))
@example(["ORDER BY", ">>"], " ", "spark")
def test_tokens_and_the_gaps_between_them_make_the_text_again(
    pieces: list[str], blank: str, dialect: str
) -> None:
    text = blank.join(pieces)
    try:
        tokens = tokenize(text, dialect)
    except RmtError:
        assume(False)
    rebuilt, position = "", 0
    for token in tokens:
        assert position <= token.start < token.end <= len(text)
        gap = text[position : token.start]
        assert not gap.strip() or gap.strip().startswith(("--", "/*"))
        rebuilt += gap + text[token.start : token.end]
        if token.kind in (Kind.WORD, Kind.SYMBOL):
            assert text[token.start : token.end] == token.value
        position = token.end
    assert rebuilt + text[position:] == text


@pytest.mark.parametrize(
    ("text", "edits", "wanted"),
    [
        ("abc", [], "abc"),
        ("abc", [(1, 2, "XX")], "aXXc"),
        ("abc", [(0, 0, "<"), (3, 3, ">")], "<abc>"),
        ("abcdef", [(4, 5, "5"), (0, 1, "1")], "1bcd5f"),
        ("abc", [(0, 3, "")], ""),
    ],
)
def test_splice_changes_the_stretches_and_nothing_else(
    text: str, edits: list[tuple[int, int, str]], wanted: str
) -> None:
    assert splice(text, edits) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a", ["a"]),
        ("(a)", ["a"]),
        ("(a, b)", ["a", "b"]),
        ("a, b", ["a", "b"]),
        ("tuple(a, b)", ["a", "b"]),
        ("Tuple(a)", ["a"]),
        ("tuple()", []),
        ("()", []),
        ("(a, f(b, c))", ["a", "f(b, c)"]),
        ("(a + 1) * 2", ["(a + 1) * 2"]),
        ("(a, b).1", ["(a, b).1"]),
        ("tuple(a, b).1", ["tuple(a, b).1"]),
        ("[a, b]", ["[a, b]"]),
        ("('x, y', \"a, b\")", ["'x, y'", '"a, b"']),
        ("( a /* x, y */ , b )", ["a", "b"]),
        ("toYYYYMM(d)", ["toYYYYMM(d)"]),
    ],
)
def test_a_list_is_its_elements_as_written(text: str, wanted: list[str]) -> None:
    assert split_list(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        (";;", []),
        ("-- nothing\n", []),
        ("SELECT 1", ["SELECT 1"]),
        ("SELECT 1;", ["SELECT 1"]),
        ("SELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]),
        ("SELECT ';'; SELECT 2", ["SELECT ';'", "SELECT 2"]),
        ('SELECT ";"; SELECT 2', ['SELECT ";"', "SELECT 2"]),
        ("SELECT `;`;", ["SELECT `;`"]),
        ("SELECT 1 /* ; */; SELECT 2 -- ;", ["SELECT 1 /* ; */", "SELECT 2 -- ;"]),
        ("OPTIMIZE TABLE t FINAL; SHOW TABLES", ["OPTIMIZE TABLE t FINAL", "SHOW TABLES"]),
        ("SET a = 1;\n\nSELECT 2;\n", ["SET a = 1", "SELECT 2"]),
    ],
)
def test_a_script_is_its_statements(text: str, wanted: list[str]) -> None:
    assert split_statements(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("t", Name(None, "t")),
        ("db.t", Name("db", "t")),
        ("`d b`.`t.1`", Name("d b", "t.1")),
        ('"db"."t"', Name("db", "t")),
        ("spark_catalog.db.t", Name("db", "t")),
        ("SPARK_CATALOG.db.t", Name("db", "t")),
        ("db.final", Name("db", "final")),
    ],
)
def test_a_name_is_a_table_with_or_without_its_database(text: str, wanted: Name) -> None:
    assert cursor_over(text).name() == wanted


@pytest.mark.parametrize(("name", "wanted"), [(Name(None, "t"), "t"), (Name("db", "t"), "db.t")])
def test_a_name_prints_as_written(name: Name, wanted: str) -> None:
    assert str(name) == wanted


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected a table name"),
        ("'t'", "expected a table name"),
        ("db.", "expected a table name"),
        ("hive.db.t", "hive.db.t has too many parts"),
        ("spark_catalog.a.b.c", "too many parts"),
    ],
)
def test_what_is_no_name_is_a_syntax_error(text: str, why: str) -> None:
    with pytest.raises(RmtError, match=why) as raised:
        cursor_over(text).name()
    assert raised.value.name == "SYNTAX_ERROR"


@pytest.mark.parametrize(
    ("text", "stops", "wanted"),
    [
        ("a + 1, b", (",",), "a + 1"),
        ("f(a, b), c", (",",), "f(a, b)"),
        ("[a, {b, c}], d", (",",), "[a, {b, c}]"),
        ("'a, b', c", (",",), "'a, b'"),
        ("a ORDER BY b", ("ORDER",), "a"),
        ("(SELECT 1 ORDER BY 1) ORDER BY b", ("ORDER",), "(SELECT 1 ORDER BY 1)"),
        ("`order` ORDER BY b", ("ORDER",), "`order`"),
        ("ORDER BY b", ("ORDER",), ""),
        ("a) b", (",",), "a"),
        ("a", (",",), "a"),
        ("", (",",), ""),
    ],
)
def test_skipping_stops_at_a_word_outside_parentheses(
    text: str, stops: tuple[str, ...], wanted: str
) -> None:
    assert cursor_over(text).skip_until(*stops) == wanted


def test_a_parenthesis_without_its_end_is_a_syntax_error() -> None:
    with pytest.raises(RmtError, match="a parenthesis is not closed"):
        cursor_over("(a").skip_until(",")


def test_parenthesized_gives_what_is_inside() -> None:
    cursor = cursor_over("( a, (b) ) c")
    assert cursor.parenthesized() == "a, (b)"
    assert cursor.identifier() == "c"
    assert cursor.done


def test_at_and_accept_take_keywords_in_any_case_but_no_quoted_ones() -> None:
    cursor = cursor_over("order By `by`")
    assert cursor.at("ORDER", "BY")
    assert not cursor.at("ORDER", "KEY")
    assert cursor.accept("ORDER", "BY")
    assert not cursor.accept("BY")
    assert cursor.accept_any("X", "Y") is None


def test_a_failed_accept_reads_nothing() -> None:
    cursor = cursor_over("PRIMARY x")
    assert not cursor.accept("PRIMARY", "KEY")
    assert cursor.offset == 0
    assert cursor.accept_any("KEY", "PRIMARY") == "PRIMARY"


@pytest.mark.parametrize(
    ("text", "read_it", "why"),
    [
        ("b", lambda c: c.expect("A"), "expected A"),
        ("ORDER", lambda c: c.expect("ORDER", "BY"), "expected ORDER BY"),
        ("", lambda c: c.take(), "the statement ends too early"),
        ("1", lambda c: c.identifier("a column name"), "expected a column name"),
        ("", lambda c: c.identifier(), "expected a name"),
        ("a", lambda c: c.string("a comment"), "expected a comment"),
        ("", lambda c: c.string(), "expected a string"),
        (";; x", lambda c: c.end(), "expected the end of the statement"),
    ],
)
def test_something_else_than_expected_is_a_syntax_error(
    text: str, read_it: object, why: str
) -> None:
    assert callable(read_it)
    with pytest.raises(RmtError, match=why) as raised:
        read_it(cursor_over(text))
    assert raised.value.name == "SYNTAX_ERROR"


def test_a_statement_may_end_with_semicolons() -> None:
    cursor = cursor_over(";;")
    cursor.end()
    assert cursor.done


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("DROP 1", "at '1' (line 1, column 6)"),
        ("DROP\n  'a b'", "at ''a b'' (line 2, column 3)"),
        ("DROP", "at the end (line 1, column 5)"),
        ("DROP\n", "at the end (line 2, column 1)"),
    ],
)
def test_a_syntax_error_tells_the_place(text: str, where: str) -> None:
    cursor = cursor_over(text)
    cursor.take()
    with pytest.raises(RmtError) as raised:
        cursor.name()
    assert f"Syntax error {where}: expected a table name." in str(raised.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a) b", "expected a comma"),
        ("(a]", "expected \\)"),
        ("(a", "expected \\)"),
        ("f(a", "a parenthesis is not closed"),
    ],
)
def test_a_list_with_odd_parentheses_is_a_syntax_error(text: str, why: str) -> None:
    with pytest.raises(RmtError, match=why) as raised:
        split_list(text)
    assert raised.value.name == "SYNTAX_ERROR"
