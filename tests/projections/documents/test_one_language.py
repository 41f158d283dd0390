"""Names that are known in one language only: marked among words of the other, in pages and on paper."""

import io

import pytest
from pypdf import PdfReader

from companion.i18n import tongue_of
from companion.testing import given
from domain.framework.text import ENGLISH
from domain.framework.views.sheet import Sheet, Word, Words
from domain.games.runewars import GAME
from projections.documents.export import render_sheets
from projections.documents.one_language import OneLanguage, one_language

CHINESE = tongue_of("zh_Hans", game="runewars")
NAMES = OneLanguage("en", ("Mad Carthos", "Mad"), "只有英文名")
MARK = '<i lang="en" class="one-language" title="只有英文名">{}</i>'


def test_heroes_whom_the_rulebook_names_in_english_alone_are_known_in_english_only() -> None:
    names = one_language(given(GAME).play.campaign.table, CHINESE)
    assert {"Mad Carthos", "Silhouette"} <= set(names.names)
    assert (names.language, names.said) == ("en", "只有英文名")


def test_where_pages_are_english_their_names_are_no_others() -> None:
    assert one_language(given(GAME).play.campaign.table, ENGLISH).names == ()


def test_a_name_is_marked_among_other_words() -> None:
    assert NAMES.marked("<p>与Mad Carthos决斗</p>") == f"<p><bdi>与{MARK.format('Mad Carthos')}决斗</bdi></p>"


def test_a_name_alone_is_marked_alone() -> None:
    assert NAMES.marked("<b>\nMad \n</b>") == f"<b>\n{MARK.format('Mad')} \n</b>"


@pytest.mark.parametrize(
    "page",
    [
        '<a title="Mad Carthos">x</a>',
        "<option>Mad Carthos</option>",
        "<title>Mad Carthos</title>",
        "<textarea>Mad</textarea>",
        "<b>Madder</b>",
        "<b>mad</b>",
    ],
)
def test_attributes_and_what_holds_words_alone_stay_as_they_are(page: str) -> None:
    assert NAMES.marked(page) == page


def test_behind_what_holds_words_alone_names_are_marked_again() -> None:
    assert NAMES.marked("<option>Mad</option><b>Mad</b>") == f"<option>Mad</option><b>{MARK.format('Mad')}</b>"


def test_a_name_is_marked_as_pages_write_it() -> None:
    names = OneLanguage("zh", ("战士's",), "x")
    assert 'lang="zh"' in names.marked("<b>战士&#39;s</b>")


SHEETS = [Sheet("s", "S", [Words("W", [Word("Mad Carthos"), Word("别人")])])]


def test_a_sheet_as_a_page_marks_names() -> None:
    assert MARK.format("Mad Carthos") in render_sheets(SHEETS, "html", CHINESE, "T", NAMES).decode()


def test_on_paper_a_name_has_slanted_letters() -> None:
    for names, count in (NAMES, 1), (OneLanguage(), 0):
        page = PdfReader(io.BytesIO(render_sheets(SHEETS, "pdf", CHINESE, "T", names))).pages[0]
        fonts = page["/Resources"]["/Font"].values()  # type: ignore[index]
        assert sum("Italic" in font.get_object()["/BaseFont"] for font in fonts) == count
