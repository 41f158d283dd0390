"""The docs say what the code is: their examples run, and what they name exists."""

import fnmatch
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
import pytest

from companion.cli.base import Call, import_all, root
from companion.config import Settings
from companion.services import Services
from companion.web.app import create_app
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


PLACES = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *(str(page.relative_to(ROOT)) for page in sorted(DOCS.rglob("*.md"))),
]


@pytest.mark.parametrize("page", PLACES)
def test_links_between_documents_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", text_of(page)):
        assert ((ROOT / page).parent / target).exists(), f"{page} → {target}"


WRITTEN = [page for page in PLACES if page.removeprefix("docs/") not in PAGES]
"""The pages that people write; the others are made from the code."""
SERVED = {"docs/api.md"}
"""Pages whose programs need a served table: `tests/served/test_programs.py` runs them."""
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a page in a language."""
    return [block for named, block in BLOCK.findall(text_of(page)) if named == language]


def pages_with(language: str) -> list[str]:
    return [page for page in WRITTEN if blocks(page, language)]


@pytest.mark.parametrize("page", [page for page in pages_with("python") if page not in SERVED])
def test_the_python_blocks_of_a_page_run_in_order(page: str) -> None:
    module = ModuleType("example")
    sys.modules[module.__name__] = module  # pydantic looks up the names of annotations there
    try:
        for found in BLOCK.finditer(text_of(page)):
            if found[1] == "python":
                line = text_of(page).count("\n", 0, found.start(2))  # so that an error names the line of the page
                exec(compile("\n" * line + found[2], page, "exec"), vars(module))
    finally:
        del sys.modules[module.__name__]


@pytest.mark.parametrize("page", pages_with("sh"))
def test_the_shell_blocks_of_a_page_are_shell(page: str) -> None:
    for block in blocks(page, "sh"):
        subprocess.run(["bash", "-n"], input=block, text=True, check=True)


def commands_of(page: str, program: str) -> list[list[str]]:
    """The arguments of each call of a program in the shell blocks of a page."""
    lines = [shlex.split(line, comments=True) for block in blocks(page, "sh") for line in block.splitlines()]
    calls = [(words, place) for words in lines for place, word in enumerate(words) if Path(word).name == program]
    return [
        words[place + 1 :] for words, place in calls if all("=" in word for word in words[:place]) or "exec" in words
    ]


@pytest.mark.parametrize("page", pages_with("sh"))
def test_the_companion_understands_the_commands_of_a_page(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # no file is there that a command would replace
    import_all()
    call = Call(Settings(tmp_path))
    for words in commands_of(page, "companion"):
        # An absolute path is in a folder of the machine that the page is about.
        group, rest = root, [Path(word).name if Path(word).is_absolute() else word for word in words]
        while isinstance(group, click.Group):
            context = group.make_context("companion", rest, obj=call)
            _, found, rest = group.resolve_command(context, [*context._protected_args, *context.args])
            group = found
        group.make_context("companion", rest, obj=call)


@pytest.mark.parametrize("page", pages_with("sh"))
def test_make_knows_the_targets_of_a_page(page: str) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {words[0] for words in commands_of(page, "make")} <= {*targets}


PARSERS: dict[str, Callable[[str], object]] = {"json": json.loads, "toml": tomllib.loads}


@pytest.mark.parametrize("page", WRITTEN)
def test_every_code_block_says_its_language_and_is_of_it(page: str) -> None:
    for language, block in BLOCK.findall(text_of(page)):
        assert language in {"python", "sh", "text", "caddyfile", "nginx", *PARSERS}, block
        if parse := PARSERS.get(language):
            parse(block)
        if language in ("caddyfile", "nginx"):
            assert block.count("{") == block.count("}") > 0


MADE = {"campaigns.db", "guests.db", "backups/", ".data/", "hosting/.env", "page.txt"}
"""Files that the program or its host creates, which are not in the project."""
PATH = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]*)+|[\w<>-]+\.(?:py|md|toml|json|jsonl|js|css|html|txt|yaml|yml|po|svg|db)")


def quoted(page: str) -> list[str]:
    """The inline code of a page."""
    text = BLOCK.sub("", text_of(page))
    return [*dict.fromkeys(re.findall(r"`([^`\n]+)`", text))]


@cache
def tracked() -> list[str]:
    """All files and folders of the project, from its root on."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [Path(name) for name in listed.splitlines()]
    folders = {folder for file in files for folder in file.parents}
    return [f"/{file}" for file in files] + [f"/{folder}{end}" for folder in folders for end in ("", "/")]


@pytest.mark.parametrize("page", WRITTEN)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    """A path may be named from any folder on; `<key>` is any name. A test is named by its file, or with `::`."""
    paths = [word.partition("::")[0] for word in quoted(page)]
    named = [path for path in paths if PATH.fullmatch(path) and path not in MADE and "application/" not in path]
    missing = [path for path in named if not fnmatch.filter(tracked(), f"*/{re.sub('<[^>]*>', '*', path)}")]
    assert missing == []


@pytest.mark.parametrize("page", WRITTEN)
def test_every_test_that_a_page_names_exists(page: str) -> None:
    for word in quoted(page):
        file, _, test = word.partition("::")
        if test:
            assert f"def {test.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8"), word


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[set[str]]:
    """All addresses of the companion, with a `*` for each variable part."""
    settings = Settings(tmp_path_factory.mktemp("docs"))
    services = Services(settings)
    yield {
        re.sub("<[^>]*>", "*", rule.rule).rstrip("/") for rule in create_app(settings, services).url_map.iter_rules()
    }
    services.close()


@pytest.mark.parametrize("page", WRITTEN)
def test_every_address_that_a_page_names_is_served(page: str, addresses: set[str]) -> None:
    for word in quoted(page):
        if word.startswith("/") and not word.startswith(("/var/", "/etc/", "/opt/", "/tmp")):
            pattern = re.sub("<[^>]*>", "*", word).rstrip("/")
            assert any(fnmatch.fnmatch(pattern, rule) or rule.startswith(f"{pattern}/") for rule in addresses), word


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
    import_all()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"^companion (\w+)", readme, re.MULTILINE):
        assert name in root.commands


def test_every_dependency_has_its_reason() -> None:
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
