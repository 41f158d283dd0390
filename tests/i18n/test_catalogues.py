"""The catalogues: every message is in them, and every translation says all that its message says."""

import re

import pytest
from babel.messages.catalog import Catalog, Message

from companion import catalogue
from companion.catalogue import HERE, read, template, written
from companion.i18n import LANGUAGES, translations, translator
from companion.i18n.hant import SIMPLIFIED, TRADITIONAL
from domain.text import Clause, Piece, Slot, pieces, placeholders

CHINESE = sorted(LANGUAGES.keys() - {"en"})
FOREIGN = {
    *("companion", "restore", "FILE"),
    *("JSON", "jsonl", "TOML", "PDF", "Markdown"),
    *("items", "en", "zh"),
}
"""Latin words that stand in Chinese sentences too: formats, commands, keys."""


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    return template()


@pytest.fixture(scope="module", params=CHINESE)
def known(request: pytest.FixtureRequest) -> Catalog:
    return read(request.param)


def told(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def parts(message: object) -> tuple[Piece, ...]:
    return pieces(str(message))


def slots(found: tuple[Piece, ...]) -> list[Slot]:
    flat = [inner for piece in found for inner in (piece if isinstance(piece, Clause) else (piece,))]
    return [piece for piece in flat if isinstance(piece, Slot)]


def test_the_template_is_up_to_date(wanted: Catalog) -> None:
    assert (HERE / "messages.pot").read_bytes() == written(wanted), "run: make i18n"


def test_every_message_is_in_the_catalogue(known: Catalog, wanted: Catalog) -> None:
    assert {message.id for message in told(known)} == {message.id for message in told(wanted)}, "run: make i18n"


def test_every_message_has_a_translation(known: Catalog) -> None:
    assert not [message.id for message in told(known) if not message.string]


def test_no_translation_is_a_guess(known: Catalog) -> None:
    assert not [message.id for message in told(known) if message.fuzzy]


def test_every_translation_has_the_values_of_its_message(known: Catalog) -> None:
    for message in told(known):
        assert placeholders(str(message.string)) == placeholders(str(message.id)), message.id
        assert len(slots(parts(message.string))) == len(slots(parts(message.id))), message.id


def test_every_translation_leaves_out_what_its_message_leaves_out(known: Catalog) -> None:
    def clauses(message: object) -> list[list[str]]:
        return sorted(
            sorted(slot.name for slot in slots(piece)) for piece in parts(message) if isinstance(piece, Clause)
        )

    for message in told(known):
        assert clauses(message.string) == clauses(message.id), message.id


def test_signs_are_balanced(known: Catalog) -> None:
    for message in told(known):
        for opening, closing in ("{}", "[]", "()", "（）", "“”", "「」"):
            assert str(message.string).count(opening) == str(message.string).count(closing), message.id


def test_chinese_has_no_plural_and_no_english(known: Catalog) -> None:
    for message in told(known):
        assert not [slot for slot in slots(parts(message.string)) if slot.many], message.id
        words = set(re.findall("[A-Za-z]{2,}", re.sub(r"\{[^}]*\}", "", str(message.string))))
        assert words <= FOREIGN, message.id


@pytest.mark.parametrize(("language", "foreign"), [("zh_Hans", TRADITIONAL), ("zh_Hant", SIMPLIFIED)])
def test_no_character_is_of_the_other_script(language: str, foreign: str) -> None:
    strange = set(foreign) - (set(SIMPLIFIED) & set(TRADITIONAL))
    assert not [said for said in translations(language).values() if strange & set(said)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_nobody_knows_stays_as_it_is(language: str) -> None:
    assert translator(language)("Nobody ever says this.") == "Nobody ever says this."


def test_a_catalogue_brought_up_to_date_keeps_what_was_translated() -> None:
    before, now = Catalog(locale="zh_Hans"), Catalog()
    before.add("Undo", "撤销")
    before.add("Gone", "走了")
    for message in ("Undo", "Undo all"):
        now.add(message)
    after = catalogue.updated(before, now)
    assert [(message.id, message.string or "") for message in told(after)] == [("Undo", "撤销"), ("Undo all", "")]
    assert "走了" not in written(after).decode()
