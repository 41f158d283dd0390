"""The docs say what the code is."""

import re
from pathlib import Path

import pytest

from companion.reference import PAGES
from domain.games import GAMES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_the_code_gives(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_readme_names_every_game_in_both_languages(game: object) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert game.name.en in readme  # type: ignore[attr-defined]
    assert game.name.zh in readme  # type: ignore[attr-defined]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in DOCS.glob("*.md"))])
def test_links_between_documents_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), f"{page} → {target}"


def test_every_command_of_the_readme_exists() -> None:
    from companion.cli.base import root  # noqa: PLC0415

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"^companion (\w+)", readme, re.MULTILINE):
        assert name in root.commands


def test_every_dependency_has_its_reason() -> None:
    import tomllib  # noqa: PLC0415

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    reasons = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for requirement in project["project"]["dependencies"]:
        assert re.split(r"[<>=\[]", requirement)[0] in reasons


def test_no_page_names_a_place_on_somebodys_machine() -> None:
    for path in [*ROOT.glob("*.md"), *DOCS.glob("*.md")]:
        assert not re.search(r"/(home|Users|root|tmp)/", path.read_text(encoding="utf-8")), path.name
