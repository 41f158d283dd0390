"""Templates: one element a line, so that a change of one shows as a change of one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "templates"
WIDTH_OF_A_LINE = 140
LINES_OF_A_TEMPLATE = 150
WITHIN_A_SENTENCE = frozenset(["a", "b", "em", "i", "kbd", "s", "small", "span", "strong", "svg", "time", "use"])
"""Elements that may share a line with the words around them."""
EXPORTED = "documents"
"""The folder of files that are written the same again, blanks too: there, what stood on one line stays on it."""
TAG = re.compile(r"<(/?[a-z][\w-]*)(?:\{\{.*?\}\}|\{%.*?%\}|[^>])*>", re.DOTALL)
STATEMENT = re.compile(
    r"\{%-? *(?:if|elif|else|for|endif|endfor|call|endcall|macro|endmacro|region|endregion|with|endwith|include)\b"
)
PARAGRAPH = re.compile(r"<p\b[^>]*>(.*?)</p>", re.DOTALL)
FORM = re.compile(r"<form|\bb\.(?:ask|counter|tap)\(")
"""What is a form, or one of the macros that draw one; within a paragraph a browser would end that before it."""
JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")


def templates() -> Iterator[tuple[str, str]]:
    """Every template of HTML: its path and its text."""
    for path in sorted(ROOT.rglob("*.html")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def bare(text: str) -> str:
    """A template without comments and attributes; each tag stands as its name where it began."""
    return TAG.sub(r"<\1>", re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL))


def alone(line: str) -> list[str]:
    """The elements that a line opens and that want it for themselves."""
    return [name for name in re.findall(r"<([a-z][\w-]*)>", line) if name not in WITHIN_A_SENTENCE]


def shared(line: str) -> bool:
    """Whether a statement stands on a line with an element."""
    return bool(STATEMENT.search(line)) and "<" in JINJA.sub("", line)


@pytest.mark.parametrize(
    ("text", "opened"),
    [
        ("<p>So says <b>somebody</b>.</p>", ["p"]),
        ('<li class="{{ "on" if a > b }}">', ["li"]),
        ("<ul><li>{{ one }}</li>", ["ul", "li"]),
        ('<div class="{% if a > b %}on{% endif %}"\n  id="here"><p>', ["div", "p"]),
        ("</li></ul>", []),
    ],
)
def test_a_line_is_asked_which_elements_it_opens(text: str, opened: list[str]) -> None:
    assert alone(bare(text)) == opened


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{% if one %}<p>", True),
        ("</p>{% endif %}", True),
        ("{% if one < 2 %}", False),
        ('<p{% if one %} class="on"{% endif %}>', False),
        ("<title>{% block title %}{{ name }}{% endblock %}</title>", False),
    ],
)
def test_a_line_is_asked_whether_a_statement_shares_it(text: str, found: bool) -> None:
    assert shared(bare(text)) == found


def test_no_line_of_a_template_is_longer_than_a_screen() -> None:
    lines = [(path, number, line) for path, text in templates() for number, line in enumerate(text.splitlines(), 1)]
    assert [f"{path}:{number}" for path, number, line in lines if len(line) > WIDTH_OF_A_LINE] == []


def test_each_element_stands_on_a_line_of_its_own() -> None:
    several = [
        f"{path}: {line.strip()}"
        for path, text in templates()
        for line in bare(text).splitlines()
        if len(alone(line)) > 1 and not path.startswith(f"{EXPORTED}/")
    ]
    assert several == []


def test_each_statement_stands_on_a_line_of_its_own() -> None:
    among = [
        f"{path}: {line.strip()}" for path, text in templates() for line in bare(text).splitlines() if shared(line)
    ]
    assert among == []


def test_no_form_stands_within_a_paragraph() -> None:
    within = [path for path, text in templates() for held in PARAGRAPH.findall(text) if FORM.search(held)]
    assert within == []


def test_a_template_is_read_at_one_go() -> None:
    sizes = {path: len(text.splitlines()) for path, text in templates()}
    assert {path: size for path, size in sizes.items() if size > LINES_OF_A_TEMPLATE} == {}
