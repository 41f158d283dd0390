"""Pages about a campaign speak the words of its game; all others those of the core."""

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.guest import Guest, code_of
from tests.companion.visitor import Visitor
from tests.shelf import Shelf

CHINESE = "interface=zh_Hans"


@pytest.fixture(autouse=True)
def words(shelf: Shelf) -> None:
    shelf.write(
        "core",
        {"Log": "日志", "More": "更多", "Join": "加入", "There is nothing at “{segment}”.": "这里没有“{segment}”。"},
    )
    shelf.write(
        "toy",
        {
            "Log": "航海日志",
            "Join": "上船",
            "More": "还有",
            "{seat} gained {amount} coins": "{seat}赚了{amount}枚金币",
            "Not enough coins ({have}/{need}).": "钱不够（{have}/{need}）。",
            "There is nothing at “{segment}”.": "海上没有“{segment}”。",
        },
    )


def test_the_log_of_a_campaign_is_told_in_the_words_of_its_game(visitor: Visitor) -> None:
    assert "Ann赚了9枚金币" in visitor.text(f"log?{CHINESE}")


def test_so_is_the_frame_around_it(visitor: Visitor) -> None:
    assert "航海日志" in visitor.text(f"log?{CHINESE}")


def test_a_page_about_no_campaign_speaks_the_words_of_the_core(visitor: Visitor) -> None:
    page = visitor.text(f"/more?{CHINESE}")
    assert ("更多" in page, "还有" in page) == (True, False)


def test_a_campaign_that_is_begun_is_asked_for_in_the_words_of_its_game(visitor: Visitor) -> None:
    assert "还有" in visitor.text(f"/new/toy?{CHINESE}")


def test_a_refusal_is_told_in_the_words_of_the_game(visitor: Visitor) -> None:
    visitor.get(f"log?{CHINESE}")
    refused = visitor.record("tower-built", seat="Bob", tower="oak")
    assert "钱不够（0/2）。" in refused.get_data(as_text=True)


def test_so_is_an_error_at_its_table(visitor: Visitor) -> None:
    assert "海上没有“nowhere”。" in visitor.text(f"why?path=nowhere&{CHINESE}")


def test_a_file_of_a_campaign_is_written_in_the_words_of_its_game(visitor: Visitor) -> None:
    assert "Ann赚了9枚金币" in visitor.get(f"export/md?{CHINESE}").get_data(as_text=True)


def test_so_is_a_report(visitor: Visitor) -> None:
    assert "赚了9枚金币" in visitor.text(f"report?{CHINESE}")


def test_who_joins_reads_the_words_of_the_game_once_the_code_is_right(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    phone = Guest(app)
    assert "加入" in phone.text(f"/join?{CHINESE}")
    phone.type_code(code_of(app, services))
    assert "上船" in phone.text(f"/join?{CHINESE}")
