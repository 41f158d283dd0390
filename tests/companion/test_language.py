"""How a visitor is spoken to, and what stays on the device."""

import pytest
from flask import Flask

from companion.services import Services
from companion.web.rendering.clock import clock, day
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body


@pytest.fixture
def built(visitor: Visitor) -> Visitor:
    visitor.record("tower-built", seat="Ann", tower="oak")
    return visitor


def test_the_words_of_the_game_come_in_the_language_asked_for(built: Visitor) -> None:
    assert "橡木塔" in built.text("log?content=zh")


def test_the_language_asked_for_is_kept(built: Visitor) -> None:
    built.get("log?content=zh")
    assert "橡木塔" in built.log


def test_an_unknown_language_changes_nothing(built: Visitor) -> None:
    assert "Oak Tower" in built.text("log?content=tlh")


def test_options_of_a_form_are_in_that_language_too(built: Visitor) -> None:
    assert "铁塔" in built.text("record/tower-built?content=zh")


@pytest.mark.parametrize(
    ("name", "value"), [("theme", "light"), ("theme", "candle"), ("scale", "huge"), ("touch", "large")]
)
def test_a_choice_of_looks_is_kept_on_the_device(visitor: Visitor, name: str, value: str) -> None:
    visitor.post("/preferences", {name: value})
    assert f'data-{name}="{value}"' in body(visitor.get(""))


def test_a_look_that_is_none_is_not_kept(visitor: Visitor) -> None:
    visitor.post("/preferences", {"theme": '"><b>'})
    assert "data-theme" not in body(visitor.get(""))


def test_preferences_are_never_in_the_log(visitor: Visitor, head: Head) -> None:
    before = head()
    visitor.post("/preferences", {"theme": "light", "by": "Ann"})
    assert head() == before


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "en"),
        ("en", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("zh", "zh-Hans"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-CN", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh-TW,zh;q=0.9,en-US;q=0.8", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-MO", "zh-Hant"),
        ("zh-Hant", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("ZH-TW", "zh-Hant"),
        ("de,zh-TW;q=0.5,en;q=0.3", "zh-Hant"),
        ("en;q=0.5,zh-CN;q=0.9", "zh-Hans"),
        ("zh;q=0,en", "en"),
        ("de-CH,fr;q=0.5", "en"),
        ("*", "en"),
        ("nonsense;;q=x,,", "en"),
    ],
)
def test_the_browser_says_which_language_its_reader_reads(visitor: Visitor, wanted: str, language: str) -> None:
    assert f'<html lang="{language}" ' in body(visitor.get("", headers={"Accept-Language": wanted}))


def test_a_language_chosen_goes_before_the_browsers(visitor: Visitor) -> None:
    visitor.post("/preferences", {"interface": "zh_Hant"})
    assert "復原" in body(visitor.get("log", headers={"Accept-Language": "en"}))


def test_a_language_asked_for_in_the_address_is_kept(visitor: Visitor) -> None:
    visitor.get("?interface=zh_Hans")
    assert "开始本次游戏" in visitor.text("")


def test_the_device_decides_again_if_asked_to(visitor: Visitor) -> None:
    visitor.post("/preferences", {"interface": "zh_Hant"})
    visitor.post("/preferences", {"interface": ""})
    assert '<html lang="zh-Hans" ' in body(visitor.get("", headers={"Accept-Language": "zh-CN"}))


def test_an_unknown_language_of_the_pages_changes_nothing(visitor: Visitor) -> None:
    assert '<html lang="en" ' in body(visitor.get("?interface=tlh"))


@pytest.mark.parametrize(
    ("interface", "content", "page", "tower"),
    [
        ("en", "", "Undo", "Oak Tower"),
        ("zh_Hans", "", "撤销", "橡木塔"),
        ("zh_Hant", "", "復原", "橡木塔"),
        ("en", "zh", "Undo", "橡木塔"),
        ("zh_Hans", "en", "撤销", "Oak Tower"),
    ],
)
def test_the_words_of_the_game_follow_the_pages_unless_chosen_apart(
    built: Visitor, interface: str, content: str, page: str, tower: str
) -> None:
    said = built.text(f"log?interface={interface}&content={content}")
    assert page in said
    assert tower in said


def test_one_language_stays_when_the_other_is_chosen(built: Visitor) -> None:
    built.get("log?interface=zh_Hans&content=en")
    built.get("log?interface=zh_Hant")
    assert "Oak Tower" in built.log
    built.get("log?content=zh")
    assert "復原" in built.log


def test_languages_are_offered_by_their_own_names(visitor: Visitor) -> None:
    for interface in ("en", "zh_Hans", "zh_Hant"):
        said = visitor.text(f"/more?interface={interface}")
        assert all(name in said for name in ("English", "简体中文", "繁體中文"))


@pytest.mark.parametrize(("language", "said"), [("en", "Jan 2, 2026"), ("zh_Hans", "2026年1月2日")])
def test_days_are_written_as_the_reader_writes_them(app: Flask, language: str, said: str) -> None:
    with app.test_request_context(f"/?interface={language}"):
        assert day("2026-01-02T12:00:00Z") == said
        assert day("on Sunday") == clock("on Sunday") == "on Sunday"
        assert clock("2026-01-02T12:34:00Z").endswith(":34")


def test_names_picked_in_traditional_characters_are_known(visitor: Visitor, services: Services) -> None:
    services.campaigns.new("agemonia", "Lunara", {}, services.new_command())
    visitor = Visitor(visitor.app, "lunara")
    visitor.get("?interface=zh_Hant")
    visitor.record("scenario-card-gained", scenario="暮光守望")
    visitor.record("scenario-card-gained", scenario="遠古寶庫")
    with services.open("lunara") as campaign:
        assert list(campaign.table.scenarios) == ["twilight-watch", "the-vault-of-the-ancients"]


def test_a_document_names_the_language_of_its_words(visitor: Visitor) -> None:
    assert '<html lang="zh-Hant">' in body(visitor.get("export/html?interface=zh_Hant"))


def test_my_name_is_filled_in_from_then_on(visitor: Visitor) -> None:
    visitor.post("/preferences", {"by": "Ann"})
    visitor.record("coins-gained", seat="Bob", amount="2")
    assert "#5 Ann Bob gained 2 coins" in visitor.log
