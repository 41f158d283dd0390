"""The terminal tells a campaign in the words of its game, and so what went wrong with it."""

import pytest

from tests.companion.cli.conftest import Terminal
from tests.shelf import Shelf

CHINESE = ("--lang", "zh_Hans")


@pytest.fixture(autouse=True)
def words(shelf: Shelf) -> None:
    unknown = "There is no campaign “{key}”."
    shelf.write("core", {unknown: "没有“{key}”这个战役。"})
    shelf.write(
        "toy",
        {
            unknown: "海上没有“{key}”。",
            "{seat} gained {amount} coins": "{seat}赚了{amount}枚金币",
            "Not enough coins ({have}/{need}).": "钱不够（{have}/{need}）。",
        },
    )


def test_the_log_is_told_in_the_words_of_the_game(harbour: Terminal) -> None:
    assert "Ann赚了9枚金币" in harbour.ok(*CHINESE, "log", "harbour").out


def test_so_is_what_was_recorded(harbour: Terminal) -> None:
    recorded = harbour.ok(*CHINESE, "record", "harbour", "coins-gained", "seat=Ann", "amount=2")
    assert "Ann赚了2枚金币" in recorded.out


def test_so_is_a_file(harbour: Terminal) -> None:
    file = harbour.data / "evening.md"
    harbour.ok(*CHINESE, "export", "harbour", file)
    assert "Ann赚了9枚金币" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("record", "harbour"), ("play", "harbour")])
def test_so_is_a_refusal(harbour: Terminal, command: tuple[str, ...]) -> None:
    harbour.ok("record", "harbour", "seat-taken", "seat=Bob")
    file = harbour.data / "evening.jsonl"
    file.write_text('{"event": "tower-built", "seat": "Bob", "tower": "oak"}')
    what = {"record": ("tower-built", "seat=Bob", "tower=oak"), "play": (file,)}[command[0]]
    assert "钱不够（0/2）。" in harbour(*CHINESE, *command, *what).err


def test_where_no_campaign_is_at_hand_the_core_speaks(harbour: Terminal) -> None:
    assert "没有“nowhere”这个战役。" in harbour(*CHINESE, "log", "nowhere").err
