"""The sheet of heroes and quests, and what comes next in a duel."""

from companion.testing import Spec
from domain.framework.events.event import Event
from domain.framework.game import PUBLIC
from domain.framework.kernel import AreasTracked
from domain.games.runewars import GAME
from domain.games.runewars.display.sheets import heroes_sheet
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroMoved, HeroTrained
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.heroes.duels import DuelCardsDrawn, DuelRoundResolved, DuelStarted
from domain.games.runewars.heroes.quests import AttributeTested, CardOfTestChosen, NextQuestDrawn, QuestRevealed
from domain.games.runewars.heroes.rewards import RewardDrawn, RewardUsed
from domain.games.runewars.state.table import Runewars
from projections.documents.plain import plain_sheet
from tests.domain.games.runewars.heroes.summer import CARTHOS, ELF, met, summer, typed

QUEST = typed("quests", "ruins", en="The Ruins", attribute="agility", success=["ally"])


def grids(spec: Spec) -> list[list[str]]:
    """The rows of both grids, as anybody sees them."""
    after = spec.play.campaign.table
    assert isinstance(after, Runewars)
    (sheet,) = heroes_sheet(GAME.view(after, PUBLIC))
    return [
        [" | ".join(str(_said(cell)) for cell in row) for row in block["rows"]]
        for block in plain_sheet(sheet)["blocks"]
    ]


def _said(cell: object) -> object:
    if isinstance(cell, dict):
        most = cell.get("of")
        return f"{cell['value']}/{most}" if most else cell["value"]
    return cell


def test_heroes_stand_with_what_everybody_may_know() -> None:
    carried: tuple[Event[Runewars], ...] = (
        RewardDrawn(seat="elf", hero=ELF, reward="rune-armor"),
        RewardDrawn(seat="elf", hero=ELF, reward="blade-of-fury"),
        RewardUsed(seat="elf", hero=ELF, reward="rune-armor"),
    )
    hidden = RewardDrawn(seat="uthuk", hero=CARTHOS)
    spec = summer(*carried, hidden).when(HeroTrained(hero=ELF, points={"agility": 1, "wisdom": 1}))
    assert grids(spec)[0] == [
        "Silhouette | Latari Elves | 1A | – | 3 | +1 | 0/3 | Rune Armor, 1 face down",
        "Mad Carthos | Uthuk Y'llan | 2A | 2 | – | – | 0 | 1 face down",
    ]


def test_a_test_is_told_with_its_cards() -> None:
    marks = (typed("fate", "1", destiny="ally"), typed("fate", "2", destiny="refuse"))
    spec = summer(QUEST, *marks, NextQuestDrawn(seat="elf", quest="ruins")).when(HeroMoved(hero=ELF, to="3A"))
    tested = spec.and_then(QuestRevealed(seat="elf", hero=ELF, quest="ruins"))
    drawn = tested.and_then(AttributeTested(hero=ELF, cards=("1", "2")))
    assert grids(drawn.and_then(CardOfTestChosen(hero=ELF, card="1")))[1] == [
        "Year 1, Summer | Silhouette | moved: 3A | The Ruins | Agility 2: Fate 1, Fate 2, ally chosen | completed"
    ]


def test_a_duel_is_told_with_its_rounds() -> None:
    spec = met(typed("heroes", CARTHOS, health=1)).when(DuelStarted(hero=CARTHOS, foe=ELF))
    drawn = spec.and_then(DuelCardsDrawn(attacker="damage 2", defender="damage 1"))
    drawn.then_next("Round 1: Mad Carthos takes 1, Silhouette takes 2")
    assert grids(drawn.and_then(DuelRoundResolved()))[1] == [
        "Year 1, Summer | Silhouette | skipped: 3A | – | – | –",
        "Year 1, Summer | Mad Carthos | moved: 3A | Duel with Silhouette | 1 round | duel lost",
    ]


def test_a_second_hero_has_a_row_of_its_own() -> None:
    spec = summer(HeroDealt(seat="elf", hero="Astarra", area="1A")).when(HeroActionSkipped(hero="Astarra"))
    assert grids(spec)[1] == ["Year 1, Summer | Astarra | skipped: 1A | – | – | –"]


def test_a_table_that_tracks_no_heroes_has_no_such_sheet() -> None:
    after = summer(AreasTracked(tracks=("calendar", "heroes"))).when(AreasTracked(tracks=("calendar",)))
    assert isinstance(after.play.campaign.table, Runewars)
    assert not list(heroes_sheet(after.play.campaign.table))
