"""The tool behind `make mutants`: its changes, the nearest tests, and the changes known to be equal."""

import ast
from random import Random

import pytest

from tests.mutants.__main__ import equal, every, text_of
from tests.mutants.nearest import rounds
from tests.mutants.sites import Mutant, sites

pytestmark = pytest.mark.slow

MODULE = "domain/example.py"


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a not in b", ["a in b"]),
        ("a and (b or c)", ["a or (b or c)", "a and (b and c)"]),
        ("not (a or b)", ["(a or b)", "not (a and b)"]),
        ("a + 1", ["a - 1", "a + 2"]),
        ("'a' + b", []),
        ("x: Annotated[int, Field(ge=1)] = 0", ["x: Annotated[int, Field(ge=1)] = 1"]),
        ("f'{a + 1}'", []),
        ("dataclass(frozen=True)", []),
        ("'塔' if a else 2", ["'塔' if a else 3"]),
        ("a  # and\nand_ == b", ["a  # and\nand_ != b"]),
    ],
)
def test_a_module_is_changed_by_one_word_at_a_time(text: str, changed: list[str]) -> None:
    assert [mutant.applied(text) for mutant in sites(MODULE, text)] == changed


def test_each_change_is_python() -> None:
    for mutant in Random(1).sample(every(), 100):
        ast.parse(mutant.applied(text_of(mutant.module)))


@pytest.mark.parametrize(
    ("module", "first"),
    [
        ("domain/games/agemonia/campaign/city.py", "tests/domain/games/agemonia/campaign/test_city.py"),
        ("domain/games/champions/threat.py", "tests/domain/games/champions/threat/test_schemes.py"),
        ("companion/web/visitors/guard.py", "tests/companion/web/test_guard.py"),
        ("companion/web/network/connections.py", "tests/companion/web/test_network.py"),
    ],
)
def test_its_own_tests_are_asked_first_and_the_laws_last(module: str, first: str) -> None:
    asked = list(rounds(module))
    assert (first in asked[0], "tests/test_games.py" in asked[-1]) == (True, True)


def test_a_report_names_the_place_and_both_lines() -> None:
    mutant = Mutant(MODULE, 0, 5, "a <= b", 1)
    assert mutant.report("a < b") == "domain/example.py:1\n  - a < b\n  + a <= b"


def test_each_equal_change_is_still_possible() -> None:
    texts = {module: text_of(module) for module, _ in equal()}
    assert equal() <= {mutant.key(text) for module, text in texts.items() for mutant in sites(module, text)}
