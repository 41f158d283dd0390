"""A summer with heroes: Silhouette of the elves, who begin, and Mad Carthos of the Uthuk."""

from dataclasses import replace
from typing import Any

from companion.testing import Spec, given_bent
from domain.framework.events.event import Event
from domain.framework.kernel import Adjusted, ContentAdded, ContentCorrected
from domain.framework.table import put_value, split_path
from domain.games.runewars import GAME
from domain.games.runewars.display.heroes import hero_prompts
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroMoved
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.heroes.duels import DuelCardsDrawn, DuelRoundResolved, DuelStarted
from domain.games.runewars.heroes.quests import NextQuestDrawn
from domain.games.runewars.heroes.rewards import RewardDrawn, RewardsTraded, RewardUsed
from domain.games.runewars.setup.players import FactionChosen
from tests.domain.games.runewars.moments import CARD_DONE, SPRING, THREE, Events, ordered, over

ELF, CARTHOS = "silhouette", "mad-carthos"
DEALT: Events = (
    HeroDealt(seat="elf", hero=ELF, area="1A"),
    HeroDealt(seat="uthuk", hero=CARTHOS, area="2A"),
)
TO_SUMMER: Events = (
    *SPRING,
    *ordered(elf="strategize", uthuk="recruit", human="fortify"),
    *over("elf", "uthuk", "human"),
    *CARD_DONE,
)
HEROES = replace(GAME, prompts=lambda table: [*hero_prompts(table)])
"""The game with nothing to do but what heroes do."""


def summer(*before: Event[Any]) -> Spec:
    """The quest phase of the first summer, after what was set up, heroes and rewards of later years among it."""
    return given_bent(HEROES, *THREE, *DEALT, *before, *TO_SUMMER)


def met(*before: Event[Any], area: str = "3A") -> Spec:
    """Both heroes are in one area, and Mad Carthos is at work there."""
    elf = (HeroDealt(seat="elf", hero=ELF, area=area), HeroDealt(seat="uthuk", hero=CARTHOS, area="2A"))
    acted = (HeroActionSkipped(hero=ELF), HeroMoved(hero=CARTHOS, to=area))
    return given_bent(HEROES, *THREE, *elf, *before, *TO_SUMMER, *acted)


def with_state(spec: Spec, **parts: object) -> Spec:
    """The same table with something on it that other rooms of the game bring about, by path."""
    for path, value in parts.items():
        put_value(spec.play.campaign.table, split_path(path), value)
    return spec


def typed(kind: str, id_: str, /, **fields: Any) -> Event[Any]:
    """A card that the table typed in, or what it typed in about one that the pack knows."""
    known = id_ in GAME.pack.of(kind)
    return (ContentCorrected if known else ContentAdded)(kind=kind, id=id_, fields=fields)


def circle(card: str, symbol: str) -> Event[Any]:
    """A fate card, by what heroes read on it."""
    return typed("fate", card, circle=symbol)


def adventure(reward: str, quest: str) -> list[Event[Any]]:
    """Mad Carthos holds another reward and another quest, face down through a move, a trade and a duel.

    It is short, since every moment of it is looked at: the calendar is set to summer by hand.
    """
    second = "Bruin"
    return [
        typed("quests", "spire", en="A Spire", areas=["9A"]),
        FactionChosen(faction="elf", influence=3),
        FactionChosen(faction="uthuk", influence=2),
        FactionChosen(faction="human"),
        HeroDealt(seat="elf", hero=ELF, area="3A"),
        HeroDealt(seat="uthuk", hero=CARTHOS, area="2A"),
        HeroDealt(seat="human", hero=second, area="3A"),
        Adjusted(path=f"heroes.{second}.seat", after="uthuk", reason="a second hero"),
        Adjusted(path="season", after=2, reason="summer"),
        Adjusted(path="step", after="secondary", reason="the quest phase"),
        RewardDrawn(seat="uthuk", hero=CARTHOS, reward=reward),
        RewardDrawn(seat="uthuk", hero=CARTHOS, reward="rune-armor"),
        NextQuestDrawn(seat="uthuk", quest=quest),
        HeroActionSkipped(hero=ELF),
        HeroMoved(hero=CARTHOS, to="3A"),
        RewardsTraded(seat="uthuk", hero=CARTHOS, taker=second, rewards=(reward,)),
        DuelStarted(hero=CARTHOS, foe=ELF),
        DuelCardsDrawn(cards=("1", "2"), attacker="damage 1", defender="damage 1"),
        RewardUsed(seat="uthuk", hero=CARTHOS, reward="rune-armor", prevented=1),
        DuelRoundResolved(),
    ]
