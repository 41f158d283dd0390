"""A summer with heroes: Silhouette of the elves, who begin, and Mad Carthos of the Uthuk."""

from dataclasses import replace
from typing import Any

from domain.event import Event
from domain.games.runewars import GAME
from domain.games.runewars.display.heroes_prompts import coming
from domain.games.runewars.heroes.actions import HeroActionSkipped, HeroMoved
from domain.games.runewars.heroes.company import HeroDealt
from domain.kernel import ContentAdded, ContentCorrected
from domain.table import put, split
from tests.domain.games.runewars.moments import CARD_DONE, SPRING, THREE, Events, ordered, over
from tests.specs import Spec, given

ELF, CARTHOS = "silhouette", "mad-carthos"
DEALT: Events = (
    HeroDealt(seat="elf", hero=ELF, area="1A"),
    HeroDealt(seat="uthuk", hero=CARTHOS, area="2A"),
)
TO_SUMMER: Events = (
    *SPRING,
    *ordered(elf="strategize", uthuk="harvest", human="recruit"),
    *over("elf", "uthuk", "human"),
    *CARD_DONE,
)
HEROES = replace(GAME, prompts=lambda table, viewer: [*coming(table)])
"""The game with nothing to do but what heroes do."""


def summer(*before: Event[Any]) -> Spec:
    """The quest phase of the first summer, after what was set up."""
    return given(HEROES, *THREE, *DEALT, *before, *TO_SUMMER)


def met(*before: Event[Any], area: str = "3A") -> Spec:
    """Both heroes are in one area, and Mad Carthos is at work there."""
    elf = (HeroDealt(seat="elf", hero=ELF, area=area), HeroDealt(seat="uthuk", hero=CARTHOS, area="2A"))
    acted = (HeroActionSkipped(hero=ELF), HeroMoved(hero=CARTHOS, to=area))
    return given(HEROES, *THREE, *elf, *before, *TO_SUMMER, *acted)


def with_state(spec: Spec, **parts: object) -> Spec:
    """The same table with something on it that other rooms of the game bring about, by path."""
    for path, value in parts.items():
        put(spec.play.campaign.table, split(path), value)
    return spec


def typed(kind: str, id_: str, /, **fields: Any) -> Event[Any]:
    """A card that the table typed in, or what it typed in about one that the pack knows."""
    known = id_ in GAME.pack.of(kind)
    return (ContentCorrected if known else ContentAdded)(kind=kind, id=id_, fields=fields)


def circle(card: str, symbol: str) -> Event[Any]:
    """A fate card, by what heroes read on it."""
    return typed("fate", card, circle=symbol)
