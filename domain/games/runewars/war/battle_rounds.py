"""Rounds of a battle: fate cards for each type of unit, routs and damage."""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.base import Some
from domain.games.runewars.cards import (
    FateCards,
    Shuffled,
    Unnamed,
    draw_fate_cards,
    drawn_unnamed,
    draws_here,
    lay_open,
    symbol_on_card,
    why_not_drawn,
)
from domain.games.runewars.state.kinds import Symbol, UnitSheet
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Fighter, Volley
from domain.games.runewars.war import aftermath
from domain.games.runewars.war.armies import (
    Fighters,
    army_of,
    battle_of,
    damage_fighters,
    damage_order,
    destroy_fighters,
    of_type,
    only_damage,
    only_figures,
    only_routs,
    rout_fighters,
    standing_fighters,
    targets_required,
    types_in_doubt,
    unfit_for_rout,
    with_implied_health,
)
from domain.games.runewars.war.course import (
    DAMAGING,
    MOST_FIGHTERS,
    ROUTING,
    BattleEvent,
    SideId,
    advance_battle,
    come_to,
    drawing_now,
    due_of_side,
    health_left,
    may_hold_back,
    next_due,
    next_round,
    next_to_draw,
    of_unknown_health,
    own_fighters,
    own_standing,
    own_types,
    seats_of_side,
    types_undrawn,
)

# === Rounds of a battle, with their routs and damage (战斗流程; 对单位造成伤害) ==================

OTHERS_FIRST = refusal("others-first", "{side} goes first.", rule=sections.BATTLES)
EXACTLY = never("exactly", "Assign exactly {need}, not {said}.", rule=sections.BATTLE_DAMAGE)
WHOLE_UNITS_FIRST = refusal(
    "whole-units-first",
    "Rout an undamaged unit first; damaged units only if all are damaged.",
    rule=sections.ROUTED,
)
DAMAGED_FIRST = refusal(
    "damaged-first", "Damage must go to a unit that is already damaged: {units}.", rule=sections.BATTLE_DAMAGE
)
ROUTED_LAST = refusal(
    "routed-last",
    "Damage goes to standing units first; to a routed one only if none is standing.",
    rule=sections.BATTLE_DAMAGE,
)


def not_due(table: Runewars, side: str) -> Iterator[Refused]:
    """The refusal of a side's act before the attacker has acted."""
    first = next_due(battle_of(table))
    if first and first != side:
        yield OTHERS_FIRST(side=table.called("owners", first))


class BattleRoundStarted(BattleEvent):
    help_text = "The next battle round begins, for units with that initiative."
    sentence = "Battle round {number} began"
    title = "Begin the next battle round"
    log = LogRole(starts_round=True)
    stages = ("round",)
    number: Annotated[Annotated[int, Field(ge=1, le=5)] | None, Settled()] = None

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(number=next_round(battle_of(table)))

    def apply(self, table: Runewars) -> None:
        if table.battle:
            table.battle.round, table.battle.held = self.number or table.battle.round, []
            come_to(table, "drawing")
            advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


def _offers_to_units(table: Runewars, side: str, words: Text, singly: Mapping[str, Known]) -> Iterator[Offer]:
    """A single icon as a tap on one of the units that may take it; of several icons or without such units, the form."""
    battle = battle_of(table)
    seats = seats_of_side(battle, side)
    if due_of_side(battle, side) > 1 or not singly:
        yield Offer(words, {"side": side}, required=True, opens_form=True, seats=seats)
        return
    which = words.copy_with(side=table.called("owners", side))
    for number, (id_, fields) in enumerate(singly.items()):
        unit = text("{unit}", unit=table.called("fighters", id_))
        yield Offer(unit, {"side": side, **fields}, required=not number, seats=seats, question=which)


def _who_may_rout(table: Runewars, side: str) -> list[str]:
    """The units of a side that may take a single rout."""
    battle = battle_of(table)
    standing = standing_fighters(battle, side)
    return [id_ for id_ in standing if battle.stage != "routs" or not unfit_for_rout(standing, (id_,))]


def _who_may_take_damage(table: Runewars, side: str) -> list[str]:
    """The units of a side that may take a single damage; none if the health of one is unknown."""
    fighters = army_of(battle_of(table), side)
    known = all(fighter.lacks is not None for fighter in fighters.values())
    return [id_ for id_ in fighters if known and not any(why_damage_misplaced(table, fighters, {id_: 1}))]


class RoutsAssigned(BattleEvent):
    """Assigns routs, chosen among the side's units. Icons beyond the number of standing units destroy units (G-24)."""

    help_text = "Each side routs as many of its units as the enemy's fate cards show."
    sentence = "{side} took routs: {units}[; {spare|rout|routs} without a target]"
    title = "Assign routs"
    stages = ROUTING
    side: SideId
    units: Annotated[
        tuple[Annotated[str, Choice("fighters", own_standing, given=("side",))], ...], Field(max_length=MOST_FIGHTERS)
    ]
    spare: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The routs of the next side. Its owner chooses the units, since there are several ways (B4)."""
        if (battle := cls.battle_at_stage(table)) and (side := next_due(battle)):
            count = due_of_side(battle, side)
            words = text("{side} routs {count|unit|units}", count=count)
            singly = {id_: {"units": (id_,)} for id_ in _who_may_rout(table, side)}
            yield from _offers_to_units(table, side, words, singly)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_due(table, self.side)
        battle = battle_of(table)
        if len(self.units) != (need := due_of_side(battle, self.side)):
            yield EXACTLY(need=need, said=len(self.units))
        if battle.stage == "routs" and unfit_for_rout(standing_fighters(battle, self.side), self.units):
            yield WHOLE_UNITS_FIRST()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(spare=max(0, battle_of(table).owed.get(self.side, 0) - len(self.units)))

    def apply(self, table: Runewars) -> None:
        battle_of(table).owed.pop(self.side, None)
        rout_fighters(table, self.units)
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


def types_of_unknown_health(table: Runewars) -> list[str]:
    """The types whose health the battle needs now: those that may take damage next, and damaged ones."""
    battle = battle_of(table)
    due = army_of(battle, next_due(battle)) if battle.stage in DAMAGING else {}
    unknown = [fighter.unit for fighter in due.values() if fighter.health is None]
    return list(dict.fromkeys([*types_in_doubt(battle), *unknown]))


MOST_HEALTH_KEYS = range(1, 7)
"""The values of a health that are a tap each."""


class HealthTyped(BattleEvent):
    """Types in the health of a type of unit once, for this battle and all later ones."""

    help_text = "How much damage destroys a unit of this type, as printed. The app keeps it for later battles."
    sentence = "{unit}: {health} health"
    title = "Type in a health"
    unit: Annotated[str, Choice("units", types_of_unknown_health)]
    health: Annotated[int, Field(ge=1, le=30)]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The health of each such type, before damage is assigned and before strength is counted."""
        for unit in types_of_unknown_health(table):
            title = text("{unit}: how much health?")
            yield Offer(title, {"unit": unit}, required=True, keypad="health", keypad_numbers=MOST_HEALTH_KEYS)

    def apply(self, table: Runewars) -> None:
        battle = battle_of(table)
        table.keep_typed(UnitSheet.kind_name, self.unit, {"health": self.health})
        for id_ in of_type(battle.fighters, self.unit):
            battle.fighters[id_].health = battle.fighters[id_].health or self.health
            damage_fighters(table, {id_: 0})
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


class DamageAssigned(BattleEvent):
    """Assigns damage, one token at a time (C-16).

    If the health of a unit is unknown, players say whether it is destroyed.
    """

    help_text = "Each side takes the damage on the enemy's fate cards, and chooses which units take it."
    sentence = "{side} took damage: {damage}[; destroyed: {fallen}]"
    title = "Assign damage"
    stages = DAMAGING
    side: SideId
    damage: Mapping[Annotated[str, Choice("fighters", own_fighters, given=("side",), most=health_left)], Some]
    destroyed: Annotated[
        tuple[Annotated[str, Choice("fighters", of_unknown_health, given=("side",))], ...],
        Field(max_length=MOST_FIGHTERS),
    ] = Field(default=(), title="destroyed, if their health is unknown")
    fallen: Annotated[tuple[str, ...], Settled(), Choice("fighters")] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The damage of the next side. Its owner chooses the units, since there are several ways (B4)."""
        if (battle := cls.battle_at_stage(table)) and (side := next_due(battle)):
            words = text("{side} takes {count} damage", count=due_of_side(battle, side))
            singly = {id_: {"damage": {id_: 1}} for id_ in _who_may_take_damage(table, side)}
            yield from _offers_to_units(table, side, words, singly)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_due(table, self.side)
        fighters = army_of(battle_of(table), self.side)
        said, need = sum(self.damage.values()), due_of_side(battle_of(table), self.side)
        if said != need and not set(fighters) <= {*self.destroyed, *self._falling(table)}:
            yield EXACTLY(need=need, said=said)
        else:
            yield from why_damage_misplaced(
                table, with_implied_health(fighters, self.damage, self.destroyed), self.damage
            )

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(damage={id_: n for id_, n in self.damage.items() if n}, fallen=self._falling(table))

    def _falling(self, table: Runewars) -> tuple[str, ...]:
        """The destroyed units: those whose health is reached, and those that the players name."""
        fighters = army_of(battle_of(table), self.side).items()
        return tuple(id_ for id_, f in fighters if id_ in self.destroyed or _is_destroyed_by(f, id_, self.damage))

    def apply(self, table: Runewars) -> None:
        battle_of(table).owed.pop(self.side, None)
        damage_fighters(table, self.damage)
        destroy_fighters(table, self.fallen, "damage")
        advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


def _is_destroyed_by(fighter: Fighter, id_: str, damage: Mapping[str, int]) -> bool:
    """Whether damage destroys a fighter."""
    return fighter.lacks is not None and damage.get(id_, 0) >= fighter.lacks


def why_damage_misplaced(table: Runewars, fighters: Fighters, damage: Mapping[str, int]) -> Iterator[Refused]:
    """The refusals of an assignment of damage (X54, X55)."""
    if better := targets_required(fighters, damage, damage_order(table)):
        names = tuple(table.called("fighters", id_) for id_ in better)
        yield DAMAGED_FIRST(units=names) if _are_damaged(fighters, damage, better) else ROUTED_LAST()


def _are_damaged(fighters: Fighters, damage: Mapping[str, int], better: list[str]) -> bool:
    """Whether the fighters that come first are damaged by then."""
    return any(fighters[id_].damage or damage.get(id_) for id_ in better)


def forced_assignments(table: Runewars) -> Iterator[Event[Runewars]]:
    """Routs and damage with only one legal assignment."""
    battle = battle_of(table)
    if not (side := next_due(battle)):
        return
    if battle.stage in ROUTING:
        only = only_routs if battle.stage == "routs" else only_figures
        if (routed := only(standing_fighters(battle, side), due_of_side(battle, side))) is not None:
            yield RoutsAssigned(side=side, units=tuple(routed))
    elif battle.stage in DAMAGING:
        damage = only_damage(army_of(battle, side), due_of_side(battle, side), damage_order(table))
        if damage is not None:
            yield DamageAssigned(side=side, damage=damage)


def forced_event_in_battle(table: Runewars) -> Iterator[Event[Runewars]]:
    """The next event without any choice; at most one."""
    if battle_of(table).stage == "round" and table.battle:
        yield BattleRoundStarted()
    yield from forced_assignments(table)
    yield from aftermath.forced_event_after_battle(table)


# === Fate cards in a battle: a draw for each type of unit, one card per standing unit (战斗流程; 天命卡解析): C-14

OTHER_INITIATIVE = refusal(
    "other-initiative",
    "{unit}: initiative {initiative}. The battle is in round {round}.",
    rule=sections.BATTLE_ROUNDS,
)
DREW_ALREADY = refusal(
    "drew-already", "{unit}: fate cards were already drawn for them in this battle.", rule=sections.BATTLE_ROUNDS
)
TOO_MANY_ICONS = refusal(
    "too-many-icons",
    "{count|fate card shows|fate cards show} one icon each, and no more than {most_rout} routs or {most_damage} damage:"
    " not all of that.",
    rule=sections.FATE_CARDS,
)
MOST_ROUT, MOST_DAMAGE = 3, 4
"""The most routs and the most damage on a single card."""
ICONS_UNKNOWN = never(
    "icons-unknown",
    "The symbols of the cards are not typed in: say what they show for {unit}, 0 if it is nothing.",
    rule=sections.FATE_CARDS,
    asks=True,
)
MUST_DRAW = refusal("must-draw", "{side} must draw in this round: {units}.", rule=sections.BATTLE_ROUNDS)


class Icons(NamedTuple):
    """The icons of a base on fate cards: special icons, and the sums of routs and damage."""

    specials: int = 0
    routs: int = 0
    damage: int = 0


def sum_icons(symbols: Iterable[Symbol]) -> Icons:
    """Icons in all on some cards (天命卡解析)."""
    shown = list(symbols)
    return Icons(shown.count("special"), _sum_of_icons(shown, "rout "), _sum_of_icons(shown, "damage "))


def _sum_of_icons(symbols: list[Symbol], kind: str) -> int:
    return sum(int(shown.removeprefix(kind)) for shown in symbols if shown.startswith(kind))


def icons_on(table: Runewars, unit: str, cards: Iterable[str]) -> Icons | None:
    """The icons of a type of unit on cards; None if its base or one of the cards is unknown."""
    shape = UnitSheet.of(table, unit).shape
    symbols = [symbol_on_card(table, card, shape) if shape else None for card in cards]
    known = [shown for shown in symbols if shown is not None]
    return sum_icons(known) if len(known) == len(symbols) and symbols else None


def is_read_here(table: Runewars, unit: str) -> bool:
    """Whether the app draws the cards for a type of unit: it keeps the deck, and its prints are known."""
    return draws_here(table) and icons_on(table, unit, table.ids("fate")) is not None


class BattleFateDrawn(BattleEvent):
    """Draws fate cards. The program draws if it keeps the deck and knows the cards, unless results are given."""

    help_text = (
        "Draw a fate card for each standing unit of one type. The base shape shows which part of the card counts."
    )
    sentence = (
        "{side} drew {count|fate card|fate cards} for {unit}: {specials|special|specials}, {routs|rout|routs}, "
        "{damage} damage[ ({cards})]"
    )
    title = "Draw fate cards"
    log = LogRole(confirm_undo="revealed")
    layout = Layout(usual=("specials", "routs", "damage"), no_choice=("cards", "specials", "routs", "damage"))
    stages = ("drawing",)
    side: SideId
    unit: Annotated[str, Choice("units", own_types, given=("side",))]
    cards: FateCards = ()
    specials: Count | None = Field(default=None, title="special icons")
    routs: Count | None = Field(default=None, title="routs in all")
    damage: Count | None = Field(default=None, title="damage in all")
    count: Annotated[Count, Settled()] = 0
    unnamed: Unnamed = 0
    shuffled: Shuffled = False

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The draw of the next side, for each of its types with this initiative."""
        if (battle := cls.battle_at_stage(table)) and (side := next_to_draw(battle)):
            for number, unit in enumerate(drawing_now(battle, side)):
                is_read = is_read_here(table, unit)
                yield Offer(
                    text("{side} draws for {unit}"),
                    {"side": side, "unit": unit},
                    required=not number,
                    opens_form=not is_read,
                    also_required=() if is_read else ("damage",),
                    seats=seats_of_side(battle, side),
                )

    def check(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        first = next_to_draw(battle)
        if first and first != self.side:
            yield OTHERS_FIRST(side=table.called("owners", first))
        if self.unit not in types_undrawn(battle, self.side):
            yield DREW_ALREADY(unit=table.called("units", self.unit))
        elif (initiative := types_undrawn(battle, self.side)[self.unit]) not in (None, battle.round):
            name = table.called("units", self.unit)
            yield OTHER_INITIATIVE(unit=name, initiative=initiative, round=battle.round)
        count = cards_to_draw(table, self.side, self.unit)
        yield from why_not_drawn(table, self.cards, count)
        if count and cards_needed(self) > count:
            yield TOO_MANY_ICONS(count=count, most_rout=MOST_ROUT, most_damage=MOST_DAMAGE)
        if count and not is_typed_in(self) and not self._is_read(table):
            yield ICONS_UNKNOWN(unit=table.called("units", self.unit))

    def _is_read(self, table: Runewars) -> bool:
        """Whether the symbols follow from the named cards, or from those that the program draws."""
        return icons_on(table, self.unit, self.cards) is not None if self.cards else is_read_here(table, self.unit)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        count = cards_to_draw(table, self.side, self.unit)
        here = self.cards or (not is_typed_in(self) and is_read_here(table, self.unit))
        draw = draw_fate_cards(table, count, chance, self.cards) if here else drawn_unnamed(table, count)
        icons = icons_on(table, self.unit, draw.cards) or Icons()
        return self.copy_with(
            cards=draw.cards if here else (),
            unnamed=0 if here else len(draw.cards),
            shuffled=draw.shuffled,
            count=count,
            specials=icons.specials if self.specials is None else self.specials,
            routs=icons.routs if self.routs is None else self.routs,
            damage=icons.damage if self.damage is None else self.damage,
        )

    def apply(self, table: Runewars) -> None:
        if table.battle:
            lay_open(table, self.cards, self.shuffled, self.unnamed)
            note_draw(table, self)
            advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)


def cards_needed(draw: BattleFateDrawn) -> int:
    """The least number of cards with the given icons."""
    return (draw.specials or 0) + ceil((draw.routs or 0) / MOST_ROUT) + ceil((draw.damage or 0) / MOST_DAMAGE)


def is_typed_in(draw: BattleFateDrawn) -> bool:
    """Whether the symbols of the cards are given."""
    return any(icons is not None for icons in (draw.specials, draw.routs, draw.damage))


def cards_to_draw(table: Runewars, side: str, unit: str) -> int:
    """The cards that a type draws: one for each standing unit (C-14)."""
    return len(of_type(standing_fighters(battle_of(table), side), unit))


def note_draw(table: Runewars, draw: BattleFateDrawn) -> None:
    """Record the drawn icons, which count even if their units are lost (同时进攻原则). For `apply`."""
    battle = battle_of(table)
    volley = Volley(
        round=battle.round,
        side=draw.side,
        unit=draw.unit,
        count=draw.count,
        cards=list(draw.cards),
        specials=draw.specials or 0,
        routs=draw.routs or 0,
        damage=draw.damage or 0,
    )
    battle.volleys[draw.side] = volley
    battle.report.volleys.append(volley.model_copy(update={"cards": list(draw.cards)}))
    for fighter in army_of(battle, draw.side).values():
        fighter.drawn = fighter.drawn or fighter.unit == draw.unit


class DrawHeldBack(BattleEvent):
    """Delays the draw of a side with unknown initiatives, as the players say."""

    help_text = "Units of this side with an unknown initiative do not draw this round."
    sentence = "{side} did not draw in this round"
    title = "Draw later"
    stages = ("drawing",)
    side: SideId

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        if (battle := cls.battle_at_stage(table)) and (side := next_to_draw(battle)):
            words = text("{side}: do not draw in this round")
            yield Offer(words, {"side": side}, seats=seats_of_side(battle, side))

    def check(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        if not may_hold_back(battle, self.side):
            units = tuple(table.called("units", unit) for unit in drawing_now(battle, self.side))
            yield MUST_DRAW(side=table.called("owners", self.side), units=units)

    def apply(self, table: Runewars) -> None:
        if table.battle:
            table.battle.held = [*table.battle.held, self.side]
            advance_battle(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from forced_event_in_battle(table)
