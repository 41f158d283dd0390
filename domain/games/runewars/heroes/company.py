"""The heroes of a seat: attributes, dealing, recruiting, placing, and removal."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Occasion, Settled
from domain.framework.events.offer import At, Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import strongholds_of
from domain.games.runewars.base import (
    ONLY_AT_WAR,
    AreaId,
    Living,
    RewardId,
    RunewarsEvent,
    at_war,
    not_to_gain,
    seats_at_turn,
)
from domain.games.runewars.state.heroes import MOST_TRAINING, Hero, living_heroes, unnamed_hero
from domain.games.runewars.state.kinds import Attribute, HeroCard
from domain.games.runewars.state.table import ATTRIBUTES, MOST_HEROES, Runewars

# === Attributes, training, health, and the damage of a duel (C-26 to C-28) =======================

"""The most points that training adds to an attribute, and the points of one action of training (训练)."""

HERO_ROUTED = refusal(
    "hero-routed", "{hero} is routed: no move, no duel, no quest until spring.", rule=sections.QUEST_PHASE
)
ATTRIBUTE_FULL = never("attribute-full", "{attribute} of {hero} already has +2.", rule=sections.TRAINING)


class HeroEvent(RunewarsEvent):
    heading = "Heroes"
    tracked: ClassVar[tuple[str, ...]] = ("heroes",)


def heroes_in_play(table: Runewars) -> list[str]:
    return living_heroes(table.heroes)


def heroes_of(table: Runewars, seat: str) -> list[str]:
    return living_heroes(table.heroes, seat)


def foes_in(table: Runewars, area: str, seat: str) -> list[str]:
    """The enemy heroes in an area."""
    return [
        id_ for id_ in living_heroes(table.heroes) if table.heroes[id_].area == area and table.heroes[id_].seat != seat
    ]


def is_hero_engaged(table: Runewars) -> bool:
    """Whether a duel or a quest is under way; it is finished before other acts of heroes are offered."""
    return bool(table.duel or table.attempt)


def seats_with_free_heroes(table: Runewars) -> list[str]:
    """The seat at turn, if no duel or quest is under way."""
    return [] if is_hero_engaged(table) else seats_at_turn(table)


def rewards_of_hero(table: Runewars, hero: str) -> list[str]:
    """The rewards of a hero, face down and face up; a blank for each one that is hidden or not recorded."""
    return [*table.hero(hero).rewards, *table.hero(hero).shown]


HeroId = Annotated[str, Choice("heroes", heroes_in_play)]
"""A hero in play."""
OwnHero = Annotated[str, Choice("heroes", heroes_of, given=("seat",))]
"""A hero that follows the seat."""
AnyHero = Annotated[str, Choice("heroes")]
"""A hero that the rules name."""
AttributeId = Annotated[Attribute, Choice("attributes")]
Held = Annotated[Line, Choice("rewards", rewards_of_hero, given=("hero",), free=True)]
"""A reward that a hero holds, by name; an unrecorded one is named when it is turned over."""


def attribute_value(table: Runewars, hero: str, attribute: Attribute) -> int | None:
    """The value of a hero's attribute: the printed value plus training (C-26); None if unknown."""
    card = HeroCard.of(table, hero)
    printed: Mapping[Attribute, int | None] = {
        "strength": card.strength,
        "agility": card.agility,
        "wisdom": card.wisdom,
    }
    base = printed[attribute]
    return None if base is None else base + table.hero(hero).training.get(attribute, 0)


def room_for(hero: Hero, attribute: Attribute) -> int:
    """The training that an attribute can still take."""
    return max(0, MOST_TRAINING - hero.training.get(attribute, 0))


def points_due(hero: Hero) -> int:
    """The training points of one action: two, or the rest (C-27)."""
    return min(MOST_TRAINING, sum(room_for(hero, attribute) for attribute in ATTRIBUTES))


def why_not_trained(table: Runewars, hero: str, points: Mapping[Attribute, int]) -> Iterator[Refused]:
    """The refusals of adding this much training to attributes."""
    for attribute, more in points.items():
        if more > room_for(table.hero(hero), attribute):
            name = table.called("attributes", attribute)
            yield ATTRIBUTE_FULL(attribute=name, hero=table.called("heroes", hero))


def train_attribute(hero: Hero, attribute: Attribute, more: int) -> None:
    """Add training to an attribute, at most the limit. For `apply`."""
    hero.training[attribute] = min(MOST_TRAINING, hero.training.get(attribute, 0) + more)


def health_left(table: Runewars, hero: str) -> int | None:
    """The remaining health of a hero; None if unknown."""
    health = HeroCard.of(table, hero).health
    return None if health is None else max(0, health - table.hero(hero).damage)


def is_doomed(table: Runewars, hero: str) -> bool:
    """Whether a hero has no health left."""
    return health_left(table, hero) == 0


def duel_damage(dealt: int, prevented: int) -> int:
    """The damage that a side takes in a round of a duel (C-28)."""
    return max(0, dealt - prevented)


def ask_no_more(table: Runewars, hero: str) -> None:
    """Drop the open questions to a defeated hero. For `apply`."""
    table.agenda.drop(lambda due: due.has_fields(hero=hero))


def if_routed(table: Runewars, hero: str) -> Iterator[Refused]:
    if table.hero(hero).routed:
        yield HERO_ROUTED(hero=table.called("heroes", hero))


# === The heroes of a seat: dealt at the start, recruited, placed, and lost (获得英雄; 逃跑的英雄)

CAPTAIN = "captain"
"""The title that keeps heroes from deserting."""
HERO_CARDS = 12
"""Hero cards in the box (配件清单)."""

OTHER_ALIGNMENT = refusal(
    "other-alignment",
    "The alignment of {hero} ({theirs}) does not match that of {seat} ({own}).",
    rule=sections.SETUP,
)
NO_HERO_CARDS = never(
    "no-hero-cards",
    "Say which hero it is: the app deals one only if all hero cards are typed in.",
    rule=sections.SETUP,
    asks=True,
)
NOT_AT_HOME = refusal(
    "hero-not-at-home",
    "Starting heroes go in the home realm of {seat}, not in {area}.",
    rule=sections.SETUP,
    areas=("map",),
)
NOT_IN_STRONGHOLD = refusal(
    "not-in-stronghold",
    "A new hero goes to a stronghold of {seat}, not to {area}.",
    rule=sections.GAINING_HEROES,
    areas=("map",),
)
NO_STRONGHOLD = refusal(
    "no-stronghold", "{seat} has no stronghold for a new hero.", rule=sections.GAINING_HEROES, areas=("map",)
)
TOO_MANY_HEROES = refusal(
    "too-many-heroes",
    "A player may control at most 3 heroes; choose one of {seat} to desert.",
    rule=sections.GAINING_HEROES,
)
CAPTAIN_HOLDS = refusal(
    "captain-holds",
    "{title} keeps the heroes of {seat} from deserting.",
    rule=sections.DESERTION,
    areas=("influence",),
)


def home_of(table: Runewars, seat: str) -> list[str]:
    """The home areas of a seat, the one with its stronghold first."""
    own = strongholds_of(table, seat)
    return sorted((id_ for id_, area in table.land.items() if area.home == seat), key=lambda id_: id_ not in own)


def heroes_to_deal(table: Runewars, seat: str) -> list[str]:
    """The hero cards in the deck with the alignment of a seat; none unless all cards of the deck are typed in."""
    own, cards = table.seat(seat).alignment, table.ids("heroes") if all_typed_in(table) else ()
    return [id_ for id_ in cards if id_ not in table.heroes and HeroCard.of(table, id_).alignment == own]


def that_may_follow(table: Runewars, seat: str) -> list[str]:
    """The known heroes without a player that match the alignment of a seat; an unnamed one is last."""
    own = table.seat(seat).alignment
    free = [id_ for id_ in table.ids("heroes") if id_ not in table.heroes]
    unnamed = [] if is_any_typed_in(table) else [unnamed_hero(seat)]
    return [*(id_ for id_ in free if HeroCard.of(table, id_).alignment in (None, own)), *unnamed]


def is_any_typed_in(table: Runewars) -> bool:
    """Whether the table typed in hero cards, so that it names its heroes."""
    return bool(table.library.get("heroes"))


def all_typed_in(table: Runewars) -> bool:
    """Whether all hero cards are typed in with their alignments, so that the program may deal one."""
    return sum(HeroCard.of(table, id_).alignment is not None for id_ in table.ids("heroes")) >= HERO_CARDS


def drawn_heroes(table: Runewars, seat: str) -> list[str]:
    """The hero cards from which a seat keeps one; the whole deck if its draw is not recorded."""
    return table.seat(seat).hero_cards or [id_ for id_ in table.ids("heroes") if id_ not in table.heroes]


def _not_at_home(table: Runewars, seat: str, area: str) -> Iterator[Refused]:
    """The refusal of a first hero outside the seat's home, if homes are known."""
    if table.area_at(area).home not in ("", seat) or (home_of(table, seat) and area not in home_of(table, seat)):
        yield NOT_AT_HOME(seat=table.called("seats", seat), area=table.called("areas", area))


def first_areas(table: Runewars, seat: str) -> list[str]:
    """The areas where the first hero of a seat may begin: all areas if its home realm is unknown."""
    return list(home_of(table, seat)) or [*table.land]


def seats_without_hero(table: Runewars) -> list[str]:
    """The seats to deal a first hero, once the starting player is known and the home realms are placed."""
    is_laid = not table.laying.tiles or all(home_of(table, seat) for seat in table.alive())
    if table.step != "setup" or not table.starting or not is_laid or is_hero_engaged(table):
        return []
    return [seat for seat in table.alive() if not heroes_of(table, seat)]


class HeroDealt(HeroEvent):
    """Deals a first hero. Without a name, the program draws one if all hero cards are typed in."""

    help_text = "Each player starts with a hero of the faction's alignment. Name it, or draw it here."
    sentence = "{hero} joined {seat}[, in {area}]"
    title = "Deal the first hero"
    during = ("setup",)
    layout = Layout(no_choice=("hero",))
    seat: Living
    hero: Annotated[Line, Choice("heroes", that_may_follow, given=("seat",), free=True)] | None = None
    area: Annotated[Line, Choice("areas", first_areas, given=("seat",), free=True)] | None = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The first heroes: drawn here if all cards are typed in, or named.

        If only the name or the area is open, each is a tap.
        """
        title, drawn = text("{seat}: which hero was dealt first?"), all_typed_in(table)
        for seat in seats_without_hero(table):
            home = len(home_of(table, seat))
            where = ("area",) if home > 1 or (not home and table.tracks("map")) else ()
            needs = where if heroes_to_deal(table, seat) else ("hero", *where)
            pad = "hero" if needs == ("hero",) else "area" if home > 1 and drawn and "hero" not in needs else ""
            opens = not drawn and not pad
            yield Offer(title, {"seat": seat}, True, also_required=needs, opens_form=opens, keypad=pad)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if followers := heroes_of(table, self.seat):
            yield ONLY_AT_WAR()
        if len(followers) >= MOST_HEROES:
            yield TOO_MANY_HEROES(seat=table.called("seats", self.seat))
        if self.hero is None:
            if not heroes_to_deal(table, self.seat):
                yield NO_HERO_CARDS()
        else:
            yield from not_to_gain(table, self.hero)
            yield from self._other_alignment(table, self.hero)
        if self.area:
            yield from _not_at_home(table, self.seat, self.area)

    def _other_alignment(self, table: Runewars, hero: str) -> Iterator[Refused]:
        own, theirs = table.seat(self.seat).alignment, HeroCard.of(table, hero).alignment
        if own and theirs and own != theirs:
            seat = table.called("seats", self.seat)
            yield OTHER_ALIGNMENT(hero=table.called("heroes", hero), theirs=theirs, seat=seat, own=own)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        home = home_of(table, self.seat)
        pool = heroes_to_deal(table, self.seat)
        return self.copy_with(
            hero=self.hero or (chance.draw(pool) if pool else None), area=self.area or (home[0] if home else None)
        )

    def apply(self, table: Runewars) -> None:
        if self.hero:
            table.heroes[self.hero] = Hero(seat=self.seat, area=self.area or "")


class HeroRecruited(HeroEvent):
    """Recruits one of the drawn cards of Rally Support, or a hero of a card. Other drawn cards return to the deck."""

    title = "Recruit a hero"
    help_text = "A hero arrives at a stronghold. If you already have three, choose which one deserts."
    sentence = "{seat} recruited {hero}[, to {area}][ ({source})]"
    acting_seat = "seat"
    seat: Living
    hero: Annotated[Line, Choice("heroes", drawn_heroes, given=("seat",), free=True)]
    area: Annotated[Line, Choice("areas", strongholds_of, given=("seat",), free=True)] | None = None
    deserter: OwnHero | None = Field(default=None, title="who deserts")
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The drawn hero cards, one of which is kept."""
        for seat in table.alive():
            if table.seat(seat).hero_cards:
                needs = ("deserter",) if len(heroes_of(table, seat)) >= MOST_HEROES else ()
                yield Offer(text("{seat}: which hero is kept?"), {"seat": seat}, required=True, also_required=needs)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.step == "setup":
            yield ONLY_AT_WAR()
        yield from not_to_gain(table, self.hero)
        seat, own = table.called("seats", self.seat), strongholds_of(table, self.seat)
        if len(heroes_of(table, self.seat)) >= MOST_HEROES and self.deserter is None:
            yield TOO_MANY_HEROES(seat=seat)
        if self.area is None and not own:
            yield NO_STRONGHOLD(seat=seat)
        if self.area and self.area not in own:
            yield NOT_IN_STRONGHOLD(seat=seat, area=table.called("areas", self.area))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        own = strongholds_of(table, self.seat)
        return self.copy_with(area=self.area or (own[0] if own else None))

    def apply(self, table: Runewars) -> None:
        table.seat(self.seat).hero_cards = []
        table.heroes[self.hero] = Hero(seat=self.seat, area=self.area or "")

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.deserter:
            yield HeroDeserted(hero=self.deserter)


class HeroPlaced(HeroEvent):
    title = "Place a hero"
    help_text = "Put a hero's figure somewhere: at the start of the game, or because of a card."
    sentence = "{hero} was placed in {area}[ ({source})]"
    hero: HeroId
    area: AreaId
    source: Occasion = ""
    on_tap = {"areas": At("area", text("Put a hero here"), where=at_war)}

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.step == "setup":
            yield from _not_at_home(table, table.hero(self.hero).seat, self.area)

    def apply(self, table: Runewars) -> None:
        table.hero(self.hero).area = self.area


class HeroDeserted(HeroEvent):
    """Removes a hero. The card returns to the deck, and the state of the hero is lost."""

    title = "Let a hero desert"
    help_text = "A hero leaves: the hero card goes back into the deck, the rewards are discarded face up."
    sentence = "{hero} deserted {seat}[, {rewards} discarded][ ({source})]"
    log = LogRole(confirm_undo="revealed")
    hero: HeroId
    source: Occasion = ""
    seat: Annotated[Living, Settled()] = ""
    rewards: Annotated[tuple[RewardId, ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        seat = table.hero(self.hero).seat
        if CAPTAIN in table.seat(seat).titles:
            yield CAPTAIN_HOLDS(title=table.called("titles", CAPTAIN), seat=table.called("seats", seat))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        hero = table.hero(self.hero)
        return self.copy_with(seat=hero.seat, rewards=tuple(filter(None, [*hero.rewards, *hero.shown])))

    def apply(self, table: Runewars) -> None:
        table.heroes.pop(self.hero, None)
        ask_no_more(table, self.hero)
        table.reward_discard.extend(self.rewards)
        table.questing = "" if table.questing == self.hero else table.questing
