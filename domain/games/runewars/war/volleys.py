"""Fate cards in a battle: one draw for each type of unit, as many cards as stand of it (战斗流程; 天命卡解析): C-14."""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import Annotated, NamedTuple, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.fate import FateCards, Shuffled, Unnamed, drawn, drawn_unnamed, lay_open, misdrawn, symbol
from domain.games.runewars.state.kinds import Symbol, UnitSheet
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Volley
from domain.games.runewars.war.armies import army, battle_of, of_type, standing
from domain.games.runewars.war.base import BattleEvent, SideId, own_types
from domain.games.runewars.war.course import advance, drawing_now, may_hold_back, next_to_draw, undrawn
from domain.games.runewars.war.rounds import OTHERS_FIRST, onward
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Settled
from domain.language.refusal import Refused, refusal

OTHER_INITIATIVE = refusal(
    "other-initiative",
    "{unit}: initiative {initiative}. The battle is in round {round}.",
    rule=sections.BATTLE_ROUNDS,
)
DREW_ALREADY = refusal(
    "drew-already", "{unit}: fate cards were drawn for them in this battle already.", rule=sections.BATTLE_ROUNDS
)
TOO_MANY_ICONS = refusal(
    "too-many-icons",
    "{count|fate card shows|fate cards show} one icon each, and no more than {most_rout} routs or {most_damage} damage:"
    " not all of that.",
    rule=sections.FATE_CARDS,
)
MOST_ROUT, MOST_DAMAGE = 3, 4
"""What a single card shows at most."""
MUST_DRAW = refusal("must-draw", "{side} must draw in this round: {units}.", rule=sections.BATTLE_ROUNDS)


class Icons(NamedTuple):
    """What a base reads on fate cards: special icons, and the routs and damage that they add up to."""

    specials: int = 0
    routs: int = 0
    damage: int = 0


def read(symbols: Iterable[Symbol]) -> Icons:
    """Icons in all on some cards (天命卡解析)."""
    shown = list(symbols)
    return Icons(shown.count("special"), _summed(shown, "rout "), _summed(shown, "damage "))


def _summed(symbols: list[Symbol], kind: str) -> int:
    return sum(int(shown.removeprefix(kind)) for shown in symbols if shown.startswith(kind))


def icons_on(table: Runewars, unit: str, cards: Iterable[str]) -> Icons | None:
    """What a type of unit reads on cards; None where its base or one of the cards is not typed in."""
    shape = UnitSheet.of(table, unit).shape
    symbols = [symbol(table, card, shape) if shape else None for card in cards]
    known = [shown for shown in symbols if shown is not None]
    return read(known) if len(known) == len(symbols) and symbols else None


def is_read_here(table: Runewars, unit: str) -> bool:
    """Whether cards can be drawn here for a type of unit: the deck is kept, and what it reads is all typed in."""
    return table.tracks("fate") and icons_on(table, unit, table.ids("fate")) is not None


class BattleFateDrawn(BattleEvent):
    """Where the cards are typed in they are drawn here, unless some are named, or the table says what they show."""

    help_text = "Fate cards for one type of unit, one for each that stands; its base says which part of them counts."
    says = (
        "{side} draws {count|fate card|fate cards} for {unit}: special {specials}, rout {routs}, damage {damage}"
        "[ ({cards})]"
    )
    title = "Draw fate cards"
    closes = "revealed"
    likely = ("specials", "routs", "damage")
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

    def check(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        first = next_to_draw(battle)
        if first and first != self.side:
            yield OTHERS_FIRST(side=table.called("owners", first))
        if self.unit not in undrawn(battle, self.side):
            yield DREW_ALREADY(unit=table.called("units", self.unit))
        elif (initiative := undrawn(battle, self.side)[self.unit]) not in (None, battle.round):
            name = table.called("units", self.unit)
            yield OTHER_INITIATIVE(unit=name, initiative=initiative, round=battle.round)
        count = drawing(table, self.side, self.unit)
        yield from misdrawn(table, self.cards, count)
        if count and cards_needed(self) > count:
            yield TOO_MANY_ICONS(count=count, most_rout=MOST_ROUT, most_damage=MOST_DAMAGE)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        count = drawing(table, self.side, self.unit)
        here = self.cards or (not is_typed_in(self) and is_read_here(table, self.unit))
        draw = drawn(table, count, chance, self.cards) if here else drawn_unnamed(table, count)
        icons = icons_on(table, self.unit, draw.cards) or Icons()
        return self.but(
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
            note(table, self)
            advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


def cards_needed(draw: BattleFateDrawn) -> int:
    """How many cards it takes at least to show what is typed in."""
    return (draw.specials or 0) + ceil((draw.routs or 0) / MOST_ROUT) + ceil((draw.damage or 0) / MOST_DAMAGE)


def is_typed_in(draw: BattleFateDrawn) -> bool:
    """Whether the table says what its own cards show."""
    return any(icons is not None for icons in (draw.specials, draw.routs, draw.damage))


def drawing(table: Runewars, side: str, unit: str) -> int:
    """How many cards a type draws: one for each that stands (C-14)."""
    return len(of_type(standing(battle_of(table), side), unit))


def note(table: Runewars, draw: BattleFateDrawn) -> None:
    """What was drawn counts, whatever becomes of those it was drawn for (同时进攻原则); for `apply`."""
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
    battle.report.volleys.append(volley.model_copy())
    for fighter in army(battle, draw.side).values():
        fighter.drawn = fighter.drawn or fighter.unit == draw.unit


class DrawHeldBack(BattleEvent):
    """Where nobody typed in an initiative, the table says who does not draw yet."""

    help_text = "The units of a side whose initiative is not known do not draw in this round."
    says = "{side} does not draw in this round"
    title = "Draws later"
    stages = ("drawing",)
    side: SideId

    def check(self, table: Runewars) -> Iterator[Refused]:
        battle = battle_of(table)
        if not may_hold_back(battle, self.side):
            units = tuple(table.called("units", unit) for unit in drawing_now(battle, self.side))
            yield MUST_DRAW(side=table.called("owners", self.side), units=units)

    def apply(self, table: Runewars) -> None:
        if table.battle:
            table.battle.held = [*table.battle.held, self.side]
            advance(table)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from onward(table)


EVENTS = (BattleFateDrawn, DrawHeldBack)
