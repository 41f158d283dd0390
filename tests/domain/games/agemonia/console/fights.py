"""Moments of a scenario, as the events that lead there: cards the table typed in, enemies, a round under way."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.agemonia.campaign.items import ItemGained, ItemSelectionForScenarioMade
from domain.games.agemonia.campaign.journey import JourneyStepEnded, ScenarioCardGained, ScenarioSelected
from domain.games.agemonia.campaign.party import HeroBoardRecorded, HeroJoinedParty
from domain.games.agemonia.console.enemies import EnemyDamaged
from domain.games.agemonia.console.movement import AreaRegistered, BorderDrawn, HeroPlaced
from domain.games.agemonia.console.rounds import HeroActionSelected, InitiativeCardRevealed, RoundStarted
from domain.games.agemonia.console.scenario import ScenarioStarted
from domain.games.agemonia.console.spawning import EnemyCardRevealed, EnemySpawned
from tests.domain.games.agemonia.moments import CITY_OVER, DISKS, LEVEL_2, PLAYING, WATCH, Events, trained, typed_in

LUNARA, VENIA = "lunara", "venia"
SKITTERER, ONE, TWO, THREE = "skitterer", "skitterer 1", "skitterer 2", "skitterer 3"
RED_DIE = typed_in("dice", "action-die", sides=["one", "one", "two", "two", "one_extra", "stamina"])
BLUE_DIE = typed_in("dice", "reaction-die", sides=["blank", "one", "one", "two", "two", "special"])
ONE_UP, TWO_UP, EXTRA, PAID = 1, 3, 5, 6
"""What a die of the table's shows: 1 success, 2, 1 and another die, a stamina face."""
BOARDS: Events = (
    HeroBoardRecorded(hero=LUNARA, strength=3, agility=2, will=2, taunt=4),
    HeroBoardRecorded(hero=VENIA, strength=1, agility=3, will=2, taunt=2),
)
NOTHING_MORE = {"shield": 0, "provoke": 0}
"""What an enemy's card says that shows neither a shield nor that it provokes."""
FIGHTING: Events = (*PLAYING, *DISKS, *BOARDS)


def enemy(count: int = 3, **card: Any) -> Events:
    """A card of skitterers and so many of their models on the map, from number 1 on."""
    return (
        EnemyCardRevealed(enemy=SKITTERER, **{"symbol": "red", "base": 5, "models": 6, **NOTHING_MORE, **card}),
        EnemySpawned(enemy=SKITTERER, numbers=tuple(range(1, count + 1)), at_setup=True),
    )


def turns(*order: str, **actions: str) -> Events:
    """A round whose turns go in this order of symbols; heroes select the focus action unless another is named."""
    chosen = {LUNARA: "focus", VENIA: "focus", **actions}
    symbols = {**dict.fromkeys(chosen, "blue"), LUNARA: "red", VENIA: "green"}
    return (
        RoundStarted(),
        *(HeroActionSelected(hero=hero, action=action, symbol=symbols[hero]) for hero, action in chosen.items()),
        InitiativeCardRevealed(order=order or ("ally red", "enemy red", "ally green")),
    )


ENEMY_FIRST = ("enemy red", "ally red", "ally green")


def map_of(*areas: str, capacity: int | None = None) -> Events:
    return tuple(AreaRegistered(area=area, capacity=capacity) for area in areas)


def joined(*pairs: tuple[str, str], kind: Any = "single line", higher: str | None = None) -> Events:
    return tuple(BorderDrawn(area=here, to=there, kind=kind, higher=higher) for here, there in pairs)


def at(**places: str) -> Events:
    """Figures put into areas; enemies' numbers follow an underscore."""
    return tuple(HeroPlaced(hero=figure.replace("_", " "), area=area) for figure, area in places.items())


def armed(hero: str, item: str, **numbers: Any) -> Events:
    """A hero with an item at hand."""
    return (
        typed_in("items", item, **numbers),
        ItemGained(hero=hero, item=item),
        ItemSelectionForScenarioMade(hero=hero, active=(item,)),
    )


def skilled(hero: str, skill: str) -> Events:
    """A scenario of a party in which a hero has a class skill, its disks and boards known."""
    joins = () if hero in (LUNARA, VENIA) else (HeroJoinedParty(hero=hero),)
    return (
        *LEVEL_2,
        *joins,
        *trained(*dict.fromkeys((LUNARA, VENIA, hero)), **{hero: skill}),
        ScenarioCardGained(scenario=WATCH),
        *CITY_OVER,
        ScenarioSelected(scenario=WATCH),
        JourneyStepEnded(),
        ScenarioStarted(),
        *DISKS,
        *BOARDS,
    )


def blow(figure: str, amount: int, **more: Any) -> Event[Any]:
    return EnemyDamaged(figure=figure, amount=amount, **more)
