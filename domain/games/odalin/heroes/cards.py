"""Action cards by sleeve: assembled, dealt, discarded, and their zones (行动卡)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.decks import Deck
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import KeepsOrder, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import spaced_words, text
from domain.games.odalin import sections
from domain.games.odalin.base import AT_REST, HeroId, OdalinEvent, Source, StandingHero, hero_of
from domain.games.odalin.heroes.dials import Healed
from domain.games.odalin.heroes.dice import bonus_of
from domain.games.odalin.state.hero import SLEEVES, Sleeve, Zone
from domain.games.odalin.state.kinds import ActionCard, Half, Side
from domain.games.odalin.state.table import Odalin

NO_DECK = never("no-deck", "{hero} has no action cards yet: put them together first.", rule=sections.ACTION_CARDS)
NO_HAND = never("no-hand", "{hero} has no card in hand.", rule=sections.ACTION_CARDS)
SIMPLE_DRAW = refusal(
    "simple-draw", "{hero} is simplified: instead of drawing a card, heal 1.", rule=sections.SIMPLIFIED
)
ENEMIES_ONLY = refusal(
    "enemies-only",
    "Cards are only dealt while enemies are on the board. If an effect draws them, give it as the reason.",
    rule=sections.ROUND_START,
)
SAME_ZONE = never("same-zone", "That card is already there.", rule=sections.ACTION_CARDS)
TOO_MANY_FLIPPED = refusal("too-many-flipped", "{flipped} are flipped, but only {most} may be.", rule=sections.FLIPPED)
FLIP_LATER = refusal("flip-later", "Cards can only be flipped after a rest or on a journey.", rule=sections.FLIPPED)
OTHER_NUMBER = refusal(
    "other-number", "{card} is number {has}, but sleeve {number} begins with cards of its number.",
    rule=sections.ACTION_CARDS,
)  # fmt: skip
SAME_HALVES = refusal(
    "same-halves", "{hero_card} and {demon_card} are both {half} halves: a sleeve has one of each.",
    rule=sections.ACTION_CARDS,
)  # fmt: skip
HALVES_UNKNOWN = never(
    "halves-unknown", "Say first which half of its sleeve {card} is: name the cards of the sleeve again.",
    rule=sections.ACTION_CARDS, asks=True,
)  # fmt: skip
ABOVE_TEAM = refusal(
    "above-team-level", "A card of level {level} is above the team's level {team}.", rule=sections.UPGRADES
)
NOT_ITS_CARD = refusal("not-its-card", "That card belongs to {owner}.", rule=sections.UPGRADES)
UPPER_ONLY = refusal("upper-only", "{hero} is simplified: spirit and mind flip upper halves.", rule=sections.SIMPLIFIED)

TILT_UNKNOWN = never(
    "tilt-unknown",
    "Say the side and the strength of the card: they tilt the Balance Track.",
    rule=sections.BALANCE_TRACK,
    asks=True,
)

HAND = 4
"""The number of cards that a hero draws at the start of a round with enemies (每轮开始)."""


def sleeves_of(table: Odalin, hero: str) -> list[str]:
    return list(hero_of(table, hero).sleeves)


def in_hand(table: Odalin, hero: str) -> list[str]:
    return hero_of(table, hero).in_zone("hand")


SleeveOf = Annotated[str, Field(title="which card"), Choice("sleeves", sleeves_of, given=("hero",))]
InHand = Annotated[str, Field(title="which card"), Choice("sleeves", in_hand, given=("hero",))]
SleevesOf = Annotated[tuple[str, ...], Field(max_length=SLEEVES), Choice("sleeves", sleeves_of, given=("hero",))]


def sleeve_id(hero: str, number: int) -> str:
    """The id of a sleeve; it contains the hero, so that it is unique in any sentence."""
    return f"{hero} {number}"


def half_of_hero(table: Odalin, hero: str, sleeve: str) -> Half | None:
    """The half that the hero card of a sleeve supplies: as assembled, else by the cards; None if unknown."""
    here = hero_of(table, hero).sleeves.get(sleeve) or Sleeve()
    if here.halves_known:
        return "lower" if here.upper_is_demon else "upper"
    other: dict[Half | None, Half] = {"upper": "lower", "lower": "upper"}
    return half_of(table, here.hero_card) or other.get(half_of(table, here.demon_card))


def half_of(table: Odalin, card: str) -> Half | None:
    """The half that a card is: as printed, else by its kind; None if unknown."""
    here = ActionCard.of(table, card)
    if here.half or not here.kind:
        return here.half
    return "upper" if here.kind in ("attack", "aura") else "lower"


def id_of_half(table: Odalin, hero: str, sleeve: str, half: Half) -> str:
    """The id of the card that supplies a half of a sleeve; empty if it is unnamed, or its half is unknown."""
    here, own = hero_of(table, hero).sleeves.get(sleeve) or Sleeve(), half_of_hero(table, hero, sleeve)
    if own is None:
        return ""
    return here.hero_card if own == half else here.demon_card


def half_card(table: Odalin, hero: str, sleeve: str, half: Half) -> ActionCard:
    """The card that supplies a half of a sleeve; blank if it is not typed in, or its half is unknown."""
    return ActionCard.of(table, id_of_half(table, hero, sleeve, half))


def side_of(table: Odalin, hero: str, sleeve: str, half: Half) -> Side | None:
    """The side of a half: by its card, else chaos for a demon card and order for a hero card; None if unknown."""
    here, own = hero_of(table, hero).sleeves.get(sleeve) or Sleeve(), half_of_hero(table, hero, sleeve)
    if half_card(table, hero, sleeve, half).side or not here.hero_card or own is None:
        return half_card(table, hero, sleeve, half).side
    return "order" if own == half else "chaos"


def upper_value(field: str) -> Printed:
    """The mark of a value on the upper half of a sleeve; it is stored by sleeve if the card has no name."""

    def read(table: Any, sleeve: str) -> object:
        hero = sleeve.rpartition(" ")[0]
        card = half_card(table, hero, sleeve, "upper")
        if field == "side" and (side := side_of(table, hero, sleeve, "upper")):
            return side
        return getattr(card if field in card.model_fields_set else ActionCard.of(table, sleeve), field)

    return Printed(ActionCard, by="sleeve", read=read, kept=lambda value: {field: value})


def tilts(table: Odalin) -> bool:
    """Whether action cards tilt the Balance Track."""
    return table.system == "balance track" and table.tracks("power")


def demon_bonus(table: Odalin, hero: str, sleeve: str, half: Half) -> int:
    """The bonus of a hero card for the demon's half: damage to an attack, soul to a lower half (恶魔行动改良)."""
    here, own = hero_of(table, hero).sleeves.get(sleeve) or Sleeve(), half_of_hero(table, hero, sleeve)
    return ActionCard.of(table, here.hero_card).demon_bonus if own not in (None, half) else 0


def halves_unsaid(table: Odalin, hero: str, sleeve: str) -> Iterator[Refused]:
    """The refusal for using a sleeve whose bonus for the demon's half may count: which half that is, is unknown."""
    here = hero_of(table, hero).sleeves.get(sleeve) or Sleeve()
    if half_of_hero(table, hero, sleeve) is None and ActionCard.of(table, here.hero_card).demon_bonus:
        yield HALVES_UNKNOWN(card=table.called("action-cards", here.hero_card))


def not_to_sleeve(table: Odalin, hero: str, card: str, level: int | None) -> Iterator[Refused]:
    """Why a card does not come into a hero's sleeves: it is above the team's level, or another hero's (升级)."""
    if level is not None and level > table.level:
        yield ABOVE_TEAM(level=level, team=table.level)
    owner = ActionCard.of(table, card).hero or holder_of(table, card)
    if owner not in ("", hero):
        yield NOT_ITS_CARD(owner=table.called("heroes", owner))


def holder_of(table: Odalin, card: str) -> str:
    """The hero whose sleeves hold a hero card; empty if there is none."""
    held = (id_ for id_, hero in table.heroes.items() for one in hero.sleeves.values() if one.hero_card == card)
    return next(held, "")


def deck_of(table: Odalin, hero: str) -> Deck:
    """The action cards of a hero as a deck, without cards in play and removed ones."""
    here = hero_of(table, hero)
    lying = [id_ for id_, sleeve in here.sleeves.items() if sleeve.zone not in ("aura", "removed", "box")]
    return Deck(lying, discard=here.in_zone("discard"), held=here.in_zone("hand"))


class ActionCardEvent(OdalinEvent):
    heading = "Action cards"


class DeckAssembled(ActionCardEvent):
    title = "Put the action cards together"
    help_text = "Twelve sleeves: which upper halves are the demon's; the other halves are the hero's."
    log = LogRole(changes_names=True)
    sentence = "{hero}'s twelve action cards were put together"
    hero: HeroId
    demon_uppers: Annotated[
        tuple[Annotated[int, Field(ge=1, le=SLEEVES)], ...],
        Field(max_length=SLEEVES, title="which upper halves are the demon's"),
    ] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_, hero in table.heroes.items() if table.tracks("cards") and table.phase in AT_REST else ():
            if not any(sleeve.halves_known for sleeve in hero.sleeves.values()):
                words = text("{hero}: put the action cards together", hero=table.called("heroes", id_))
                yield Offer(words, {"hero": id_}, opens_form=True)

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        for n in range(1, SLEEVES + 1):
            sleeve = hero.sleeves.setdefault(sleeve_id(self.hero, n), Sleeve())
            sleeve.upper_is_demon, sleeve.halves_known = n in self.demon_uppers, True


class SleeveNamed(ActionCardEvent):
    """Name the cards of a sleeve. Which half is the demon's is given, printed on a card, or kept as assembled."""

    title = "Name the cards of a sleeve"
    help_text = "The hero card and the demon card of a sleeve; their numbers are typed in once."
    log = LogRole(bookkeeping=True, changes_names=True)
    layout = Layout(keeps_unnamed=True)
    sentence = "{hero} sleeved {hero_card}[ with {demon_card}]"
    hero: HeroId
    sleeve: SleeveOf
    hero_card: Annotated[Line, Choice("action-cards", free=True)]
    demon_card: Annotated[Line, Choice("action-cards", free=True)] | None = None
    upper_is_demon: bool | None = Field(default=None, title="its upper half is the demon's")

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_ in table.heroes if table.tracks("cards") else ():
            yield from _halves_asked(table, id_)
        for id_, hero in table.heroes.items() if table.tracks("cards") and table.phase in AT_REST else ():
            unnamed = [sleeve for sleeve, here in hero.sleeves.items() if not here.hero_card]
            if unnamed and hero.sleeves[unnamed[0]].halves_known:
                words = text("{hero}: name the cards of a sleeve", hero=table.called("heroes", id_))
                yield Offer(words, {"hero": id_, "sleeve": unnamed[0]}, opens_form=True)

    def values_kept(self, table: Odalin) -> Mapping[str, Any]:
        """Another hero card may be another half, so only the same cards keep the known halves."""
        here = hero_of(table, self.hero).sleeves.get(self.sleeve) or Sleeve()
        same = here.halves_known and here.hero_card == self.hero_card and self.demon_card in (None, here.demon_card)
        known = {"upper_is_demon": here.upper_is_demon} if same else {}
        return {"demon_card": here.demon_card or None, **known}

    def check(self, table: Odalin) -> Iterator[Refused]:
        """Cards of the beginning have the number of their sleeve, and other halves than each other (组装卡牌)."""
        here = hero_of(table, self.hero).sleeves.get(self.sleeve) or Sleeve()
        if self.hero_card != here.hero_card:
            yield from not_to_sleeve(table, self.hero, self.hero_card, ActionCard.of(table, self.hero_card).level)
        number = int(self.sleeve.rpartition(" ")[2])
        hero_card, demon_card = (ActionCard.of(table, id_ or "") for id_ in (self.hero_card, self.demon_card))
        for id_, card in ((self.hero_card, hero_card), (self.demon_card, demon_card)):
            if card.number not in (None, number) and not card.level:
                yield OTHER_NUMBER(card=table.called("action-cards", id_ or ""), has=card.number, number=number)
        if hero_card.half and hero_card.half == demon_card.half:
            names = {name: table.called("action-cards", getattr(self, name)) for name in ("hero_card", "demon_card")}
            yield SAME_HALVES(half=spaced_words(hero_card.half), **names)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        halves = (half_of(table, self.hero_card), half_of(table, self.demon_card or ""))
        printed = halves[0] == "lower" or halves[1] == "upper" if any(halves) else None
        return self.copy_with(upper_is_demon=printed if self.upper_is_demon is None else self.upper_is_demon)

    def apply(self, table: Odalin) -> None:
        if sleeve := hero_of(table, self.hero).sleeves.get(self.sleeve):
            sleeve.hero_card, sleeve.demon_card = self.hero_card, self.demon_card or sleeve.demon_card
            sleeve.be_assembled(self.upper_is_demon)


def _halves_asked(table: Odalin, hero: str) -> Iterator[Offer]:
    """The question which half is the demon's, for the sleeves in hand whose bonus may count."""
    for sleeve in in_hand(table, hero):
        if list(halves_unsaid(table, hero, sleeve)):
            words = text("{card}: is its upper half the demon's?", card=table.called("sleeves", sleeve))
            known = {"hero": hero, "sleeve": sleeve, "hero_card": table.heroes[hero].sleeves[sleeve].hero_card}
            yield Offer(words, known, opens_form=True, also_required=("upper_is_demon",))


class CardsDrawn(ActionCardEvent):
    title = "Draw action cards"
    help_text = "A hero draws action cards, here or by name; a discard pile is shuffled in where too few are left."
    sentence = "{hero} drew {count|card|cards}[: {sleeves}]"
    tracked = ("cards",)
    hero: StandingHero
    count: Annotated[int, Field(ge=1, le=SLEEVES)] = HAND
    sleeves: Annotated[SleevesOf, KeepsOrder()] = ()
    source: Source = ""
    shuffled: Annotated[bool, Settled()] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not hero_of(table, self.hero).sleeves:
            yield NO_DECK(hero=table.called("heroes", self.hero))
        if not (self.source or table.fighting):
            yield ENEMIES_ONLY()
        if self.source and hero_of(table, self.hero).simplified:
            yield SIMPLE_DRAW(hero=table.called("heroes", self.hero))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        drawn = deck_of(table, self.hero).draw(max(self.count, len(self.sleeves)), chance, self.sleeves)
        return self.copy_with(sleeves=drawn.cards, count=max(1, len(drawn.cards)), shuffled=drawn.shuffled)

    def apply(self, table: Odalin) -> None:
        hero = hero_of(table, self.hero)
        for id_ in hero.in_zone("discard") if self.shuffled else ():
            hero.sleeves[id_].zone = "deck"
        for id_ in self.sleeves:
            if id_ in hero.sleeves:
                hero.sleeves[id_].zone = "hand"


def cards_gained(table: Odalin, hero: str, count: int, source: str) -> Iterator[Event[Odalin]]:
    """The draw that an effect gives a hero; a simplified hero heals as much instead (简化版英雄)."""
    if hero_of(table, hero).simplified:
        yield Healed(whom=hero, amount=count, source=source)
    elif hero_of(table, hero).sleeves:
        yield CardsDrawn(hero=hero, count=count, source=source)


class CardMoved(ActionCardEvent):
    title = "Move an action card"
    help_text = (
        "A card is discarded, taken back, picked from the deck, put into play, or removed until the phase ends; into"
        " the box it goes for good."
    )
    sentence = "{sleeve} went to the {zone}[ ({source})]"
    question = "{hero}: which card goes to the {zone}?"
    layout = Layout(keypad="sleeve")
    acting_seat = "hero"
    tracked = ("cards",)
    hero: HeroId
    sleeve: SleeveOf
    zone: Annotated[Zone, Field(title="where to")]
    source: Source = ""

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        """Before the first turn of a combat: the text of a card may let a hero start with it in hand."""
        if table.fight_round == 1 and table.track and table.waiting == table.track and not table.acted:
            yield Offer(text("A hero starts the combat with a card"), {"zone": "hand"}, opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if hero_of(table, self.hero).sleeves[self.sleeve].zone == self.zone:
            yield SAME_ZONE()

    def apply(self, table: Odalin) -> None:
        put_card(table, self.hero, self.sleeve, self.zone)


def put_card(table: Odalin, hero: str, sleeve: str | None, zone: Zone) -> None:
    """Move a card to a zone; with an empty hand, due discards are dropped. For `apply`."""
    if here := hero_of(table, hero).sleeves.get(sleeve or ""):
        here.zone = zone
    if not in_hand(table, hero):
        table.agenda.drop(lambda due: due.is_of(CardMoved) and due.has_fields(hero=hero, zone="discard"))


class DiscardDemanded(ActionCardEvent):
    title = "Have cards discarded"
    help_text = "A cost or an effect takes cards from a hand; its player says which."
    sentence = "{hero} discarded {count|card|cards}[ ({source})]"
    tracked = ("cards",)
    hero: HeroId
    count: Annotated[int, Field(ge=1, le=20)] = 1
    source: Source = ""

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not hero_of(table, self.hero).in_zone("hand"):
            yield NO_HAND(hero=table.called("heroes", self.hero))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(count=max(1, min(self.count, len(hero_of(table, self.hero).in_zone("hand")))))

    def apply(self, table: Odalin) -> None:
        for _ in range(self.count):
            table.agenda.put(CardMoved, hero=self.hero, zone="discard")


class CardsFlipped(ActionCardEvent):
    title = "Flip cards"
    help_text = "The flipped cards: as many upper halves as spirit allows, as many lower ones as mind does."
    sentence = "{hero} flipped[ the upper halves of {upper}][, the lower halves of {lower}]"
    hero: HeroId
    upper: Annotated[SleevesOf, Field(title="whose upper halves are flipped")] = ()
    lower: Annotated[SleevesOf, Field(title="whose lower halves are flipped")] = ()

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        for id_, hero in table.heroes.items() if table.prepared or (table.phase == "campfire" and table.rested) else ():
            if hero.sleeves and any(bonus_of(table, hero, stat) != 0 for stat in ("spirit", "mind")):
                yield Offer(
                    text("{hero}: flip cards", hero=table.called("heroes", id_)), {"hero": id_}, opens_form=True
                )

    def check(self, table: Odalin) -> Iterator[Refused]:
        hero = hero_of(table, self.hero)
        if table.phase not in AT_REST or (table.phase == "campfire" and not table.rested):
            yield FLIP_LATER()
        spirit, mind = (bonus_of(table, hero, stat) for stat in ("spirit", "mind"))
        if hero.simplified and self.lower:
            yield UPPER_ONLY(hero=table.called("heroes", self.hero))
        uppers = None if spirit is None or (hero.simplified and mind is None) else spirit
        most = {"upper": uppers + (mind or 0) if uppers is not None and hero.simplified else uppers, "lower": mind}
        for half, chosen in (("upper", self.upper), ("lower", self.lower)):
            if (limit := most[half]) is not None and len(chosen) > limit:
                yield TOO_MANY_FLIPPED(flipped=len(chosen), most=limit)

    def apply(self, table: Odalin) -> None:
        for id_, sleeve in hero_of(table, self.hero).sleeves.items():
            sleeve.flipped_upper, sleeve.flipped_lower = id_ in self.upper, id_ in self.lower
