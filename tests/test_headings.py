"""Headings of the rulebooks: each stands in a data file, rests under some rule, and one that is missing is found."""

import re
from importlib import import_module
from importlib.resources import files

import pytest

from domain.framework.content import read_headings
from domain.games import KEYS

PACKAGES = [f"domain.games.{key}" for key in KEYS]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_heading_is_that_of_a_rule_and_has_both_languages(package: str) -> None:
    root = files(package)
    code = "".join(path.read_text(encoding="utf-8") for path in root.rglob("*.py"))  # type: ignore[attr-defined]
    headings = read_headings(f"{package}.sections")
    assert headings.keys() - set(re.findall(r"\bsections\.([A-Z_0-9]+)", code)) == set()
    assert [name for name, heading in headings.items() if not (heading.en and heading.zh)] == []


def test_a_section_without_a_heading_is_found_where_it_is_asked_for() -> None:
    sections = import_module("domain.games.runewars.sections")
    with pytest.raises(AttributeError, match=r"headings\.toml has no section BAKING"):
        _ = sections.BAKING
