"""The prose of the project is plain English: habits of a translated style are as rare as in good libraries.

The habits, and how often good libraries have them, are listed in docs/develop/words.md.
"""

import ast
import re
import subprocess
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
HABITS = {
    "somebody": r"\b(?:some|no|any|every)body\b|\bwhoever\b",
    "stand": r"\b(?:stands?|stood|standing)\b",
    "What": r"(?:^|(?<=[.:!] ))What\b(?![^.!:]*\?)",
    "tell": r"\b(?:tells?|told|telling)\b",
    "of what": r"\b(?:of|to|for|with|from|in|by) what\b",
    "by itself": r"\bby (?:itself|themselves)\b|\bof (?:its|one's|their) own\b",
    "beside": r"\bbesides?\b",
    "lie": r"\b(?:lie|lies|lay|lying)\b",
    "anew": r"\banew\b",
    "to who": r"\b(?:to|of|for|by|with) whom?\b(?= \w)",
}
IN_LIBRARIES = 0.28
"""Occurrences of all these habits per 1,000 words of flask, click, pydantic, pytest, hypothesis and five others."""
WHERE, WHERE_IN_LIBRARIES = r"\bwhere\b", 1.0
TIMES = 5
"""Prose has a habit at most so many times as often as those libraries."""
CODE = ("companion", "domain", "projections", "tools")
"""Packages whose docstrings and comments are counted."""
DOCS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/*.md", "docs/**/*.md")
TABLE_WORDS = re.compile(
    r"\bst(?:ands?|ood) (?:[a-z]+ )*up\b|\bstanding\b|\blay (?:it |them )?out\b|\{\w+\}"
    r"|\blay(?= [a-z ]*\b(?:tile|map|token|card)s?\b)|\btiles to lay\b|\blay them\b",
    re.IGNORECASE,
)
"""Words of the table: a figure stands up, standing units, a tile is laid; and the names of values in a sentence."""


def prose_of_code() -> Iterator[str]:
    for path in (file for package in CODE for file in sorted((ROOT / package).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield ast.get_docstring(node) or ""
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield str(node.value.value)
        with path.open("rb") as source:
            yield from (
                token.string.lstrip("# ")
                for token in tokenize.tokenize(source.readline)
                if token.type == tokenize.COMMENT
            )


def prose_of_docs() -> Iterator[str]:
    for path in sorted({file for pattern in DOCS for file in ROOT.glob(pattern)}):
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        yield from re.sub(r"`[^`]*`", "X", text).splitlines()


def messages() -> Iterator[str]:
    for path in sorted((ROOT / "companion/i18n/zh_Hans").glob("*.po")):
        with path.open("rb") as file:
            yield from (str(message.id) for message in read_po(file) if message.id)


def found(habit: str, texts: list[str]) -> list[str]:
    """The sentences with a habit, without those in words of the table."""
    flags = 0 if habit == HABITS["What"] else re.IGNORECASE
    return [text for text in texts if re.search(habit, TABLE_WORDS.sub("", text), flags)]


PROSE: dict[str, Callable[[], Iterator[str]]] = {"code": prose_of_code, "docs": prose_of_docs, "messages": messages}


@pytest.mark.parametrize("of", PROSE)
def test_habits_of_a_translated_style_are_rare(of: str) -> None:
    texts = [*PROSE[of]()]
    thousands = sum(len(re.findall(r"[A-Za-z']+", text)) for text in texts) / 1000
    places = [f"{name}: {text}" for name, habit in HABITS.items() for text in found(habit, texts)]
    assert len(places) / thousands <= TIMES * IN_LIBRARIES, places


@pytest.mark.parametrize("of", PROSE)
def test_where_is_said_of_places_alone(of: str) -> None:
    texts = [*PROSE[of]()]
    thousands = sum(len(re.findall(r"[A-Za-z']+", text)) for text in texts) / 1000
    assert len(found(WHERE, texts)) / thousands <= TIMES * WHERE_IN_LIBRARIES


SINCE = "2026-11-30T22:30:00+00:00"
"""Commits before are in the former style."""
LONGEST = 72
NOT_IMPERATIVE = re.compile(
    r"(?!(?:Bring|Ring|String|Swing|Embed|Exceed|Feed|Need|Proceed|Seed|Shed|Speed|Succeed|Alias|Focus)\b)"
    r"(?:The|A|An|No|All|Each|What|Where|Who|Tests?:|\w+ed|\w+ing|\w+[^s]s)\b"
)


def test_subjects_of_commits_are_short_and_in_the_imperative() -> None:
    listed = ["git", "log", "--no-merges", f"--since={SINCE}", "--format=%s"]
    subjects = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [one for one in subjects if len(one) > LONGEST or NOT_IMPERATIVE.match(one) or not one[0].isupper()] == []
