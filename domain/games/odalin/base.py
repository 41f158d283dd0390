"""Shared by all events of Odalin: the base class, kinds of fields, action points, and common refusals."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.turns import TurnOrder
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout
from domain.framework.events.marks import FixedTexts, Line, Occasion
from domain.framework.refusal import Refused, never, refusal
from domain.games.odalin import sections
from domain.games.odalin.state.hero import Hero
from domain.games.odalin.state.table import Odalin, Room

HERO_DOWN = never("hero-down", "{hero} is down.", rule=sections.DEFEAT)
NOT_YOUR_TURN = refusal("not-your-turn", "It is the turn of {current}.", rule=sections.HERO_TURN, areas=("turns",))
NOBODYS_TURN = refusal("nobodys-turn", "Begin the round first.", rule=sections.ROUND_START, areas=("turns",))
NOT_ENOUGH_POINTS = never(
    "not-enough-points", "{hero} has {have|action point|action points} left, not {need}.",
    rule=sections.ACTION_POINTS, areas=("turns",),
)  # fmt: skip
NOT_SO_TAINTED = never(
    "not-so-tainted", "{hero} has {have|tainted point|tainted points} ready, not {need}.",
    rule=sections.ACTION_POINTS, areas=("turns",),
)  # fmt: skip
ATTACK_FIRST = refusal("attack-first", "Finish the attack first.", rule=sections.ATTACKS, areas=("attacks",))
ENEMY_ALIVE = refusal("enemy-alive", "An enemy is still alive.", rule=sections.DOORS)

HERO_TURN = ("hero turn", "dungeon")
"""The steps of a hero's turn; without tracked turns the whole dungeon is one step."""
IN_DUNGEON = ("dungeon", "round start", "hero turn", "attack", "villain turn", "amulet turn")
"""All steps of the Dungeon Phase."""
AT_REST = ("setup", "journey", "campfire")
"""The steps in which items can be exchanged."""

OWN_CAUSES = (
    "Hell Rift",
    "action card",
    "amulet",
    "anvil",
    "attack",
    "aura of retribution",
    "balance",
    "barrel",
    "blessing",
    "burst",
    "chest",
    "cost",
    "curse",
    "defeated",
    "demonic form",
    "dice",
    "focus",
    "holy aura",
    "invigorated",
    "lamp",
    "more than 10 soul",
    "penitence",
    "poisoned",
    "power",
    "profane strike",
    "quest",
    "relic",
    "rewards",
    "round",
    "rune",
    "sacred healing",
    "scenery",
    "shrine",
    "tainted point",
    "terrain",
    "trap",
    "villain defeated",
)
"""The reasons that the rules give; any other reason is a remark of the table."""
Source = Annotated[Occasion, FixedTexts(OWN_CAUSES)]
Few = Annotated[int, Field(ge=0, le=30)]
Some = Annotated[int, Field(ge=1, le=99)]
HeroId = Annotated[str, Choice("heroes", lambda table: table.heroes)]
VillainId = Annotated[str, Choice("combatants", lambda table: table.villains)]
EnemyId = Annotated[
    str, Choice("combatants", lambda table: [v for v in table.villains if not table.villains[v].lord_of])
]
"""A villain that is no Demon Lord. A Demon Lord is subdued and never leaves the board otherwise (失控)."""
VillainMet = Annotated[Line, Choice("villains", free=True, likely=lambda table: [[*table.ids("villains")][-3:]])]
"""A kind of villain; the kinds typed in last are suggested first."""
ItemId = Annotated[Line, Choice("equipment", free=True)]
ConditionId = Annotated[
    str, Choice("conditions", most=lambda table: dict.fromkeys(table.ids("conditions"), 1))
]  # one token of each kind at most (状态)
Tokens = Annotated[dict[ConditionId, Annotated[int, Field(ge=1, le=9)]], Field(max_length=8)]


def is_standing(table: Odalin) -> list[str]:
    return table.heroes_up()


def why_down(table: Odalin, hero: str) -> Refused | None:
    return HERO_DOWN(hero=table.called("heroes", hero)) if hero in table.heroes else None


CombatantId = Annotated[str, Choice("combatants", lambda table: table.combatants(), why_not=why_down)]
Whom = Annotated[CombatantId, Field(title="whom")]
StandingHero = Annotated[str, Choice("heroes", is_standing, why_not=why_down)]


class OdalinEvent(Event[Odalin]):
    """The base of all events of Odalin."""

    namespace: ClassVar[str] = "odalin"


def hero_of(table: Odalin, hero: str) -> Hero:
    """A hero of the party; a blank one that is not stored if a correction removed it."""
    return table.heroes.get(hero) or Hero()


def room_of(table: Odalin) -> Room:
    """The current room; a blank one that is not stored if none is set up."""
    return table.rooms.get(table.room) or Room()


def has_turns(table: Odalin) -> bool:
    """Whether turns are taken now and tracked."""
    return table.phase == "dungeon" and bool(table.track) and table.tracks("turns")


TURNS: TurnOrder[Odalin] = TurnOrder(
    kind="combatants",
    has_turns=has_turns,
    left=lambda table: [table.at_turn] if table.at_turn else [],
    is_out=lambda table, who: table.is_down(who),
    out=HERO_DOWN.saying("{seat} is down."),
    not_yours=NOT_YOUR_TURN,
    nobodys=(NOBODYS_TURN, has_turns),
)


def not_at_turn(table: Odalin, hero: str) -> Iterator[Refused]:
    """The refusals for a hero that is not at turn."""
    yield from TURNS.not_at_turn(table, hero)


def acting_heroes(table: Odalin) -> list[str]:
    """The hero at turn, for offers; all active heroes if turns are not tracked."""
    if not table.tracks("turns"):
        return table.heroes_up()
    return [table.at_turn] if table.at_turn in table.heroes else []


# === Action points: three a round, tainted ones at the price of corruption (行动点数) =============


def too_few_points(table: Odalin, hero: str, need: int, tainted: int | None) -> Iterator[Refused]:
    """The refusal for a hero with too few action points left, or fewer tainted ones than given."""
    here, called = hero_of(table, hero), table.called("heroes", hero)
    if here.ready < need:
        yield NOT_ENOUGH_POINTS(hero=called, have=here.ready, need=need)
    elif tainted and here.tainted_ready < tainted:
        yield NOT_SO_TAINTED(hero=called, have=here.tainted_ready, need=tainted)


class PointsSpent(OdalinEvent):
    """The base of events that cost action points; tainted points are used last unless given."""

    points: ClassVar[int] = 1
    layout = Layout(no_choice=("tainted",))
    hero: StandingHero
    tainted: Annotated[Annotated[int, Field(ge=0, le=3)] | None, Field(title="tainted points among them")] = None

    @property
    def cost(self) -> int:
        """The number of points it costs."""
        return self.points

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from too_few_points(table, self.hero, self.cost, self.tainted)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        if not table.tracks("turns"):
            return self.copy_with(tainted=0)
        if self.tainted is not None:
            return self.copy_with(tainted=min(self.tainted, self.cost))
        here = hero_of(table, self.hero)
        return self.copy_with(tainted=min(here.tainted_ready, max(0, self.cost - here.clean_ready)))

    def apply(self, table: Odalin) -> None:
        if table.tracks("turns"):
            hero, tainted = hero_of(table, self.hero), self.tainted or 0
            hero.tainted_spent += tainted
            hero.spent += self.cost - tainted
        mark_acted(table, self.hero)
        table.agenda.drop(lambda due: due.event == "power-spent" and not due.must)


def mark_acted(table: Odalin, hero: str) -> None:
    """Mark that a hero has acted, so that the start of its turn is over; for `apply`."""
    table.acted = table.acted or table.at_turn == hero


class OwnTurn(PointsSpent):
    """The base of acts in a hero's own turn, before or after an attack but not during it."""

    during = HERO_TURN

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_at_turn(table, self.hero)
        if table.attack:
            yield ATTACK_FIRST()
