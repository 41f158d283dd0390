"""The rulebook's names in traditional characters."""

import re
from pathlib import Path

import pytest

import domain.games
from companion.i18n import tongue_of
from companion.i18n.hant import to_traditional
from domain.framework.text import Term

HAN = re.compile("[\u4e00-\u9fff]+")


def names() -> set[str]:
    """All that is Chinese in the games' code and content."""
    folder = Path(domain.games.__file__).parent
    sources = (*folder.rglob("*.py"), *folder.rglob("*.toml"))
    return {name for source in sources for name in HAN.findall(source.read_text(encoding="utf-8"))}


def test_every_name_becomes_one_that_big5_can_write() -> None:
    """Big5 has the traditional characters and no simplified one."""
    said = [to_traditional(name) for name in sorted(names())]
    assert not [name for name in said if name != name.encode("big5", "ignore").decode("big5")]


@pytest.mark.parametrize(
    ("simplified", "said"),
    [
        ("鲁恩代尔", "魯恩代爾"),
        ("队伍日志", "隊伍日誌"),
        ("意志", "意志"),
        ("恢复体力", "恢復體力"),
        ("复苏", "復甦"),
        ("背包", "背包"),
        ("派系路线", "派系路線"),
        ("受1伤害：重投魔法攻击，可重复", "受1傷害：重投魔法攻擊，可重複"),
    ],
)
def test_names_are_written_as_readers_of_traditional_chinese_write_them(simplified: str, said: str) -> None:
    assert to_traditional(simplified) == said


def test_names_of_the_game_follow_the_script_of_the_pages() -> None:
    journal = Term("Party journal", "队伍日志")
    tongues = [tongue_of("zh_Hant"), tongue_of("zh_Hans"), tongue_of("en"), tongue_of("zh_Hant", "en")]
    assert [tongue.name(journal) for tongue in tongues] == ["隊伍日誌", "队伍日志", "Party journal", "Party journal"]


def test_a_name_that_somebody_typed_stays_as_it_is() -> None:
    assert tongue_of("zh_Hant").name(Term("皇后", "皇后")) == "皇后"
