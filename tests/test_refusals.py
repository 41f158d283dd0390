"""Every refusal of a game is made by a test of that game: a table on which it is told, by its code or in its words."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from domain.framework.game import AnyGame
from domain.framework.refusal import Refusal
from domain.games import BY_KEY
from tools.reference import declared_refusals, modules_of

TESTS = Path(__file__).parent / "domain" / "games"
TELLING = {"refused", "refuses", "bent", "code", "codes", "holds"}
"""Names by which a test asks for what was refused."""
VALUES = re.compile(r"\\\[[^\]]*\]|\\\{[^}]*\}")
"""What of a sentence is filled in, once the rest of it is escaped."""


def asked_for(source: str) -> Iterator[str]:
    """The words that may be codes in a file that asks for refusals; functions that ask for none have none."""
    module = ast.parse(source)
    if TELLING & set(_names(module)):
        silent = {id(one) for node in module.body if _is_silent(node) for one in ast.walk(node)}
        found = (one for one in ast.walk(module) if id(one) not in silent and isinstance(one, ast.Constant))
        yield from (one.value for one in found if isinstance(one.value, str))


def _is_silent(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and not TELLING & set(_names(node))


def _names(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            yield one.id
        elif isinstance(one, ast.Attribute):
            yield one.attr


def is_met(one: Refusal, words: Collection[str]) -> bool:
    """Whether a refusal is asked for, by its code or in its words."""
    sentence = re.compile(VALUES.sub(".*", re.escape(one.sentence)))
    return one.code in words or any(sentence.fullmatch(word) for word in words)


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_every_refusal_of_a_game_is_told_to_a_test(game: AnyGame) -> None:
    words = {word for path in (TESTS / game.key).rglob("*.py") for word in asked_for(path.read_text(encoding="utf-8"))}
    assert sorted({one.code for one in declared_refusals(*modules_of(game)) if not is_met(one, words)}) == []
