"""The docs say what the code is."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from domain.games import BY_KEY
from tools.reference import PAGES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_the_code_gives(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run `make docs`"


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_the_readme_names_every_game_in_both_languages(game: object) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert game.name.en in readme  # type: ignore[attr-defined]
    assert game.name.zh in readme  # type: ignore[attr-defined]


PLACES = ["README.md", "CONTRIBUTING.md", *(str(page.relative_to(ROOT)) for page in sorted(DOCS.rglob("*.md")))]


@pytest.mark.parametrize("page", PLACES)
def test_links_between_documents_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text):
        assert ((ROOT / page).parent / target).exists(), f"{page} → {target}"


@pytest.mark.parametrize("page", ["event", "things"])
def test_the_examples_of_a_page_run_as_they_stand(page: str) -> None:
    """One after the other, as somebody would type them."""
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {"__name__": f"docs.{page}"}
    for block in blocks:
        exec(compile(block, f"docs/{page}.md", "exec"), names)
    assert len(blocks) > 5


def stops() -> list[tuple[str, str]]:
    """Each stop of a journey of the architecture: a file, and a name in it."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    return re.findall(r"^\| \d+ \| `([\w/]+\.py)` `([\w.]+)`", page, re.MULTILINE)


@pytest.mark.parametrize(("file", "name"), stops(), ids=str)
def test_a_stop_of_a_journey_is_where_it_says(file: str, name: str) -> None:
    found: object = import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    for part in name.split("."):
        found = getattr(found, part)


def test_every_word_of_the_list_is_in_its_place() -> None:
    rows = re.findall(r"^\| ([\w ]+) \| .* \| (.*) \|$", (DOCS / "words.md").read_text(encoding="utf-8"), re.MULTILINE)[
        1:
    ]
    assert [word for word, _ in rows] == sorted({word for word, _ in rows})
    for _, where in rows:
        for path in re.findall(r"`([\w/]+(?:\.py|/))`", where):
            assert (ROOT / path).exists(), path


def test_every_command_of_the_readme_exists() -> None:
    from companion.cli.base import import_all, root  # noqa: PLC0415

    import_all()
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
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        assert not re.search(r"/(home|Users|root|tmp)/", path.read_text(encoding="utf-8")), path.name


def test_the_page_of_refusals_lists_those_that_all_games_share() -> None:
    page = PAGES["refusals/table.md"]()
    named = [path for path in (ROOT / "domain").rglob("*.py") if "games" not in path.parts]
    codes = [
        re.findall(r"^[A-Z_]+ = (?:never|refusal)\(\"([\w-]+)\"", path.read_text(), re.MULTILINE) for path in named
    ]
    assert [code for found in codes for code in found if f"- `{code}`:" not in page] == []
