"""The docs agree with the code: examples run, and each file, test, command and address they name exists."""

import fnmatch
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import click
import pytest
from babel.messages.pofile import read_po

from companion.cli.base import EVERYWHERE, Call, import_all, root
from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.visitors.bearer import API, VERSIONED
from domain.framework import kernel
from domain.framework.game import AnyGame
from domain.framework.views.visibility import marked_fields
from domain.games import BY_KEY
from projections.descriptions import DESCRIPTIONS
from tools.markup import MEANINGS
from tools.reference import BUILT, COMMON, KEPT, main

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


GAMES = pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)


@pytest.mark.parametrize("name", KEPT)
def test_a_generated_page_in_git_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == KEPT[name](), "run `make docs`"


def test_make_docs_writes_every_page_and_git_ignores_those_that_are_built(tmp_path: Path) -> None:
    main(tmp_path)
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {*KEPT, *BUILT}
    listed = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        cwd=ROOT,
        input="\n".join(f"docs/{name}" for name in written),
        capture_output=True,
        text=True,
        check=True,
    )
    assert {*listed.stdout.splitlines()} == {f"docs/{name}" for name in BUILT}


def test_the_index_of_the_reference_links_every_built_page() -> None:
    linked = re.findall(r"\]\(([^)]+)\)", BUILT["reference/index.md"]())
    assert sorted(f"reference/{target}" for target in linked) == sorted({*BUILT} - {"reference/index.md"})


@GAMES
def test_the_reference_lists_every_event_with_its_fields(game: AnyGame) -> None:
    for name, events in ((game.key, game.own_events), ("table", kernel.EVENTS)):
        page = BUILT[f"reference/events/{name}.md"]()
        told = dict(re.findall(r"^- `([\w.-]+)`(.*)$", page, re.MULTILINE))
        assert [*told] == [event.topic for event in events]
        for event in events:
            fields = event.model_json_schema().get("properties", {})
            assert [name for name in fields if f"`{name}`" not in told[event.topic]] == []


@GAMES
def test_the_reference_lists_every_kind_with_its_fields(game: AnyGame) -> None:
    _, *sections = BUILT[f"reference/kinds/{game.key}.md"]().split("\n## `")
    told = {section.partition("`")[0]: {*re.findall(r"^\| `(\w+)`", section, re.MULTILINE)} for section in sections}
    assert told == {kind: card.model_fields.keys() - COMMON for kind, card in game.kinds.items()}


@GAMES
def test_the_reference_lists_every_secret(game: AnyGame) -> None:
    told = re.findall(r"^- `([\w.]+)`", BUILT[f"reference/secrets/{game.key}.md"](), re.MULTILINE)
    marked = [f"{cls.__name__}.{name}" for cls, name, _ in marked_fields(game.table)]
    assert told == [*marked, *(event.__name__ for event in game.events if event.secrets.fields)]


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def test_the_reference_lists_every_command_with_its_options() -> None:
    import_all()
    _, *sections = BUILT["reference/command-line.md"]().split("\n## ")
    told = {section.partition("\n")[0]: section for section in sections}
    assert {*told} == {name for name, _ in commands(root)}
    for name, command in commands(root):
        options = [one for each in command.params if isinstance(each, click.Option) for one in each.opts]
        assert [option for option in options if f"`{option}`" not in told[name]] == []


def test_the_reference_lists_every_data_attribute() -> None:
    page = BUILT["reference/markup.md"]()
    assert [name for name, meaning in MEANINGS.items() if f"| `{name}` | {meaning} |" not in page] == []


def test_the_reference_lists_every_table_with_its_columns() -> None:
    _, *sections = BUILT["reference/tables.md"]().split("\n### `")
    told = {section.partition("`")[0]: re.findall(r"^\| `(\w+)`", section, re.MULTILINE) for section in sections}
    assert told == {name: [*described.columns] for name, described in DESCRIPTIONS.items()}


@GAMES
def test_the_readme_names_every_game_in_both_languages(game: object) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert game.name.en in readme  # type: ignore[attr-defined]
    assert game.name.zh in readme  # type: ignore[attr-defined]


PLACES = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *(page.relative_to(ROOT).as_posix() for page in sorted(DOCS.rglob("*.md"))),
]
WRITTEN = [page for page in PLACES if page.removeprefix("docs/") not in {*KEPT, *BUILT}]
"""The pages that people write; the others are generated."""
LINK = re.compile(r"\]\((?!http|mailto:)([^)\s]*)\)")


def headings(text: str) -> set[str]:
    """The anchors of the headings of a page."""
    titles = re.findall(r"^#+ (.*)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def broken_links(page: str, text: str) -> list[str]:
    """The links of a page that lead to no file, no built page, or no heading."""
    broken = []
    for link in LINK.findall(BLOCK.sub("", text)):
        target, _, heading = link.partition("#")
        place = ((ROOT / page).parent / target).resolve() if target else ROOT / page
        name = place.relative_to(DOCS).as_posix() if place.is_relative_to(DOCS) else ""
        known = name in BUILT or place.exists()
        if not known or (heading and place.suffix == ".md" and heading not in headings(place.read_text("utf-8"))):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", WRITTEN)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    assert broken_links(page, text_of(page)) == []


@pytest.mark.parametrize("name", [name for name in {**KEPT, **BUILT} if name.endswith(".md")])
def test_every_link_of_a_generated_page_leads_somewhere(name: str) -> None:
    assert broken_links(f"docs/{name}", {**KEPT, **BUILT}[name]()) == []


SERVED = {"docs/program/api.md"}
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
        [*takewhile(lambda word: word not in (">", "|", "&&"), words[place + 1 :])]
        for words, place in calls
        if all("=" in word for word in words[:place]) or "exec" in words
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


def unknown_words(words: list[str]) -> list[str]:
    """The words of a call of the companion that are no command, or an option that its command does not have."""
    known, group = {option for each in root.params for option in each.opts}, root
    for place, word in enumerate(words):
        if not isinstance(group, click.Group):
            break
        if word.startswith("-") or EVERYWHERE.get(words[place - 1]):  # an option, or the value of one
            continue
        if word not in group.commands:
            return words[place:]
        group = group.commands[word]
        known |= {option for each in group.params for option in each.opts}
    return [word for word in words if word.startswith("--") and word.partition("=")[0] not in known]


@pytest.mark.parametrize("page", WRITTEN)
def test_the_companion_knows_the_commands_in_the_text_of_a_page(page: str) -> None:
    import_all()
    for word in quoted(page):
        if word.startswith("companion ") and "=" not in word.partition(" ")[2].partition(" ")[0]:
            assert unknown_words(shlex.split(word)[1:]) == [], word


@pytest.mark.parametrize("page", WRITTEN)
def test_make_knows_the_targets_of_a_page(page: str) -> None:
    targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = {words[0] for words in commands_of(page, "make") if words}
    named |= {word.split()[1] for word in quoted(page) if re.match(r"make [a-z]", word)}
    assert named <= {*targets}


PARSERS: dict[str, Callable[[str], object]] = {"json": json.loads, "toml": tomllib.loads}


@pytest.mark.parametrize("page", WRITTEN)
def test_every_code_block_says_its_language_and_is_of_it(page: str) -> None:
    for language, block in BLOCK.findall(text_of(page)):
        assert language in {"python", "sh", "text", "caddyfile", "nginx", *PARSERS}, block
        if parse := PARSERS.get(language):
            parse(block)
        if language in ("caddyfile", "nginx"):
            assert block.count("{") == block.count("}") > 0


MADE = {"campaigns.db", "guests.db", "backups/", ".data/", "hosting/.env", "page.txt", "metadata.yaml", "sheet.toml"}
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


@pytest.mark.parametrize("page", pages_with("text"))
def test_every_file_in_a_drawing_exists(page: str) -> None:
    for block in blocks(page, "text"):
        named = [
            word for word in re.findall(r"[\w/.-]+\.(?:py|js)\b", block) if not fnmatch.filter(tracked(), f"*/{word}")
        ]
        assert named == []


def test_the_architecture_has_the_ten_steps_of_a_command() -> None:
    section = text_of("docs/develop/architecture.md").partition("## The life of a command\n")[2].partition("\n## ")[0]
    steps = re.findall(r"^(\d+)\. \*\*[A-Z][a-z ]+\.\*\* `[\w/]+\.py` `[\w.]+`", section, re.MULTILINE)
    assert [int(step) for step in steps] == [*range(1, 11)]


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
            pattern = re.sub("<[^>]*>", "*", word).rstrip("/").replace(VERSIONED, API)
            assert any(fnmatch.fnmatch(pattern, rule) or rule.startswith(f"{pattern}/") for rule in addresses), word


def stops() -> list[tuple[str, str]]:
    """Each Python file that a page names together with a function or class in it."""
    found = [re.findall(r"`([\w/]+\.py)` `([\w.]+)`", text_of(page)) for page in WRITTEN]
    return sorted({stop for page in found for stop in page})


@pytest.mark.parametrize(("file", "name"), stops(), ids=str)
def test_a_function_is_in_the_file_that_a_page_names(file: str, name: str) -> None:
    found: object = import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    for part in name.split("."):
        found = getattr(found, part)


def test_every_word_of_the_list_is_in_its_place() -> None:
    listed = text_of("docs/develop/words.md").partition("\n## ")[0]
    rows = re.findall(r"^\| ([\w ]+) \| .* \| (.*) \|$", listed, re.MULTILINE)[1:]
    assert [word for word, _ in rows] == sorted({word for word, _ in rows})
    for _, where in rows:
        for path in re.findall(r"`([\w/]+(?:\.py|/))`", where):
            assert (ROOT / path).exists(), path


@cache
def sources() -> dict[str, str]:
    """The text of each module of the product, by its name without the suffix."""
    files = [path for package in ("domain", "projections", "companion") for path in (ROOT / package).rglob("*.py")]
    return {str(path): path.read_text(encoding="utf-8") for path in files}


def has_member(owner: str, name: str) -> bool:
    """Whether a class, or one of its bases, has a member; or a module a name."""
    for path, text in sources().items():
        found = re.search(rf"^class {owner}\b(?:\[.*?\])?(?:\((.*?)\))?:", text, re.MULTILINE | re.DOTALL)
        if found or Path(path).stem == owner or Path(path).parent.name == owner:
            if re.search(rf"\b(?:def {name}|class {name}|{name}:|{name} =|{name}\b,)", text):
                return True
            bases = re.findall(r"\w+", (found and found[1]) or "")
            if any(has_member(base, name) for base in bases if base != owner):
                return True
    return False


@pytest.mark.parametrize("page", [page for page in WRITTEN if page.startswith("docs/develop/")])
def test_every_member_that_a_page_names_exists(page: str) -> None:
    named = [word.rstrip("()") for word in quoted(page)]
    members = [word.split(".") for word in named if re.fullmatch(r"[A-Z]\w+\.\w+(?:\(\w*\))?", word)]
    assert [f"{owner}.{name}" for owner, name in members if not has_member(owner, name.partition("(")[0])] == []


def test_every_command_of_the_readme_exists() -> None:
    import_all()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"^companion (\w+)", readme, re.MULTILINE):
        assert name in root.commands


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    reasons = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    groups = [project["project"]["dependencies"], *project["dependency-groups"].values()]
    names = {re.split(r"[<>=\[]", requirement)[0] for group in groups for requirement in group}
    rows = {name for row in re.findall(r"^\| ([^|]+) \|", reasons, re.MULTILINE) for name in row.split(", ")}
    assert names - rows == set()


def test_no_page_names_a_place_on_somebodys_machine() -> None:
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        assert not re.search(r"/(home|Users|root|tmp)/", path.read_text(encoding="utf-8")), path.name


def test_the_page_of_refusals_lists_those_that_all_games_share() -> None:
    page = KEPT["refusals/table.md"]()
    named = [path for path in (ROOT / "domain").rglob("*.py") if "games" not in path.parts]
    codes = [
        re.findall(r"^[A-Z_]+ = (?:never|refusal)\(\"([\w-]+)\"", path.read_text(), re.MULTILINE) for path in named
    ]
    assert [code for found in codes for code in found if f"- `{code}`:" not in page] == []


@cache
def labels(language: str) -> set[str]:
    """What is written on the pages of the program, in a language; "…" at the end is left out."""
    catalogues = [ROOT / f"companion/i18n/zh_Hans/{name}.po" for name in ("core", *BY_KEY)]
    entries = [entry for path in catalogues for entry in read_po(io.BytesIO(path.read_bytes())) if entry.id]
    return {str(entry.id if language == "en" else entry.string).rstrip("….") for entry in entries}


@pytest.mark.parametrize("page", [page for page in WRITTEN if page.startswith("docs/play/")])
def test_what_a_guide_prints_in_bold_is_written_on_the_pages_of_the_program(page: str) -> None:
    bold = re.findall(r"\*\*(.+?)\*\*", BLOCK.sub("", text_of(page)))
    assert {one.rstrip("….") for one in bold} <= labels("zh" if "/zh/" in page else "en")
