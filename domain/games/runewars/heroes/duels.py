"""Duels: up to four rounds of one fate card each, read in the circle, with simultaneous damage (决斗; 决斗任务)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Line, Occasion, Settled
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import left_of
from domain.games.runewars.base import Living, UnitId
from domain.games.runewars.cards import (
    FateCards,
    Shuffled,
    Unnamed,
    discard_open,
    draw_fate_cards,
    drawn_unnamed,
    draws_here,
    lay_open,
    named_of,
    symbol_on_card,
    unnamed_of,
    why_not_drawn,
)
from domain.games.runewars.heroes.company import (
    AnyHero,
    HeroEvent,
    HeroId,
    duel_damage,
    foes_in,
    health_left,
    rewards_of_hero,
)
from domain.games.runewars.heroes.damage import (
    NO_DUEL,
    DuelEnded,
    HeroDefeated,
    events_of_damage,
    in_play,
    is_decided,
    is_out,
)
from domain.games.runewars.heroes.quests import (
    ONE_TRY_A_PHASE,
    QuestingHero,
    heroes_free_to_try,
    not_on_card,
    not_to_try,
    open_attempts,
)
from domain.games.runewars.state.calendar import PERIODS
from domain.games.runewars.state.heroes import Duel, Duelist
from domain.games.runewars.state.kinds import Small, Symbol, UnitSheet
from domain.games.runewars.state.table import Runewars

Part = Literal["attacker", "defender"]
PARTS: tuple[Part, Part] = ("attacker", "defender")
DEFENDER_COUNTS = "defender-duel-counts"

NO_ENEMY_HERO = refusal(
    "no-enemy-hero", "No enemy hero in {area}: {foe} is not there.", rule=sections.DUELS, areas=("map",)
)
OWN_HERO = never("own-hero", "A hero can only duel a hero of another player.", rule=sections.DUELS)
NO_PART_IN_IT = refusal("no-part-in-it", "{seat} takes no part in this duel with a hero.", rule=sections.DUELS)
START_IS_OVER = refusal(
    "start-is-over", "Effects at the start come before the first card, the attacker's first.", rule=sections.DUELS
)
CARDS_LIE_OPEN = never("duel-cards-open", "The cards of this round are already face up.", rule=sections.DUELS)
CARDS_NOT_SAID = never(
    "duel-cards-not-said", "Say what both fate cards show, or which cards they are.", rule=sections.DUELS
)
NO_CARDS_OPEN = never("no-duel-cards", "First each side draws a fate card.", rule=sections.DUELS)
DUEL_DECIDED = never("duel-decided", "The duel is decided.", rule=sections.DUELS)
ICON_OPEN = never("icon-open", "First say what the icon of {side} does.", rule=sections.DUELS)
ICON_UNKNOWN = never(
    "icon-unknown", "It is not known what the icon of {side} does: say how much damage, 0 if none.", asks=True
)
NO_ICON = never("no-icon", "{side} has no icon left to resolve.", rule=sections.DUELS)
DUEL_FIRST = never("duel-first", "First finish the duel in {area}.", rule=sections.DUELS)
NO_DUEL_QUEST = never("no-duel-quest", "No quest is open that asks for a duel.", rule=sections.QUESTS)


class DuelEvent(HeroEvent):
    heading = "Duels"


class DuelStepEvent(DuelEvent):
    """The base of events in a duel. Without a calendar they need no step, but still a duel."""

    during = ("duel",)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.duel is None:
            yield NO_DUEL()


def part_of(duel: Duel, part: str) -> Duelist:
    return duel.attacker if part == "attacker" else duel.defender


def sides_of_duel(table: Runewars) -> Sequence[Duelist]:
    """Both sides of the duel; none if there is no duel."""
    return table.duel.fighters if table.duel else ()


def name_of_side(table: Runewars, side: Duelist) -> object:
    """The name of a side."""
    return table.called("heroes", side.hero) if side.hero else table.called("units", side.unit)


def open_duels(table: Runewars) -> list[Duel]:
    """The duel under way; none once it is decided."""
    return [table.duel] if table.duel and not is_decided(table, table.duel) else []


def duel_under_way(table: Runewars) -> Iterator[Refused]:
    """The refusal of a second duel while one goes on."""
    if table.duel:
        yield DUEL_FIRST(area=table.called("areas", table.duel.area))


class DuelStarted(DuelEvent):
    """Starts a duel. The opponent may be routed; the challenger may not."""

    help_text = "After moving, a hero challenges an enemy hero in the same area."
    sentence = "{hero} challenged {foe} to a duel"
    title = "Fight a duel"
    limits = {ONE_TRY_A_PHASE: {}}
    during = ("secondary",)
    hero: HeroId
    foe: Annotated[HeroId, Field(title="against whom")]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for hero in heroes_free_to_try(table):
            for foe in foes_in(table, table.hero(hero).area, table.hero(hero).seat):
                yield Offer(text("Duel with {foe}"), {"hero": hero, "foe": foe})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from duel_under_way(table)
        hero, foe = table.hero(self.hero), table.hero(self.foe)
        yield from not_to_try(table, self.hero)
        if hero.seat == foe.seat:
            yield OWN_HERO()
        if hero.area != foe.area:
            yield NO_ENEMY_HERO(area=table.called("areas", hero.area), foe=table.called("heroes", self.foe))

    def apply(self, table: Runewars) -> None:
        hero, foe = table.hero(self.hero), table.hero(self.foe)
        hero.tried, table.deed(self.hero).foe = "duel", self.foe
        foe.tried = "duel" if table.ruled(DEFENDER_COUNTS) else foe.tried
        table.duel = Duel(
            area=hero.area,
            attacker=Duelist(seat=hero.seat, hero=self.hero),
            defender=Duelist(seat=foe.seat, hero=self.foe),
        )


class QuestDuelStarted(DuelEvent):
    """Starts the duel of a quest. The seat to the left plays the unit (G-22), which returns to the box afterwards."""

    help_text = "A quest calls for a duel with a neutral unit, which the player to the left controls."
    sentence = "{hero} fought a duel with {unit} for the quest"
    title = "Fight the duel of a quest"
    during = ("secondary",)
    hero: QuestingHero
    unit: UnitId
    seat: Annotated[Living | None, Settled()] = None

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The duel that the quest card requires, or one instead of a test if the card is unknown."""
        for attempt in open_attempts(table):
            if attempt.unit and not attempt.tested:
                yield Offer(text("Duel with {unit}"), {"hero": attempt.hero, "unit": attempt.unit}, required=True)
            elif attempt.attribute is None and not attempt.tested:
                yield Offer(text("A duel with a neutral unit"), {"hero": attempt.hero})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from duel_under_way(table)
        if table.attempt is None or table.attempt.tested:
            yield NO_DUEL_QUEST()
        else:
            yield from not_on_card(table, table.attempt.quest, unit=self.unit)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(seat=left_of(table, table.hero(self.hero).seat) or None)

    def apply(self, table: Runewars) -> None:
        hero, table.deed(self.hero).unit = table.hero(self.hero), self.unit
        table.duel = Duel(
            area=hero.area,
            attacker=Duelist(seat=hero.seat, hero=self.hero),
            defender=Duelist(seat=self.seat or "", unit=self.unit),
        )


class StartOfDuelEffectUsed(DuelStepEvent):
    help_text = "An ability or card used at the start of a duel: the attacker first, then the defender."
    sentence = "{seat} used {effect}[, {damage} damage]"
    title = "Use an effect at the start of the duel"
    seat: Living
    effect: Line
    damage: Small = Field(default=0, title="damage to the other side")

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The effects of the heroes before the first cards."""
        for duel in open_duels(table):
            for side in duel.fighters if not duel.drawn and duel.round == 1 else ():
                if side.hero:
                    title = text("{side}: use an effect at the start", side=name_of_side(table, side))
                    yield Offer(title, {"seat": side.seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        parts = [side for side in sides_of_duel(table) if side.seat == self.seat and side.hero]
        if table.duel and not parts:
            yield NO_PART_IN_IT(seat=table.called("seats", self.seat))
        duel = table.duel
        if duel and (duel.drawn or duel.round > 1 or (duel.answered and parts == [duel.attacker])):
            yield START_IS_OVER()

    def apply(self, table: Runewars) -> None:
        if (duel := table.duel) is None:
            return
        duel.answered = duel.answered or duel.defender.seat == self.seat
        foe = self._foe(duel)
        if foe.unit:
            foe.damage += self.damage

    def _foe(self, duel: Duel) -> Duelist:
        return duel.attacker if duel.defender.seat == self.seat else duel.defender

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if not table.duel or not self.damage:
            return
        foe = self._foe(table.duel)
        if foe.hero:
            yield from events_of_damage(table, foe.hero, self.damage, self.effect)
        elif is_out(table, foe):
            yield DuelEnded()


class DuelCardsDrawn(DuelStepEvent):
    """Draws a card for each side. Heroes read the circle, a unit the shape of its base.

    If only symbols are given, the cards have no names.
    """

    help_text = "Each side draws a fate card, attacker first: name the cards, or say what they show."
    sentence = "Round {round}: {attacker}, {defender}[ ({cards})]"
    title = "Draw for the duel"
    log = LogRole(confirm_undo="revealed")
    layout = Layout(usual=("attacker", "defender"), no_choice=("attacker", "defender"))
    cards: FateCards = ()
    attacker: Symbol | None = Field(default=None, title="what does the attacker's card show")
    defender: Symbol | None = Field(default=None, title="what does the defender's card show")
    unnamed: Unnamed = 0
    shuffled: Shuffled = False
    round: Annotated[Small, Settled()] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for duel in open_duels(table):
            if not duel.drawn:
                title = text("Round {round}: draw the fate cards", round=duel.round)
                yield Offer(title, required=True, also_required=() if draws_here(table) else PARTS)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if (duel := table.duel) is None:
            return
        if duel.drawn:
            yield CARDS_LIE_OPEN()
        if is_decided(table, duel):
            yield DUEL_DECIDED()
        if table.tracks("fate"):
            yield from why_not_drawn(table, self.cards, len(duel.fighters))
        if not draws_here(table) and not self.cards and not self._is_read():
            yield CARDS_NOT_SAID()

    def _is_read(self) -> bool:
        """Whether the symbols of both cards are given."""
        return self.attacker is not None and self.defender is not None

    def settle(self, table: Runewars, chance: Chance) -> Self:
        count, by_totals = len(sides_of_duel(table)), not self.cards and (self.attacker or self.defender)
        brought = drawn_unnamed(table, count) if by_totals else draw_fate_cards(table, count, chance, self.cards)
        cards = named_of(brought)
        shown = [_shown(table, side, card) for side, card in zip(sides_of_duel(table), cards, strict=False)]
        attacker, defender = [*shown, None, None][:2]
        return self.copy_with(
            cards=cards,
            unnamed=unnamed_of(brought),
            shuffled=brought.shuffled,
            attacker=self.attacker or attacker,
            defender=self.defender or defender,
            round=table.duel.round if table.duel else 0,
        )

    def apply(self, table: Runewars) -> None:
        lay_open(table, self.cards, self.shuffled, self.unnamed)
        if table.duel:
            table.duel.drawn = True
            for side, shown in zip(table.duel.fighters, (self.attacker, self.defender), strict=True):
                read_symbol(side, shown)


def _shown(table: Runewars, side: Duelist, card: str) -> Symbol | None:
    shape = UnitSheet.of(table, side.unit).shape if side.unit else "circle"
    return symbol_on_card(table, card, shape) if shape else None


def read_symbol(side: Duelist, shown: Symbol | None) -> None:
    """Apply the symbol of a card: damage and routs. A special or unknown icon waits for a choice. For `apply`."""
    side.symbol, side.special = shown, shown in ("special", None)
    kind, _, count = (shown or "").partition(" ")
    side.deals += int(count) if kind == "damage" else 0
    side.prevents += int(count) if kind == "rout" else 0


def which_use(table: Runewars, side: Duelist) -> Text:
    """The question for a hero's special icon: a damage, or one of its rewards."""
    return text("{side}: what does the special icon do?", side=name_of_side(table, side))


class DuelIconResolved(DuelStepEvent):
    """Resolves an icon. A unit's special icon triggers the ability on its sheet, and deals no damage without it."""

    help_text = (
        "A special icon deals 1 damage, unless you say otherwise. If it triggers a reward, use that form instead."
    )
    sentence = "The {side}'s icon did {damage} damage[, {prevented} prevented][, {effect}]"
    version = 2
    title = "Use the icon in the duel"
    layout = Layout(no_choice=("prevented",))
    side: Part = Field(title="which side")
    damage: Small | None = None
    prevented: Small = Field(default=0, title="damage prevented")
    effect: Occasion = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The open icons. A hero's special icon is one damage unless a reward uses it."""
        for duel in open_duels(table):
            for part, side in zip(PARTS, duel.fighters, strict=True) if duel.drawn else ():
                if side.special:
                    yield _offer_of_icon(table, part, side)

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Set a missing damage to 1: before, that was its default whatever the icon was."""
        fields.setdefault("damage", 1)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.duel and not part_of(table.duel, self.side).special:
            yield NO_ICON(side=name_of_side(table, part_of(table.duel, self.side)))
        elif table.duel and self.damage is None and not _is_one_damage(part_of(table.duel, self.side)):
            yield ICON_UNKNOWN(side=name_of_side(table, part_of(table.duel, self.side)))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(damage=1) if self.damage is None else self

    def apply(self, table: Runewars) -> None:
        if table.duel:
            side = part_of(table.duel, self.side)
            side.special = False
            side.deals, side.prevents = side.deals + (self.damage or 0), side.prevents + self.prevented


def _is_one_damage(side: Duelist) -> bool:
    """Whether the icon of a side deals 1 damage: a special icon of a hero. A unit has the ability on its sheet."""
    return bool(side.hero) and side.symbol == "special"


def _offer_of_icon(table: Runewars, part: Part, side: Duelist) -> Offer:
    name, seats = name_of_side(table, side), seat_alone(side.seat)
    if _is_one_damage(side):
        title, known = text("{side}: special icon, 1 damage", side=name), {"side": part, "damage": 1}
        return Offer(title, known, required=True, seats=seats, question=which_use(table, side))
    title = text("{side}: what does the card do?", side=name)
    return Offer(title, {"side": part}, required=True, also_required=("damage",), opens_form=True, seats=seats)


def offers_of_rewards(table: Runewars) -> Iterator[Offer]:
    """The rewards that heroes may use once the cards of a round are open."""
    for duel in open_duels(table):
        for side in duel.fighters if duel.drawn else ():
            if side.hero and rewards_of_hero(table, side.hero):
                title = text("{side}: use a reward", side=name_of_side(table, side))
                fields = {"seat": side.seat, "hero": side.hero, "special": side.special}
                yield Offer(title, fields, opens_form=True, question=which_use(table, side) if side.special else None)


class DuelRoundResolved(DuelStepEvent):
    """Resolves a round: both sides take their damage at the same time (C-28)."""

    help_text = "Both sides take this round's damage at once, minus what each prevents."
    sentence = "Round {round}: {attacker} took {to_attacker}, [{defender}][{unit}] took {to_defender}"
    title = "Deal the damage of the round"
    round: Annotated[Small, Settled()] = 0
    attacker: Annotated[AnyHero | None, Settled()] = None
    defender: Annotated[AnyHero | None, Settled()] = None
    unit: Annotated[UnitId | None, Settled()] = None
    to_attacker: Annotated[Small, Settled()] = 0
    to_defender: Annotated[Small, Settled()] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for duel in open_duels(table):
            if duel.drawn:
                yield Offer(_damage_of_round(table, duel), required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.duel and not table.duel.drawn:
            yield NO_CARDS_OPEN()
        for side in sides_of_duel(table):
            if side.special:
                yield ICON_OPEN(side=name_of_side(table, side))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if (duel := table.duel) is None:
            return self
        attacker, defender = duel.fighters
        return self.copy_with(
            round=duel.round,
            attacker=attacker.hero or None,
            defender=defender.hero or None,
            unit=defender.unit or None,
            to_attacker=damage_bearable(table, attacker, duel_damage(defender.deals, attacker.prevents)),
            to_defender=damage_bearable(table, defender, duel_damage(attacker.deals, defender.prevents)),
        )

    def apply(self, table: Runewars) -> None:
        discard_open(table)
        if (duel := table.duel) is None:
            return
        for side, damage in zip(duel.fighters, (self.to_attacker, self.to_defender), strict=True):
            table.hero(side.hero).damage += damage
            side.damage += damage if side.unit else 0
        PERIODS.end(duel, "duel round")
        duel.round += 1

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        fallen = [side.hero for side in sides_of_duel(table) if in_play(table, side) and is_out(table, side)]
        yield from (HeroDefeated(hero=hero) for hero in fallen)
        if table.duel and not fallen and is_decided(table, table.duel):
            yield DuelEnded()


def _damage_of_round(table: Runewars, duel: Duel) -> Text:
    """The damage that both sides take, as far as it is known."""
    attacker, defender = duel.fighters
    return text(
        "Round {round}: {attacker} takes {to_attacker}, {defender} takes {to_defender}",
        round=duel.round,
        attacker=name_of_side(table, attacker),
        to_attacker=duel_damage(defender.deals, attacker.prevents),
        defender=name_of_side(table, defender),
        to_defender=duel_damage(attacker.deals, defender.prevents),
    )


def damage_bearable(table: Runewars, side: Duelist, damage: int) -> int:
    """The part of an amount of damage that a side can still take."""
    left = health_left(table, side.hero) if side.hero else None
    return damage if left is None else min(damage, left)


def is_unit_fighting(table: Runewars) -> bool:
    """Whether a neutral unit fights in a duel that is not decided."""
    return any(duel.defender.unit for duel in open_duels(table))


class DuelUnitDefeated(DuelStepEvent):
    help_text = "The unit in a quest duel is defeated. For units without a health value here."
    sentence = "{unit} was defeated"
    title = "Defeat the unit of the duel"
    offer = Offer(text("The unit is defeated"), when=is_unit_fighting)
    unit: Annotated[UnitId, Settled()] = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.duel and not table.duel.defender.unit:
            yield NO_DUEL_QUEST()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(unit=table.duel.defender.unit if table.duel else "")

    def apply(self, table: Runewars) -> None:
        if table.duel:
            table.duel.defender.beaten = True

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if table.duel:
            yield DuelEnded()
