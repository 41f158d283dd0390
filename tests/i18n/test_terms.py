"""The rulebook's names in traditional characters."""

import re
from pathlib import Path

import pytest

import domain.games
from companion.i18n import tongue_of
from companion.i18n.hant import SIMPLIFIED, TRADITIONAL, traditional
from domain.text import Term

SAME = (
    "一三上下不世中主之事五人什仁仇他付代以件任伍伴位作你佩佳使保修值像先光克全八共兵其出刃分利到制刺前劈"
    "力功加劫勤包匕卡卵去及友反取受口古召可各合吉吸命和咒品售嘲器回固在地型城域堆塔填士外大天失奈契女姆娜"
    "子字存守安定客害家容射小少就尼岩巨巫己已市序度弱形影役得德心忌志快怒思恢恩您惠意感慈成或房手打托扭找"
    "技投拆拉持指挑捷掉掠接控推插揭收改攻放故效敏救教散文斯新旁旅族日明昏星普景晶暗暮暴曲最有服望期未本束"
    "板枚果格案概槽模次正步武殊段每毒水求治法注活派流浮消添清溢灌火炸焰熔熟燃爆爪牌物特狂狙玩珊理瑚瓦生用"
    "甲界留疲白的皮盒盔盟目直相盾眠睡瞄石砍示祖祝神祭禁福租移程空穿符等筋算箭精糊系索置翻考者背能自至舞艾"
    "花英莫落蛇血行表被要覆角解路跳迅近述迷追送透通速避部重量阱阻除陷障雄雷非面首骰高魂魔黑停同尚拾更止片色"
)
"""Characters of the games' names that both write alike."""
HAN = re.compile("[\u4e00-\u9fff]")


def characters() -> set[str]:
    """All Chinese characters in the games' code and content."""
    folder = Path(domain.games.__file__).parent
    sources = (*folder.rglob("*.py"), *folder.rglob("content.toml"))
    return {character for source in sources for character in HAN.findall(source.read_text(encoding="utf-8"))}


def test_somebody_looked_at_every_character() -> None:
    assert not characters() - set(SIMPLIFIED) - set(SAME), "add them to companion/i18n/hant.py, or to SAME here"


def test_the_table_is_one_to_one() -> None:
    assert len(SIMPLIFIED) == len(TRADITIONAL) == len(set(SIMPLIFIED))
    assert not set(SIMPLIFIED) & set(SAME)


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
    assert traditional(simplified) == said


def test_names_of_the_game_follow_the_script_of_the_pages() -> None:
    journal = Term("Party journal", "队伍日志")
    tongues = [tongue_of("zh_Hant"), tongue_of("zh_Hans"), tongue_of("en"), tongue_of("zh_Hant", "en")]
    assert [tongue.name(journal) for tongue in tongues] == ["隊伍日誌", "队伍日志", "Party journal", "Party journal"]


def test_a_name_that_somebody_typed_stays_as_it_is() -> None:
    assert tongue_of("zh_Hant").name(Term("皇后", "皇后")) == "皇后"
