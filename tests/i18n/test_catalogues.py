"""The catalogues: every message is in them, and every translation says all that its message says."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from companion.i18n import LANGUAGES, hant, translator
from companion.i18n.catalogues import CORE, FOLDER, SIMPLIFIED, TRADITIONAL
from domain.framework import kernel
from domain.framework.table import Table
from domain.framework.text import Clause, Piece, Slot, pieces_of_message, placeholders_of
from tests.i18n.test_terms import names
from tests.toy import GAME as TOY
from tools import catalogue
from tools.catalogue import (
    KEYWORDS,
    NAMES,
    PACKAGES,
    ROOT,
    catalogue_as_bytes,
    exceptions_of,
    game_messages,
    messages_by_catalogue,
    path_of,
    read_catalogue,
    traditional_catalogue,
    updated_catalogue,
    words_of_catalogue,
)

CHINESE = sorted(LANGUAGES.keys() - {"en"})
FOREIGN = {
    *("companion", "restore", "repair", "store", "prepare", "rebuild", "force", "return", "FILE", "BG", "Stats"),
    *("pack", "from"),
    *("http", "https", "localhost", "Discord"),
    *("SELECT", "LIMIT", "NAME", "VALUE", "MB"),
    *("JSON", "XML", "OCTGN", "jsonl", "zip", "TOML", "PDF", "Markdown", "JPEG", "PNG", "WebP", "UTF", "html", "md"),
    *("items", "en", "zh"),
    *("at", "least", "most", "box", "over", "status", "turns", "until"),
    *("II", "III", "IV", "DEF"),
}
"""Latin words of Chinese sentences: formats, addresses, commands, parts of packs, Roman numerals, a sign on cards."""


LOOKUPS = {"translate"}
"""Says what it is given, whatever that is; the other keywords mark a message where it stands."""


@dataclass(frozen=True)
class Kept:
    """One catalogue as it is read, and the messages it is there for."""

    language: str
    name: str

    @property
    def file(self) -> str:
        return path_of(self.language, self.name).relative_to(ROOT).as_posix()

    @property
    def said(self) -> list[Message]:
        return [message for message in words_of_catalogue(self.language, self.name) if message.id]

    @property
    def ids(self) -> set[str]:
        return {str(message.id) for message in self.said}


@pytest.fixture(scope="module", params=product(CHINESE, NAMES), ids="-".join)
def known(request: pytest.FixtureRequest) -> Kept:
    return Kept(*request.param)


def parts(message: object) -> tuple[Piece, ...]:
    return pieces_of_message(str(message))


def slots(found: tuple[Piece, ...]) -> list[Slot]:
    flat = [inner for piece in found for inner in (piece if isinstance(piece, Clause) else (piece,))]
    return [piece for piece in flat if isinstance(piece, Slot)]


def test_every_message_is_in_its_catalogue(known: Kept) -> None:
    missing = messages_by_catalogue()[known.name].keys() - known.ids
    assert not missing, f"{known.file} lacks these; run: make i18n, then translate them there"


def test_no_message_is_in_a_catalogue_that_nothing_says(known: Kept) -> None:
    obsolete = known.ids - messages_by_catalogue()[known.name].keys() - messages_by_catalogue()[CORE].keys()
    assert not obsolete, f"{known.file} has these, and nothing says them any more; run: make i18n"


def test_every_message_has_a_translation(known: Kept) -> None:
    empty = [message.id for message in known.said if not message.string]
    assert not empty, f"{known.file} has no words for these"


@pytest.mark.parametrize("name", NAMES)
def test_a_catalogue_is_written_as_make_i18n_writes_it(name: str) -> None:
    now = catalogue_as_bytes(updated_catalogue(read_catalogue(SIMPLIFIED, name), name))
    assert path_of(SIMPLIFIED, name).read_bytes() == now, f"{name}.po is not up to date; run: make i18n"


@pytest.mark.parametrize("name", NAMES)
def test_traditional_catalogues_hold_only_what_is_said_otherwise_than_it_is_made(name: str) -> None:
    """A message that is gone, or made just so, is no exception; beside each stands what is made without it."""
    now = catalogue_as_bytes(exceptions_of(read_catalogue(TRADITIONAL, name), traditional_catalogue(name)))
    assert path_of(TRADITIONAL, name).read_bytes() == now, f"{name}.po is not up to date; run: make i18n"


@pytest.mark.parametrize("table", tomllib.loads(hant.FILE.read_text(encoding="utf-8")))
def test_every_word_of_taiwan_stands_somewhere(table: str) -> None:
    """A word that no sentence and no name has any more goes out of the list."""
    words = tomllib.loads(hant.FILE.read_text(encoding="utf-8"))[table]
    said = " ".join(
        str(message.string) for name in messages_by_catalogue() for message in traditional_catalogue(name) if message.id
    )
    said += " ".join(hant.to_traditional(name) for name in names())
    assert not [(word, instead) for word, instead in words.items() if instead not in said]


@pytest.mark.parametrize("language", CHINESE)
def test_there_is_no_catalogue_besides_those_of_the_core_and_the_games(language: str) -> None:
    assert {path.stem for path in (FOLDER / language).iterdir()} == messages_by_catalogue().keys()


def test_no_translation_is_a_guess(known: Kept) -> None:
    assert not [message.id for message in known.said if message.fuzzy]


def test_every_translation_has_the_values_of_its_message(known: Kept) -> None:
    for message in known.said:
        assert placeholders_of(str(message.string)) == placeholders_of(str(message.id)), message.id
        assert len(slots(parts(message.string))) == len(slots(parts(message.id))), message.id


def test_every_translation_leaves_out_what_its_message_leaves_out(known: Kept) -> None:
    def clauses(message: object) -> list[list[str]]:
        return sorted(
            sorted(slot.name for slot in slots(piece)) for piece in parts(message) if isinstance(piece, Clause)
        )

    for message in known.said:
        assert clauses(message.string) == clauses(message.id), message.id


def test_signs_are_balanced(known: Kept) -> None:
    for message in known.said:
        for opening, closing in ("{}", "[]", "()", "（）", "“”", "「」"):
            assert str(message.string).count(opening) == str(message.string).count(closing), message.id


def test_chinese_has_no_plural_and_no_english(known: Kept) -> None:
    for message in known.said:
        assert not [slot for slot in slots(parts(message.string)) if slot.many], message.id
        words = set(re.findall("[A-Za-z]{2,}", re.sub(r"\{[^}]*\}", "", str(message.string))))
        assert words <= FOREIGN, message.id


HAN = re.compile("[\u4e00-\u9fff]+")
SCRIPTS = {"zh_Hans": "gb2312", "zh_Hant": "big5"}
"""The character set of each script, which has none of the characters that only the other one has."""


@pytest.mark.parametrize("language", SCRIPTS)
def test_no_character_is_of_the_other_script(language: str) -> None:
    said = {
        word
        for name in messages_by_catalogue()
        for known in Kept(language, name).said
        for word in HAN.findall(str(known.string))
    }
    assert not [word for word in said if word != word.encode(SCRIPTS[language], "ignore").decode(SCRIPTS[language])]


COUNTED = re.compile(r"(?<!/)\{(\w+)\} (\w+)")
"""A value that is told and the word behind it; how many of how many is no count."""


def test_a_number_stands_with_the_word_that_fits_it() -> None:
    """What is counted somewhere, and told of many, is counted wherever it is told."""
    said = [message for name in messages_by_catalogue() for message in messages_by_catalogue()[name]]
    counted = [slot for message in said for slot in slots(parts(message)) if slot.many]
    numbers, many = {slot.name for slot in counted}, {slot.many for slot in counted}
    assert not [
        message for message in said for name, word in COUNTED.findall(message) if name in numbers and word in many
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_nobody_knows_stays_as_it_is(language: str) -> None:
    assert translator(language)("Nobody ever says this.") == "Nobody ever says this."


def test_nothing_to_say_is_nothing_in_every_language() -> None:
    assert {translator(language)("") for language in LANGUAGES} == {""}


def marked(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What the calls that mark a message are given for it."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if name in KEYWORDS:
                place = (KEYWORDS[name] or (1,))[0]
                if name not in LOOKUPS and len(args) >= place:
                    yield name, args[place - 1]


@pytest.mark.parametrize("package", PACKAGES)
def test_every_message_is_a_literal_where_it_is_marked(package: str) -> None:
    def derived(path: Path) -> list[str]:
        calls = marked(ast.parse(path.read_text(encoding="utf-8")))
        return [f"{path}:{arg.lineno} {name}" for name, arg in calls if not isinstance(arg, ast.Constant)]

    found = [call for path in sorted((ROOT / package).rglob("*.py")) for call in derived(path)]
    assert not found, "no tool finds these; say text(…) where the words stand, Text(…) where they are derived"


def test_a_game_that_is_added_says_its_own_messages_and_none_of_the_core() -> None:
    said = {message for message, _ in game_messages(TOY)}
    assert {"{seat} sat down", "Seat taken", "coins", "towers"} <= said
    assert not said & {*(event.sentence for event in kernel.EVENTS), *Table.model_fields}


# --- bringing them up to date ----------------------------------------------------------------


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> None:
    """A core and a game that say little."""
    wanted = {CORE: {"Undo": [], "Round": []}, "toy": {"Tower built": [], "Undo all": []}}
    monkeypatch.setattr(catalogue, "messages_by_catalogue", lambda: wanted)


def brought_up_to_date(name: str, **translations: str) -> dict[str, str]:
    before = Catalog(locale="zh_Hans")
    for message, said in translations.items():
        before.add(message.replace("_", " "), said)
    after = updated_catalogue(before, name)
    assert "走了" not in catalogue_as_bytes(after).decode()
    return {str(message.id): str(message.string or "") for message in after if message.id}


def test_a_catalogue_brought_up_to_date_keeps_what_was_translated(saying: None) -> None:
    assert brought_up_to_date(CORE, Undo="撤销", Gone="走了") == {"Undo": "撤销", "Round": ""}


def test_a_game_keeps_words_of_its_own_for_what_the_core_says(saying: None) -> None:
    found = brought_up_to_date("toy", Tower_built="建塔", Round="轮", Gone="走了")
    assert found == {"Tower built": "建塔", "Undo all": "", "Round": "轮"}


def test_a_game_has_no_empty_place_for_what_the_core_says(saying: None) -> None:
    assert "Round" not in brought_up_to_date("toy", Round="")


def test_the_core_has_no_words_of_a_game(saying: None) -> None:
    assert "Tower built" not in brought_up_to_date(CORE, Tower_built="走了")
